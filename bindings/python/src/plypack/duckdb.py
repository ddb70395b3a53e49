"""SQL of DuckDB over the games of many files: columns and filters reach the files.

>>> import plypack.duckdb
>>> sql = plypack.duckdb.connect("games/*.plypack")  # doctest: +SKIP
>>> sql.sql("SELECT eco, count(*) FROM games WHERE white = 'Carlsen, Magnus' GROUP BY eco")  # doctest: +SKIP

A single scan needs no more than its name: ``duckdb.sql("SELECT ... FROM scan")`` reads the stream of ``database.scan("plies", [...])``
batch by batch; filters of the query do not reach that one.
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
    """Adds the views ``games``, ``plies`` and ``tree``, with ``prefix`` before their names, and the function ``position_key(fen)``. Each file
    is a view, too, with its games, as ``FROM 'games.plypack'``, by its path or URL as ``files`` gives it or as a pattern finds it.

    ``tags`` names tags that are columns of games: with ``tags=["WhiteTitle"]``, ``WhiteTitle = 'GM'`` reads this tag alone, where
    ``tags['WhiteTitle'] = 'GM'`` reads all tags. DuckDB takes ``White`` and ``white`` for one name: name no tag that is a column already.
    Queries read the columns they need, and of the rows those that their filters on tags, ratings, days, numbers of games and plies, and
    ``position = ...`` let pass. These rows are held in memory while a query runs. ``where`` has conditions that SQL cannot say, and
    ``options`` are those of ``plypack.polars.scan``.

    Raises what ``plypack.polars.scan`` raises. A query over a game that cannot be read raises ``duckdb.Error`` with the file, the game and
    the byte.
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
