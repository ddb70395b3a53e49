"""Files of games."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from ._library import DamageWarning, DeletedGameError, PlypackError, call, ffi, file_error, in_file, lib, new, text_of
from .explorer import Explorer
from .exporting import write_pgn
from .game import Game, read_game
from .moves import move_to_uci
from .opened import OpenFile
from .packing import CODECS
from .query import Conditions, Where, has_target, make_query
from .scan import Scan
from .tag_values import Classify, classify_number

if TYPE_CHECKING:
    from typing_extensions import Unpack

_ALL = 2**64 - 1


@dataclass(frozen=True)
class Hit:
    """A game that a search finds: its number, and the plies from its start to the first match (0 in a search by tags
    alone)."""

    game: int
    ply: int


@dataclass(frozen=True)
class Branch:
    """A move that was played in a position, with the results of the games; ``move`` and ``uci`` are None for the games that end there.

    ``move`` is a packed move as in ``Game.moves``. ``line`` has the moves from the position to this one in UCI
    notation; without ``depth`` it is only this move. ``other`` counts games without a result, ``rating`` is the average
    of the known ratings of the players who made the move, and ``last_year`` the last year in which it was played; None
    if no game says it.
    """

    move: int | None
    uci: str | None
    line: tuple[str, ...]
    games: int
    white: int
    draws: int
    black: int
    other: int
    rating: int | None
    last_year: int | None


@dataclass(frozen=True)
class Info:
    """Contents of a file; sizes are in bytes.

    ``games`` does not count deleted games; ``deleted`` does. ``plies`` counts the plies of main lines. ``format_version`` is a text such
    as ``0.10``. ``codecs`` names the codecs of the main lines, ``import_profiles`` the versions of the rules by which
    games were parsed from PGN (``versions.5``). ``bytes`` is the size of the file, including ``bytes_unfinished`` after
    the committed end. ``being_written`` is True while a program writes to the file.

    ``state`` changes with every commit. Its first 32 characters, the file id, stay the same while game numbers mean the same games.
    ``state`` is None for a damaged file without a commit record.
    """

    games: int
    deleted: int
    plies: int
    blocks: int
    format_version: str
    codecs: tuple[str, ...]
    import_profiles: tuple[int, ...]
    bytes: int
    bytes_moves: int
    bytes_tags: int
    bytes_names: int
    bytes_annotations: int
    bytes_index: int
    bytes_other: int
    bytes_unfinished: int
    being_written: bool
    state: str | None


@dataclass(frozen=True)
class Damage:
    """Damage of ``count`` games from number ``first`` on: they cannot be read, or only in part (``in_part``). With
    ``in_index``, games can be read, but the position index of them is damaged, so that searches do not use it, or index
    or summaries contradict them, so that searches give wrong results. A ``count`` of 0 is an error in the structure of
    the file, or damage to bytes that nothing needs (``unused``). The other members are as in PlypackError."""

    first: int
    count: int
    in_part: bool
    message: str
    code: str
    offset: int | None
    in_index: bool
    unused: bool


def open(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview,
    *,
    accept_damage: bool = False,
    trusted: bool = False,
    mapped: bool = True,
    cache_bytes: int | None = None,
    storage_options: dict[str, Any] | None = None,
) -> Database:
    """Opens a file: by its path, by a URL (``https://``, ``s3://`` and so on, read in parts with fsspec), or from its bytes.

    - ``accept_damage``: scans and searches leave out games that cannot be read; scans count them, searches warn of
      them. A file with a corrupt end is opened with the games that can be found. Otherwise damage is an error.
      ``Database.damage`` and ``verify`` say what is damaged.
    - ``trusted``: the moves of the file are known to be legal, and are not checked when they are first read.
    - ``mapped``: whether the file is mapped into memory. False is slower; use it for files that other programs may
      truncate or overwrite in place.
    - ``cache_bytes``: how much of the file stays in memory for games that are read one by one: 64 MiB unless given. For
      random access to a large file, allow about 200 bytes per game.
    - ``storage_options``: options of fsspec for the file system of a URL, such as ``{"anon": True}`` for s3.

    Raises FileNotFoundError, PermissionError and IsADirectoryError as Python's ``open``; PlypackError, with ``code``
    and ``offset``, for a file that is damaged or not a plypack file; ImportError for a URL without fsspec. While a
    program adds games, only committed games are visible.
    """
    flags = (lib.PLYPACK_OPEN_ACCEPT_DAMAGE if accept_damage else 0) | (lib.PLYPACK_OPEN_TRUSTED if trusted else 0)
    name, reader = _open_reader(source, flags, mapped, storage_options or {})
    if cache_bytes is not None:
        call(lib.plypack_reader_set_cache, reader, cache_bytes)
    options = dict(accept_damage=accept_damage, trusted=trusted, mapped=mapped, cache_bytes=cache_bytes, storage_options=storage_options)
    return Database(reader, name, options)


def _open_reader(source: Any, flags: int, mapped: bool, options: dict[str, Any]) -> tuple[str | None, Any]:
    kind, free = "plypack_reader", lib.plypack_reader_free
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return None, new(lib.plypack_reader_open_memory, free, kind, data, len(data), flags)
    path = os.fspath(source)
    if "://" in path:
        from .remote import open_remote

        return path, open_remote(path, flags, options)
    flags |= 0 if mapped else lib.PLYPACK_OPEN_UNMAPPED
    try:
        return path, new(lib.plypack_reader_open, free, kind, os.fsencode(path), flags)
    except PlypackError as error:
        raise file_error(error, path) from None


class Database(OpenFile):
    """An open file: games by their numbers, from 0.

    ``len`` counts the numbers, including the numbers of deleted games, which are not reused: ``database[n]`` raises
    DeletedGameError for them, and slices and iteration leave them out. Negative numbers count from the end, and a slice
    is a list of games.

    Several threads may use a database at the same time. ``with``, ``close`` or deleting the object closes it; games,
    scans and results stay valid. It does not see games that are appended later: open it again for them. It can be
    pickled (as its path), for example for the worker processes of a data loader.
    """

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        if self.name is None:
            raise TypeError("a database in memory cannot be pickled")
        return _open_again, (self.name, self._options)

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"{len(self)} games"
        return f"<plypack.Database {self.name or 'in memory'}: {state}>"

    @overload
    def __getitem__(self, index: int) -> Game: ...

    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...

    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        """A game by its number, or a list of games.

        Raises IndexError for a number that no game ever had, DeletedGameError for a deleted game, PlypackError for a
        game that cannot be read.
        """
        if isinstance(index, slice):
            return list(self._present(range(*index.indices(len(self)))))
        count, index = len(self), operator.index(index)
        number = index + count if index < 0 else index
        if not 0 <= number < count:
            raise IndexError(f"there is no game {index}; the file has {count}")
        return self._game(number)

    def _game(self, number: int) -> Game:
        try:
            return read_game(self._reader, number)
        except PlypackError as error:
            in_file(error, self.name)
            raise

    def __iter__(self) -> Iterator[Game]:
        """All games. A game that cannot be read raises PlypackError; with ``accept_damage`` it is left out."""
        return self._present(range(len(self)))

    def __reversed__(self) -> Iterator[Game]:
        return self._present(range(len(self) - 1, -1, -1))

    def _present(self, numbers: range) -> Iterator[Game]:
        leave_out = PlypackError if self._options.get("accept_damage") else DeletedGameError
        for number in numbers:
            try:
                yield self._game(number)
            except leave_out as error:
                if getattr(error, "code", "") == "IO":
                    raise

    def find(self, *, sort: str | Sequence[str] | None = None, limit: int | None = None, **where: Unpack[Where]) -> list[Hit]:
        """The games that match, in order: ``find(fen=..., white="carlsen", date=(2010, 2015))``. ``Where`` lists the conditions.

        With ``fen``, ``moves``, ``pattern`` or ``material``, games that reach such a position; otherwise all games that
        meet the conditions. ``sort`` names columns, descending after ``-``: ``"-average_rating"`` or ``["white",
        "-date"]``. There are ``white``, ``black``, ``event``, ``site``, ``round``, ``eco``, ``tag=NAME``, ``result``,
        ``speed``, ``date``, ``event_date``, ``white_rating``, ``black_rating``, ``average_rating``, ``plies``,
        ``comments``, ``nags`` and ``variations``. Games without a known value come last. ``limit`` is the number of
        hits after which the search ends.

        Raises TypeError for an unknown condition, ValueError for an invalid value, PlypackError for a damaged file;
        with ``accept_damage``, warns of the games left out instead (DamageWarning).
        """
        query = make_query(where)
        if limit is not None and limit < 0:
            raise ValueError(f"the limit is {limit}; it must not be negative")
        if sort is not None:
            held, view = self._sorted(query, sort, _ALL if limit is None else limit)
        else:
            if limit is not None:
                call(lib.plypack_query_set_max_hits, query, limit)
            search = lib.plypack_query_find if has_target(where) else lib.plypack_query_list
            with self._naming():
                held = new(search, lib.plypack_hits_free, "plypack_hits", query, self._readers(), 1, ffi.NULL)
            view = lib.plypack_hits_view(held)
        _warn_of_damage(int(view.corrupt))
        return [Hit(int(hit.game), int(hit.ply)) for hit in view.data[0 : view.len]] if view.len else []

    def _sorted(self, query: Any, sort: str | Sequence[str], limit: int) -> tuple[Any, Any]:
        """Returns the handle of the rows in the order of ``sort``, and their hits, which are valid as long as the
        handle."""
        order = ",".join(_sort_column(name) for name in (sort.split(",") if isinstance(sort, str) else sort)).encode()
        text = ffi.new("char[]", order)
        known = {"size": ffi.sizeof("plypack_rows_options"), "order": text, "order_len": len(order), "count": limit}
        options = ffi.new("plypack_rows_options *", known)
        with self._naming():
            rows = new(lib.plypack_query_rows, lib.plypack_rows_free, "plypack_rows", query, self._readers(), 1, options, ffi.NULL)
        return rows, lib.plypack_rows_hits(rows)

    def count(self, **where: Unpack[Where]) -> int:
        """Returns the number of games that match; faster than ``find`` if the file has an index. Raises the same errors
        as ``find``."""
        if not has_target(where):
            return len(self.find(**where))
        total, corrupt = ffi.new("uint64_t *"), ffi.new("uint64_t *")
        query = make_query(where)
        with self._naming():
            call(lib.plypack_query_count, query, self._readers(), 1, ffi.NULL, total, corrupt)
        _warn_of_damage(int(corrupt[0]))
        return int(total[0])

    def tree(
        self, fen: str | None = None, *, moves: str | Sequence[str] | None = None, depth: int = 1, **conditions: Unpack[Conditions]
    ) -> list[Branch]:
        """The moves that were played in a position, the most frequent ones first; a game counts once. Raises the same errors as ``find``.

        The position is ``fen``, with at least its first four fields, or the position after ``moves`` from the standard
        start: ``tree(moves="1. e4 c5")``. Without both it is the standard start. With a ``depth`` of two or more, each
        move is followed by the moves played after it (see ``Branch.line``), and games that end in the position are not
        counted.
        """
        if depth < 1:
            raise ValueError(f"the depth is {depth}; it must be 1 or more")
        if fen is None and moves is None:
            moves = ""
        query = make_query({**conditions, "fen": fen, "moves": moves})
        kind, free = "plypack_tree", lib.plypack_tree_free
        with self._naming():
            if depth == 1:
                tree = new(lib.plypack_query_tree, free, kind, query, self._readers(), 1, ffi.NULL)
            else:
                tree = new(lib.plypack_query_continuations, free, kind, query, self._readers(), 1, depth, ffi.NULL)
        view = lib.plypack_tree_view(tree)
        _warn_of_damage(int(view.corrupt))
        return [_branch(branch) for branch in view.data[0 : view.len]] if view.len else []

    def explorer(self) -> Explorer:
        """An explorer of the games of this file: ``database.explorer().explore(play="e2e4")``. Keep the explorer for
        further requests."""
        return Explorer(self)

    def scan(
        self, table: str = "games", columns: Sequence[str] | None = None, where: Where | dict[str, Any] | None = None, **options: Any
    ) -> Scan:
        """Rows of a table as Arrow data: ``games``, ``plies`` or ``tree``. See ``Scan`` for the options, ``classify=True`` among them."""
        return Scan(self, table, columns, where, **options)

    def to_pgn(
        self,
        out: str | os.PathLike[str],
        *,
        sort: str | Sequence[str] | None = None,
        limit: int | None = None,
        classify: Classify = False,
        **where: Unpack[Where],
    ) -> int:
        """Writes the games that match, or all games without conditions, as a PGN file. Returns their number. ``sort``
        and ``limit`` are as in ``find``.

        ``classify=True`` sets missing tags ``ECO`` and ``Opening`` by the moves, like ``--classify`` of the command;
        ``"replace"`` also replaces their values. Games without a known opening keep their tags. Conditions and ``sort``
        use the tags of the file (the command sorts by the new tags).

        A file that exists is replaced when the new one is complete. Raises the errors of ``find`` and of Python's ``open``. With
        ``accept_damage``, games and parts of games that cannot be read are left out with a DamageWarning; ``?`` stands for such a part.
        """
        is_all = sort is None and limit is None and not where
        numbers = None if is_all else [hit.game for hit in self.find(sort=sort, limit=limit, **where)]
        with self._naming():
            written, damaged = write_pgn(self._reader, numbers, out, classify_number(classify))
        if damaged:
            warnings.warn(f"{os.fspath(out)} lacks games or parts of games that cannot be read: {damaged}", DamageWarning, stacklevel=2)
        return written

    @property
    def info(self) -> Info:
        """The contents of the file. Raises PlypackError for a damaged block."""
        version, codecs = self._figure(lib.PLYPACK_INFO_FORMAT_VERSION), self._figure(lib.PLYPACK_INFO_CODECS)
        profiles = self._figure(lib.PLYPACK_INFO_IMPORT_PROFILES)
        return Info(
            games=self._figure(lib.PLYPACK_INFO_GAMES),
            deleted=self._figure(lib.PLYPACK_INFO_DELETED),
            plies=self._figure(lib.PLYPACK_INFO_PLIES),
            blocks=self._figure(lib.PLYPACK_INFO_BLOCKS),
            format_version=f"{version >> 8}.{version & 255}",
            codecs=tuple(name for name, number in CODECS.items() if codecs >> number & 1),
            import_profiles=tuple(number for number in range(32) if profiles >> number & 1),
            bytes=self._figure(lib.PLYPACK_INFO_BYTES),
            bytes_moves=self._figure(lib.PLYPACK_INFO_BYTES_MOVES),
            bytes_tags=self._figure(lib.PLYPACK_INFO_BYTES_GAMES),
            bytes_names=self._figure(lib.PLYPACK_INFO_BYTES_NAMES),
            bytes_annotations=self._figure(lib.PLYPACK_INFO_BYTES_ANNOTATIONS),
            bytes_index=self._figure(lib.PLYPACK_INFO_BYTES_INDEX),
            bytes_other=self._figure(lib.PLYPACK_INFO_BYTES_OTHER),
            bytes_unfinished=self._figure(lib.PLYPACK_INFO_BYTES_UNFINISHED),
            being_written=bool(self._figure(lib.PLYPACK_INFO_BEING_WRITTEN)),
            state=self._state(),
        )

    def _state(self) -> str | None:
        state = ffi.new("plypack_state *")
        try:
            call(lib.plypack_reader_state, self._reader, state)
        except PlypackError as error:
            if error.code != "NOT_FOUND":
                raise
            return None
        return f"{bytes(state.file_id).hex()}-{state.sequence:x}-{state.footer_checksum:08x}"

    @property
    def damage(self) -> list[PlypackError]:
        """Errors in the structure of the file, found when it was opened; empty without ``accept_damage``."""
        view = lib.plypack_reader_errors(self._reader)
        return [PlypackError(*_details(info)) for info in view.data[0 : view.len]] if view.len else []

    def verify(self, *, index: bool = False, threads: int = 0) -> list[Damage]:
        """Reads every game, and checks all checksums and the legality of all moves: an empty list if nothing is
        damaged. Errors in the structure of the file have a ``count`` of 0; a file with only ``unused`` damage is valid.

        ``index`` also compares the position index with the games, which takes as long as making the index.

        ``threads`` is the number of threads, 0 for one per core. Games with two damaged parts are in two ranges.
        """
        found: list[Damage] = []

        @ffi.callback("int32_t(void *, const plypack_corruption *)", error=1)  # type: ignore[untyped-decorator]
        def add(_user: Any, corruption: Any) -> int:
            message, code, offset = _details(corruption.error)
            first, count = int(corruption.first), int(corruption.count)
            in_part, in_index = bool(corruption.partly), bool(corruption.in_index)
            found.append(Damage(first, count, in_part, message, code, offset, in_index, bool(corruption.unused)))
            return 0

        callbacks = ffi.new("plypack_callbacks *", {"size": ffi.sizeof("plypack_callbacks"), "corruption": add})
        flags = lib.PLYPACK_VERIFY_INDEX if index else 0
        call(lib.plypack_reader_verify, self._reader, flags, threads, callbacks, ffi.new("uint64_t *"))
        return found

    def _readers(self) -> Any:
        return ffi.new("plypack_reader *[]", [self._reader])


def _open_again(name: str, options: dict[str, Any]) -> Database:
    return open(name, **options)


def _warn_of_damage(corrupt: int) -> None:
    if corrupt:
        warnings.warn(f"the search left out games that cannot be read: {corrupt}", DamageWarning, stacklevel=3)


def _sort_column(name: str) -> str:
    """Returns a column as the library names it; names of tags stay as they are."""
    is_tag = name.strip().lstrip("-").startswith("tag=")
    return name.strip() if is_tag else name.strip().replace("_", "-")


def _details(info: Any) -> tuple[str, str, int | None]:
    """Message, code and offset of a ``plypack_error_info``."""
    offset = None if info.offset == 2**64 - 1 else int(info.offset)
    return text_of(info.message), text_of(lib.plypack_status_name(info.status)), offset


def _branch(branch: Any) -> Branch:
    move = None if branch.ends else branch.next_move - (branch.next_move >> 15 << 16)
    rated = int(branch.rated)
    return Branch(
        move=move,
        uci=None if move is None else move_to_uci(move),
        line=tuple(move_to_uci(packed) for packed in branch.moves.data[0 : branch.moves.len]) if branch.moves.len else (),
        games=int(branch.games),
        white=int(branch.white),
        draws=int(branch.draws),
        black=int(branch.black),
        other=int(branch.other),
        rating=(int(branch.rating_sum) + rated // 2) // rated if rated else None,
        last_year=int(branch.last_year) or None,
    )
