"""Making files from PGN."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import IO, Any, Union

from ._library import PlypackError, call, ffi, file_error, lib

#: The codecs of files, and their numbers.
CODECS = {"coord16": lib.PLYPACK_CODEC_COORD16, "byte": lib.PLYPACK_CODEC_BYTE, "tight": lib.PLYPACK_CODEC_TIGHT}

#: What games come from: the path of a file, an open file, or the bytes of a PGN text.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, IO[str], IO[bytes]]

#: Called with how many bytes of a file are done, and how many there are (0: unknown).
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Packed:
    """What was packed. ``issues`` are places of the PGN that could not be parsed; their text is kept, and games have it in ``pgn``.
    ``duplicates`` were left out and are not in the other figures."""

    games: int
    plies: int
    issues: int
    duplicates: int


def pack(
    pgn: Source | Iterable[Source],
    out: str | os.PathLike[str],
    *,
    append: bool = False,
    codec: str = "byte",
    unique: bool = False,
    threads: int = 0,
    progress: Progress | None = None,
) -> Packed:
    """Packs PGN into a new file, or at the end of one.

    - ``pgn``: a path or an open file, also compressed (gz, bz2, xz, zst, zip), the path of a SCID database (``.si4``), a PGN text as bytes,
      or several of these.
    - ``append``: adds the games to the file ``out``. Otherwise a file that exists is replaced when the new one is complete.
    - ``codec``: ``byte`` (fast), ``tight`` (an archive: smallest and slow), or ``coord16`` (two bytes a ply).
    - ``unique``: leaves out games that have the players, date, result and moves of another one, also of the file that they are added to.
    - ``threads``: how many work at it, 0 for one a core; the file is the same.
    - ``progress``: called with the bytes that are done and the bytes of the current source (0 if unknown). An exception in it stops.

    If anything fails, ``out`` is as it was before. Raises FileNotFoundError and the like for files that cannot be opened, ValueError for
    an unknown codec, and PlypackError: ``UNSUPPORTED_ENCODING`` for what is no PGN, ``LOCKED`` or ``BUSY`` for a file to which somebody
    writes already, ``IO``.
    """
    if codec not in CODECS:
        raise ValueError(f"no file has the codec {codec!r}; there are {', '.join(CODECS)}")
    options = ffi.new("plypack_options *", {"size": ffi.sizeof("plypack_options"), "codec": CODECS[codec]})
    handle = ffi.new("plypack_writer **")
    try:
        call(lib.plypack_writer_append if append else lib.plypack_writer_create, os.fsencode(out), options, handle)
    except PlypackError as error:
        raise file_error(error, os.fsencode(out), writing=not append) from None
    writer = handle[0]
    try:
        if unique:
            call(lib.plypack_writer_skip_duplicates, writer, threads, ffi.NULL)
        totals = [_add(writer, source, threads, progress) for source in _sources(pgn)]
        call(lib.plypack_writer_finish, writer)
    finally:
        # Without finish, this takes back what was written.
        lib.plypack_writer_free(writer)
    return Packed(*(sum(column) for column in zip(*totals))) if totals else Packed(0, 0, 0, 0)


def index(path: str | os.PathLike[str], *, threads: int = 0, progress: Progress | None = None) -> int:
    """Adds the position index for all games of a file that have none, so that searches for positions are fast; the number of these games.

    Databases that are open do not see it; open them again. Raises FileNotFoundError and the like, and PlypackError as ``pack``.
    """
    games = ffi.new("uint64_t *")
    callbacks = _Callbacks(progress)
    try:
        callbacks.run(lib.plypack_file_index, os.fsencode(path), threads, callbacks.struct, games)
    except PlypackError as error:
        raise file_error(error, os.fsencode(path)) from None
    return int(games[0])


def rename_player(
    path: str | os.PathLike[str], old: str, new: str, *, threads: int = 0, progress: Progress | None = None
) -> int:
    """Gives a player another name in all games of a file; the number of games that changed.

    ``old`` is the whole name in the tags ``White`` and ``Black``, with upper and lower case as they are. Writes the file anew without
    reading moves; games keep their numbers, edits and index. If no game has the name, the file stays untouched.
    ``progress``: called with the games that are done and the games to do, each counted twice. An exception in it stops.

    Databases that are open do not see it; open them again. Raises ValueError for an empty name and for equal names, FileNotFoundError and
    the like, and PlypackError as ``pack``.
    """
    games = ffi.new("uint64_t *")
    callbacks = _Callbacks(progress)
    names = [_stored(old), _stored(new)]
    texts = [part for name in names for part in (name, len(name))]
    try:
        callbacks.run(lib.plypack_file_rename_player, os.fsencode(path), *texts, threads, callbacks.struct, games)
    except PlypackError as error:
        raise file_error(error, os.fsencode(path)) from None
    return int(games[0])


def _stored(name: str) -> bytes:
    """The name with the escapes of PGN."""
    return name.replace("\\", "\\\\").replace('"', '\\"').encode("utf-8", "surrogateescape")


def _sources(pgn: Any) -> Iterable[Any]:
    is_one = isinstance(pgn, (str, os.PathLike, bytes, bytearray)) or hasattr(pgn, "read")
    return [pgn] if is_one else pgn


def _add(writer: Any, source: Any, threads: int, progress: Progress | None) -> tuple[int, int, int, int]:
    imported = ffi.new("plypack_imported *", {"size": ffi.sizeof("plypack_imported")})
    callbacks = _Callbacks(progress)
    if isinstance(source, (bytes, bytearray)):
        data = bytes(source)
        callbacks.run(lib.plypack_writer_add_pgn, writer, data, len(data), threads, callbacks.struct, imported)
    elif hasattr(source, "read"):
        read = callbacks.reader(source)
        callbacks.run(lib.plypack_writer_add_pgn_callback, writer, read, ffi.NULL, threads, callbacks.struct, imported)
    else:
        path = os.fsencode(source)
        try:
            callbacks.run(lib.plypack_writer_add_pgn_file, writer, path, threads, callbacks.struct, imported)
        except PlypackError as error:
            raise file_error(error, path) from None
    return int(imported.games), int(imported.plies), int(imported.issues), int(imported.duplicates)


class _Callbacks:
    """The callbacks of a long call. An exception in one of them, also that of Ctrl-C, ends the call and is raised by ``run``."""

    def __init__(self, progress: Progress | None) -> None:
        self._failure: BaseException | None = None

        @ffi.callback("int32_t(void *, uint64_t, uint64_t)", error=1, onerror=self._keep)  # type: ignore[untyped-decorator]
        def report(_user: Any, done: int, total: int) -> int:
            if progress is not None:
                progress(done, total)
            return 0

        self._report = report
        self.struct = ffi.new("plypack_callbacks *", {"size": ffi.sizeof("plypack_callbacks"), "progress": report})

    def reader(self, file: Any) -> Any:
        """The callback that reads an open file."""
        rest = b""

        @ffi.callback("int32_t(void *, uint8_t *, size_t, size_t *)", error=1, onerror=self._keep)  # type: ignore[untyped-decorator]
        def read(_user: Any, buffer: Any, capacity: int, length: Any) -> int:
            nonlocal rest
            piece = rest or file.read(capacity)
            # Text has up to four bytes a character.
            data = piece.encode("utf-8", "surrogateescape") if isinstance(piece, str) else bytes(piece)
            data, rest = data[:capacity], data[capacity:]
            ffi.memmove(buffer, data, len(data))
            length[0] = len(data)
            return 0

        return read

    def run(self, function: Any, *arguments: Any) -> None:
        try:
            call(function, *arguments)
        except PlypackError:
            if self._failure is not None:
                raise self._failure from None
            raise

    def _keep(self, _kind: Any, failure: BaseException, _traceback: Any) -> None:
        self._failure = failure
