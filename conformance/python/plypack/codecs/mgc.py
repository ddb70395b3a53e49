"""mgc: likely moves in half a byte (spec/codecs/mgc.md)."""

from functools import lru_cache

from ..board import PAWN_RAYS
from ..moves import EN_PASSANT, NULL, uci

ID, NAME, RUN_PLIES, FILL = 6, "mgc", 8192, 1

VICTIM_CLASS = {"Q": 2, "R": 3, "B": 4, "N": 4, "P": 5}
ORDER_IN_CAPTURES = "PNBRQK"
ORDER_ELSEWHERE = "NBPRQK"


def move_class(board, move):
    """mgc.1"""
    if move.promotion:
        return 0
    if move.is_castling:
        return 1
    if move.kind == EN_PASSANT:
        return 5
    if move.is_capture:
        return VICTIM_CLASS[board.men[move.target].upper()]
    ranks = move.target // 8 - move.origin // 8
    return 6 if (ranks > 0 if board.white_to_move else ranks < 0) else 7


def enemy_pawn_attacks(board, target):
    pawn = "p" if board.white_to_move else "P"
    return any(board.men[s] == pawn for ray in PAWN_RAYS[board.white_to_move][target] for s in ray)


def distance_from_middle(square):
    """0 on the files d and e and the ranks 4 and 5, 3 at the edge."""
    return max(3 - line if line < 4 else line - 4 for line in (square % 8, square // 8))


def sort_key(board, move):
    """mgc.2"""
    order = ORDER_IN_CAPTURES if move.is_capture else ORDER_ELSEWHERE
    return (
        move_class(board, move),
        enemy_pawn_attacks(board, move.target),
        order.index(board.men[move.origin].upper()),
        distance_from_middle(move.target),
        uci(move),
    )


@lru_cache(maxsize=4)  # a run asks several times for one board
def choices(board):
    """The moves in their order, and the null move after the last (codecs.6)."""
    moves = sorted(board.legal_moves(), key=lambda move: sort_key(board, move))
    return moves + [NULL] * board.null_is_legal()


def encode(board, move, bits):
    """mgc.3"""
    bits.write_units(choices(board).index(move), 4)


def decode(board, bits):
    moves = choices(board)
    number = bits.read_units(4)
    return moves[number] if number < len(moves) else None
