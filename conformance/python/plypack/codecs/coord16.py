"""coord16: moves as 16-bit words (spec/codecs/coord16.md)."""

from ..moves import NULL, word

ID, NAME, RUN_PLIES, FILL = 1, "coord16", None, 0


def usual_size(plies):
    """codecs.3"""
    return 2 * plies


def encode(board, move, bits):
    """coord16.1: the lower byte first."""
    bits.write(word(move) & 0xFF, 8)
    bits.write(word(move) >> 8, 8)


def decode(board, bits):
    """coord16.2"""
    code = bits.read(8)
    code |= bits.read(8) << 8
    if code == word(NULL):
        return NULL if board.null_is_legal() else None
    return next((move for move in board.legal_moves() if word(move) == code), None)
