"""The vectors, and the files that contain them."""

import fnmatch
import functools
import json
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
VECTORS = FOLDER / "vectors"
SAMPLES = FOLDER / "samples"
SPEC = FOLDER.parent / "spec"
SOURCES = FOLDER.parent / "src"
FAMOUS_PGN = "famous"
FAMOUS = SAMPLES / "kept/0.10-byte.plypack"  # the games of this sample


# The parts of the format in addition to the core (codecs.1), and their chapters.
PARTS = {"archive": ["codecs/tight", "tight-model", "range-coder", "mixing", "values"]}


class WrongUse(Exception):
    """The arguments or the files of the suite are wrong."""


def files():
    """The vector files in the order of their names."""
    return sorted(VECTORS.rglob("*.json"))


def read_json(path):
    return json.loads(path.read_text("utf-8"))


def read_hex(path):
    return path.read_bytes().hex()


@functools.lru_cache(None)
def vectors():
    """All vectors of the files."""
    return [vector for path in files() for vector in read_json(path)["tests"]]


def chapter_of(vector):
    return vector["id"].rpartition("/")[0]


def lacking(names):
    """The chapters of these parts and chapters, which an implementation lacks."""
    chapters = {chapter_of(vector) for vector in vectors()}
    unknown = [name for name in names if name not in PARTS and name not in chapters]
    if unknown:
        known = ", ".join([*PARTS, *sorted(chapters - {"samples/written", "samples/refused", "samples/kept", "samples/imported"})])
        raise WrongUse(f"the implementation lacks {', '.join(unknown)}: no such part or chapter. There are {known}")
    return {chapter for name in names for chapter in PARTS.get(name, [name])}


def needs(vector):
    """The chapters that a vector needs: its own, the chapters of its rules, and others that it names."""
    of_rules = {rule.rpartition(".")[0] for rule in vector["rules"]}
    return {chapter_of(vector)} | of_rules | {f"codecs/{name}" for name in of_rules} | set(vector.get("needs", []))


def kept():
    """Kept files as vectors of a separate chapter."""
    folder = SAMPLES / "kept"
    for name, wanted in read_json(folder / "expected.json").items():
        data = read_hex(folder / name)
        # Files of any version may have any section of the core.
        needs = ["container", "codecs/byte", "annotations"] if wanted["result"] == "valid" else []
        yield {
            "id": f"samples/kept/{name.removesuffix('.plypack')}", "title": f"{name}, of an earlier version or this one", "rules": [], "needs": needs,
            "op": "kept-file", "input": [[data, "a kept file"]], **wanted,
        }


def tags_of():
    """The tags of good files as vectors, except files with final positions (tags.10): reading tags needs no moves."""
    for vector in vectors():
        if vector["op"] == "decode-file" and vector["result"] == "valid" and "tags.10" not in vector["rules"]:
            tags = [game and game["tags"] for game in vector["expect"]["games"]]
            yield {
                "id": f"tags-of/{vector['id']}", "title": vector["title"], "rules": [], "needs": ["tags"], "op": "tags-of-file",
                "input": vector["input"], "result": "valid", "expect": {"tags": tags},
            }


def index_of():
    """Appends to files with index segments, as vectors of the index: the segments are kept."""
    for vector in vectors():
        is_whole = vector["op"] == "append-file" and vector["result"] == "valid" and "unfinished" not in vector
        if is_whole and b"PLYX" in bytes.fromhex(input_of(vector)):
            yield {
                "id": f"index-of/{vector['id']}", "title": f"{vector['title']}: its index segments stay", "rules": vector["rules"], "needs": ["index", *vector.get("needs", [])],
                "op": "append-index", "input": vector["input"], "result": "valid", "expect": {},
            }


