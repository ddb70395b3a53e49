"""Games in which searches are made, and the vectors that say what is found."""

import chess

import games_file as gf
import move_codes as mc
from file_bytes import File
from games_file import Played

GAMBIT = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3"
WITH_EN_PASSANT = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
NO_RIGHTS = GAMBIT.replace("KQkq", "-")
ROOKS = "4k2r/8/8/8/8/8/P7/4K2R w Kk - 0 1"
# 05 begins a variation, 00 + 16 * n means that n plies follow, 06 ends the variation.
GAMES = [
    Played("d4 d5 c4 e6 Nc3", {"White": "Anna Bell", "Black": "Carl", "Event": "Riga Cup", "Result": "1-0", "WhiteElo": "2400", "Date": "2001.??.??"}),
    Played("c4 e6 d4 d5 Nc3", {"White": "Boris", "Black": "ANNA", "Result": "0-1", "WhiteElo": "0", "Date": "????.05.01", "ECO": "D31"}),
    Played("d4 e6 c4 d5", {"White": "annabel", "Site": "Riga", "ECO": "D30a"}, "*"),
    Played("e4 e5", {"Result": "?"}, "1/2-1/2", tokens=bytes([0x10, 5, 0x40]) + b"".join(
        mc.byte(board, move) for board, move in zip(Played("d4 d5 c4 e6").boards(), Played("d4 d5 c4 e6").moves())
    ) + bytes([6])),
    Played("Nf3", {"FEN": GAMBIT.replace("0 3", "7 40"), "Result": "1/2-1/2", "WhiteElo": "2500", "Date": "1999"}),
    Played("Nc3", {"FEN": NO_RIGHTS}),
    Played("Nf3 Nf6 Ng1 Ng8 d4 d5 c4 e6 Nc3 Nf6 Nb1 Ng8 cxd5", {"Result": "1-0", "WhiteElo": "25oo", "Date": "20"}),
    Played(state=gf.UNREADABLE),
    Played(state=gf.CONTINUATION),
    Played("e4 Nf6 e5 d5 exd6", {"ECO": "B02"}),
    Played("e4 d5 e5 Nf6"),
    Played("O-O Rf8 Rf2", {"FEN": ROOKS}),
    Played("d4 d5 -- e6 c4", {"Date": "2020.01.01", "BlackElo": "1800"}),
]


def file(*extra):
    return File(gf.block(GAMES, extra=extra))


def pattern(text):
    wanted = chess.BaseBoard(text).piece_map()
    return lambda board: all(board.piece_at(square) == piece for square, piece in wanted.items())


def material(one, other):
    """True if the letters of one side's pieces, sorted, meet the first condition, and those of the other side the second."""
    def is_there(board):
        of = lambda color: "".join(sorted(board.piece_at(s).symbol().upper() for s in chess.SquareSet(board.occupied_co[color])))
        white, black = of(chess.WHITE), of(chess.BLACK)
        return one(white) and other(black) or one(black) and other(white)

    return is_there


def ask(chapter, file, name, title, rules, condition, games=None, error=None, needs=None):
    """A search for the games that meet a condition; all have the standard start. `file` is the input."""
    query = {"fen": chess.STARTING_FEN, "where": condition}
    expect = None if games is None else {"hits": [[game, 0] for game in games]}
    chapter.add(name, title, rules, "find", needs=needs, input=file, query=query, error=error, expect=expect)


class Searches:
    """Adds searches of one file to a chapter."""

    def __init__(self, chapter, file, games):
        self.chapter, self.input, self.games = chapter, file.outline(), games

    def find(self, name, title, rules, query, hits):
        self.chapter.add(name, title, rules, "find", input=self.input, query=query, expect={"hits": hits})

    def find_where(self, name, title, rules, query, aim, condition=lambda game: True):
        hits = [[number, ply] for number, ply in gf.hits(self.games, aim) if condition(self.games[number])]
        self.find(name, title, rules, query, hits)

    def find_position(self, name, title, rules, fen, condition=lambda game: True, **conditions):
        self.find_where(name, title, rules, {"fen": fen, **conditions}, gf.is_at(fen), condition)

    def tree(self, name, title, rules, fen):
        rows = gf.branches(self.games, gf.hits(self.games, gf.is_at(fen)))
        self.chapter.add(name, title, rules, "tree", input=self.input, query={"fen": fen}, expect={"branches": rows})


def at(board, square):
    piece = board.piece_at(chess.parse_square(square))
    return piece.symbol() if piece else " "


def between(ends, *numbers):
    known = [number for number in numbers if number]
    return known != [] and all(ends[0] <= number <= ends[1] for number in known)


def starts_where(searches, name, title, rules, condition, test):
    """Games that meet a condition; all have the standard start."""
    searches.find_where(name, title, rules, {"fen": chess.STARTING_FEN, "where": condition}, gf.is_at(chess.STARTING_FEN), test)
