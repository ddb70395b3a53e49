"""A data source for Spark: games of many files, read by many machines. Sail takes the same class.

>>> from plypack.spark import PlypackDataSource
>>> spark.dataSource.register(PlypackDataSource)  # doctest: +SKIP
>>> games = spark.read.format("plypack").option("columns", "white,black,result").load("games/*.plypack")  # doctest: +SKIP

Options, whose names may be written in any case:

- ``path``, the argument of ``load``: a file, a folder, a pattern, a URL, or a list of them as JSON. A relative path
  starts at the driver's folder. A URL of fsspec is a folder if it ends with ``/``, and a pattern if it has ``*`` or
  ``[``.
- ``storageOptions``: options of the file system of a URL, as JSON: ``{"anon": true}``.
- ``table``: ``games`` (default), ``plies`` or ``tree``.
- ``columns``: the names of the columns to read, separated by commas; all columns unless given. Spark does not tell a
  source which columns a query needs, so this option saves much time.
- All conditions of ``plypack.Where`` as texts: ``fen``, ``player``, ``date`` and so on; ranges as ``2013..2020``, ``2013..`` or
  ``..2020``. For example, ``not`` is ``result=draw``; ``tag`` is ``Name=VALUE``.
- ``position``: a key of ``plypack.position_key``; ``plies`` and ``tree`` then have only rows of this position.
- ``maxPly``: a number; ``plies`` and ``tree`` then have only rows up to this ply.
- ``classify``: ``true`` sets missing tags ``ECO`` and ``Opening`` by the moves, ``replace`` also replaces their values.
  Games without a known opening keep their tags. Conditions, such as the option ``eco``, use the tags of the file.
- ``partitionBytes``: bytes of a file that a task reads, 67108864 unless given; at least one whole block.
- ``partitions``: minimum number of tasks, so that all cores of a cluster can read one small file. A task reads at least
  one block.
- ``batchRows``: maximum number of rows of a batch.
- ``onDamage``: ``fail`` (default), or ``skip``: games that cannot be read are left out, and ``damage`` counts them.
- ``trusted``: ``true`` says that the moves of the files are known to be legal.
- ``filterPushdown``: ``true`` passes filters of the query to the files. Also set
  ``spark.sql.python.filterPushdown.enabled``; without it, the query fails.

``tree`` makes the opening tree of all positions that many games reach.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql import types
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from ._library import PlypackError
from .database import Database
from .database import open as open_database
from .files import absolute, expand, shares, size_of
from .filters import Filter
from .query import NAMES, SWITCHES
from .scan import Scan
from .tag_values import Classify
from .trees import COUNTS, MAX_FILES, READ, SCHEMA, TREE, partial_counts, with_texts

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_OPERATORS = {
    "EqualTo": "=",
    "EqualNullSafe": "=",
    "LessThan": "<",
    "LessThanOrEqual": "<=",
    "GreaterThan": ">",
    "GreaterThanOrEqual": ">=",
    "In": "in",
    "StringStartsWith": "starts",
}
#: The names of conditions by the names of options.
_CONDITIONS = {name.rstrip("_"): name for name in NAMES}
_SETTINGS = (
    "path",
    "paths",
    "table",
    "columns",
    "position",
    "maxply",
    "classify",
    "partitionbytes",
    "partitions",
    "batchrows",
    "ondamage",
    "storageoptions",
    "trusted",
    "filterpushdown",
    "damage",
)
_DAMAGE = types.StructType(
    [
        types.StructField("file", types.StringType(), True),
        types.StructField("first", types.LongType(), True),
        types.StructField("end", types.LongType(), True),
        types.StructField("missing", types.LongType(), True),
        types.StructField("error", types.StringType(), True),
    ]
)


class PlypackDataSource(DataSource):
    """The source ``plypack``; the module's documentation lists its options."""

    @classmethod
    def name(cls) -> str:
        """Its name in ``spark.read.format``."""
        return "plypack"

    def schema(self) -> types.StructType:
        """The columns that are read, with their types."""
        return _Settings(self.options).schema()

    def reader(self, schema: types.StructType) -> DataSourceReader:
        """Returns the reader. It accepts filters only with the option ``filterPushdown``, because Spark otherwise
        refuses it."""
        settings = _Settings(self.options)
        return FilteringPlypackReader(settings) if settings.takes_filters else PlypackReader(settings)


@dataclass(frozen=True)
class GameRange(InputPartition):
    """Games of a file, for a task. Without ``end``, the file could not be opened. ``file`` is the number of the file, from 0."""

    path: str
    first: int
    end: int | None
    file: int = 0


