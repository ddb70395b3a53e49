"""Lazy frames for Polars: columns, filters and row limits reach the files.

>>> import plypack.polars
>>> games = plypack.polars.scan("games/*.plypack")  # doctest: +SKIP
>>> games.filter(white="Carlsen, Magnus").select("black", "result").collect()  # doctest: +SKIP
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

import polars
from polars.io.plugins import register_io_source

from .batches import PART_BYTES, in_order
from .database import Database
from .database import open as open_database
from .files import Files, expand
from .filters import Filter
from .query import Where
from .scan import Scan

_COMPARISONS = {"Eq": "=", "Lt": "<", "LtEq": "<=", "Gt": ">", "GtEq": ">="}
_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BETWEEN = {"Both": (">=", "<="), "Left": (">=", "<"), "Right": (">", "<="), "None": (">", "<")}


def scan(
    files: Files | Database,
    table: str = "games",
    where: Where | dict[str, Any] | None = None,
    *,
    threads: int | None = None,
    accept_damage: bool = False,
    trusted: bool = False,
    tags: Sequence[str] = (),
    **options: Any,
) -> polars.LazyFrame:
    """A lazy frame of a table of one file or several: paths, folders, patterns, URLs, or an open database.

    ``tags`` names tags, such as ``WhiteTitle``, that become columns of the table ``games``; each is read and filtered
    separately, but the column ``tags`` reads all tags. ``where`` has conditions that a frame cannot express: positions,
    patterns, names without case and accents. ``threads`` is the number of reading threads, None for one per processor.
    ``accept_damage`` and ``trusted`` are as in ``plypack.open``, ``options`` are the options of ``Scan``. The rows are
    in the order of the files and their games.

    Raises ValueError for an empty list, and errors of files as ``plypack.open``. Collecting raises PlypackError with the file, the game
    and the byte of a game that cannot be read.
    """
    if isinstance(files, Database):
        databases = [files]
    else:
        databases = [open_database(path, accept_damage=accept_damage, trusted=trusted) for path in expand(files)]
    if not databases:
        raise ValueError("the list of files is empty")
    nothing = databases[0].scan(table, None, where, **{**options, "games": range(0)})
    if tags:
        nothing = databases[0].scan(table, [*nothing.columns, *tags], where, **{**options, "games": range(0)})
    schema = polars.DataFrame(nothing).schema

    def read(
        with_columns: list[str] | None,
        predicate: polars.Expr | None,
        n_rows: int | None,
        batch_size: int | None,
    ) -> Iterator[polars.DataFrame]:
        # Polars applies a row limit before the filter.
        filters = filters_of(predicate) if n_rows is None else []
        columns = _columns(list(schema), with_columns, predicate)
        limited = {**options, "batch_rows": min(n_rows or 1, options.get("batch_rows") or 65_536)} if n_rows is not None else options
        scans = _parts(databases, table, columns, where, {**limited, "filters": filters}, n_rows is None)
        left = n_rows
        for batch in in_order(scans, threads if n_rows is None else 1):
            frame = polars.DataFrame(batch)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame if with_columns is None else frame.select(with_columns)
            if left == 0:
                return

    return register_io_source(read, schema=schema, is_pure=True)


def _parts(
    databases: list[Database], table: str, columns: list[str], where: Any, options: dict[str, Any], is_split: bool
) -> Iterator[Scan]:
    """Returns scans of all files, or of the parts of each file if ``is_split``."""
    for database in databases:
        whole = database.scan(table, columns, where, **options)
        if not is_split:
            yield whole
            continue
        for games in whole.partitions(PART_BYTES):
            yield database.scan(table, columns, where, **{**options, "games": games})


def _columns(all_columns: list[str], wanted: list[str] | None, predicate: polars.Expr | None) -> list[str]:
    """Returns the columns to read: the wanted columns and the predicate's, but at least one, which gives the number of
    rows."""
    if wanted is None:
        return all_columns
    names = set(wanted) | set(predicate.meta.root_names() if predicate is not None else [])
    return [name for name in all_columns if name in names] or ["game" if "game" in all_columns else "games"]


def filters_of(predicate: polars.Expr | None) -> list[Filter]:
    """Returns the part of a predicate that a scan can use: filters that pass every row that the predicate passes."""
    if predicate is None:
        return []
    try:
        tree = json.loads(predicate.meta.serialize(format="json"))
    except polars.exceptions.PolarsError:
        # Predicates with Python functions, for example, have no JSON form.
        return []
    return list(_filters(tree))


def _filters(node: Any) -> Iterator[Filter]:
    kind, content = _only_item(node)
    if kind == "BinaryExpr" and content["op"] in ("And", "LogicalAnd"):
        yield from _filters(content["left"])
        yield from _filters(content["right"])
    elif kind == "BinaryExpr" and content["op"] in ("Or", "LogicalOr"):
        yield from _either(content)
    elif kind == "BinaryExpr" and content["op"] in _COMPARISONS:
        yield from _comparison(content["left"], _COMPARISONS[content["op"]], content["right"])
    elif kind == "Function":
        yield from _function(content["input"], content["function"])
    elif kind == "Ternary" and _is_null(content["truthy"]):
        # A row whose value is `NULL` does not pass the filter, so every row that passes took the other branch. DuckDB
        # writes `IN` lists in this form.
        yield from _filters(content["falsy"])


def _comparison(left: Any, operator: str, right: Any) -> Iterator[Filter]:
    if (column := _column(left)) is not None and (value := _value(right)) is not None:
        yield Filter(column, operator, value)
    elif (column := _column(right)) is not None and (value := _value(left)) is not None:
        yield Filter(column, _MIRRORED[operator], value)


def _function(inputs: list[Any], function: Any) -> Iterator[Filter]:
    column, values = _column(inputs[0]) if inputs else None, [_value(node) for node in inputs[1:]]
    group, name = _only_item(function)
    if column is None or not values or any(value is None for value in values):
        return
    if group == "StringExpr" and name == "StartsWith":
        yield Filter(column, "starts", values[0])
    elif group == "Boolean":
        test, settings = _only_item(name)
        if test == "IsIn" and isinstance(values[0], list):
            # A null is in no list, unless `nulls_equal` is set.
            if not settings.get("nulls_equal") or None not in values[0]:
                yield Filter(column, "in", [value for value in values[0] if value is not None])
        elif test == "IsBetween" and settings.get("closed") in _BETWEEN:
            first, last = _BETWEEN[settings["closed"]]
            yield Filter(column, first, values[0])
            yield Filter(column, last, values[1])


def _either(content: Any) -> Iterator[Filter]:
    """``white = 'A' OR white = 'B'`` as a list of values."""
    column: str | None = None
    values: list[Any] = []
    for side in (content["left"], content["right"]):
        found = list(_filters(side))
        if len(found) != 1 or found[0].operator not in ("=", "in") or column not in (None, found[0].column):
            return
        # If a side has several conditions, the one that a scan can use passes all rows that the side passes.
        column = found[0].column
        values += found[0].value if found[0].operator == "in" else [found[0].value]
    if column is not None:
        yield Filter(column, "in", values)


def _column(node: Any) -> str | None:
    kind, content = _only_item(node)
    if kind == "Cast":
        # A cast to a wider number changes no value.
        inner, target = content.get("expr"), content.get("dtype")
        return _column(inner) if target in ("Int32", "Int64", {"Literal": "Int32"}, {"Literal": "Int64"}) else None
    return content if kind == "Column" and isinstance(content, str) else None


def _value(node: Any) -> Any:
    """Returns the value of a literal, or the values of a list; None for anything else, and for null."""
    kind, content = _only_item(node)
    if kind != "Literal":
        return None
    try:
        series = polars.select(polars.Expr.deserialize(io.StringIO(json.dumps(node)), format="json")).to_series()
    except polars.exceptions.PolarsError:
        return None
    if _only_item(content)[0] == "Series":
        return series.to_list()
    value = series.item()
    return value.to_list() if isinstance(value, polars.Series) else value


def _is_null(node: Any) -> bool:
    kind, content = _only_item(node)
    return bool(kind == "Literal" and _only_item(_only_item(content)[1])[0] == "Null")


def _only_item(node: Any) -> tuple[Any, Any]:
    """Splits ``{"BinaryExpr": {...}}`` into ``("BinaryExpr", {...})``; a bare name has empty content."""
    if isinstance(node, dict) and len(node) == 1:
        return next(iter(node.items()))
    return (node, {}) if isinstance(node, str) else (None, {})
