"""The C library: loaded once, called with errors as exceptions."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from ._declarations import ffi

_FOLDER = Path(__file__).resolve().parent
_NAMES = ("libplypack.so", "libplypack.dylib", "plypack.dll")

lib = ffi.dlopen(str(next(_FOLDER / name for name in _NAMES if (_FOLDER / name).is_file())))

#: The byte offset of an error whose offset is unknown: PLYPACK_NO_OFFSET of the header.
_NO_OFFSET = 2**64 - 1


class PlypackError(Exception):
    """What the library refuses or cannot read.

    ``code`` is the name of the error in the specification (``CHECKSUM_BLOCK``), ``offset`` the byte offset in the file or None.
    """

    def __init__(self, message: str, code: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset


class DeletedGameError(PlypackError, LookupError):
    """The number of a game that was deleted."""


class _Errors(threading.local):
    """An error object for each thread."""

    def __init__(self) -> None:
        self.error = ffi.gc(lib.plypack_error_new(), lib.plypack_error_free)


_errors = _Errors()


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is the error, and raises what it reports."""
    error = _errors.error
    status = function(*arguments, error)
    if status != 0:
        raise _exception(status, error)


def _exception(status: int, error: Any) -> Exception:
    message = text_of(lib.plypack_error_message(error))
    code = text_of(lib.plypack_status_name(status))
    offset = lib.plypack_error_offset(error)
    if code == "OUT_OF_RANGE":
        return IndexError(message)
    if code == "INVALID_ARGUMENT":
        return ValueError(message)
    kind = DeletedGameError if code == "NOT_FOUND" else PlypackError
    return kind(message, code, None if offset == _NO_OFFSET else offset)


def new(constructor: Any, free: Any, kind: str, *arguments: Any) -> Any:
    """A handle that is freed with the Python object."""
    handle = ffi.new(f"{kind} **")
    call(constructor, *arguments, handle)
    return ffi.gc(handle[0], free)


def text_of(text: Any) -> str:
    """A text of the library: of C, or one with a length."""
    if ffi.typeof(text).kind == "struct":
        return decoded(bytes(ffi.buffer(text.data, text.len)))
    return ffi.string(text).decode("utf-8", "replace")


def decoded(text: bytes) -> str:
    """Text of a PGN: UTF-8, and Latin-1 where it is not."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return text.decode("latin-1")


def library_version() -> str:
    """The version of the library, as ``0.1.0``."""
    return text_of(lib.plypack_version())
