"""Files on servers, read in parts by fsspec, which supports https, s3, gs and others.

Opening a file takes two reads: the last 64 KiB, and the header. An answer also gives the length of the file.
"""

from __future__ import annotations

import logging
import re
import threading
from typing import Any

from ._library import failures, ffi, lib, new

_log = logging.getLogger("plypack")

#: Bytes that the library reads first, from the end of a file. Reads from ``_SMALL`` bytes on are extended to at least
#: this length; shorter reads are extended to ``_SMALL`` bytes.
_TAIL_LEN = 64 << 10
_SMALL = 4 << 10

#: Maximum number of pieces of a file in memory.
_MAX_PIECES = 16

#: State of the callbacks of open files. The streams of a scan keep their file open even after its database is gone, and
#: nothing shows when the last stream ends. So a few hundred bytes per file are never freed.
_open_files: list[Any] = []


def open_remote(url: str, flags: int, options: dict[str, Any]) -> Any:
    """Returns a reader of the file at a URL, with options of its file system. Raises FileNotFoundError, OSError and
    other errors of fsspec."""
    file = _open_file(url, options)

    @ffi.callback("int32_t(void *, uint64_t *)", error=1)  # type: ignore[untyped-decorator]
    def size_of(_user: Any, length: Any) -> int:
        length[0] = file.size
        return 0

    @ffi.callback("int32_t(void *, uint64_t, uint8_t *, size_t)", error=1)  # type: ignore[untyped-decorator]
    def read(_user: Any, offset: int, buffer: Any, length: int) -> int:
        try:
            ffi.memmove(buffer, file.read(offset, length), length)
        except Exception as failure:
            _log.error("%s: bytes %d to %d cannot be read: %r", url, offset, offset + length, failure)
            return failures.keep(failure)
        return 0

    def free(handle: Any) -> None:
        lib.plypack_reader_free(handle)
        file.forget()

    _open_files.append((file, size_of, read))
    flags |= lib.PLYPACK_OPEN_REMOTE
    return new(lib.plypack_reader_open_callbacks, free, "plypack_reader", size_of, read, ffi.NULL, flags)


def file_system(url: str, options: dict[str, Any]) -> tuple[Any, str]:
    """Returns the file system of a URL, and the name of the file in it. Raises ImportError without fsspec."""
    try:
        import fsspec
    except ImportError as error:
        raise ImportError("files on servers need fsspec: pip install 'plypack[remote]'") from error
    system, path = fsspec.core.url_to_fs(url, **options)
    return system, path


def _open_file(url: str, options: dict[str, Any]) -> _File:
    system, path = file_system(url, options)
    is_http = url.startswith(("http://", "https://")) and hasattr(system, "set_session")
    return _HttpFile(system, path) if is_http else _File(system, path)


class ChangedError(OSError):
    """The file on the server has changed since it was opened."""


class _File:
    """A file of any file system of fsspec. Recently read pieces stay in memory. Reads are extended, because the library
    often reads on where its last read ended, and a request takes more time than the transfer of its bytes."""

    def __init__(self, system: Any, path: str) -> None:
        self._system = system
        self._path = path
        self._lock = threading.Lock()
        self._pieces: list[tuple[int, bytes]] = []
        self._capacity = _MAX_PIECES
        self.size = self._open()

    def read(self, offset: int, length: int) -> bytes:
        """Returns exactly ``length`` bytes from ``offset`` on."""
        if length == 0:
            return b""
        with self._lock:
            for start, piece in self._pieces:
                if start <= offset and offset + length <= start + len(piece):
                    return piece[offset - start : offset - start + length]
        wanted = max(length, _SMALL if length < _SMALL else _TAIL_LEN)
        data = self._fetch(offset, max(length, min(wanted, self.size - offset)))
        if len(data) <= _TAIL_LEN:
            self._keep(offset, data)
        return data[:length]

    def forget(self) -> None:
        """Frees the pieces, and keeps none from now on."""
        with self._lock:
            self._capacity = 0
            self._pieces.clear()

    def _keep(self, offset: int, data: bytes) -> None:
        with self._lock:
            self._pieces = [(offset, data), *self._pieces][: self._capacity]

    def _open(self) -> int:
        """Returns the size of the file."""
        return int(self._system.size(self._path))

    def _fetch(self, offset: int, length: int) -> bytes:
        data = bytes(self._system.cat_file(self._path, start=offset, end=offset + length))
        if len(data) != length:
            raise ChangedError(f"{self._path} is shorter than it was: {len(data)} bytes at {offset}, where there were {length}")
        return data


class _HttpFile(_File):
    """A file of a web server: one request per read. The answer to the first request gives the length of the file."""

    def _open(self) -> int:
        self._version: tuple[str, ...] | None = None
        data, size = self._request(f"bytes=0-{_SMALL - 1}")
        self._keep(0, data)
        return size

    def _fetch(self, offset: int, length: int) -> bytes:
        data, _ = self._request(f"bytes={offset}-{offset + length - 1}")
        if len(data) != length:
            raise OSError(f"{self._path}: the server gave {len(data)} bytes where {length} were asked for")
        return data

    def _request(self, wanted: str) -> tuple[bytes, int]:
        """Returns the bytes of a range, and the length of the whole file."""
        from fsspec.asyn import sync

        status, headers, data = sync(self._system.loop, self._get, wanted)
        found = re.fullmatch(r"bytes \d+-\d+/(\d+)", headers.get("Content-Range", ""))
        if status == 404:
            raise FileNotFoundError(2, "The server has no such file", self._path)
        if status == 200:
            raise OSError(f"{self._path}: the server does not answer requests for parts of a file (ranges): download it, and open that")
        if status == 416:
            raise OSError(f"{self._path}: the server says that the file does not have {wanted}: it is empty, or became shorter")
        if status != 206 or not found:
            raise OSError(f"{self._path}: the server answered {status} {headers.get('Content-Range', '')}".rstrip())
        self._check_version((found[1], headers.get("ETag") or headers.get("Last-Modified", "")))
        return data, int(found[1])

    def _check_version(self, version: tuple[str, ...]) -> None:
        with self._lock:
            if self._version is None:
                self._version = version
            if self._version != version:
                raise ChangedError(f"{self._path}: the file on the server was changed since it was opened; open it again")

    async def _get(self, wanted: str) -> tuple[int, Any, bytes]:
        options = dict(self._system.kwargs)
        options["headers"] = {**options.get("headers", {}), "Range": wanted, "Accept-Encoding": "identity"}
        session = await self._system.set_session()
        async with session.get(self._system.encode_url(self._path), **options) as answer:
            # A server without ranges would send the whole file.
            data = await answer.read() if answer.status == 206 else b""
            return answer.status, answer.headers, data
