"""Games for python-chess."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import chess
import chess.pgn

from . import moves as packed
from ._library import decoded, lib

if TYPE_CHECKING:
    from .game import Game

_PROMOTIONS = {None: None, "n": chess.KNIGHT, "b": chess.BISHOP, "r": chess.ROOK, "q": chess.QUEEN}


def to_chess(game: Game) -> chess.pgn.Game:
    """What ``chess.pgn.read_game`` makes of the game's PGN, without parsing it where no rule of chess is needed."""
    if lib.plypack_game_start(game._game) != lib.PLYPACK_START_STANDARD or _needs_parser(game):
        parsed = chess.pgn.read_game(io.StringIO(game.pgn))
        return parsed if parsed is not None else chess.pgn.Game()
    return _build(game)


def _needs_parser(game: Game) -> bool:
    """Whether the game has what the tokens do not say as python-chess reads it: text that could not be parsed, odd tag lines."""
    if lib.plypack_game_unparsed(game._game).len > 0:
        return True
    if lib.plypack_game_tag_count(game._game) != len(game.tags):
        return True
    raw = (lib.PLYPACK_TOKEN_RAW, lib.PLYPACK_TOKEN_ESCAPE, lib.PLYPACK_TOKEN_LINE_COMMENT)
    return any(kind in raw for kind, _, _ in game._tokens())


def _build(game: Game) -> chess.pgn.Game:
    builder = chess.pgn.GameBuilder()
    builder.begin_game()
    builder.begin_headers()
    for name, value in game.tags:
        builder.visit_header(name, value)
    builder.end_headers()
    board, line, done = chess.Board.empty(), game.moves, 0

    def play(move: int) -> None:
        builder.visit_move(board, _move(move))

    for kind, number, text in game._tokens():
        if kind == lib.PLYPACK_TOKEN_PLIES:
            for move in line[done : done + number]:
                play(move)
            done += number
        elif kind == lib.PLYPACK_TOKEN_MOVE:
            play(number)
        elif kind == lib.PLYPACK_TOKEN_NAG:
            builder.visit_nag(number)
        elif kind == lib.PLYPACK_TOKEN_COMMENT:
            builder.visit_comment(decoded(text).strip())
        elif kind == lib.PLYPACK_TOKEN_BEGIN:
            builder.begin_variation()
        elif kind == lib.PLYPACK_TOKEN_END:
            builder.end_variation()
    for move in line[done:]:
        play(move)
    marker = ("", "*", "1-0", "0-1", "1/2-1/2")[lib.plypack_game_termination(game._game)]
    if marker:
        builder.visit_result(marker)
    builder.end_game()
    return builder.result()


def _move(move: int) -> chess.Move:
    if move == packed.NULL:
        return chess.Move.null()
    return chess.Move(packed.from_square(move), packed.to_square(move), _PROMOTIONS[packed.promotion(move)])
