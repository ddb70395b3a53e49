"""Games of a file as PGN."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ._library import ffi, lib
from .callbacks import Callbacks


def write_pgn(reader: Any, numbers: Sequence[int] | None, out: str | os.PathLike[str], classify: int) -> tuple[int, int]:
    """Writes the games with these numbers, None for all, with opening tags by ``classify``, a constant of the header.
    Returns how many were written, and how many are missing or incomplete because they are damaged."""
    target = Path(os.fspath(out))
    exported = ffi.new("plypack_exported *", {"size": ffi.sizeof("plypack_exported")})
    options = ffi.new("plypack_export_options *", {"size": ffi.sizeof("plypack_export_options"), "classify": classify})
    callbacks = Callbacks(None)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    # Another program's file is not replaced.
    file = open(unfinished, "xb")
    try:
        with file:
            tail = (options, 0, callbacks.writer(file), ffi.NULL, callbacks.struct, exported)
            if numbers is None:
                callbacks.run(lib.plypack_reader_export_pgn, reader, 0, lib.plypack_reader_number_end(reader), *tail)
            else:
                callbacks.run(lib.plypack_reader_export_games, reader, ffi.new("uint64_t[]", numbers), len(numbers), *tail)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return int(exported.games), int(exported.lost + exported.incomplete)
