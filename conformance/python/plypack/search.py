"""search: which games a search finds (spec/search.md)."""

import re
from typing import NamedTuple, Optional

from . import moves, positions, tags
from .game import UNREADABLE
from .game_values import date, rating, result, speed, value, year
from .limits import PlypackError
from .texts import SPACE, contains, equals, name_contains, name_equals

# Equality, patterns, material (search.1, search.3, search.4)


def en_passant_file(board):
    """The file on which en passant capture is legal, or None."""
    files = {move.to_square % 8 for move in board.legal_moves() if move.flags == moves.EN_PASSANT} if board.en_passant is not None else ()
    return next(iter(files), None)


def identity(board):
    """search.1: equal for equal positions."""
    return tuple(board.pieces), board.white_to_move, board.castling_rooks, en_passant_file(board)


def position_matcher(fen):
    """search.1: fields that are not given are not compared."""
    given = len(re.findall("[^ _]+", fen))
    try:
        board = positions.parse_fen(fen.encode())
    except PlypackError:
        if given != 1:
            raise
        # With a board alone, either side may be to move.
        board = positions.parse_fen(f"{fen} b".encode())
    expected = identity(board)[:given]
    return lambda board: tuple(board.pieces) == expected[0] and identity(board)[:given] == expected


def _refuse(text):
    raise PlypackError("INVALID_ARGUMENT", None, f"{text!r} is not valid")


RANK = re.compile(r"([1-8.*KQRBNPkqrbnp?_]|\[[KQRBNPkqrbnp?_]+\])*")


def _squares(rank, is_outer):
    """search.3: the possible contents of each square of a rank; None for any content."""
    if not RANK.fullmatch(rank) or rank.count("*") > 1:
        _refuse(rank)
    pieces = "KQRBNkqrbn" + ("" if is_outer else "Pp")
    kinds = {"?": {*pieces}, "_": {None}, **{piece: {piece} for piece in pieces}}
    if is_outer:
        kinds |= {"P": set(), "p": set()}
    found, filled = [], None
    for part in re.findall(r"\[[^]]*\]|.", rank):
        if part == "*":
            filled = len(found)
        elif part == "." or part.isdigit():
            found += [None] * (1 if part == "." else int(part))
        else:
            found.append(set().union(*(kinds[letter] for letter in part.strip("[]"))))
    if filled is not None:
        found[filled:filled] = [None] * (8 - len(found))
    if len(found) != 8 or set() in found:
        _refuse(rank)
    return found


def pattern_matcher(text):
    ranks = text.strip(SPACE).split("/")[::-1]
    squares = [square for number, rank in enumerate(ranks) for square in _squares(rank, number in (0, 7))]
    if len(ranks) != 8 or max(squares.count({king}) for king in "Kk") > 1:
        _refuse(text)
    expected = [(number, pieces) for number, pieces in enumerate(squares) if pieces is not None]
    return lambda board: all(board.pieces[number] in pieces for number, pieces in expected)


COUNTS = {"?": (0, 1), "*": (0, 64), "+": (1, 64), "": (1, 1)}
SIDE = r"((?:[QRBNP.](?:[?*+]|[0-9]+(?:\+|-[0-9]+)?)?)*)"
MATERIAL = re.compile(rf"K{SIDE}[{SPACE}]*(?:V[{SPACE}]*)?K{SIDE}")
LONGEST, MOST, MOST_NEEDED = 64, 64, 62


def _side(text):
    """search.4: smallest and largest numbers by letter, for the pieces other than the king."""
    found = {letter: [0, 0] for letter in "QRBNP."}
    for letter, count in re.findall(r"([QRBNP.])([?*+]|[0-9]*(?:\+|-[0-9]+)?)", text):
        first, dash, last = count.rstrip("+").partition("-")
        ends = COUNTS.get(count) or (int(first), MOST if count.endswith("+") else int(last) if dash else int(first))
        if not ends[0] <= ends[1] <= MOST:
            _refuse(text)
        found[letter] = [sum(pair) for pair in zip(found[letter], ends)]
    if sum(smallest for smallest, _ in found.values()) > MOST_NEEDED:
        _refuse(text)
    return found


