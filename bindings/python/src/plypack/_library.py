"""The C library: loaded once, called with errors as exceptions."""

from __future__ import annotations

import itertools
import os
import re
import threading
from pathlib import Path
from typing import Any

from ._declarations import ffi as _ffi

ffi: Any = _ffi

_FOLDER = Path(__file__).resolve().parent
_NAMES = ("libplypack.so", "libplypack.dylib", "plypack.dll")

lib: Any = ffi.dlopen(str(next(_FOLDER / name for name in _NAMES if (_FOLDER / name).is_file())))

#: Codes of errors in the caller's arguments.
_VALUE_ERRORS = ("INVALID_ARGUMENT", "ILLEGAL_MOVE", "ILLEGAL_POSITION", "INVALID_MOVE_TEXT", "UNKNOWN_CODEC")

#: The byte offset of an error whose offset is unknown: PLYPACK_NO_OFFSET of the header.
_NO_OFFSET = 2**64 - 1


#: Advice in the library's messages, which is for C programs, and its replacement for Python.
_ADVICE = {
    "open it with PLYPACK_OPEN_ACCEPT_DAMAGE": "open it with accept_damage=True",
    "save that with plypack_file_repair": "save that with the command `plypack repair`",
    "it does not start with plypack's eight bytes": "it does not start with plypack's eight bytes; plypack.pack makes one of PGN",
}

#: Codes of damage to single games; the other codes of these classes (``limits.13``) concern the complete file.
_DAMAGE = re.compile("(BLOCK|SECTION|TAGS|ANNOTATION|MOVE)_MALFORMED|CHECKSUM_(BLOCK|SECTION)|CORRUPT")


