"""Vectors of symbols, numbers, signs and variations of PGN text, and of what is none (pgn.12 to pgn.20). The games were written by hand, by
the rules of the chapter."""

from pgn_cases import BEGIN, END, PLY, comment, game, move, nag, raw
from pgn_edges import fen, line_comment
from pgn_moves import OTHER_ROOKS, PASSANT, PAWNS, ROOKS
from pgn_states import many

CHECK = "e4 f6 Qh5+"
PROMOTING = "8/P7/4k3/8/8/8/8/4K3 w - - 0 1"
PLIES = lambda count: ("plies", count)
var = lambda *moves: [BEGIN, *map(move, moves), END]


def unparsed(name, title, rules, *texts, before="1. e4 ", san="e4", start=None):
    """Each text ends the main line."""
    tag = f'[FEN "{start}"]\n\n' if start else ""
    shown = {"tags": [fen(start)], "start": "fen"} if start else {}
    return many(name, title, rules, *((tag + before + text, game(san, rest=text, **shown)) for text in texts))


def read(name, title, rules, *cases, start=None):
    """Each text is a line of moves, and the tokens if there are any."""
    tag = f'[FEN "{start}"]\n\n' if start else ""
    shown = {"tags": [fen(start)], "start": "fen"} if start else {}
    return many(name, title, rules, *((tag + text, game(san, tokens=tokens[0] if tokens else (), **shown)) for text, san, *tokens in cases))


