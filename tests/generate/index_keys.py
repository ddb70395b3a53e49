"""Vectors of keys of positions (index.5), and of two positions with the same key."""

import chess

import index_file as xf
from games_file import Played
from index_common import indexed
from search_common import Searches, WITH_EN_PASSANT

KEYS = [
    ("start", "the standard start", chess.STARTING_FEN),
    ("black-to-move", "Black is to move", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
    ("clocks", "move counters are ignored", chess.STARTING_FEN.replace("0 1", "12 34")),
    ("some-rights", "two of the four castling rights", chess.STARTING_FEN.replace("KQkq", "Kq")),
    ("no-rights", "no castling rights", chess.STARTING_FEN.replace("KQkq", "-")),
    ("chess960", "castling rooks within", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"),
    ("en-passant", "a legal en passant capture", WITH_EN_PASSANT),
    ("en-passant-black", "the same for Black", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("en-passant-pinned", "an en passant capture that leaves the king in check", "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"),
    ("en-passant-useless", "an en passant square and no pawn beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
    ("kings", "two kings", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"),
]


def same_key():
    """FENs of two different positions with the same key: exchanged pieces whose numbers' differences cancel out."""
    squares = [s for s in range(64) if s not in (chess.A1, chess.H8)][:36]
    pieces = [chess.Piece(kind, chess.WHITE) for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK)]
    unit = lambda s, kind: xf.piece_number(pieces[0], s) ^ xf.piece_number(pieces[kind], s)
    choice = cancelling([(unit(s, kind), (s, kind)) for s in squares for kind in (1, 2)])
    boards = [chess.Board.empty(), chess.Board.empty()]
    for board in boards:
        board.turn = chess.BLACK
        board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
        board.set_piece_at(chess.H8, chess.Piece.from_symbol("k"))
    for s in squares:
        one, other = {0: (0, 0), 1: (0, 1), 2: (0, 2), 3: (1, 2)}[((s, 1) in choice) + 2 * ((s, 2) in choice)]
        boards[0].set_piece_at(s, pieces[one])
        boards[1].set_piece_at(s, pieces[other])
    assert xf.key(boards[0]) == xf.key(boards[1]) and boards[0] != boards[1]
    return [board.fen() for board in boards]


def cancelling(vectors):
    """The names of some of these numbers whose exclusive-or is 0, by elimination: each number keeps the set of numbers
    of which it is made."""
    basis = {}
    for value, name in vectors:
        made_of = {name}
        while value:
            top = value.bit_length()
            if top not in basis:
                basis[top] = value, made_of
                break
            value, made_of = value ^ basis[top][0], made_of ^ basis[top][1]
        if not value:
            return made_of
    raise ValueError("more numbers are needed")


def collisions(segments):
    one, other = same_key()
    games = [Played(tags={"FEN": one}), Played(tags={"FEN": other})]
    for name, title, games, how in [
        ("groups", "two positions of one key, in one leaf", games, {"size": 1, "frequent": 99}),
        ("many-groups", "two positions of one key, in a leaf of more than five groups", games * 4, {"size": 1, "frequent": 99}),
        ("entry", "an entry of the other position with the same key", games[1:], {"frequent": 1}),
    ]:
        file, segment = indexed(games, **how)
        segments.add(f"same-key-{name}", title, "index.5 index.8", file, segment)
        searches = Searches(segments.chapter, file, games)
        searches.find_position(f"find-same-key-{name}", title, "index.5 index.10", one)
        searches.find_position(f"find-same-key-{name}-other", title, "index.5 index.10", other)


def passing():
    """A legal en passant capture on every file."""
    board = chess.Board(None)
    for file, name in enumerate("abcdefgh"):
        board.clear()
        board.set_piece_map({4: chess.Piece.from_symbol("K"), 60: chess.Piece.from_symbol("k"), 32 + file: chess.Piece.from_symbol("p"), 32 + (file - 1 if file else 1): chess.Piece.from_symbol("P")})
        yield f"en-passant-on-{name}", f"a legal en passant capture on the {name} file", f"{board.board_fen()} w - {name}6 0 1"
