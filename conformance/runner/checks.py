"""The requests for a vector, and the checks of the responses.

A check is a generator: it yields lists of requests, receives the responses, and raises `Wrong`. Requests never contain expected
results of later requests.
"""

import functools
from typing import NamedTuple

import second
import suite
from suite import games_of, input_of

ONE_MORE = {
    "tags": [["White", "Appended"]], "start": "standard", "moves": ["e2e4", "e7e5"], "tokens": [], "termination": "1-0",
    "rest": "", "continued": False,
}


WRITTEN_CODEC = "byte"  # every implementation has it: it is part of the core
WITH_VALUES = "tight"  # the codec with which writers store values (values.5) and final positions (tags.10)
WITH_STYLES = "tight"  # tight.2: a line has a code for each style, and one may be a prefix of another
MAGIC = b"PLY".hex()  # every unit begins with it
MAX_CUTS = 6  # prefixes of a code: all of them would take most of the time of the suite
RANGE_CODED = ("arith", "tight")  # range-coder.7: truncated codes may decode to other moves


class Settings(NamedTuple):
    errors: str = "code"  # how strictly errors are compared
    offsets: bool = False  # whether their offsets are compared, which are advisory (limits.13)
    every: int = 1  # only every Nth invalid code and every Nth length of truncated code is tried


class Wrong(Exception):
    """A response differs from the vector."""


def skipped(answer):
    return answer["result"] == "skipped"


def must_give(answer, **outputs):
    """The response must be `valid` with these outputs."""
    if skipped(answer):
        return
    if answer["result"] != "valid":
        raise Wrong(f"rejected: {shown_error(answer)}")
    for name, wanted in outputs.items():
        found = difference(name, answer.get(name), wanted)
        if found:
            raise Wrong("{}: gave {}, not {}".format(found[0], *map(shortened, found[1:])))


def must_refuse(answer, result, error, settings=Settings()):
    """The response must be this error; `settings` say how strictly it is compared."""
    if skipped(answer):
        return
    if answer["result"] == "valid":
        outputs = {key: value for key, value in answer.items() if key not in ("id", "result")}
        raise Wrong(f"accepted, not {error['code']}: {shortened(outputs)}")
    got = answer["error"]
    same_kind = answer["result"] == result and got["class"] == error["class"]
    same_code = settings.errors != "code" or got["code"] == error["code"]
    same_place = not settings.offsets or "at" not in error or got.get("at") == error["at"]
    if settings.errors != "reject" and not (same_kind and same_code and same_place):
        raise Wrong(f"rejected as {shown_error(answer)}, not {shown_error({'result': result, 'error': error})}")


def shown_error(answer):
    error = answer["error"]
    return f"{answer['result']} {error['class']} {error['code']}" + (f" at {error['at']}" if "at" in error else "")


def difference(name, gave, wanted):
    """Returns the place of the first difference between two values, and both values there; None if they are equal."""
    if isinstance(gave, dict) and isinstance(wanted, dict) and gave.keys() == wanted.keys():
        parts = [(f"{name}.{key}", gave[key], wanted[key]) for key in wanted]
    elif isinstance(gave, list) and isinstance(wanted, list) and len(gave) == len(wanted):
        parts = [(f"{name}[{place}]", *both) for place, both in enumerate(zip(gave, wanted))]
    else:
        return (name, gave, wanted) if gave != wanted else None
    return next(filter(None, (difference(*part) for part in parts)), None)


def shortened(value):
    text = str(value)
    return text if len(text) <= 200 else f"{text[:100]} ... {text[-90:]}"


# The operations of vectors


