"""The Python adapter with one deliberate bug: `broken.py MODE`. The tests of the runner check that each is detected."""

import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "python"))

import main as adapter  # noqa: E402
from plypack import board, footers, reader, records, writer  # noqa: E402


ANSWER = adapter.answer


def say(value):
    print(json.dumps(value), flush=True)


# Wrong results: each takes the request and the right response


def castling_code(q, right):
    """Castling, the byte 09, is coded as something else."""
    if q["op"] == "encode" and "output" in right:
        right["output"] = right["output"].replace("09", "0b")


def takes_trailing_bytes(q, right):
    if right.get("error", {}).get("code") == "TRAILING_BYTES":
        accept(right, moves=[])


def calls_unsupported_corrupt(q, right):
    if right["result"] == "unsupported":
        right.update(result="invalid", error={"class": "malformed", "code": "BLOCK_MALFORMED"})


def takes_overlong_integers(q, right):
    if right.get("error", {}).get("code") == "VARINT_MALFORMED":
        accept(right, value="0")


def takes_illegal_moves(q, right):
    if q["op"] == "encode" and right.get("error", {}).get("code") == "ILLEGAL_MOVE":
        accept(right, output="00")


def ignores_checksums(q, right):
    if right.get("error", {}).get("class") == "checksum":
        accept(right, games=[])


def ignores_limits(q, right):
    if right.get("error", {}).get("class") == "limit":
        accept(right, values=[])


def wrong_offset(q, right):
    if "at" in right.get("error", {}):
        right["error"]["at"] += 1


def no_offset(q, right):
    right.get("error", {}).pop("at", None)


def wrong_code(q, right):
    if right.get("error", {}).get("code") == "MOVE_MALFORMED":
        right["error"]["code"] = "SECTION_MALFORMED"


def swaps_two_moves(q, right):
    """The canonical order, with its first two moves exchanged."""
    if q["op"] == "order" and len(right.get("moves", [])) > 1:
        right["moves"][:2] = reversed(right["moves"][:2])


def loses_the_last_game(q, right):
    if q["op"] in ("read", "recover") and right.get("games"):
        right["games"].pop()


def loses_the_last_tags(q, right):
    if q["op"] == "tags":
        right["tags"].pop()


def forgets_rest(q, right):
    for game in right.get("games", []):
        game["rest"] = ""


def rewrites_what_was_there(q, right):
    """Appending writes a new file of all games."""
    if q["op"] == "append" and "output" in right:
        games = adapter.OPS["read"]({"input": bytes.fromhex(right["output"])})["games"]
        right.update(adapter.OPS["write"]({"codec": "byte", "games": games}))


def writes_no_tags(q, right):
    """The writer keeps the first tag of a game alone."""
    if q["op"] == "write" and "output" in right:
        games = [{**game, "tags": game["tags"][:1]} if game["start"] == "standard" else game for game in q["games"]]
        right.update(adapter.OPS["write"]({"codec": "byte", "games": games}))


def calls_optional_sections_unsupported(q, right):
    """The content of an optional section, `abc`, is a reason to refuse a file; what the program lacks would be none."""
    if q["op"] == "read" and b"abc" in q["input"] and right["result"] == "valid":
        right.pop("games", None)
        right.update(result="unsupported", error={"class": "unsupported", "code": "UNSUPPORTED_SECTION"})


def cannot_read_values(q, right):
    """Without saying so."""
    if q["op"] == "values":
        for name in right.keys() - {"id"}:
            del right[name]
        right.update(result="unsupported", error={"class": "unsupported", "code": "UNSUPPORTED_SECTION"})


def accepts_all(q, right):
    if "error" in right:
        accept(right)


def refuses_all(q, right):
    for name in right.keys() - {"id"}:
        del right[name]
    right.update(result="invalid", error={"class": "malformed", "code": "BLOCK_MALFORMED"})


def accept(right, **outputs):
    del right["error"]
    right.update(result="valid", **outputs)


# Bugs of the implementation


def footer_off_by_one():
    """Assumes that the footer starts one byte later."""
    parse = records.parse
    records.parse = lambda data, at: parse(data, at)._replace(footer_at=parse(data, at).footer_at + 1)


def takes_the_older_record():
    """The record with the smaller sequence number is in force."""
    right = records.in_force

    def in_force(data):
        record, other = right(data)
        return records.parse(data, other), other

    records.in_force = in_force


def believes_records():
    """Their checksums are not looked at."""
    records._is_valid = lambda record: len(record) == records.BYTES


def accepts_a_cut_file():
    """A file that is shorter than its record says is recovered."""
    reader.committed, right = lambda data, record: right(data, record) if record.end() <= len(data) else footers.Footer(), reader.committed


