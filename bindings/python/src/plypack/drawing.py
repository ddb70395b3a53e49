"""Positions and games as notebooks show them. Pieces are Unicode characters, so that no image files are needed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from .positions import position_of

_SQUARE = 45
_BOARD = 8 * _SQUARE
_LIGHT, _DARK, _LIGHT_MARKED, _DARK_MARKED = "#eeeed8", "#93a9b8", "#e6dd8a", "#bfae4e"
#: The filled characters, which Unicode calls black, for the pieces of both sides; the color shows the side.
_CHARACTERS = {"k": "\u265a", "q": "\u265b", "r": "\u265c", "b": "\u265d", "n": "\u265e", "p": "\u265f"}
#: The variation selector after which a character is drawn as text, not as an emoji.
_AS_TEXT = "\ufe0e"


@dataclass(frozen=True)
class Position:
    """A position, which notebooks draw. Raises ValueError for a text that is no FEN.

    ``fen`` is its FEN, ``move`` the move in UCI notation that led to it, whose squares are marked, or None.
    """

    fen: str
    move: str | None = None

    def __post_init__(self) -> None:
        position_of(self.fen)

    def svg(self, *, size: int = _BOARD, flipped: bool = False) -> str:
        """Returns a drawing as SVG, ``size`` pixels wide. The board is seen from Black's side if it is ``flipped``."""
        marked = set(re.findall("[a-h][1-8]", self.move or ""))
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_BOARD} {_BOARD}" width="{size}" height="{size}">']
        parts.append(f"<title>{escape(self.fen)}</title>")
        for square, piece in _squares(self.fen).items():
            column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
            if flipped:
                column, row = 7 - column, 7 - row
            parts.append(_square(column, row, square in marked))
            if piece:
                parts.append(_piece(column, row, piece))
        return "".join([*parts, *_coordinates(flipped), "</svg>"])

    def _repr_svg_(self) -> str:
        return self.svg()


def game_html(tags: dict[str, str], result: str, positions: list[Position], san: list[str]) -> str:
    """Returns a game as HTML: names and result, the last position, and the main line."""
    names = " \u2013 ".join(escape(tags.get(name, "?")) for name in ("White", "Black"))
    place = ", ".join(escape(tags[name]) for name in ("Event", "Site", "Date") if tags.get(name, "?") != "?")
    drawing = positions[-1].svg(size=240) if positions else ""
    return f"<div><p><b>{names}</b> {escape(result)}<br>{place}</p>{drawing}<p>{escape(_numbered(positions, san))}</p></div>"


def _numbered(positions: list[Position], san: list[str]) -> str:
    """Returns the main line in SAN with move numbers."""
    if not positions:
        return ""
    _, turn, _, _, _, number = positions[0].fen.split()
    half_moves = 2 * int(number) + (turn == "b")
    words: list[str] = []
    for half_move, move in enumerate(san, half_moves):
        if half_move % 2 == 0:
            words.append(f"{half_move // 2}. {move}")
        else:
            words.append(move if words else f"{half_move // 2}... {move}")
    return " ".join(words)


def _squares(fen: str) -> dict[str, str]:
    """Returns the piece of each square, as in a FEN; empty for none."""
    board = re.sub("[1-8]", lambda digit: "." * int(digit[0]), fen.split()[0])
    ranks = zip("87654321", board.replace("~", "").split("/"))
    return {file + rank: piece.strip(".") for rank, pieces in ranks for file, piece in zip("abcdefgh", pieces)}


def _square(column: int, row: int, is_marked: bool) -> str:
    is_dark = (column + row) % 2 == 1
    colors = (_LIGHT_MARKED, _DARK_MARKED) if is_marked else (_LIGHT, _DARK)
    place = f'x="{column * _SQUARE}" y="{row * _SQUARE}" width="{_SQUARE}" height="{_SQUARE}"'
    return f'<rect {place} fill="{colors[is_dark]}"/>'


def _piece(column: int, row: int, piece: str) -> str:
    fill, line = ("#ffffff", "#000000") if piece.isupper() else ("#202020", "#ffffff")
    place = f'x="{(column + 0.5) * _SQUARE}" y="{(row + 0.5) * _SQUARE}" font-size="{_SQUARE * 0.8}"'
    style = f'text-anchor="middle" dominant-baseline="central" fill="{fill}" stroke="{line}" stroke-width="0.8"'
    return f"<text {place} {style}>{_CHARACTERS[piece.lower()]}{_AS_TEXT}</text>"


def _coordinates(flipped: bool) -> list[str]:
    files, ranks = ("hgfedcba", "12345678") if flipped else ("abcdefgh", "87654321")
    style = 'font-family="sans-serif" font-size="9" fill="#404040"'
    below = [f'<text x="{(index + 1) * _SQUARE - 8}" y="{_BOARD - 3}" {style}>{name}</text>' for index, name in enumerate(files)]
    beside = [f'<text x="2" y="{index * _SQUARE + 10}" {style}>{name}</text>' for index, name in enumerate(ranks)]
    return below + beside
