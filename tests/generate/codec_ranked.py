"""Vectors of the codecs that rank the legal moves: rank-3bit, huffman, arith. conformance/python makes their codes."""

import chess
from plypack import PlypackError, codecs, moves, positions
from plypack.bit_stream import BitWriter

from codec_faults import CHECKED, EP_PINNED
from codec_lines import LINES, MORE_THAN_255, MOST_MOVES, TABLES, title_of
from codec_tight import RANKED_LINES, parsed, wandering
from vector_file import Chapter

CODECS = ("rank-3bit", "huffman", "arith")
CHECKMATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
ONE_MOVE = "7k/4Q3/8/8/8/8/8/K7 b - - 0 1"
EIGHT_CHOICES = "7k/8/8/8/8/8/PPP5/K7 w - - 0 1"
NINE_CHOICES = "7k/8/8/8/7P/8/PPP5/K7 w - - 0 1"
RULES = {
    "rank-3bit": "rank-3bit.1 rank-3bit.2 rank-3bit.3 bit-stream.1 bit-stream.2",
    "huffman": "huffman.1 huffman.2 huffman.3 bit-stream.1",
    "arith": "arith.1 arith.2 arith.3 range-coder.1 range-coder.2 range-coder.3 range-coder.4 range-coder.5 range-coder.6",
}
RANKING = "ranking.1 ranking.2 ranking.3 ranking.4 ranking.5 ranking.6"


def line_of(fen, texts):
    """A board, and the moves played from it."""
    board = positions.parse_fen(fen.encode())
    line, after = [], board
    for text in texts:
        line.append(moves.parse_uci(after, text))
        after = after.play(line[-1])
    return board, line


def encode(codec, fen, texts):
    return codecs.encode_run(codecs.BY_NAME[codec], [line_of(fen, texts)])


def add_line(chapter, codec, name, fen, texts):
    code = encode(codec, fen, texts)
    chapter.add(name, title_of(name), f"{RULES[codec]} {RANKING}", "line", codec=codec, fen=fen,
                input=[[code.hex(" "), "all moves"]] if code else [], expect={"moves": texts})


