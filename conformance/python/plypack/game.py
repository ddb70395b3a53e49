"""A game."""

from typing import NamedTuple

from . import positions, tags

STANDARD, FEN, UNREADABLE = "standard", "fen", "unreadable"  # container.11


class Game(NamedTuple):
    tags: list = []  # see tags.py
    start: str = STANDARD
    moves: list = []  # list of moves.Move
    tokens: list = []  # see annotations.py
    termination: bytes = b""  # *, 1-0, 0-1, 1/2-1/2 or nothing
    unparsed: bytes = b""
    continued: bool = False  # the continuation of the game before it

    def board(self):
        """The position at the start; None if it is unreadable."""
        return start_board(self.start, self.tags)


def start_board(start, lines):
    """positions.1; raises ILLEGAL_POSITION."""
    if start == UNREADABLE:
        return None
    if start == STANDARD:
        return positions.standard_start()
    return positions.parse_fen(tags.unescape(tags.first(lines, b"FEN")))
