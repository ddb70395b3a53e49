"""The moves of a game with their variations, comments and NAGs."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ._library import check, ffi, lib, new, thread_error
from .comments import text_of_comment
from .contents import Token

_NONE, _MOVE, _NAG = lib.PLYPACK_TOKEN_NONE, lib.PLYPACK_TOKEN_MOVE, lib.PLYPACK_TOKEN_NAG
_BEGIN, _END = lib.PLYPACK_TOKEN_BEGIN, lib.PLYPACK_TOKEN_END
_COMMENTS = (lib.PLYPACK_TOKEN_COMMENT, lib.PLYPACK_TOKEN_LINE_COMMENT)


@dataclass
class Step:
    """A move of the main line or of a variation.

    ``ply`` counts the plies from the start of the game, this one included. ``depth`` is 0 in the main line, 1 in its variations, and so on.
    ``san``, ``uci`` and ``move`` are as in ``Game.san``, ``Game.uci`` and ``Game.moves``; ``fen`` is the position after the move.
    ``nags`` are numbers: ``?`` is 2. ``comment`` is the text after the move, ``starting_comment`` the text before the first move of a
    variation, which ``starts_variation``. Several comments are joined by spaces; without comments the text is empty.
    """

    ply: int
    depth: int
    starts_variation: bool
    san: str
    uci: str
    move: int
    fen: str
    nags: list[int] = field(default_factory=list)
    comment: str = ""
    starting_comment: str = ""


@dataclass
class _Line:
    """An open line: its last move and the move before that; None at the start of the game."""

    last: Step | None
    before: Step | None = None
    has_moves: bool = False
    starting_comment: str = ""


def walk(game: Any) -> list[Step]:
    """Returns all moves of a game handle in the order of the PGN."""
    steps: list[Step] = []
    moves = _Moves(game)
    # Comments before the first move belong to the game; only a variation has a starting comment.
    lines = [_Line(None, has_moves=True)]
    while (kind := moves.next()) != _NONE:
        line = lines[-1]
        if kind == _MOVE:
            step = moves.step(line)
            lines[-1] = _Line(step, line.last, has_moves=True)
            steps.append(step)
        elif kind == _BEGIN:
            lines.append(_Line(line.before))
        elif kind == _END:
            lines.pop()
        elif kind in _COMMENTS and not line.has_moves:
            line.starting_comment = _joined(line.starting_comment, moves.comment())
        elif kind in _COMMENTS and line.last:
            line.last.comment = _joined(line.last.comment, moves.comment())
        elif kind == _NAG and line.last:
            line.last.nags.append(moves.number())
    return steps


def comment_before_moves(tokens: list[Token]) -> str:
    """Returns the comments before the first move."""
    text = ""
    for kind, _, comment in tokens:
        if kind in _COMMENTS:
            text = _joined(text, text_of_comment(comment))
        elif kind != _NAG:
            break
    return text


def _joined(text: str, comment: str) -> str:
    return " ".join(filter(None, (text, comment)))


class _Moves:
    """A walk of the library."""

    def __init__(self, game: Any) -> None:
        self._walk = new(partial(lib.plypack_walk_new, game), lib.plypack_walk_free, "plypack_walk")
        self._step = ffi.new("plypack_step *")
        self._token = self._step.token
        self._text = ffi.new("char[]", lib.PLYPACK_FEN_CAPACITY)
        self._size = ffi.new("size_t *")
        self._error = thread_error()

    def next(self) -> int:
        """Moves to the next token and returns its kind."""
        check(lib.plypack_walk_next(self._walk, self._step, self._error), self._error)
        return int(self._token.kind)

    def number(self) -> int:
        return int(self._token.number)

    def comment(self) -> str:
        text = self._token.text
        return text_of_comment(bytes(ffi.buffer(text.data, text.len)))

    def step(self, line: _Line) -> Step:
        """Returns the move of the token, which continues a line."""
        san, uci = self.written(lib.plypack_walk_san, self._walk), self.written(lib.plypack_walk_uci, self._walk)
        fen = self.written(lib.plypack_position_fen, lib.plypack_walk_position(self._walk))
        move = self.number()
        packed = move - (move >> 15 << 16)
        starting = line.starting_comment
        return Step(int(self._step.ply), int(self._step.depth), not line.has_moves, san, uci, packed, fen, starting_comment=starting)

    def written(self, write: Any, handle: Any) -> str:
        check(write(handle, self._text, lib.PLYPACK_FEN_CAPACITY, self._size, self._error), self._error)
        return str(ffi.unpack(self._text, self._size[0]).decode("ascii"))
