"""Conditions of searches, as keywords of ``find``, ``count`` and ``tree``, and in ``where`` of ``scan``."""

from __future__ import annotations

import datetime
import re
from typing import Any, TypedDict

from ._library import call, lib, new


class Where(TypedDict, total=False):
    """What a search looks for. All of it must hold.

    Texts are contained in what the file has, without case and accents; with ``exact=True`` they are equal to it, as ``=TEXT`` is. A text
    ``/REGEX/`` is a regular expression, ``/REGEX/i`` one without case. Ranges are
    ``(first, last)``, both included, either of them None; or one number.
    """

    fen: str
    """A position, reached by whatever moves; fields of the FEN that are not given do not count."""
    pattern: str
    """Pieces on squares, as in a FEN; digits are squares that do not matter."""
    material: str
    """Pieces on any squares: ``KRPKR``."""
    variations: bool
    """Search variations, too. The tables ``plies`` and ``tree``, of main lines, refuse it with a position."""
    player: str
    white: str
    black: str
    event: str
    site: str
    comment: str
    eco: str
    """A code or the beginning of one: ``B90``, ``B``, ``B90-B99``."""
    result: str
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
    date: Any
    """A year, a date, or a range of them: ``2020``, ``"2020.01.31"``, ``datetime.date(2020, 1, 31)``, ``(2013, 2020)``."""
    rating: Any
    """The rating of both players, as far as it is known."""
    white_rating: Any
    black_rating: Any
    average_rating: Any
    ply_count: Any
    tags: dict[str, str]
    """Values of other tags, whole: ``{"TimeControl": "600+5"}``."""
    exact: bool
    index: bool
    """Whether a position index is used where there is one; the result is the same."""


_TEXTS = {"player", "white", "black", "event", "site", "comment"}
_VALUES = {"eco", "result"}
_RANGES = {
    "rating": lib.PLYPACK_FIELD_RATING,
    "white_rating": lib.PLYPACK_FIELD_WHITE_RATING,
    "black_rating": lib.PLYPACK_FIELD_BLACK_RATING,
    "average_rating": lib.PLYPACK_FIELD_AVERAGE_RATING,
    "ply_count": lib.PLYPACK_FIELD_PLIES,
}
_TARGETS = {"fen": lib.plypack_query_set_fen, "pattern": lib.plypack_query_set_pattern, "material": lib.plypack_query_set_material}
_SWITCHES = {"variations": lib.plypack_query_set_variations, "index": lib.plypack_query_set_index}

_MAX = 2**32 - 1


def make_query(where: Where | dict[str, Any]) -> Any:
    """The handle of a query. Raises TypeError for a keyword that there is none of, ValueError for a value that is not understood."""
    targets = [name for name in _TARGETS if where.get(name) is not None]
    if len(targets) > 1:
        raise ValueError(f"a search is for one of {', '.join(_TARGETS)}, and not for {' and '.join(targets)}")
    query = new(lib.plypack_query_new, lib.plypack_query_free, "plypack_query")
    form = "=" if where.get("exact") else ""
    for name, value in where.items():
        if value is not None and name != "exact":
            _add(query, name, value, form)
    return query


def _add(query: Any, name: str, value: Any, form: str) -> None:
    if name in _TARGETS:
        call(_TARGETS[name], query, *_text(value))
    elif name in _SWITCHES:
        call(_SWITCHES[name], query, int(bool(value)))
    elif name in _TEXTS:
        call(lib.plypack_query_add, query, *_text(name), *_text(f"{form}{value}"))
    elif name in _VALUES:
        call(lib.plypack_query_add, query, *_text(name), *_text(value))
    elif name in _RANGES:
        call(lib.plypack_query_add_range, query, _RANGES[name], *_range(value, 0, _MAX))
    elif name == "date":
        call(lib.plypack_query_add_range, query, lib.PLYPACK_FIELD_DATE, *_dates(value))
    elif name == "tags":
        for tag, text in value.items():
            if "=" in tag or "~" in tag:
                raise ValueError(f"{tag!r} is not the name of a tag")
            call(lib.plypack_query_add, query, *_text("tag"), *_text(f"{tag}={text}"))
    else:
        known = ", ".join(sorted(Where.__annotations__))
        raise TypeError(f"there is no condition {name!r}; those that there are: {known}")


def _text(value: Any) -> tuple[bytes, int]:
    text = str(value).encode()
    return text, len(text)


def _range(value: Any, least: int, most: int) -> tuple[int, int]:
    first, last = value if isinstance(value, (tuple, list)) else (value, value)
    return least if first is None else _number(first, most), most if last is None else _number(last, most)


def _number(value: Any, most: int) -> int:
    number = int(value)
    if not 0 <= number <= most:
        raise ValueError(f"{value} is not a number from 0 to {most}")
    return number


def _dates(value: Any) -> tuple[int, int]:
    first, last = value if isinstance(value, (tuple, list)) else (value, value)
    return 0 if first is None else _date(first, 0, 0), _MAX if last is None else _date(last, 99, 99)


def _date(value: Any, month: int, day: int) -> int:
    """Year * 10000 + month * 100 + day, with these for what is not given."""
    if isinstance(value, datetime.date):
        return value.year * 10_000 + value.month * 100 + value.day
    found = re.fullmatch(r"(\d{1,4})(?:[.-](\d{1,2}))?(?:[.-](\d{1,2}))?", str(value))
    if not found:
        raise ValueError(f"{value!r} is not a date; write 2020, '2020.01', '2020.01.31', a datetime.date, or a range: (2013, 2020)")
    year, *rest = found.groups()
    months, days = (int(given or other) for given, other in zip(rest, (month, day)))
    return int(year) * 10_000 + months * 100 + days
