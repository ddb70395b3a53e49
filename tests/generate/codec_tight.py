"""Vectors of the codec `tight`: lines, and invalid codes. A line is a run of one game."""

import pathlib

import chess
import chess.pgn

import move_codes as mc
import tight
from codec_faults import EP_PINNED
from codec_lines import LINES, MORE_THAN_255, MOST_MOVES
from vector_file import Chapter, pieces

FAMOUS = pathlib.Path(__file__).resolve().parents[2] / "conformance" / "samples" / "famous.pgn"
RULES = {
    "": "tight.3 tight.4 tight.5 tight-model.1 tight-model.2 tight-model.3 tight.8 tight.10 tight.11 tight.13", "opening": "tight.12", "long": "tight.2 tight.6",
    "chess960": "tight.6 tight.9", "castling": "tight.6 tight.9", "promotion": "tight.9 tight.12", "many": "tight.13",
    "no-moves": "tight.2 tight.3", "forced": "tight.3", "threat": "tight.9", "null": "tight.6 tight.12 tight.13 codecs.6",
    "visits": "tight.7 tight.10 index.5",
}


def continued(fen, moves, plies):
    """A line in SAN that continues with unlikely moves, so that small differences at its beginning change the bytes."""
    after, sans = mc.board_of(fen), moves.split()
    mc.played(after, moves)
    for ply in range(plies):
        order = mc.canonical_moves(after)
        sans.append(after.san(order[7 * ply % len(order)]))
        after.push_san(sans[-1])
    return " ".join(sans)