def line(vector, settings):
    codec, fen, code = vector["codec"], vector["fen"], input_of(vector)
    moves = vector["expect"]["moves"]
    of_line = {"op": "decode", "codec": codec, "fen": fen, "plies": len(moves)}
    cuts = range(0, len(code), 2)[:: -settings.every]
    cuts = cuts[:: len(cuts) // MAX_CUTS + 1]
    answers = yield [{**of_line, "input": part} for part in (code, *(code[:cut] for cut in cuts))]
    must_give(answers[0], moves=moves)
    for cut, answer in zip(cuts, answers[1:]):
        if codec not in RANGE_CODED:
            must_refuse(answer, "invalid", {"class": "malformed", "code": "TRUNCATED", "at": cut // 2}, settings)
        elif codec != WITH_STYLES and answer.get("moves") == moves:
            raise Wrong(f"a prefix of the code, up to byte {cut // 2}, decodes to the same moves")
    (answer,) = yield [{"op": "encode", "codec": codec, "fen": fen, "moves": moves}]
    yield from check_encoded(answer, vector, code)


def check_encoded(answer, vector, code):
    """The code is the code of the vector. A code of `tight` may have another style (tight.2); then its own decoder must read it."""
    if vector["codec"] != "tight" or skipped(answer):
        must_give(answer, output=code)
        return
    must_give(answer)
    moves = vector["expect"]["moves"]
    request = {"op": "decode", "codec": "tight", "fen": vector["fen"], "plies": len(moves), "input": answer["output"]}
    (decoded,) = yield [request]
    must_give(decoded, moves=moves)


def move_table(vector, settings):
    of_table = {"codec": vector["codec"], "fen": vector["fen"]}
    (answer,) = yield [{"op": "move-table", **of_table}]
    table = sorted(vector["expect"]["table"])
    must_give({**answer, "table": sorted(answer.get("table", []))}, table=table)
    answers = yield [{"op": "decode", **of_table, "plies": 1, "input": code} for _, code in table]
    for (move, _), answer in zip(table, answers):
        must_give(answer, moves=[move])
    codes = other_codes({code for _, code in table})[:: settings.every]
    answers = yield [{"op": "decode", **of_table, "plies": 1, "input": code} for code in codes]
    for code, answer in zip(codes, answers):
        if answer["result"] == "valid":
            raise Wrong(f"{code} is a second code of {answer.get('moves')}")


def other_codes(codes):
    """Invalid codes: all other single bytes; for longer codes, codes that differ from a valid code in one bit."""
    if not codes:
        return [f"{byte:02x}" for byte in range(256)]
    short = {f"{byte:02x}" for byte in range(256)} if min(map(len, codes)) == 2 else set()
    long = {f"{int(code, 16) ^ 1 << bit:0{len(code)}x}" for code in codes if len(code) > 2 for bit in range(4 * len(code))}
    return sorted((short | long) - codes)


def append_file(vector, settings):
    """An append truncates unfinished bytes. Before them, it changes only the record that is not in force (container.17)."""
    (answer,) = yield [{"op": "append", "input": input_of(vector), "games": [ONE_MORE]}]
    if vector["result"] != "valid":
        must_refuse(answer, vector["result"], vector["error"], settings)
        return
    must_give(answer)
    if skipped(answer):
        return
    file, appended = input_of(vector), answer["output"]
    end = len(file) - 2 * vector.get("unfinished", 0)
    old, unfinished = file[:end], file[end:]
    check_state(old, appended)
    # A few unfinished bytes of a unit may equal the first bytes of the new unit.
    if unfinished and appended[end:].startswith(unfinished) and (len(unfinished) > 128 or not unfinished.startswith(MAGIC)):
        raise Wrong("the unfinished bytes are still there")
    (answer,) = yield [{"op": "recover" if vector.get("damaged") else "read", "input": appended}]
    must_give(answer, games=[*vector["expect"]["games"], ONE_MORE])


def check_state(old, appended):
    """container.13, container.17: before its old end, an append changes only one record. It keeps the id and parts of odd kinds."""
    before, after = second.state(old), second.state(appended)
    if "error" in after:
        raise Wrong(f"the file cannot be opened: {after['error']}")
    record = 2 * before["other"]
    if any(old[start:end] != appended[start:end] for start, end in ((0, record), (record + 128, len(old)))):
        raise Wrong("existing bytes were changed")
    if after["other"] == before["other"] or after["sequence"] != before["sequence"] + 1:
        raise Wrong(f"the record that was not in force does not have the sequence number {before['sequence'] + 1}")
    if 2 * after["end"] != len(appended):
        raise Wrong("bytes follow the end of the file")
    if after["id"] != (before["id"] if before["blocks"] else id_of(after["headers"])):
        raise Wrong(f"the file id {before['id']} became {after['id']}")
    odd = [part for part in before["parts"] if part[0] % 2]
    if after["parts"] != odd:
        raise Wrong(f"optional parts {before['parts']} became {after['parts']}")
    check_versions(before["versions"], after["versions"])


def check_new(file):
    """container.17, versions.1, versions.5: a new file."""
    state = second.state(file)
    if "error" in state:
        raise Wrong(f"the file cannot be opened: {state['error']}")
    if not state["records_are_equal"] or state["sequence"] != 1:
        raise Wrong("the commit records of a new file differ, or have another sequence number than 1")
    write, read, _, optional = state["versions"]
    if (write, read, optional) != (10, 10, 0):
        raise Wrong(f"a new file has the versions {write} and {read}, and the optional features {optional:#x}")
    if state["id"] != id_of(state["headers"]):
        raise Wrong(f"the file id is {state['id']}, not {id_of(state['headers'])}")
    if 2 * state["end"] != len(file):
        raise Wrong("bytes follow the end of the file")


def id_of(headers):
    """container.17: the id of a file whose first blocks have these headers, FNV-1a with 128 bits."""
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in bytes.fromhex("".join(headers)):
        value = (value ^ byte) * (2**88 + 0x13B) % 2**128
    return value.to_bytes(16, "little").hex() if headers else "00" * 16


def append_index(vector, settings):
    """An append keeps the index segments, except segments that cover a merged block (container.17)."""
    (answer,) = yield [{"op": "append", "input": input_of(vector), "games": [ONE_MORE]}]
    must_give(answer)
    if not skipped(answer):
        before, after = yield [{"op": "index", "input": file} for file in (input_of(vector), answer["output"])]
        must_give(before)
        if not skipped(before):
            listed = [second.state(file).get("blocks", []) for file in (input_of(vector), answer["output"])]
            kept = next((number for number, (old, new) in enumerate(zip(*listed)) if old != new), min(map(len, listed)))
            must_give(after, segments=[segment for segment in before["segments"] if segment["first_block"] + segment["blocks"] <= kept])


def check_versions(before, after):
    """container.17: the versions are the larger ones (a writer's are at least 000A); all features that were set stay."""
    if any(new < max(old, 10) for old, new in zip(before[:2], after[:2])):
        raise Wrong(f"versions {before[:2]} became {after[:2]}")
    for old, new in zip(before[2:], after[2:]):
        if old & ~new:
            raise Wrong(f"features {old & ~new:#x} were lost")


def annotations(vector, settings):
    yield from single("annotations", "codec", "moves", "input", "texts")(vector, settings)
    if vector["result"] == "valid":
        request = {"op": "encode-annotations", "codec": vector["codec"], "moves": vector["moves"], "tokens": vector["expect"]["tokens"]}
        (answer,) = yield [request]
        must_give(answer, output=input_of(vector), texts=vector["texts"])


def tree(vector, settings):
    """Branches are unordered."""
    (answer,) = yield [{"op": "tree", "input": input_of(vector), "query": vector["query"]}]
    must_give({**answer, "branches": sorted(answer.get("branches", []))}, branches=sorted(vector["expect"]["branches"]))


def single(op, *inputs):
    """One request with these inputs; the response must have all outputs of the vector."""

    def check(vector, settings):
        request = {name: input_of(vector) if name == "input" else vector[name] for name in inputs}
        (answer,) = yield [{"op": op, **request}]
        if vector["result"] == "valid":
            must_give(answer, **vector["expect"])
        else:
            must_refuse(answer, vector["result"], vector["error"], settings)

    return check


def decode_file(vector, settings):
    """The games of a good file are also written; both this implementation and the one in `python` must read the written file."""
    yield from single("read", "input")(vector, settings)
    if vector["result"] != "valid":
        return
    for codec in codecs_to_write(vector):
        yield from written_and_read(codec, games_of(vector))


def codecs_to_write(vector):
    """`byte`, the codecs that the rules of the vector name, and `tight` for values and final positions. Only files test the state that
    `tight` keeps between the games of a run."""
    chapters = {rule.rpartition(".")[0] for rule in vector["rules"]}
    with_values = [WITH_VALUES] if "values" in chapters or "tags.10" in vector["rules"] else []
    return dict.fromkeys([WRITTEN_CODEC, *with_values, *(codec for codec in suite.codecs_of_files() if codec in chapters)])


def written_and_read(codec, games):
    (written,) = yield [{"op": "write", "codec": codec, "games": games}]
    must_give(written)
    if not skipped(written):
        check_new(written["output"])
        must_give(second.read(written["output"]), games=games)
        check_sections(second.empty_sections(written["output"]), second.with_params(written["output"]))
        (answer,) = yield [{"op": "read", "input": written["output"]}]
        must_give(answer, games=games)


def check_sections(empty, with_params):
    """container.6, container.8: what a writer leaves out."""
    if empty:
        raise Wrong(f"wrote a section of kind {empty[0]}, which holds nothing")
    if with_params:
        raise Wrong(f"wrote a section of kind {with_params[0]} with a param, which a writer leaves 0")


def write_file(vector, settings):
    """Writes two games of a kept file, one of them with annotations."""
    found = famous_games()
    games = [found[0], next(game for game in found if game["tokens"])]
    if vector["result"] == "valid":
        yield from written_and_read(vector["codec"], games)
    else:
        (answer,) = yield [{"op": "write", "codec": vector["codec"], "games": games}]
        must_refuse(answer, vector["result"], vector["error"], settings)


@functools.cache
def famous_games():
    return second.read(suite.read_hex(suite.FAMOUS))["games"]


def import_file(vector, settings):
    """The games of a PGN are written and read again. The games of one sample are known from a kept file."""
    (imported,) = yield [{"op": "import", "input": input_of(vector)}]
    must_give(imported)
    if skipped(imported):
        return
    if vector["id"].endswith(f"/{suite.FAMOUS_PGN}"):
        must_give(imported, games=famous_games())
    yield from written_and_read(WRITTEN_CODEC, imported["games"])


def kept_file(vector, settings):
    """A kept file has a known number of games, or an error."""
    (answer,) = yield [{"op": "read", "input": input_of(vector)}]
    if vector["result"] != "valid":
        must_refuse(answer, vector["result"], vector["error"], settings)
        return
    must_give(answer)
    if not skipped(answer) and len(answer["games"]) != vector["games"]:
        raise Wrong(f"gave {len(answer['games'])} games, not {vector['games']}")


CHECKS = {
    "tags-of-file": single("tags", "input"),
    "write-file": write_file,
    "import-file": import_file,
    "kept-file": kept_file,
    "line": line,
    "encode-line": single("encode", "codec", "fen", "moves"),
    "decode-line": single("decode", "codec", "fen", "plies", "input"),
    "move-table": move_table,
    "decode-file": decode_file,
    "import": single("import", "input"),
    "recover-file": single("recover", "input"),
    "append-file": append_file,
    "append-index": append_index,
    "canonical-order": single("order", "fen"),
    "varint": single("varint", "input"),
    "column": single("column", "n", "input"),
    "strings": single("strings", "n", "input"),
    "crc32c": single("crc32c", "input"),
    "tag-column": single("tag-column", "encoding", "n", "names", "input"),
    "tag-shapes": single("tag-shapes", "games", "input"),
    "annotations": annotations,
    "bits": single("bits", "widths", "fill", "input"),
    "range-code": single("range-code", "shares", "input"),
    "ranking": single("ranking", "fen"),
    "values": single("values", "input", "codes", "game_plies"),
    "position-key": single("position-key", "fen"),
    "index": single("index", "input"),
    "summary": single("summary", "moves"),
    "find": single("find", "input", "query"),
    "tree": tree,
}
