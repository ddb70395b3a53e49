"""coord12: from-square and to-square (spec/codecs/coord12.md)."""

from ..moves import NULL, square, uci_to_square

NAME, PADDING = "coord12", 0

RANKS_NEARER = {"": 0, "q": 0, "r": 1, "b": 2, "n": 3}  # coord12.2


def code_of(move):
    """coord12.1 to coord12.4"""
    to_square = uci_to_square(move)  # coord12.3
    towards_own_side = -1 if to_square > move.from_square else 1
    rank = to_square // 8 + towards_own_side * RANKS_NEARER[move.promotion]
    return move.from_square << 6 | square(to_square % 8, rank)


def encode(board, move, bits):
    bits.write(code_of(move), 12)


def decode(board, bits):
    """coord12.5"""
    code = bits.read(12)
    if code == code_of(NULL):
        return NULL if board.null_is_legal() else None
    return next((move for move in board.legal_moves() if code_of(move) == code), None)
