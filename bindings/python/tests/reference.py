"""Games as python-chess reads them from PGN, and their differences from plypack's games."""

import io
import logging
import re

import chess.pgn
import pyarrow

from plypack._library import decoded

# The games also contain the errors of the PGN.
logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


def text_of(path):
    """The bytes of a PGN file, plain or compressed with zstd."""
    with pyarrow.input_stream(str(path), compression="zstd" if path.suffix == ".zst" else None) as stream:
        return stream.read()


def pieces(text):
    """A PGN, split before every game with a tag Event: each piece has one such game, perhaps followed by games without
    the tag."""
    starts = [found.start() for found in re.finditer(rb'(?:^\[\w+ "[^\n]*\n)*\[Event ', text, re.M)]
    first = [text[: starts[0]]] if starts and text[: starts[0]].strip() else []
    return first + [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)])]


def without_empty_lines(piece):
    """Removes empty lines among the moves of games, which end the game for python-chess but not for plypack."""
    parts = re.split(rb"(\{[^}]*\})", piece)
    parts[::2] = [re.sub(rb"(?<!\])(?<!\]\r)\n\s*\n(?!\[|\s*$)", b"\n", part) for part in parts[::2]]
    # Two empty lines after the tags also end the game.
    return re.sub(rb"\]\s*\n\s*\n", b"]\n\n", b"".join(parts))


def groups(database):
    """The ranges of games in pieces."""
    events = database.scan("games", ["event"]).to_arrow()["event"].to_pylist()
    starts = [number for number, event in enumerate(events) if event is not None or number == 0]
    return [range(start, end) for start, end in zip(starts, [*starts[1:], len(events)])]


def read_all(text):
    """All games of a PGN in bytes; bytes that are not UTF-8 are surrogates."""
    file = io.TextIOWrapper(io.BytesIO(text), encoding="utf-8", errors="surrogateescape")
    while (game := chess.pgn.read_game(file)) is not None:
        yield game


def difference(found, expected):
    """Returns the first difference between two games of python-chess; None if they are equal."""
    if (found_headers := dict(found.headers)) != (headers := {name: _text(value) for name, value in expected.headers.items()}):
        return f"tags: {sorted(set(found_headers.items()) ^ set(headers.items()))}"
    pairs = [(found, expected, "the start")]
    while pairs:
        one, other, place = pairs.pop()
        for what in ("move", "nags", "comment", "starting_comment"):
            mine, theirs = getattr(one, what), getattr(other, what)
            theirs = _text(theirs) if isinstance(theirs, str) else theirs
            if what == "nags":
                # python-chess ignores signs such as +/=, which are NAGs above 6.
                mine = {nag for nag in mine if nag in theirs or nag <= 6}
            if mine != theirs:
                return f"{what} after {place}: {mine!r}, not {theirs!r}"
        if len(one.variations) != len(other.variations):
            return f"{len(one.variations)} moves after {place}, not {len(other.variations)}"
        pairs += [(mine, theirs, f"{place} {theirs.move}") for mine, theirs in zip(one.variations, other.variations)]
    return None


def _text(text):
    """Decodes text that is not UTF-8 like plypack."""
    return decoded(text.encode("utf-8", "surrogateescape"))
