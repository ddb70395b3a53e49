"""Adapter of the Python implementation in conformance/python to the conformance protocol: see ../../PROTOCOL.md."""

import functools
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from plypack import PlypackError, annotations, bit_stream, blocks, codecs, index, limits, moves, positions, range_coder, ranking, search, tags, values, wire  # noqa: E402
from plypack import Game, Options, append, open_file, recover, write  # noqa: E402


def text(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"hex": data.hex()}


def data(value):
    return value.encode() if isinstance(value, str) else bytes.fromhex(value["hex"])


@functools.lru_cache
def board_of(fen):
    return positions.parse_fen(fen.encode())


def line(board, texts):
    """Moves from UCI text, played from `board`."""
    found = []
    for ply, uci in enumerate(texts):
        try:
            found.append(moves.parse_uci(board, uci))
        except PlypackError as error:
            raise PlypackError(error.name, ply) from error
        board = board.play(found[-1])
    return found


def token_json(token):
    name, *argument = token
    return [name, *(moves.uci(a) if name == "move" else text(a) if isinstance(a, bytes) else a for a in argument)]


def tokens_of(shown, board, main):
    """Tokens with moves: a variation starts before the last move of its parent line."""
    tokens, open_lines, played = [], [(board, board)], 0
    for name, *argument in shown:
        before, now = open_lines[-1]
        if name == "plies":
            for move in main[played : played + argument[0]]:
                before, now = now, now.play(move)
            played += argument[0]
        elif name == "move":
            argument = line(now, argument)
            before, now = now, now.play(argument[0])
        elif name in annotations.TEXT_KINDS:
            argument = [data(argument[0])]
        open_lines[-1] = (before, now)
        if name == "begin":
            open_lines.append((before, before))
        elif name == "end":
            open_lines.pop()
        tokens.append((name, *argument))
    return tokens


def game_json(game):
    return game and {
        "tags": [[text(part) for part in tag] for tag in game.tags], "start": game.start, "moves": [*map(moves.uci, game.moves)],
        "tokens": [*map(token_json, game.tokens)], "termination": text(game.termination), "rest": text(game.unparsed), "continued": game.continued,
    }


def tags_of_games(q):
    """Without their moves."""
    return {"tags": [tags and [[text(part) for part in tag] for tag in tags] for tags in open_file(q["input"]).tags()]}


def game_of(shown):
    game = Game(tags=[tuple(map(data, tag)) for tag in shown["tags"]], start=shown["start"])
    board = game.board()
    main = line(board, shown["moves"])
    return game._replace(
        moves=main, tokens=tokens_of(shown["tokens"], board, main), termination=data(shown["termination"]), unparsed=data(shown["rest"]), continued=shown["continued"]
    )


def decode(q):
    (found,) = codecs.decode_run(codecs.BY_NAME[q["codec"]], [(board_of(q["fen"]), q["plies"])], q["input"])
    return {"moves": [*map(moves.uci, found)]}


def encode(q):
    board = board_of(q["fen"])
    return {"output": codecs.encode_run(codecs.BY_NAME[q["codec"]], [(board, line(board, q["moves"]))]).hex()}


def move_table(q):
    board, codec = board_of(q["fen"]), codecs.BY_NAME[q["codec"]]
    return {"table": [[moves.uci(move), codecs.encode_run(codec, [(board, [move])]).hex()] for move in moves.with_null(board, moves.canonical_order(board))]}


def recover_games(q):
    return {"games": [*map(game_json, recover(q["input"]).readable_games())]}


def decode_annotations(q):
    board = positions.standard_start()
    decoder = annotations.Decoder(codecs.BY_NAME[q["codec"]], board, line(board, q["moves"]), q["input"], q["texts"].encode())
    return {"tokens": [*map(token_json, decoder.decode())]}


def encode_annotations(q):
    board = positions.standard_start()
    main = line(board, q["moves"])
    code, texts = annotations.encode(codecs.BY_NAME[q["codec"]], board, main, tokens_of(q["tokens"], board, main))
    return {"output": code.hex(), "texts": text(texts)}


def whole(read):
    """An operation that must consume all of its input."""

    def run(q):
        cursor = wire.Cursor(q["input"])
        found = read(cursor, q)
        cursor.end()
        return found

    return run


