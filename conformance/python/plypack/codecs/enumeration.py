"""enumeration: a number below 65,536 for every move (spec/codecs/enumeration.md)."""

from ..board import PAWN_RAYS, RAYS
from ..moves import EN_PASSANT, NULL, PROMOTION_PIECES
from .byte import choices

NAME, PADDING = "enumeration", None

NULL_NUMBER, OTHER_CASTLINGS = 65535, 45356  # enumeration.3
CAPTURABLE = "PNBRQ"


def ranks(first, last):
    """The squares of these ranks, counted from 1."""
    return range(8 * first - 8, 8 * last)


def pawn_captures(squares):
    return [(s, t) for s in squares for t in sorted(t for ray in PAWN_RAYS[True][s] for t in ray)]


def piece_moves(letter):
    return [(s, t) for s in range(64) for t in sorted(t for ray in RAYS[letter][s] for t in ray)]


def rows():
    """enumeration.1: pairs of squares and contents. A content is a piece, the captured piece, and a promotion or a special move."""
    yield [(s, s + 8) for s in ranks(7, 7)], [("P", "", p) for p in PROMOTION_PIECES]
    yield pawn_captures(ranks(7, 7)), [("P", c, p) for c in CAPTURABLE[1:] for p in PROMOTION_PIECES]
    yield [(s, s + 16) for s in ranks(2, 2)], [("P", "", "")]
    yield [(s, s + 8) for s in ranks(2, 6)], [("P", "", "")]
    yield pawn_captures(ranks(2, 6)), [("P", c, "") for c in CAPTURABLE]
    yield pawn_captures(ranks(5, 5)), [("P", "P", "en passant")]
    yield [(4, 6), (4, 2)], [("K", "", "castling")]
    for letter in "KNBRQ":
        yield piece_moves(letter), [(letter, c, "") for c in ("", *CAPTURABLE)]


NUMBERS = {}
for pairs, contents in rows():
    for pair in pairs:
        for content in contents:
            NUMBERS[(*pair, *content)] = len(NUMBERS)


def number_of(board, move):
    """enumeration.2, enumeration.3"""
    if move == NULL:
        return NULL_NUMBER
    mirror, black = (0, 0) if board.white_to_move else (56, 1)
    if move.is_castling and not (move.from_square % 8 == 4 and move.rook % 8 in (0, 7)):
        return OTHER_CASTLINGS + 8 * (move.from_square % 8) + move.rook % 8 + 64 * black
    captured = board.pieces[move.to_square] if move.is_capture else None
    content = board.pieces[move.from_square].upper(), (captured or "").upper(), move.promotion
    if move.is_castling:
        content = "K", "", "castling"
    elif move.flags == EN_PASSANT:
        content = "P", "P", "en passant"
    return NUMBERS[(move.from_square ^ mirror, move.to_square ^ mirror, *content)] + len(NUMBERS) * black


def encode(board, move, bits):
    """enumeration.3"""
    bits.write(number_of(board, move), 16)


def decode(board, bits):
    number = bits.read(16)
    return next((move for move in choices(board) if number_of(board, move) == number), None)
