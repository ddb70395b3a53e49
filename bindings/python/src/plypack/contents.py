"""Contents of a game handle of the library: lines of the tag section, tokens, main line and PGN."""

from __future__ import annotations

import struct
from array import array
from typing import Any

from ._library import check, decoded, ffi, lib, thread_error, written

#: ``plypack_tag`` and ``plypack_token`` as ``struct`` reads them: reading member by member takes several times as long.
_TAG = struct.Struct("@IPNPNPN")
_TOKEN = struct.Struct("@IIPN")

#: A token: its kind (``PLYPACK_TOKEN_...``), number (plies, packed move or NAG) and text.
Token = tuple[int, int, bytes]


def tag_lines(game: Any, *, escaped: bool = False) -> list[tuple[int, str, str]]:
    """Returns kind, name and value of each line of the tag section; the value with the escapes of PGN if ``escaped``."""
    raw = _all(game, lib.plypack_game_tag_count, lib.plypack_game_tag_at, "plypack_tag")
    value = 5 if escaped else 3
    return [(tag[0], decoded(_text_at(tag[1], tag[2])), decoded(_text_at(tag[value], tag[value + 1]))) for tag in _TAG.iter_unpack(raw)]


def tokens_of(game: Any) -> list[Token]:
    """Returns the tokens around the moves."""
    raw = _all(game, lib.plypack_game_token_count, lib.plypack_game_token_at, "plypack_token")
    return [(kind, number, _text_at(text, size) if size else b"") for kind, number, text, size in _TOKEN.iter_unpack(raw)]


def packed_moves(game: Any) -> array[int]:
    """Returns the main line as int16."""
    view = lib.plypack_game_moves(game)
    return array("h", bytes(ffi.buffer(view.data, 2 * view.len)) if view.len else b"")


def pgn_bytes(game: Any) -> bytes:
    """Returns the whole game as PGN, with texts in their original encoding."""
    return written(lib.plypack_game_pgn, game, 4096)


def _all(game: Any, count_of: Any, read: Any, kind: str) -> Any:
    """Returns the structs that ``read`` fills, as bytes."""
    error = thread_error()
    count = count_of(game)
    if not count:
        return b""
    structs = ffi.new(f"{kind}[]", count)
    for index in range(count):
        check(read(game, index, structs + index, error), error)
    return bytes(ffi.buffer(structs))


def _text_at(address: int, size: int) -> bytes:
    return bytes(ffi.buffer(ffi.cast("char *", address), size))
