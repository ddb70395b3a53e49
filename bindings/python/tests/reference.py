"""Games as python-chess reads them from PGN, and how they differ from those of plypack."""

import io
import logging
import re

import chess.pgn
import pyarrow

from plypack._library import decoded

# Errors in the PGN are in the games, too.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def text_of(path):
    """The bytes of a PGN file, also of one compressed with zstd."""
    with pyarrow.input_stream(str(path), compression="zstd" if path.suffix == ".zst" else None) as stream:
        return stream.read()


def pieces(text):
    """A PGN, cut before every game that has a tag Event: each piece has one, and perhaps some without that tag after it."""
    starts = [found.start() for found in re.finditer(rb'(?:^\[\w+ "[^\n]*\n)*\[Event ', text, re.M)]
    first = [text[: starts[0]]] if starts and text[: starts[0]].strip() else []
    return first + [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]


def without_empty_lines(piece):
    """Games without empty lines among their moves, where they end for python-chess, and for plypack they do not."""
    parts = re.split(rb"(\{[^}]*\})", piece)
    parts[::2] = [re.sub(rb"(?<!\])(?<!\]\r)\n\s*\n(?!\[|\s*$)", b"\n", part) for part in parts[::2]]
    # Two empty lines after the tags are the end, too.
    return re.sub(rb"\]\s*\n\s*\n", b"]\n\n", b"".join(parts))


def groups(database):
    """Ranges of games as pieces have them."""
    events = database.scan("games", ["event"]).to_arrow()["event"].to_pylist()
    starts = [number for number, event in enumerate(events) if event is not None or number == 0]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(events)])]


def read_all(text):
    """All games of a PGN in bytes; bytes that are not UTF-8 are surrogates."""
    file = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="surrogateescape")
    while (game := chess.pgn.read_game(file)) is not None:
        yield game


def difference(found, expected):
    """Returns the first difference between two games of python-chess; None without one."""
    if (found_headers := dict(found.headers)) != (headers := {name: _text(value) for name, value in expected.headers.items()}):
        return f"tags: {sorted(set(found_headers.items()) ^ set(headers.items()))}"
    pairs = [(found, expected, "the start")]
    while pairs:
        one, other, place = pairs.pop()
        for what in ("move", "nags", "comment", "starting_comment"):
            mine, theirs = getattr(one, what), getattr(other, what)
            theirs = _text(theirs) if isinstance(theirs, str) else theirs
            if what == "nags":
                # python-chess passes over signs such as +/=, which are NAGs above 6.
                mine = {nag for nag in mine if nag in theirs or nag <= 6}
            if mine != theirs:
                return f"{what} after {place}: {mine!r}, not {theirs!r}"
        if len(one.variations) != len(other.variations):
            return f"{len(one.variations)} moves after {place}, not {len(other.variations)}"
        pairs += [(mine, theirs, f"{place} {theirs.move}") for mine, theirs in zip(one.variations, other.variations)]
    return None


def _text(text):
    """Text that is not UTF-8 as plypack decodes it."""
    return decoded(text.encode("utf-8", "surrogateescape"))
