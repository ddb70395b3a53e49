"""Conditions of searches, as keywords of ``find``, ``count`` and ``tree``, and in ``where`` of ``scan``.

The command ``plypack`` and ``plypack_query_add`` of C have the same names and values, but with ``-`` in place of ``_``.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from ._library import call, lib, new
from .positions import position_after

#: A text to find in a game, or a regular expression.
Text = str | re.Pattern[str]
#: Several texts are alternatives.
Texts = Text | Sequence[Text]
#: ``2700``, ``"2700.."``, ``"2400..2600"`` or ``(2400, 2600)``; None is an open end.
Numbers = int | str | tuple[int | None, int | None]
#: A year, or a date such as ``"2020.01"``, ``"2020-01-31"`` or ``datetime.date(2020, 1, 31)``.
Date = int | str | datetime.date
#: A date, ``"2013..2020"`` or ``(2013, 2020)``; None is an open end.
Dates = Date | tuple[Date | None, Date | None]


class Conditions(TypedDict, total=False):
    """Conditions on games. A game must meet all of them.

    A text ``carlsen`` matches a part of a value, ``=Carlsen, Magnus`` the whole value; case and accents do not matter.
    A text ``/REGEX/`` is a regular expression, ``/REGEX/i`` ignores case, both in the syntax of the Rust crate
    ``regex``; a pattern of ``re.compile`` works, too. One text of a list must match, but all texts of a list for
    ``tag``, ``comment`` and ``has``.

    A range is one number or date, a text ``"2400..2600"``, ``"2700.."`` or ``"..1999"``, or a tuple ``(first, last)``,
    in which None means an open end. Both ends are included.
    """

    player: Texts
    """The name of a player of either color. ``Jörg Müller`` finds ``Müller, Jörg``, ``mueller`` finds ``Müller``."""
    vs: Texts
    """The name of the opponent of ``player``."""
    player_rating: Numbers
    """The rating of ``player``."""
    white: Texts
    black: Texts
    event: Texts
    site: Texts
    date: Dates
    rating: Numbers
    """All known ratings; at least one must be known."""
    any_rating: Numbers
    """The rating of one of the players."""
    average_rating: Numbers
    white_rating: Numbers
    black_rating: Numbers
    plies: Numbers
    """The plies of the main line."""
    result: str | Sequence[str]
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; or ``white``, ``black``, ``draw``."""
    speed: str | Sequence[str]
    """The class of the time control: ``ultrabullet``, ``bullet``, ``blitz``, ``rapid``, ``classical``, ``correspondence``."""
    eco: str | Sequence[str]
    """A code, the beginning of one, or a range: ``B90``, ``B9``, ``B20..B99``."""
    tag: str | Sequence[str] | Mapping[str, Text]
    """Values of tags, whole or as a regular expression: ``{"TimeControl": "600+5", "Annotator": "/^K/"}``. As texts: ``Name=VALUE``,
    ``Name~TEXT`` for a part or a regular expression, or ``Name`` for any value."""
    comment: Texts
    nag: int | str | Sequence[int | str]
    """``14``, ``"$14"``, or a symbol such as ``"+="`` or ``"!?"``."""
    has: str | Sequence[str]
    """``comments``, ``variations`` or ``nags``."""
    not_: Conditions | str | Sequence[str]
    """A game must meet none of these conditions: ``{"result": "draw"}``, or as in the command, ``"result=draw"``."""
    exact: bool
    """Texts match whole values, as if each began with ``=``."""
    variations: bool
    """Search for a position in variations, too. The tables ``plies`` and ``tree`` have only main lines, and refuse it
    with a position."""
    index: bool
    """Use a position index if the file has one (default). The result is the same without it."""


class Where(Conditions, total=False):
    """Conditions on games, and a position that they reach: at most one of ``fen``, ``moves``, ``pattern`` and ``material``."""

    fen: str
    """A position, reached by whatever moves; fields of the FEN that are not given do not count."""
    moves: str | Sequence[str]
    """The position after these moves from the standard start, in SAN or UCI: ``"1. e4 c5 2. Nf3"``."""
    pattern: str
    """Pieces on squares, as in a FEN; digits are squares that do not matter."""
    material: str
    """Pieces on any squares: ``KRPKR``."""


