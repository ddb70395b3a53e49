"""Open files, below the scans and explorers that read them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ._library import PlypackError, call, ffi, in_file, lib, with_advice


class OpenFile:
    """Base of ``Database``: the reader of a file, its name, and the options with which it was opened."""

    def __init__(self, reader: Any, name: str | None, options: dict[str, Any] | None = None) -> None:
        self._open_reader = reader
        self._options = options or {}
        self.name = name

    @property
    def _reader(self) -> Any:
        if self._open_reader is None:
            raise ValueError("the database is closed")
        return self._open_reader

    @property
    def closed(self) -> bool:
        """True after ``close``."""
        return self._open_reader is None

    def close(self) -> None:
        """Closes the file after the running calls of other threads have returned. Using the database then raises
        ValueError."""
        self._open_reader = None

    def __len__(self) -> int:
        return int(lib.plypack_reader_number_end(self._reader))

    def _figure(self, field: int) -> int:
        value = ffi.new("uint64_t *")
        call(lib.plypack_reader_info, self._reader, field, value)
        return int(value[0])

    @contextlib.contextmanager
    def _naming(self) -> Iterator[None]:
        """Adds the name of the file, and the advice to accept damage, to errors raised inside."""
        try:
            yield
        except PlypackError as error:
            in_file(error, self.name)
            if not self._options.get("accept_damage"):
                with_advice(error)
            raise
