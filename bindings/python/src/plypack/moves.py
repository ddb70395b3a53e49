"""Packed moves: 16 bits with squares and flags, as the specification's chapter ``moves`` has them."""

from __future__ import annotations

_FILES = "abcdefgh"
_SQUARES = [file + rank for rank in "12345678" for file in _FILES]
_PROMOTIONS = {8: "n", 9: "b", 10: "r", 11: "q", 12: "n", 13: "b", 14: "r", 15: "q"}

#: The null move.
NULL = 0

#: Flags of castling to the king's side and to the queen's side.
KING_SIDE, QUEEN_SIDE = 2, 3


def from_square(packed: int) -> int:
    """The square that the piece leaves, from 0 (a1), 1 (b1) to 63 (h8)."""
    return packed >> 6 & 63


def to_square(packed: int) -> int:
    """The square that the piece goes to; in castling that of the king, on the c or g file."""
    return packed & 63


def flags(packed: int) -> int:
    """The kind of the move: 0 quiet, 1 double push, 2 and 3 castling, 4 capture, 5 en passant, 8 and more promotions."""
    return packed >> 12 & 15


def promotion(packed: int) -> str | None:
    """``n``, ``b``, ``r`` or ``q``; None if the move is no promotion."""
    return _PROMOTIONS.get(flags(packed))


def move_to_uci(packed: int) -> str:
    """A move as UCI text, ``e2e4``; castling as the king moves, ``e1g1``, and ``0000`` for the null move.

    Takes moves of columns and of ``Game.moves``, which are signed numbers, too.
    """
    if packed == NULL:
        return "0000"
    return _SQUARES[from_square(packed)] + _SQUARES[to_square(packed)] + (promotion(packed) or "")


def packed_from_uci(uci: str, fen: str | None = None) -> int:
    """The packed move that a UCI text is in a position (the standard start if it is None), as a signed number, as columns have it.

    Raises ValueError for a move that is not legal, and for what is no position.
    """
    from ._library import call, ffi, lib
    from .positions import position_of, standard_position

    position = standard_position() if fen is None else position_of(fen)
    packed = ffi.new("uint16_t *")
    text = uci.encode()
    call(lib.plypack_position_move_from_uci, position, text, len(text), packed)
    return int(packed[0]) - (int(packed[0]) >> 15 << 16)
