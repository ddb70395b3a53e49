"""SQL of DuckDB over the games of many files: columns and filters reach the files.

>>> import plypack.duckdb
>>> sql = plypack.duckdb.connect("games/*.plypack")  # doctest: +SKIP
>>> sql.sql("SELECT eco, count(*) FROM games WHERE white = 'Carlsen, Magnus' GROUP BY eco")  # doctest: +SKIP

SQL can also name a variable that holds a scan: ``duckdb.sql("SELECT ... FROM scan")`` reads the stream of ``scan =
database.scan("plies", [...])`` batch by batch. Filters of such a query do not reach the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from . import polars as plypack_polars
from .database import Database
from .files import Files, expand
from .query import Where
from .scan import position_key

TABLES = ("games", "plies", "tree")


def connect(files: Files | Database, where: Where | dict[str, Any] | None = None, **options: Any) -> duckdb.DuckDBPyConnection:
    """A new connection to a database in memory with the views ``games``, ``plies`` and ``tree`` of the files; see ``register``."""
    connection = duckdb.connect()
    register(connection, files, where, **options)
    return connection


def register(
    connection: duckdb.DuckDBPyConnection,
    files: Files | Database,
    where: Where | dict[str, Any] | None = None,
    *,
    prefix: str = "",
    tags: Sequence[str] = (),
    **options: Any,
) -> None:
    """Adds the views ``games``, ``plies`` and ``tree``, with ``prefix`` before their names, and the function
    ``position_key(fen)``. The games of each file are a view, too: ``FROM 'games.plypack'``. Its name is the path or URL
    in ``files``, or the path that a pattern finds.

    ``tags`` names tags that are columns of games: with ``tags=["WhiteTitle"]``, ``WhiteTitle = 'GM'`` reads only this
    tag, but ``tags['WhiteTitle'] = 'GM'`` reads all tags. For DuckDB, ``White`` and ``white`` are the same name: do not
    name a tag that is already a column. Queries read only the columns that they need, and only the rows that pass their
    filters on tags, ratings, days, numbers of games and plies, and ``position = ...``. These rows are held in memory
    while a query runs. ``where`` has conditions that SQL cannot express; ``options`` are the options of
    ``plypack.polars.scan``.

    Raises the errors of ``plypack.polars.scan``. A query over a game that cannot be read raises ``duckdb.Error`` with
    the file, the game and the byte.
    """
    found = files if isinstance(files, Database) else expand(files)
    for table in TABLES:
        named = tags if table == "games" else ()
        connection.register(prefix + table, plypack_polars.scan(found, table, where, tags=named, **options))
    for path in found if isinstance(found, list) else []:
        connection.register(path, plypack_polars.scan(path, "games", where, tags=tags, **options))
    known = connection.execute("SELECT count(*) FROM duckdb_functions() WHERE function_name = 'position_key'").fetchall()
    if known == [(0,)]:
        connection.create_function("position_key", position_key, ["VARCHAR"], "BIGINT")
