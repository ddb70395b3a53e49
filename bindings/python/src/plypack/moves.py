"""Packed moves: 16 bits with squares and flags (chapter ``moves`` of the specification)."""

from __future__ import annotations

_FILES = "abcdefgh"
_SQUARES = [file + rank for rank in "12345678" for file in _FILES]
_PROMOTIONS = {8: "n", 9: "b", 10: "r", 11: "q", 12: "n", 13: "b", 14: "r", 15: "q"}

#: The null move.
NULL = 0

#: The flags of castling, king side and queen side.
KING_SIDE, QUEEN_SIDE = 2, 3


def from_square(packed: int) -> int:
    """The from-square: 0 is a1, 1 is b1, 63 is h8."""
    return packed >> 6 & 63


def to_square(packed: int) -> int:
    """The to-square; in castling, the king's, on the c or g file."""
    return packed & 63


def flags(packed: int) -> int:
    """The kind of the move: 0 quiet, 1 double push, 2 and 3 castling, 4 capture, 5 en passant, 8 and more promotions."""
    return packed >> 12 & 15


def promotion(packed: int) -> str | None:
    """``n``, ``b``, ``r`` or ``q``; None if the move is no promotion."""
    return _PROMOTIONS.get(flags(packed))


def move_to_uci(packed: int) -> str:
    """A move as UCI text, ``e2e4``; castling is written as the king's move, ``e1g1``, and the null move as ``0000``.

    Takes moves of columns and of ``Game.moves``, which are signed numbers, too.
    """
    if packed == NULL:
        return "0000"
    return _SQUARES[from_square(packed)] + _SQUARES[to_square(packed)] + (promotion(packed) or "")


def packed_from_uci(uci: str, fen: str | None = None) -> int:
    """The packed move of a UCI text in a position (None: the standard start), as a signed number like in columns.

    Raises ValueError for a move that is not legal, and for a text that is not a FEN.
    """
    from ._library import call, ffi, lib
    from .positions import position_of, standard_position

    position = standard_position() if fen is None else position_of(fen)
    packed = ffi.new("uint16_t *")
    text = uci.encode()
    call(lib.plypack_position_move_from_uci, position, text, len(text), packed)
    return int(packed[0]) - (int(packed[0]) >> 15 << 16)
