"""Parquet with the columns of Lichess's data set on Hugging Face (``Lichess/standard-chess-games``), with the same
names and types.

The added column ``other_tags`` has the tags for which there is no column, or whose text the column cannot reproduce. So
games that are read back have their tags and moves, with comments, NAGs and variations. Of several tags with one name,
only the first is kept; other lines of the tag section are left out. Values have no escapes of PGN (tags.1).
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow
import pyarrow.parquet

from .tag_values import escaped, unescaped

SCHEMA = pyarrow.schema(
    [
        *((name, pyarrow.string()) for name in ("Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle")),
        *((name, pyarrow.int16()) for name in ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")),
        ("UTCDate", pyarrow.date32()),
        ("UTCTime", pyarrow.time32("ms")),
        *((name, pyarrow.string()) for name in ("ECO", "Opening", "Termination", "TimeControl", "movetext")),
        ("other_tags", pyarrow.map_(pyarrow.string(), pyarrow.string())),
    ]
)
#: The columns of the table ``games`` of which these are made.
READ = ["tags", "pgn"]


def _date(text: str) -> datetime.date:
    return datetime.datetime.strptime(text, "%Y.%m.%d").date()


def _time(text: str) -> datetime.time:
    return datetime.datetime.strptime(text, "%H:%M:%S").time()


def _short(text: str) -> int:
    number = int(text)
    if not -(2**15) <= number < 2**15:
        raise ValueError(text)
    return number


#: Conversions between texts of tags and values of other types.
_FORMS: dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "WhiteElo": (_short, str),
    "BlackElo": (_short, str),
    "WhiteRatingDiff": (_short, "{:+}".format),
    "BlackRatingDiff": (_short, "{:+}".format),
    "UTCDate": (_date, lambda day: f"{day.year:04}.{day.month:02}.{day.day:02}"),
    "UTCTime": (_time, "{:%H:%M:%S}".format),
}
_TAGS = [name for name in SCHEMA.names if name not in ("movetext", "other_tags")]


def lichess_columns(batch: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
    """The columns of Lichess of ``tags`` and ``pgn``."""
    tags = [{name: unescaped(value) for name, value in pairs} for pairs in batch.column("tags").to_pylist()]
    rows = [_row(of_game, pgn) for of_game, pgn in zip(tags, batch.column("pgn").to_pylist())]
    return pyarrow.RecordBatch.from_pylist(rows, schema=SCHEMA)


def _row(tags: dict[str, str], pgn: str) -> dict[str, Any]:
    row: dict[str, Any] = {"movetext": _movetext(pgn)}
    for name in _TAGS:
        if name in tags and (value := _value(name, tags[name])) is not None:
            row[name] = value
            del tags[name]
    row["other_tags"] = list(tags.items())
    return row


def _value(name: str, text: str) -> Any:
    """Returns the value of a tag in its column; None if reading it back would give another text."""
    if name not in _FORMS:
        return text
    parse, write = _FORMS[name]
    try:
        value = parse(text)
    except ValueError:
        return None
    return value if write(value) == text else None


def _movetext(pgn: str) -> str:
    """Returns the text after the tags."""
    tags, separator, moves = pgn.partition("\n\n") if pgn.startswith("[") else ("", "", pgn)
    return moves.strip("\n") if separator or not tags else ""


def texts(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The games of a Parquet file with columns of Lichess, each as PGN; missing columns are tags without a value. A
    line break in a value becomes a space.

    Raises ValueError for a file without the column ``movetext``.
    """
    with pyarrow.parquet.ParquetFile(path) as file:
        names = file.schema_arrow.names
        if "movetext" not in names:
            raise ValueError(f"{os.fspath(path)} has no column movetext; it has {', '.join(names)}")
        for batch in file.iter_batches(4096, columns=[name for name in SCHEMA.names if name in names]):
            for row in batch.to_pylist():
                yield _pgn(row).encode("utf-8", "surrogateescape")


def _on_one_line(value: str) -> str:
    return re.sub(r"[\r\n]+", " ", value)


def _pgn(row: dict[str, Any]) -> str:
    values = [(name, row.get(name)) for name in _TAGS]
    tags = [(name, _FORMS[name][1](value) if name in _FORMS else value) for name, value in values if value is not None]
    lines = [f'[{name} "{escaped(_on_one_line(value))}"]\n' for name, value in [*tags, *(row.get("other_tags") or [])]]
    return f"{''.join(lines)}\n{row['movetext'] or ''}\n\n"