def calls_unfinished_bytes_damage():
    """A file must end where its record says."""
    right = reader.committed

    def committed(data, record):
        if record.end() < len(data):
            raise adapter.PlypackError("TRAILING_BYTES", record.end(), "bytes after the end")
        return right(data, record)

    reader.committed = committed


def leaves_unfinished_bytes():
    """An append writes after them."""
    committed, blocks, whole = writer.committed, writer._blocks, []

    def remembered(data, record):
        whole.append(data)
        return committed(data, record)

    writer.committed = remembered
    writer._blocks = lambda games, options, data, first_number: blocks(games, options, whole.pop() if whole else data, first_number)


def overwrites_the_record_in_force():
    """An append does, and leaves the other one."""
    right = records.in_force

    def in_force(data):
        record, other = right(data)
        return record, sum(records.PLACES) - other

    records.in_force = in_force


def makes_a_new_id():
    """Each append does."""
    right = records.parse
    records.parse = lambda data, at: right(data, at)._replace(file_id=bytes(15) + b"\1")


def lists_even_parts_again():
    """An append does, as odd ones."""
    right = writer.committed

    def committed(data, record):
        footer = right(data, record)
        return footer._replace(parts=[part._replace(kind=part.kind | 1) for part in footer.parts])

    writer.committed = committed


def ignores_first_numbers():
    """Faults of block headers."""
    right = reader.listed_header

    def listed_header(data, entry, versions, first_number):
        header = reader.container.parse_block_header(data, entry.at, entry.at + entry.length)
        return right(data, entry, versions, header.first_number)

    reader.listed_header = listed_header


def second_code_of_a_move():
    """An unused code of the codec byte is decoded as the first legal move."""
    byte = adapter.codecs.BY_NAME["byte"]
    right = byte.decode
    byte.decode = lambda board, source: right(board, source) or next(iter(adapter.moves.canonical_order(board)), None)


def takes_null_moves_in_check():
    board.Board.null_is_legal = lambda self: True


def keeps_state_between_games_of_a_run():
    """The encoder of tight does; its decoder does not."""
    tight = adapter.codecs.tight
    encode, begin = tight.encode_run, tight.Visits.begin

    def encode_run(lines):
        tight.Visits.begin = lambda visits: None
        try:
            return encode(lines)
        finally:
            tight.Visits.begin = begin

    tight.encode_run = encode_run


# Bugs of the protocol: each takes the request, and writes its response


def crashes(q):
    if is_the_one(q):
        sys.exit("the adapter falls over")


def hangs(q):
    if is_the_one(q):
        time.sleep(3600)


def prints_garbage(q):
    if is_the_one(q):
        print("debug: here we are", flush=True)


def answers_twice(q):
    if is_the_one(q):
        say(ANSWER(dict(q)))


def answers_another(q):
    if is_the_one(q):
        q["id"] += 1


def says_something_else(q):
    if is_the_one(q):
        say({"id": q["id"], "result": "perhaps"})


def is_the_one(q):
    """The checksum of the digits 1 to 9, wire/crc32c-digits."""
    return q["op"] == "crc32c" and q["input"] == b"123456789".hex()


ANSWERS = [
    castling_code, takes_trailing_bytes, calls_unsupported_corrupt, takes_overlong_integers, takes_illegal_moves, ignores_checksums, ignores_limits,
    writes_no_tags, loses_the_last_tags, calls_optional_sections_unsupported, cannot_read_values, wrong_offset, no_offset, wrong_code, swaps_two_moves, loses_the_last_game, forgets_rest, rewrites_what_was_there, accepts_all, refuses_all,
]
INSIDE = [
    footer_off_by_one, takes_the_older_record, believes_records, accepts_a_cut_file, calls_unfinished_bytes_damage, leaves_unfinished_bytes,
    overwrites_the_record_in_force, makes_a_new_id, lists_even_parts_again, ignores_first_numbers, second_code_of_a_move, takes_null_moves_in_check,
    keeps_state_between_games_of_a_run,
]
TALK = [crashes, hangs, prints_garbage, answers_twice, answers_another, says_something_else]
MODES = {mode.__name__.replace("_", "-"): mode for mode in ANSWERS + INSIDE + TALK}


def lacks(name):
    """Announces that it lacks a chapter, and does."""
    right = adapter.greeting
    adapter.greeting = lambda: {**right(), "lacks": [name]}
    return calls_optional_sections_unsupported if name == "archive" else cannot_read_values


def main(name):
    mode = lacks(name.removeprefix("lacks-")) if name.startswith("lacks-") else MODES[name]
    if mode in INSIDE:
        mode()

    def answer(q):
        if mode in TALK:
            mode(q)
        found = ANSWER(q)
        if mode in ANSWERS:
            mode(q, found)
        return found

    adapter.answer = answer
    adapter.main()


if __name__ == "__main__":
    main(sys.argv[1])
