"""Blocks of played games, for vectors of searches. The rules of chess come from the package `chess`."""

from typing import NamedTuple

import chess

import file_bytes as fb
import move_codes as mc
from file_bytes import Section


def shown(played):
    """Games in the form in which they are read."""
    starts = {None: "standard", UNREADABLE: "unreadable", CONTINUATION: "standard"}
    return [
        {"tags": [[name, text] for name, text in game.tags.items()], "start": "fen" if "FEN" in game.tags else starts[game.state],
         "moves": [game.uci(ply) for ply in range(len(game.moves()))], "tokens": [],
         "termination": game.marker, "rest": "", "continued": game.state == CONTINUATION}
        for game in played
    ]


MARKERS = {"": 8, "*": 16, "1-0": 24, "0-1": 32, "1/2-1/2": 40}
UNREADABLE, CONTINUATION = 10, 12  # states: no position and no marker; the same for a continuation of the previous game


class Played(NamedTuple):
    """A game; `line` is in SAN, `--` for a null move; `tokens` are its annotations in the codec byte, without texts."""

    line: str = ""
    tags: dict = {}
    marker: str = ""
    state: int = None
    tokens: bytes = b""

    def start(self):
        return mc.board_of(self.tags.get("FEN"))

    def boards(self):
        """The positions as boards: the start, and after each move."""
        last = self.start()
        return [*(board for board, _ in mc.played(last, self.line)), last]

    def moves(self):
        return [move for _, move in mc.played(self.start(), self.line)]

    def code(self, encode):
        return b"".join(encode(*step) for step in mc.played(self.start(), self.line))

    def uci(self, ply):
        """The move after `ply` plies as text; nothing at the end."""
        moves = self.moves()
        return mc.text_of(self.boards()[ply], moves[ply]) if ply < len(moves) else ""

    def block_state(self):
        return self.state if self.state is not None else MARKERS[self.marker] | ("FEN" in self.tags)


ENCODERS = {1: mc.coord16, 3: mc.byte}


def block(games, param=3, extra=()):
    """A block of these games, all tags as texts, moves by coord16 (1) or byte (3)."""
    plies = [len(game.moves()) for game in games]
    sections = [
        fb.plies(plies, "plies of the games"), fb.moves(b"".join(game.code(ENCODERS[param]) for game in games), "moves", param),
        fb.states([game.block_state() for game in games], "states"), *tag_sections([[*game.tags.items()] for game in games]),
    ]
    if any(game.tokens for game in games):
        sections.append(Section(fb.ANNOTATIONS, fb.strings([game.tokens for game in games]), "annotations", param=3))
    return fb.Block(len(games), sum(plies), [*sections, *extra])


def tag_sections(rows):
    """tags.2, of rows of pairs."""
    names = list(dict.fromkeys(name for row in rows for name, _ in row))
    of_rows = [tuple(names.index(name) for name, _ in row) for row in rows]
    layouts = list(dict.fromkeys(of_rows))
    # Bytes that are not UTF-8 are surrogates in tags.
    values = lambda wanted: [value.encode(errors="surrogateescape") for row in rows for name, value in row if name == wanted]
    return [Section(fb.TAG_LAYOUTS, fb.tag_layouts([name.encode() for name in names], layouts, [*map(layouts.index, of_rows)]),
        "tag names and layouts"), *(fb.texts(values(name), f"{name}: texts") for name in names)]


def tags_block(rows, first_state=MARKERS[""]):
    """A block of games without moves, whose tags may repeat a name."""
    states = [first_state, *[MARKERS[""]] * (len(rows) - 1)]
    sections = [fb.plies([0] * len(rows), "plies of the games"), fb.moves(b"", "moves")]
    return fb.Block(len(rows), 0, [*sections, fb.states(states, "states"), *tag_sections(rows)])


def identity(board):
    """search.1: uses Shredder-FEN, because X-FEN does not give all castling rights; only legal en passant counts."""
    return " ".join(board.fen(shredder=True, en_passant="legal").split()[:4])


def arrival(game, aim):
    """The ply of the main line's first match, or None."""
    if game.state is not None:
        return None
    return next((ply for ply, board in enumerate(game.boards()) if aim(board)), None)


def hits(games, aim):
    found = [(number, arrival(game, aim)) for number, game in enumerate(games)]
    return [[number, ply] for number, ply in found if ply is not None]


def is_at(fen):
    wanted = identity(mc.board_of(fen))
    return lambda board: identity(board) == wanted


def result_of(game):
    found = game.tags.get("Result")
    return found if found in MARKERS and found else game.marker


def rating_of(game, white):
    text = game.tags.get("WhiteElo" if white else "BlackElo", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def year_of(game):
    text = game.tags.get("Date", "")[:4]
    return int(text) if len(text) == 4 and text.isascii() and text.isdigit() else 0


def branches(games, at):
    """search.7: rows by the text of the next move, of games and plies."""
    return rows_of((games[number], games[number].boards()[ply], games[number].uci(ply)) for number, ply in at)


def rows_of(found):
    """search.7, of games, boards and the texts of the next moves."""
    rows = {}
    for game, board, following in found:
        row = rows.setdefault(following, [0] * 7)
        row[{"1-0": 0, "1/2-1/2": 1, "0-1": 2}.get(result_of(game), 3)] += 1
        rating = rating_of(game, board.turn == chess.WHITE)
        row[4], row[5], row[6] = row[4] + rating, row[5] + (rating > 0), max(row[6], year_of(game))
    return sorted([move, *row] for move, row in rows.items())
