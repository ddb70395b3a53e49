"""bits: index in the canonical order, in the fewest whole bits (spec/codecs/bits.md)."""

from ..bit_stream import width
from ..moves import canonical_order, with_null

NAME, PADDING, MARKS_NULL = "bits", 0, True


def choices(board, line_has_null):
    """bits.1"""
    moves = canonical_order(board)
    return with_null(board, moves) if line_has_null else moves


def encode(board, move, bits, line_has_null):
    moves = choices(board, line_has_null)
    bits.write(moves.index(move), width(len(moves)))


def decode(board, bits, line_has_null):
    """bits.2"""
    moves = choices(board, line_has_null)
    number = bits.read(width(len(moves)))
    return moves[number] if number < len(moves) else None