def add_lines(chapter, codec):
    for name, fen, sans in [*LINES, *RANKED_LINES]:
        add_line(chapter, codec, name, fen or chess.STARTING_FEN, parsed(fen, sans)[2])
    for piece in "QRBN":
        fen = "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1"
        add_line(chapter, codec, f"promotion-{piece.lower()}", fen, parsed(fen, f"cxb8={piece} cxd1={piece}")[2])
    for name, fen, plies, step in [
        ("long-wandering", None, 120, 7), ("long-kings-and-pawns", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 60, 3),
        ("long-chess960", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", 60, 5),
        ("one-move", ONE_MOVE, 1, 0), ("many-moves", MOST_MOVES, 6, 5), ("many-moves-more-than-255", MORE_THAN_255, 4, 97),
    ]:
        add_line(chapter, codec, name, fen or chess.STARTING_FEN, wandering(fen, plies, step)[2])
    if codec == "arith":
        add_line(chapter, codec, "zeros-after-a-carry", chess.STARTING_FEN, "d2d4 e7e6 g2g3 h7h6".split())
        add_line(chapter, codec, "a-carry-through-a-byte-of-ones", chess.STARTING_FEN, "a2a3 d7d6 e2e3 c8f5 d2d3".split())


def add_tables(chapter, codec):
    for name, fen in [*TABLES, ("eight-choices", EIGHT_CHOICES), ("nine-choices", NINE_CHOICES)]:
        fen = fen or chess.STARTING_FEN
        board = positions.parse_fen(fen.encode())
        texts = sorted(map(moves.uci, board.legal_moves())) + ["0000"] * board.null_is_legal()
        rows = [[text, encode(codec, fen, [text]).hex()] for text in texts]
        chapter.add(f"all-moves-{name}", f"every move of the position and no other code: {title_of(name)}",
                    f"{RULES[codec]} {RANKING}", "move-table", codec=codec, fen=fen, expect={"table": rows})


def refusal(codec, fen, plies, code):
    """The code and the offset with which the second implementation refuses it."""
    try:
        codecs.decode_run(codecs.BY_NAME[codec], [(positions.parse_fen(fen.encode()), plies)], code)
    except PlypackError as error:
        return error.name, error.at
    raise AssertionError("it is accepted")


def bits(*numbers):
    """Numbers, each with its number of bits, and zeros to fill the byte."""
    out = BitWriter()
    for number, count in numbers:
        out.write(number, count)
    return out.finish(0)


def last_rank(codec, rank):
    """The code of a rank; with `rank-3bit`, among at most four choices."""
    return bits((rank, 2)) if codec == "rank-3bit" else bits(huffman(rank))


def huffman(number):
    return codecs.BY_NAME["huffman"].codes()[number]


def faults(codec):
    """Name, title, rules, start, plies, code, and the required error."""
    default = chess.STARTING_FEN
    line = encode(codec, default, ["e2e4", "e7e5", "g1f3", "b8c6"])
    mated = encode(codec, default, ["f2f3", "e7e5", "g2g4", "d8h4"])
    trailing = "codecs.2" if codec != "arith" else "codecs.2 range-coder.7"
    yield "trailing", "two bytes too many", trailing, default, 4, line + b"\xff\xff", "TRAILING_BYTES"
    yield "trailing-no-moves", "bytes, but no moves", trailing, default, 0, b"\x80\x80", "TRAILING_BYTES"
    yield "after-mate", "a move after mate", "codecs.6", default, 5, mated + b"\0", "MOVE_MALFORMED"
    yield "after-mate-at-the-end", "a move after mate, where the code ends", "codecs.6", CHECKMATE, 1, b"", "MOVE_MALFORMED"
    if codec == "arith":
        yield "zero-at-the-end", "a byte 00 that changes nothing", "range-coder.5 range-coder.7", default, 4, line + b"\0", None
        yield "not-the-shortest", "another fraction of the same interval", "range-coder.5 range-coder.7", default, 1, b"\x01", "MOVE_MALFORMED"
        yield "above-all-symbols", "the target is above the cumulative frequencies of all choices", "range-coder.6", default, 1, b"\xff" * 5, "MOVE_MALFORMED"
        return
    yield "null-in-check", "the rank after the last, in check", "codecs.6 ranking.6", CHECKED, 1, last_rank(codec, 3), "MOVE_MALFORMED"
    yield "truncated", "the code ends before the last ply", "codecs.2", default, 4, line[:1], "TRUNCATED"
    yield "empty", "no byte, one ply", "codecs.2", default, 1, b"", "TRUNCATED"
    if codec == "rank-3bit":
        filled, rule = bits((0, 3), (1, 5)), "rank-3bit.2"
        yield "nine-choices", "a rank that none of nine choices has", rule, NINE_CHOICES, 1, bits((6, 3), (3, 2)), "MOVE_MALFORMED"
        yield "nine-choices-second-escape", "the second escape with nine choices", rule, NINE_CHOICES, 1, bits((7, 3)), "MOVE_MALFORMED"
        yield "past-the-last", "rank 21 of 21 choices", rule, default, 1, bits((7, 3), (11, 4)), "MOVE_MALFORMED"
        yield "second-move-past-the-last", "the offset is that of the code's first bit", rule, default, 3, bits((0, 3), (0, 3), (7, 3), (15, 4)), "MOVE_MALFORMED"
    else:
        filled, rule = bits(huffman(0), (1, 8 - huffman(0)[1])), "huffman.2"
        yield "past-the-last", "rank 21 of 21 choices", rule, default, 1, bits(huffman(21)), "MOVE_MALFORMED"
        yield "escape-past-the-last", "rank 127 of 21 choices", rule, default, 1, bits(huffman(127), (0, 11)), "MOVE_MALFORMED"
        yield "escape-truncated", "the code ends within the 11 bits", "codecs.2 huffman.2", default, 1, bits(huffman(127)), "TRUNCATED"
    yield "filling", "the last byte is padded with a one", f"bit-stream.3 {codec}.3", default, 1, filled, "MOVE_MALFORMED"


def add_faults(chapter, codec):
    for name, title, rules, fen, plies, code, wanted in faults(codec):
        error, at = refusal(codec, fen, plies, code)
        assert wanted in (None, error), f"{codec} {name}: {error}"
        chapter.add(f"bad-{name}", title, rules, "decode-line", codec=codec, fen=fen, plies=plies,
                    input=[[code.hex(" "), title]] if code else [], error=error, at=at)
    for name, title, fen, texts, error, at in [
        ("encode-illegal", "an illegal move", chess.STARTING_FEN, "e2e4 e2e4", "ILLEGAL_MOVE", 1),
        ("encode-null-in-check", "a null move in check", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "a2e2 0000", "ILLEGAL_MOVE", 1),
        ("encode-en-passant-pinned", "en passant that exposes the king to check", EP_PINNED, "b5c6", "ILLEGAL_MOVE", 0),
    ]:
        chapter.add(f"bad-{name}", title, f"codecs.6 {codec}.3", "encode-line", codec=codec, fen=fen, moves=texts.split(), error=error, at=at)


def make():
    for codec in CODECS:
        chapter = Chapter(f"codecs/{codec}")
        add_lines(chapter, codec)
        add_tables(chapter, codec)
        add_faults(chapter, codec)
        chapter.save()