_TARGETS = ("fen", "moves", "pattern", "material")
_SWITCHES = {"variations": lib.plypack_query_set_variations, "index": lib.plypack_query_set_index}
_TEXTS = ("player", "vs", "white", "black", "event", "site", "comment")
_RANGES = ("player_rating", "date", "rating", "any_rating", "average_rating", "white_rating", "black_rating", "plies")
#: Conditions with several values, all of which must hold.
_ALL = ("tag", "comment", "has")
_PLAYER = ("player", "vs", "player_rating")
_NOT_IN_NOT = (*_PLAYER[1:], *_SWITCHES, "not_")

#: The names of all conditions.
NAMES = tuple(Where.__annotations__)
#: The names of conditions that are true or false.
SWITCHES = ("exact", *_SWITCHES)


def has_target(where: Mapping[str, Any]) -> bool:
    """Returns whether a position, a pattern or material is searched for."""
    return any(where.get(name) is not None for name in _TARGETS)


def make_query(where: Where | dict[str, Any]) -> Any:
    """Makes the handle of a query.

    Raises TypeError for an unknown name and for a value of a wrong type, ValueError for a value that is not understood.
    """
    _check_names(where, NAMES)
    given: dict[str, Any] = {name: value for name, value in where.items() if value is not None}
    targets = [name for name in _TARGETS if name in given]
    if len(targets) > 1:
        raise ValueError(f"a search is for one of {', '.join(_TARGETS)}, and not for {' and '.join(targets)}")
    query = new(lib.plypack_query_new, lib.plypack_query_free, "plypack_query")
    for name in targets:
        _set_target(query, name, given.pop(name))
    for name, switch in _SWITCHES.items():
        if name in given:
            call(switch, query, int(bool(given.pop(name))))
    _add_conditions(query, given)
    return query


def _check_names(where: Mapping[str, Any], known: Iterable[str]) -> None:
    for name in where:
        if name not in known:
            raise TypeError(f"there is no condition {name!r}; there are: {', '.join(sorted(known))}")


def _set_target(query: Any, name: str, value: Any) -> None:
    if name == "moves":
        call(lib.plypack_query_set_position, query, position_after(value))
    else:
        set_target = getattr(lib, f"plypack_query_set_{name}")
        call(set_target, query, *_encoded(_text_of(name, value)))


def _add_conditions(query: Any, given: dict[str, Any]) -> None:
    """Adds the conditions on games; ``given`` has no switches except ``exact``."""
    exact = bool(given.pop("exact", False))
    none_of = given.pop("not_", None)
    of_player = {name: _values(name, given.pop(name), exact) for name in _PLAYER if name in given}
    if of_player:
        _add_player(query, **of_player)
    for name, value in given.items():
        _add_values(query, name, _values(name, value, exact))
    if none_of is not None:
        _add_opposites(query, none_of, exact)


def _add_player(query: Any, player: Sequence[str] = (), vs: Sequence[str] = (), player_rating: Sequence[str] = ()) -> None:
    """Adds the conditions on a player and the opponent, in a group for each color."""
    if not player:
        raise ValueError("vs and player_rating are conditions on the opponent and the rating of a player: add player")
    if not vs and not player_rating:
        _add_values(query, "player", player)
        return
    call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_ANY)
    for color, other in (("white", "black"), ("black", "white")):
        call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_ALL)
        _add_values(query, color, player)
        if vs:
            _add_values(query, other, vs)
        if player_rating:
            _add_values(query, f"{color}_rating", player_rating)
        call(lib.plypack_query_end_group, query)
    call(lib.plypack_query_end_group, query)


def _add_opposites(query: Any, none_of: Any, exact: bool) -> None:
    if not isinstance(none_of, Mapping):
        for text in _list_of("not_", none_of):
            _add_text(query, "not", _checked_opposite(_text_of("not_", text)))
        return
    _check_names(none_of, [name for name in Conditions.__annotations__ if name not in _NOT_IN_NOT])
    call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_NONE)
    _add_conditions(query, {"exact": exact, **none_of})
    call(lib.plypack_query_end_group, query)


def _checked_opposite(text: str) -> str:
    """Returns ``NAME=VALUE``. Raises ValueError for a value that begins like a regular expression but is not one."""
    name, _, value = text.partition("=")
    if name == "tag":
        _tag(value)
    else:
        _regex(value)
    return text


