"""Sources of games for ``pack``. Small texts are joined, so that their games share blocks."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Union

from .game import Game

if TYPE_CHECKING:
    import chess.pgn

#: A source of games: the path of a file, an open file, a PGN text, or a game. A ``str`` with a line break is a text,
#: any other ``str`` a path.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, IO[str], IO[bytes], Game, "chess.pgn.Game"]

#: Maximum number of bytes of a text that is joined with its neighbors.
_SMALL = 64 << 10
#: Bytes of joined texts that are packed together.
_JOINED = 8 << 20

_BLANKS = b" \t\v\f\r\n"
#: Bytes that compressed files, databases and UTF-16 contain, but PGN text does not.
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")
#: A line that begins with ``%``, whose braces have no meaning.
_ESCAPE = re.compile(rb"(?:^|[\r\n])%")
#: A line that can belong to a tag section, or end with a tag.
_TAG_LINE = re.compile(rb'[\[;\xef]|.*\[[^%"\]]*"')


@dataclass(frozen=True)
class Text:
    """A PGN text, or several; ``size`` counts the bytes of the sources, without what separates them.

    ``name`` is the number of the source among several; None for joined texts, which are all PGN.
    """

    data: bytes
    size: int
    name: str | None = None


@dataclass(frozen=True)
class Stream:
    """An open file, from which ``head`` was read. If the file has no name, ``name`` is the number of the source."""

    file: Any
    head: bytes
    name: str | None


@dataclass(frozen=True)
class File:
    """The path of a file."""

    name: str


Part = Union[Text, Stream, File]


def listed(pgn: Source | Iterable[Source]) -> Iterable[Source]:
    """Returns the sources: an iterable is several, everything else is one."""
    if isinstance(pgn, (str, os.PathLike, bytes, bytearray, Game)) or hasattr(pgn, "read") or _is_chess(pgn):
        return [pgn]  # type: ignore[list-item]
    if isinstance(pgn, Iterable):
        return pgn
    raise _unknown(pgn)


def parts(sources: Iterable[Source]) -> Iterator[Part]:
    """Reads the sources one after another, and joins small texts. Raises TypeError for an object that is no source."""
    texts: list[bytes] = []
    size = 0
    for number, source in enumerate(sources):
        name = None if is_one(sources) else f"source {number}"
        part = _part(source, name)
        is_joined = isinstance(part, Text) and _can_be_joined(part.data)
        if isinstance(part, Text) and is_joined:
            texts.append(part.data)
            size += part.size
        if texts and (size >= _JOINED or not is_joined):
            yield Text(b"\n\n".join(texts), size)
            texts, size = [], 0
        if not is_joined:
            yield part
    if texts:
        yield Text(b"\n\n".join(texts), size)


def is_one(sources: Iterable[Source]) -> bool:
    """Returns whether there is a single source."""
    return isinstance(sources, list) and len(sources) == 1


def total_size(sources: Iterable[Source]) -> int:
    """Returns the bytes of all sources; 0 if they are not known before they are read."""
    if not isinstance(sources, (list, tuple)):
        return 0
    sizes = [_size(source) for source in sources]
    return 0 if None in sizes else sum(size or 0 for size in sizes)


def _size(source: Any) -> int | None:
    if isinstance(source, (bytes, bytearray)):
        return len(source)
    if isinstance(source, str) and _is_text(source):
        return len(_encoded(source))
    if isinstance(source, (str, os.PathLike)) and not os.fspath(source).endswith(".si4"):
        return os.stat(source).st_size if os.path.isfile(source) else None
    return None


def _part(source: Any, name: str | None) -> Part:
    if isinstance(source, (bytes, bytearray)):
        return _text(bytes(source), name)
    if isinstance(source, str) and _is_text(source):
        return _text(_encoded(source), name)
    if isinstance(source, Game):
        return _text(source.pgn_bytes, name)
    if isinstance(source, (str, os.PathLike)):
        return _of_path(os.fspath(source))
    if hasattr(source, "read"):
        return _of_file(source, name)
    if _is_chess(source):
        return _text(_encoded(str(source)), name)
    raise _unknown(source, name)


def _of_path(path: str) -> Part:
    """Reads a small file. For any other file, also one that cannot be opened, returns the path."""
    try:
        status = os.stat(path)
        if stat.S_ISREG(status.st_mode) and status.st_size <= _SMALL and not path.endswith(".si4"):
            with open(path, "rb") as file:
                data = file.read(_SMALL + 1)
            if _can_be_joined(data):
                return _text(data)
    except OSError:
        pass
    return File(path)


def _of_file(file: Any, number: str | None) -> Part:
    name = getattr(file, "name", None)
    name = name if isinstance(name, str) else number
    head = b""
    while len(head) <= _SMALL:
        piece = as_bytes(file.read(_SMALL + 1 - len(head)))
        if not piece:
            return _text(head) if _can_be_joined(head) else Stream(file, head, name)
        head += piece
    return Stream(file, head, name)


def _can_be_joined(text: bytes) -> bool:
    """Returns whether a text is small, and its last game ends at a blank line: it has movetext, and no comment is open.

    Doubtful texts are packed on their own, which makes the same games.
    """
    if len(text) > _SMALL or _BINARY.search(text) or _ESCAPE.search(text):
        return False
    text = text.strip(_BLANKS)
    last_line = text[max(text.rfind(b"\n"), text.rfind(b"\r")) + 1 :].lstrip(_BLANKS)
    return text.rfind(b"{") <= text.rfind(b"}") and not _TAG_LINE.match(last_line)


def _text(data: bytes, name: str | None = None) -> Text:
    return Text(data, len(data), name)


def _is_text(source: str) -> bool:
    return "\n" in source or "\r" in source


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def as_bytes(piece: Any) -> bytes:
    """Returns the result of a read of a text or binary file as bytes."""
    return _encoded(piece) if isinstance(piece, str) else bytes(piece)


def _is_chess(source: Any) -> bool:
    """Returns whether the source is a game of python-chess; does not import python-chess."""
    pgn = sys.modules.get("chess.pgn")
    return pgn is not None and isinstance(source, pgn.Game)


def _unknown(source: Any, name: str | None = None) -> TypeError:
    place = f"{name}: " if name else ""
    kinds = "paths, open files, PGN texts, plypack.Game and chess.pgn.Game"
    return TypeError(f"{place}games come from {kinds}, not from {type(source).__name__}")
