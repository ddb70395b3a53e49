"""One game."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import moves as packed
from ._library import call, decoded, ffi, lib, new, text_of

if TYPE_CHECKING:
    import chess
    import chess.pgn

_RESULTS = ("*", "*", "1-0", "0-1", "1/2-1/2")


class Game:
    """A game with all that a PGN can hold of it. It is read when it is made, and does not change.

    ``number`` is its number in its database, from 0.
    """

    def __init__(self, handle: Any, number: int | None = None) -> None:
        self._game = handle
        self.number = number

    def __repr__(self) -> str:
        names = " - ".join(self.headers.get(name, "?") for name in ("White", "Black"))
        return f"<plypack.Game {self.number}: {names}, {self.ply_count} plies, {self.result}>"

    @cached_property
    def headers(self) -> dict[str, str]:
        """The tags, of each name the first. Values are as PGN has them, with ``\\"`` for a quotation mark."""
        headers: dict[str, str] = {}
        for name, value in self.tags:
            headers.setdefault(name, value)
        return headers

    @cached_property
    def tags(self) -> list[tuple[str, str]]:
        """All tags in their order; lines of the tag section that are no tags are left out."""
        tag, pairs = ffi.new("plypack_tag *"), []
        for index in range(lib.plypack_game_tag_count(self._game)):
            call(lib.plypack_game_tag_at, self._game, index, tag)
            if tag.kind == lib.PLYPACK_TAG_PAIR:
                pairs.append((text_of(tag.name), text_of(tag.value)))
        return pairs

    @property
    def ply_count(self) -> int:
        """The plies of the main line."""
        return int(lib.plypack_game_moves(self._game).len)

    @cached_property
    def moves(self) -> array[int]:
        """The main line as packed moves: an array of int16, of which NumPy makes an array without copying."""
        view = lib.plypack_game_moves(self._game)
        return array("h", bytes(ffi.buffer(view.data, 2 * view.len)) if view.len else b"")

    @cached_property
    def uci(self) -> list[str]:
        """The main line in UCI notation."""
        return self._line(lib.plypack_game_uci_line).split()

    @cached_property
    def san(self) -> list[str]:
        """The main line in SAN."""
        return self._line(lib.plypack_game_san_line).split()

    def _line(self, write: Any) -> str:
        size = ffi.new("size_t *")
        call(lib.plypack_game_line_bound, self._game, size)
        text = ffi.new("char[]", size[0] + 1)
        call(write, self._game, text, size[0] + 1, size)
        return bytes(ffi.buffer(text, size[0])).decode("ascii")

    @cached_property
    def pgn(self) -> str:
        """The whole game as PGN."""
        return decoded(self.pgn_bytes)

    @property
    def pgn_bytes(self) -> bytes:
        """The whole game as PGN, in the bytes that it came with."""
        size = ffi.new("size_t *")
        call(lib.plypack_game_pgn_size, self._game, size)
        text = ffi.new("char[]", size[0] + 1)
        call(lib.plypack_game_pgn, self._game, text, size[0] + 1, size)
        return bytes(ffi.buffer(text, size[0]))

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``: of the tag, or the termination marker if that has none."""
        by_tag = self.headers.get("Result")
        if by_tag in _RESULTS:
            return str(by_tag)
        return _RESULTS[lib.plypack_game_termination(self._game)]

    @property
    def start_fen(self) -> str | None:
        """The position from which the game starts; None for the standard one."""
        return self.headers.get("FEN") if lib.plypack_game_start(self._game) != lib.PLYPACK_START_STANDARD else None

    @cached_property
    def clocks(self) -> list[int | None]:
        """The time that is left to the player of each ply, in milliseconds, where a comment ``[%clk]`` says it."""
        from .comments import clock

        return self._of_comments(clock)

    @cached_property
    def evals(self) -> list[int | None]:
        """The evaluation after each ply, where a comment ``[%eval]`` says it: for White, in centipawns, or 32767 less the moves to mate."""
        from .comments import evaluation

        return self._of_comments(evaluation)

    def _of_comments(self, read: Any) -> list[Any]:
        values: list[Any] = [None] * self.ply_count
        depth = ply = 0
        for kind, number, text in self._tokens():
            if kind == lib.PLYPACK_TOKEN_BEGIN:
                depth += 1
            elif kind == lib.PLYPACK_TOKEN_END:
                depth -= 1
            elif kind == lib.PLYPACK_TOKEN_PLIES and depth == 0:
                ply += number
            elif depth == 0 and ply > 0 and kind in (lib.PLYPACK_TOKEN_COMMENT, lib.PLYPACK_TOKEN_LINE_COMMENT):
                value = read(text)
                values[ply - 1] = values[ply - 1] if value is None else value
        return values

    def _tokens(self) -> list[tuple[int, int, bytes]]:
        token, tokens = ffi.new("plypack_token *"), []
        for index in range(lib.plypack_game_token_count(self._game)):
            call(lib.plypack_game_token_at, self._game, index, token)
            tokens.append((token.kind, token.number, bytes(ffi.buffer(token.text.data, token.text.len)) if token.text.len else b""))
        return tokens

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, with variations, comments and NAGs: what ``chess.pgn.read_game`` makes of its PGN."""
        from .to_chess import to_chess

        return to_chess(self)


def read_game(reader: Any, number: int) -> Game:
    """Reads a game; ``number`` must not be negative."""
    game = new(lib.plypack_game_new, lib.plypack_game_free, "plypack_game")
    call(lib.plypack_reader_read_game, reader, number, game)
    return Game(game, number)