def _add_values(query: Any, name: str, values: Sequence[str]) -> None:
    """Adds a condition with one value or several."""
    is_group = len(values) > 1
    if is_group:
        call(lib.plypack_query_begin_group, query, lib.PLYPACK_GROUP_ALL if name in _ALL else lib.PLYPACK_GROUP_ANY)
    for value in values:
        _add_text(query, name.replace("_", "-"), value)
    if is_group:
        call(lib.plypack_query_end_group, query)


def _add_text(query: Any, name: str, value: str) -> None:
    call(lib.plypack_query_add, query, *_encoded(name), *_encoded(value))


def _encoded(text: str) -> tuple[bytes, int]:
    data = text.encode("utf-8", "surrogateescape")
    return data, len(data)


def _values(name: str, value: Any, exact: bool) -> list[str]:
    """Returns the values of a condition as the command takes them."""
    if name in _RANGES:
        return [_range(name, value)]
    if name == "tag":
        return [_tag(one) for one in (value.items() if isinstance(value, Mapping) else _list_of(name, value))]
    if name in _TEXTS:
        return [_text_form(name, one, exact) for one in _list_of(name, value)]
    if name == "nag":
        return [str(one) if _is_number(one) else _text_of(name, one) for one in _list_of(name, value)]
    return [_text_of(name, one) for one in _list_of(name, value)]


def _list_of(name: str, value: Any) -> list[Any]:
    if not isinstance(value, (list, tuple, set, frozenset)):
        return [value]
    if not value:
        raise ValueError(f"{name} is an empty list")
    return list(value)


def _text_of(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} is a text and not {type(value).__name__}: {value!r}")
    return value


def _is_number(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _range(name: str, value: Any) -> str:
    if not isinstance(value, tuple):
        return _end(name, value)
    if len(value) != 2:
        raise TypeError(f"a range of {name} is a tuple of two, (first, last), and not of {len(value)}")
    first, last = ("" if end is None else _end(name, end) for end in value)
    return f"{first}..{last}"


def _end(name: str, value: Any) -> str:
    if isinstance(value, datetime.date) and name == "date":
        return f"{value.year:04}-{value.month:02}-{value.day:02}"
    if isinstance(value, str):
        return value
    if _is_number(value):
        return str(value)
    raise TypeError(f"{name} is a number, a text or a tuple (first, last), and not {type(value).__name__}: {value!r}")


def _text_form(name: str, value: Any, exact: bool) -> str:
    """Returns a text as the command takes it: a part, ``=`` and a whole, or a regular expression."""
    expression = _regex(value)
    if expression is None:
        text = _text_of(name, value)
        return f"={text}" if exact and not text.startswith("=") else text
    if exact:
        raise ValueError(f"{name}={value!r} is a regular expression, which exact=True does not take")
    return expression


def _regex(value: Any) -> str | None:
    """Returns a regular expression as ``/REGEX/`` or ``/REGEX/i``, None for any other text."""
    if isinstance(value, re.Pattern):
        return _of_pattern(value)
    if not isinstance(value, str):
        return None
    found = re.fullmatch(r"/.+/([imsxugaIMSXUGAL]{0,3})", value, re.S)
    if found is None:
        return None
    if found[1] not in ("", "i"):
        raise ValueError(f"{value!r} looks like a regular expression with the flags {found[1]!r}; there is only the flag i: /REGEX/i")
    return value


def _of_pattern(pattern: re.Pattern[Any]) -> str:
    if not isinstance(pattern.pattern, str):
        raise TypeError(f"{pattern!r} is a regular expression of bytes and not of text")
    others = pattern.flags & ~(re.IGNORECASE | re.UNICODE)
    if others:
        raise ValueError(f"{pattern!r} has the flags {re.RegexFlag(others)!r}; there is only re.IGNORECASE")
    return f"/{pattern.pattern or '(?:)'}/{'i' if pattern.flags & re.IGNORECASE else ''}"


def _tag(value: Any) -> str:
    """Returns a condition on a tag, from its text or from its name and value."""
    if isinstance(value, tuple):
        name, wanted = value
        if not isinstance(name, str) or "=" in name or "~" in name:
            raise ValueError(f"{name!r} is not the name of a tag")
        expression = _regex(wanted)
        return f"{name}={_text_of('tag', wanted)}" if expression is None else f"{name}~{expression}"
    text = _text_of("tag", value)
    name, separator, wanted = re.split("([=~])", text, maxsplit=1) if re.search("[=~]", text) else (text, "", "")
    if _regex(wanted) and separator == "=":
        raise ValueError(f"{text!r} looks like a regular expression: write {name}~{wanted}")
    return text
