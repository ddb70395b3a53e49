"""The road map: the vectors in the order in which an implementation grows. `steps` prints it, ROADMAP.md shows it.

A vector belongs to the last step among the steps of its own chapter and of the chapters that it needs. So a step requires only what
the steps up to it have explained.
"""

from typing import NamedTuple

import suite

PAGE = suite.FOLDER / "ROADMAP.md"


class Step(NamedTuple):
    name: str
    part: str  # of the format, codecs.1
    keys: tuple  # of its vectors, see `key`
    chapters: tuple  # of the spec, to be read for it
    now: str  # what an implementation can do now


def of_codec(name, part, now, *chapters):
    return Step(name, part, (f"codecs/{name}",), (*chapters, f"codecs/{name}"), now)


STEPS = (
    Step("wire", "core", ("wire",), ("wire",), "read the integers, columns, strings and checksums that all else is made of"),
    Step("tags", "core", ("tags",), ("tags",), "tell which tags a game has, and decode their values"),
    Step("tags of files", "core", ("tags-of",), ("container", "limits"), "open a file, also one that needs the archive (versions.11), and read every tag of every game"),
    Step("positions", "core", ("positions",), ("positions", "moves"), "read any start of a game and name its legal moves in their order"),
    of_codec("coord16", "core", "read and write a line of moves, with the simplest codec", "codecs/README"),
    of_codec("byte", "core", "read and write the moves of most files"),
    Step("files", "core", ("container", "samples/written"), ("container",), "read whole games from files, and write files that others read"),
    Step("bad files", "core", ("bad-files", "versions", "limits"), ("limits", "versions"), "refuse what is corrupt, too large or too new, and say which of them it is"),
    Step("annotations", "core", ("annotations",), ("annotations",), "read and write variations, comments and NAGs"),
    Step("recovery", "core", ("recover-file",), ("container",), "read what is left of a damaged file"),
    Step("appending", "core", ("append-file",), ("container", "versions"), "add games to a file, and keep all that was there"),
    Step("kept files", "core", ("samples/kept",), ("versions",), "read the files of earlier versions"),
    Step("search", "core", ("search",), ("search",), "find positions, patterns and material in games"),
    Step("index", "core", ("index",), ("index",), "find positions in large files at once"),
    Step("pgn", "core", ("pgn", "samples/imported"), ("pgn",), "import PGN as every other implementation does"),
    Step("range-coder", "archive", ("range-coder",), ("range-coder",), "decode symbols that take fractions of a bit"),
    Step("values", "archive", ("values", "mixing"), ("mixing", "values"), "read clock times and evaluations in the files of archives"),
    of_codec("tight", "archive", "read the smallest files", "tight-model"),
    Step(
        "line codecs", "lines", ("bit-stream", "ranking", "samples/refused", *(f"codecs/{name}" for name in suite.line_codecs())), ("codecs/README", "bit-stream", "ranking"),
        "write and read the published codes of lines that no file has",
    ),
)

# A rule of these chapters in a vector does not move the vector to the step of the chapter: a reader needs only its text.
CITED_ONLY = ("limits", "versions", "codecs")
ALIASES = {"moves": "positions", "tight-model": "codecs/tight", "byte": "codecs/byte"}
NUMBER_OF_KEY = {key: number for number, step in enumerate(STEPS, 1) for key in step.keys}


def key(vector):
    """The key of the step of a vector, from its operation or its chapter."""
    if vector["op"] in ("recover-file", "append-file"):
        return vector["op"]
    if vector["op"] == "tags-of-file":
        return "tags-of"
    if vector["op"] == "append-index":
        return "index"
    chapter = suite.chapter_of(vector)
    return "bad-files" if chapter == "container" and vector["result"] != "valid" else chapter


def number_of(vector):
    """The number of its step, from 1."""
    needs = suite.needs(vector) - {suite.chapter_of(vector), *CITED_ONLY}
    return max(NUMBER_OF_KEY[key(vector)], *(NUMBER_OF_KEY.get(ALIASES.get(name, name), 0) for name in needs), 0)


def step_of(vector):
    return STEPS[number_of(vector) - 1]


def in_order(vectors):
    """The vectors sorted by step; the order within a step stays."""
    return sorted(vectors, key=number_of)


def chosen(text):
    """The numbers of the steps that `--step` names: 4, or 1-4."""
    first, dash, last = text.partition("-")
    try:
        numbers = range(int(first), int(last if dash else first) + 1)
    except ValueError:
        numbers = range(0)
    if not numbers or not set(numbers) <= set(range(1, len(STEPS) + 1)):
        raise suite.WrongUse(f"--step {text}: there are the steps 1 to {len(STEPS)}; `steps` shows them")
    return numbers


def chapter_file(name):
    """The file of a chapter in `spec`."""
    return f"{name}.md"


def rows():
    """Number, step, and number of vectors that `run` asks in the step."""
    numbers = [number_of(vector) for vector in suite.asked()]
    return [(number, step, numbers.count(number)) for number, step in enumerate(STEPS, 1)]


def shown():
    """The steps as a table of plain text."""
    return [f"{number:2} {step.name:14} {step.part:12} {count:4}  now you can {step.now}" for number, step, count in rows()]


def page():
    """ROADMAP.md. It has no counts: they change more often than the steps, and are in manifest.json."""
    lines = [INTRODUCTION, "| step | name | part | read | now you can |", "|---|---|---|---|---|"]
    for number, step in enumerate(STEPS, 1):
        chapters = ", ".join(f"[{name.rpartition('/')[2] if name != 'codecs/README' else 'codecs'}](../spec/{chapter_file(name)})" for name in step.chapters)
        lines.append(f"| {number} | {step.name} | {step.part} | {chapters} | {step.now} |")
    return "\n".join(lines) + "\n"


INTRODUCTION = """\
# Road map

The vectors in the order in which an implementation grows. `python3 conformance/runner manifest` writes this page.

```sh
python3 conformance/runner steps
python3 conformance/runner list --step 5
python3 conformance/runner run --impl './my-adapter' --step 1-5
```

`run` goes in this order and says at which step to go on. A vector of an early chapter that needs a later one, such as a file with
comments, comes with the later one: no step asks for more than the chapters up to it have explained. A program may leave steps out;
the archive and the line codecs do not need each other.
"""
