"""Opening trees of many positions as Arrow tables: counts of the parts of a collection, and positions and moves as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy
import pyarrow
import pyarrow.compute

from ._library import call, ffi, lib
from .database import Database
from .positions import position_of

#: The columns that are added up for a position and a move, each with its function.
COUNTS = {
    "games": "sum",
    "white": "sum",
    "draws": "sum",
    "black": "sum",
    "other": "sum",
    "rating_sum": "sum",
    "rated": "sum",
    "last_year": "max",
    "first": "min",
}
#: The columns of partial counts. ``first`` is the ``game_name`` of a game that has the position.
SCHEMA = pyarrow.schema(
    [
        *(("position", pyarrow.int64()), ("move", pyarrow.int16())),
        *((name, pyarrow.int16() if name == "last_year" else pyarrow.int64()) for name in COUNTS),
    ]
)
#: The columns of the table ``tree`` from which partial counts are made.
READ = [name for name in SCHEMA.names if name != "first"] + ["first_game"]
#: The columns of a tree.
TREE = pyarrow.schema(
    [
        *(("position", pyarrow.int64()), ("fen", pyarrow.string())),
        *(("move", pyarrow.int16()), ("uci", pyarrow.string()), ("san", pyarrow.string())),
        *((name, pyarrow.int64()) for name in ("games", "white", "draws", "black", "other")),
        *(("rating", pyarrow.int16()), ("last_year", pyarrow.int16())),
    ]
)

#: Game numbers are below 2^40 (limits.1).
_GAME_BITS = 40
#: Maximum number of files that ``game_name`` can distinguish.
MAX_FILES = 1 << 63 - _GAME_BITS

_BATCH_ROWS = 1 << 16


def game_name(file: int, games: Any) -> Any:
    """Returns an array of 64-bit names of ``games``, an array of their numbers in the file with number ``file``."""
    return pyarrow.compute.add(games, pyarrow.scalar(file << _GAME_BITS, pyarrow.int64()))


def partial_counts(batches: Iterable[pyarrow.RecordBatch], file: int = 0, max_rows: int = 1 << 20) -> Iterator[pyarrow.RecordBatch]:
    """Adds up the rows of a scan of the table ``tree`` with the columns ``READ``, by position and move.

    The batches have the columns ``SCHEMA``. Holds at most ``max_rows`` rows and one batch, about 80 bytes each; a position and a move may
    be in several rows if the scan has more.
    """
    held: list[pyarrow.RecordBatch] = []
    rows = 0
    for batch in batches:
        first = game_name(file, batch.column("first_game"))
        held.append(pyarrow.RecordBatch.from_arrays([*(batch.column(name) for name in SCHEMA.names[:-1]), first], schema=SCHEMA))
        rows += batch.num_rows
        if rows < max_rows:
            continue
        counts = add_up(pyarrow.Table.from_batches(held))
        # A row of one game seldom gets another row to add; a row of many games often does.
        is_rare = pyarrow.compute.equal(counts["games"], 1)
        yield from counts.filter(is_rare).to_batches(_BATCH_ROWS)
        counts = counts.filter(pyarrow.compute.invert(is_rare))
        if counts.num_rows > max_rows // 2:
            yield from counts.to_batches(_BATCH_ROWS)
            counts = counts.slice(0, 0)
        held, rows = counts.to_batches(), counts.num_rows
    yield from add_up(pyarrow.Table.from_batches(held, SCHEMA)).to_batches(_BATCH_ROWS)


def add_up(counts: pyarrow.Table) -> pyarrow.Table:
    """Adds up the rows of each position and move of a table with the columns ``SCHEMA``."""
    grouped = counts.group_by(["position", "move"], use_threads=False).aggregate(list(COUNTS.items()))
    columns = [grouped[name if name in ("position", "move") else f"{name}_{COUNTS[name]}"] for name in SCHEMA.names]
    return pyarrow.Table.from_arrays(columns, schema=SCHEMA)


def with_texts(counts: pyarrow.RecordBatch, open_file: Callable[[int], Database], max_ply: int | None = None) -> pyarrow.RecordBatch:
    """Returns rows with the columns ``TREE`` of complete counts with the columns ``SCHEMA``.

    ``open_file`` opens a file by its number in ``game_name``. The positions are read from the games that ``first``
    names, up to ``max_ply``.
    """
    keys = counts.column("position").to_numpy()
    fens = _fens(keys, counts.column("first").to_numpy(), open_file, max_ply)
    fen_of_row = [fens[key] for key in keys.tolist()]
    moves = counts.column("move")
    texts = _Texts()
    uci, san = zip(*(texts.of(fen, move) for fen, move in zip(fen_of_row, moves.to_pylist()))) if len(keys) else ((), ())
    rated = counts.column("rated").to_numpy()
    mean = (counts.column("rating_sum").to_numpy() + rated // 2) // numpy.maximum(rated, 1)
    made = {
        "fen": pyarrow.array([" ".join(fen.split(" ")[:4]) for fen in fen_of_row], pyarrow.string()),
        "uci": pyarrow.array(uci, pyarrow.string()),
        "san": pyarrow.array(san, pyarrow.string()),
        "rating": pyarrow.array(mean.astype(numpy.int16), mask=rated == 0),
    }
    columns = [made[name] if name in made else counts.column(name) for name in TREE.names]
    return pyarrow.RecordBatch.from_arrays(columns, schema=TREE)


def _fens(keys: Any, games: Any, open_file: Callable[[int], Database], max_ply: int | None) -> dict[int, str]:
    """Returns the FENs of positions by their keys, each read from a game that has the position."""
    found: dict[int, str] = {}
    order = numpy.argsort(games, kind="stable")
    keys, games = keys[order], games[order]
    starts = numpy.flatnonzero(numpy.diff(games, prepend=-1))
    for of_game in numpy.split(numpy.arange(len(games)), starts[1:]):
        if not len(of_game):
            break
        name = int(games[of_game[0]])
        number = name & (1 << _GAME_BITS) - 1
        database = open_file(name >> _GAME_BITS)
        scan = database.scan("plies", ["position", "fen"], games=range(number, number + 1), max_ply=max_ply)
        plies = scan.to_arrow()
        wanted = numpy.flatnonzero(numpy.isin(plies["position"].to_numpy(), keys[of_game]))
        rows = plies.take(pyarrow.array(wanted))
        found.update(zip(rows["position"].to_pylist(), rows["fen"].to_pylist()))
    return found


class _Texts:
    """Texts of moves. Consecutive moves of the same position share its handle."""

    def __init__(self) -> None:
        self._fen: str | None = None
        self._position: Any = None
        self._text = ffi.new("char[]", lib.PLYPACK_MOVE_CAPACITY)
        self._size = ffi.new("size_t *")

    def of(self, fen: str, move: int | None) -> tuple[str | None, str | None]:
        """Returns a move in UCI notation and in SAN; two times None without a move."""
        if move is None:
            return None, None
        if fen != self._fen:
            self._position = position_of(fen)
            self._fen = fen
        return self._written(lib.plypack_position_move_to_uci, move), self._written(lib.plypack_position_move_to_san, move)

    def _written(self, write: Any, move: int) -> str:
        call(write, self._position, move & 0xFFFF, self._text, lib.PLYPACK_MOVE_CAPACITY, self._size)
        return str(ffi.string(self._text, self._size[0]).decode())
