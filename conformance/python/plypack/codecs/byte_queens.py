"""byte-queens: a mode for several queens (spec/codecs/byte-queens.md)."""

from ..board import RAYS
from ..moves import NULL
from . import byte
from .slots import groups

NAME, PADDING = "byte-queens", None


def encode(board, move, bits):
    """byte-queens.1"""
    others = others_of(board)
    if byte.is_fast(board) or others is None:
        byte.encode(board, move, bits)
    else:
        bits.write(code_of(board, others, move), 8)


def decode(board, bits):
    """byte-queens.3"""
    others = others_of(board)
    if byte.is_fast(board) or others is None:
        return byte.decode(board, bits)
    code = bits.read(8)
    return next((move for move in byte.choices(board) if code_of(board, others, move) == code), None)


def others_of(board):
    """byte-queens.2: the pieces of every code, or None if there are too many, or not two to four queens."""
    own = {letter: board.squares_of(letter, board.white_to_move) for letter in "PNBRQ"}
    codes = [[]] + groups(own["N"], 2) + [[s] for letter in "BRP" for s in own[letter]]
    return codes if 2 <= len(own["Q"]) <= 4 and len(codes) <= 8 else None


def code_of(board, others, move):
    """byte-queens.2"""
    if move != NULL and board.pieces[move.from_square] in "Qq":
        queen = board.squares_of("Q", board.white_to_move).index(move.from_square)
        reached = sorted(s for ray in RAYS["Q"][move.from_square] for s in ray)
        return 0x80 | queen << 5 | reached.index(move.to_square)
    kind, vector = byte.kind_and_vector(board, move)
    if kind == "king":
        return vector
    code = next(n for n, pieces in enumerate(others) if move.from_square in pieces)
    if kind == "knight":
        vector += 8 * others[code].index(move.from_square)
    return code << 4 | vector