class PlypackError(Exception):
    """Input that the library refuses or cannot read.

    ``code`` is the name of the error in the specification (``CHECKSUM_BLOCK``), ``offset`` the byte offset in the file or None.
    """

    def __init__(self, message: str, code: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.offset = offset

    def __str__(self) -> str:
        place = "" if self.offset is None else f", at byte {self.offset}"
        return f"{self.args[0]} ({self.code}{place})"

    def __reduce__(self) -> tuple[type[PlypackError], tuple[str, str, int | None]]:
        return type(self), (self.args[0], self.code, self.offset)


class DeletedGameError(PlypackError, LookupError):
    """The number of a game that was deleted."""


class DamageWarning(UserWarning):
    """A search left games out because they cannot be read; only with ``accept_damage``."""


class _Errors(threading.local):
    """An error object for each thread."""

    def __init__(self) -> None:
        self.error = ffi.gc(lib.plypack_error_new(), lib.plypack_error_free)


_errors = _Errors()


def thread_error() -> Any:
    """The error object of this thread, for loops that call the library directly; ``check`` raises the error that it
    holds."""
    return _errors.error


def check(status: int, error: Any) -> None:
    """Raises what a call reported."""
    if status != 0:
        raise _exception(status, error)


def call(function: Any, *arguments: Any) -> None:
    """Calls a function whose last parameter is the error, and raises the reported error."""
    error = _errors.error
    check(function(*arguments, error), error)


def _exception(status: int, error: Any) -> Exception:
    message = _in_python(text_of(lib.plypack_error_message(error)))
    code = text_of(lib.plypack_status_name(status))
    offset = lib.plypack_error_offset(error)
    if code == "OUT_OF_RANGE":
        return IndexError(message)
    if code in _VALUE_ERRORS:
        return ValueError(message)
    if code == "NO_MEMORY":
        return MemoryError(message)
    kind = DeletedGameError if code == "NOT_FOUND" else PlypackError
    made = kind(message, code, None if offset == _NO_OFFSET else int(offset))
    if code == "IO":
        _say_why(made)
    return made


def _in_python(message: str) -> str:
    """The message, with advice for Python."""
    for advice, other in _ADVICE.items():
        message = message.replace(advice, other)
    return message


def batch_error(message: str) -> PlypackError:
    """Returns the error of a batch that cannot be read, of which an Arrow stream has only a text."""
    found = re.fullmatch(r"(?:External error: )?(.*?)(?: \(at byte (\d+)\))?", message, re.DOTALL)
    text, offset = found.groups() if found else (message, None)
    code = "IO" if _CALLBACK.search(text) else "CORRUPT"
    error = PlypackError(_in_python(text), code, None if offset is None else int(offset))
    _say_why(error)
    return error


class Failures:
    """Exceptions raised in callbacks. They must not pass through C, so the callback returns a number, which the
    library's message repeats."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._kept: dict[int, BaseException] = {}

    def keep(self, failure: BaseException) -> int:
        """Stores an exception and returns its number, 1 to 2**31 - 1, for the callback to return. Keeps at most 100
        exceptions."""
        number = next(self._numbers) % (2**31 - 1) + 1
        self._kept[number] = failure
        if len(self._kept) > 100:
            self._kept.pop(next(iter(self._kept)), None)
        return number

    def take(self, number: int) -> BaseException | None:
        """Removes and returns the exception with this number; None if it is not stored."""
        return self._kept.pop(number, None)


failures = Failures()

_CALLBACK = re.compile(r"the (?:read|write|size) callback returned (\d+)")


def _say_why(error: PlypackError) -> None:
    """Replaces the number in the message by the exception of the callback."""
    message = error.args[0]
    if found := _CALLBACK.search(message):
        failure = failures.take(int(found[1]))
        reason = f"{type(failure).__name__}: {failure}" if failure else "the file cannot be read"
        error.args = (message.replace(found[0], reason),)
        error.__cause__ = failure


def file_error(error: Exception, path: str | bytes, *, writing: bool = False) -> Exception:
    """Returns the exception that Python's ``open`` raises for this file, such as FileNotFoundError. Adds the path to
    any other error."""
    path = os.fsdecode(path)
    if getattr(error, "code", None) != "IO":
        return in_file(error, path)
    try:
        os.stat(os.path.dirname(os.path.abspath(path)) if writing else path)
        if not writing:
            os.close(os.open(path, os.O_RDONLY))
    except OSError as known:
        return known
    if os.path.isdir(path):
        return IsADirectoryError(21, "Is a directory", path)
    return in_file(error, path)


def in_file(error: Exception, name: str | None) -> Exception:
    """Returns the error with the name of the file in its message."""
    if name is not None and isinstance(error, PlypackError) and name not in error.args[0]:
        error.args = (f"{name}: {error.args[0]}",)
    return error


def with_advice(error: PlypackError) -> None:
    """Adds the advice to use ``accept_damage`` to errors about damaged games."""
    if _DAMAGE.fullmatch(error.code) and "accept_damage" not in error.args[0]:
        error.args = (f"{error.args[0]}; a file opened with accept_damage=True leaves out games that cannot be read",)


def new(constructor: Any, free: Any, kind: str, *arguments: Any) -> Any:
    """A handle that is freed with the Python object."""
    handle = ffi.new(f"{kind} **")
    call(constructor, *arguments, handle)
    return ffi.gc(handle[0], free)


def written(write: Any, handle: Any, capacity: int) -> bytes:
    """Returns the text that ``write`` writes. A buffer of ``capacity`` bytes is tried first."""
    size = ffi.new("size_t *")
    text = ffi.new("char[]", capacity)
    error = thread_error()
    status = write(handle, text, capacity, size, error)
    if status == lib.PLYPACK_BUFFER_TOO_SMALL:
        text = ffi.new("char[]", size[0] + 1)
        status = write(handle, text, size[0] + 1, size, error)
    check(status, error)
    return bytes(ffi.buffer(text, size[0]))


def text_of(text: Any) -> str:
    """Returns a text of the library: a C string, or a struct of pointer and length."""
    if ffi.typeof(text).kind == "struct":
        return decoded(bytes(ffi.buffer(text.data, text.len)))
    return str(ffi.string(text).decode("utf-8", "replace"))


def decoded(text: bytes) -> str:
    """Decodes text of a PGN from UTF-8, or from Windows-1252 if it is not UTF-8 (search.13)."""
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(_WINDOWS_1252[byte] for byte in text)


# Bytes that Windows-1252 does not assign are control characters.
_WINDOWS_1252 = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]


def library_version() -> str:
    """The version of the library, as ``1.0.0``."""
    return text_of(lib.plypack_version())