def _has(side, pieces):
    """Returns whether each piece can stand for its letter or for `.`."""
    counts = {letter: pieces.upper().count(letter) for letter in "QRBNP"}
    if any(counts[letter] < side[letter][0] for letter in counts):
        return False
    others = [
        sum(max(0, counts[letter] - side[letter][1]) for letter in counts),
        sum(counts[letter] - side[letter][0] for letter in counts),
    ]
    return others[0] <= side["."][1] and side["."][0] <= others[1]


def material_matcher(text):
    parts = MATERIAL.fullmatch(text.upper().strip(SPACE))
    if len(text.encode()) > LONGEST or not parts:
        _refuse(text)
    sides = [_side(side) for side in parts.groups()]

    def matches_material(board):
        pieces = "".join(piece for piece in board.pieces if piece is not None)
        white, black = ("".join(filter(test, pieces)) for test in (str.isupper, str.islower))
        return any(_has(sides[0], one) and _has(sides[1], other) for one, other in ((white, black), (black, white)))

    return matches_material


class Query(NamedTuple):
    """One of fen, pattern and material, and a condition (search.5)."""

    fen: Optional[str] = None
    pattern: Optional[str] = None
    material: Optional[str] = None
    variations: bool = False
    condition: dict = {}

    def matcher(self):
        if self.fen is not None:
            return position_matcher(self.fen)
        return material_matcher(self.material) if self.pattern is None else pattern_matcher(self.pattern)

    def accepts(self, game):
        return holds(self.condition, game)


def query(fen=None, pattern=None, material=None, variations=False, where=None, **condition):
    """A query from its JSON: the members of `where`, and the members next to it, are conditions."""
    combined = {"all": [condition, where or {}]}
    check_ranges(combined)
    return Query(fen, pattern, material, variations, combined)


# Conditions (search.5, search.8 to search.10, search.13 to search.16)


def holds(condition, game):
    """search.10: returns whether all members of a condition hold."""
    return all(CONDITIONS[name](game, argument) for name, argument in condition.items())


