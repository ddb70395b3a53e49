"""Vectors of the codecs: lines, and tables of all moves of a position."""

import chess

import codec_number_faults
import codes
import move_codes as mc
from vector_file import pieces

M, T = "MOVE_MALFORMED", "TRUNCATED"
MOST_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
MORE_THAN_255 = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"
ALL_CLASSES = "2n1k3/pP6/8/3pP1b1/7q/5N2/3r1P2/R3K2R w KQ d6 0 1"


def mirrored(fen):
    """The same position for the other side."""
    placement, turn, rights, square, *rest = fen.split()
    square = square if square == "-" else square[0] + str(9 - int(square[1]))
    return " ".join(["/".join(reversed(placement.split("/"))).swapcase(), "b" if turn == "w" else "w", rights.swapcase(), square, *rest])


def wandering(fen, plies):
    """Moves in SAN from this start, chosen by a linear congruential generator; every possible promotion is played."""
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
    ("transposition-knights-1", None, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Nc3 Ng8 Nd5"),
    ("transposition-knights-2", None, "Nf3 Nf6 Nd4 Ng8 Nb5 Nf6 N1c3 Ng8 Ne4 Nf6 Ng5 Ng8 Nf3 Nf6 Nc3 Ng8 Nd5"),
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
# Positions for single codecs: castling in the fallback list (byte.18) and in byte for both sides; all classes of mgc at
# once.
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
# The codecs whose vectors need positions with many pieces.
WITH_QUEENS = ("slots", "byte-queens")


def rules_of(codec, name):
    table = RULES[codec]
    return table[max((key for key in table if name.startswith(key)), key=len)]


def title_of(name):
    """The title of a line, from its name."""
    return name.replace("-", " ").replace("right gone", "right lost").replace("on its target", "on its castling square").replace("rook on kings target", "rook on the king's castling square")


def add_lines(chapter, codec):
    lines = [*LINES, *((name, fen, wandering(fen, plies)) for name, fen, plies in codec_number_faults.STARTS)] if codec in WITH_QUEENS else LINES
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
                chapter.add(f"promotion-{side}-{way}-{piece}", f"{side}: {way} to a {piece}", rules_of(codec, "promotion"), "line",
                    codec=codec, fen=fen, input=input_, expect={"moves": texts})


def add_ordinals(chapter):
    board = mc.board_of(MORE_THAN_255)
    texts = sorted(mc.canonical_order(board))  # byte.17
    for number in [0, 1, 253, 254, 255, 256, len(texts) - 1, len(texts)]:
        text = texts[number] if number < len(texts) else "0000"
        chapter.add(f"ordinal-{number}", f"ordinal {number} of a list of {len(texts)}", "byte.16 byte.19", "line", codec="byte",
            fen=MORE_THAN_255, input=[[mc.ordinal_code(number).hex(" "), text]], expect={"moves": [text]})


def add_tables(chapter, codec):
    for name, fen in [*TABLES, *(codec_number_faults.TABLES if codec in WITH_QUEENS else []), *OWN_TABLES.get(codec, [])]:
        board = mc.board_of(fen)
        rows = []
        for text in sorted(mc.canonical_order(board)) + ([] if board.is_check() else ["0000"]):
            move = next((m for m in board.legal_moves if mc.text_of(board, m) == text), chess.Move.null())
            rows.append([text, codes.code(codec, board, move).hex()])
        chapter.add(f"all-moves-{name}", f"every move of the position and no other code: {title_of(name)}", rules_of(codec, name),
            "move-table", codec=codec, fen=fen or chess.STARTING_FEN, expect={"table": rows})


KNIGHTS = "4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1"

OTHER_RANKS = str.maketrans("12345678", "87654321")
KING_ON_B1, KING_ON_G1 = "1kr4n/2p5/8/8/8/8/2P5/1KR4N w Cc - 0 1", "n4rk1/5p2/8/8/8/8/5P2/N4RK1 w Ff - 0 1"
EDGE_LINES = [
    ("castling-right-of-a-king-on-b1", "the king on b1 castles to the g file, with a rook on c1", KING_ON_B1, "Ng3 Ng6 O-O Kb7 Kh2"),
    ("castling-left-of-a-king-on-g1", "the king on g1 castles to the c file, with a rook on f1", KING_ON_G1, "Nb3 Nb6 O-O-O Kg7 Kb2"),
    ("castling-with-rooks-beside-the-king", "castling with rooks on both sides of a king on d1", "2rkr3/2p1p3/8/8/8/8/2P1P3/2RKR3 w CEce - 0 1", "O-O O-O-O Kh1"),
    ("null-moves-of-one-piece", "a null move, and check to a king alone, whose number needs no bit but for null moves", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "-- Re2+ Kxe2 -- Kd3"),
    ("null-moves-of-two-pieces", "a null move, and check to a side of two pieces: the null move has a number there too", "4k3/8/8/8/8/8/r7/4K2R w - - 0 1", "-- Re2+ Kxe2 Kd7 Rh2 Kd6 -- Kd5"),
    ("null-moves-of-four-pieces", "the same with four pieces, of Black", "4k1nr/8/7p/4R3/8/8/8/4K3 b - - 0 1", "Ne7 Kd2 -- Kd3 Kd8 Rd5+ Nxd5"),
]
CASTLING_IN_CHECK, BESIDE_A_PAWN = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/p7/1R2K1R1 w GB - 0 1"
FOUR_SQUARES = "4r1k1/8/8/8/8/8/8/3QK2R w K - 0 1"
CHECKS = [("castling-path-free-in-check-of-four-squares", "in check, with a free path of castling, by which the king has five choices", FOUR_SQUARES),
          ("castling-paths-free-in-check", "in check, with free paths of castling", CASTLING_IN_CHECK),
          ("castling-with-an-attacked-rook", "a pawn attacks the rook of one castling", BESIDE_A_PAWN)]
# Blocks of values up to 254 and 255 (block-index.4).
UP_TO_254, UP_TO_255 = "4k3/8/8/8/2N2N2/NN4N1/PPPPPPPP/RRBQKBRR w - - 0 1", "4k3/8/8/8/2N2N2/NN4N1/PPPPPPPP/RRQQK1RR w - - 0 1"
# Numbers of codes of byte-queens and of slots: the maximum, and one more.
EIGHT_CODES, NINE_CODES = "4k3/8/8/8/8/8/PP4P1/QRB1KBRQ w - - 0 1", "4k3/8/8/8/8/8/PP4PP/QRB1KBRQ w - - 0 1"
SIXTEEN_CODES, SEVENTEEN_CODES = "4k3/8/8/Q7/7Q/8/Q4P1Q/QR2K2Q w - - 0 1", "4k3/8/8/Q7/7Q/8/Q4P1Q/QRR1K2Q w - - 0 1"
# A knight on h3 attacks nothing near the rook on a1; the rook on b8 attacks b1 and no square of the king (byte.18).
B1_ATTACKED, ONE_CASTLING = "1r2k3/8/8/8/8/7N/8/R3K1NN w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
OWN_EDGES = {
    "byte": [("fallback-b1-attacked", "castling without the right, over b1, which a rook attacks", B1_ATTACKED)],
    "pgc": [("castling-and-a-king-move-to-one-square", "the king reaches g1 by a move and by castling: the move has no disambiguation", ONE_CASTLING)],
    "block-index": [("values-up-to-254", "blocks that end with the value 254", UP_TO_254), ("values-up-to-255", "blocks that end with the value 255", UP_TO_255)],
    "byte-queens": [("eight-codes", "eight codes, with bishops and rooks", EIGHT_CODES), ("nine-codes", "nine codes, with bishops and rooks", NINE_CODES)],
    "slots": [("sixteen-codes", "sixteen codes", SIXTEEN_CODES), ("seventeen-codes", "seventeen codes", SEVENTEEN_CODES)],
}
QUEENS = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"
EDGE_FAULTS = {
    "byte": [
        ("two-zeros", "the code ends after two bytes 00", "byte.16 byte.21", KNIGHTS, 1, "00 00", T, 2), ("six-zeros", "the code ends after six bytes 00", "byte.16 byte.21", KNIGHTS, 1, "00" * 6, T, 6),
        ("ordinal-of-16-bits", "ordinal 65,536, which would be 0 in 16 bits", "byte.16 byte.20", KNIGHTS, 1, "00" * 257 + "fe", M, 0),
    ],
    "slots": [("two-zeros", "the code ends after two bytes 00", "slots.4 byte.21", SEVENTEEN_CODES, 1, "00 00", T, 2)],
    "pgc": [("two-escapes", "the code ends after two escapes", "pgc.2 bit-stream.4", None, 1, "ff ff", T, 2)],
    "mgc": [("four-escapes", "the code ends after four escapes", "mgc.3 bit-stream.4", None, 1, "ff ff", T, 2)],
    "block-index": [("null-move-00ff", "the null move of one byte with a byte 00 before it, where values have two bytes", "block-index.4 block-index.5", QUEENS, 1, "00 ff", M, 0),
                    ("null-move-first-byte", "the first byte of the null move, in two bytes", "block-index.4 codecs.2", QUEENS, 1, "ff", T, 1)],
}


def mirrored_with_rights(fen):
    """The same position for the other side, with the rights of White first."""
    placement, turn, rights, *rest = mirrored(fen).split()
    return " ".join([placement, turn, "".join(sorted(rights)), *rest])


def add_edges(chapter, codec):
    for name, meaning, fen, moves in EDGE_LINES:
        for side, start, sans in (("", fen, moves), ("-black", mirrored_with_rights(fen), moves.translate(OTHER_RANKS))):
            if side and "castling" not in name:
                continue
            texts, input_ = codes.line(codec, start, sans)
            chapter.add(f"{name}{side}", meaning + (", for Black" if side else ""), rules_of(codec, name), "line", codec=codec, fen=start, input=input_, expect={"moves": texts})
    for name, meaning, fen in [*CHECKS, *OWN_EDGES.get(codec, [])]:
        for side, start in (("", fen), ("-black", mirrored_with_rights(fen))):
            board = mc.board_of(start)
            by_text = {mc.text_of(board, move): move for move in sorted(board.legal_moves, key=lambda move: mc.text_of(board, move))} | ({} if board.is_check() else {"0000": chess.Move.null()})
            chapter.add(f"all-moves-{name}{side}", f"every move of the position and no other code: {meaning}" + (", for Black" if side else ""), rules_of(codec, name), "move-table",
                        codec=codec, fen=start, expect={"table": [[text, codes.code(codec, board, move).hex()] for text, move in by_text.items()]})
    for name, meaning, rules, fen, plies, code, error, at in EDGE_FAULTS.get(codec, []):
        chapter.add(f"bad-{name}", meaning, rules, "decode-line", codec=codec, fen=fen or chess.STARTING_FEN, plies=plies, input=pieces((code, meaning)), error=error, at=at)
