"""Games for python-chess."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import chess
import chess.pgn

from . import moves as packed
from ._library import decoded, lib
from .comments import text_of_comment
from .contents import Token, packed_moves, pgn_bytes, tag_lines, tokens_of

_PROMOTIONS = {0: chess.KNIGHT, 1: chess.BISHOP, 2: chess.ROOK, 3: chess.QUEEN}
_MARKERS = (None, "*", "1-0", "0-1", "1/2-1/2")
_PAIR = lib.PLYPACK_TAG_PAIR
_PLIES, _MOVE, _NAG = lib.PLYPACK_TOKEN_PLIES, lib.PLYPACK_TOKEN_MOVE, lib.PLYPACK_TOKEN_NAG
_COMMENT, _BEGIN, _END = lib.PLYPACK_TOKEN_COMMENT, lib.PLYPACK_TOKEN_BEGIN, lib.PLYPACK_TOKEN_END

#: The squares of the rooks with which a player castles, by the colour and the flags of the move.
_Rooks = dict[tuple[bool, int], int]


def to_chess(game: Any) -> chess.pgn.Game:
    """Returns, for a handle, the same game that ``chess.pgn.read_game`` makes from the PGN. Parses nothing if all moves
    are known."""
    tokens = tokens_of(game)
    if not _is_parsed(game, tokens):
        return _parse(game)
    builder: chess.pgn.GameBuilder[chess.pgn.Game] = chess.pgn.GameBuilder()
    builder.begin_game()
    headers = builder.begin_headers()
    if not _add_headers(game, headers):
        return _parse(game)
    try:
        rooks = _castling_rooks(headers)
    except ValueError:
        return _parse(game)
    _Tree(builder, rooks).add(game, tokens)
    marker = _MARKERS[lib.plypack_game_termination(game)]
    if marker:
        builder.visit_result(marker)
    return builder.result()


def _parse(game: Any) -> chess.pgn.Game:
    return chess.pgn.read_game(io.StringIO(decoded(pgn_bytes(game)))) or chess.pgn.Game()


def _is_parsed(game: Any, tokens: list[Token]) -> bool:
    """Returns whether the complete game was parsed. Otherwise python-chess must parse the text, because it continues
    after text that plypack could not parse."""
    if lib.plypack_game_unparsed(game).len or lib.plypack_game_start(game) == lib.PLYPACK_START_UNREADABLE:
        return False
    return all(kind != lib.PLYPACK_TOKEN_RAW for kind, _, _ in tokens)


def _add_headers(game: Any, headers: chess.pgn.Headers) -> bool:
    """Adds the tags that python-chess accepts as tags. Returns False if it would read one of their lines as moves."""
    for kind, name, value in tag_lines(game, escaped=True):
        if kind != _PAIR:
            if value.strip() and not value.startswith(("[", "%", ";")):
                return False
        elif chess.pgn.TAG_NAME_REGEX.match(name) and "\r" not in value:
            headers[name] = value
    return True


def _castling_rooks(headers: chess.pgn.Headers) -> _Rooks | None:
    """Returns the rooks to which kings move in castling; None in standard chess, where the king moves two squares.

    Raises ValueError for a variant, and for a FEN that python-chess rejects.
    """
    if "FEN" not in headers and "Variant" not in headers:
        return None
    if headers.variant() is not chess.Board:
        raise ValueError("a variant")
    board = chess.Board(headers.get("FEN", chess.STARTING_FEN), chess960=headers.is_chess960())
    if not board.chess960 and not board.has_chess960_castling_rights():
        return None
    board.chess960 = True
    rooks: _Rooks = {}
    for color, rank in ((chess.WHITE, chess.BB_RANK_1), (chess.BLACK, chess.BB_RANK_8)):
        king = board.king(color)
        for rook in chess.SquareSet(board.clean_castling_rights() & rank):
            rooks[color, packed.KING_SIDE if king is not None and rook > king else packed.QUEEN_SIDE] = rook
    return rooks


class _Tree:
    """Adds the moves of a game, its variations, comments and NAGs to a builder."""

    def __init__(self, builder: chess.pgn.GameBuilder[chess.pgn.Game], rooks: _Rooks | None) -> None:
        self._builder = builder
        self._rooks = rooks

    def add(self, game: Any, tokens: list[Token]) -> None:
        builder, line, done = self._builder, packed_moves(game), 0
        for kind, number, text in tokens:
            if kind == _PLIES:
                self._play(line[done : done + number])
                done += number
            elif kind == _COMMENT:
                builder.visit_comment(text_of_comment(text))
            elif kind == _MOVE:
                self._play([number])
            elif kind == _NAG:
                builder.visit_nag(number)
            elif kind == _BEGIN:
                builder.begin_variation()
            elif kind == _END:
                builder.end_variation()
        self._play(line[done:])

    def _play(self, line: Sequence[int]) -> None:
        builder = self._builder
        node = builder.variation_stack[-1]
        for move in line:
            node = node.add_variation(self._move(move))
            if builder.starting_comment:
                node.starting_comment, builder.starting_comment = builder.starting_comment, ""
            builder.in_variation = True
        builder.variation_stack[-1] = node

    def _move(self, move: int) -> chess.Move:
        start, end = move >> 6 & 63, move & 63
        if move & 0x8000:
            return chess.Move(start, end, _PROMOTIONS[move >> 12 & 3])
        if self._rooks is not None and packed.flags(move) in (packed.KING_SIDE, packed.QUEEN_SIDE):
            return chess.Move(start, self._rooks[start < 8, packed.flags(move)])
        return chess.Move(start, end)
