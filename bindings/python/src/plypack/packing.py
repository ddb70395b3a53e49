"""Making files from PGN."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._library import PlypackError, call, ffi, file_error, in_file, lib
from .callbacks import Callbacks, Progress
from .sources import File, Part, Source, Stream, Text, is_one, listed, parts, total_size
from .tag_values import Classify, classify_number, escaped

#: The codecs of files, and their numbers.
CODECS = {"coord16": lib.PLYPACK_CODEC_COORD16, "byte": lib.PLYPACK_CODEC_BYTE, "tight": lib.PLYPACK_CODEC_TIGHT}


@dataclass(frozen=True)
class Packed:
    """Counts of packed games. ``issues`` are places of the PGN that could not be parsed; their text is kept, and games have it in ``pgn``.
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
    codec: str | None = None,
    unique: bool = False,
    language: str = "en",
    classify: Classify = False,
    threads: int = 0,
    progress: Progress | None = None,
) -> Packed:
    """Packs PGN into a new file, or at the end of one.

    - ``pgn``: a path or an open file, also compressed (gz, bz2, xz, zst, zip), the path of a SCID database (``.si4``), a PGN text as bytes
      or as ``str`` with a line break, a ``plypack.Game``, a ``chess.pgn.Game``, or an iterable of these, such as a generator or a
      ``Database``. A ``str`` without a line break is a path. Texts and files below 64 KiB share blocks: games that come one by one make
      a file as small as one text of all of them.
    - ``append``: adds the games to the file ``out``. Otherwise a file that exists is replaced when the new one is complete.
    - ``codec``: ``byte`` (fast), ``tight`` (an archive: smallest and slow), or ``coord16`` (two bytes a ply). By default ``byte`` for a
      new file, and the codec of its last games for a file that gets more.
    - ``unique``: leaves out games that have the players, date, result and moves of another one, also of the file that they are added to.
    - ``language``: of the piece letters in PGN, by its code of ISO 639-1: ``"de"`` reads ``Sf3``.
    - ``classify``: gives games without the tags ``ECO`` and ``Opening`` these by their moves, as ``Game.with_opening`` does;
      ``"replace"`` also replaces tags that games have.
    - ``threads``: how many work at it, 0 for one a core; the file is the same.
    - ``progress``: called with the bytes that are done and the bytes of all sources (0 if unknown, as for a generator); compressed files
      count as they are. An exception in it stops.

    If anything fails, ``out`` is as it was before. Raises FileNotFoundError and the like for files that cannot be opened, ValueError for
    an unknown codec or language and a negative number of threads, TypeError for an object that is no source, and PlypackError:
    ``UNSUPPORTED_ENCODING`` for a source that is not PGN, ``LOCKED`` or ``BUSY`` for a file to which somebody writes already, ``IO``.
    Exceptions of an iterable and of an open file come through.
    """
    if codec is not None and codec not in CODECS:
        raise ValueError(f"files do not have the codec {codec!r}; they have one of {', '.join(CODECS)}")
    _check_threads(threads)
    openings = classify_number(classify)
    sources = listed(pgn)
    options = ffi.new("plypack_options *", {"size": ffi.sizeof("plypack_options"), "codec": 0 if codec is None else CODECS[codec]})
    options.classify = openings
    handle = ffi.new("plypack_writer **")
    try:
        call(lib.plypack_writer_append if append else lib.plypack_writer_create, os.fsencode(out), options, handle)
    except PlypackError as error:
        raise file_error(error, os.fsencode(out), writing=not append) from None
    writer = handle[0]
    try:
        code = language.encode()
        call(lib.plypack_writer_set_language, writer, code, len(code))
        if unique:
            _skip_duplicates(writer, threads, os.fsdecode(out))
        reports = _Reports(progress, sources)
        totals = [_add(writer, part, threads, reports, os.fsdecode(out)) for part in parts(sources)]
        _finish(writer, os.fsdecode(out))
    finally:
        # Without finish, this takes back what was written.
        lib.plypack_writer_free(writer)
    return Packed(*(sum(column) for column in zip(*totals))) if totals else Packed(0, 0, 0, 0)


