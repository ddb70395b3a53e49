"""Vectors of bytes that are not UTF-8, of characters that PGN does not have, and of signs after moves (pgn.29, pgn.30)."""

from pgn_common import (
    A, B, BEGIN, CHECK, END, PLY, PROMOTING, comment, fen, game, line_comment, many, move, nag, plies, raw, read, unparsed
)

BYTES = b"\xff\xc3(\x80\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\xfe"  # no part of it is UTF-8
SHOWN = {"hex": BYTES.hex()}


def shown_bytes(data):
    """Bytes in the form of vectors."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"hex": data.hex()}


ALL = bytes(byte for byte in range(1, 256) if byte not in b"\n\r}")
OTHER_BYTES = [
    ("bytes-in-value", "a value that is not UTF-8", "pgn.9", b'[A "%b"]\n\n*' % BYTES, [game(tags=[("A", SHOWN)], marker="*")]),
    ("bytes-in-name", "a name that is not UTF-8", "pgn.9", b'[W\xfcrde\x80\xff "1"]\n\n*', [game(tags=[(shown_bytes(b"W\xfcrde\x80\xff"), "1")], marker="*")]),
    ("bytes-in-raw-lines", "raw lines that are not UTF-8", "pgn.8 pgn.9", b"[%b\n%%%b\n;%b\n\n*" % (BYTES, BYTES, BYTES), [game(tags=[(shown_bytes(first + BYTES),) for first in (b"[", b"%", b";")], marker="*")]),
    ("bytes-in-names-of-games", "names that are not UTF-8, after blank lines", "pgn.4", b'[\xe4 "1"]\n\n[\xf6 "1"]\n\n[\xe4 "2"]\n\n*',
     [game(tags=[(shown_bytes(b"\xe4"), "1"), (shown_bytes(b"\xf6"), "1")]), game(tags=[(shown_bytes(b"\xe4"), "2")], marker="*")]),
    ("bytes-in-comments", "comments, line comments and escapes that are not UTF-8", "pgn.14", b"1. e4 {%b} ;%b\n%%%b\n*" % (BYTES, BYTES, BYTES),
     [game("e4", tokens=[PLY, comment(SHOWN), line_comment(SHOWN), ("escape", SHOWN)], marker="*")]),
    ("bytes-of-all-values", "every byte but 00 and those that end it, in comments of each kind, a value and a raw line", "pgn.9 pgn.14", b'[A "%b"]\n%%%b\n\n1. e4 {%b} ;%b\n%%%b\n*' % (ALL, ALL, ALL, ALL, ALL),
     [game("e4", [("A", shown_bytes(ALL)), (shown_bytes(b"%" + ALL),)], [PLY, comment(shown_bytes(ALL)), line_comment(shown_bytes(ALL)), ("escape", shown_bytes(ALL))], "*")]),
    ("bytes-in-unparsed-text", "text that could not be parsed and is not UTF-8", "pgn.19", b"1. e4 %b 1-0\n" % BYTES, [game("e4", rest=shown_bytes(BYTES + b" 1-0"))]),
    ("bytes-in-raw", "text in a variation that could not be parsed and is not UTF-8", "pgn.20", b"1. e4 (1. d4 %b) e5 *" % BYTES.replace(b"(", b""),
     [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), raw(shown_bytes(BYTES.replace(b"(", b""))), END], marker="*")]),
    ("bytes-after-unreadable-start", "movetext of an unreadable start that is not UTF-8", "pgn.10", b'[FEN "%b"]\n\n1. e4 %b *\n' % (BYTES, BYTES), [game(tags=[("FEN", SHOWN)], rest=shown_bytes(b"1. e4 " + BYTES + b" *"), start="unreadable")]),
    ("bytes-of-marks-cut", "parts of a byte order mark begin movetext", "pgn.1 pgn.19", b"\xef\xbb*\n\n\xbb\xbf*\n\n\xef\xbb\xbe*", [game(rest=shown_bytes(b"\xef\xbb*")), game(rest=shown_bytes(b"\xbb\xbf*")), game(rest=shown_bytes(b"\xef\xbb\xbe*"))]),
    ("bytes-of-signs-cut", "parts of U+2026 and of dashes are none", "pgn.13 pgn.16 pgn.19", b"1. e4 \xe2\x80 e5\n\n1. e4 1\xe2\x800",
     [game("e4", rest=shown_bytes(text)) for text in (b"\xe2\x80 e5", b"1\xe2\x800")]),
]

CASTLES = "e4 e5 Nf3 Nf6 Bc4 Bc5"
SPACES = "\u00a0\u00ad\u1680\u180e\u2000\u2001\u2005\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u202f\u205f\u2060\u2066\u206f\u3000\ufeff"
CONTROLS = "\x00\x01\x08\x0e\x1a\x1f\x7f"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
SIGNS = {1: "!", 2: "?", 3: "!! ‼", 4: "?? ⁇", 5: "!? ⁉", 6: "?! ⁈", 7: "□ ◻", 10: "=", 13: "∞ ~", 14: "+= ⩲ +/=", 15: "=+ ⩱ =/+", 16: "+/- ±", 17: "-/+ ∓", 18: "+-", 19: "-+",
         20: "+--", 21: "--+", 22: "⨀ ⊙", 26: "○", 32: "⟳ ↑↑", 36: "↑", 40: "→", 44: "=/∞ =∞ ⯹", 132: "⇆ ⇄", 138: "⨁ ⊕", 140: "∆ Δ", 142: "⌓"}
EACH = [(sign, number) for number, signs in SIGNS.items() for sign in signs.split()]
CHARACTERS = [
    read("separators", "each separator between symbols, alone and beside white space", "pgn.29", *((f"1.{s}e4{s}e5 {s}2.{s} Nf3{s}{s}{{a}}{s}", "e4 e5 Nf3", "3 {a}") for s in SPACES + CONTROLS)),
    ("separators-as-windows-1252", "a no-break space and an ellipsis that are no UTF-8", "pgn.29", b"1.\xa0e4\xa01\x85e5\xa0*", [game("e4 e5", marker="*")]),
    ("separators-before-games", "separators before the first tags, between games and at the end", "pgn.1 pgn.29", "\u200b\0[Event \"a\"]\n\n1. e4 *\n\n\0\0\0 \u00a0\n\0[Event \"b\"]\n\n1. d4 *\n\0\0\n".encode(),
     [game("e4", [A], marker="*"), game("d4", [B], marker="*")]),
    ("separators-as-blank-lines", "lines of separators in a tag section", "pgn.2 pgn.29", "[Event \"a\"]\n\u00a0\n[White \"W\"]\n\0\0\n\u3000 \n1. e4 *".encode(), [game("e4", [A, ("White", "W"), ("",)], marker="*")]),
    ("separators-in-movetext-are-no-blank-line", "a line of separators in movetext", "pgn.2 pgn.29", "1. e4\n\u00a0\ne5 *".encode(), [game("e4 e5", marker="*")]),
    ("zeros-before-a-tag", "a byte 00 before a tag on the line of moves ends the game", "pgn.5 pgn.29", b'1. e4 e5\0\0\0[Event "b"]\n\n1. d4 *', [game("e4 e5"), game("d4", [B], marker="*")]),
    ("zeros-in-values", "bytes 00 in values and comments stay", "pgn.29", b'[Event "a\0b"]\n\n1. e4 {x\0y} e5 *', [game("e4 e5", [("Event", "a\0b")], "1 {x\x00y}", "*")]),
    read("dots", "dots of other kinds", "pgn.13 pgn.29", ("1… e4", "e4"), ("1．e4 1．．．e5", "e4 e5"), ("1. e4 1…e5 2.Nf3 2….Nc6", "e4 e5 Nf3 Nc6"), ("1. e4… e5", "e4 e5"), ("… ． e4", "e4")),
    read("digits-full-width", "full-width digits of move numbers", "pgn.13 pgn.29", ("１. e4 e5 ２．Nf3 １２ Nc6", "e4 e5 Nf3 Nc6")),
    read("dashes", "each dash in castling and in moves", "pgn.29", *((f"1. e2{d}e4 e7{d}e5 2. Ng1{d}f3 Ng8{d}f6 3. Bf1{d}c4 Bf8{d}c5 4. O{d}O 0{d}0", CASTLES + " O-O O-O") for d in DASHES)),
    many("dashes-in-markers", "each dash in markers, and halves", "pgn.16 pgn.29", *((f"1{d}0", game(marker="1-0")) for d in DASHES), *((f"½{d}1/2", game(marker="1/2-1/2")) for d in DASHES), ("１－０", game(marker="1-0"))),
    ("dashes-in-markers-as-windows-1252", "dashes and halves that are no UTF-8", "pgn.16 pgn.29", b"1\x960\n\n0\x971\n\n\xbd-\xbd", [game(marker="1-0"), game(marker="0-1"), game(marker="1/2-1/2")]),
    *(("tag-after-a-dash-" + name, "a tag directly after a marker with another dash", "pgn.5 pgn.16", b"1. e4 1" + dash + b'0[Event "b"]\n', [game("e4", marker="1-0"), game(tags=[B])])
      for name, dash in [("2010", "\u2010".encode()), ("2015", "\u2015".encode()), ("ff0d", "\uff0d".encode()), ("96", b"\x96")]),
    ("tag-after-a-marker-of-other-characters", "tags directly after markers of which a digit, the slashes or the star is no ASCII", "pgn.5 pgn.16 pgn.19",
        '1. e4 １-0[Event "b"]\n\n1. e4 1／2-1／2[Event "b"]\n\n1. e4 ＊[Event "b"]\n'.encode(), [game("e4", marker=marker, rest='[Event "b"]') for marker in ("1-0", "1/2-1/2", "*")]),
    many("markers-after-separators", "a marker in text that could not be parsed, directly after separators", "pgn.5 pgn.19 pgn.20 pgn.29",
        ('1. e4 * \u00a01-0 [A "1"]', game("e4", marker="*", rest='\u00a01-0 [A "1"]')), ("1. e4 * \u00a0 \ufeff\u00ad0\u20131 e5", game("e4", marker="*", rest="\ufeff\u00ad0\u20131 e5")),
        ("1. e4 (1. d4 \u00a00-1) e5", game("e4 e5", tokens="1 (d2d4 <\u00a00-1>)")), ("1. e4 * \u00a0*", game("e4", marker="*", rest="*")),
        ("1. e4 * \u00a0e5 1-0", game("e4", marker="*", rest="e5 1-0")), ("1. e4 * \u00a01／2-1／2 e5", game("e4", marker="*", rest="1／2-1／2 e5"))),
    read("figurines", "figurines of both colors", "pgn.29", ("1. ♘f3 ♞c6 2. ♙e4 ♟e5 3. ♗b5 ♝b4 4. ♔e2 ♛e7 5. ♖e1 ♜b8", "Nf3 Nc6 e4 e5 Bb5 Bb4 Ke2 Qe7 Re1 Rb8"), ("1. ♞f3 ♘c6 2. ♟e4", "Nf3 Nc6 e4")),
    read("multiplication-sign", "a multiplication sign for captures", "pgn.29", ("1. e4 d5 2. e×d5 Q×d5", "e4 d5 exd5 Qxd5")),
    read("full-width-letters", "full-width letters, digits and signs", "pgn.29", ("1. ｅ４ ｅ５ 2. Ｎｆ３！？ Ｎｃ６＋", "e4 e5 Nf3 Nc6", "3 $5")),
    many("castling-joined", "castling of both sides without a blank", "pgn.29", ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.O-OO-O 5. d3", game(CASTLES + " O-O O-O d3")), ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0–00–0", game(CASTLES + " O-O O-O")),
         *((f"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. {text}", game(CASTLES, rest=f"4. {text}")) for text in ("O-O-OO-O", "O-OO-O-O", "O-O0-0", "O-OO-O+")),
         ("1. e4 e5 2. Nf3 Nf6 3. Bc4 d6 4. O-OO-O", game("e4 e5 Nf3 Nf6 Bc4 d6 O-O", rest="O-O"))),
    unparsed("characters-of-no-move", "other characters that make no move", "pgn.19 pgn.29", "— e5", "–– e5", "♘", "♘f9", "Ｎ", "×", "１-", "ｅ", "√e5", "Сf6"),
]
SIGNS_AFTER_MOVES = [
    read("signs", "each sign beside a move and apart", "pgn.30", *((f"1. e4{sign} e5 {sign} 2. Nf3", "e4 e5 Nf3", [PLY, nag(number), PLY, nag(number)]) for sign, number in EACH)),
    read("signs-after-check", "signs after marks of check: as few marks as possible", "pgn.30", *((f"1. e4 f6 2. Qh5{text}", CHECK, [plies(3), *map(nag, numbers)]) for text, *numbers in
         [("+-", 18), ("++-", 18), ("#+-", 18), ("+++-", 18), ("+=", 14), ("++=", 14), ("=+", 15), ("-+", 19), ("+-+", 19), ("+/-", 16), ("+±", 16), ("#□", 7), ("+∞", 13), ("+--", 20), ("=/∞", 44)])),
    read("signs-together", "several signs of one symbol, the longest first", "pgn.30", ("1. e4=+= e5 2. Nf3±□", "e4 e5 Nf3", "1 $15 $10 2 $16 $7"), ("1. e4 " + "±" * 8, "e4", [PLY] + [nag(16)] * 8),
         ("1. e4⁉± !?", "e4", "1 $5 $16 $5")),
    unparsed("signs-too-many", "nine signs of one symbol, and a symbol of more than 32 bytes", "pgn.19 pgn.29 pgn.30", "±" * 9, "e5" + "=" * 9, "Nb1xd2=" + "∞" * 9),
    read("signs-after-castling", "signs after castling, en passant and null moves", "pgn.30", ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O± 0-0-+", CASTLES + " O-O O-O", "7 $16 1 $19"),
         ("1. e4 a6 2. e5 d5 3. exd6e.p.=", "e4 a6 e5 d5 exd6", "5 $10"), ("1. e4 -- =", "e4 --", "2 $10"), ("1. e4 --+", "e4", "1 $21")),
    read("signs-after-promotions", "a promotion is before its sign", "pgn.12 pgn.30", *((f"1. {text} Kd7", "a8=Q Kd7", [PLY, nag(number)]) for text, number in [("a8=Q+=", 14), ("a8=Q=", 10), ("a8Q±", 16), ("a8(Q)±", 16), ("a8/Q+-", 18)]),
         *((f"1. {text} Kd7", "a8=Q Kd7") for text in ("a8 = Q", "a8 =Q", "a8= Q", "a8=\tq", "a8\v=\fQ", "a8 = Q+", "a8 =Q#.", "a7a8 = Q")), start=PROMOTING),
    many("promotions-apart-that-are-none", "letters after a move to the last rank that are no promotion", "pgn.12 pgn.19 pgn.30",
         *((f'[FEN "{PROMOTING}"]\n\n1. {text}', game(tags=[fen(PROMOTING)], start="fen", rest=f"1. {text}")) for text in ("a8 Q", "a8 =K", "a8 = Qx", "a8 =\nQ", "a8 =", "a8 N", "a8 =QKd7", "a8 =Q+Kd7"))),
    read("letters", "letters and words after a move", "pgn.30", ("1. e4 N 1... e5", "e4 e5", "1 $146"), ("1. e4 e5 D 2. Nf3 RR Nc6", "e4 e5 Nf3 Nc6", "2 $220 1 $145"),
         ("1. e4 f6 2. Qh5 ch 2... g6 dbl ch mate 3. d4", CHECK + " g6 d4"), ("1. e4 f6 2. Qh5 ch! N", CHECK, "3 $1 $146"),
         ("1. e4 N (1. d4 D) 1... e5 N", "e4 e5", "1 $146 (d2d4 $220) 1 $146"), ("1. e4 N ch D dbl RR", "e4", "1 $146 $220 $145"), ("1. e4 ± N {a}", "e4", "1 $16 $146 {a}"), ("1. e4 d5 2. exd5 ep N", "e4 d5 exd5", "3 $146")),
    unparsed("letters-before-a-square", "letters before what may be a part of a move", "pgn.19 pgn.30", "N c6", "N xd5", "N 1d2", "D h5", "N\u00a0c6", "RR a1", "N ×d5", "N -c6", "ch e5", "N 5x", "N bd7", "N bxc6"),
    many("letters-not-after-a-move", "letters that do not come after a move", "pgn.19 pgn.30", ("1. N f3", game(rest="1. N f3")), ("N 1. e4", game(rest="N 1. e4")), ("1. e4 {a} N", game("e4", tokens="1 {a}", rest="N")),
         ("1. e4 (1. d4) N", game("e4", tokens="1 (d2d4)", rest="N")), ("1. e4 1... N", game("e4", rest="1... N")), ("1. e4 e5 2. N Nf3", game("e4 e5", rest="2. N Nf3")), ("1. e4 * N", game("e4", marker="*", rest="N"))),
    read("checks-apart", "check marks after signs, apart from the move, and before a blank line", "pgn.5 pgn.30", ("1. e4 f6 2. Qh5!+ g6 +\n\n3. d4 ++ N #", CHECK + " g6 d4", "3 $1 2 $146")),
    read("letters-after-numbers", "move numbers before signs that letters and check marks follow", "pgn.13 pgn.30", ("1. e4 1... ! N 1... e5.=+ #", "e4 e5", "1 $1 $146 1 $15")),
    many("checks-not-after-a-move", "check marks after a comment, a number and the marker, and other characters of them", "pgn.19 pgn.30", *((f"1. e4 {text} e5", game("e4", rest=f"{text} e5")) for text in ("1... +", "＋")),
         ("1. e4 {a} # e5", game("e4", tokens="1 {a}", rest="# e5")), ("1. e4 * ++", game("e4", marker="*", rest="++"))),
    unparsed("letters-beside-a-move", "letters directly after a move", "pgn.19 pgn.30", "e5N", "e5D", "Nc6N", "e5ch", "n", "Ch", "d", "check", "Nov"),
    read("signs-without-a-move", "signs before the first move, after comments and after the marker", "pgn.17 pgn.30", ("± 1. e4", "e4", "$16"), ("1. e4 {a} = e5", "e4 e5", "1 {a} $10"), ("1. e4 (± 1. d4) e5", "e4 e5", "1 ($16 d2d4)")),
    ("signs-after-the-marker", "signs after the marker", "pgn.17 pgn.30", "1. e4 1-0 +- ±".encode(), [game("e4", tokens="1 $18 $16", marker="1-0")]),
    read("signs-in-parentheses", "signs in parentheses are comments", "pgn.30", *((f"1. e4 {text} e5", "e4 e5", [PLY, comment(text)]) for text in ("(=)", "( =\t)", "(!)", "(?!± !!)", "(⩲)", "(＝)")),
         ("1. e4 1... (=) e5", "e4 e5", "1 {(=)}"), ("1. e4 {a} (=) {b} e5", "e4 e5", "1 {a} {(=)} {b}"),
         ("1. e4 (1. d4 (=) (!)) e5", "e4 e5", "1 (d2d4 {(=)} {(!)})")),
    read("signs-in-variations", "variations of signs and something else", "pgn.18 pgn.30", ("1. e4 (=\n) e5", "e4 e5", "1 ($10)"), ("1. e4 ($10) e5", "e4 e5", "1 ($10)"),
         ("1. e4 (= {x}) e5", "e4 e5", "1 ($10 {x})"), ("1. e4 (= 1. d4) e5", "e4 e5", "1 ($10 d2d4)")),
    ("signs-in-parentheses-after-the-marker", "signs in parentheses after the marker, where no variation can begin", "pgn.17 pgn.19 pgn.30", b"1. e4 1-0 (=)", [game("e4", marker="1-0", rest="(=)")]),
    unparsed("signs-in-parentheses-without-end", "signs in parentheses without an end", "pgn.20 pgn.30", "(± ="),
    unparsed("signs-in-parentheses-without-end-on-their-line", "signs in parentheses that do not end on their line", "pgn.20 pgn.30", "(±\n1... e5"),
    ("signs-in-parentheses-first", "signs in parentheses before the first move", "pgn.18 pgn.30", b"(=) 1. e4", [game(rest="(=) 1. e4")]),
    unparsed("signs-that-are-none", "signs that are none", "pgn.19 pgn.30", "-", "/", "+/", "=-", "e5=-", "e5-", "e5±zz", "±e5", "≠", "e5/"),
    ("signs-and-blank-lines", "a game goes on after a blank line with a sign, and with moves that have signs before it", "pgn.5 pgn.30", "1. e4± e5 N\n\n+/- 2. Nf3 =\n\n2... Nc6 ch\n\n3. Bb5".encode(),
     [game("e4 e5 Nf3 Nc6 Bb5", tokens="1 $16 1 $146 $16 1 $10")]),
    ("letter-after-a-blank-line", "a letter after a blank line begins another game", "pgn.5 pgn.30", b"1. e4 e5\n\nN 2. Nf3", [game("e4 e5"), game(rest="N 2. Nf3")]),
    ("blank-line-after-joined-castling", "two moves of a symbol count as two", "pgn.5 pgn.29", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-OO-O\n\n5．d3".encode(), [game(CASTLES + " O-O O-O d3")]),
]
