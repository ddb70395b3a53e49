"""Lines of `tight` at the edges of its features: long lines without captures and pawn moves, the number of moves from which frequencies are
smaller, double checks, what castling and moves of a king uncover, and castling rights of rooks near the other edge."""

import chess

import move_codes as mc
from tight_cases import add_line, continued, parsed
from vector_file import pieces

# With exactly so many legal moves (tight.13), beside the null move.
MOVES_255, MOVES_256 = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KNQNQQQQ w - - 0 1", "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/7Q/Q6Q/KQ1QQQQQ w - - 0 1"
QUIET = "2n1k3/8/8/8/8/8/8/3NK3 w - - 0 1"


def quiet(fen, plies, nulls=()):
    """A line without captures and pawn moves, with null moves at some plies."""
    board, line, texts = mc.board_of(fen), [], []
    after = board.copy()
    for ply in range(plies):
        moves = {mc.text_of(after, move): move for move in after.legal_moves if not after.is_zeroing(move)}
        order = [text for text in mc.canonical_order(after) if text in moves]
        move = chess.Move.null() if ply in nulls and not after.is_check() else moves[order[5 * ply % len(order)]]
        line.append(move)
        texts.append(mc.text_of(after, move))
        after.push(move)
    return board, line, texts


SANS = [
    ("double-check", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "Nf6+ Kd8 Re8+", 10), ("double-check-of-black", "4rk2/8/4n3/8/8/8/8/4K3 b - - 0 1", "Nf4+ Kd1 Re1+", 10),
    ("three-checks", "4r2k/8/8/8/8/3n4/2n5/4K3 w - - 0 1", "Kd2 Nf4 Kxc2 Ne2", 10),
    ("three-checks-of-black", "4k3/2N5/3N4/8/8/8/8/4R2K b - - 0 1", "Kd7 Nf5 Kxc7 Ne7", 10),
    ("king-uncovers-check", "4k3/8/8/8/8/4K3/8/4R3 w - - 0 1", "Kd3+ Kd7 Ke3 Ke7 Kd4+", 12), ("king-uncovers-check-diagonally", "7k/8/8/8/3K4/8/8/B7 w - - 0 1", "Kd5+ Kg8 Kd4 Kh8 Ke4+", 12),
    ("castling-checks-along-its-rank", "8/8/8/8/8/8/8/1k2K2R w K - 0 1", "O-O+ Kc2 Rf2+ Kd3", 12), ("castling-checks-on-the-file", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+ Ke7 Rf2 Ke6", 12),
    ("castling-queen-side-checks", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O+ Ke7 Rd2 Ke6", 12),
    ("castling-rights-of-a-king-on-b1", "1kr4n/8/8/8/8/8/8/1KR4N w Cc - 0 1", "Ng3 Ng6 Ne4 Ne5", 12), ("castling-rights-of-a-king-on-g1", "n4rk1/8/8/8/8/8/8/N4RK1 w Ff - 0 1", "Nb3 Nb6 Nc5 Nc4", 12),
    ("pawn-pinned", "4k3/4p3/8/8/8/8/4P3/K3R3 w - - 0 1", "e4 Kd7 Re3 Kc6", 12),
    ("promotions-that-check", "3n1n1k/4P3/8/8/8/8/8/K7 w - - 0 1", "exf8=N Kg7 Ne6+ Nxe6", 10),
    ("en-passant-captures-the-checking-pawn", "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", "d4+ exd3 Kd2 Kc4", 12),
    ("reversed-moves", None, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 e4 e5 Qe2 Qe7 Qd1 Qd8 Ke2 Ke7 Ke1 Ke8", 8),
]


def add(chapter):
    add_line(chapter, "long-quiet", QUIET, *quiet(QUIET, 112))
    add_line(chapter, "long-quiet-with-null-moves", QUIET, *quiet(QUIET, 98, range(7, 98, 9)))
    for number, fen in ((255, MOVES_255), (256, MOVES_256)):
        add_line(chapter, f"many-moves-{number}", fen, *parsed(fen, "-- -- --"))  # a null move takes most bits
    for name, fen, sans, plies in SANS:
        add_line(chapter, name, fen, *parsed(fen, continued(fen, sans, plies)))
    chapter.add("bad-above-all-symbols", "the target is above the cumulative frequencies of all choices", "range-coder.6 tight.3", "decode-line", codec="tight", fen=chess.STARTING_FEN, plies=1,
                input=pieces((b"\xff" * 8, "style 15, and a code of no choice")), error="MOVE_MALFORMED")
