"""mgc: move classes in groups of four bits (spec/codecs/mgc.md)."""

from functools import lru_cache

from ..board import PAWN_RAYS
from ..moves import EN_PASSANT, canonical_key, with_null

NAME, PADDING = "mgc", 1

CAPTURED_CLASS = {"Q": 2, "R": 3, "B": 4, "N": 4, "P": 5}
ORDER_IN_CAPTURES = "PNBRQK"
ORDER_OTHERWISE = "NBPRQK"


def move_class(board, move):
    """mgc.1"""
    if move.promotion:
        return 0
    if move.is_castling:
        return 1
    if move.flags == EN_PASSANT:
        return 5
    if move.is_capture:
        return CAPTURED_CLASS[board.pieces[move.to_square].upper()]
    ranks = move.to_square // 8 - move.from_square // 8
    return 6 if (ranks > 0 if board.white_to_move else ranks < 0) else 7


def their_pawn_attacks(board, to_square):
    pawn = "p" if board.white_to_move else "P"
    return any(board.pieces[s] == pawn for ray in PAWN_RAYS[board.white_to_move][to_square] for s in ray)


def distance_from_centre(square):
    """0 on the files d and e and the ranks 4 and 5, 3 at the edge."""
    return max(3 - line if line < 4 else line - 4 for line in (square % 8, square // 8))


def sort_key(board, move):
    """mgc.2"""
    order = ORDER_IN_CAPTURES if move.is_capture else ORDER_OTHERWISE
    return (
        move_class(board, move),
        their_pawn_attacks(board, move.to_square),
        order.index(board.pieces[move.from_square].upper()),
        distance_from_centre(move.to_square),
        canonical_key(move),
    )


@lru_cache(maxsize=4)  # called several times for the same board
def choices(board):
    """The moves in their order, and the null move after the last (codecs.6)."""
    moves = sorted(board.legal_moves(), key=lambda move: sort_key(board, move))
    return with_null(board, moves)


def encode(board, move, bits):
    """mgc.3"""
    bits.write_escaped(choices(board).index(move), 4)


def decode(board, bits):
    moves = choices(board)
    number = bits.read_escaped(4)
    return moves[number] if number < len(moves) else None
