"""Vectors of the spelling of moves, and of variations, in PGN text (pgn.12, pgn.15, pgn.18 to pgn.21)."""

from pgn_cases import BEGIN, END, PLY, comment, game, move, nag, raw

PAWNS = "8/PPPP2k1/8/8/8/8/6K1/8 w - - 0 1"
BLACK_PAWNS = "8/6K1/8/8/8/8/pppp2k1/8 b - - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
KNIGHTS = "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1"
BISHOP = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
OTHER_ROOKS = "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1"

# Name, title, start, movetext, moves in SAN, and what is not parsed.
MOVES = [
    ("promotion-spellings", "promotions with check marks, sides and from-squares", PAWNS, "1. a8Q+ Kf7 2. b7-b8=R Kg7 3. c7c8n Kf7 4. d8=Q#",
        "a8=Q Kf7 b8=R Kg7 c8=N Kf7 d8=Q", ""),
    ("promotion-of-black", "promotions in parentheses on the first rank", BLACK_PAWNS, "1... a1(Q) 2. Kf7 b1(n) 3. Ke7 c1/R 4. Kf7 d1=(B)",
        "a1=Q Kf7 b1=N Ke7 c1=R Kf7", "d1=(B)"),
    ("promotion-without-piece", "a promotion without its piece", PAWNS, "1. a8 Kf7", "", "1. a8 Kf7"),
    ("promotion-to-king", "a promotion to a king", PAWNS, "1. a8=K Kf7", "", "1. a8=K Kf7"),
    ("promotion-to-pawn", "a promotion to a pawn", PAWNS, "1. a8=P Kf7", "", "1. a8=P Kf7"),
    ("promotion-sign-alone", "a promotion sign without a piece", PAWNS, "1. a8= Kf7", "", "1. a8= Kf7"),
    ("promotion-twice", "two pieces", PAWNS, "1. a8=QR Kf7", "", "1. a8=QR Kf7"),
    ("parenthesis-before-the-last-rank", "a piece in parentheses after another rank is a variation", None, "1. e4 (Q) e5", "e4 e5", "",
        [PLY, BEGIN, raw("Q"), END]),
    ("from-squares", "from-squares in part and whole", KNIGHTS, "1. Nge2 Kd8 2. Ng1 Ke8 3. Ng1e2 Kd8 4. Nc3-b1 Ke8 5. e2c3 *",
        "Nge2 Kd8 Ng1 Ke8 Ng1e2 Kd8 Nc3b1 Ke8 Ne2c3", None),
    ("ambiguous-three", "a square that three knights reach", KNIGHTS, "1. Ne2 Kd8", "", "1. Ne2 Kd8"),
    ("ambiguous-file", "a file on which two knights are that reach the square", KNIGHTS, "1. Nce2 Kd8", "", "1. Nce2 Kd8"),
    ("from-rank", "a rank on which one knight is that reaches the square", KNIGHTS, "1. N1e2 *", "Nc1e2", ""),
    ("ambiguous-rank", "a rank on which two knights are that reach the square", KNIGHTS, "1. N3e2 Kd8", "", "1. N3e2 Kd8"),
    ("small-b-is-a-pawn", "b in small letters is a file", BISHOP, "1. bc3 *", "bxc3", ""),
    ("small-b-with-x", "b, x and a square", BISHOP, "1. bxc3 *", "bxc3", ""),
    ("capital-b-is-a-bishop", "B is a bishop", BISHOP, "1. Bc3 *", "Bxc3", ""),
    ("small-b-is-no-bishop", "b in small letters is no bishop", None, "1. e4 e5 2. bc4 a6", "e4 e5", "2. bc4 a6"),
    ("small-n-is-no-knight", "n in small letters is no knight", None, "1. nf3 a6", "", "1. nf3 a6"),
    ("pawn-letters", "pawns with their letter", None, "1. Pe4 Pd7-d5 2. Pexd5 Pe7e6 3. Pe6 *", "e4 d5 exd5 e6", "3. Pe6 *"),
    ("pawn-capture-without-x", "captures of pawns without x, and with from-squares", None, "1. e4 d5 2. ed5 e6 3. d5e6 f7xe6 *",
        "e4 d5 exd5 e6 dxe6 fxe6", None),
    ("pawn-capture-without-file", "a capture with x and without a file", None, "1. e4 d5 2. xd5", "e4 d5", "2. xd5"),
    ("pawn-capture-without-rank", "a capture that names files alone", None, "1. e4 d5 2. ed", "e4 d5", "2. ed"),
    ("pawn-capture-that-is-a-push", "a push with x", None, "1. xe4 exe5 *", "e4 e5", None),
    ("marks-redundant", "marks that do not hold", None, "1. e4+ e5# 2. Nxf3 Nc6+ 3. B-b5 a6 *", "e4 e5 Nf3 Nc6 Bb5 a6", None),
    ("marks-missing", "marks that are missing", None, "1. e4 f6 2. Qh5 g6 3. Qg6 hg6 *", "e4 f6 Qh5+ g6 Qxg6+ hxg6", None),
    ("castling-with-marks", "castling with a check mark and a sign", ROOKS, "1. O-O+ O-O-O!? *", "O-O O-O-O", "", [("plies", 2), nag(5)]),
    ("castling-of-king-letter", "castling by the king's squares, with its letter and a dash", ROOKS, "1. Ke1-g1 Ke8c8 *", "O-O O-O-O", None),
    ("castling-to-rook", "castling to the rook, with the king's letter", ROOKS, "1. Ke1a1 e8h8 *", "O-O-O O-O", None),
    ("castling-zeros-queen-side", "castling queen side with zeros", ROOKS, "1. 0-0-0 0-0 *", "O-O-O O-O", None),
    ("castling-not-allowed", "castling that is not legal", None, "1. e4 O-O", "e4", "O-O"),
    ("castling-four", "four letters", ROOKS, "1. O-O-O-O", "", "1. O-O-O-O"),
    ("castling-other-rooks", "castling with rooks on other files", OTHER_ROOKS, "1. O-O-O Rg7 *", "O-O-O Rg7", None),
    ("castling-to-other-rook", "castling to a rook on another file", OTHER_ROOKS, "1. f1b1 *", "O-O-O", None),
    ("null-other-spellings", "other spellings than those of the null move", None, "1. NULL e5", "", "1. NULL e5"),
    ("null-small-z", "z0 is no null move", None, "1. z0 e5", "", "1. z0 e5"),
    ("null-three-dashes", "three dashes are a null move, four are none", None, "1. --- e5 2. ----", "-- e5", "2. ----"),
    ("null-with-sign", "a null move with a sign", None, "1. --! Z0? *", "-- --", "", [PLY, nag(1), PLY, nag(2)]),
    ("en-passant-ep", "ep directly after a capture", PASSANT, "1. exd6ep Kd7 *", "exd6 Kd7", None),
    ("en-passant-dots", "e.p. after a capture and a blank, then a move", PASSANT, "1. ed6 e.p. Kd7 *", "exd6 Kd7", None),
    ("en-passant-of-push", "e.p. after a push", PASSANT, "1. e6 e.p. Kd7", "e6", "e.p. Kd7"),
    ("en-passant-twice", "ep after a capture, twice", PASSANT, "1. exd6 ep ep Kd7", "exd6 Kd7", None),
    ("en-passant-wrong-file", "a capture on a file on which no pawn passed", PASSANT, "1. exf6 Kd7", "", "1. exf6 Kd7"),
    ("move-after-mate", "a move after mate", None, "1. f3 e5 2. g4 Qh4# 3. Nf3 a6", "f3 e5 g4 Qh4#", "3. Nf3 a6"),
    ("check-mark-alone", "a check mark apart from the move", None, "1. e4 + e5", "e4", "+ e5"),
    ("king-into-check", "a move that leaves the king in check", None, "1. e4 f6 2. Qh5+ a6", "e4 f6 Qh5+", "a6"),
    ("square-alone-of-piece", "the square of a piece alone is a move of a pawn", None, "1. f3 e5 2. g1 a6", "f3 e5", "2. g1 a6"),
    ("move-in-capitals", "a square in capitals", None, "1. E4 e5", "", "1. E4 e5"),
]

