"""Files on servers, read in parts: by fsspec, which knows https, s3, gs and others."""

from __future__ import annotations

from typing import Any

from ._library import ffi, lib, new

#: What the callbacks of open files need. Streams of a scan keep their file open, also after the database is gone, and nothing tells when
#: the last one ends: a few hundred bytes a file stay for ever.
_open_files: list[Any] = []


def open_remote(url: str, flags: int) -> Any:
    """A reader of the file at a URL."""
    import fsspec

    system, path = fsspec.core.url_to_fs(url)
    size = int(system.size(path))

    @ffi.callback("int32_t(void *, uint64_t *)", error=1)
    def size_of(_user: Any, length: Any) -> int:
        length[0] = size
        return 0

    @ffi.callback("int32_t(void *, uint64_t, uint8_t *, size_t)", error=1)
    def read(_user: Any, offset: int, buffer: Any, length: int) -> int:
        data = system.cat_file(path, start=offset, end=offset + length)
        if len(data) != length:
            return 1
        ffi.memmove(buffer, data, length)
        return 0

    _open_files.append((system, size_of, read))
    flags |= lib.PLYPACK_OPEN_REMOTE
    return new(lib.plypack_reader_open_callbacks, lib.plypack_reader_free, "plypack_reader", size_of, read, ffi.NULL, flags)
