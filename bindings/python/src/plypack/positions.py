"""Positions as handles of the library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ._library import call, ffi, lib, new

_NUMBER = re.compile(r"^\d+\.+")
_SKIPPED = re.compile(r"\d+|[!?]+|\$\d+|1-0|0-1|1/2-1/2|\*|")


def standard_position() -> Any:
    """Makes the handle of the standard start."""
    return new(lib.plypack_position_new, lib.plypack_position_free, "plypack_position")


def position_of(fen: str) -> Any:
    """Makes the handle of the position of a FEN. Raises ValueError for another text."""
    position = standard_position()
    text = fen.encode()
    call(lib.plypack_position_set_fen, position, text, len(text))
    return position


def position_after(moves: str | Sequence[str]) -> Any:
    """Makes the handle of the position after moves from the standard start, in SAN or UCI.

    Move numbers, ``!``, ``$14`` and results are skipped. Raises ValueError for another text, with the number of the move.
    """
    position = standard_position()
    ply = 0
    for word in moves.split() if isinstance(moves, str) else moves:
        text = _NUMBER.sub("", word).rstrip("!?")
        if not _SKIPPED.fullmatch(text):
            call(lib.plypack_position_play, position, _read_move(position, text, ply))
            ply += 1
    return position


def _read_move(position: Any, text: str, ply: int) -> int:
    packed, data = ffi.new("uint16_t *"), text.encode()
    try:
        call(lib.plypack_position_move_from_uci, position, data, len(data), packed)
    except ValueError:
        # The SAN error is clearer than the UCI error.
        try:
            call(lib.plypack_position_move_from_san, position, data, len(data), packed)
        except ValueError as error:
            color = "Black" if ply % 2 else "White"
            raise ValueError(f"move {ply // 2 + 1} of {color}: {error}") from None
    return int(packed[0])
