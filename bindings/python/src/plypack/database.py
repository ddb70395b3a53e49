"""Files of games."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from ._library import DeletedGameError, call, ffi, lib, new
from .game import Game, read_game
from .moves import move_to_uci
from .query import Where, make_query
from .scan import Scan


@dataclass(frozen=True)
class Hit:
    """A game that a search finds: its number, and the plies from its start to the first match (0 where nothing was searched for)."""

    game: int
    ply: int


@dataclass(frozen=True)
class Branch:
    """A move that was played in a position, with results; ``move`` is None for the games that end there."""

    move: int | None
    uci: str | None
    games: int
    white: int
    draws: int
    black: int
    other: int
    rating: int | None
    last_year: int | None


def open(source: str | os.PathLike[str] | bytes, *, accept_damage: bool = False, trusted: bool = False, mapped: bool = True) -> Database:
    """Opens a file: by its path, by a URL (``https://``, ``s3://`` and so on, read in parts with fsspec), or from its bytes.

    ``accept_damage`` leaves games out that cannot be read, where reading fails otherwise. ``trusted`` says that the moves of the file
    are known to be legal, so that they are not checked when they are read first. ``mapped=False`` reads the file instead of mapping it
    into memory: for files that other programs may cut or overwrite in place.
    """
    flags = (lib.PLYPACK_OPEN_ACCEPT_DAMAGE if accept_damage else 0) | (lib.PLYPACK_OPEN_TRUSTED if trusted else 0)
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        reader = new(lib.plypack_reader_open_memory, lib.plypack_reader_free, "plypack_reader", data, len(data), flags)
        return Database(reader, None)
    path = os.fspath(source)
    if "://" in path:
        from .remote import open_remote

        return Database(open_remote(path, flags), path)
    flags |= 0 if mapped else lib.PLYPACK_OPEN_UNMAPPED
    reader = new(lib.plypack_reader_open, lib.plypack_reader_free, "plypack_reader", os.fsencode(path), flags)
    return Database(reader, path)


class Database(Sequence[Game]):
    """An open file: a sequence of games by their numbers, from 0.

    ``len`` counts numbers; those of deleted games stay taken: ``database[n]`` raises DeletedGameError for them, and iteration leaves
    them out. It may be used by several threads at the same time.
    """

    def __init__(self, reader: Any, name: str | None) -> None:
        self._reader = reader
        self.name = name

    def __repr__(self) -> str:
        return f"<plypack.Database {self.name or 'in memory'}: {len(self)} games>"

    def __len__(self) -> int:
        return int(lib.plypack_reader_game_count(self._reader))

    @overload
    def __getitem__(self, index: int) -> Game: ...

    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...

    def __getitem__(self, index: int | slice) -> Game | list[Game]:
        if isinstance(index, slice):
            return list(self._present(range(*index.indices(len(self)))))
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(f"there is no game {index}; the file has {len(self)}")
        return read_game(self._reader, number)

    def __iter__(self) -> Iterator[Game]:
        return self._present(range(len(self)))

    def _present(self, numbers: range) -> Iterator[Game]:
        for number in numbers:
            try:
                yield read_game(self._reader, number)
            except DeletedGameError:
                continue

    def find(self, *, limit: int | None = None, **where: Any) -> list[Hit]:
        """The games that match, in order; ``Where`` lists the conditions. Without a position, those that meet the conditions."""
        query = make_query(where)
        if limit is not None:
            call(lib.plypack_query_set_max_hits, query, limit)
        has_target = any(where.get(name) is not None for name in ("fen", "pattern", "material"))
        search = lib.plypack_query_find if has_target else lib.plypack_query_list
        hits = new(search, lib.plypack_hits_free, "plypack_hits", query, self._readers(), 1, ffi.NULL)
        view = lib.plypack_hits_view(hits)
        return [Hit(int(hit.game), int(hit.ply)) for hit in view.data[0 : view.len]] if view.len else []

    def count(self, **where: Any) -> int:
        """How many games match: faster than finding them where the file has an index."""
        if not any(where.get(name) is not None for name in ("fen", "pattern", "material")):
            return len(self.find(**where))
        total = ffi.new("uint64_t *")
        call(lib.plypack_query_count, make_query(where), self._readers(), 1, ffi.NULL, total)
        return int(total[0])

    def tree(self, fen: str, **where: Any) -> list[Branch]:
        """The moves that were played in a position, those of most games first."""
        query = make_query({**where, "fen": fen})
        tree = new(lib.plypack_query_tree, lib.plypack_tree_free, "plypack_tree", query, self._readers(), 1, ffi.NULL)
        branches = []
        branch = ffi.new("plypack_branch *", {"size": ffi.sizeof("plypack_branch")})
        for index in range(lib.plypack_tree_branch_count(tree)):
            call(lib.plypack_tree_branch_at, tree, index, branch)
            branches.append(_branch(branch))
        return branches

    def scan(self, table: str = "games", columns: Sequence[str] | None = None, where: Where | dict[str, Any] | None = None, **options: Any) -> Scan:
        """Rows of a table as Arrow data: ``games``, ``plies`` or ``tree``. See ``Scan`` for the options."""
        return Scan(self, table, columns, where, **options)

    def _readers(self) -> Any:
        return ffi.new("plypack_reader *[]", [self._reader])


def _branch(branch: Any) -> Branch:
    move = None if branch.ends else branch.next_move - (branch.next_move >> 15 << 16)
    rated = int(branch.rated)
    return Branch(
        move=move,
        uci=None if move is None else move_to_uci(move),
        games=int(branch.games),
        white=int(branch.white),
        draws=int(branch.draws),
        black=int(branch.black),
        other=int(branch.other),
        rating=(int(branch.rating_sum) + rated // 2) // rated if rated else None,
        last_year=int(branch.last_year) or None,
    )
