"""Random games, as the Python implementation of the format holds them."""

import zlib
from typing import NamedTuple

from plypack import Game, PlypackError, positions, values
from plypack.board import Board
from plypack.game import FEN, STANDARD, UNREADABLE
from plypack.moves import NULL, canonical_key

STARTS = [
    b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    b"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    b"8/8/8/8/k2pP2Q/8/8/3K4 b - e3",
    b"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99999999999999999999 1",
    b"r3k2r/8/8/8/8/8/8/R3K2R b Aq",
    b"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    b"rr2k1rr/8/8/8/8/8/8/RR2K1RR w BHbh - 0 1",
    b"8/PPPPPPPP/8/1k6/6K1/8/pppppppp/8 w",
    b"__4k3/8/8/8/8/8/8/QQQQKQQQ_w_-_- 0  1__",
    b"4k3/8/8/8/8/5n2/3q4/4K3 w - - 0 1",
    b"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    b"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
]
UNPLAYABLE = [b"", b"8/8/8/8/8/8/8/8 w - - 0 1", b"4k3/8/8/8/8/8/8/4K2P w - - 0 1", b'a \\"FEN\\"']
MARKERS = [b"*", b"1-0", b"0-1", b"1/2-1/2"]
NAMES = [b"White", b"Black", b"Event", b"Site", b"Round", b"Date", b"UTCDate", b"ECO", b"WhiteElo", b"BlackElo", b"CurrentPosition", b"TimeControl"]
VALUES = [b"", b"?", b"-", b"Carlsen, M.", b"0", b"007", b"2800", b"4294967295", b"????.??.??", b"1999.00.10", b"2001.13.01", b"F00", b"A0", b"1-0"]
VALUES.append(b'a \\"b\\" \\\\')

_legal_moves = Board.legal_moves
_known_moves: dict = {}


def _remembered(board):
    """The legal moves of the boards of all files: generating them is most of the work, and many games share positions."""
    if board._legal_moves is None:
        key = (tuple(board.pieces), board.white_to_move, board.castling_rooks, board.en_passant)
        if len(_known_moves) > 200_000:
            _known_moves.clear()
        board._legal_moves = _known_moves.get(key) or _known_moves.setdefault(key, _legal_moves(board))
    return board._legal_moves


Board.legal_moves = _remembered


def play_one(draw, board):
    """Returns a move, or None if there is none. One of a few moves of the position is likely, so that positions recur."""
    if draw.maybe("null move") and board.null_is_legal():
        return NULL
    legal = sorted(board.legal_moves(), key=canonical_key)
    if not legal:
        return None
    special = [move for move in legal if move.is_castling or move.promotion or move.flags == 5]
    if special and draw.random() < 0.5:
        return draw.choice(special)
    number = zlib.crc32(repr((board.pieces, board.white_to_move)).encode())
    return legal[(number + draw.choice([0, 0, 0, 0, 0, 1, 2])) % len(legal)]


def fen(draw):
    kind = draw.one("FEN")
    while True:
        if kind == "of a list":
            text = draw.choice(STARTS)
        elif kind == "Chess960":
            rank = "".join(draw.sample("RNBQKBNR", 8))
            text = f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} {draw.choice('wb')} KQkq - 0 1".encode()
        else:
            board = draw.choices([None, *"PNBRQpnbrq"], [60] + [2] * 10, k=62)
            board = draw.sample(["K", "k", *board], 64)
            text = positions.final_fen(Board(board, True), []).split()[0] + draw.choice([b" w", b" b", b" w KQkq", b" b AHah -"])
        try:
            positions.parse_fen(text)
            return text
        except PlypackError:
            pass


class Made(NamedTuple):
    """A game, with tokens that use templates, and the values of these."""

    game: Game
    encoded: list
    values: values.GameValues


def make(draw, templates, profile, most_plies):
    """A game. `templates` are the templates of its block; `profile` is the game's profile, if it has times."""
    start = draw.one("start")
    if start == "continuation":
        return Made(Game(unparsed=draw.text() or b"more", continued=True), [], values.GameValues())
    lines = tag_lines(draw, start)
    kind = {"standard": STANDARD, "FEN": FEN, "unreadable": UNREADABLE}[start]
    board, moves = Game(tags=lines, start=kind).board(), []
    now = board
    if board and not draw.maybe("no plies"):
        for _ in range(draw.choice([1, 2, 5, most_plies])):
            move = play_one(draw, now)
            if move is None:
                break
            moves.append(move)
            now = now.play(move)
    if board and draw.maybe("final position in a tag"):
        final = (b"CurrentPosition", positions.final_fen(board, moves))
        lines = [final if line[0] == final[0] else line for line in lines]
    tokens = Tokens(draw, board, moves, templates, profile)
    if draw.maybe("annotated"):
        tokens.main_line()
    marker = draw.one("marker").encode()
    unparsed = draw.text() if draw.maybe("unparsed text") else b""
    return Made(Game(lines, kind, moves, tokens.shown, marker, unparsed), tokens.encoded, tokens.values)


