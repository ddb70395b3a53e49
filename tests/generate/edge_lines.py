"""Lines and positions at the edges of rules: each shows a fault that an implementation can have while all its other vectors pass."""

S, M = "SECTION_MALFORMED", "ILLEGAL_MOVE"
KINGS = "4k3/8/8/8/8/8/8/4K3"

# Lines in UCI whose last move is not legal: name, title, start, moves. Of castling, the piece that captured the rook is still there, or
# only one of two rights is lost.
ILLEGAL_LINES = [
    ("castling-rook-just-captured", "castling with a bishop that captured the rook", "r3k3/7p/8/8/8/8/6B1/4K3 w q - 0 1", "g2a8 e8c8"),
    ("castling-rook-captured-by-knight", "castling with a knight that captured the rook", "r3k3/8/1N6/8/8/8/8/4K3 w q - 0 1", "b6a8 e8c8"),
    ("castling-rook-captured-by-promotion", "castling with a bishop, a promoted pawn that captured the rook", "r3k3/1P5p/8/8/8/8/8/4K3 w q - 0 1", "b7a8b e8c8"),
    ("castling-rook-recaptured", "castling with a rook that recaptured on the square of the other", "rr2k3/7p/8/8/8/8/8/R3K3 w q - 0 1", "a1a8 b8a8 e1e2 e8c8"),
    ("castling-after-king-returned", "castling queen side after the king moved and returned", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1c1"),
    ("castling-black-king-returned", "Black castles after the king moved and returned", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8e7 e1e2 e7e8 e2e1 e8g8"),
    ("castling-black-rook-moved", "Black castles after the rook moved", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "h8h7 e1e2 e8g8"),
    ("castling-twice", "castling with the other rook after castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e8e7 f1f2 e7e8 g1a1"),
    ("en-passant-after-two-null-moves", "en passant after both sides passed", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 0000 0000 d4e3"),
]

# Starts and, where it is another, an equal one that is plainer: nothing that the text of the first says in addition counts.
STARTS = [
    ("en-passant-over-own-pawn", "4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"),
    ("en-passant-on-fifth-rank", "4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1"),
    ("en-passant-on-fourth-rank", "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"),
    ("castling-through-distant-attack", "3r1k2/8/8/8/8/8/8/1K5R w H - 0 1", None),
    ("castling-king-path-blocked", "5k2/8/8/8/8/8/8/1KN4R w H - 0 1", None),
    ("castling-rook-path-blocked", "4k3/8/8/8/8/8/8/5NKR w H - 0 1", None),
    ("castling-beside-king-move", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", None),
    ("castling-pawn-attacks-black", "r3k3/4P3/8/8/8/8/8/4K3 b q - 0 1", None),
    ("castling-pawn-attacks-white", "4k3/8/8/8/8/8/4p3/R3K3 w Q - 0 1", None),
    ("castling-uncovers-black", "Rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", None),
    ("en-passant-uncovers-black", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", None),
    ("en-passant-on-third-rank-of-white", "4k3/8/8/8/8/8/3Pp3/K7 w - e3 0 1", "4k3/8/8/8/8/8/3Pp3/K7 w - - 0 1"),
    ("en-passant-on-sixth-rank-of-black", "k7/3pP3/8/8/8/8/8/4K3 b - e6 0 1", "k7/3pP3/8/8/8/8/8/4K3 b - - 0 1"),
    *((f"castling-through-attack-of-{file}", f"k{at - 1}r{7 - at}/8/8/8/8/8/8/1K5R w H - 0 1", None) for at, file in [(2, "c"), (4, "e"), (5, "f")]),
    *((f"castling-queen-side-through-attack-of-{file}", f"{at}r{6 - at}k/8/8/8/8/8/8/R5K1 w A - 0 1", None) for at, file in [(2, "c"), (3, "d"), (4, "e"), (5, "f")]),
    ("three-checks", "k3r3/8/8/b7/8/3n4/8/4K3 w - - 0 1", None),
    ("forty-pieces", "k7/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/NNNNNNNN/K1NNNNNN w - - 0 1", None),
    ("castling-queen-side-beside-attack", "1r5k/8/8/8/8/8/8/R5K1 w A - 0 1", None),
    ("fen-right-two-on-one-side-black", "4k1rr/8/8/8/8/8/8/4K3 b gh - 0 1", "4k1rr/8/8/8/8/8/8/4K3 b h - 0 1"),
]

# For block_cases.final_positions: starts, and the first four fields of their FEN.
FINAL = [
    ("4k3/8/8/8/8/8/8/rN2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/rN2K3 w - -"),
    ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/4N3/8/4K3 b - -"),
    ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - e3"),
    ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B -"),
    ("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/rR2K3 w Q -"),
    ("4k3/8/8/8/8/8/8/4KRNr w F - 0 1", "4k3/8/8/8/8/8/8/4KRNr w K -"),
]


def illegal_lines(chapter, codec, rule):
    for name, title, fen, line in ILLEGAL_LINES:
        moves = line.split()
        chapter.add(f"bad-encode-{name}", title, f"{rule} positions.4 positions.5", "encode-line", codec=codec, fen=fen, moves=moves, error=M, at=len(moves) - 1)


# moves.3: texts that are no moves, and texts of moves that are not canonical.
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTING = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
TEXTS = [
    ("long", "a text of six letters", None, "e2e4qq", "INVALID_MOVE_TEXT"), ("short", "a square alone", None, "e4", "INVALID_MOVE_TEXT"), ("three", "three letters", None, "e2e", "INVALID_MOVE_TEXT"),
    ("capitals", "squares in capitals", None, "E2E4", "INVALID_MOVE_TEXT"), ("rank-9", "the rank 9", None, "e2e9", "INVALID_MOVE_TEXT"),
    ("rank-0", "the rank 0", None, "e0e4", "INVALID_MOVE_TEXT"), ("file-i", "the file i", None, "i2i4", "INVALID_MOVE_TEXT"), ("five-zeros", "five zeros", None, "00000", "INVALID_MOVE_TEXT"),
    ("san", "a move in SAN", None, "Nf3", "INVALID_MOVE_TEXT"), ("dash", "a dash between the squares", None, "e2-e4", "INVALID_MOVE_TEXT"), ("empty-promotion", "a promotion sign", PROMOTING, "a7a8=", "INVALID_MOVE_TEXT"),
    ("promotion-of-no-pawn", "a promotion of a knight", None, "g1f3q", "ILLEGAL_MOVE"), ("promotion-too-early", "a promotion before the last rank", None, "e2e4q", "ILLEGAL_MOVE"),
    ("promotion-missing", "a promotion without its letter", PROMOTING, "a7a8", "ILLEGAL_MOVE"), ("null-text", "the word null", None, "null", "INVALID_MOVE_TEXT"),
    ("castling-in-letters", "castling in letters", CASTLING, "O-O", "INVALID_MOVE_TEXT"), ("null-in-check", "a null move in check", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", "ILLEGAL_MOVE"),
    ("same-square", "a move to its own square", None, "e2e2", "ILLEGAL_MOVE"), ("empty-square", "a move from an empty square", None, "e4e5", "ILLEGAL_MOVE"), ("of-the-other-side", "a move of the other side", None, "e7e5", "ILLEGAL_MOVE"),
]


def texts(chapter):
    for name, title, fen, line, error in TEXTS:
        moves = line.split()
        chapter.add(f"bad-text-{name}", title, "moves.3 coord16.1", "encode-line", codec="coord16", fen=fen or "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves=moves, error=error,
                    at=len(moves) - 1)


def positions(chapter, good):
    for name, fen, plain in STARTS:
        good(name, fen, "positions.2 positions.4 moves.4", plain)
    chapter.add("no-black-king", "the black king is missing", "positions.2", "canonical-order", fen="8/8/8/8/8/8/8/4K3 w - - 0 1", error="ILLEGAL_POSITION")
    chapter.add("fen-turn-upper-case-black", "the side to move, Black, in upper case", "positions.1", "canonical-order", fen=f"{KINGS} B - - 0 1", error="ILLEGAL_POSITION")


def wire(chapter):
    for name, title, n, data in [
        ("width-5-full", "width 5, and a value in every byte", 1, "05 01 01 01 01 01"),
        ("wider-than-no-values", "a width without values", 0, "01"),
        ("width-4-zeros-above", "width 4, and upper planes of zeros", 1, "04 01 00 00 00"),
    ]:
        chapter.add(f"column-{name}", title, "wire.4", "column", n=n, input=[[data, title]], error=S)
