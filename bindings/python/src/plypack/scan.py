"""Arrow tables of the games of a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import nanoarrow
from nanoarrow.c_array import CArray
from nanoarrow.c_array_stream import CArrayStream
from nanoarrow.c_schema import CSchema
from nanoarrow.iterator import PyIterator

from ._arrow import batches, unlocked
from ._library import call, ffi, lib, new
from .filters import Filter, Plan, plan
from .opened import OpenFile
from .positions import position_of
from .query import Where, make_query
from .tag_values import Classify, classify_number

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

_TABLES = {"games": lib.PLYPACK_SCAN_GAMES, "plies": lib.PLYPACK_SCAN_PLIES, "tree": lib.PLYPACK_SCAN_TREE}


class Scan:
    """Rows of a table. Each call of ``__arrow_c_stream__`` and each iteration reads them anew.

    DuckDB, Polars, pandas, pyarrow and all libraries with Arrow's PyCapsule interface accept a scan directly:
    ``duckdb.sql("SELECT ... FROM scan")``, ``polars.from_arrow(scan)``, ``pyarrow.table(scan)``. Iteration gives rows
    as dictionaries. ``len`` works for the table ``games`` without conditions, and raises TypeError otherwise. A scan is
    always true.

    - ``columns``: the names of the columns, in order; None for all columns. Only the data that they need is read. A
      name of ``games`` that begins with a capital letter is the tag of that name: ``["white", "WhiteTitle"]``.
    - ``where``: conditions on games, as ``Where`` lists them. With a position, ``plies`` has one row for each game, and ``tree`` the
      moves played in that position.
    - ``games``: a range of game numbers, such as ``range(1000, 2000)``.
    - ``position``: a key of ``position_key``: ``plies`` and ``tree`` then have only rows of this position, for all its
      occurrences.
    - ``max_ply``: ``plies`` and ``tree`` then have only rows up to this ply of a game.
    - ``classify``: sets missing tags ``ECO`` and ``Opening`` by the moves, like ``Game.with_opening``, in all columns
      of ``games`` that use them: ``eco``, ``opening``, ``tags``, ``pgn``; ``"replace"`` also replaces their
      values. Games without a known opening keep their tags. Conditions in ``where`` use the tags of the file.
    - ``batch_rows``: maximum number of rows of a batch, 65,536 unless given.
    - ``file``: the text of the column ``file``; the name of the database unless given.
    - ``filters``: the filters of an engine, which must filter the rows again.

    ``spec/tables.md`` has the columns with their types, units and nulls.
    """

    def __init__(
        self,
        database: OpenFile,
        table: str = "games",
        columns: Sequence[str] | None = None,
        where: Where | dict[str, Any] | None = None,
        *,
        games: range | None = None,
        position: int | None = None,
        max_ply: int | None = None,
        classify: Classify = False,
        batch_rows: int | None = None,
        file: str | None = None,
        filters: Iterable[Filter] = (),
    ) -> None:
        if table not in _TABLES:
            raise ValueError(f"there is no table {table!r}; there are {', '.join(_TABLES)}")
        if games is not None and games.step != 1:
            raise ValueError("the games of a scan are a range without gaps")
        # A text is also a sequence, whose letters would be taken for names of columns.
        if isinstance(columns, str):
            raise TypeError(f"columns is a list of names, and not a text: [{columns!r}]")
        if batch_rows is not None and batch_rows < 1:
            raise ValueError(f"batch_rows is {batch_rows}; it must be 1 or more")
        self._scan = new(lib.plypack_scan_new, lib.plypack_scan_free, "plypack_scan", database._reader, _TABLES[table])
        self._database = database
        self.table = table
        if columns is not None:
            self._set_text(lib.plypack_scan_set_columns, ",".join(columns))
        openings = classify_number(classify)
        if openings:
            call(lib.plypack_scan_set_opening_tags, self._scan, openings)
        planned = plan(table, filters, classifies=openings > 0)
        self._set_games(games if games is not None else range(len(database)), planned)
        if where or planned.selects:
            query = make_query(where or {})
            planned.add_to(query)
            call(lib.plypack_scan_set_query, self._scan, query)
        wanted = [key for key in (position, planned.position) if key is not None]
        if wanted:
            call(lib.plypack_scan_set_position, self._scan, wanted[0] % 2**64)
        plies = [ply for ply in (max_ply, planned.max_ply) if ply is not None]
        if plies:
            call(lib.plypack_scan_set_max_ply, self._scan, min(plies))
        if batch_rows is not None:
            call(lib.plypack_scan_set_batch_rows, self._scan, batch_rows)
        name = database.name if file is None else file
        if name is not None:
            self._set_text(lib.plypack_scan_set_file, name)
        self._name = name
        selected = range(len(database)) if games is None else games
        self._count = None if where or filters or table != "games" else _games_in(database, selected)

    def __repr__(self) -> str:
        columns = self.columns
        shown = ", ".join(columns) if len(columns) <= 6 else f"{len(columns)} columns"
        rows = "" if self._count is None else f", {self._count} rows"
        return f"<plypack.Scan {self.table} of {self._name or 'a file in memory'}: {shown}{rows}>"

    def __len__(self) -> int:
        if self._count is None:
            raise TypeError("the number of rows is known only for the table games without conditions, in whole files or without deleted games")
        return self._count

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, as dictionaries by column. Raises PlypackError for games that cannot be read."""
        rows: Any = _Rows(self._c_schema())
        for batch in self._batches():
            rows._set_array(batch)
            yield from rows

    def _set_games(self, games: range, planned: Plan) -> None:
        first, end = max(games.start, planned.first_game), games.stop
        if planned.end_game is not None:
            end = min(end, planned.end_game)
        count = 0 if planned.is_empty else max(0, end - first)
        call(lib.plypack_scan_set_games, self._scan, min(first, games.stop), count)

    def _set_text(self, function: Any, text: str) -> None:
        data = text.encode("utf-8", "surrogateescape")
        call(function, self._scan, data, len(data))

    def __arrow_c_schema__(self) -> object:
        return self._c_schema().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        stream = self._c_stream()
        is_remote = "://" in (self._database.name or "")
        return (unlocked(stream) if is_remote else stream).__arrow_c_stream__(requested_schema)

    def _batches(self) -> Iterator[CArray]:
        """The batches, read while other Python threads run. An error names the file."""
        with self._database._naming():
            yield from batches(self._c_stream(), self._c_schema())

    def _c_schema(self) -> CSchema:
        return self._c_stream().get_schema()

    def _c_stream(self) -> CArrayStream:
        stream = CArrayStream.allocate()
        call(lib.plypack_scan_stream, self._scan, ffi.NULL, ffi.cast("ArrowArrayStream *", stream._addr()))
        return stream

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        schema = nanoarrow.Schema(self._c_schema())
        return [str(field.name) for field in schema.fields]

    @property
    def corrupt(self) -> int:
        """The number of games that the streams of this scan left out because they cannot be read; only with
        ``accept_damage``."""
        return int(lib.plypack_scan_corrupt_count(self._scan))

    def partitions(self, target_bytes: int = 64 << 20, at_least: int = 1) -> list[range]:
        """Ranges of games for ``games`` of as many scans, each of whole blocks with about ``target_bytes`` bytes of the file.

        They are smaller if there would otherwise be fewer than ``at_least`` ranges. A file cannot have more ranges than
        blocks.
        """
        found = self._ranges(target_bytes)
        if len(found) < at_least:
            at_least = min(at_least, len(self._ranges(1)))
        while len(found) < at_least:
            target_bytes = max(1, target_bytes * 3 // 4)
            found = self._ranges(target_bytes)
        return found

    def _ranges(self, target_bytes: int) -> list[range]:
        count = ffi.new("size_t *")
        capacity = 64
        while True:
            ranges = ffi.new("plypack_game_range[]", capacity)
            try:
                call(lib.plypack_scan_partitions, self._scan, target_bytes, ranges, capacity, count)
            except Exception:
                if count[0] <= capacity:
                    raise
                capacity = count[0]
                continue
            return [range(found.first, found.first + found.count) for found in ranges[0 : count[0]]]

    def to_arrow(self) -> pyarrow.Table:
        """All rows, for pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> polars.DataFrame:
        """All rows, for Polars; ``plypack.polars.scan`` reads lazily."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> pandas.DataFrame:
        """All rows, for pandas; needs pyarrow."""
        return self.to_arrow().to_pandas()


class _Rows(PyIterator):  # type: ignore[misc]
    """Converts an Arrow array to Python values; maps become lists of pairs, as in pyarrow."""

    def _iter_chunk(self, offset: int, length: int) -> Iterator[Any]:
        if self._schema_view.type != "map":
            return iter(super()._iter_chunk(offset, length))
        return map(_pairs, self._list_iter(offset, length))


def _pairs(entries: Any) -> list[tuple[Any, ...]] | None:
    """Returns the keys and values of a map; None for any other type."""
    return None if entries is None else [tuple(entry.values()) for entry in entries]


def _games_in(database: OpenFile, games: range) -> int | None:
    """Returns the number of games with numbers in a range; None if that requires reading."""
    if database._options.get("accept_damage"):
        return None
    if games == range(len(database)):
        return database._figure(lib.PLYPACK_INFO_GAMES)
    return None if database._figure(lib.PLYPACK_INFO_DELETED) else len(games)


def position_key(fen: str) -> int:
    """The key of a position, as in the column ``position``: 64 bits (``index.5`` of the specification), as a signed
    number."""
    key = int(lib.plypack_position_key(position_of(fen)))
    return key - (key >> 63 << 64)
