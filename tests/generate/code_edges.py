"""Vectors of codecs that tell near readings of a rule apart: castlings of all shapes, the null move's number in check, the borders between
modes, and codes that end early or stand for nothing."""

import chess

import codes
import move_codes as mc
from codec_cases import KNIGHTS, rules_of
from codec_cases import mirrored as swapped
from vector_file import pieces

OTHER_RANKS = str.maketrans("12345678", "87654321")
M, T = "MOVE_MALFORMED", "TRUNCATED"
KING_ON_B1, KING_ON_G1 = "1kr4n/2p5/8/8/8/8/2P5/1KR4N w Cc - 0 1", "n4rk1/5p2/8/8/8/8/5P2/N4RK1 w Ff - 0 1"
LINES = [
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
# Codes of byte-queens and of slots: as many as there are, and one more.
EIGHT_CODES, NINE_CODES = "4k3/8/8/8/8/8/PP4P1/QRB1KBRQ w - - 0 1", "4k3/8/8/8/8/8/PP4PP/QRB1KBRQ w - - 0 1"
SIXTEEN_CODES, SEVENTEEN_CODES = "4k3/8/8/Q7/7Q/8/Q4P1Q/QR2K2Q w - - 0 1", "4k3/8/8/Q7/7Q/8/Q4P1Q/QRR1K2Q w - - 0 1"
# A knight on h3 attacks nothing near the rook on a1; the rook on b8 attacks b1 and no square of the king (byte.18).
B1_ATTACKED, ONE_CASTLING = "1r2k3/8/8/8/8/7N/8/R3K1NN w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1"
OWN = {
    "byte": [("fallback-b1-attacked", "castling without the right, over b1, which a rook attacks", B1_ATTACKED)],
    "pgc": [("castling-and-a-king-move-to-one-square", "the king reaches g1 by a move and by castling: the move has no disambiguation", ONE_CASTLING)],
    "block-index": [("values-up-to-254", "blocks that end with the value 254", UP_TO_254), ("values-up-to-255", "blocks that end with the value 255", UP_TO_255)],
    "byte-queens": [("eight-codes", "eight codes, with bishops and rooks", EIGHT_CODES), ("nine-codes", "nine codes, with bishops and rooks", NINE_CODES)],
    "slots": [("sixteen-codes", "sixteen codes", SIXTEEN_CODES), ("seventeen-codes", "seventeen codes", SEVENTEEN_CODES)],
}
QUEENS = "4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1"
FAULTS = {
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


def mirrored(fen):
    """The same position for the other side, with the rights of White first."""
    placement, turn, rights, *rest = swapped(fen).split()
    return " ".join([placement, turn, "".join(sorted(rights)), *rest])


def add(chapter, codec):
    for name, meaning, fen, moves in LINES:
        for side, start, sans in (("", fen, moves), ("-black", mirrored(fen), moves.translate(OTHER_RANKS))):
            if side and "castling" not in name:
                continue
            texts, input_ = codes.line(codec, start, sans)
            chapter.add(f"{name}{side}", meaning + (", for Black" if side else ""), rules_of(codec, name), "line", codec=codec, fen=start, input=input_, expect={"moves": texts})
    for name, meaning, fen in [*CHECKS, *OWN.get(codec, [])]:
        for side, start in (("", fen), ("-black", mirrored(fen))):
            board = mc.board_of(start)
            by_text = {mc.text_of(board, move): move for move in sorted(board.legal_moves, key=lambda move: mc.text_of(board, move))} | ({} if board.is_check() else {"0000": chess.Move.null()})
            chapter.add(f"all-moves-{name}{side}", f"every move of the position and no other code: {meaning}" + (", for Black" if side else ""), rules_of(codec, name), "move-table",
                        codec=codec, fen=start, expect={"table": [[text, codes.code(codec, board, move).hex()] for text, move in by_text.items()]})
    for name, meaning, rules, fen, plies, code, error, at in FAULTS.get(codec, []):
        chapter.add(f"bad-{name}", meaning, rules, "decode-line", codec=codec, fen=fen or chess.STARTING_FEN, plies=plies, input=pieces((code, meaning)), error=error, at=at)
