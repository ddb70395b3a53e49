"""One game."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from ._library import call, decoded, ffi, lib, new, written
from .contents import packed_moves, pgn_bytes, tag_lines, tokens_of
from .drawing import Position, game_html
from .walking import Step, comment_before_moves, walk

if TYPE_CHECKING:
    import chess.pgn

_T = TypeVar("_T")

_RESULTS = ("*", "*", "1-0", "0-1", "1/2-1/2")

_PAIR = lib.PLYPACK_TAG_PAIR
_BEGIN, _END, _PLIES = lib.PLYPACK_TOKEN_BEGIN, lib.PLYPACK_TOKEN_END, lib.PLYPACK_TOKEN_PLIES
_COMMENTS = (lib.PLYPACK_TOKEN_COMMENT, lib.PLYPACK_TOKEN_LINE_COMMENT)


class Game:
    """A game with everything that PGN can express. It is completely in memory, never changes, and stays valid after its
    database is closed.

    ``number`` is its number in its database, from 0. Texts are decoded from UTF-8, or from Windows-1252 if they are not
    UTF-8. Several threads may use a game at the same time.
    """

    def __init__(self, handle: Any, number: int | None = None) -> None:
        self._game = handle
        self.number = number

    def __repr__(self) -> str:
        names = " - ".join(self.headers.get(name, "?") for name in ("White", "Black"))
        return f"<plypack.Game {self.number}: {names}, {self.ply_count} plies, {self.result}>"

    def _repr_html_(self) -> str:
        return game_html(self.headers, self.result, self.positions, self.san)

    @cached_property
    def headers(self) -> dict[str, str]:
        """The tags, only the first for each name: ``game.headers["White"]``. Contains only the tags of the PGN, perhaps
        none."""
        headers: dict[str, str] = {}
        for name, value in self.tags:
            headers.setdefault(name, value)
        return headers

    @cached_property
    def tags(self) -> list[tuple[str, str]]:
        r"""All tags in their order as names and values, without the escapes of PGN (``\"``). Other lines of the tag
        section are left out; ``pgn`` has them."""
        return [(name, value) for kind, name, value in tag_lines(self._game) if kind == _PAIR]

    @property
    def ply_count(self) -> int:
        """The plies of the main line."""
        return int(lib.plypack_game_moves(self._game).len)

    @cached_property
    def moves(self) -> array[int]:
        """The main line as packed moves: an array of int16, which ``numpy.asarray`` takes without copying.

        Bits 0-5 are the to square, 6-11 the from square (a1 = 0, b1 = 1, h8 = 63), 12-15 flags: see ``move_to_uci``.
        """
        return packed_moves(self._game)

    @cached_property
    def uci(self) -> list[str]:
        """The main line in UCI notation: ``["e2e4", "e7e5"]``. Castling is written as the king's move, ``e1g1``, in
        games of Chess960 as the king's move to its rook; ``0000`` is a null move."""
        return self._line(lib.plypack_game_uci_line).split()

    @cached_property
    def san(self) -> list[str]:
        """The main line in SAN: ``["e4", "e5", "Nf3"]``, without annotations; ``--`` is a null move."""
        return self._line(lib.plypack_game_san_line).split()

    def _line(self, write: Any) -> str:
        return written(write, self._game, 8 * self.ply_count + 1).decode("ascii")

    @cached_property
    def pgn(self) -> str:
        """The whole game as PGN, with variations, comments and NAGs."""
        return decoded(self.pgn_bytes)

    @property
    def pgn_bytes(self) -> bytes:
        """The whole game as PGN, with texts in their original encoding."""
        return pgn_bytes(self._game)

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``, from the tag, or from the termination marker if the tag has no
        result."""
        by_tag = self.headers.get("Result")
        return by_tag if by_tag in _RESULTS else _RESULTS[lib.plypack_game_termination(self._game)]

    @property
    def start_fen(self) -> str | None:
        """The starting position as in the tag ``FEN``; None for the standard start."""
        return self.headers.get("FEN") if lib.plypack_game_start(self._game) != lib.PLYPACK_START_STANDARD else None

    @cached_property
    def fens(self) -> list[str]:
        """The positions of the main line as FEN: the start, and one after each ply. Empty if the start cannot be read.

        For many games, the column ``fen`` of ``Database.scan`` is much faster.
        """
        if lib.plypack_game_start(self._game) == lib.PLYPACK_START_UNREADABLE:
            return []
        position = new(partial(lib.plypack_game_position_at, self._game, 0), lib.plypack_position_free, "plypack_position")
        fens = [_fen(position)]
        for move in self.moves:
            call(lib.plypack_position_play, position, move & 0xFFFF)
            fens.append(_fen(position))
        return fens

    @cached_property
    def positions(self) -> list[Position]:
        """The positions of ``fens``, each with the move that led to it. Notebooks draw them."""
        return [Position(fen, move) for fen, move in zip(self.fens, [None, *self.uci])]

    @cached_property
    def clocks(self) -> list[int | None]:
        """For each ply the remaining time of its player in milliseconds, from ``[%clk]`` in a comment after the move;
        None without one. For many games, ``Database.scan`` is much faster."""
        from .comments import clock

        return self._of_comments(clock)

    @cached_property
    def evals(self) -> list[int | None]:
        """For each ply the evaluation after it, for White, from ``[%eval]`` in a comment after the move; None without
        one.

        Centipawns from -31000 to 31000; a mate by White in n moves is 32767 - n, by Black -32767 + n.
        """
        from .comments import evaluation

        return self._of_comments(evaluation)

    def _of_comments(self, read: Callable[[bytes], _T | None]) -> list[_T | None]:
        values: list[_T | None] = [None] * self.ply_count
        depth = ply = 0
        for kind, number, text in tokens_of(self._game):
            if kind == _BEGIN:
                depth += 1
            elif kind == _END:
                depth -= 1
            elif depth:
                continue
            elif kind == _PLIES:
                ply += number
            elif ply and kind in _COMMENTS and (value := read(text)) is not None:
                values[ply - 1] = value
        return values

    @cached_property
    def comment(self) -> str:
        """The text of the comments before the first move, joined by spaces."""
        return comment_before_moves(tokens_of(self._game))

    def walk(self) -> list[Step]:
        """All moves of the main line and its variations in the order of the PGN, with their comments and NAGs.

        Text that could not be parsed is left out. ``moves``, ``san`` and ``uci`` have only the main line, and take a
        tenth of the time.
        """
        return walk(self._game)

    def with_tags(self, tags: Mapping[str, str | None]) -> Game:
        """Returns a copy with changed tags, for ``pack``: ``game.with_tags({"Site": "London", "Annotator": None})``.

        A tag that the game lacks is added; None removes all tags of that name. ``Result`` sets the result at the end of
        the moves, too. Raises ValueError for names and values that PGN cannot express, for a ``Variant`` other than
        chess, and for a ``FEN`` from which the moves are not legal.
        """
        copy = self._copy()
        for name, value in tags.items():
            key = name.encode("utf-8", "surrogateescape")
            if value is not None:
                text = value.encode("utf-8", "surrogateescape")
                call(lib.plypack_game_set_tag, copy, key, len(key), text, len(text))
            elif any(known == name for known, _ in self.tags):
                call(lib.plypack_game_remove_tag, copy, key, len(key))
        return Game(copy)

    def _copy(self) -> Any:
        return new(partial(lib.plypack_game_clone, self._game), lib.plypack_game_free, "plypack_game")

    def with_opening(self, *, replace: bool = False) -> Game:
        """Returns a copy with the tags ``ECO`` and ``Opening`` by its moves, as ``--classify`` of the command sets them.

        They name the last position of the main line that has a name, whatever moves led to it. Existing tags with a
        value stay unless ``replace`` is given. A game without such a position, or with a custom start, keeps its tags.
        """
        copy = self._copy()
        call(lib.plypack_game_set_opening_tags, copy, int(replace), ffi.new("uint32_t *"))
        return Game(copy)

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, with variations, comments and NAGs: the same game that ``chess.pgn.read_game``
        makes from its PGN.

        Raises ImportError without the package ``chess``.
        """
        try:
            from .to_chess import to_chess
        except ImportError as error:
            raise ImportError("games for python-chess need it: pip install 'plypack[chess]'") from error
        return to_chess(self._game)


def _fen(position: Any) -> str:
    return written(lib.plypack_position_fen, position, lib.PLYPACK_FEN_CAPACITY).decode("ascii")


def read_game(reader: Any, number: int) -> Game:
    """Reads a game; ``number`` must not be negative."""
    game = new(lib.plypack_game_new, lib.plypack_game_free, "plypack_game")
    call(lib.plypack_reader_read_game, reader, number, game)
    return Game(game, number)
