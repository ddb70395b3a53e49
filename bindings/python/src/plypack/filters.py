"""Filters of engines, as far as a scan can use them: rows that it leaves out are rows that the filter leaves out, and the engine filters
again what it gets. A filter that is not understood here costs time, and no row.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ._library import call, lib


@dataclass(frozen=True)
class Filter:
    """``column operator value``; the operator is ``=``, ``<``, ``<=``, ``>``, ``>=``, ``in`` (of values) or ``starts``."""

    column: str
    operator: str
    value: Any


@dataclass
class Plan:
    """What filters mean for a scan."""

    texts: list[Filter] = field(default_factory=list)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    first_game: int = 0
    end_game: int | None = None
    position: int | None = None
    max_ply: int | None = None

    def add_to(self, query: Any) -> None:
        """Adds the conditions on games to a query."""
        for name, (first, last) in self.ranges.items():
            if first <= last:
                call(lib.plypack_query_add_range, query, _NUMBERS[name], first, last)
        for text in self.texts:
            _add_texts(query, text)

    @property
    def selects(self) -> bool:
        """Whether there are conditions on games."""
        return bool(self.texts or self.ranges)

    @property
    def is_empty(self) -> bool:
        """Whether no row can pass."""
        return any(last < max(first, 0) for first, last in self.ranges.values()) or (
            self.end_game is not None and self.end_game <= self.first_game
        )


_MAX = 2**32 - 1
_TAGS = {
    "white": "White",
    "black": "Black",
    "event": "Event",
    "site": "Site",
    "round": "Round",
    "date": "Date",
    "eco": "ECO",
    "opening": "Opening",
    "termination": "Termination",
    "time_control": "TimeControl",
    "variant": "Variant",
}
_NUMBERS = {
    "white_rating": lib.PLYPACK_FIELD_WHITE_RATING,
    "black_rating": lib.PLYPACK_FIELD_BLACK_RATING,
    "ply_count": lib.PLYPACK_FIELD_PLIES,
    "day": lib.PLYPACK_FIELD_DATE,
}
# A game without any result has `*` in the column, and no search finds it by that.
_RESULTS = ("1-0", "0-1", "1/2-1/2")


def plan(table: str, filters: Iterable[Filter]) -> Plan:
    """What a scan of a table makes of filters."""
    made = Plan()
    for wanted in filters:
        if table == "tree" and wanted.column != "position":
            # Rows of a tree are not games.
            continue
        _add(made, table, wanted)
    return made


def _add(made: Plan, table: str, wanted: Filter) -> None:
    column, operator, value = wanted.column, wanted.operator, wanted.value
    if column == "position" and operator == "=" and table != "games" and isinstance(value, int):
        made.position = value
    elif column == "ply" and table == "plies" and isinstance(value, int):
        last = _bounds(operator, value)[1]
        if last is not None:
            made.max_ply = max(0, last if made.max_ply is None else min(made.max_ply, last))
    elif column == "game" and isinstance(value, int):
        first, last = _bounds(operator, value)
        made.first_game = max(made.first_game, first or 0)
        if last is not None:
            made.end_game = last + 1 if made.end_game is None else min(made.end_game, last + 1)
    elif table != "games":
        return
    elif column in _NUMBERS:
        number = _number(column, value)
        if number is not None:
            first, last = _bounds(operator, number)
            known = made.ranges.get(column, (0, _MAX))
            made.ranges[column] = (max(known[0], first or 0), min(known[1], _MAX if last is None else last))
            if operator not in ("=", "<", "<=", ">", ">="):
                del made.ranges[column]
    elif column in _TAGS or column == "result":
        if _is_text_filter(wanted):
            made.texts.append(wanted)


def _bounds(operator: str, value: int) -> tuple[int | None, int | None]:
    """First and last of the numbers that pass."""
    return {
        "=": (value, value),
        "<": (None, value - 1),
        "<=": (None, value),
        ">": (value + 1, None),
        ">=": (value, None),
    }.get(operator, (None, None))


def _number(column: str, value: Any) -> int | None:
    if column == "day":
        if not isinstance(value, datetime.date):
            return None
        return value.year * 10_000 + value.month * 100 + value.day
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _is_text_filter(wanted: Filter) -> bool:
    values = wanted.value if wanted.operator == "in" else [wanted.value]
    if wanted.operator not in ("=", "in", "starts") or not values or not all(isinstance(value, str) for value in values):
        return False
    if wanted.column == "result":
        return wanted.operator != "starts" and all(value in _RESULTS for value in values)
    return True


def _add_texts(query: Any, wanted: Filter) -> None:
    values = wanted.value if wanted.operator == "in" else [wanted.value]
    call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_ANY)
    for value in values:
        _add_text(query, wanted, value.encode())
    call(lib.plypack_query_end_group, query)


def _add_text(query: Any, wanted: Filter, value: bytes) -> None:
    if wanted.column == "result":
        call(lib.plypack_query_add_text, query, lib.PLYPACK_FIELD_RESULT, value, len(value))
        return
    form = lib.PLYPACK_TEXT_CONTAINS if wanted.operator == "starts" else lib.PLYPACK_TEXT_EQUALS
    name = _TAGS[wanted.column].encode()
    call(lib.plypack_query_add_tag_form, query, form, name, len(name), value, len(value))