def check_ranges(condition):
    """search.9: rejects ranges that are not valid, wherever they are."""
    for name, argument in condition.items():
        if name in ("all", "any"):
            for inner in argument:
                check_ranges(inner)
        elif name == "not":
            check_ranges(argument)
        elif name in RANGES:
            is_date = all(bound // 100 % 100 in (*range(13), 99) for bound in argument)
            if argument[0] > argument[1] or name == "date" and not is_date:
                _refuse(f"{name}: {argument[0]} to {argument[1]}")


FIELDS = {"player": (b"White", b"Black"), "white": (b"White",), "black": (b"Black",), "event": (b"Event",), "site": (b"Site",)}


NAMES = {contains: name_contains, equals: name_equals}


def _text(field, compare=contains):
    """search.5"""
    if field in ("player", "white", "black"):
        compare = NAMES[compare]
    return lambda game, text: any(compare(tags.first(game.tags, name), text) for name in FIELDS[field])


def _tag(compare):
    """search.8"""
    return lambda game, tag: compare(tags.first(game.tags, tag[0].encode()), tag[1])


def _any_between(game, ends):
    """search.9"""
    return any(ends[0] <= rating(game, white) <= ends[1] for white in (True, False) if rating(game, white))


def _has_comment(game, text):
    """search.14"""
    return any(name in ("comment", "line_comment") and contains(argument[0], text) for name, *argument in game.tokens)


def _has_nag(game, nag):
    """search.14"""
    return any(token == ("nag", nag) for token in map(tuple, game.tokens))


def _between(numbers):
    """search.9: all known numbers are in the range, and at least one is known."""

    def test(game, ends):
        known = [number for number in numbers(game) if number is not None]
        return known != [] and all(ends[0] <= number <= ends[1] for number in known)

    return test


def _average(game):
    known = [rating(game, white) for white in (True, False)]
    return [sum(known) // 2] if all(known) else []


RANGES = {"date", "rating", "any_rating", "white_rating", "black_rating", "average_rating", "plies"}

CONDITIONS = {
    **{field: _text(field) for field in FIELDS},
    "equals": lambda game, argument: _text(argument[0], equals)(game, argument[1]),
    "eco": lambda game, code: value(game, b"ECO")[:3] == code.encode(),
    "result": lambda game, marker: result(game) == marker.encode(),
    "speed": lambda game, name: speed(game) == name,
    "tag": _tag(equals),
    "tag_contains": _tag(contains),
    "comment": _has_comment,
    "nag": _has_nag,
    "has_variations": lambda game, wanted: wanted == any(name == "begin" for name, *_ in game.tokens),
    "any_rating": _any_between,
    "date": _between(lambda game: [date(game)]),
    "rating": _between(lambda game: [rating(game, True) or None, rating(game, False) or None]),
    "white_rating": _between(lambda game: [rating(game, True) or None]),
    "black_rating": _between(lambda game: [rating(game, False) or None]),
    "average_rating": _between(_average),
    "plies": lambda game, ends: ends[0] <= len(game.moves) <= ends[1],
    "all": lambda game, inner: all(holds(condition, game) for condition in inner),
    "any": lambda game, inner: any(holds(condition, game) for condition in inner),
    "not": lambda game, inner: not holds(inner, game),
}


# First matches (search.2)


class Match(NamedTuple):
    ply: int
    board: object
    next: Optional[moves.Move]  # None at the end of the line


def first_match(game, matcher, variations):
    """search.2; None if the game does not match."""
    if game.start == UNREADABLE or game.continued:
        return None
    board = game.board()
    for ply, move in enumerate([*game.moves, None]):
        if matcher(board):
            return Match(ply, board, move)
        board = board if move is None else board.play(move)
    return _first_in_variations(game, matcher) if variations else None


class OpenLine:
    """The main line or an open variation: the positions before and after its last move, and its ply."""

    def __init__(self, before, ply):
        self.before, self.now, self.ply = before, before, ply

    def play(self, move):
        self.before, self.now, self.ply = self.now, self.now.play(move), self.ply + 1


def _first_in_variations(game, matcher):
    lines, played = [OpenLine(game.board(), 0)], 0
    for number, (name, *argument) in enumerate(game.tokens):
        line = lines[-1]
        if name == "plies":
            (count,) = argument
            for move in game.moves[played : played + count]:
                line.play(move)
            played += count
        elif name == "begin":
            lines.append(OpenLine(line.before, line.ply - 1))
        elif name == "end":
            lines.pop()
        elif name == "move":
            line.play(argument[0])
            if matcher(line.now):
                return Match(line.ply, line.now, _next_of_variation(game.tokens[number + 1 :]))
    return None


def _next_of_variation(tokens):
    """The next move of the current variation, skipping variations within it."""
    depth = 0
    for name, *argument in tokens:
        if name == "move" and depth == 0:
            return argument[0]
        depth += (name == "begin") - (name == "end")
        if depth < 0:
            return None
    return None


# Results


def matches(games, query):
    """Index and first match of every game found."""
    matcher = query.matcher()
    for number, game in enumerate(games):
        if game is None:  # container.14: deleted
            continue
        found = first_match(game, matcher, query.variations) if query.accepts(game) else None
        if found:
            yield number, found


def find(games, query):
    """Pairs of the index of a game and the ply of its first match."""
    return [(number, match.ply) for number, match in matches(games, query)]


def tree(games, query):
    """search.7: by next move (None for the end) White wins, draws, Black wins, others, sum and number of ratings, latest year."""
    rows = {}
    for number, match in matches(games, query):
        game, row = games[number], rows.setdefault(match.next, [0] * 7)
        row[{b"1-0": 0, b"1/2-1/2": 1, b"0-1": 2}.get(result(game), 3)] += 1
        known = rating(game, match.board.white_to_move)
        row[4:] = row[4] + known, row[5] + (known > 0), max(row[6], year(game))
    return rows


# Summaries (search.11)


def summary(line):
    """search.11: the five bytes of a game with these moves from the standard start."""
    board, departures = positions.standard_start(), []
    initial = {square: square % 8 + (0 if square < 16 else 8) for square in [*range(8, 16), *range(48, 56)]}
    for move in line:
        for square in {move.from_square, move.to_square} & initial.keys():
            departures.append(initial.pop(square))
        board = board.play(move)
    departures = (departures + [departures[-1] if departures else 0] * 8)[:8]
    pieces = [sum(piece is not None and piece.isupper() == white for piece in board.pieces) - 1 for white in (True, False)]
    return bytes([low | high << 4 for low, high in zip(departures[::2], departures[1::2])] + [pieces[0] | pieces[1] << 4])