def index(
    path: str | os.PathLike[str],
    *,
    again: bool = False,
    memory: int | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> int:
    """Adds the position index for all games of a file that have none, so that searches for positions are fast; the number of these games.

    ``again`` makes the index of all games anew: where ``Database.verify`` with ``index`` says that it contradicts them. ``memory`` is the
    number of bytes for games and positions, 512 MB unless given. Positions that do not fit wait in a temporary file in the folder of the
    file, and the index does not depend on it.

    Databases that are open do not see it; open them again. Raises ValueError for a memory of no bytes, FileNotFoundError and the like,
    and PlypackError as ``pack``.
    """
    _check_threads(threads)
    if memory is not None and not 0 < memory < 2**64:
        raise ValueError(f"memory is {memory}; it must be a number of bytes above 0, below 2**64")
    games = ffi.new("uint64_t *")
    callbacks = Callbacks(progress)
    try:
        flags = lib.PLYPACK_INDEX_AGAIN if again else 0
        known = {"size": ffi.sizeof("plypack_index_options"), "flags": flags, "memory": memory or 0}
        options = ffi.new("plypack_index_options *", known)
        callbacks.run(lib.plypack_file_index, os.fsencode(path), options, threads, callbacks.struct, games)
    except PlypackError as error:
        raise file_error(error, os.fsencode(path)) from None
    return int(games[0])


def rename_player(
    path: str | os.PathLike[str], old: str, new: str, *, threads: int = 0, progress: Progress | None = None
) -> int:
    """Gives a player another name in all games of a file; the number of games that changed.

    ``old`` is the whole name in the tags ``White`` and ``Black``, with upper and lower case as they are. Writes the file anew without
    reading moves; games keep their numbers, edits and index. Deleted games and old versions get the new name, too, and do not count.

    ``progress``: called with the games that are done and the games to do, each counted twice. An exception in it stops.

    Databases that are open do not see it; open them again. Raises ValueError for an empty name and for equal names, FileNotFoundError and
    the like, and PlypackError as ``pack``.
    """
    _check_threads(threads)
    games = ffi.new("uint64_t *")
    callbacks = Callbacks(progress)
    names = [escaped(name).encode("utf-8", "surrogateescape") for name in (old, new)]
    texts = [part for name in names for part in (name, len(name))]
    try:
        callbacks.run(lib.plypack_file_rename_player, os.fsencode(path), *texts, threads, callbacks.struct, games)
    except PlypackError as error:
        raise file_error(error, os.fsencode(path)) from None
    return int(games[0])


def _check_threads(threads: int) -> None:
    if not 0 <= threads < 2**32:
        raise ValueError(f"threads is {threads}; it must be 0 (one a core) or more, below 2**32")


def _add(writer: Any, part: Part, threads: int, reports: _Reports, out: str) -> tuple[int, int, int, int]:
    imported = ffi.new("plypack_imported *", {"size": ffi.sizeof("plypack_imported")})
    callbacks = Callbacks(reports.of(part))
    tail = (threads, callbacks.struct, imported)
    try:
        if isinstance(part, Text):
            callbacks.run(lib.plypack_writer_add_pgn, writer, part.data, len(part.data), *tail)
        elif isinstance(part, Stream):
            callbacks.run(lib.plypack_writer_add_pgn_callback, writer, callbacks.reader(part), ffi.NULL, *tail)
        else:
            callbacks.run(lib.plypack_writer_add_pgn_file, writer, os.fsencode(part.name), *tail)
    except PlypackError as error:
        named = file_error(error, part.name) if isinstance(part, File) else in_file(error, part.name)
        raise _while_writing(named, out) from None
    return int(imported.games), int(imported.plies), int(imported.issues), int(imported.duplicates)


def _skip_duplicates(writer: Any, threads: int, out: str) -> None:
    try:
        call(lib.plypack_writer_skip_duplicates, writer, threads, ffi.NULL)
    except PlypackError as error:
        raise in_file(error, out) from None


def _finish(writer: Any, out: str) -> None:
    try:
        call(lib.plypack_writer_finish, writer)
    except PlypackError as error:
        raise _while_writing(error, out) from None


def _while_writing(error: Exception, out: str) -> Exception:
    """Adds the new file to an error of input and output, which may be one of reading or of writing."""
    if isinstance(error, PlypackError) and error.code == "IO":
        error.args = (f"{error.args[0]}, while writing {out}",)
    return error


class _Reports:
    """The progress of several parts as progress of the whole."""

    def __init__(self, progress: Progress | None, sources: Iterable[Source]) -> None:
        self._progress = progress
        self._is_one = is_one(sources)
        self._total = total_size(sources) if progress else 0
        self._done = 0
        self._before = 0

    def of(self, part: Part) -> Progress:
        """The progress of the next part."""
        self._before = self._done
        return self._report_text(part.size) if isinstance(part, Text) else self._report

    def _report_text(self, size: int) -> Progress:
        """Separators of joined texts do not count."""
        return lambda done, _total: self._report(min(done, size), size)

    def _report(self, done: int, total: int) -> None:
        self._done = self._before + done
        if self._progress is not None:
            self._progress(self._done, self._total or (total if self._is_one else 0))
