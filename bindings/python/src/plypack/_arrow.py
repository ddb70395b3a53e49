"""Arrow streams, read while other Python threads run.

For a file on a server, threads of the library call Python functions to read it. A consumer that waits for a batch while
it holds Python's lock would therefore wait for ever. So ``unlocked`` puts a Python function in front of ``get_next``,
which releases the lock while it waits.
"""

from __future__ import annotations

import ctypes
from collections import deque
from collections.abc import Iterator
from typing import Any

from nanoarrow.c_array import CArray
from nanoarrow.c_array_stream import CArrayStream
from nanoarrow.c_schema import CSchema

from ._library import batch_error, decoded

_FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_TEXT = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


class _Stream(ctypes.Structure):
    """``struct ArrowArrayStream``."""

    _fields_ = [
        ("get_schema", _FILL),
        ("get_next", _FILL),
        ("get_last_error", _TEXT),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


def batches(stream: CArrayStream, schema: CSchema) -> Iterator[CArray]:
    """The batches of a stream. Raises PlypackError for games that cannot be read."""
    address = stream._addr()
    functions = _Stream.from_address(address)
    while True:
        array = CArray.allocate(schema)
        if functions.get_next(address, array._addr()):
            text = functions.get_last_error(address)
            raise batch_error(decoded(ctypes.string_at(text)) if text else "the batch cannot be read")
        if not array.is_valid():
            return
        yield array


#: ``get_next`` and ``get_last_error`` of the library, the same for all of its streams.
_library_functions: list[tuple[Any, Any]] = []

#: The last messages: a consumer reads one after the call that returned it.
_messages: deque[Any] = deque(maxlen=256)


def unlocked(stream: CArrayStream) -> CArrayStream:
    """The stream, with a ``get_next`` that lets other Python threads run, and with messages for Python. Its other
    functions remain the library's, because a consumer may release a stream while an exception is raised, when no Python
    function can be called."""
    functions = _Stream.from_address(stream._addr())
    if not _library_functions:
        get_next = ctypes.cast(functions.get_next, ctypes.c_void_p).value or 0
        get_last_error = ctypes.cast(functions.get_last_error, ctypes.c_void_p).value or 0
        _library_functions.append((_FILL(get_next), _TEXT(get_last_error)))
    functions.get_next = _get_next
    functions.get_last_error = _get_last_error
    return stream


def _call_next(address: Any, array: Any) -> int:
    return int(_library_functions[0][0](address, array))


def _last_error(address: Any) -> int | None:
    text = _library_functions[0][1](address)
    if not text:
        return None
    message = ctypes.create_string_buffer(str(batch_error(decoded(ctypes.string_at(text)))).encode())
    _messages.append(message)
    return ctypes.addressof(message)


_get_next = _FILL(_call_next)
_get_last_error = _TEXT(_last_error)
