"""Vectors of the spelling of moves, and of variations, in PGN text (pgn.12, pgn.15, pgn.18 to pgn.21)."""

from pgn_common import (
    BEGIN, CASTLING, CHECK, END, KINGS, PLY, PROMOTING, fen, game, many, move, raw, read, unparsed
)

PAWNS = "8/PPPP2k1/8/8/8/8/6K1/8 w - - 0 1"
BLACK_PAWNS = "8/6K1/8/8/8/8/pppp2k1/8 b - - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
KNIGHTS = "4k3/8/8/8/8/2N3N1/8/2N1K3 w - - 0 1"
BISHOP = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1"
PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
OTHER_ROOKS = "1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 0 1"
# Name, title, start, movetext, moves in SAN, and the unparsed text.
MOVES = [
    ("promotion-spellings", "promotions with check marks, sides and from-squares", PAWNS, "1. a8Q+ Kf7 2. b7-b8=R Kg7 3. c7c8n Kf7 4. d8=Q#",
        "a8=Q Kf7 b8=R Kg7 c8=N Kf7 d8=Q", ""),
    ("promotion-of-black", "promotions in parentheses on the first rank", BLACK_PAWNS, "1... a1(Q) 2. Kf7 b1(n) 3. Ke7 c1/R 4. Kf7 d1=(B)",
        "a1=Q Kf7 b1=N Ke7 c1=R Kf7 d1=B", ""),
    ("promotion-without-piece", "a promotion without its piece", PAWNS, "1. a8 Kf7", "", "1. a8 Kf7"),
    ("promotion-to-king", "a promotion to a king", PAWNS, "1. a8=K Kf7", "", "1. a8=K Kf7"),
    ("promotion-to-pawn", "a promotion to a pawn", PAWNS, "1. a8=P Kf7", "", "1. a8=P Kf7"),
    ("promotion-sign-alone", "a promotion sign without a piece", PAWNS, "1. a8= Kf7", "", "1. a8= Kf7"),
    ("promotion-twice", "two pieces", PAWNS, "1. a8=QR Kf7", "", "1. a8=QR Kf7"),
    ("parenthesis-before-the-last-rank", "a piece in parentheses after another rank is a variation", None, "1. e4 (Q) e5", "e4 e5", "",
        "1 (<Q>)"),
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
    ("castling-with-marks", "castling with a check mark and a sign", ROOKS, "1. O-O+ O-O-O!? *", "O-O O-O-O", "", "2 $5"),
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
    ("null-with-sign", "a null move with a sign", None, "1. --! Z0? *", "-- --", "", "1 $1 1 $2"),
    ("en-passant-ep", "ep directly after a capture", PASSANT, "1. exd6ep Kd7 *", "exd6 Kd7", None),
    ("en-passant-dots", "e.p. after a capture and a blank, then a move", PASSANT, "1. ed6 e.p. Kd7 *", "exd6 Kd7", None),
    ("en-passant-of-push", "e.p. after a push", PASSANT, "1. e6 e.p. Kd7", "e6", "e.p. Kd7"),
    ("en-passant-twice", "ep after a capture, twice", PASSANT, "1. exd6 ep ep Kd7", "exd6 Kd7", None),
    ("en-passant-wrong-file", "a capture on a file on which no pawn passed", PASSANT, "1. exf6 Kd7", "", "1. exf6 Kd7"),
    ("move-after-mate", "a move after mate", None, "1. f3 e5 2. g4 Qh4# 3. Nf3 a6", "f3 e5 g4 Qh4#", "3. Nf3 a6"),
    ("check-mark-alone", "a check mark apart from the move", None, "1. e4 + e5", "e4 e5", ""),
    ("king-into-check", "a move that leaves the king in check", None, "1. e4 f6 2. Qh5+ a6", "e4 f6 Qh5+", "a6"),
    ("square-alone-of-piece", "the square of a piece alone is a move of a pawn", None, "1. f3 e5 2. g1 a6", "f3 e5", "2. g1 a6"),
    ("move-in-capitals", "a square in capitals", None, "1. E4 e5", "", "1. E4 e5"),
]
DEPTH = 255
VARIATIONS = [
    ("variations-two", "two variations of a move, and a comment before and after them", "pgn.18 pgn.21", b"1. e4 {a} (1. d4) (1. c4) {b} e5 *",
     [game("e4 e5", tokens="1 {a} (d2d4) (c2c4) {b}", marker="*")]),
    ("variation-of-second-ply", "variations of each of two moves", "pgn.18 pgn.21", b"1. e4 (1. d4) e5 (1... d5) *",
     [game("e4 e5", tokens="1 (d2d4) 1 (d7d5)", marker="*")]),
    ("variation-comment-first", "a comment before the first move of a variation", "pgn.18 pgn.21", b"1. e4 ({a} $1 1. d4) *",
        [game("e4", tokens="1 ({a} $1 d2d4)", marker="*")]),
    ("variation-of-null-move", "variations of a null move, and by one", "pgn.15 pgn.18", b"1. -- (1. e4 e5) 1... e5 (1... --) *",
     [game("-- e5", tokens="1 (e2e4 e7e5) 1 (0000)", marker="*")]),
    ("variation-after-inner", "a move after a variation in a variation goes on from it", "pgn.18", b"1. e4 e5 (1... c5 (1... e6 2. d4) 2. Nf3) *",
     [game("e4 e5", tokens="2 (c7c5 (e7e6 d2d4) g1f3)", marker="*")]),
    ("variations-deepest", "variations within variations, as deep as they may be", "pgn.18 limits.3",
        b"1. e4 " + b"(1. a3 " * DEPTH + b")" * DEPTH + b" *",
     [game("e4", tokens=[PLY] + [BEGIN, move("a2a3")] * DEPTH + [END] * DEPTH, marker="*")]),
    ("variations-too-deep", "a variation more", "pgn.18 pgn.20 limits.3",
        b"1. e4 " + b"(1. a3 " * DEPTH + b"(1. b3 {)} (1. c3)) a6)" + b")" * (DEPTH - 1) + b" e5 *",
     [game("e4 e5", tokens=[PLY] + [BEGIN, move("a2a3")] * DEPTH + [raw("(1. b3 {)} (1. c3)) a6")] + [END] * DEPTH, marker="*")]),
    ("raw-trailing-blanks", "blanks before the end of a variation that could not be parsed", "pgn.20", b"1. e4 (1. d4 2. zz \n ) e5 *",
        [game("e4 e5", tokens="1 (d2d4 <2. zz \n >)", marker="*")]),
    ("raw-nested", "parentheses in text that could not be parsed", "pgn.20", b"1. e4 (1. zz (a (b) c) d) (1. d4) e5 *",
     [game("e4 e5", tokens="1 (<1. zz (a (b) c) d>) (d2d4)", marker="*")]),
    ("raw-in-inner-variation", "text that could not be parsed in a variation of a variation", "pgn.20", b"1. e4 (1. d4 (1. zz) d5) e5 *",
     [game("e4 e5", tokens="1 (d2d4 (<1. zz>) d7d5)", marker="*")]),
    ("raw-with-unclosed-comment", "a comment without end in a variation", "pgn.20", b"1. e4 (1. d4 zz {) e5 *",
        [game("e4", rest="(1. d4 zz {) e5 *")]),
    ("variation-with-unclosed-comment", "a comment without end in a variation that could be parsed", "pgn.20", b"1. e4 e5 (1... c5 {) e5 *",
        [game("e4 e5", rest="(1... c5 {) e5 *")]),
    ("raw-only-numbers-before", "move numbers before text that could not be parsed, and a comment before them", "pgn.20",
        b"1. e4 (1. d4 1. {a} 1... 2. zz) *",
     [game("e4", tokens="1 (d2d4 {a} <1... 2. zz>)", marker="*")]),
    ("unparsed-lines", "text that could not be parsed on several lines", "pgn.19", b"1. e4 2. Nf9\r\n  Nc6 {a}\t\n",
        [game("e4", rest="2. Nf9\r\n  Nc6 {a}")]),
    ("unparsed-ellipsis", "an ellipsis directly before text that could not be parsed", "pgn.13 pgn.19", "1. e4 … 1... zz".encode(),
        [game("e4", rest="… 1... zz")]),
    ("unparsed-after-variation", "text that could not be parsed after a variation", "pgn.19 pgn.21", b"1. e4 (1. d4) zz",
        [game("e4", tokens="1 (d2d4)", rest="zz")]),
    ("unparsed-with-marker", "a marker in text that could not be parsed is no marker", "pgn.19", b"1. zz 1-0", [game(rest="1. zz 1-0")]),
]


