"""Vectors of the scores of moves (ranking.2 to ranking.6). They come from conformance/python."""

import chess
from plypack import moves, positions, ranking

from codec_lines import LINES, TABLES
from codec_tight import RANKED_LINES
from move_codes import board_of, played
from vector_file import Chapter


def make():
    chapter = Chapter("ranking")

    def add(name, title, board):
        fen = board.fen(shredder=board.chess960, en_passant="fen")
        pairs = ranking.ranked_moves(positions.parse_fen(board.fen(shredder=True, en_passant="fen").encode()))
        chapter.add(name, title, "ranking.3 ranking.5 ranking.6", "ranking", fen=fen,
                    expect={"points": [[moves.uci(move), score] for score, move in pairs]})

    for name, fen in TABLES:
        if name not in ("most-moves", "more-than-255-moves", "stalemate", "checkmate"):
            add(name, name.replace("-", " "), board_of(fen))
    for name, fen, line in LINES:
        if name.startswith(("opening", "worked", "chess960-opening", "fallback-in")):
            board = board_of(fen)
            played(board, line)
            add(f"after-{name}", f"at the end of the line {name}", board)
    for name, fen, _ in RANKED_LINES:
        add(name, name.replace("-", " "), board_of(fen))
    add("king-threatens", "a king's move attacks an undefended piece", chess.Board("8/5p1p/6p1/8/Q7/2pr1PP1/7P/1K2k3 w - - 0 1"))
    add("king-threatens-black", "the same for Black", chess.Board("1k2K3/7p/2PR1pp1/q7/8/6P1/5P1P/8 b - - 0 1"))
    add("pins-and-threats", "pinned pieces attack too", chess.Board("r3r1k1/1b3ppp/p7/1p1qb3/3N4/PP2Q1P1/1B3P1P/2R1R1K1 w - - 0 1"))
    # Numbers of knights, bishops, rooks and queens at the borders of phases (ranking.2).
    for count, fen in [(12, "rnbqkbn1/pppp4/8/8/8/8/4PPPP/RNB1KB1R"), (11, "rnbqkbn1/pppp4/8/8/8/8/4PPPP/RN2KB1R"), (8, "r2qkbn1/pppp4/8/8/8/8/4PPPP/RN2KB1R"),
                       (7, "r2qkb2/pppp4/8/8/8/8/4PPPP/RN2KB1R"), (4, "r2qk3/pppp4/8/8/8/8/4PPPP/R3KB2"), (3, "3qk3/pppp4/8/8/8/8/4PPPP/R3KB2")]:
        add(f"pieces-{count}", f"{count} knights, bishops, rooks and queens", chess.Board(f"{fen} w - - 0 1"))
    chapter.save()
