"""bits: index in the canonical order, in the fewest whole bits (spec/codecs/bits.md)."""

from ..bit_stream import width
from ..moves import canonical_order

ID, NAME, RUN_PLIES, PADDING = 8, "bits", 8192, 0


def encode(board, move, bits):
    """bits.1"""
    moves = canonical_order(board)
    bits.write(moves.index(move), width(len(moves)))


def decode(board, bits):
    """bits.2"""
    moves = canonical_order(board)
    number = bits.read(width(len(moves)))
    return moves[number] if number < len(moves) else None