def tag_lines(draw, start):
    names = draw.sample(NAMES, draw.choice([0, 1, 2, 5, len(NAMES)]))
    lines = [(name, tag_value(draw, name)) for name in names]
    lines += [(b"Result", draw.choice([*MARKERS, b"?"]))] * draw.choice([0, 1])
    if start == "FEN":
        lines.append((b"FEN", fen(draw)))
    elif start == "unreadable" and draw.random() < 0.5:
        lines.append((b"FEN", draw.choice([*UNPLAYABLE, *STARTS])))
    draw.shuffle(lines)
    # After the first tag of a name, further ones do not affect starts and results.
    if lines and draw.maybe("tag twice"):
        lines.append((draw.choice(lines)[0], draw.text(b'\n\r"\\')))
    if draw.maybe("raw line"):
        lines.insert(draw.randint(0, len(lines)), (draw.choice([b"", b"%", b";x", b"[White"]),))
    return lines


def tag_value(draw, name):
    if name in (b"Date", b"UTCDate"):
        date = b"%04d.%02d.%02d" % (draw.number("year", (1850, 2030)), draw.randint(1, 12), draw.randint(1, 31))
        typical = draw.choice([date, date[:4] + b".??.??"])
    elif name == b"ECO":
        volume, number = divmod(draw.number("ECO code", (1, 498)), 100)
        typical = b"%c%02d" % (b"ABCDE"[volume], number)
    else:
        typical = b"%d" % draw.number("number in a tag", (0, 4000))
    return draw.choice([typical, typical, draw.choice(VALUES), draw.text(b'\n\r"\\')])


class Tokens:
    """Makes the tokens of a game, in the form of vectors and in encoded form."""

    def __init__(self, draw, board, moves, templates, profile):
        self.draw, self.board, self.moves, self.templates, self.profile = draw, board, moves, templates, profile
        self.shown, self.encoded = [], []
        self.values = values.GameValues([], [])

    def main_line(self):
        draw, played = self.draw, 0
        before = now = self.board
        if not self.moves or draw.maybe("token before the first move"):
            self.texts()
        while played < len(self.moves):
            left = len(self.moves) - played
            has_run = left > 1 and self.templates and draw.maybe("comments from one template after successive plies")
            template = draw.randrange(len(self.templates)) if has_run else None
            for count in [1] * draw.randint(2, left) if has_run else [draw.randint(1, left)]:
                self.add("plies", count)
                for move in self.moves[played : played + count]:
                    before, now = now, now.play(move)
                played += count
                if has_run:
                    self.template(template)
            self.texts()
            if draw.maybe("all variations open"):
                self.nested(before, 255)
            elif draw.maybe("variation"):
                self.variation(before)
            if draw.random() < 0.3:
                # Without a token at the end, "plies" would be the last one.
                break

    def add(self, *token):
        self.shown.append(token)
        self.encoded.append(token)

    def texts(self):
        """Adds comments and NAGs, at least one."""
        for _ in range(self.draw.choice([1, 1, 1, 3])):
            if self.templates and self.draw.maybe("comment from a template"):
                self.template(self.draw.randrange(len(self.templates)))
                continue
            kind = self.draw.one("token")
            if kind == "nag":
                self.add(kind, self.draw.number("NAG", (1, 255)))
            else:
                self.add(kind, self.draw.text(b"}" if kind == "comment" else b"\n\r"))

    def template(self, number):
        text = b""
        for byte in self.templates[number]:
            if byte == values.TIME:
                time = self.draw.number("time", (0, 60_000)) // self.profile.unit * self.profile.unit
                self.values.times.append(time)
                text += values.time_text(time)
            elif byte in (values.SHORT, values.LONG):
                found = (self.draw.one("evaluation") == "mate", self.draw.number("evaluation number", (-500, 500)))
                self.values.evaluations.append(found)
                text += values.evaluation_text(found, byte == values.SHORT)
            else:
                text += bytes([byte])
        self.shown.append(("comment", text))
        self.encoded.append(("template", number))

    def variation(self, board, depth=1):
        draw = self.draw
        self.add("begin")
        has_moves, before = not draw.maybe("variation without moves"), None
        for _ in range(draw.choice([1, 2, 3]) if has_moves else 0):
            move = play_one(draw, board)
            if move is None:
                break
            self.add("move", move)
            before, board = board, board.play(move)
            if draw.random() < 0.3:
                self.texts()
            if depth < 3 and draw.maybe("variation"):
                self.variation(before, depth + 1)
        if draw.maybe("unparsed rest of a variation"):
            self.add("raw", draw.text())
        self.add("end")

    def nested(self, board, depth):
        """Opens as many variations at a time as the format allows (limits.3)."""
        move = play_one(self.draw, board)
        for _ in range(depth if move else 0):
            self.add("begin")
            self.add("move", move)
        for _ in range(depth if move else 0):
            self.add("end")