DEPTH = 255
VARIATIONS = [
    ("variations-two", "two variations of a move, and a comment before and after them", "pgn.18 pgn.21", b"1. e4 {a} (1. d4) (1. c4) {b} e5 *",
     [game("e4 e5", tokens=[PLY, comment("a"), BEGIN, move("d2d4"), END, BEGIN, move("c2c4"), END, comment("b")], marker="*")]),
    ("variation-of-second-ply", "variations of each of two moves", "pgn.18 pgn.21", b"1. e4 (1. d4) e5 (1... d5) *",
     [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), END, PLY, BEGIN, move("d7d5"), END], marker="*")]),
    ("variation-comment-first", "a comment before the first move of a variation", "pgn.18 pgn.21", b"1. e4 ({a} $1 1. d4) *",
        [game("e4", tokens=[PLY, BEGIN, comment("a"), nag(1), move("d2d4"), END], marker="*")]),
    ("variation-of-null-move", "variations of a null move, and by one", "pgn.15 pgn.18", b"1. -- (1. e4 e5) 1... e5 (1... --) *",
     [game("-- e5", tokens=[PLY, BEGIN, move("e2e4"), move("e7e5"), END, PLY, BEGIN, move("0000"), END], marker="*")]),
    ("variation-after-inner", "a move after a variation in a variation goes on from it", "pgn.18", b"1. e4 e5 (1... c5 (1... e6 2. d4) 2. Nf3) *",
     [game("e4 e5", tokens=[("plies", 2), BEGIN, move("c7c5"), BEGIN, move("e7e6"), move("d2d4"), END, move("g1f3"), END], marker="*")]),
    ("variations-deepest", "variations within variations, as deep as they may be", "pgn.18 limits.3",
        b"1. e4 " + b"(1. a3 " * DEPTH + b")" * DEPTH + b" *",
     [game("e4", tokens=[PLY] + [BEGIN, move("a2a3")] * DEPTH + [END] * DEPTH, marker="*")]),
    ("variations-too-deep", "a variation more", "pgn.18 pgn.20 limits.3",
        b"1. e4 " + b"(1. a3 " * DEPTH + b"(1. b3 {)} (1. c3)) a6)" + b")" * (DEPTH - 1) + b" e5 *",
     [game("e4 e5", tokens=[PLY] + [BEGIN, move("a2a3")] * DEPTH + [raw("(1. b3 {)} (1. c3)) a6")] + [END] * DEPTH, marker="*")]),
    ("raw-trailing-blanks", "blanks before the end of a variation that could not be parsed", "pgn.20", b"1. e4 (1. d4 2. zz \n ) e5 *",
        [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), raw("2. zz \n "), END], marker="*")]),
    ("raw-nested", "parentheses in text that could not be parsed", "pgn.20", b"1. e4 (1. zz (a (b) c) d) (1. d4) e5 *",
     [game("e4 e5", tokens=[PLY, BEGIN, raw("1. zz (a (b) c) d"), END, BEGIN, move("d2d4"), END], marker="*")]),
    ("raw-in-inner-variation", "text that could not be parsed in a variation of a variation", "pgn.20", b"1. e4 (1. d4 (1. zz) d5) e5 *",
     [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), BEGIN, raw("1. zz"), END, move("d7d5"), END], marker="*")]),
    ("raw-with-unclosed-comment", "a comment without end in a variation", "pgn.20", b"1. e4 (1. d4 zz {) e5 *",
        [game("e4", rest="(1. d4 zz {) e5 *")]),
    ("variation-with-unclosed-comment", "a comment without end in a variation that could be parsed", "pgn.20", b"1. e4 e5 (1... c5 {) e5 *",
        [game("e4 e5", rest="(1... c5 {) e5 *")]),
    ("raw-only-numbers-before", "move numbers before text that could not be parsed, and a comment before them", "pgn.20",
        b"1. e4 (1. d4 1. {a} 1... 2. zz) *",
     [game("e4", tokens=[PLY, BEGIN, move("d2d4"), comment("a"), raw("1... 2. zz"), END], marker="*")]),
    ("unparsed-lines", "text that could not be parsed on several lines", "pgn.19", b"1. e4 2. Nf9\r\n  Nc6 {a}\t\n",
        [game("e4", rest="2. Nf9\r\n  Nc6 {a}")]),
    ("unparsed-ellipsis", "an ellipsis directly before text that could not be parsed", "pgn.13 pgn.19", "1. e4 … 1... zz".encode(),
        [game("e4", rest="… 1... zz")]),
    ("unparsed-after-variation", "text that could not be parsed after a variation", "pgn.19 pgn.21", b"1. e4 (1. d4) zz",
        [game("e4", tokens=[PLY, BEGIN, move("d2d4"), END], rest="zz")]),
    ("unparsed-with-marker", "a marker in text that could not be parsed is no marker", "pgn.19", b"1. zz 1-0", [game(rest="1. zz 1-0")]),
]


def add(chapter_add):
    for name, title, start, text, san, rest, *tokens in MOVES:
        tags = [("FEN", start)] if start else []
        source = (f'[FEN "{start}"]\n\n' if start else "") + text
        marker = "*" if text.endswith("*") and not rest else ""
        made = game(san, tags, tokens[0] if tokens else (), marker, rest or "", "fen" if start else "standard")
        chapter_add(f"move-{name}", title, "pgn.12 pgn.15" if not rest else "pgn.12 pgn.15 pgn.19", source.encode(), [made])
    for case in VARIATIONS:
        chapter_add(*case)
