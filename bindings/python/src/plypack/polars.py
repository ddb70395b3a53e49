"""Lazy frames for Polars: columns, filters and row limits reach the files.

>>> import plypack.polars
>>> games = plypack.polars.scan("games/*.plypack")  # doctest: +SKIP
>>> games.filter(white="Carlsen, Magnus").select("black", "result").collect()  # doctest: +SKIP
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from typing import Any

import polars
from polars.io.plugins import register_io_source

from .database import Database
from .database import open as open_database
from .files import Files, expand
from .filters import Filter
from .query import Where


def scan(
    files: Files | Database,
    table: str = "games",
    where: Where | dict[str, Any] | None = None,
    **options: Any,
) -> polars.LazyFrame:
    """A lazy frame of a table of one file or several; ``options`` are those of ``Scan``.

    ``where`` has conditions that an engine cannot say: positions, patterns, names without case and accents.
    """
    databases = [files] if isinstance(files, Database) else [open_database(path) for path in expand(files)]
    scans = [database.scan(table, None, where, **options) for database in databases]
    schema = polars.from_arrow(_nothing(scans[0])).schema

    def read(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        filters = filters_of(predicate)
        left = n_rows
        for database in databases:
            for frame in _frames(database.scan(table, _columns(with_columns, predicate), where, filters=filters, **_with_rows(options, batch_size, left, predicate))):
                if predicate is not None:
                    frame = frame.filter(predicate)
                if with_columns is not None:
                    frame = frame.select(with_columns)
                if left is not None:
                    frame = frame.head(left)
                    left -= frame.height
                yield frame
                if left == 0:
                    return

    return register_io_source(read, schema=schema, validate_schema=False, is_pure=True)