def split():
    """PGN text of games with a weight of 2^23, the maximum for one game, or a little more (limits.4, pgn.6)."""
    most = 2**23
    line = "x" * 63 + "\n"
    lines = "{" + line[1:] + line * (most // len(line) - 2)
    whole, end = lines + line[:-1] + "}", "x" * 64 + "\n\ny}"
    filling = "x" * (most - 20)  # a comment or a value; a line of two moves or an escape still fits after it
    movetext = "\n\n1. e4 *"

    def game(**parts):
        return {"tags": [], "start": "standard", "moves": [], "tokens": [], "termination": "", "rest": "", "continued": False} | parts

    def last(*tags):
        return game(tags=[*tags], moves=["e2e4"], termination="*")

    def filled(before, after):
        return [[before.encode().hex(), "the start"], [f"78 x {len(filling)}", "x"], [after.encode().hex(), "the end"]]

    for name, title, text, games in [
        ("comment-at-the-limit", "a comment of 2^23 bytes", [[whole.encode().hex(), "the comment"]], [game(tokens=[["comment", whole[1:-1]]])]),
        ("comment-above-the-limit", "a comment of 2^23 + 4 bytes, whose last lines become another game: it begins inside the comment, which a blank line does not end",
         [[(lines + end).encode().hex(), "the comment"]], [game(rest=lines), game(rest=end, continued=True)]),
        ("line-above-the-limit", "a line of moves exceeds the limit: it becomes another game, and the line before it is not parsed, though it is complete",
         filled("{", "}\n1. e4 e5\n2. Nf3 Nc6 3. Bb5"), [game(tokens=[["comment", filling]], rest="1. e4 e5\n"), game(rest="2. Nf3 Nc6 3. Bb5", continued=True)]),
        ("tag-above-the-limit", "a tag pair exceeds the limit: it becomes another game, with the escape before it",
         filled('[A "', '"]\n\n%c\n[B "the value"]' + movetext), [game(tags=[["A", filling]]), last(["%c"], ["B", "the value"])]),
        ("tag-of-two-lines-above-the-limit", "a tag pair of two lines exceeds the limit: both lines become another game, without the escape before them",
         filled('[A "', '"]\n\n%c\n[B\n"the value"]' + movetext), [game(tags=[["A", filling], ["%c"]]), last(["B", "the value"])]),
    ]:
        yield {
            "id": f"samples/imported/{name}", "title": title, "rules": ["limits.4", "pgn.6"], "needs": ["pgn"], "op": "import", "input": text,
            "result": "valid", "expect": {"games": games},
        }


def written():
    """The games of a sample, to be written with each file codec."""
    for codec in codecs_of_files():
        yield {
            "id": f"samples/written/{codec}", "title": f"a file of well-known games is written with {codec}", "rules": [],
            "needs": ["container", "annotations", f"codecs/{codec}"], "op": "write-file", "codec": codec, "result": "valid",
        }


def refused():
    """The same games with each line codec, which a writer must refuse (codecs.8)."""
    for codec in line_codecs():
        yield {
            "id": f"samples/refused/{codec}", "title": f"no file is written with {codec}", "rules": ["codecs.8"], "needs": ["container", f"codecs/{codec}"],
            "op": "write-file", "codec": codec, "result": "unsupported", "error": {"class": "unsupported", "code": "UNSUPPORTED_CODEC"},
        }


def imported():
    """The samples as PGN: the imported games are written and read again."""
    for path in sorted(SAMPLES.glob("*.pgn")):
        yield {
            "id": f"samples/imported/{path.stem}", "title": f"{path.name} is imported, written and read", "rules": [], "needs": ["container", "annotations", "pgn"],
            "op": "import-file", "input": [[read_hex(path), "a sample"]], "result": "valid",
        }


def asked():
    """All vectors that `run` asks: the vectors in files, and the vectors made here."""
    return [*vectors(), *tags_of(), *index_of(), *kept(), *written(), *refused(), *imported(), *split()]


def games_of(vector):
    """The games of a good file without deleted games, which are null."""
    return [game for game in vector["expect"]["games"] if game is not None]


def is_one_of(vector, patterns):
    return any(fnmatch.fnmatchcase(vector["id"], pattern) for pattern in patterns)


def select(all_vectors, only, without):
    """The vectors whose ids match a pattern in `only` (all vectors if it is empty) and no pattern in `without`."""
    chosen = [v for v in all_vectors if (not only or is_one_of(v, only)) and not is_one_of(v, without)]
    if not chosen:
        raise WrongUse(f"no vector is called {' or '.join(only)}")
    return chosen


def input_of(vector):
    """The bytes in hex, without spaces; `00 x 448` is a byte 448 times."""
    text = " ".join(piece for piece, _ in vector["input"])
    return re.sub("(..) x ([0-9]+)", lambda run: run[1] * int(run[2]), text).replace(" ", "")


def announces_parts(vector):
    """Returns whether the file header or a commit record has the feature archive (versions.4)."""
    data = bytes.fromhex(input_of(vector)) if "input" in vector else b""
    places = [12, 512 + 28, 1024 + 28]
    return any(int.from_bytes(data[place : place + 4], "little") & 1 for place in places)


def codecs():
    """All codecs of the registry, codecs/README.md."""
    return [name for name, _ in registry()]


def codecs_of_files():
    """The file codecs, codecs.1."""
    return [name for name, part in registry() if part != "lines"]


def line_codecs():
    """codecs.8"""
    return [name for name, part in registry() if part == "lines"]


@functools.lru_cache(None)
def registry():
    """The names of the codecs, and the part of the format that each belongs to."""
    rows = (SPEC / "codecs/README.md").read_text("utf-8").splitlines()
    cells = [[cell.strip(" `") for cell in row.split("|")[1:4]] for row in rows if row.startswith("| ")]
    # The rows of another table of the chapter begin with years.
    return [(name, part) for number, name, part in cells if number.isdigit() and int(number) < 256]
