"""The requests for a vector, and the checks of the responses.

A check is a generator: it yields lists of requests, receives the responses, and raises `Wrong`. Requests never contain expected
results of later requests.
"""

from typing import NamedTuple

import second
from suite import games_of, input_of

ONE_MORE = {
    "tags": [["White", "Appended"]], "start": "standard", "moves": ["e2e4", "e7e5"], "tokens": [], "termination": "1-0",
    "rest": "", "continued": False,
}


WRITTEN_CODEC = "byte"  # every implementation has it: it is part of the core
WITH_STYLES = "tight"  # tight.2: a line has a code for each style, and one may be a prefix of another
RANGE_CODED = ("arith", "tight")  # range-coder.7: truncated codes may decode to other moves


class Settings(NamedTuple):
    errors: str = "code"  # how strictly errors are compared
    offsets: bool = False  # whether their offsets are compared, which are advisory (limits.13)
    every: int = 1  # of invalid codes, and of lengths of truncated code, take only every Nth


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
        if answer.get(name) != wanted:
            raise Wrong(f"{name}: gave {shortened(answer.get(name))}, not {shortened(wanted)}")


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


def shortened(value):
    text = str(value)
    return text if len(text) <= 200 else f"{text[:100]} ... {text[-90:]}"


# The operations of vectors


def line(vector, settings):
    codec, fen, code = vector["codec"], vector["fen"], input_of(vector)
    moves = vector["expect"]["moves"]
    of_line = {"op": "decode", "codec": codec, "fen": fen, "plies": len(moves)}
    (answer,) = yield [{**of_line, "input": code}]
    must_give(answer, moves=moves)
    cuts = range(0, len(code), 2)[:: settings.every]
    answers = yield [{"op": "encode", "codec": codec, "fen": fen, "moves": moves}, *({**of_line, "input": code[:cut]} for cut in cuts)]
    yield from check_encoded(answers[0], vector, code)
    for cut, answer in zip(cuts, answers[1:]):
        if codec not in RANGE_CODED:
            must_refuse(answer, "invalid", {"class": "malformed", "code": "TRUNCATED", "at": cut // 2}, settings)
        elif codec != WITH_STYLES and answer.get("moves") == moves:
            raise Wrong(f"a prefix of the code, up to byte {cut // 2}, decodes to the same moves")


def check_encoded(answer, vector, code):
    """The code of an encoder is the vector's, but for the style of `tight` (tight.2): its own decoder must then read it."""
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
    codes = other_codes({code for _, code in table})[:: settings.every]
    answers = yield [{"op": "decode", **of_table, "plies": 1, "input": code} for code in codes]
    for code, answer in zip(codes, answers):
        if answer["result"] == "valid":
            raise Wrong(f"{code} is a second code of {answer.get('moves')}")


def other_codes(codes):
    """Invalid codes: all others of one byte; where codes are longer, those that differ from a valid one in one bit."""
    if not codes:
        return [f"{byte:02x}" for byte in range(256)]
    short = {f"{byte:02x}" for byte in range(256)} if min(map(len, codes)) == 2 else set()
    long = {f"{int(code, 16) ^ 1 << bit:0{len(code)}x}" for code in codes if len(code) > 2 for bit in range(4 * len(code))}
    return sorted((short | long) - codes)


def append_file(vector, settings):
    (answer,) = yield [{"op": "append", "input": input_of(vector), "games": [ONE_MORE]}]
    if vector["result"] != "valid":
        must_refuse(answer, vector["result"], vector["error"], settings)
        return
    must_give(answer)
    if skipped(answer):
        return
    if not answer["output"].startswith(input_of(vector)):
        raise Wrong("existing bytes were changed")
    (answer,) = yield [{"op": "read", "input": answer["output"]}]
    must_give(answer, games=[*vector["expect"]["games"], ONE_MORE])


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
    """A good file is also written, from its games; then this implementation and the one in `python` must read what was written."""
    yield from single("read", "input")(vector, settings)
    if vector["result"] != "valid":
        return
    games = games_of(vector)
    (written,) = yield [{"op": "write", "codec": WRITTEN_CODEC, "games": games}]
    must_give(written)
    if skipped(written):
        return
    (answer,) = yield [{"op": "read", "input": written["output"]}]
    must_give(answer, games=games)
    must_give(second.read(written["output"]), games=games)


def kept_file(vector, settings):
    """A file of an earlier version: so many games, or an error."""
    (answer,) = yield [{"op": "read", "input": input_of(vector)}]
    if vector["result"] != "valid":
        must_refuse(answer, vector["result"], vector["error"], settings)
        return
    must_give(answer)
    if not skipped(answer) and len(answer["games"]) != vector["games"]:
        raise Wrong(f"gave {len(answer['games'])} games, not {vector['games']}")


CHECKS = {
    "kept-file": kept_file,
    "line": line,
    "encode-line": single("encode", "codec", "fen", "moves"),
    "decode-line": single("decode", "codec", "fen", "plies", "input"),
    "move-table": move_table,
    "decode-file": decode_file,
    "import": single("import", "input"),
    "recover-file": single("recover", "input"),
    "append-file": append_file,
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