def spelled(name, title, start, text, san, rest, tokens=()):
    """A case of a row of MOVES."""
    tags = [("FEN", start)] if start else []
    source = (f'[FEN "{start}"]\n\n' if start else "") + text
    marker = "*" if text.endswith("*") and not rest else ""
    made = game(san, tags, tokens, marker, rest or "", "fen" if start else "standard")
    return f"move-{name}", title, "pgn.12 pgn.15" if not rest else "pgn.12 pgn.15 pgn.19", source.encode(), [made]


EN_PASSANT = [
    ("ep-joined-to-a-knight-move", "e.p. joined to a move of a knight, and one to a capture by a piece", "pgn.15", b"1. Nf3e.p. d5 2. Nc3ep d4 3. Nxd4e.p *", [game("Nf3 d5 Nc3 d4 Nxd4", marker="*")]),
    ("ep-after-a-capture-by-a-knight", "e.p. after a capture by a knight cannot be parsed", "pgn.15 pgn.19", b"1. Nf3 e5 2. Nxe5 e.p. d6 *", [game("Nf3 e5 Nxe5", rest="e.p. d6 *")]),
    ("ep-joined-to-castling", "e.p. joined to castling, which has no to-square", "pgn.15 pgn.19", f'[FEN "{CASTLING[1]}"]\n\nO-Oe.p. *'.encode(), [game("", [CASTLING], rest="O-Oe.p. *", start="fen")]),
    ("ep-before-a-promotion", "e.p. before the letter of a promotion is not directly at the end", "pgn.15 pgn.19", f'[FEN "{KINGS.replace("8/8/8/8/8/8", "P7/8/8/8/8/8")}"]\n\na8epQ *'.encode(),
     [game(tags=[("FEN", KINGS.replace("8/8/8/8/8/8", "P7/8/8/8/8/8"))], rest="a8epQ *", start="fen")]),
]

