"""Vectors of the codecs: lines, tables of all moves of a position, and invalid codes."""

import chess

import codes
import edge_lines
import move_codes as mc
import number_faults
from faults import FAULTS
from vector_file import Chapter, pieces

MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
MORE_THAN_255 = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"
ALL_CLASSES = "2n1k3/pP6/8/3pP1b1/7q/5N2/3r1P2/R3K2R w KQ d6 0 1"


def mirrored(fen):
    """The same position for the other side."""
    placement, turn, rights, square, *rest = fen.split()
    square = square if square == "-" else square[0] + str(9 - int(square[1]))
    return " ".join(["/".join(reversed(placement.split("/"))).swapcase(), "b" if turn == "w" else "w", rights.swapcase(), square, *rest])


def wandering(fen, plies):
    """Moves in SAN from this start, chosen by the numbers of a linear congruential generator; no promotion is missed."""
    board, state, found = mc.board_of(fen), 1, []
    for _ in range(plies):
        moves = [m for m in board.legal_moves if m.promotion] or [m for m in board.legal_moves if board.is_castling(m)]
        moves = sorted(moves or board.legal_moves, key=lambda m: mc.text_of(board, m))
        if not moves:
            break
        state = (state * 1103515245 + 12345) % 2**31
        found.append(board.san(moves[state // 2**16 % len(moves)]))
        board.push_san(found[-1])
    return " ".join(found)


LINES = [
    ("long-evergreen", None, "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 "
     "Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#"),
    ("long-random", None, wandering(None, 44)),
    ("long-random-chess960", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
     wandering("bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", 44)),
    ("long-random-few-pieces", "4k3/P6p/8/8/8/8/p6P/R3K2R w KQ - 0 1", wandering("4k3/P6p/8/8/8/8/p6P/R3K2R w KQ - 0 1", 40)),
    ("worked-example", None, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nd6 Nxe5 Be7 Nxc6 dxc6 Qh5 O-O"),
    ("no-moves", None, ""),
    ("opening-najdorf", None, "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O"),
    ("opening-queens-gambit", None, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7"),
    ("opening-kings-indian", None, "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7"),
    ("opening-french-advance", None, "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4 Nbd2 Na5"),
    ("opening-english", None, "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6"),
    ("opening-evans-gambit", None, "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O dxc3 Qb3 Qf6"),
    ("mate-in-two", None, "f3 e5 g4 Qh4#"),
    ("transposition-pawns-1", None, "e4 e6 c4 d5 cxd5 exd5 exd5 c6 dxc6"),
    ("transposition-pawns-2", None, "e4 e6 c4 d5 exd5 exd5 cxd5 c6 dxc6"),
    ("transposition-knights-1", None,
     "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Nc3 Ng8 Nd5"),
    ("transposition-knights-2", None,
     "Nf3 Nf6 Nd4 Ng8 Nb5 Nf6 N1c3 Ng8 Ne4 Nf6 Ng5 Ng8 Nf3 Nf6 Nc3 Ng8 Nd5"),
    ("castling-white-king-side", "4k2r/7p/8/8/8/8/7P/R3K2R w KQk - 0 1", "O-O Ke7 Rad1"),
    ("castling-white-queen-side", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "O-O-O Ke7 Rhe1+"),
    ("castling-black-first", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O O-O Rhe8 Rae1"),
    ("en-passant-white-left", None, "e4 a6 e5 d5 exd6 cxd6"),
    ("en-passant-white-right", None, "e4 a6 e5 f5 exf6 gxf6"),
    ("en-passant-black-left", None, "a3 d5 b3 d4 e4 dxe3 dxe3"),
    ("en-passant-black-right", None, "a3 e5 b3 e4 d4 exd3 cxd3"),
    ("en-passant-two-ways", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "exd3 Kd2 Kd7"),
    ("en-passant-not-taken", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "c3 Kd1 e3"),
    ("en-passant-uncovers-check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "exd3 Kd2"),
    ("en-passant-pinned-on-rank", "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "b6 c4 Kb4"),
    ("second-queen", "4k3/P7/8/8/8/8/8/3QK3 w - - 0 1", "a8=Q+ Kf7 Qaa1 Kg6 Qdd4 Kf5 Qab2"),
    ("second-queen-both-on-a-diagonal", "4k3/8/8/8/3Q4/8/1Q6/4K3 w - - 0 1", "Qba1 Ke7 Q1b2 Kf7 Qbc3 Ke7 Qcc5+"),
    ("pawns-six-and-seven", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "h4 Ke7 g4 Ke8 h5 Ke7 g5"),
    ("two-queens-six-pawns", "4k3/8/8/8/8/8/PPPPPP2/Q3K2Q w - - 0 1", "Qh4 Kd7 Qh3+ Kd8 Qg4 Ke8 f4"),
    ("two-queens-seven-pawns", "4k3/8/8/8/8/8/1PPPPPPP/Q3K2Q w - - 0 1", "Qa3 Kf7 Qg1 Kf6 h4 Kf7 Qaa7+"),
    ("fallback-in-and-out", "r3k3/1P5P/8/8/8/8/8/Q2QK3 w - - 0 1", "h8=Q+ Kf7 Qhd4 Rxa1 Q1xa1 Ke7 b8=N Kf7 Nc6"),
    ("fallback-of-the-other-side", "nnnk4/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4 Ncb6 e5 Nbd5 e6 Ne3"),
    ("three-knights", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", "Nab3 Ke7 Nc3 Kd8 N3a2 Ke8 Kf2 Ke7 Nc3"),
    ("three-rooks", "4k3/8/8/8/8/8/8/RR2K2R w KQ - 0 1", "O-O Ke7 Ra7+ Kd6 Rfe1"),
    ("nine-pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "a4 Ke7 b4 Kd6 a5 Kc6 a3"),
    ("two-bishops-of-one-colour", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", "Bcb2 Ke7 Bc3 Kd6 Bd4"),
    ("two-bishops-of-both-colours", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "Bb2 Ke7 Bg2 Kd6 Bh8 Kd7 Ba8"),
    ("fallback-castling-with-right", "4k3/8/8/8/8/8/8/NNN1K2R w K - 0 1", "O-O Ke7 Rf3"),
    ("fallback-castling-right-gone", "4k3/8/8/8/8/8/8/NNN1K2R w - - 0 1", "Rh2 Ke7 Rh1 Ke8 Rg1"),
    ("fallback-castling-right-lost-in-line", "4k3/8/8/8/8/8/8/NNN1K2R w K - 0 1", "Rh2 Ke7 Rh1 Ke8 Rg1"),
    ("chess960-castling-both-sides", "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1", "O-O O-O-O Rbe1"),
    ("chess960-castling-queen-side", "rk5r/p6p/8/8/8/8/P6P/RK5R w HAha - 0 1", "O-O-O O-O-O Rhe1"),
    ("chess960-king-on-its-target", "6kr/8/8/8/8/8/8/6KR w Hh - 0 1", "O-O O-O Kh1"),
    ("chess960-king-on-c1", "1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1", "O-O-O O-O-O Kb2"),
    ("chess960-rook-on-kings-target", "5kr1/5pp1/8/8/8/8/5PP1/5KR1 w Gg - 0 1", "O-O O-O Kh1"),
    ("chess960-king-one-step-or-castling", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "Kf2 Ke7 Kf1"),
    ("chess960-in-fallback", "4k3/8/8/8/8/8/8/NNN1KR2 w F - 0 1", "O-O Ke7 Kh1"),
    ("chess960-opening", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", "f4 f5 Nf3 Nf6 g3 g6 O-O O-O"),
    ("null-move", None, "e4 -- d4 -- Nf3 e5"),
    ("null-move-ends-en-passant", None, "e4 a6 e5 d5 exd6 -- dxc7 -- cxb8=N"),
    ("null-move-first", None, "-- e5 Nf3"),
    ("null-move-after-castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O -- Ra3 -- Rb3 O-O-O"),
    ("null-move-instead-of-en-passant", "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1", "-- Kd1 e3 --"),
    ("null-move-right-lost-by-neither", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "-- -- O-O O-O-O"),
    ("null-moves-in-a-row", None, "-- -- -- e5 -- -- d4 --"),
    ("null-move-in-stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "-- Qf5 Kg8 --"),
    ("null-move-between-checks", "4k3/8/8/8/8/8/r7/R3K2R w KQ - 0 1", "-- Re2+ Kxe2 -- -- Kf7"),
    ("null-move-chess960", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", "-- Nf6 Nf3 -- g3"),
    ("null-move-many-pieces", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", "--"),
    ("null-move-in-fallback", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", "-- -- -- Ke7"),
    ("black-starts", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "c5 Nf3 d6"),
    ("null-move-ends-en-passant-for-good", None, "e4 a6 e5 d5 -- h6 Nf3 c5 -- d4 Be2"),
    ("castling-right-lost-by-capture", "4k3/8/8/8/4b3/8/P7/R3K2R b KQ - 0 1",
     "Bxh1 Rd1 Bd5 Rd4 Kd7 Rh4 Ke7 Rh1 Kd7 Rh5 Kd6 Rh1 Kd7 a4 Kd6 Kf2 Kd7 Ke1 Kd6 Rh6+ Kd7 Rh1"),
    ("chess960-right-lost-by-capture", "4k3/8/8/8/3b4/8/1P6/RR2K3 w B - 0 1",
     "b3 Bxa1 Rxa1 Kd7 Ra7+ Kd6 Rb7 Kd5 Rb4 Kd6 Rb5 Kd7 Rb4 Kd6 Ra4 Kd7 Ra1 Kd6 Rb1 Kd7 Rc1"),
    ("doubled-pawns", "4k3/8/8/8/2P1P3/2P1P3/4P3/4K3 w - - 0 1", "c5 Ke7 e5 Kd7 c4 Ke7 e4"),
]

TABLES = [
    ("usual-start", None),
    ("busy-middlegame", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("busy-middlegame-black", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"),
    ("promotions-white", "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1"),
    ("promotions-black", "k7/8/8/8/8/8/2p5/1N1N3K b - - 0 1"),
    ("promotions-in-fallback", "4k3/P7/8/8/8/8/8/NNN1K3 w - - 0 1"),
    ("bishops-on-light-squares", "4k3/8/8/8/8/8/8/1B1BK3 w - - 0 1"),
    ("en-passant-pinned-on-rank", "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"),
    ("en-passant-free", "7k/8/8/2pP4/8/1K6/8/b7 w - c6 0 1"),
    ("en-passant-pinned-by-bishop", "4k3/8/2b5/3Pp3/8/8/6K1/8 w - e6 0 1"),
    ("en-passant-answers-check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("double-check", "4k3/8/8/8/1b6/8/3n4/r3K3 w - - 0 1"),
    ("pins", "4r2k/8/8/b7/8/2N5/3PR3/4K2r w - - 0 1"),
    ("two-queens", "k7/8/8/2Q5/8/4Q3/PPPPPP2/4K3 w - - 0 1"),
    ("three-knights", "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1"),
    ("castling-right-gone-in-fallback", "r3k2r/8/8/8/8/8/8/NNN1K2R w - - 0 1"),
    ("chess960-many-rooks", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1"),
    ("chess960-king-on-its-target", "6kr/8/8/8/8/8/8/6KR w Hh - 0 1"),
    ("most-moves", MOST_MOVES),
    ("more-than-255-moves", MORE_THAN_255),
    ("chess960-castling-uncovers-attack", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1"),
    ("chess960-castling-passes-attack", "2r1k3/8/8/8/8/8/8/R4K2 w A - 0 1"),
    ("castling-rook-attacked", "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling-b-file-attacked", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling-right-lost-by-capture", "4k3/8/8/8/8/8/P7/4K2R w - - 0 1"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("checkmate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
]

# Positions for one codec alone: castlings of the fallback list (byte.18) and of byte for both sides; all classes of mgc at once.
FALLBACK = [
    ("queen-side-without-right", "4k3/8/8/NNN5/8/8/8/R3K2R w - - 0 1"), ("castling-attacked", "4kr2/8/8/NNN5/8/8/8/R3K2R w - - 0 1"),
    ("castling-in-check", "k3r3/8/8/NNN5/8/8/8/R3K2R w - - 0 1"), ("castling-into-check", "4k1r1/8/8/NNN5/8/8/8/R3K2R w - - 0 1"),
    ("queen-side-passes-attack", "3rk3/8/8/NNN5/8/8/8/R3K2R w - - 0 1"), ("queen-side-b-file-attacked", "1r2k3/8/8/NNN5/8/8/8/R3K2R w - - 0 1"),
    ("queen-side-knight-between", "4k3/8/8/NNN5/8/8/8/Rn2K2R w - - 0 1"), ("bishop-between", "4k3/8/8/NNN5/8/8/8/R3K1BR w - - 0 1"),
    ("king-beside-its-square", "4k3/8/8/NNN5/8/8/8/R2K3R w - - 0 1"), ("king-on-second-rank", "4k3/8/8/NNN5/8/8/4K3/R6R w - - 0 1"),
    ("rooks-beside-corners", "4k3/8/8/NNN5/8/8/8/1R2K1R1 w - - 0 1"), ("knight-in-corner", "4k3/8/8/NNN5/8/8/8/N3K2R w - - 0 1"),
    ("one-right", "4k3/8/8/NNN5/8/8/8/R3K2R w K - 0 1"), ("both-rights", "4k3/8/8/NNN5/8/8/8/R3K2R w KQ - 0 1"),
    ("inner-rook-with-right", "4k3/8/8/NNN5/8/8/8/R3KR2 w F - 0 1"), ("inner-rooks-with-rights", "4k3/8/8/NNN5/8/8/8/1R2KR2 w BF - 0 1"),
]
OWN_TABLES = {
    "byte": [
        *((f"fallback-{name}", fen) for name, fen in FALLBACK),
        *((f"fallback-{name}-black", mirrored(fen)) for name, fen in FALLBACK),
        ("castling-and-captures-black", mirrored(ALL_CLASSES)),
    ],
    "mgc": [("castling-and-captures", ALL_CLASSES), ("castling-and-captures-black", mirrored(ALL_CLASSES))],
}

RULES = {
    "byte": {
        "": "byte.1 byte.5 byte.6 byte.8 byte.11", "castling": "byte.7", "en-passant": "byte.12 byte.14 positions.6", "promotion": "byte.13",
        "second-queen": "byte.2 byte.6 byte.9 byte.10", "two-queens": "byte.4 byte.6", "pawns": "byte.3 byte.6",
        "fallback": "byte.4 byte.16 byte.17 byte.18", "three": "byte.4 byte.17", "nine": "byte.4 byte.17",
        "two-bishops": "byte.4 byte.10", "chess960": "byte.7 byte.18", "null": "byte.15 byte.19 positions.5",
        "more": "byte.16 byte.17", "most": "byte.16 byte.17", "doubled": "byte.3", "transposition": "byte.1 byte.2",
    },
    "coord16": {
        "": "coord16.1 moves.1", "castling": "coord16.1 moves.1", "chess960": "coord16.1 moves.1",
        "null": "coord16.1 moves.2 positions.5",
    },
    "coord12": {
        "": "coord12.1", "castling": "coord12.3 moves.3", "chess960": "coord12.3 moves.3", "promotion": "coord12.2",
        "null": "coord12.4 positions.5",
    },
    "block-index": {
        "": "block-index.1 block-index.2 block-index.3", "castling": "block-index.2", "chess960": "block-index.2",
        "promotion": "block-index.3", "null": "block-index.4 positions.5", "fallback": "block-index.4",
        "more": "block-index.4", "most": "block-index.4", "nine": "block-index.2 block-index.4",
    },
    "pgc": {"": "pgc.1 pgc.2", "null": "pgc.2 codecs.6", "more": "pgc.2"},
    "mgc": {"": "mgc.1 mgc.2 mgc.3", "null": "mgc.3 codecs.6"},
    "varlen": {
        "": "varlen.1 varlen.2 varlen.3", "castling": "varlen.5", "chess960": "varlen.5", "promotion": "varlen.4",
        "en-passant": "varlen.3 positions.6", "null": "varlen.6 codecs.6 codecs.7 positions.5",
    },
    "slots": {
        "": "slots.1 slots.2 slots.3", "castling": "slots.3", "en-passant": "slots.3 positions.6", "promotion": "slots.1 slots.3",
        "null": "slots.3 positions.5", "knights": "slots.2 byte.16 byte.17", "more": "slots.2 byte.16",
    },
    "byte-queens": {
        "": "byte-queens.1", "second-queen": "byte-queens.1", "queens": "byte-queens.1 byte-queens.2", "fallback": "byte-queens.1 byte.16",
        "more": "byte-queens.1 byte.16", "null": "byte-queens.1 byte-queens.2 positions.5",
    },
    "coord-static": {"": "coord-static.1 coord-static.2", "promotion": "coord-static.1", "null": "coord-static.1 positions.5", "long": "coord-static.2 coord-static.4"},
    "coord-context": {"": "coord-static.1 coord-static.3", "null": "coord-static.3 positions.5", "long": "coord-static.3 coord-static.4"},
    "direction-target": {
        "": "direction-target.1 direction-target.2", "promotion": "direction-target.1 direction-target.2", "castling": "direction-target.2",
        "null": "direction-target.1 positions.5", "long": "direction-target.2 direction-target.4",
    },
    "direction-static": {"": "direction-target.2 direction-target.3", "promotion": "direction-target.3", "null": "direction-target.3 positions.5"},
    "enumeration": {
        "": "enumeration.1 enumeration.2", "chess960": "enumeration.3", "null": "enumeration.3 positions.5", "promotion": "enumeration.1",
        "castling": "enumeration.2 enumeration.3", "long": "enumeration.1 enumeration.3",
    },
    "bits": {"": "bits.1 bits.2", "null": "bits.1 bits.2 codecs.6 codecs.7 positions.5"},
}


# The codecs for whose vectors positions with many pieces matter.
WITH_QUEENS = ("slots", "byte-queens")


def rules_of(codec, name):
    table = RULES[codec]
    return table[max((key for key in table if name.startswith(key)), key=len)]


def title_of(name):
    """The title of a line, from its name."""
    return name.replace("-", " ").replace("right gone", "right lost").replace("on its target", "on its castling square").replace("rook on kings target", "rook on the king's castling square")


def add_lines(chapter, codec):
    lines = [*LINES, *((name, fen, wandering(fen, plies)) for name, fen, plies in number_faults.STARTS)] if codec in WITH_QUEENS else LINES
    for name, fen, moves in lines:
        texts, input_ = codes.line(codec, fen, moves)
        chapter.add(name, title_of(name), rules_of(codec, name), "line", codec=codec, fen=fen or chess.STARTING_FEN,
                    input=input_, expect={"moves": texts})


def add_promotions(chapter, codec):
    for side, fen in [("white", "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1"), ("black", "k7/8/8/8/8/8/2p5/1N1N3K b - - 0 1")]:
        rank = "8" if side == "white" else "1"
        for way, start in [("push", "c"), ("capture-west", "cxb"), ("capture-east", "cxd")]:
            for letter, piece in [("Q", "queen"), ("R", "rook"), ("B", "bishop"), ("N", "knight")]:
                texts, input_ = codes.line(codec, fen, f"{start}{rank}={letter}")
                chapter.add(f"promotion-{side}-{way}-{piece}", f"{side}: {way} to a {piece}",
                            rules_of(codec, "promotion"), "line", codec=codec, fen=fen,
                            input=input_, expect={"moves": texts})


def add_ordinals(chapter):
    board = mc.board_of(MORE_THAN_255)
    texts = sorted(mc.canonical_order(board))  # byte.17
    for number in [0, 1, 253, 254, 255, 256, len(texts) - 1, len(texts)]:
        text = texts[number] if number < len(texts) else "0000"
        chapter.add(f"ordinal-{number}", f"ordinal {number} of a list of {len(texts)}", "byte.16 byte.19", "line",
                    codec="byte", fen=MORE_THAN_255, input=[[mc.ordinal_code(number).hex(" "), text]],
                    expect={"moves": [text]})


def add_tables(chapter, codec):
    for name, fen in [*TABLES, *(number_faults.TABLES if codec in WITH_QUEENS else []), *OWN_TABLES.get(codec, [])]:
        board = mc.board_of(fen)
        rows = []
        for text in sorted(mc.canonical_order(board)) + ([] if board.is_check() else ["0000"]):
            move = next((m for m in board.legal_moves if mc.text_of(board, m) == text), chess.Move.null())
            rows.append([text, codes.code(codec, board, move).hex()])
        chapter.add(f"all-moves-{name}", f"every move of the position and no other code: {title_of(name)}",
                    rules_of(codec, name), "move-table", codec=codec, fen=fen or chess.STARTING_FEN,
                    expect={"table": rows})


def add_faults(chapter, codec, rule, faults):
    for name, title, fen, plies, parts, error, at in faults:
        chapter.add(f"bad-{name}", title, rule(name), "decode-line", codec=codec, fen=fen or chess.STARTING_FEN, plies=plies,
                    input=pieces(*parts), error=error, at=at)


EP_PINNED = "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"
KNIGHTS = "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1"
GONE = "4k3/8/8/8/8/8/8/NNN1K2R w - - 0 1"
M = "MOVE_MALFORMED"

# Lines whose last move is illegal by what happened long before it: name, title, start, moves, the illegal move by `byte` and
# `coord16`.
HISTORY_FAULTS = [
    ("castling-rook-captured", "castling with another rook, after the one with the right was captured", "4k3/8/8/8/4b3/8/P7/R3K2R b KQ - 0 1",
     "Bxh1 Rd1 Bd5 Rd4 Kd7 Rh4 Ke7 Rh1 Kd7", "09", ("e1g1", 2)),
    ("castling-rook-returned", "castling after the rook moved and returned", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh2 Ke7 Rh1 Ke8", "09", ("e1g1", 2)),
    ("castling-into-attack", "castling that opens the first rank to a rook", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "", "0b", ("c1c1", 3)),
    ("en-passant-after-null-moves", "en passant after a null move", None, "e4 a6 e5 d5 -- h6", "c2", ("e5d6", 5)),
]


def history_faults(encode, bad_code, last):
    """Valid codes, and one of a move that is not legal any more."""
    for name, title, fen, line, *bad in HISTORY_FAULTS:
        code = bad_code(*bad)
        board, parts = mc.board_of(fen), []
        for san in line.split():
            move = board.parse_san(san)
            parts.append((encode(board, move).hex(" "), san))
            board.push(move)
        at = sum(len(bytes.fromhex(part)) for part, _ in parts)
        yield name, title, fen, len(parts) + 1, [*parts, (code, last)], M, at


BYTE_FAULTS = [
    ("king-vector-0", "king vector 0 is not used", None, 1, [("00", "king, vector 0")], M, 0),
    ("king-vector-a", "king vector A is not used", None, 1, [("0a", "king, vector A")], M, 0),
    ("king-vector-c", "king vector C is not used", None, 1, [("0c", "king, vector C")], M, 0),
    ("king-vector-d", "king vector D is not used", None, 1, [("0d", "king, vector D")], M, 0),
    ("king-vector-e", "king vector E is not used", None, 1, [("0e", "king, vector E")], M, 0),
    ("king-off-the-board", "the king moves off the board", None, 1, [("05", "king south from e1")], M, 0),
    ("king-onto-own-man", "the king moves onto a pawn of its own side", None, 1, [("01", "king north")], M, 0),
    ("knight-off-the-board", "a knight jumps off the board", None, 1, [("12", "knight LO, SEE from b1")], M, 0),
    ("knight-onto-own-man", "a knight moves onto a pawn of its own side", None, 1, [("11", "knight LO, NEE from b1 to d2")], M, 0),
    ("queen-not-there", "a queen where there is none", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, [("60", "queen LO")], M, 0),
    ("hi-knight-without-second", "knight HI, but only one knight", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", 1,
     [("18", "knight HI, NNE")], M, 0),
    ("hi-rook-without-second", "rook HI, but only one rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1,
     [("38", "rook HI to rank 8")], M, 0),
    ("hi-queen-without-second", "queen HI, but only one queen and six pawns", "4k3/8/8/8/8/8/PPPPPP2/3QK3 w - - 0 1", 1,
     [("e0", "pawn 6, or queen HI")], M, 0),
    ("bishop-not-there", "a bishop on light squares where there is none", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1,
     [("51", "bishop on light squares")], M, 0),
    ("pawn-number-too-high", "pawn 2 of two", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 1, [("a0", "pawn 2")], M, 0),
    ("pawn-vector-too-high", "promotion vector before the last rank", None, 1, [("84", "pawn 0, promotion")], M, 0),
    ("pawn-promotion-missing", "a single push onto the last rank", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1,
     [("81", "pawn 0, single push")], M, 0),
    ("pawn-double-push-not-at-home", "a double push from the third rank", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", 1,
     [("80", "pawn 0, double push")], M, 0),
    ("pawn-double-push-blocked", "a double push over a piece", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1,
     [("80", "pawn 0, double push")], M, 0),
    ("pawn-push-onto-man", "a push to an occupied square", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", 1, [("81", "pawn 0, push")], M, 0),
    ("pawn-captures-nothing", "a pawn captures on an empty square", None, 1, [("83", "pawn 0, capture right")], M, 0),
    ("pawn-captures-off-the-board", "the a pawn captures to the left", None, 1, [("82", "pawn 0, capture left")], M, 0),
    ("blocked-rook", "a rook blocked by a pawn of its own side", None, 1, [("28", "rook LO from a1 to rank 8")], M, 0),
    ("blocked-bishop", "a bishop jumps over a piece", "4k3/8/8/8/3p4/8/1B6/4K3 w - - 0 1", 1, [("45", "to f6 over d4")], M, 0),
    ("blocked-queen", "a queen jumps over a piece", "4k3/8/8/8/3p4/8/3Q4/4K3 w - - 0 1", 1, [("69", "to d7 over d4")], M, 0),
    ("rook-onto-own-square", "a vector to the rook's own square", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1,
     [("20", "rook LO to the a file")], M, 0),
    ("rook-onto-own-rank", "the other vector to the rook's own square", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1,
     [("2f", "rook LO to rank 1")], M, 0),
    ("bishop-onto-own-square", "a vector to the bishop's own square", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1,
     [("42", "bishop to the c file")], M, 0),
    ("captures-own-man", "a rook captures a piece of its own side", "4k3/8/8/8/8/8/8/R2NK3 w - - 0 1", 1, [("23", "rook to d1")], M, 0),
    ("captures-king", "in check, the king moves off the board", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", 1, [("01", "off the board")], M, 0),
    ("king-left-in-check", "a pinned knight moves", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1, [("16", "knight LO, NWW")], M, 0),
    ("king-walks-into-check", "the king moves to an attacked square", "3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", 1,
     [("07", "king west to d1")], M, 0),
    ("kings-side-by-side", "the king moves next to the other king", "8/8/8/8/8/4k3/8/4K3 w - - 0 1", 1, [("01", "to e2")], M, 0),
    ("check-not-answered", "a move that does not answer a check", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1", 1,
     [("28", "rook to a8")], M, 0),
    ("en-passant-too-late", "en passant one move late", None, 7,
     [("c0", "e4"), ("80", "a5"), ("c1", "e5"), ("b0", "d5"), ("81", "a3"), ("81", "a4"), ("c2", "exd6")], M, 6),
    ("en-passant-pinned-on-rank", "both pawns leave the rank and expose the king to check", EP_PINNED, 1, [("83", "bxc6")], M, 0),
    ("en-passant-pinned-by-bishop", "the pawn is pinned on a diagonal", "4k3/8/2b5/3Pp3/8/8/6K1/8 w - e6 0 1", 1,
     [("83", "dxe6")], M, 0),
    ("castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", 1, [("09", "O-O")], M, 0),
    ("castling-through-men", "castling with a piece between king and rook", None, 1, [("09", "O-O")], M, 0),
    ("castling-through-check", "the king passes an attacked square", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [("09", "O-O")], M, 0),
    ("castling-in-check", "castling out of check", "4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", 1, [("0b", "O-O-O")], M, 0),
    ("castling-right-lost", "castling after the king has moved", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 5,
     [("01", "Ke2"), ("05", "Ke7"), ("05", "Ke1"), ("01", "Ke8"), ("09", "O-O")], M, 4),
    ("null-move-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1, [("0f", "null move")], M, 0),
    ("second-move-bad", "the offset is that of the move that is wrong", None, 2, [("c0", "e4"), ("0a", "nothing")], M, 1),
    ("after-mate", "a code after mate", None, 5,
     [("d1", "f3"), ("c0", "e5"), ("e0", "g4"), ("7f", "Qh4"), ("81", "a3")], M, 4),
    ("truncated", "one byte, two plies", None, 2, [("c0", "e4")], "TRUNCATED", 1),
    ("empty", "no byte, one ply", None, 1, [], "TRUNCATED", 0),
    ("trailing", "two bytes, one ply", None, 1, [("c0", "e4"), ("c0", "left over")], "TRAILING_BYTES", 1),
    ("trailing-no-moves", "one byte, no plies", None, 0, [("c0", "left over")], "TRAILING_BYTES", 0),
    ("fallback-past-the-end", "an ordinal after the null move", KNIGHTS, 1, [("f0", "ordinal 15 of a list of 14")], M, 0),
    ("fallback-null-in-check", "the null move's ordinal, in check", "4k3/8/8/8/8/8/4r3/NNN1K3 w - - 0 1", 1, "null", M, 0),
    ("fallback-castling-right-gone", "the ordinal of castling whose right is lost", GONE, 1, "e1g1", M, 0),
    ("fallback-overlong", "255 more than the end of the list", KNIGHTS, 1, [("00 ff", "ordinal 255")], M, 0),
    ("fallback-truncated", "the code ends after a byte 00", KNIGHTS, 1, [("00", "255 more")], "TRUNCATED", 1),
    ("fallback-many-zeros", "an ordinal that would be large", KNIGHTS, 1, [("00 " * 40 + "ff", "ordinal 10200")], M, 0),
]


def byte_fault_parts(fen, parts):
    """Ordinals that are counted here rather than by hand."""
    if not isinstance(parts, str):
        return parts
    texts = mc.fallback_list(mc.board_of(fen))
    number = len(texts) if parts == "null" else texts.index(parts)
    return [(mc.ordinal_code(number).hex(" "), f"ordinal {number}: {parts}")]


def byte_fault_rule(name):
    if name in ("truncated", "empty", "fallback-truncated"):
        return "byte.21"
    if name.startswith("trailing"):
        return "codecs.2"
    if name in [fault[0] for fault in HISTORY_FAULTS]:
        return "byte.20 positions.4 positions.5 positions.6"
    return "byte.18 byte.20" if name.startswith("fallback") else "byte.20"


def packed(text, flags):
    from_square, to_square = chess.parse_square(text[:2]), chess.parse_square(text[2:4])
    return (to_square | from_square << 6 | flags << 12).to_bytes(2, "little").hex(" ")


COORD16_FAULTS = [
    ("capture-marked-quiet", "a capture with the flags of a quiet move", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1,
     [(packed("e1e2", 0), "Kxe2, flags 0")], M, 0),
    ("quiet-marked-capture", "a quiet move with the flags of a capture", None, 1, [(packed("g1f3", 4), "Nf3, flags 4")], M, 0),
    ("double-push-marked-quiet", "a double push with flags 0", None, 1, [(packed("e2e4", 0), "e4, flags 0")], M, 0),
    ("single-push-marked-double", "a single push with flags 1", None, 1, [(packed("e2e3", 1), "e3, flags 1")], M, 0),
    ("kind-6", "flags 6 are unused", None, 1, [(packed("g1f3", 6), "Nf3, flags 6")], M, 0),
    ("kind-7", "flags 7 are unused", None, 1, [(packed("g1f3", 7), "Nf3, flags 7")], M, 0),
    ("promotion-missing", "a push onto the last rank with flags 0", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1,
     [(packed("a7a8", 0), "a8, flags 0")], M, 0),
    ("promotion-too-early", "a promotion before the last rank", None, 1, [(packed("e2e3", 11), "e3=Q")], M, 0),
    ("promotion-capture-marked-push", "a promoting capture with the flags of a push",
     "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, [(packed("a7b8", 11), "axb8=Q, flags 11")], M, 0),
    ("en-passant-marked-capture", "en passant with the flags of a capture", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", 1,
     [(packed("e4d3", 4), "exd3, flags 4")], M, 0),
    ("en-passant-pinned-on-rank", "both pawns leave the rank and expose the king to check", EP_PINNED, 1,
     [(packed("b5c6", 5), "bxc6 e.p.")], M, 0),
    ("en-passant-too-late", "en passant one move late", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1", 1,
     [(packed("e4d3", 5), "exd3 e.p.")], M, 0),
    ("castling-marked-quiet", "castling with the flags of a quiet move", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [(packed("e1g1", 0), "Kg1, flags 0")], M, 0),
    ("castling-takes-rook", "castling with the rook's square as to-square", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [(packed("e1h1", 2), "O-O to h1")], M, 0),
    ("castling-other-side", "castling to g1 marked as queen side", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 1,
     [(packed("e1g1", 3), "to g1, flags 3")], M, 0),
    ("castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1,
     [(packed("e1g1", 2), "O-O")], M, 0),
    ("castling-through-check", "the king passes an attacked square", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 1,
     [(packed("e1g1", 2), "O-O")], M, 0),
    ("empty-origin", "no piece on the from-square", None, 1, [(packed("e4e5", 0), "e4 is empty")], M, 0),
    ("other-sides-man", "a piece of the other side", None, 1, [(packed("e7e6", 0), "Black's pawn")], M, 0),
    ("own-man-on-target", "a capture of a piece of its own side", None, 1, [(packed("a1a2", 4), "Rxa2")], M, 0),
    ("blocked", "a rook jumps over a piece", None, 1, [(packed("a1a3", 0), "Ra3")], M, 0),
    ("king-left-in-check", "a pinned knight moves", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", 1,
     [(packed("e2c3", 0), "Nc3")], M, 0),
    ("null-move-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 1, [("00 00", "null move")], M, 0),
    ("origin-is-target", "from-square and to-square are equal", None, 1, [(packed("b1b1", 0), "Nb1")], M, 0),
    ("second-move-bad", "the offset is that of the wrong packed move", None, 2,
     [(packed("e2e4", 1), "e4"), (packed("e2e4", 1), "e4 again")], M, 2),
    ("truncated", "one packed move, two plies", None, 2, [(packed("e2e4", 1), "e4")], "TRUNCATED", 2),
    ("truncated-word", "half a packed move", None, 1, [("1c", "the lower byte of e4")], "TRUNCATED", 1),
    ("trailing", "two packed moves, one ply", None, 1, [(packed("e2e4", 1), "e4"), ("1c", "left over")], "TRAILING_BYTES", 2),
]


def coord16_fault_rule(name):
    return "codecs.2" if name.startswith("trailing") else "coord16.2"


def add_encode_faults(chapter, codec):
    rule = rules_of(codec, "")
    for name, title, fen, moves, error, at in [
        ("encode-illegal", "an illegal move", None, "e2e4 e2e4", "ILLEGAL_MOVE", 1),
        ("encode-leaves-check", "a move that leaves the king in check", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3",
         "ILLEGAL_MOVE", 0),
        ("encode-null-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", "ILLEGAL_MOVE", 0),
        ("encode-castling-without-right", "castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1",
         "ILLEGAL_MOVE", 0),
        ("encode-en-passant-pinned", "en passant that exposes the king to check", EP_PINNED, "b5c6", "ILLEGAL_MOVE", 0),
        ("encode-promotion-missing", "a push onto the last rank without promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
         "a7a8", "ILLEGAL_MOVE", 0),
        ("encode-castling-rook-captured", "castling with another rook, after the one with the right was captured",
         "4k3/8/8/8/4b3/8/P7/R3K2R b KQ - 0 1", "e4h1 a1d1 h1d5 d1d4 e8d7 d4h4 d7e7 h4h1 e7d7 e1g1", "ILLEGAL_MOVE", 9),
        ("encode-castling-into-attack", "castling that opens the first rank to a rook", "4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", "ILLEGAL_MOVE", 0),
        ("encode-no-move", "text that is no move", None, "e2e4 hello", "INVALID_MOVE_TEXT", 1),
    ]:
        chapter.add(f"bad-{name}", title, rule, "encode-line", codec=codec, fen=fen or chess.STARTING_FEN, moves=moves.split(),
                    error=error, at=at)
    edge_lines.illegal_lines(chapter, codec, rule)


def make():
    import code_edges  # which needs the names above

    for codec in [*codes.WHOLE_BYTES, *codes.BITS]:
        chapter = Chapter(f"codecs/{codec}")
        add_lines(chapter, codec)
        add_promotions(chapter, codec)
        if codec == "byte":
            add_ordinals(chapter)
        add_tables(chapter, codec)
        add_encode_faults(chapter, codec)
        if codec == "byte":
            faults = [(n, t, f, p, byte_fault_parts(f, parts), e, at) for n, t, f, p, parts, e, at in BYTE_FAULTS]
            faults += history_faults(mc.byte, lambda code, _: code, "the illegal move")
            add_faults(chapter, codec, byte_fault_rule, faults)
        elif codec == "coord16":
            edge_lines.texts(chapter)
            faults = [*COORD16_FAULTS, *history_faults(mc.coord16, lambda _, parts: packed(*parts), "the illegal move")]
            add_faults(chapter, codec, coord16_fault_rule, faults)
        else:
            faults = {**FAULTS, **number_faults.FAULTS}[codec]
            rules = {fault[0]: fault[1] for fault in faults}
            add_faults(chapter, codec, rules.get, [(fault[0], *fault[2:]) for fault in faults])
        code_edges.add(chapter, codec)
        chapter.save()