def tag_layouts(q):
    names, layouts = tags.decode_layouts(wire.Cursor(q["input"]), q["games"], limits.max_tag_lines(0))
    return {"shapes": [[text(names[number]) for number in layout] for layout in layouts]}


def bits(q):
    reader = bit_stream.BitReader(q["input"])
    values = [reader.read(width) if width >= 0 else reader.read_escaped(-width) for width in q["widths"]]
    reader.finish(q["fill"])
    return {"values": values}


def range_code(q):
    decoder = range_coder.Decoder(q["input"])
    for cum, freq, total in q["shares"]:
        if not cum <= decoder.target(total) < cum + freq:
            raise PlypackError("MOVE_MALFORMED", decoder.offset(), "another symbol")
        decoder.take(cum, freq, total)
    decoder.finish()
    return {"values": [cum for cum, _, _ in q["shares"]]}


def block_values(q):
    found = values.Values(wire.Cursor(q["input"]), bytes.fromhex(q["codes"]), q["game_plies"])
    of_games = [values.shown(found.of_game(game)) for game in range(len(q["game_plies"]))]
    return {"texts": [*map(text, found.templates)], "game_values": of_games}


def index_segments(q):
    file = open_file(q["input"])
    return {"segments": [index.shown(file.data, first, segment) for first, segment in index.segments(file)]}


def find(q):
    return {"hits": search.find(open_file(q["input"]).games(), search.query(**q["query"]))}


def tree(q):
    rows = search.tree(open_file(q["input"]).games(), search.query(**q["query"]))
    return {"branches": [["" if move is None else moves.uci(move), *row] for move, row in rows.items()]}


OPS = {
    "decode": decode,
    "encode": encode,
    "move-table": move_table,
    "order": lambda q: {"moves": [*map(moves.uci, moves.canonical_order(board_of(q["fen"])))]},
    "read": lambda q: {"games": [*map(game_json, blocks.sound_games(open_file(q["input"])))]},
    "tags": tags_of_games,
    "recover": recover_games,
    "write": lambda q: {"output": write([*map(game_of, q["games"])], Options(codec=q["codec"])).hex()},
    "append": lambda q: {"output": append(q["input"], [*map(game_of, q["games"])]).hex()},
    "annotations": decode_annotations,
    "encode-annotations": encode_annotations,
    "varint": whole(lambda cursor, q: {"value": str(cursor.varint())}),
    "column": whole(lambda cursor, q: {"values": [*cursor.column(q["n"])]}),
    "strings": whole(lambda cursor, q: {"texts": [*map(text, cursor.strings(q["n"]))]}),
    "crc32c": lambda q: {"value": str(wire.checksum(q["input"]))},
    "tag-column": lambda q: {"texts": [*map(text, tags.decode_column(q["encoding"], wire.Cursor(q["input"]), q["n"], [*map(str.encode, q["names"])]))]},
    "tag-shapes": tag_layouts,
    "bits": bits,
    "range-code": range_code,
    "ranking": lambda q: {"points": [[moves.uci(move), score] for score, move in ranking.ranked_moves(board_of(q["fen"]))]},
    "values": block_values,
    "position-key": lambda q: {"value": str(index.key(board_of(q["fen"])))},
    "index": index_segments,
    "summary": lambda q: {"output": search.summary(line(positions.standard_start(), q["moves"])).hex()},
    "find": find,
    "tree": tree,
}


def answer(q):
    try:
        if "input" in q:
            q["input"] = bytes.fromhex(q["input"])
        return {"id": q["id"], "result": "valid", **OPS[q["op"]](q)}
    except PlypackError as error:
        result = "unsupported" if error.error_class == "unsupported" else "invalid"
        at = {} if error.at is None else {"at": error.at}
        return {"id": q["id"], "result": result, "error": {"class": error.error_class, "code": error.name, **at}}


def greeting():
    return {"hello": 1, "name": "plypack-python", "version": "0.10", "ops": [*OPS], "codecs": [*codecs.BY_NAME]}


def main():
    for request in map(json.loads, sys.stdin):
        if request["op"] == "bye":
            break
        if request["op"] == "hello":
            reply = greeting()
        else:
            reply = answer(request)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
