"""Filters of engines, as far as a scan can use them. A scan leaves out only rows that the engine's filter rejects, and
the engine filters the remaining rows again. A filter that a scan cannot use costs time, but changes no result.
"""

from __future__ import annotations

import datetime
import re
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
    """The filters that a scan uses."""

    texts: list[Filter] = field(default_factory=list)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    position: int | None = None

    def narrow(self, column: str, first: int, last: int) -> None:
        """Restricts a column to the numbers from ``first`` to ``last``."""
        known = self.ranges.get(column, (first, last))
        self.ranges[column] = (max(known[0], first), min(known[1], last))

    @property
    def first_game(self) -> int:
        """The first game that can pass."""
        return max(0, self.ranges.get("game", (0, 0))[0])

    @property
    def end_game(self) -> int | None:
        """The game after the last one that can pass, if there is a limit."""
        return self.ranges["game"][1] + 1 if "game" in self.ranges else None

    @property
    def max_ply(self) -> int | None:
        """The last ply that can pass, if there is a limit."""
        last = self.ranges["ply"][1] if "ply" in self.ranges else _MAX
        return max(0, last) if last < _MAX else None

    @property
    def selects(self) -> bool:
        """True if there are conditions on games."""
        return bool(self.texts) or any(column in _NUMBERS for column in self.ranges)

    @property
    def is_empty(self) -> bool:
        """True if no row can pass."""
        return any(last < max(first, 0) for first, last in self.ranges.values())

    def add_to(self, query: Any) -> None:
        """Adds the conditions on games to a query."""
        for column, (first, last) in self.ranges.items():
            if column in _NUMBERS and not self.is_empty:
                call(lib.plypack_query_add_range, query, _NUMBERS[column], min(max(first, 0), _MAX), min(last, _MAX))
        for text in self.texts:
            _add_texts(query, text)


_MAX = 2**32 - 1
# A scan ignores filters with more texts than this, or with longer texts.
_MAX_TEXTS = 256
_MAX_LENGTH = 4096
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


def _tag_of(column: str) -> str | None:
    """Returns the tag of a column; a column that begins with a capital letter has the name of its tag."""
    return column if re.fullmatch(r"[A-Z]\w*", column, re.ASCII) else _TAGS.get(column)


_NUMBERS = {
    "white_rating": lib.PLYPACK_FIELD_WHITE_RATING,
    "black_rating": lib.PLYPACK_FIELD_BLACK_RATING,
    "ply_count": lib.PLYPACK_FIELD_PLIES,
    "day": lib.PLYPACK_FIELD_DATE,
}
_RANGES = {"games": {"game", *_NUMBERS}, "plies": {"game", "ply"}, "tree": set[str]()}
# `*` is missing: a game without any result has `*` in the column, but no search for `*` finds it.
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_SPEEDS = ("ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence")
#: Columns whose condition has the same name, with the values that the condition accepts.
_NAMED = {"result": _RESULTS, "speed": _SPEEDS}


def plan(table: str, filters: Iterable[Filter], *, classifies: bool = False) -> Plan:
    """Returns the plan of a scan of a table for filters. Conditions see the tags of the file, so filters on opening tags that the scan sets
    by the moves (``classifies``) are left to the engine."""
    made = Plan()
    for wanted in filters:
        if classifies and _tag_of(wanted.column) in ("ECO", "Opening"):
            continue
        if wanted.column in _RANGES[table]:
            _add_range(made, wanted)
        elif wanted.column == "position" and table != "games":
            if wanted.operator == "=" and _is_number(wanted.value) and -(2**63) <= wanted.value < 2**63:
                made.position = wanted.value
        elif table == "games" and (_tag_of(wanted.column) or wanted.column in _NAMED) and _is_text_filter(wanted):
            made.texts.append(wanted)
    return made


def _add_range(made: Plan, wanted: Filter) -> None:
    values = wanted.value if wanted.operator == "in" else [wanted.value]
    numbers = [_number(wanted.column, value) for value in values]
    known = [number for number in numbers if number is not None]
    if not known or len(known) < len(numbers):
        return
    least, most = -(2**64), 2**64
    first, last = {
        "=": (known[0], known[0]),
        "<": (least, known[0] - 1),
        "<=": (least, known[0]),
        ">": (known[0] + 1, most),
        ">=": (known[0], most),
        "in": (min(known), max(known)),
    }.get(wanted.operator, (least, most))
    made.narrow(wanted.column, first, last)


def _number(column: str, value: Any) -> int | None:
    if column == "day":
        # A datetime is an instance of date, but also has a time.
        is_day = isinstance(value, datetime.date) and not isinstance(value, datetime.datetime)
        return value.year * 10_000 + value.month * 100 + value.day if is_day else None
    return int(value) if _is_number(value) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text_filter(wanted: Filter) -> bool:
    if wanted.operator not in ("=", "in", "starts"):
        return False
    values = list(wanted.value) if wanted.operator == "in" else [wanted.value]
    if not 0 < len(values) <= _MAX_TEXTS or not all(isinstance(value, str) and len(value) <= _MAX_LENGTH for value in values):
        return False
    # Columns contain quotes and backslashes with their PGN escapes; in a condition, `=` or `/` at the start has a
    # meaning.
    if any('"' in value or "\\" in value or value.startswith(("=", "/")) for value in values):
        return False
    if wanted.column in _NAMED:
        return wanted.operator != "starts" and all(value in _NAMED[wanted.column] for value in values)
    return True


def _add_texts(query: Any, wanted: Filter) -> None:
    values = wanted.value if wanted.operator == "in" else [wanted.value]
    call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_ANY)
    for value in values:
        _add_text(query, wanted, value.encode("utf-8", "surrogatepass"))
    call(lib.plypack_query_end_group, query)


def _add_text(query: Any, wanted: Filter, value: bytes) -> None:
    if wanted.column in _NAMED:
        name = wanted.column.encode()
        call(lib.plypack_query_add, query, name, len(name), value, len(value))
        return
    # A search ignores case and accents, so that it finds all games that pass the filter, and perhaps more.
    separator = b"~" if wanted.operator == "starts" else b"="
    condition = (_tag_of(wanted.column) or "").encode() + separator + value
    call(lib.plypack_query_add, query, b"tag", len(b"tag"), condition, len(condition))