FORCED, GUARDED, GUARDED_TWICE = "6k1/6p1/8/7Q/8/8/8/K7 w - - 0 1", "4k3/8/8/8/8/8/3PPP2/4K2R w K - 0 1", "4k3/8/8/8/3B4/8/3PP3/4K2R w K - 0 1"
# Lines that distinguish similar readings of the chapters.
RANKED_LINES = [
    # The only choice is coded (arith.2, tight.3) or not (huffman.2).
    ("forced-moves", FORCED, continued(FORCED, "Qe8+ Kh7 Qh5+ Kg8 " * 5 + "Qd5+ Kh8 Qd8+ Kh7 Qh4+ Kg6", 40)),
    # Check from the to-square with the from-square still occupied (ranking.3, tight.9), threats in tight without it.
    ("promotion-check-through-its-square", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e8=Q+ Kd5 Qe1 Kc5"),
    ("threat-through-its-square", "4k3/8/8/n3n3/8/8/4R3/K7 w - - 0 1", "Re1 Nac4 Rg1 Kf7 Rg5"),
    # The to-square of castling is guarded by one piece in ranking.2, by two in tight.9.
    ("castling-target-guarded-once", GUARDED, continued(GUARDED, "O-O Ke7", 14)),
    ("castling-target-guarded-twice", GUARDED_TWICE, continued(GUARDED_TWICE, "O-O Ke7", 14)),
]
# Positions of the game that recur, so that the codes depend on the moves played in them.
VISITS = [
    ("visits-repetition", continued(None, "Nf3 Nf6 Ng1 Ng8 " * 5 + "Nf3 Nc6 Ng1 Nb8 Nc3 Nf6 Nb1 Ng8 e4 e5", 12)),
    ("visits-other-moves", continued(None, "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 Nf3 Nc6 Ng1 Nb8 Nh3 Nh6 Ng1 Ng8 Na3 Na6 Nb1 Nb8 " * 2, 12)),
]


def rules_of(name):
    return RULES[max((key for key in RULES if name.startswith(key)), key=len)]


def parsed(fen, moves):
    """The board, its moves, and their texts."""
    board = mc.board_of(fen)
    steps = mc.played(board.copy(), moves)
    return board, [move for _, move in steps], [mc.text_of(*step) for step in steps]


def wandering(fen, plies, step):
    """A line that continues with move number `step` x ply of the canonical order; after the last move, counting
    continues at the first."""
    board = mc.board_of(fen)
    line, texts, after = [], [], board.copy()
    for ply in range(plies):
        order = mc.canonical_moves(after)
        if not order:
            break
        line.append(order[step * ply % len(order)])
        texts.append(mc.text_of(after, line[-1]))
        after.push(line[-1])
    return board, line, texts


def add_line(chapter, name, fen, board, line, texts):
    """Each line has another style (tight.2)."""
    code = tight.encode_run([(board, line)], len(chapter.tests) % 16)
    chapter.add(name, name.replace("-", " "), rules_of(name), "line", codec="tight", fen=fen or chess.STARTING_FEN,
                input=[[code.hex(" "), "all moves"]] if code else [], expect={"moves": texts})


def add_lines(chapter):
    for name, fen, moves in [*LINES, *RANKED_LINES]:
        add_line(chapter, name, fen, *parsed(fen, moves))
    for piece in "QRBN":
        fen = "1n1n3k/2P5/8/8/8/8/2p5/K2N4 w - - 0 1"
        add_line(chapter, f"promotion-{piece.lower()}", fen, *parsed(fen, f"cxb8={piece} cxd1={piece}"))
    with open(FAMOUS, encoding="utf-8") as text:
        game = chess.pgn.read_game(text)
    add_line(chapter, "long-famous-game", None, *parsed(None, " ".join(node.san() for node in game.mainline())))
    for name, moves in VISITS:
        add_line(chapter, name, None, *parsed(None, moves))
    for name, fen, plies, step in [
        ("long-wandering", None, 150, 7), ("long-wandering-far", None, 300, 11),
        ("long-chess960", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", 120, 5),
        ("long-kings-and-pawns", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 120, 3),
        ("many-moves", MOST_MOVES, 6, 5), ("many-moves-more-than-255", MORE_THAN_255, 4, 97),
    ]:
        add_line(chapter, name, fen, *wandering(fen, plies, step))


def add_faults(chapter):
    board, line, _ = parsed(None, "e4 e5 Nf3 Nc6")
    code = tight.encode_run([(board, line)])
    mate, mated, _ = parsed(None, "f3 e5 g4 Qh4#")
    beaten = tight.encode_run([(mate, mated)])
    checkmate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    for name, title, fen, plies, data, rules, error, at in [
        ("trailing", "two bytes too many", None, 4, code + b"\xff\xff", "range-coder.7", "TRAILING_BYTES", len(code)),
        ("trailing-zero", "a byte 00 that changes nothing", None, 4, code + b"\0", "range-coder.7", None, None),
        ("no-moves", "bytes, but no moves", None, 0, b"\x80\x80", "tight.2 range-coder.7", "TRAILING_BYTES", 1),
        ("no-legal-move", "a move after mate", None, 5, beaten, "codecs.6", "MOVE_MALFORMED", len(beaten)),
        ("checkmate", "a move where none is legal", checkmate, 1, b"", "codecs.6", "MOVE_MALFORMED", 0),
    ]:
        if name == "trailing-zero":
            error, at = refused_zero(board, line, code)
        chapter.add(f"bad-{name}", title, rules, "decode-line", codec="tight", fen=fen or chess.STARTING_FEN, plies=plies,
                    input=[[data.hex(" "), "code"]] if data else [], error=error, at=at)
    for name, title, fen, moves, at in [
        ("encode-illegal", "an illegal move", None, "e2e4 e2e4", 1),
        ("encode-null-in-check", "a null move in check", "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "a2e2 0000", 1),
        ("encode-en-passant-pinned", "en passant that exposes the king to check", EP_PINNED, "b5c6", 0),
    ]:
        chapter.add(f"bad-{name}", title, "tight.3", "encode-line", codec="tight", fen=fen or chess.STARTING_FEN,
                    moves=moves.split(), error="ILLEGAL_MOVE", at=at)


def refused_zero(board, line, code):
    """A decoder's answer to the code plus a byte 00: the code is too long, or not the shortest."""
    written = tight.bytes_before_end([(board, line)])
    return ("TRAILING_BYTES", written + 1) if len(code) + 1 > written + 1 else ("MOVE_MALFORMED", len(code) + 1)


def make():
    chapter = Chapter("codecs/tight")
    add_lines(chapter)
    add_faults(chapter)
    add_edges(chapter)
    chapter.save()


# With exactly this number of legal moves (tight.13), plus the null move.
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


def add_edges(chapter):
    add_line(chapter, "long-quiet", QUIET, *quiet(QUIET, 112))
    add_line(chapter, "long-quiet-with-null-moves", QUIET, *quiet(QUIET, 98, range(7, 98, 9)))
    for number, fen in ((255, MOVES_255), (256, MOVES_256)):
        add_line(chapter, f"many-moves-{number}", fen, *parsed(fen, "-- -- --"))  # a null move takes the most bits
    for name, fen, sans, plies in SANS:
        add_line(chapter, name, fen, *parsed(fen, continued(fen, sans, plies)))
    chapter.add("bad-above-all-symbols", "the target is above the cumulative frequencies of all choices", "range-coder.6 tight.3", "decode-line", codec="tight", fen=chess.STARTING_FEN, plies=1,
                input=pieces((b"\xff" * 8, "style 15, and a code of no choice")), error="MOVE_MALFORMED")
