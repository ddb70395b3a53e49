"""Python functions that the library calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from ._library import PlypackError, call, ffi
from .sources import Stream, as_bytes

#: Called with the number of bytes done, and the number of all bytes (0 if unknown).
Progress = Callable[[int, int], object]


class Callbacks:
    """The callbacks of a long call. An exception in one of them, also ``KeyboardInterrupt``, ends the call; ``run`` raises it."""

    def __init__(self, progress: Progress | None) -> None:
        self._failure: BaseException | None = None

        @ffi.callback("int32_t(void *, uint64_t, uint64_t)", error=1, onerror=self._keep)  # type: ignore[untyped-decorator]
        def report(_user: Any, done: int, total: int) -> int:
            if progress is not None:
                progress(done, total)
            return 0

        self._report = report
        self.struct = ffi.new("plypack_callbacks *", {"size": ffi.sizeof("plypack_callbacks"), "progress": report})

    def reader(self, stream: Stream) -> Any:
        """The callback that reads an open file."""
        rest = stream.head

        @ffi.callback("int32_t(void *, uint8_t *, size_t, size_t *)", error=1, onerror=self._keep)  # type: ignore[untyped-decorator]
        def read(_user: Any, buffer: Any, capacity: int, length: Any) -> int:
            nonlocal rest
            # A character takes up to four bytes.
            data = rest or as_bytes(stream.file.read(capacity))
            data, rest = data[:capacity], data[capacity:]
            ffi.memmove(buffer, data, len(data))
            length[0] = len(data)
            return 0

        return read

    def writer(self, file: IO[bytes]) -> Any:
        """The callback that writes to an open file."""

        @ffi.callback("int32_t(void *, const uint8_t *, size_t)", error=1, onerror=self._keep)  # type: ignore[untyped-decorator]
        def write(_user: Any, data: Any, size: int) -> int:
            file.write(ffi.buffer(data, size))
            return 0

        return write

    def run(self, function: Any, *arguments: Any) -> None:
        try:
            call(function, *arguments)
        except PlypackError:
            if self._failure is not None:
                raise self._failure from None
            raise

    def _keep(self, _kind: Any, failure: BaseException, _traceback: Any) -> None:
        self._failure = failure
