"""Making files from PGN."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from ._library import call, ffi, lib, new

_CODECS = {"byte": lib.PLYPACK_CODEC_BYTE, "coord16": lib.PLYPACK_CODEC_COORD16, "tight": lib.PLYPACK_CODEC_TIGHT}


@dataclass(frozen=True)
class Packed:
    """What was packed. ``issues`` are places of the PGN that could not be parsed; their text is kept."""

    games: int
    plies: int
    issues: int
    duplicates: int


def pack(
    pgn: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    append: bool = False,
    codec: str = "byte",
    unique: bool = False,
    threads: int = 0,
) -> Packed:
    """Packs PGN files, also compressed ones (gz, bz2, xz, zst, zip) and SCID databases, into a new file or at the end of one.

    ``codec`` is ``byte`` (fast), ``tight`` (an archive, smallest and slow) or ``coord16``. ``unique`` leaves duplicates out. A file that
    exists is replaced when the new one is complete; if anything fails, it stays as it was.
    """
    if codec not in _CODECS:
        raise ValueError(f"there is no codec {codec!r} here; there are {', '.join(_CODECS)}")
    files = [pgn] if isinstance(pgn, (str, os.PathLike)) else list(pgn)
    options = new(lib.plypack_options_new, lib.plypack_options_free, "plypack_options")
    call(lib.plypack_options_set_codec, options, _CODECS[codec])
    handle = ffi.new("plypack_writer **")
    call(lib.plypack_writer_append if append else lib.plypack_writer_create, os.fsencode(out), options, handle)
    writer = handle[0]
    try:
        if unique:
            call(lib.plypack_writer_skip_duplicates, writer)
        totals = [_add(writer, os.fsencode(file), threads) for file in files]
        call(lib.plypack_writer_finish, writer)
    finally:
        lib.plypack_writer_free(writer)
    return Packed(*(sum(column) for column in zip(*totals))) if totals else Packed(0, 0, 0, 0)


def _add(writer: object, file: bytes, threads: int) -> tuple[int, int, int, int]:
    imported = ffi.new("plypack_imported *", {"size": ffi.sizeof("plypack_imported")})
    call(lib.plypack_writer_add_pgn_file, writer, file, threads, ffi.NULL, imported)
    return int(imported.games), int(imported.plies), int(imported.issues), int(imported.duplicates)