class PlypackReader(DataSourceReader):
    """Reads ranges of games, each in a task of its own."""

    def __init__(self, settings: _Settings) -> None:
        self.settings = settings
        self.filters: list[Filter] = []

    def partitions(self) -> Sequence[InputPartition]:
        """Ranges of whole blocks of all files."""
        found: list[InputPartition] = []
        files = self.settings.files()
        for number, (path, share) in enumerate(zip(files, self.settings.shares(files))):
            try:
                scan = self.settings.scan(self.settings.open(path), None, self.filters)
            except (OSError, PlypackError) as error:
                found.append(self._without(path, error))
                continue
            ranges = scan.partitions(self.settings.partition_bytes, share)
            found += [GameRange(path, games.start, games.stop, number) for games in ranges]
        # For Spark, an empty list means one unspecified partition.
        return found or [GameRange("", 0, 0)]

    def _without(self, path: str, error: Exception) -> GameRange:
        if not self.settings.skips_damage:
            raise _with_name(path, error) from error
        return GameRange(path, 0, None)

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """Returns the rows of a range."""
        assert isinstance(partition, GameRange)
        if self.settings.is_damage_report:
            yield self._damage(partition)
        elif partition.end is None:
            print(f"plypack: {partition.path} cannot be opened; all of its games are left out", file=sys.stderr)
        elif partition.path:
            scan = self._scan(partition)
            yield from self._rows(partition, _batches(partition.path, scan))
            if scan.corrupt:
                print(f"plypack: {scan.corrupt} games of {partition.path} cannot be read and are left out", file=sys.stderr)

    def _rows(self, partition: GameRange, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return batches

    def _scan(self, partition: GameRange) -> Scan:
        database = self.settings.open(partition.path)
        return self.settings.scan(database, range(partition.first, partition.end or 0), self.filters)

    def _damage(self, partition: GameRange) -> pyarrow.RecordBatch:
        rows: list[dict[str, Any]] = []
        if partition.end is None:
            try:
                self.settings.open(partition.path)
            except (OSError, PlypackError) as error:
                rows.append({"file": partition.path, "error": str(error)})
        elif partition.path:
            scan = self._scan(partition)
            for _ in _batches(partition.path, scan):
                pass
            if scan.corrupt:
                rows.append({"file": partition.path, "first": partition.first, "end": partition.end, "missing": scan.corrupt})
        fields = [("file", pyarrow.string()), ("first", pyarrow.int64()), ("end", pyarrow.int64())]
        schema = pyarrow.schema([*fields, ("missing", pyarrow.int64()), ("error", pyarrow.string())])
        return pyarrow.RecordBatch.from_pylist(rows, schema=schema)


class FilteringPlypackReader(PlypackReader):
    """A reader that uses filters of the query. It also returns all of them to Spark, which filters again."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:
        """Uses the filters that a scan can use."""
        for wanted in filters:
            operator = _OPERATORS.get(type(wanted).__name__)
            if operator is not None and len(wanted.attribute) == 1 and wanted.value is not None:
                value = [one for one in wanted.value if one is not None] if operator == "in" else wanted.value
                self.filters.append(Filter(wanted.attribute[0], operator, value))
        return filters


class PartialCountsSource(PlypackDataSource):
    """The source ``plypack_partial_counts``, for ``tree``: the table ``tree`` of each task, added up. Takes the options of ``plypack``."""

    @classmethod
    def name(cls) -> str:
        """Its name in ``spark.read.format``."""
        return "plypack_partial_counts"

    def schema(self) -> types.StructType:
        """The columns of partial counts."""
        return _struct(SCHEMA)

    def reader(self, schema: types.StructType) -> DataSourceReader:
        """The reader."""
        return PartialCountsReader(_Settings(self.options))


class PartialCountsReader(PlypackReader):
    """Adds up the rows of a task."""

    def _rows(self, partition: GameRange, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return partial_counts(batches, partition.file)


class _Settings:
    """The options. Spark sends them to the workers."""

    def __init__(self, options: Mapping[str, str]) -> None:
        given = {name.lower(): value for name, value in dict(options).items()}
        known = (*_SETTINGS, *_CONDITIONS)
        unknown = sorted(set(given) - set(known))
        if unknown:
            raise ValueError(f"plypack has no option {unknown[0]!r}; those that there are: {', '.join(known)}")
        # A worker does not run in the driver's folder.
        self.paths = [absolute(path) for path in _paths(given)]
        self.storage_options: dict[str, Any] = json.loads(given.get("storageoptions", "{}"))
        self.table = given.get("table", "games")
        self.columns = [name.strip() for name in given["columns"].split(",")] if "columns" in given else None
        self.partition_bytes = int(given.get("partitionbytes", 64 << 20))
        self.min_partitions = int(given.get("partitions", 1))
        self.skips_damage = _one_of(given, "ondamage", "fail", "skip") == "skip"
        self.takes_filters = _switch(given, "filterpushdown")
        self.is_damage_report = _switch(given, "damage")
        self.is_trusted = _switch(given, "trusted")
        classify = _one_of(given, "classify", "false", "true", "replace")
        self.classify: Classify = "replace" if classify == "replace" else classify == "true"
        numbers = {"position": "position", "maxply": "max_ply", "batchrows": "batch_rows"}
        self.numbers = {numbers[name]: int(value) for name, value in given.items() if name in numbers}
        self.where = {
            condition: _switch(given, name) if name in SWITCHES else given[name] for name, condition in _CONDITIONS.items() if name in given
        }

    def files(self) -> list[str]:
        return expand(self.paths, self.storage_options)

    def shares(self, files: list[str]) -> list[int]:
        """Returns how many tasks each file gets at least."""
        return shares([self._size_of(path) for path in files] if self.min_partitions > 1 else [0] * len(files), self.min_partitions)

    def _size_of(self, path: str) -> int:
        try:
            return size_of(path, self.storage_options)
        except OSError:
            # Opening the file raises the error.
            return 0

    def open(self, path: str) -> Database:
        return open_database(path, accept_damage=self.skips_damage, trusted=self.is_trusted, storage_options=self.storage_options)

    def scan(self, database: Database, games: range | None, filters: Iterable[Filter]) -> Scan:
        options = {"games": games, "filters": filters, "classify": self.classify, **self.numbers}
        return database.scan(self.table, self.columns, self.where, **options)

    def schema(self) -> types.StructType:
        if self.is_damage_report:
            return _DAMAGE
        error: Exception | None = None
        for path in self.files():
            try:
                schema = pyarrow.schema(self.scan(self.open(path), range(0), ()))
            except (OSError, PlypackError) as found:
                error = error or _with_name(path, found)
                if not self.skips_damage:
                    break
                continue
            return _struct(schema)
        raise error if error is not None else FileNotFoundError("no files")


def damage(spark: SparkSession, path: str | Sequence[str], **options: Any) -> DataFrame:
    """Returns what a read with these options and ``onDamage`` = ``skip`` leaves out: ranges of games with the number
    ``missing``, and files that cannot be opened, with their ``error``. Reads the files once more."""
    paths = path if isinstance(path, str) else json.dumps(list(path))
    reader = spark.read.format("plypack").options(**options).option("onDamage", "skip").option("damage", "true")
    return reader.load(paths)


def tree(spark: SparkSession, path: str | Sequence[str], min_games: int = 1, **options: Any) -> DataFrame:
    """Returns the opening tree of all positions that at least ``min_games`` games reach: a row for each position and each move played in it.

    A game counts once for a position, with the move after its first occurrence (search.7), as in ``Database.tree``.
    ``path`` and ``options`` are options of the source, such as ``result="white"`` for games that White won. With
    ``maxPly=30``, games count only for positions that they reach within 30 plies.

    ===================  ========  ====================================================================================
    ``position``         bigint    the key of the position, as ``plypack.position_key`` has it
    ``fen``              string    the first four fields of its FEN
    ``move``             smallint  the packed move; null for games that end in the position
    ``uci``, ``san``     string    the move as text; null without a move
    ``games``            bigint    games with this position and move
    ``white``            bigint    of these, games that White won
    ``draws``            bigint    drawn games
    ``black``            bigint    games that Black won
    ``other``            bigint    games without a known result
    ``rating``           smallint  the mean rating of the players to move, rounded; null if none is known
    ``last_year``        smallint  the last known year of a game; null if none is known
    ===================  ========  ====================================================================================

    The rows are in no order. Each task adds up the counts of its games, Spark shuffles them once, by position, and the
    workers read the FEN of each remaining position from a game that has it. Positions with equal keys count as one:
    among 10^9 positions, two have the same key with a probability of 3 percent.

    Raises ValueError for a wrong option, and FileNotFoundError without files. Actions raise the errors of files.
    """
    refused = sorted({"table", "columns", "classify", "damage", "filterpushdown", "path", "paths"} & {name.lower() for name in options})
    if refused:
        raise ValueError(f"a tree takes no option {refused[0]!r}")
    if min_games < 1:
        raise ValueError(f"min_games is {min_games}; it must be 1 or more")
    paths = path if isinstance(path, str) else json.dumps(list(path))
    given = {name: str(value) for name, value in options.items()} | {"table": "tree", "columns": ",".join(READ)}
    settings = _Settings({**given, "path": paths})
    files = settings.files()
    if len(files) > MAX_FILES:
        raise ValueError(f"there are {len(files)} files; a tree takes {MAX_FILES} at most")
    spark.dataSource.register(PartialCountsSource)
    counts = spark.read.format(PartialCountsSource.name()).options(**given).load(json.dumps(files))
    return _complete(counts, min_games).mapInArrow(_TextsOfFiles(settings, files), _struct(TREE))


def _complete(counts: DataFrame, min_games: int) -> DataFrame:
    """Adds up partial counts, and keeps positions of many games. Sets ``first`` to the same game in all rows of a
    position, so that fewer games must be read."""
    from pyspark.sql import Window
    from pyspark.sql import functions as of

    added = [getattr(of, function)(name).alias(name) for name, function in COUNTS.items()]
    # Rows partitioned by position are also partitioned by position and move, so Spark adds no other shuffle.
    moves = counts.repartition("position").groupBy("position", "move").agg(*added)
    position = Window.partitionBy("position")
    total = moves.withColumn("total", of.sum("games").over(position)).withColumn("first", of.min("first").over(position))
    return total.where(of.col("total") >= min_games).select(*SCHEMA.names)


class _TextsOfFiles:
    """Adds texts to complete counts, in a worker."""

    def __init__(self, settings: _Settings, files: list[str]) -> None:
        self.settings = settings
        self.files = files

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        opened: dict[int, Database] = {}

        def open_file(number: int) -> Database:
            if number not in opened:
                opened[number] = self.settings.open(self.files[number])
            return opened[number]

        for batch in batches:
            yield with_texts(batch, open_file, self.settings.numbers.get("max_ply"))


def _batches(path: str, scan: Scan) -> Iterator[pyarrow.RecordBatch]:
    reader = pyarrow.RecordBatchReader.from_stream(scan)
    schema = pyarrow.schema([pyarrow.field(field.name, _arrow_type(field.type)) for field in reader.schema])
    try:
        for batch in reader:
            yield batch if schema == reader.schema else batch.cast(schema)
    except (OSError, pyarrow.ArrowException) as error:
        raise _with_name(path, error) from error


def _with_name(path: str, error: Exception) -> Exception:
    code = error.code if isinstance(error, PlypackError) else "CORRUPT"
    message = str(error)
    return PlypackError(message if path in message else f"{path}: {message}", code)


def _paths(given: Mapping[str, str]) -> list[str]:
    found: list[str] = []
    for text in (given.get("path"), given.get("paths")):
        if text is not None:
            found += json.loads(text) if text.startswith("[") else [text]
    if not found:
        raise ValueError("plypack needs a path: of a file, a folder or a pattern, or several as a list in JSON")
    return found


def _one_of(given: Mapping[str, str], name: str, *values: str) -> str:
    value = given.get(name, values[0]).lower()
    if value not in values:
        raise ValueError(f"the option {name} is {value!r}, and must be one of {', '.join(values)}")
    return value


def _switch(given: Mapping[str, str], name: str) -> bool:
    return _one_of(given, name, "false", "true") == "true"


def _arrow_type(of: pyarrow.DataType) -> pyarrow.DataType:
    """Returns the Arrow type that Spark receives: Spark has times in microseconds, and a time without a zone is the
    same in every session."""
    return pyarrow.timestamp("us") if pyarrow.types.is_timestamp(of) else of


def _struct(schema: pyarrow.Schema) -> types.StructType:
    return types.StructType([types.StructField(field.name, _spark_type(field.type), True) for field in schema])


def _spark_type(of: pyarrow.DataType) -> types.DataType:
    if pyarrow.types.is_list(of):
        return types.ArrayType(_spark_type(of.value_type), True)
    if pyarrow.types.is_map(of):
        return types.MapType(_spark_type(of.key_type), _spark_type(of.item_type), True)
    if pyarrow.types.is_timestamp(of):
        return types.TimestampNTZType()
    simple: dict[Any, types.DataType] = {
        pyarrow.int16(): types.ShortType(),
        pyarrow.int32(): types.IntegerType(),
        pyarrow.int64(): types.LongType(),
        pyarrow.string(): types.StringType(),
        pyarrow.binary(): types.BinaryType(),
        pyarrow.date32(): types.DateType(),
    }
    return simple[of]
