"""Codes of the line codecs 128 to 134 that must be rejected: name, rules, title, start, plies, parts, error, offset."""

import chess

import move_codes as mc
import number_codes as nc
from bit_strings import fixed, packed

L, M, T = "TRAILING_BYTES", "MOVE_MALFORMED", "TRUNCATED"
CHECKED = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"
PINNED = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"
NO_RIGHT = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
QUEENS = "4k3/8/8/8/8/8/P7/Q2QK2Q w - - 0 1"
FIVE_QUEENS = "8/8/8/7k/8/QQQQQ3/8/K7 w - - 0 1"
KNIGHTS = "k7/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNN1/7K w - - 0 1"
# Starts of valid lines only for the two codecs of bytes: name, start, number of plies.
STARTS = [
    ("queens-three", QUEENS, 20),
    ("queens-four-and-seven-pieces", "4k3/8/8/8/1Q3Q2/P6P/8/Q2NKNRQ w - - 0 1", 20),
    ("queens-four-and-nine-pieces", "4k3/8/8/8/1Q3Q2/PP5P/8/QB1NKNRQ w - - 0 1", 12),
    ("queens-three-and-a-promotion", "4k3/P7/8/8/8/8/8/Q2QK2Q w - - 0 1", 12),
    ("queens-of-black", "q2qk2q/p7/8/8/8/8/8/4K3 b - - 0 1", 12),
    ("queens-and-castling", "4k3/8/8/8/8/8/8/QQQ1K2R w K - 0 1", 6),
    ("queens-five", FIVE_QUEENS, 10),
    ("knights-thirty-one", KNIGHTS, 6),
    ("pawns-before-the-last-rank", "7k/PP6/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 16),
    ("pawns-nine-that-do-not-promote", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 24),
]
# Positions of which all moves are listed.
TABLES = [("queens-three", QUEENS), ("queens-five", FIVE_QUEENS), ("knights-thirty-one", KNIGHTS)]


def past_the_end(fen):
    """The ordinal after the null move's."""
    return mc.ordinal_code(len(mc.fallback_list(mc.board_of(fen))) + 1).hex(" ")


SLOTS = [
    ("code-too-high", "slots.1 slots.4", "code 10 of ten", None, 1, [("a0", "code 10")]),
    ("king-vector", "slots.3 slots.4", "king vector A is not used", None, 1, [("0a", "king, vector A")]),
    ("king-off-the-board", "slots.3 slots.4", "the king moves off the board", None, 1, [("05", "king south from e1")]),
    ("second-knight-not-there", "slots.1 slots.4", "the second of one knight", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, [("18", "NNE")]),
    ("pawn-not-there", "slots.1 slots.4", "pawn 2 of two", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 1, [("14", "double push")]),
    ("promotion-missing", "slots.3 slots.4", "a single push onto the last rank", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [("11", "vector 1")]),
    ("promotion-captures-nothing", "slots.3 slots.4", "a promotion on an empty square to the side", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [("1c", "to the right")]),
    ("pawn-captures-nothing", "slots.3 slots.4", "a pawn captures on an empty square", None, 1, [("21", "pawn 0 to the right")]),
    ("push-onto-piece", "slots.3 slots.4", "a push to an occupied square", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1, [("11", "pawn 0")]),
    ("double-push-over-piece", "slots.3 slots.4", "a double push over a piece", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1, [("10", "pawn 0")]),
    ("blocked", "slots.4", "a rook blocked by a pawn of its own side", None, 1, [("48", "from a1 to rank 8")]),
    ("onto-own-square", "slots.4", "a vector to the rook's own square", None, 1, [("40", "from a1 to the a file")]),
    ("castling-without-right", "slots.4", "castling without the right", NO_RIGHT, 1, [("09", "O-O")]),
    ("king-left-in-check", "slots.4", "a pinned knight moves", PINNED, 1, [("16", "NWW")]),
    ("null-move-in-check", "slots.3 slots.4 positions.5", "a null move in check", CHECKED, 1, [("0f", "null move")]),
    ("second-move-bad", "slots.4", "the offset is that of the move that is wrong", None, 2, [("18", "e4"), ("a0", "nothing")], M, 1),
    ("fallback-past-the-end", "slots.2 byte.20", "an ordinal after the null move", KNIGHTS, 1, [(past_the_end(KNIGHTS), "too high")]),
    ("fallback-truncated", "slots.4 byte.21", "the code ends after a byte 00", KNIGHTS, 1, [("00", "255 more")], T, 1),
    ("truncated", "slots.4", "one byte, two plies", None, 2, [("18", "e4")], T, 1),
    ("empty", "slots.4", "no byte, one ply", None, 1, [], T, 0),
    ("trailing", "codecs.2", "two bytes, one ply", None, 1, [("18", "e4"), ("18", "left over")], L, 1),
]
BYTE_QUEENS = [
    ("queen-not-there", "byte-queens.2 byte-queens.3", "queen 3 of three", QUEENS, 1, [("e0", "1 11 00000")]),
    ("no-such-target", "byte-queens.2 byte-queens.3", "to-square 21 of a queen that reaches 21", QUEENS, 1, [("95", "1 00 10101")]),
    ("code-too-high", "byte-queens.2 byte-queens.3", "code 2 of two", QUEENS, 1, [("20", "0 010 0000")]),
    ("blocked", "byte-queens.3", "a queen jumps over a pawn", QUEENS, 1, [("89", "1 00 01001, a1 to a3")]),
    ("king-vector", "byte-queens.2 byte-queens.3", "king vector 0 is not used", QUEENS, 1, [("00", "king, vector 0")]),
    ("null-move-in-check", "byte-queens.2 positions.5", "a null move in check", "4k3/8/8/8/8/8/P3r3/Q2QK2Q w - - 0 1", 1, [("0f", "null move")]),
    ("second-knight-not-there", "byte-queens.2 byte-queens.3", "the second of one knight", "4k3/8/8/8/8/8/N7/Q2QK2Q w - - 0 1", 1, [("18", "0 001, NNE")]),
    ("hi-queen-without-second", "byte-queens.1 byte.20", "queen HI, but only one queen and six pawns", "4k3/8/8/8/8/8/PPPPPP2/3QK3 w - - 0 1", 1,
     [("e0", "pawn 6, or queen HI")]),
    ("hi-rook-without-second", "byte-queens.1 byte.20", "rook HI, but only one rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, [("38", "to rank 8")]),
    ("bishop-not-there", "byte-queens.1 byte.20", "a bishop on light squares where there is none", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1, [("51", "to the b file")]),
    ("pawn-not-there", "byte-queens.1 byte.20", "pawn 2 of two", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 1, [("a0", "double push")]),
    ("king-left-in-check", "byte-queens.1 byte.20", "a pinned knight moves", PINNED, 1, [("16", "NWW")]),
    ("second-move-bad", "byte-queens.3", "the offset is that of the move that is wrong", None, 2, [("c0", "e4"), ("0a", "nothing")], M, 1),
    ("fallback-past-the-end", "byte-queens.1 byte.20", "an ordinal after the null move", FIVE_QUEENS, 1, [(past_the_end(FIVE_QUEENS), "too high")]),
    ("fallback-truncated", "byte-queens.3 byte.21", "the code ends after a byte 00", FIVE_QUEENS, 1, [("00", "255 more")], T, 1),
    ("truncated", "byte-queens.3", "one byte, two plies", None, 2, [("c0", "e4")], T, 1),
    ("trailing", "codecs.2", "two bytes, one ply", None, 1, [("c0", "e4"), ("c0", "left over")], L, 1),
]


def shown(bits):
    """Bytes that hold these bits, and the bits."""
    return [(packed("".join(bits), "0").hex(" "), " ".join(bits))]


def with_squares(table_of, symbol_of, chapter, errors):
    """Faults in all static codes, by the squares of the bad move."""
    e4 = table_of(None, symbol_of(None, "e2e4"))
    rules = f"{chapter}.1 {errors}"
    one = lambda fen, text: shown([table_of(None, symbol_of(fen, text))])
    return [
        ("empty-origin", rules, "no piece on the from-square", None, 1, one(None, "e4e5")),
        ("blocked", rules, "a rook jumps over a piece", "4k3/8/8/8/8/n7/8/R3K3 w - - 0 1", 1, one(None, "a1a5")),
        ("king-left-in-check", rules, "a pinned knight moves", PINNED, 1, one(None, "e2c3")),
        ("castling-without-right", rules, "castling without the right", NO_RIGHT, 1, one(None, "e1g1")),
        ("castling-takes-corner-rook", rules, "castling with a corner rook, written as king takes rook",
         "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, one(None, "e1h1")),
        ("promotion-captures-nothing", rules, "a promotion on an empty square to the side", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", 1, one(None, "e7f8")),
        ("promotion-of-a-rook", rules, "a rook becomes a knight", "7k/4R3/8/8/8/8/8/4K3 w - - 0 1", 1, one(None, "e7e8n")),
        ("null-move-in-check", f"{rules} positions.5", "a null move in check", CHECKED, 1, one(None, "0000")),
        ("second-move-bad", errors, "the offset is that of the byte of the code's first bit", None, 2, shown([e4, table_of("e2e4", symbol_of(None, "e4e5"))]), M, len(e4) // 8),
        ("truncated", "codecs.2", "one move, two plies", None, 2, [(packed(e4, "1")[:len(e4) // 8].hex(" "), "the whole bytes of e4")], T, len(e4) // 8),
        ("filled-with-ones", f"{errors} bit-stream.3", "the last byte is not padded with zeros", None, 1, [(packed(e4, "1").hex(" "), "e4")], M, (len(e4) - 1) // 8),
        ("trailing", "codecs.2", "a byte after the move", None, 1, [(packed(e4, "0").hex(" ") + " 00", "e4, left over")], L, (len(e4) + 7) // 8),
        ("empty", "codecs.2", "no byte, one ply", None, 1, [], T, 0),
    ]


def squares(text):
    pair = chess.parse_square(text[:2]), chess.parse_square(text[2:4])
    return (*pair, chess.KNIGHT) if text[4:] else pair


def coord(_, text):
    return 0 if text == "0000" else nc.COORD[squares(text)]


def direction(_, text):
    if text == "0000":
        return 0
    pair = squares(text)
    return nc.DIRECTION[pair if len(pair) == 3 else (pair[1], nc.direction(*pair))]


def context_table(before):
    return nc.CONTEXT_TABLES[nc.CLASSES[coord(None, before) if before else 0]]


COORD_STATIC = with_squares(lambda _, symbol: nc.COORD_TABLE[symbol], coord, "coord-static", "coord-static.4")
COORD_CONTEXT = with_squares(lambda before, symbol: context_table(before)[symbol], coord, "coord-static", "coord-static.3 coord-static.4")
# A jump of the rook, or a move from an empty square, is another piece's move here: the first piece behind the to-square
# moves.
STATIC_DIRECTIONS = [fault for fault in with_squares(lambda _, symbol: nc.DIRECTION_TABLE[symbol], direction, "direction-target", "direction-target.3 direction-target.4")
                     if fault[0] not in ("empty-origin", "second-move-bad", "blocked")]
PLAIN = lambda target, way, *more: shown([fixed(chess.parse_square(target), 6) + fixed(way, 4), *more])
DIRECTION_TARGET = [
    ("nothing-behind", "direction-target.2 direction-target.4", "no piece behind the to-square", None, 1, PLAIN("e4", 2)),
    ("theirs-behind", "direction-target.2 direction-target.4", "a piece of the other side behind the to-square", None, 1, PLAIN("e5", 4)),
    ("off-the-board", "direction-target.2 direction-target.4", "behind the to-square the board ends", None, 1, PLAIN("h8", 5)),
    ("jump-of-no-knight", "direction-target.2 direction-target.4", "a pawn where a knight would come from", None, 1, PLAIN("e4", 9)),
    ("pawn-captures-nothing", "direction-target.4", "a pawn captures on an empty square", None, 1, PLAIN("b3", 1)),
    ("pawn-too-far", "direction-target.2 direction-target.4", "a pawn goes three squares", None, 1, PLAIN("e5", 0)),
    ("own-piece-on-target", "direction-target.4", "a rook takes a pawn of its own side", None, 1, PLAIN("a2", 0)),
    ("king-left-in-check", "direction-target.4", "a pinned knight moves", PINNED, 1, PLAIN("c3", 14)),
    ("castling-without-right", "direction-target.2 direction-target.4", "castling without the right", NO_RIGHT, 1, PLAIN("g1", 2)),
    ("null-move-in-check", "direction-target.1 positions.5", "a null move in check", CHECKED, 1, PLAIN("a1", 0)),
    ("second-move-bad", "direction-target.4", "the offset is that of the byte of the code's first bit", None, 2, [("70 1c 00", "e4, e4 again")], M, 1),
    ("filled-with-ones", "direction-target.4 bit-stream.3", "the last byte is not padded with zeros", None, 1, [("70 3f", "e4")], M, 1),
    ("promotion-missing", "direction-target.1 codecs.2", "a promotion without its two bits", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [("e0", "the first bits of a8")], T, 1),
    ("truncated", "codecs.2", "eight bits of a move", None, 1, [("70", "the to-square of e4, two bits")], T, 1),
    ("trailing", "codecs.2", "a byte after the move", None, 1, [("70 00 00", "e4, left over")], L, 2),
]


def number(value, meaning):
    return [(value.to_bytes(2, "big").hex(" "), f"{value}: {meaning}")]


def white(*move):
    return nc.NUMBERS[move]


ENUMERATION = [
    ("number-of-the-other-side", "enumeration.1 enumeration.3", "a move of Black when White is to move", None, 1, number(22938, "e7e5")),
    ("number-of-nothing", "enumeration.3", "a number that no move has", None, 1, number(65534, "nothing")),
    ("piece-not-there", "enumeration.2 enumeration.3", "a bishop where the knight stands", None, 1,
     number(white(chess.B1, chess.A2, chess.BISHOP, None, chess.PAWN), "Bb1xa2")),
    ("capture-of-nothing", "enumeration.2 enumeration.3", "a knight takes a pawn on an empty square", None, 1,
     number(white(chess.G1, chess.F3, chess.KNIGHT, None, chess.PAWN), "Ng1xf3")),
    ("capture-left-out", "enumeration.2 enumeration.3", "a capture as a move to an empty square", CHECKED, 1,
     number(white(chess.E1, chess.E2, chess.KING, None, None), "Ke2")),
    ("capture-of-another-piece", "enumeration.2 enumeration.3", "a rook is captured as a queen", CHECKED, 1,
     number(white(chess.E1, chess.E2, chess.KING, None, chess.QUEEN), "Kxe2")),
    ("blocked", "enumeration.3", "a rook jumps over a pawn", None, 1, number(white(chess.A1, chess.A3, chess.ROOK, None, None), "Ra3")),
    ("king-left-in-check", "enumeration.3", "a pinned knight moves", PINNED, 1, number(white(chess.E2, chess.C3, chess.KNIGHT, None, None), "Nc3")),
    ("en-passant-too-late", "enumeration.3 positions.6", "en passant without an en passant square", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", 1,
     number(white(chess.E5, chess.D6, chess.PAWN, "en passant", chess.PAWN), "exd6")),
    ("castling-without-right", "enumeration.3", "castling without the right", NO_RIGHT, 1, number(668, "O-O")),
    ("castling-by-another-number", "enumeration.2 enumeration.3", "castling of the standard start by the number of other castling",
     "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1, number(45356 + 8 * 4 + 7, "king e1, rook h1")),
    ("castling-of-other-pieces", "enumeration.2 enumeration.3", "castling with the rook g1 by the number of the standard start",
     "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", 1, number(668, "O-O")),
    ("null-move-in-check", "enumeration.3 positions.5", "a null move in check", CHECKED, 1, number(65535, "null move")),
    ("second-move-bad", "enumeration.3", "the offset is that of the number that is wrong", None, 2, [*number(260, "e4"), *number(260, "e4 again")], M, 2),
    ("truncated", "codecs.2", "half a number", None, 1, [("01", "the higher byte of e4")], T, 1),
    ("trailing", "codecs.2", "a byte after the move", None, 1, [("01 04", "e4"), ("00", "left over")], L, 2),
]
FAULTS = {
    "slots": SLOTS, "byte-queens": BYTE_QUEENS, "coord-static": COORD_STATIC, "coord-context": COORD_CONTEXT,
    "direction-target": DIRECTION_TARGET, "direction-static": STATIC_DIRECTIONS, "enumeration": ENUMERATION,
}
