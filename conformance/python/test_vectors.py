"""Runs all vectors of conformance/vectors: python3 -m unittest, in this folder."""

import json
import re
import unittest
from itertools import product
from pathlib import Path

from plypack import PlypackError, annotations, bit_stream, blocks, codecs, index, limits, moves, open_file, positions, range_coder, ranking, recover, search, tags, values, wire
from plypack.game import Game
from plypack.writer import append

VECTORS = Path(__file__).resolve().parents[1] / "vectors"


def input_bytes(test):
    return b"".join(unhexed(segment) for segment, _ in test["input"])


def unhexed(text):
    """The bytes of hex text; `00 x 448` is a byte 448 times."""
    return bytes.fromhex(re.sub("(..) x ([0-9]+)", lambda run: run[1] * int(run[2]), text))


def text(data):
    """Text, or bytes that are not UTF-8, as the vectors show them."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": data.hex()}


# Games in the form of the vectors


def shown_token(token):
    name, *argument = token
    if name == "move":
        return [name, moves.uci(argument[0])]
    if name in annotations.TEXT_KINDS:
        return [name, text(argument[0])]
    return list(token)


def shown_game(game):
    return game and {
        "tags": [[text(part) for part in line] for line in game.tags],
        "start": game.start,
        "moves": [moves.uci(move) for move in game.moves],
        "tokens": [shown_token(token) for token in game.tokens],
        "termination": text(game.termination),
        "rest": text(game.unparsed),
        "continued": game.continued,
    }


# Operations: each returns what the vector has in `expect`


def parse_line(board, texts):
    found = []
    for ply, move_text in enumerate(texts):
        try:
            found.append(moves.parse_uci(board, move_text))
        except PlypackError as error:
            raise PlypackError(error.name, ply, move_text) from error
        board = board.play(found[-1])
    return found


def codec_and_board(test):
    return codecs.BY_NAME[test["codec"]], positions.parse_fen(test["fen"].encode())


def line(test):
    codec, board = codec_and_board(test)
    code = input_bytes(test)
    expected = parse_line(board, test["expect"]["moves"])
    assert encoded_as(code, codec, board, expected) == code, "encoding gives another code"
    # range-coder.7: truncated code of the range coder is not always detected.
    for end in range(len(code) if codec.NAME not in ("arith", "tight") else 0):
        check_prefix_is_rejected(codec, board, len(expected), code[:end])
    (found,) = codecs.decode_run(codec, [(board, len(expected))], code)
    return {"moves": [moves.uci(move) for move in found]}


def encoded_as(code, codec, board, line):
    """The code of a line, for a codec with styles (tight.2) in the style of `code`."""
    lines = [(board, line)]
    return codecs.tight.encode_run(lines, codecs.tight.style_of(code)) if codec is codecs.tight else codecs.encode_run(codec, lines)


def check_prefix_is_rejected(codec, board, plies, code):
    try:
        codecs.decode_run(codec, [(board, plies)], code)
    except PlypackError as error:
        assert (error.name, error.at) == ("TRUNCATED", len(code)), error
    else:
        raise AssertionError(f"the first {len(code)} bytes are not rejected")


def encode_line(test):
    codec, board = codec_and_board(test)
    codecs.encode_run(codec, [(board, parse_line(board, test["moves"]))])


def decode_line(test):
    codec, board = codec_and_board(test)
    codecs.decode_run(codec, [(board, test["plies"])], input_bytes(test))


def move_table(test):
    codec, board = codec_and_board(test)
    choices = moves.with_null(board, moves.canonical_order(board))
    table = {moves.uci(move): codecs.encode_run(codec, [(board, [move])]).hex() for move in choices}
    longest = max((len(code) // 2 for code in table.values()), default=1)
    if longest == 1:
        check_no_other_code(codec, board, set(table.values()))
    return {"table": sorted(map(list, table.items()))}


def check_no_other_code(codec, board, known):
    for code in map(bytes, product(range(256))):
        try:
            codecs.decode_run(codec, [(board, 1)], code)
        except PlypackError:
            continue
        assert code.hex() in known, f"{code.hex()} stands for a move"


def decode_file(test):
    return {"games": [shown_game(game) for game in blocks.sound_games(open_file(input_bytes(test)))]}


def recover_file(test):
    return {"games": [shown_game(game) for game in recover(input_bytes(test)).readable_games()]}


def append_file(test):
    data = append(input_bytes(test), [Game(termination=b"*")])
    games = recover(data).readable_games() if test.get("damaged") else open_file(data).games()
    assert games[-1] == Game(termination=b"*"), "the new game is not there"
    return {"games": [shown_game(game) for game in games[:-1]]}


def canonical_order(test):
    board = positions.parse_fen(test["fen"].encode())
    return {"moves": [moves.uci(move) for move in moves.canonical_order(board)]}


def cursor_op(read):
    def run(test):
        cursor = wire.Cursor(input_bytes(test))
        found = read(cursor, test)
        cursor.end()
        return found

    return run


def tag_column(test):
    names = [name.encode() for name in test["names"]]
    values = tags.decode_column(test["encoding"], wire.Cursor(input_bytes(test)), test["n"], names)
    return {"texts": [text(value) for value in values]}


def tag_layouts(test):
    names, layouts = tags.decode_layouts(wire.Cursor(input_bytes(test)), test["games"], limits.max_tag_lines(0))
    return {"shapes": [[text(names[number]) for number in layout] for layout in layouts]}


def annotation_tokens(test):
    codec, board, data, texts = codecs.BY_NAME[test["codec"]], positions.standard_start(), input_bytes(test), test["texts"].encode()
    main_line = parse_line(board, test["moves"])
    tokens = annotations.Decoder(codec, board, main_line, data, texts).decode()
    assert annotations.encode(codec, board, main_line, tokens) == (data, texts), "encoding gives other bytes"
    return {"tokens": [shown_token(token) for token in tokens]}


def bits(test):
    reader, writer = bit_stream.BitReader(input_bytes(test)), bit_stream.BitWriter()
    values = []
    for width in test["widths"]:
        values.append(reader.read(width) if width >= 0 else reader.read_escaped(-width))
        writer.write(values[-1], width) if width >= 0 else writer.write_escaped(values[-1], -width)
    reader.finish(test["fill"])
    assert writer.finish(test["fill"]) == input_bytes(test), "encoding gives other bytes"
    return {"values": values}


def range_code(test):
    decoder, encoder = range_coder.Decoder(input_bytes(test)), range_coder.Encoder()
    for cum, freq, total in test["shares"]:
        if not cum <= decoder.target(total) < cum + freq:
            raise PlypackError("MOVE_MALFORMED", decoder.offset(), "another symbol")
        decoder.take(cum, freq, total)
        encoder.write(cum, freq, total)
    decoder.finish()
    assert encoder.finish() == input_bytes(test), "encoding gives other bytes"
    return {"values": [cum for cum, _, _ in test["shares"]]}


def ranks(test):
    ranked = ranking.ranked_moves(positions.parse_fen(test["fen"].encode()))
    return {"points": [[moves.uci(move), score] for score, move in ranked]}


def block_values(test):
    section, codes, plies = input_bytes(test), bytes.fromhex(test["codes"]), test["game_plies"]
    found = values.Values(wire.Cursor(section), codes, plies)
    games = [found.of_game(game) for game in range(len(plies))]
    assert values.build(found.templates, found.profiles, found.profile_of, games, plies) == (section, codes), "encoding gives other bytes"
    return {"texts": [text(template) for template in found.templates], "game_values": [values.shown(game) for game in games]}


def index_segments(test):
    file = open_file(input_bytes(test))
    return {"segments": [index.shown(file.data, first, segment) for first, segment in index.segments(file)]}


def tree(test):
    rows = search.tree(open_file(input_bytes(test)).games(), search.query(**test["query"]))
    return {"branches": [["" if move is None else moves.uci(move), *row] for move, row in rows.items()]}


OPERATIONS = {
    "line": line,
    "encode-line": encode_line,
    "decode-line": decode_line,
    "move-table": move_table,
    "decode-file": decode_file,
    "recover-file": recover_file,
    "append-file": append_file,
    "canonical-order": canonical_order,
    "varint": cursor_op(lambda cursor, test: {"value": str(cursor.varint())}),
    "column": cursor_op(lambda cursor, test: {"values": cursor.column(test["n"])}),
    "strings": cursor_op(lambda cursor, test: {"texts": [text(s) for s in cursor.strings(test["n"])]}),
    "crc32c": lambda test: {"value": str(wire.checksum(input_bytes(test)))},
    "tag-column": tag_column,
    "tag-shapes": tag_layouts,
    "annotations": annotation_tokens,
    "bits": bits,
    "range-code": range_code,
    "ranking": ranks,
    "values": block_values,
    "position-key": lambda test: {"value": str(index.key(positions.parse_fen(test["fen"].encode())))},
    "index": index_segments,
    "summary": lambda test: {"output": search.summary(parse_line(positions.standard_start(), test["moves"])).hex()},
    "find": lambda test: {"hits": [*map(list, search.find(open_file(input_bytes(test)).games(), search.query(**test["query"])))]},
    "tree": tree,
}


class Vectors(unittest.TestCase):
    def check(self, test):
        if test["op"] == "import":
            return  # this implementation has no PGN
        run = OPERATIONS[test["op"]]
        if test["result"] == "valid":
            self.assertEqual(sorted_table(run(test)), sorted_table(test["expect"]))
            return
        with self.assertRaises(PlypackError) as caught:
            run(test)
        error, expected = caught.exception, test["error"]
        self.assertEqual((error.error_class, error.name), (expected["class"], expected["code"]))
        if "at" in expected:
            self.assertEqual(error.at, expected["at"])

    def check_file(self, path):
        file = json.loads(path.read_text("utf-8"))
        self.assertEqual(file["count"], len(file["tests"]))
        for test in file["tests"]:
            with self.subTest(test["id"]):
                self.check(test)


def sorted_table(expect):
    """Tables are unordered."""
    return {name: sorted(rows) if name in ("table", "branches") else rows for name, rows in expect.items()}


def add_tests():
    """One test for every file."""
    for path in sorted(VECTORS.rglob("*.json")):
        name = "test_" + str(path.relative_to(VECTORS).with_suffix("")).replace("/", "_").replace("-", "_")
        setattr(Vectors, name, lambda self, path=path: self.check_file(path))


add_tests()

if __name__ == "__main__":
    unittest.main()
