"""Writes games and plies as Parquet files, and packs such files. The files have the columns of the Lichess database for
Aix, so that its functions for DuckDB and other tools work on them, or the columns that Lichess publishes
(``parquet_lichess``).

The columns of Aix have its names, types and units: ``movedata`` in its encoding Low, clocks in seconds, ``evals`` with
mates as the highest and lowest numbers of 16 bits. The columns ``file``, ``game``, ``event``, ``site``, ``round``,
``date``, ``variant`` and ``fen`` are added. ``fen`` is the start of games with a custom start; these have no
``movedata``, because Aix has none for them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet

from . import parquet_lichess
from .database import open as open_database
from .files import Files, expand
from .packing import Packed, pack
from .query import Where
from .tag_values import Classify

_READ = [
    *("file", "game", "white", "black", "event", "site", "round", "date", "result", "white_rating", "black_rating", "eco", "opening"),
    *("termination", "time_initial", "time_increment", "utc_timestamp", "variant", "ply_count", "start_fen", "moves16"),
    *("clocks_white", "clocks_black", "evals", "tags"),
]
_SCHEMA = pyarrow.schema(
    [
        ("lichess_id", pyarrow.string()),
        ("tournament", pyarrow.string()),
        ("movedata", pyarrow.binary()),
        ("clocks_white", pyarrow.list_(pyarrow.uint16())),
        ("clocks_black", pyarrow.list_(pyarrow.uint16())),
        ("evals", pyarrow.list_(pyarrow.int16())),
        ("ply_count", pyarrow.uint16()),
        ("white", pyarrow.string()),
        ("black", pyarrow.string()),
        ("white_rating", pyarrow.int16()),
        ("black_rating", pyarrow.int16()),
        ("time_initial", pyarrow.uint16()),
        ("time_increment", pyarrow.uint8()),
        ("result", pyarrow.string()),
        ("termination", pyarrow.string()),
        ("white_rating_diff", pyarrow.int16()),
        ("black_rating_diff", pyarrow.int16()),
        ("eco", pyarrow.string()),
        ("opening", pyarrow.string()),
        ("white_title", pyarrow.string()),
        ("black_title", pyarrow.string()),
        ("utc_timestamp", pyarrow.timestamp("us")),
        ("file", pyarrow.string()),
        ("game", pyarrow.int64()),
        ("event", pyarrow.string()),
        ("site", pyarrow.string()),
        ("round", pyarrow.string()),
        ("date", pyarrow.string()),
        ("variant", pyarrow.string()),
        ("fen", pyarrow.string()),
    ]
)
# The promotion bits of Aix's second byte, by the low bits of the flags (moves.1): knight, bishop, rook, queen.
_PROMOTIONS = numpy.array([0xC0, 0x80, 0x40, 0x00], numpy.uint8)


@dataclass(frozen=True)
class Written:
    """The number of rows written, and the sizes of input and output in bytes."""

    rows: int
    bytes_in: int
    bytes_out: int


def to_parquet(
    files: Files,
    out: str | os.PathLike[str],
    where: Where | dict[str, Any] | None = None,
    *,
    layout: str = "aix",
    level: int = 9,
    row_group_games: int = 65_536,
    classify: Classify = False,
) -> Written:
    """Writes the games of files as a Parquet file, compressed with zstd at ``level`` 1 to 22. An existing file is
    replaced when the new one is complete.

    - ``layout``: ``aix``; ``lichess``, the columns of ``Lichess/standard-chess-games`` and all other tags, which ``from_parquet`` reads
      back; or ``plies``, the table ``plies`` with a row for each position.
    - ``row_group_games``: maximum number of rows of a row group.
    - ``classify``: sets the tags ``ECO`` and ``Opening`` by the moves, as in ``Scan``.

    Raises ValueError for another layout, and the errors of ``plypack.open`` and of scans.
    """
    if layout not in _LAYOUTS:
        raise ValueError(f"there is no layout {layout!r}; there are {', '.join(_LAYOUTS)}")
    paths = expand(files)
    unfinished = Path(f"{os.fspath(out)}.tmp")
    try:
        options = {"batch_rows": row_group_games, "classify": classify}
        rows = _write(paths, unfinished, where, _LAYOUTS[layout], level, options)
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)
    return Written(rows, sum(os.path.getsize(path) for path in paths if "://" not in path), os.path.getsize(out))


def from_parquet(parquet: str | os.PathLike[str], out: str | os.PathLike[str], **options: Any) -> Packed:
    """Packs the games of a Parquet file with the columns of Lichess; only ``movetext`` is required. ``options`` are
    passed to ``plypack.pack``.

    Raises ValueError for a file without that column, pyarrow's error for a file that is not Parquet, and the errors of
    ``plypack.pack``.
    """
    return pack(parquet_lichess.texts(parquet), out, **options)


@dataclass(frozen=True)
class _Layout:
    """A layout: the table and columns to read (None for all columns), the columns of the file (None for the same), and
    the function that converts a batch to them."""

    table: str
    columns: list[str] | None
    schema: pyarrow.Schema | None
    change: Callable[[pyarrow.RecordBatch], pyarrow.RecordBatch]


def _write(paths: list[str], out: Path, where: Any, layout: _Layout, level: int, options: dict[str, Any]) -> int:
    rows = 0
    writer: Any = None
    try:
        for path in paths:
            scan = open_database(path).scan(layout.table, layout.columns, where, **options)
            reader = pyarrow.RecordBatchReader.from_stream(scan)
            if writer is None:
                writer = pyarrow.parquet.ParquetWriter(out, layout.schema or reader.schema, compression="zstd", compression_level=level)
            for batch in reader:
                writer.write_batch(layout.change(batch), options["batch_rows"])
                rows += batch.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows


def aix_columns(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """Returns the columns of Aix, made from columns of ``games``."""
    given = {name: batch.column(name) for name in batch.schema.names}
    given["fen"] = given["start_fen"]
    given["lichess_id"] = _part(given["site"], r"^https://lichess\.org/(?P<part>\w{8})")
    given["tournament"] = _part(given["event"], r"https://lichess\.org/tournament/(?P<part>\w+)")
    given["movedata"] = _move_data(given["moves16"], given["start_fen"])
    given["evals"] = _over_values(given["evals"], _evaluations, pyarrow.int16())
    for name in ("clocks_white", "clocks_black"):
        given[name] = _over_values(given[name], _seconds, pyarrow.uint16())
    for tag in ("WhiteTitle", "BlackTitle"):
        given[f"{tag[:5].lower()}_title"] = pyarrow.compute.map_lookup(given["tags"], tag, "first")
    for tag in ("WhiteRatingDiff", "BlackRatingDiff"):
        difference = pyarrow.compute.map_lookup(given["tags"], tag, "first")
        number = _part(difference, r"^\+?(?P<part>-?[0-9]{1,4})$")
        given[f"{tag[:5].lower()}_rating_diff"] = number.cast(pyarrow.int16())
    for name in ("ply_count", "time_initial", "time_increment"):
        given[name] = _within(given[name], _SCHEMA.field(name).type)
    given["utc_timestamp"] = given["utc_timestamp"].cast(pyarrow.timestamp("us"))
    return pyarrow.RecordBatch.from_arrays([given[name] for name in _SCHEMA.names], schema=_SCHEMA)


def _part(texts: Any, pattern: str) -> Any:
    return pyarrow.compute.struct_field(pyarrow.compute.extract_regex(texts, pattern), [0])


def _within(numbers: Any, wanted: pyarrow.DataType) -> Any:
    """Converts numbers to a smaller type; numbers that do not fit become null."""
    fits = pyarrow.compute.less(numbers, 1 << wanted.bit_width)
    return pyarrow.compute.if_else(fits, numbers, None).cast(wanted)


def _over_values(lists: Any, change: Any, wanted: pyarrow.DataType) -> Any:
    """Applies ``change`` to the values of lists; nulls stay null."""
    values = lists.values.slice(lists.offsets[0].as_py(), lists.offsets[-1].as_py() - lists.offsets[0].as_py())
    numbers = change(values.fill_null(0).to_numpy(zero_copy_only=False).astype(numpy.int64))
    changed = pyarrow.array(numbers.astype(wanted.to_pandas_dtype()), mask=values.is_null().to_numpy(zero_copy_only=False))
    offsets = pyarrow.compute.subtract(lists.offsets, lists.offsets[0])
    return pyarrow.ListArray.from_arrays(offsets, changed, mask=lists.is_null())


def _seconds(milliseconds: Any) -> Any:
    return numpy.minimum(milliseconds // 1000, 0xFFFF)


def _evaluations(values: Any) -> Any:
    """Aix writes 32767 for a mate in one move by White and -32768 by Black; plypack has 32766 and -32766."""
    values = numpy.where(values > 31_000, values + 1, numpy.where(values < -31_000, values - 2, values))
    return numpy.clip(values, -32_768, 32_767)


def _move_data(lists: Any, starts: Any) -> Any:
    """Returns moves in Aix's encoding Low: two bytes each, and a zero at the end.

    The first byte is the from-square, with 80 for captures and 40 for promotions (in hexadecimal); the second the
    to-square (in castling, the square of the rook), with the piece of a promotion in its highest bits.
    """
    offsets = lists.offsets.to_numpy().astype(numpy.int64)
    moves = lists.values.to_numpy()[offsets[0] : offsets[-1]].view(numpy.uint16)
    offsets -= offsets[0]
    origin, target, flags = (moves >> 6 & 63).astype(numpy.uint8), (moves & 63).astype(numpy.uint8), moves >> 12
    is_promotion = flags >= 8
    is_capture = (flags & 4 != 0) & (flags != 6) & (flags != 7)
    target = numpy.where(flags == 2, origin | 7, numpy.where(flags == 3, origin & 56, target))
    game = numpy.repeat(numpy.arange(len(lists)), numpy.diff(offsets))
    place = 2 * numpy.arange(len(moves)) + game
    data = numpy.zeros(2 * len(moves) + len(lists), numpy.uint8)
    data[place] = origin | is_capture * numpy.uint8(0x80) | is_promotion * numpy.uint8(0x40)
    data[place + 1] = target | numpy.where(is_promotion, _PROMOTIONS[flags & 3], 0).astype(numpy.uint8)
    ends = (2 * offsets + numpy.arange(len(offsets))).astype(numpy.int32)
    found = pyarrow.Array.from_buffers(pyarrow.binary(), len(lists), [None, pyarrow.py_buffer(ends), pyarrow.py_buffer(data)])
    return pyarrow.compute.if_else(starts.is_null(), found, None)


_LAYOUTS = {
    "aix": _Layout("games", _READ, _SCHEMA, aix_columns),
    "lichess": _Layout("games", parquet_lichess.READ, parquet_lichess.SCHEMA, parquet_lichess.lichess_columns),
    "plies": _Layout("plies", None, None, lambda batch: batch),
}
