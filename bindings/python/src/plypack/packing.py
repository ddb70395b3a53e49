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

#: The file codecs and their numbers.
CODECS = {"coord16": lib.PLYPACK_CODEC_COORD16, "byte": lib.PLYPACK_CODEC_BYTE, "tight": lib.PLYPACK_CODEC_TIGHT}


@dataclass(frozen=True)
class Packed:
    """Counts of packed games. ``issues`` counts the places of the PGN that could not be parsed; their text is kept and
    is in ``pgn`` of the games. ``duplicates`` counts the games left out, which the other figures do not include."""

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
    """Packs PGN into a new file, or appends it to a file.

    - ``pgn``: a path or an open file, also compressed (gz, bz2, xz, zst, zip), the path of a SCID database (``.si4``), a PGN text as bytes
      or as ``str`` with a line break, a ``plypack.Game``, a ``chess.pgn.Game``, or an iterable of these, such as a generator or a
      ``Database``. A ``str`` without a line break is a path. Texts and files below 64 KiB share blocks, so games that
      come one by one make a file as small as one text with all of them.
    - ``append``: adds the games to the file ``out``. Otherwise an existing file is replaced when the new one is
      complete.
    - ``codec``: ``byte`` (fast), ``tight`` (an archive: smallest and slow), or ``coord16`` (two bytes a ply). By
      default ``byte`` for a new file, and with ``append`` the codec of the last games.
    - ``unique``: leaves out duplicates: games with the same players, date, result and moves as another game, also a
      game already in the file.
    - ``language``: the language of the piece letters in PGN, by its ISO 639-1 code: ``"de"`` reads ``Sf3``.
    - ``classify``: sets missing tags ``ECO`` and ``Opening`` by the moves, like ``Game.with_opening``; ``"replace"``
      also replaces their values. Games without a known opening keep their tags.
    - ``threads``: the number of threads, 0 for one per core. The file does not depend on it.
    - ``progress``: called with the bytes done and the bytes of all sources (0 if unknown, as for a generator); for
      compressed files, the compressed bytes. An exception in it stops the call.

    If anything fails, ``out`` stays unchanged. Raises FileNotFoundError and the like for files that cannot be opened,
    ValueError for an unknown codec or language and a negative number of threads, TypeError for an object that is not a
    source, and PlypackError: ``UNSUPPORTED_ENCODING`` for a source that is not PGN, ``LOCKED`` or ``BUSY`` for a file
    that another writer has open, ``IO``. Passes on exceptions of an iterable or an open file.
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
        # Without finish, this discards everything written.
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
    """Adds a position index for all games of a file that have none, which makes position searches fast. Returns the
    number of these games.

    ``again`` rebuilds the index of all games, for a file whose index contradicts its games (``Database.verify`` with
    ``index``). ``memory`` is the number of bytes for games and positions, 512 MB unless given. Positions that do not
    fit go to a temporary file in the folder of the file; the index does not depend on ``memory``.

    Open databases do not see the index; open them again. Raises ValueError for a memory of 0 bytes, FileNotFoundError
    and the like, and PlypackError as ``pack``.
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
    """Renames a player in all games of a file. Returns the number of changed games.

    ``old`` is the whole name in the tags ``White`` and ``Black``; case matters. Rewrites the file without reading
    moves; games keep their numbers, edits and index. Deleted games and old versions get the new name, too, but are not
    counted.

    ``progress``: called with the games done and the games to do, each counted twice. An exception in it stops the call.

    Open databases do not see the new name; open them again. Raises ValueError for an empty name and for equal names,
    FileNotFoundError and the like, and PlypackError as ``pack``.
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
    """Adds the path of the new file to an error of input and output, which can be a read or a write error."""
    if isinstance(error, PlypackError) and error.code == "IO":
        error.args = (f"{error.args[0]}, while writing {out}",)
    return error


class _Reports:
    """Converts the progress of several parts to the progress of the whole."""

    def __init__(self, progress: Progress | None, sources: Iterable[Source]) -> None:
        self._progress = progress
        self._is_one = is_one(sources)
        self._total = total_size(sources) if progress else 0
        self._done = 0
        self._before = 0

    def of(self, part: Part) -> Progress:
        """Returns the progress callback of the next part."""
        self._before = self._done
        return self._report_text(part.size) if isinstance(part, Text) else self._report

    def _report_text(self, size: int) -> Progress:
        """Separators between joined texts are not counted."""
        return lambda done, _total: self._report(min(done, size), size)

    def _report(self, done: int, total: int) -> None:
        self._done = self._before + done
        if self._progress is not None:
            self._progress(self._done, self._total or (total if self._is_one else 0))