SPELLINGS = [
    many("moves-of-small-letters", "piece letters in small letters", "pgn.15 pgn.19", *((f"1. e4 e5 2. {text}", game("e4 e5", rest=f"2. {text}")) for text in ("qh5", "ke2", "rh3", "nf3", "pd4", "bc4", "Sf3", "Lc4", "Dh5", "Tg1"))),
    many("moves-with-other-signs", "captures with other signs", "pgn.15 pgn.19", *((f"1. e4 d5 2. {text}", game("e4 d5", rest=f"2. {text}")) for text in
         ("eXd5", "ed5:", "exxd5", "ex-d5", "e4--d5", "e×xd5", "e=d5", "e/d5"))),
    read("moves-with-a-colon", "captures with a colon", "pgn.29", ("1. e4 d5 2. e:d5 Q:d5+ 3. Ng1-f3 Qd5:d2±", "e4 d5 exd5 Qxd5 Nf3 Qxd2+", "6 $16")),
    many("moves-with-a-dash", "captures with a dash, and without a sign", "pgn.15", *((f"1. e4 d5 2. {text}", game("e4 d5 exd5")) for text in ("e4-d5", "e-d5", "ed5", "e4d5", "Pe-d5", "Pe4xd5", "Ped5"))),
    many("moves-of-a-piece-with-a-dash", "moves of a piece with a dash, x, file, rank and square", "pgn.15", *((f"1. {text} *", game("Nf3", marker="*")) for text in
         ("N-f3", "Nxf3", "Ng-f3", "N1xf3", "Ng1xf3", "g1xf3", "g1-f3", "Ng1-f3+", "N1f3#"))),
    many("moves-of-a-wrong-square", "from-squares on which no such piece is", "pgn.15 pgn.19", *((f"1. {text}", game(rest=f"1. {text}")) for text in
         ("Nh1f3", "Nf1f3", "N2f3", "Nbf3", "Bg1f3", "Pg1f3", "e3e4", "Pd2e4", "de4", "d2e4", "gf3", "Nf3f3", "Ng1", "Ng", "N", "g1", "e5", "e9", "i3", "Ni3", "e2e4e5", "Nfg3h1"))),
    many("moves-of-pawns-with-letter", "pushes and captures with the letter of the pawn and a part of the from-square", "pgn.15 pgn.19", ("1. P2e4 Pd7d5 2. Ped5 *", game("e4 d5 exd5", marker="*")),
         ("1. Pee4 d5 2. P4d5", game("e4 d5", rest="2. P4d5")), ("1. e4 d5 2. Pd5", game("e4 d5", rest="2. Pd5")), ("1. P3e4", game(rest="1. P3e4"))),
    many("moves-of-pawns-en-passant", "en passant captures with and without file, rank and x", "pgn.15", *((f'[FEN "{PASSANT}"]\n\n1. {text} *', game("exd6", tags=[fen(PASSANT)], start="fen", marker="*")) for text in
         ("exd6", "ed6", "e5d6", "e5xd6", "e5-d6", "Pexd6", "Pe5d6", "exd6+", "exd6e.p."))),
    many("moves-of-pawns-no-en-passant", "pushes to the en passant square", "pgn.15 pgn.19", *((f'[FEN "{PASSANT}"]\n\n1. {text}', game(tags=[fen(PASSANT)], start="fen", rest=f"1. {text}")) for text in
         ("d6", "xd6", "Pd6", "P5d6", "d5d6", "dxd6", "cxd6", "e6d6"))),
    many("promotions-spelled", "promotions to each piece in each spelling", "pgn.12 pgn.15", *((f'[FEN "{PAWNS}"]\n\n1. {file}8{before}{letter}{after} *',
         game(f"{file}8={letter.upper()}", tags=[fen(PAWNS)], start="fen", marker="*"))
         for file, letter in (("a", "Q"), ("b", "r"), ("c", "B"), ("d", "n"), ("a", "q"), ("b", "R"), ("c", "b"), ("d", "N")) for before, after in (("", ""), ("=", ""), ("/", ""), ("(", ")")))),
    read("promotions-in-parentheses-with-check-marks", "check marks after promotions in parentheses, and symbols directly after them", "pgn.12 pgn.15", *((f"1. a8({letter}){marks}Kd7 2. Kd2", f"a8={letter.upper()} Kd7 Kd2")
         for letter, marks in (("Q", "+ "), ("r", "# "), ("B", "+#+ "), ("Q", ""), ("R", "+"), ("N", "#"))), start=PROMOTING),
    read("promotions-with-check-before-them", "check marks before the sign of a promotion", "pgn.15", ("1. a8+=Q Kd7", "a8=Q Kd7"), ("1. a7a8#+=r+= Kd7", "a8=R Kd7", "1 $14"), start=PROMOTING),
    read("parenthesis-after-a-nag-and-a-sign", "a variation after a sign that directly follows the digit of a NAG", "pgn.12 pgn.20", ("1. e4 $1=(Q) e5", "e4 e5", "1 $1 $10 (<Q>)")),
    read("ep-in-parentheses", "e.p. in parentheses, at the end of a symbol and apart from it", "pgn.12 pgn.15", *((f"1. exd6({mark}){check}Kf7 2. Kd2", "exd6 Kf7 Kd2") for mark, check in (("e.p.", ""), ("e.p", "+ "), ("ep", "#"))),
         ("1. exd6 (ep) Kf7", "exd6 Kf7", "1 (<ep>)"), start=PASSANT),
    many("promotions-misspelled", "spellings of promotions that are none", "pgn.15 pgn.19", *((f'[FEN "{PAWNS}"]\n\n1. {text}', game(tags=[fen(PAWNS)], start="fen", rest=f"1. {text}")) for text in
         ("a8:Q", "a8-Q", "a8==Q", "a8=/Q", "a8=QQ", "a8=S", "a8=D", "a8=k", "a8=p", "a8/", "Qa8", "a7a8", "a8=1", "a8xQ", "a8\"Q"))),
    many("promotions-of-other-moves", "promotions of moves that do not promote", "pgn.15 pgn.19", *((f"1. e4 e5 2. {text}", game("e4 e5", rest=f"2. {text}")) for text in ("Nf3=Q", "Nf3N", "d4Q", "d4=Q", "d4/Q", "Ke2=Q", "Bc4b", "g1f3q"))),
    read("castling-with-check-marks", "castling with each check mark", "pgn.15", ("1. O-O# O-O-O+", "O-O O-O-O"), ("1. 0-0-0# 0-0+", "O-O-O O-O"), ("1. o-o+ o-o-o#", "O-O O-O-O"), ("1. O-O! o-o-o?", "O-O O-O-O", "1 $1 1 $2"), start=ROOKS),
    many("castling-misspelled", "spellings of castling that are none", "pgn.15 pgn.19", *((f'[FEN "{ROOKS}"]\n\n1. {text}', game(tags=[fen(ROOKS)], start="fen", rest=f"1. {text}")) for text in
         ("OO", "OOO", "O-", "O", "-O-O", "O--O", "O-O-", "O_O", "KO-O", "Keg1", "K1g1", "Kg1", "Kc1", "Kh1", "K-g1", "Ke1g1=Q", "e1g1q", "Kea1", "Re1g1", "Qe1g1", "Pe1g1", "h1e1", "Rh1e1", "castles"))),
    read("castling-spelled-as-king-moves", "castling as a move of the king with its from-square", "pgn.15", ("1. Ke1-g1 Ke8xc8", "O-O O-O-O"), ("1. Ke1xc1 Ke8-g8+", "O-O-O O-O"), ("1. e1-h1 e8xa8", "O-O O-O-O"), ("1. Ke1xa1# Ke8h8", "O-O-O O-O"), start=ROOKS),
    read("castling-of-other-rooks-as-king-moves", "castling with rooks on other files as a move of the king to its square or to the rook", "pgn.15", ("1. f1c1", "O-O-O"), ("1. Kf1xb1", "O-O-O"), ("1. f1-b1", "O-O-O"), start=OTHER_ROOKS),
    unparsed("null-misspelled", "spellings that are not those of the null move", "pgn.15 pgn.19", "Null", "nul", "nulls", "passe", "PASS", "@@", "@@@", "@@@@@", "-", "–", "—", "––", "——", "<>", "any", "0-0-0-0", "Z1", "Z00", "ZO", "----", "a1a1", "e1e1"),
    unparsed("null-misspelled-in-check", "every spelling of the null move in check", "pgn.15 pgn.19", "--", "Z0", "null", "@@@@ g6", before="1. e4 f6 2. Qh5 ", san=CHECK),
    read("null-then-move", "every spelling of the null move, and the same side's next moves", "pgn.15", *((f"1. e4 {text} 2. d4 {text} 3. Nf3", "e4 -- d4 -- Nf3") for text in ("--", "---", "Z0", "null", "pass", "@@@@", "0000"))),
    many("null-clears-en-passant", "a capture en passant after a null move", "pgn.15 pgn.19", (f'[FEN "{PASSANT}"]\n\n1. -- -- 2. exd6', game("-- --", tags=[fen(PASSANT)], start="fen", rest="2. exd6"))),
    many("ep-numbers", "move numbers around ep, and then text that could not be parsed", "pgn.15 pgn.19", (f'[FEN "{PASSANT}"]\n\n1. exd6 2. ep 3. zz', game("exd6", tags=[fen(PASSANT)], start="fen", rest="3. zz")),
         (f'[FEN "{PASSANT}"]\n\n1. exd6 ep zz', game("exd6", tags=[fen(PASSANT)], start="fen", rest="zz"))),
    many("ep-of-the-game-before", "ep at the start of a game, after one that ends with a capture by a pawn", "pgn.15 pgn.19", ("1. e4 d5 2. exd5", game("e4 d5 exd5")), ("ep 1. e4", game(rest="ep 1. e4")), ("1. ep", game(rest="1. ep"))),
    many("ep-of-black", "ep after captures by pawns of both sides", "pgn.15", ("1. e4 d5 2. exd5 ep c6 3. dxc6 e.p. bxc6 e.p", game("e4 d5 exd5 c6 dxc6 bxc6"))),
    many("ep-in-a-variation", "ep after captures by pawns in a variation, and after its end", "pgn.15 pgn.19 pgn.20", ("1. e4 d5 2. Nf3 (2. exd5 ep c6 ep 3. d4) dxe4",
         game("e4 d5 Nf3 dxe4", tokens="3 (e4d5 c7c6 <ep 3. d4>)")),
         ("1. e4 d5 2. exd5 (2. d4) ep", game("e4 d5 exd5", tokens="3 (d2d4)", rest="ep"))),
    many("ep-after-the-marker", "ep after a capture by a pawn and a marker", "pgn.15 pgn.17 pgn.19", ("1. e4 d5 2. exd5 1-0 ep", game("e4 d5 exd5", marker="1-0", rest="ep"))),
    read("ep-with-check-marks", "check marks after each spelling of e.p., at the end of a move and apart from it", "pgn.12 pgn.15", *((f"1. exd6{mark}{check} Kf7", "exd6 Kf7") for mark in ("e.p.", "e.p", "ep", " e.p.", " e.p", " ep")
         for check in ("+", "#", "++")), start=PASSANT),
    unparsed("ep-spelled-otherwise", "e.p. in other spellings", "pgn.15 pgn.19", "EP", "E.P.", "epe", "e p", "e.", before="1. e4 d5 2. exd5 ", san="e4 d5 exd5"),
]
STALEMATE, DOUBLED, PINNED, TAKES = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "3n4/4P1k1/8/8/8/8/6K1/8 w - - 0 1"
NO_RIGHTS, CHESS960 = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1"
PLAY = [
    many("moves-after-stalemate", "a null move of the side that has no other, and moves after it", "pgn.15", (f'[FEN "{STALEMATE}"]\n\n1... -- 2. Kh6 -- 3. Qg7# Kh7', game("-- Kh6 -- Qg7#", tags=[fen(STALEMATE)], start="fen", rest="Kh7"))),
    many("moves-of-doubled-pawns", "pushes of the front one of two pawns", "pgn.15 pgn.19", (f'[FEN "{DOUBLED}"]\n\n1. e4 Kd7 2. e3 *', game("e4 Kd7 e3", tags=[fen(DOUBLED)], start="fen", marker="*")),
         (f'[FEN "{DOUBLED}"]\n\n1. e2e4', game(tags=[fen(DOUBLED)], start="fen", rest="1. e2e4")), (f'[FEN "{DOUBLED}"]\n\n1. P2e4', game(tags=[fen(DOUBLED)], start="fen", rest="1. P2e4"))),
    many("moves-en-passant-into-check", "a capture en passant that opens the rank of the king", "pgn.15 pgn.19", (f'[FEN "{PINNED}"]\n\n1. exd6', game(tags=[fen(PINNED)], start="fen", rest="1. exd6")), (f'[FEN "{PINNED}"]\n\n1. e5d6 e.p.', game(tags=[fen(PINNED)], start="fen", rest="1. e5d6 e.p."))),
    many("promotions-that-capture", "captures with promotion in each spelling", "pgn.12 pgn.15", *((f'[FEN "{TAKES}"]\n\n1. {text} *', game(san, tags=[fen(TAKES)], start="fen", marker="*")) for text, san in
         (("exd8=Q", "exd8=Q"), ("ed8Q", "exd8=Q"), ("e7d8q", "exd8=Q"), ("e7xd8(N)", "exd8=N"), ("Pexd8/R", "exd8=R"), ("exd8b", "exd8=B"), ("e-d8=n+", "exd8=N+")))),
    many("promotions-that-capture-misspelled", "captures with promotion that name no piece or another file", "pgn.15 pgn.19", *((f'[FEN "{TAKES}"]\n\n1. {text}', game(tags=[fen(TAKES)], start="fen", rest=f"1. {text}")) for text in
         ("exd8", "d8=Q", "xd8=Q", "cxd8=Q", "e8xd8=Q", "exf8=Q", "e7d8"))),
    many("castling-without-rights", "castling in every spelling without the right", "pgn.15 pgn.19", *((f'[FEN "{NO_RIGHTS}"]\n\n1. {text}', game(tags=[fen(NO_RIGHTS)], start="fen", rest=f"1. {text}")) for text in
         ("O-O", "O-O-O", "0-0", "e1g1", "Ke1c1", "e1h1", "e1a1"))),
    many("castling-after-a-rook-moved", "castling after the rook has moved away and back", "pgn.15 pgn.19", (f'[FEN "{ROOKS}"]\n\n1. Rg1 Rb8 2. Rh1 Ra8 3. O-O-O+ O-O-O', game("Rg1 Rb8 Rh1 Ra8 O-O-O", tags=[fen(ROOKS)], start="fen", rest="O-O-O")),
         (f'[FEN "{ROOKS}"]\n\n1. Rg1 Rb8 2. Rh1 Ra8 3. O-O', game("Rg1 Rb8 Rh1 Ra8", tags=[fen(ROOKS)], start="fen", rest="3. O-O"))),
    many("castling-of-chess960", "castling with the king on the c file", "pgn.15", *((f'[Variant "Chess960"]\n[FEN "{CHESS960}"]\n\n1. {text} *', game(san, tags=[("Variant", "Chess960"), fen(CHESS960)], start="fen", marker="*")) for text, san in
         (("O-O-O", "O-O-O"), ("0-0-0+", "O-O-O"), ("c1b1", "O-O-O"), ("Kc1xb1", "O-O-O"), ("c1c1", "O-O-O"), ("Kc1-c1", "O-O-O")))),
    many("moves-of-two-games-on-lines", "a marker, and moves on the next line", "pgn.5 pgn.17 pgn.19", ("1. e4 1-0\n1. d4 0-1", game("e4", marker="1-0", rest="1. d4 0-1"))),
    many("result-tag-and-marker", "a Result tag without a marker, and with another one", "pgn.16", ('[Result "1-0"]\n\n1. e4', game("e4", tags=[("Result", "1-0")])), ('[Result "1-0"]\n\n1. e4 0-1', game("e4", tags=[("Result", "1-0")], marker="0-1")),
         ('[Result "*"]\n\n1. e4 {a}', game("e4", tags=[("Result", "*")], tokens="1 {a}")), ('[Result "0-1"]\n\n1. zz 0-1', game(tags=[("Result", "0-1")], rest="1. zz 0-1"))),
    ("comment-alone-before-tags", "comments before the tags of a game, also after another game and after an escape, with three blank lines, a marker or a byte order mark", "pgn.3 pgn.5",
     b'{a}\n[A "1"]\n{b}\n[B "2"]\n\n{c} *\n\n{d} {e}\n\n\n[A "1"]\n[A "2"]\n1. e4\n\n\n\n{f}\n\n\n\n[A "3"]\n\n%\n{g}\n[A "4"]\n*\n\n{h} *\n[A "5"]\n*\n\n{i}\n\xef\xbb\xbf[A "6"]',
     [game(tags=[("A", "1")], tokens="{a} {b}"), game(tags=[("B", "2")], tokens="{c}", marker="*"), game("e4", [("A", "1"), ("A", "2")], "{d} {e}"), game(tokens="{f}"),
      game(tags=[("A", "3"), ("%",)], tokens="{g}"), game(tags=[("A", "4")], marker="*"), game(tokens="{h}", marker="*"), game(tags=[("A", "5")], marker="*"), game(tokens="{i}"), game(tags=[("A", "6")])]),
    many("ply-count-tag-and-others", "tags that other programs write about the moves", "pgn.10", ('[PlyCount "99"]\n[Annotator "x"]\n[Termination "normal"]\n\n1. e4', game("e4", tags=[("PlyCount", "99"), ("Annotator", "x"), ("Termination", "normal")]))),
]
