"""search: which games a search finds (spec/search.md)."""

import re
from typing import NamedTuple, Optional

from . import moves, positions, tags
from .game import UNREADABLE

# What equals what (search.1, search.3, search.4)


def en_passant_file(board):
    """The file on which en passant capture is legal, or None."""
    files = {move.target % 8 for move in board.legal_moves() if move.kind == moves.EN_PASSANT} if board.en_passant is not None else ()
    return next(iter(files), None)


def identity(board):
    """search.1: what two positions share that are equal."""
    return tuple(board.men), board.white_to_move, board.castling_rooks, en_passant_file(board)


def position_aim(fen):
    wanted = identity(positions.parse_fen(fen.encode()))
    return lambda board: tuple(board.men) == wanted[0] and identity(board) == wanted


def pattern_aim(text):
    wanted = [(place, man) for place, man in enumerate(positions.parse_men(text)) if man is not None]
    return lambda board: all(board.men[place] == man for place, man in wanted)


def material_aim(text):
    sides = [sorted(side) for side in re.fullmatch("(K[QRBNP]*)(K[QRBNP]*)", text).groups()]

    def is_there(board):
        men = [man for man in board.men if man is not None]
        have = [sorted(filter(str.isupper, men)), sorted(man.upper() for man in men if man.islower())]
        return sides in (have, have[::-1])

    return is_there


class Query(NamedTuple):
    """One of fen, pattern and material, and conditions on games (search.5)."""

    fen: Optional[str] = None
    pattern: Optional[str] = None
    material: Optional[str] = None
    variations: bool = False
    player: Optional[str] = None
    event: Optional[str] = None
    site: Optional[str] = None
    eco: Optional[str] = None
    result: Optional[str] = None
    plies: Optional[list] = None  # the fewest and the most

    def aim(self):
        return position_aim(self.fen) if self.fen else pattern_aim(self.pattern) if self.pattern else material_aim(self.material)

    def wants(self, game):
        """search.5"""
        return (
            self._has_text(game, self.player, b"White", b"Black")
            and self._has_text(game, self.event, b"Event")
            and self._has_text(game, self.site, b"Site")
            and (self.eco is None or value(game, b"ECO")[:3] == self.eco.encode())
            and (self.result is None or result(game) == self.result.encode())
            and (self.plies is None or self.plies[0] <= len(game.moves) <= self.plies[1])
        )

    def _has_text(self, game, text, *names):
        return text is None or any(text.encode().lower() in value(game, name).lower() for name in names)


# Facts about games (search.6)


def value(game, name):
    """The value of the first tag of this name, as stored; else nothing."""
    return tags.first(game.tags, name) or b""


def result(game):
    found = value(game, b"Result")
    return found if found in (b"*", b"1-0", b"0-1", b"1/2-1/2") else game.termination


def rating(game, white):
    text = value(game, b"WhiteElo" if white else b"BlackElo")
    return int(text) if re.fullmatch(rb"[0-9]{1,4}", text) else 0


def year(game):
    text = value(game, b"Date")[:4]
    return int(text) if re.fullmatch(rb"[0-9]{4}", text) else 0


# Where games get to (search.2)


class Arrival(NamedTuple):
    ply: int
    board: object
    next: Optional[moves.Move]  # None at the end of the line


def first_arrival(game, aim, variations):
    """search.2; None if the game never gets there."""
    if game.start == UNREADABLE or game.continued:
        return None
    board = game.board()
    for ply, move in enumerate([*game.moves, None]):
        if aim(board):
            return Arrival(ply, board, move)
        board = board if move is None else board.play(move)
    return _first_in_variations(game, aim) if variations else None


class Line:
    """A line that is open: the positions before and after its last move, and how many moves were played."""

    def __init__(self, before, ply):
        self.before, self.now, self.ply = before, before, ply

    def play(self, move):
        self.before, self.now, self.ply = self.now, self.now.play(move), self.ply + 1


def _first_in_variations(game, aim):
    lines, told = [Line(game.board(), 0)], 0
    for number, (name, *argument) in enumerate(game.tokens):
        line = lines[-1]
        if name == "plies":
            for move in game.moves[told : told + argument[0]]:
                line.play(move)
            told += argument[0]
        elif name == "begin":
            lines.append(Line(line.before, line.ply - 1))
        elif name == "end":
            lines.pop()
        elif name == "move":
            line.play(argument[0])
            if aim(line.now):
                return Arrival(line.ply, line.now, _next_of_variation(game.tokens[number + 1 :]))
    return None


def _next_of_variation(tokens):
    """The next move of the variation that is open, past variations within it."""
    depth = 0
    for name, *argument in tokens:
        if name == "move" and depth == 0:
            return argument[0]
        depth += (name == "begin") - (name == "end")
        if depth < 0:
            return None
    return None


# Answers


def arrivals(games, query):
    """Number and arrival of every game that is found."""
    aim = query.aim()
    for number, game in enumerate(games):
        found = first_arrival(game, aim, query.variations) if query.wants(game) else None
        if found:
            yield number, found


def find(games, query):
    """Pairs of the number of a game and the ply of its first arrival."""
    return [(number, arrival.ply) for number, arrival in arrivals(games, query)]


def tree(games, query):
    """search.7: by next move (None for the end) wins of White, draws, wins of Black, others, sum and number of ratings, largest year."""
    rows = {}
    for number, arrival in arrivals(games, query):
        game, row = games[number], rows.setdefault(arrival.next, [0] * 7)
        row[{b"1-0": 0, b"1/2-1/2": 1, b"0-1": 2}.get(result(game), 3)] += 1
        points = rating(game, arrival.board.white_to_move)
        row[4:] = row[4] + points, row[5] + (points > 0), max(row[6], year(game))
    return rows


# Summaries (search.8)


def summary(line):
    """search.8: the five bytes of a game with these moves from the usual position."""
    board, departures = positions.usual_start(), []
    at_home = {place: place % 8 + (0 if place < 16 else 8) for place in [*range(8, 16), *range(48, 56)]}
    for move in line:
        for place in {move.origin, move.target} & at_home.keys():
            departures.append(at_home.pop(place))
        board = board.play(move)
    departures = (departures + [departures[-1] if departures else 0] * 8)[:8]
    men = [sum(man is not None and man.isupper() == white for man in board.men) - 1 for white in (True, False)]
    return bytes([low | high << 4 for low, high in zip(departures[::2], departures[1::2])] + [men[0] | men[1] << 4])
