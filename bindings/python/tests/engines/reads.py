"""Counts the reads of files."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fsspec


class Reads:
    """Counts the bytes read from files."""

    def __init__(self) -> None:
        self.bytes = 0

    def take(self) -> int:
        """The bytes since the last call."""
        taken, self.bytes = self.bytes, 0
        return taken


@contextmanager
def counted(paths: list[str]) -> Iterator[tuple[list[str], Reads]]:
    """The files under URLs of a file system in memory, and their reads."""
    reads = Reads()
    system: Any = fsspec.filesystem("memory")
    original = type(system).cat_file

    def cat_file(self: Any, path: str, start: int | None = None, end: int | None = None, **options: Any) -> bytes:
        # As on a network, other threads run meanwhile.
        time.sleep(0.002)
        data: bytes = original(self, path, start=start, end=end, **options)
        reads.bytes += len(data)
        return data

    type(system).cat_file = cat_file
    urls = []
    try:
        for number, path in enumerate(paths):
            system.pipe_file(f"/counted/{number}.plypack", Path(path).read_bytes())
            urls.append(f"memory://counted/{number}.plypack")
        yield urls, reads
    finally:
        type(system).cat_file = original
        system.rm("/counted", recursive=True)
