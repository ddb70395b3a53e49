"""coord16: packed moves of 16 bits (spec/codecs/coord16.md)."""

from ..moves import NULL, packed

ID, NAME, RUN_PLIES, PADDING = 1, "coord16", None, None


def default_size(plies):
    """codecs.3"""
    return 2 * plies


def encode(board, move, bits):
    """coord16.1: little-endian."""
    bits.write(packed(move) & 0xFF, 8)
    bits.write(packed(move) >> 8, 8)


def decode(board, bits):
    """coord16.2"""
    code = bits.read(8)
    code |= bits.read(8) << 8
    if code == packed(NULL):
        return NULL if board.null_is_legal() else None
    return next((move for move in board.legal_moves() if packed(move) == code), None)