SYMBOLS = [
    unparsed("symbols-with-other-signs", "signs that end no symbol", "pgn.12 pgn.19", *(f"e5{sign}Nf3" for sign in "],%\"'<>:&/=\\|^~`")),
    unparsed("symbols-begin-with-other-signs", "symbols that begin with a sign", "pgn.12 pgn.19", *(f"{sign}e5" for sign in "],%\"'<>:&/=\\|^~`+#")),
    unparsed("symbols-end-with-other-bytes", "bytes that are no white space at the end of a symbol", "pgn.2 pgn.12 pgn.19", "e5\x85Nf3", "e5\u2020Nf3", "e5\u20acNf3"),
    read("symbols-end", "every byte that ends a symbol, but for those that end the game", "pgn.12", ("e4{a}e5", "e4 e5", [PLY, comment("a")]), ("e4(d4)e5", "e4 e5", [PLY, *var("d2d4")]),
         ("e4;a\ne5", "e4 e5", [PLY, line_comment("a")]), ("e4!e5", "e4 e5", [PLY, nag(1)]), ("e4?e5", "e4 e5", [PLY, nag(2)]), ("e4$7e5", "e4 e5", [PLY, nag(7)]), ("e4.e5", "e4 e5"), ("e4 (d4(c4)e5)", "e4",
          [PLY, BEGIN, move("d2d4"), *var("c2c4"), move("e7e5"), END])),
    many("symbols-end-before-text", "bytes that end a symbol and that cannot be parsed", "pgn.12 pgn.19", *((f"1. e4{sign} e5", game("e4", rest=f"{sign} e5")) for sign in ("}", ")", "["))),
    read("parenthesis-after-another-rank", "a piece letter in parentheses directly after another rank is a variation", "pgn.12 pgn.18 pgn.20", ("1. e4(Q) e5", "e4 e5", [PLY, BEGIN, raw("Q"), END]),
         ("1. e4 e5(N)", "e4 e5", [PLIES(2), BEGIN, raw("N"), END])),
    many("parenthesis-after-last-rank", "a piece letter in parentheses after the move of a piece to the last rank belongs to its symbol", "pgn.12 pgn.15 pgn.19",
         ('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8(Q) Kd7', game(tags=[fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")], start="fen", rest="1. Ra8(Q) Kd7"))),
    many("parenthesis-of-two-letters", "two letters in parentheses after the last rank are a variation", "pgn.12 pgn.18 pgn.20",
         ('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8+(QQ) Kd7', game("Ra8+ Kd7", tags=[fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")], start="fen", tokens=[PLY, BEGIN, raw("QQ"), END])),
         ('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8(QQ) Kd7', game("Ra8+ Kd7", tags=[fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")], start="fen", tokens=[PLY, BEGIN, raw("QQ"), END])),
         ('[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra8 (Q) Kd7', game("Ra8+ Kd7", tags=[fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")], start="fen", tokens=[PLY, BEGIN, raw("Q"), END]))),
]

NUMBERS = [
    unparsed("numbers-and-other-bytes", "digits before a byte after which they are no move number", "pgn.13 pgn.19", "2_e5", "2--", "2,", "2:e5", "2]", "2%", "2-", "2/", "2=", "2+", "2é5", "2\"", "1/2"),
    read("numbers-before-signs", "digits before every byte after which they are a move number", "pgn.13", ("1{a}e4", "e4", [comment("a")]), ("1! e4", "e4", [nag(1)]), ("1?e4", "e4", [nag(2)]), ("1$3 e4", "e4", [nag(3)]),
         ("1;a\ne4", "e4", [line_comment("a")]), ("1. e4 1(d4) 1", "e4", [PLY, *var("d2d4")]), ("1. e4 (1. d4 1) 1... e5", "e4 e5", [PLY, *var("d2d4")]), ("1\te4 1\ve5 2\fNf3 2\nNc6 3\rBb5", "e4 e5 Nf3 Nc6 Bb5"),
         ("1e4 1e5 2Nf3 2Nc6 3f1b5 3a6", "e4 e5 Nf3 Nc6 Bb5 a6")),
    unparsed("numbers-kept-before-text", "move numbers directly before text that could not be parsed", "pgn.13 pgn.19", "1 2. 3... zz", "…2.zz", ". zz", "1 }", "2.[", "1... )", "1 zz", "0001. zz"),
    read("null-digits-before-signs", "0000 without dots before every byte that may follow it is a null move", "pgn.13 pgn.15", ("0000", "--"), ("0000{a}0000", "-- --", [PLY, comment("a")]), ("0000!d5", "-- d5", [PLY, nag(1)]),
         ("0000?", "--", [PLY, nag(2)]), ("0000$3", "--", [PLY, nag(3)]), ("0000;a", "--", [PLY, line_comment("a")]), ("e4 (0000) e5", "e4 e5", [PLY, *var("0000")]), ("1. 0000d5", "-- d5"), ("0000\ne5", "-- e5")),
    read("null-digits-that-are-numbers", "0000 with dots, and other zeros, are move numbers", "pgn.13", ("0000.e4", "e4"), ("0000...e4", "e4"), ("000 00 0 e4", "e4"), ("00000e4 000000", "e4")),
    unparsed("null-digits-in-check", "0000 in check", "pgn.13 pgn.15 pgn.19", "0000 g6", "0000", before="1. e4 f6 2. Qh5 ", san=CHECK),
    unparsed("signs-that-are-no-dots", "signs that look like dots", "pgn.13 pgn.19", "‥ e5", "· e5", "。 e5", "・ e5", "․ e5", ": e5", ", e5", "- e5", "– e5"),
    unparsed("ellipsis-cut", "the first bytes of U+2026 and another one", "pgn.13 pgn.19", "\u2025", "\u2027e5", "\u2020e5", "\u20a6"),
    unparsed("nag-numbers-that-are-none", "a dollar sign without a number directly after it", "pgn.14 pgn.19", "$+1", "$", "$$1", "$e5", "$!", "$4294967297", "$42949672950", "$00000000004294967296"),
    read("nag-numbers", "numbers around the widths of integers", "pgn.14", *((f"1. e4 ${number}", "e4", [PLY, nag(int(number))]) for number in
         ("0", "00", "127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648", "4294967294", "4294967295", "004294967295"))),
    read("nag-signs-apart", "signs with blanks between them", "pgn.14", ("1. e4 ! ! e5 ? ?", "e4 e5", [PLY, nag(1), nag(1), PLY, nag(2), nag(2)]), ("1. e4 ! ? e5 ?\n!", "e4 e5", [PLY, nag(1), nag(2), PLY, nag(2), nag(1)]),
         ("1. e4 !{}! e5", "e4 e5", [PLY, nag(1), comment(""), nag(1)])),
    read("comments-keep-blanks", "blanks at both ends of comments of every kind", "pgn.14", ("1. e4 { a \t} ; b \t\n% c \t\n", "e4", [PLY, comment(" a \t"), line_comment(" b \t"), ("escape", " c \t")]),
         ("1. e4 {\r\n a\n\n} ;\v\f\n%\v\f", "e4", [PLY, comment("\r\n a\n\n"), line_comment("\v\f"), ("escape", "\v\f")])),
    read("comments-control-bytes", "bytes 01, 02 and 7F in comments of every kind", "pgn.14", ("1. e4 {a\x02b\x01\x7f} ;a\x02b\x01\n%a\x02\x7f", "e4", [PLY, comment("a\x02b\x01\x7f"), line_comment("a\x02b\x01"), ("escape", "a\x02\x7f")])),
    many("comments-with-backslashes", "backslashes in comments, also before a brace, are bytes like others", "pgn.14 pgn.19", ("1. e4 {a\\\\b \\n &amp;} e5", game("e4 e5", tokens=[PLY, comment("a\\\\b \\n &amp;")])),
         ("1. e4 {a\\} b} e5", game("e4", tokens=[PLY, comment("a\\")], rest="b} e5"))),
    read("nag-signs-in-a-variation", "each sign in a variation", "pgn.14", ("1. e4 (1. d4! d5? 2. c4!! c6?? 3. Nc3!? Nf6?!) e5", "e4 e5", [PLY, BEGIN, move("d2d4"), nag(1), move("d7d5"), nag(2), move("c2c4"), nag(3), move("c7c6"), nag(4),
         move("b1c3"), nag(5), move("g8f6"), nag(6), END])),
    read("comments-within-comments", "signs of other comments in comments of every kind", "pgn.14", ("1. e4 {;%{(} ;{}%;\n%{};%\ne5", "e4 e5", [PLY, comment(";%{("), line_comment("{}%;"), ("escape", "{};%")])),
]

MOVES = [
    many("moves-of-small-letters", "piece letters in small letters", "pgn.15 pgn.19", *((f"1. e4 e5 2. {text}", game("e4 e5", rest=f"2. {text}")) for text in ("qh5", "ke2", "rh3", "nf3", "pd4", "bc4", "Sf3", "Lc4", "Dh5", "Tg1"))),
    many("moves-with-other-signs", "captures with other signs", "pgn.15 pgn.19", *((f"1. e4 d5 2. {text}", game("e4 d5", rest=f"2. {text}")) for text in
         ("e:d5", "eXd5", "ed5:", "exxd5", "ex-d5", "e4--d5", "e×xd5", "e=d5", "e/d5"))),
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
    many("promotions-misspelled", "spellings of promotions that are none", "pgn.15 pgn.19", *((f'[FEN "{PAWNS}"]\n\n1. {text}', game(tags=[fen(PAWNS)], start="fen", rest=f"1. {text}")) for text in
         ("a8:Q", "a8-Q", "a8==Q", "a8=/Q", "a8=QQ", "a8=S", "a8=D", "a8=k", "a8=p", "a8/", "Qa8", "a7a8", "a8=1", "a8xQ", "a8\"Q"))),
    many("promotions-of-other-moves", "promotions of moves that do not promote", "pgn.15 pgn.19", *((f"1. e4 e5 2. {text}", game("e4 e5", rest=f"2. {text}")) for text in ("Nf3=Q", "Nf3N", "d4Q", "d4=Q", "d4/Q", "Ke2=Q", "Bc4b", "g1f3q"))),
    read("castling-with-check-marks", "castling with each check mark", "pgn.15", ("1. O-O# O-O-O+", "O-O O-O-O"), ("1. 0-0-0# 0-0+", "O-O-O O-O"), ("1. o-o+ o-o-o#", "O-O O-O-O"), ("1. O-O! o-o-o?", "O-O O-O-O", [PLY, nag(1), PLY, nag(2)]), start=ROOKS),
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
         game("e4 d5 Nf3 dxe4", tokens=[PLIES(3), BEGIN, move("e4d5"), move("c7c6"), raw("ep 3. d4"), END])),
         ("1. e4 d5 2. exd5 (2. d4) ep", game("e4 d5 exd5", tokens=[PLIES(3), *var("d2d4")], rest="ep"))),
    many("ep-after-the-marker", "ep after a capture by a pawn and a marker", "pgn.15 pgn.17 pgn.19", ("1. e4 d5 2. exd5 1-0 ep", game("e4 d5 exd5", marker="1-0", rest="ep"))),
    read("ep-with-check-marks", "check marks after each spelling of e.p., at the end of a move and apart from it", "pgn.12 pgn.15", *((f"1. exd6{mark}{check} Kf7", "exd6 Kf7") for mark in ("e.p.", "e.p", "ep", " e.p.", " e.p", " ep")
         for check in ("+", "#", "++")), start=PASSANT),
    unparsed("ep-spelled-otherwise", "e.p. in other spellings", "pgn.15 pgn.19", "EP", "E.P.", "epe", "e p", "e.", before="1. e4 d5 2. exd5 ", san="e4 d5 exd5"),
]

MARKERS = [
    unparsed("markers-that-are-none", "texts that look like markers", "pgn.16 pgn.19", "1-1", "0-1-0", "1-O", "O-1", "½-0", "1/2-0", "1/2-1", "1/2", "½", "1/2-", "2-0", "1=0", "1--0", "01-0", "1/2-1/2-1/2",
             "½½", "1/4-3/4", "1-0+", "1−0x"),
    many("markers-spelled", "every marker with every dash and half", "pgn.16", *((f"1. e4 {left}{dash}{right}", game("e4", marker=marker)) for left, right, marker in
         (("1", "0", "1-0"), ("0", "1", "0-1"), ("1/2", "1/2", "1/2-1/2"), ("½", "½", "1/2-1/2"), ("½", "1/2", "1/2-1/2"), ("1/2", "½", "1/2-1/2")) for dash in "-–—−")),
    many("numbers-before-the-marker", "move numbers before a marker, and text after it that could not be parsed", "pgn.17 pgn.19", ("1. e4 2. 1-0 e5", game("e4", marker="1-0", rest="e5")), ("1. e4 2. * e5", game("e4", marker="*", rest="e5")),
         ("1. e4 2. 1/2-1/2 2. e5", game("e4", marker="1/2-1/2", rest="2. e5"))),
    many("tokens-before-and-after-the-marker", "tokens before and after a marker", "pgn.17 pgn.21", ("1. e4 {a} e5 $1 (1... c5) 1-0 {b} ! ;c\n%d\n", game("e4 e5", tokens=[PLY, comment("a"), PLY, nag(1), *var("c7c5"), comment("b"), nag(1),
         line_comment("c"), ("escape", "d")], marker="1-0")), ("1. e4 e5 * {a}", game("e4 e5", tokens=[PLIES(2), comment("a")], marker="*")), ("* {a}", game(tokens=[comment("a")], marker="*"))),
    many("text-after-the-marker", "text after a marker that could not be parsed, after a comment", "pgn.17 pgn.19", *((f"1. e4 1-0 {{a}} {text}", game("e4", tokens=[PLY, comment("a")], marker="1-0", rest=text)) for text in
         ("e5", "(1. d4)", "2", "...", "…", "1-0", "*", ")", "}", "--", "0000", "ep", "$", "[x]", "zz {c} 0-1"))),
    many("marker-of-the-game-before", "games without a marker after one that has one", "pgn.16", ("1. e4 1-0", game("e4", marker="1-0")), ("1. d4", game("d4")), ("1. c4 {a}", game("c4", tokens=[PLY, comment("a")])), ("1. zz", game(rest="1. zz"))),
]

VARIATIONS = [
    read("variations-of-a-move-in-a-variation", "two variations of a move in a variation, and a move after them", "pgn.18", ("1. e4 e5 (1... c5 (1... e6) (1... d6 2. d4) 2. Nf3) 2. Nf3", "e4 e5 Nf3",
          [PLIES(2), BEGIN, move("c7c5"), *var("e7e6"), *var("d7d6", "d2d4"), move("g1f3"), END])),
    read("variations-of-three-depths", "variations that end at several depths, and go on", "pgn.18", ("1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3) e6) 2. c4) e5 (1... c5) 2. Nf3", "e4 e5 Nf3",
          [PLY, BEGIN, move("d2d4"), move("d7d5"), BEGIN, move("g8f6"), move("c2c4"), *var("g1f3"), move("e7e6"), END, move("c2c4"), END, PLY, *var("c7c5")])),
    read("variation-after-a-comment-of-a-move", "a variation after comments of its move, and one after a move that a variation shows", "pgn.18 pgn.21", ("1. e4 {a} $1 (1. d4 {b} (1. c4) {c}) {d} 1... e5", "e4 e5",
          [PLY, comment("a"), nag(1), BEGIN, move("d2d4"), comment("b"), *var("c2c4"), comment("c"), END, comment("d")])),
    read("variation-empty-in-variation", "empty variations in a variation, and comments alone", "pgn.18", ("1. e4 (1. d4 () d5 ({a})) e5", "e4 e5", [PLY, BEGIN, move("d2d4"), BEGIN, END, move("d7d5"), BEGIN, comment("a"), END, END])),
    unparsed("variation-before-any-move", "a variation before the first move", "pgn.18 pgn.19", "() 1. e4", "(1. e4) *", before="", san=""),
    many("variation-before-any-move-after-a-comment", "a variation before the first move, after a comment", "pgn.18 pgn.19", ("{a} 1. (1. e4) e4", game(tokens=[comment("a")], rest="1. (1. e4) e4"))),
    many("variation-of-the-game-before", "a variation before the first move, after a game with moves", "pgn.18 pgn.19", ("1. e4", game("e4")), ("(1. d4) 1. e4", game(rest="(1. d4) 1. e4")), (") 1. e4", game(rest=") 1. e4"))),
    many("variation-open-in-the-game-before", "games after one with an open variation", "pgn.18 pgn.20", ("1. e4 (1. d4 (1. c4", game("e4", rest="(1. d4 (1. c4")), ("1. d4 d5 {a}", game("d4 d5", tokens=[PLIES(2), comment("a")])), ("1. c4", game("c4"))),
    many("tokens-before-unparsed-text", "tokens without a move before text that could not be parsed", "pgn.19", ("{a} $1 zz", game(tokens=[comment("a"), nag(1)], rest="zz")), (";a\n1. zz", game(rest="1. zz", tags=[(";a",)])),
         ("1. {a} e5", game(tokens=[comment("a")], rest="e5"))),
    many("numbers-before-the-end-of-a-variation", "move numbers at the end of a variation, and text after it", "pgn.19 pgn.20", ("1. e4 (1. d4 2.) zz", game("e4", tokens=[PLY, *var("d2d4")], rest="zz")),
         ("1. e4 (1. d4 2.) 1... zz", game("e4", tokens=[PLY, *var("d2d4")], rest="1... zz")), ("1. e4 (1. d4 2. zz) zz", game("e4", tokens=[PLY, BEGIN, move("d2d4"), raw("2. zz"), END], rest="zz"))),
    many("numbers-before-a-variation", "move numbers before a variation, and text in it and after it", "pgn.19 pgn.20", ("1. e4 2. (zz) zz", game("e4", tokens=[PLY, BEGIN, raw("zz"), END], rest="zz")),
         ("1. e4 2. (1. d4 3. (zz) 4. zz) 5. zz", game("e4", tokens=[PLY, BEGIN, move("d2d4"), BEGIN, raw("zz"), END, raw("4. zz"), END], rest="5. zz"))),
    many("second-variation-without-end", "a variation that ends, and one that does not", "pgn.20", ("1. e4 (1. d4) e5 (1... c5", game("e4 e5", tokens=[PLY, *var("d2d4")], rest="(1... c5")),
         ("1. e4 (1. d4) {a} 1... (1. c4 (1. b3)", game("e4", tokens=[PLY, *var("d2d4"), comment("a")], rest="1... (1. c4 (1. b3)")),
         ("1. e4 {a} e5 2. Nf3 (2. d4", game("e4 e5 Nf3", tokens=[PLY, comment("a")], rest="(2. d4"))),
    many("raw-and-then-variation-without-end", "text in a variation that could not be parsed, and then a variation that does not end", "pgn.20", ("1. e4 (zz) e5 (1... c5 (zz) 2. Nf3", game("e4 e5", tokens=[PLY, BEGIN, raw("zz"), END], rest="(1... c5 (zz) 2. Nf3"))),
    many("raw-with-other-parentheses", "parentheses in text that could not be parsed, in comments and line comments of it", "pgn.20", ("1. e4 (zz () (()) {)(} ;)))\n x) e5", game("e4 e5", tokens=[PLY, BEGIN, raw("zz () (()) {)(} ;)))\n x"), END])),
         ("1. e4 (zz {(} ;(\n) e5", game("e4 e5", tokens=[PLY, BEGIN, raw("zz {(} ;(\n"), END])), ("1. e4 (zz ;) e5", game("e4", rest="(zz ;) e5")), ("1. e4 (zz ( ) e5", game("e4", rest="(zz ( ) e5"))),
    many("raw-of-each-reason", "texts in a variation that cannot be parsed", "pgn.18 pgn.20", *((f"1. e4 (1. d4 {text}) e5", game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), raw(text), END])) for text in
         ("1-0", "2. *", "½-½", "}", "[x]", "$", "$4294967296", "e.p.", "O-O", "%x", "2. d4", "zz {b} $1 0-1"))),
    many("tokens-after-raw", "tokens and moves after a variation with text that could not be parsed", "pgn.20 pgn.21", ("1. e4 (1. d4 zz) {a} e5 $1 (1... zz) 2. Nf3 *",
         game("e4 e5 Nf3", tokens=[PLY, BEGIN, move("d2d4"), raw("zz"), END, comment("a"), PLY, nag(1), BEGIN, raw("1... zz"), END], marker="*"))),
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
         ('[Result "*"]\n\n1. e4 {a}', game("e4", tags=[("Result", "*")], tokens=[PLY, comment("a")])), ('[Result "0-1"]\n\n1. zz 0-1', game(tags=[("Result", "0-1")], rest="1. zz 0-1"))),
    ("comment-alone-before-tags", "comments alone, and the tags of another game after them", "pgn.3 pgn.5", b'{a}\n[A "1"]\n{b}\n[B "2"]\n\n{c}',
     [game(tokens=[comment("a")]), game(tags=[("A", "1")], tokens=[comment("b")]), game(tags=[("B", "2")], tokens=[comment("c")])]),
    many("ply-count-tag-and-others", "tags that other programs write about the moves", "pgn.10", ('[PlyCount "99"]\n[Annotator "x"]\n[Termination "normal"]\n\n1. e4', game("e4", tags=[("PlyCount", "99"), ("Annotator", "x"), ("Termination", "normal")]))),
]


def add(chapter_add):
    for case in SYMBOLS + NUMBERS + MOVES + MARKERS + VARIATIONS + PLAY:
        chapter_add(*case)
