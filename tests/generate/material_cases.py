"""Vectors of searches for material with counts (search.4), in positions of few pieces, so that each count is met and missed by one."""

import itertools

import chess

import games_file as gf
from file_bytes import File
from games_file import Played

# The sides' pieces beside the king.
MATERIAL = ["R/R", "RP/R", "RR/R", "RB/R", "RN/R", "RPP/R", "RBN/R", "/R", "R/", "/", "Q/R", "QR/R", "RP/RP", "RPP/RP", "RB/RP", "RBP/RN", "RRP/RR", "BB/N", "BN/", "P/", "PP/P", "PPP/P", "QQ/Q"]
# Texts, and for each side the smallest and largest count of each letter.
ONE, MAYBE, ANY, SOME = (1, 1), (0, 1), (0, 64), (1, 64)
QUERIES = [
    ("KR.vKR", {"R": ONE, ".": ONE}, {"R": ONE}), ("KR.2vKR", {"R": ONE, ".": (2, 2)}, {"R": ONE}), ("KR.?vKR", {"R": ONE, ".": MAYBE}, {"R": ONE}),
    ("KR.vKR.", {"R": ONE, ".": ONE}, {"R": ONE, ".": ONE}), ("KRP?.vKR.?", {"R": ONE, "P": MAYBE, ".": ONE}, {"R": ONE, ".": MAYBE}),
    ("KRP1-2vKR", {"R": ONE, "P": (1, 2)}, {"R": ONE}), ("KRP2+vKR.*", {"R": ONE, "P": (2, 64)}, {"R": ONE, ".": ANY}),
    ("K.+vK", {".": SOME}, {}), ("K.1-2vKR", {".": (1, 2)}, {"R": ONE}), ("KR0-1vKR", {"R": MAYBE}, {"R": ONE}), ("KvK", {}, {}),
    ("KP+vKP?", {"P": SOME}, {"P": MAYBE}), ("KP3vKP", {"P": (3, 3)}, {"P": ONE}), ("KRRvKR", {"R": (2, 2)}, {"R": ONE}), ("KRR?.?vKR+", {"R": (1, 2), ".": MAYBE}, {"R": SOME}),
    ("KQ.vKR", {"Q": ONE, ".": ONE}, {"R": ONE}), ("KB.vK.?", {"B": ONE, ".": ONE}, {".": MAYBE}), ("KQ?R?vKR", {"Q": MAYBE, "R": MAYBE}, {"R": ONE}),
]


def position(material):
    """A FEN of this material in which no side is in check."""
    white, black = material.split("/")
    pieces = [*white.upper(), *black.lower()]
    for squares in itertools.permutations([chess.B3, chess.C5, chess.F3, chess.D4, chess.G5, chess.E4], len(pieces)):
        board = chess.Board(None)
        board.set_piece_map({chess.A1: chess.Piece.from_symbol("K"), chess.H8: chess.Piece.from_symbol("k")})
        for square, piece in zip(squares, pieces):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        if not board.is_attacked_by(chess.BLACK, chess.A1) and not board.is_attacked_by(chess.WHITE, chess.H8):
            return board.fen()
    raise ValueError(material)


def has(pieces, counts):
    """True if each piece can be taken as one of its letter or of `.`, so that all counts are met."""
    others, letters = counts.get(".", (0, 0)), "QRBNP"
    ranges = [range(counts.get(letter, (0, 0))[0], min(counts.get(letter, (0, 0))[1], pieces.count(letter)) + 1) for letter in letters]
    return any(others[0] <= len(pieces) - sum(taken) <= others[1] for taken in itertools.product(*ranges))


def add(chapter):
    games = [Played(tags={"FEN": position(material)}) for material in MATERIAL]
    file = File(gf.block(games)).outline()
    for number, (text, one, other) in enumerate(QUERIES):
        sides = [material.split("/") for material in MATERIAL]
        hits = [[game, 0] for game, (white, black) in enumerate(sides) if has(white, one) and has(black, other) or has(black, one) and has(white, other)]
        chapter.add(f"find-material-counts-{number}", f"material {text}", "search.4", "find", input=file, query={"material": text}, expect={"hits": hits})
