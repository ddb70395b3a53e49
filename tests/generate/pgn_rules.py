"""Vectors of each rule of PGN text (pgn.1 to pgn.21), one or a few of each. The games were written by hand, by the rules of the chapter."""

from pgn_common import A, B, BOM, CASTLING, KING_OR_CASTLING, ONE, PASSANT, PLY, TWO, comment, game, nag

SOURCES = [
    # pgn.1: marks are skipped where a game could begin.
    ("mark-at-start", "a byte order mark at the start", "pgn.1", BOM + b'[Event "a"]\n\n1. e4 *\n', [game("e4", [A], marker="*")]),
    ("mark-between-games", "a byte order mark between games", "pgn.1", b"1. e4 *\n\n" + BOM + b"1. d4 *\n", [game("e4", marker="*"), game("d4", marker="*")]),
    ("mark-before-tags", "a byte order mark before a tag line that begins a game", "pgn.1 pgn.5",
     b'1. e4\n' + BOM + b'[Event "b"]\n\n1. d4 *\n', [game("e4"), game("d4", [B], marker="*")]),
    # pgn.2
    ("lines-cr", "lines that end with CR", "pgn.2", b'[Event "a"]\r\r1. e4 ; x\r*\r', [game("e4", [A], [PLY, ("line_comment", " x")], "*")]),
    ("lines-crlf", "lines that end with CRLF", "pgn.2", b'[Event "a"]\r\n\r\n1. e4 ; x\r\n*\r\n', [game("e4", [A], [PLY, ("line_comment", " x")], "*")]),
    ("blanks", "a line of tab, VT and FF is blank", "pgn.2 pgn.5", b"1. e4\n\t\v\f\n1. d4\n", [game("e4"), game("d4")]),
    # pgn.3
    ("no-tags", "movetext alone", "pgn.3", b"\n\n1. e4 e5 *", [game("e4 e5", marker="*")]),
    ("no-movetext", "tags alone", "pgn.3", b'[Event "a"]\n', [game(tags=[A])]),
    ("nothing", "no text", "pgn.3", b"\n \n", []),
    ("one-blank-line", "one blank line before the movetext", "pgn.3 pgn.8", b'[Event "a"]\n\n1. e4 *\n', [game("e4", [A], marker="*")]),
    ("no-blank-line", "no blank line before the movetext", "pgn.3 pgn.8", b'[Event "a"]\n1. e4 *\n', [game("e4", [A], marker="*")]),
    # pgn.4
    ("tags-continue", "another tag name after a blank line", "pgn.4", b'[Event "a"]\n\n[White "W"]\n\n1. e4 *\n', [game("e4", [A, ("White", "W")], marker="*")]),
    ("tags-begin-by-event", "an Event tag after a blank line", "pgn.4", b'[White "W"]\n\n[Event "b"]\n\n1. e4 *\n', [game(tags=[("White", "W")]), game("e4", [B], marker="*")]),
    ("tags-begin-by-repeated-name", "a name that the section has, after a blank line", "pgn.4", b'[White "W"]\n\n[White "V"]\n\n*\n',
     [game(tags=[("White", "W")]), game(tags=[("White", "V")], marker="*")]),
    ("tags-begin-with-comment", "a line comment between blank line and tags belongs to the new game", "pgn.4", b'[White "W"]\n\n; x\n[White "V"]\n\n*\n',
     [game(tags=[("White", "W")]), game(tags=[("; x",), ("White", "V")], marker="*")]),
    ("tags-name-of-bad-line", "the name of a line that is no pair counts", "pgn.4 pgn.9", b'[White W]\n\n[White "V"]\n\n*\n',
     [game(tags=[("[White W]",)]), game(tags=[("White", "V")], marker="*")]),
    ("tags-repeat", "a repeated name without a blank line", "pgn.4 pgn.9", b'[White "W"]\n[White "V"]\n\n*\n', [game(tags=[("White", "W"), ("White", "V")], marker="*")]),
    # pgn.5
    ("movetext-ends-at-blank-line", "a blank line ends movetext", "pgn.5", b"1. e4\n\n1. d4\n", [game("e4"), game("d4")]),
    ("movetext-ends-at-tag", "a tag line ends movetext", "pgn.5", b'1. e4\n[Event "b"]\n\n1. d4\n', [game("e4"), game("d4", [B])]),
    ("movetext-ends-at-tag-after-marker", "a tag directly after a marker begins the next game", "pgn.5",
     b'1. e4 1-0[Event "b"]\n[White "W"]\n\n1. d4 *\n', [game("e4", marker="1-0"), game("d4", [B, ("White", "W")], marker="*")]),
    ("movetext-ends-at-tag-after-marker-and-mark", "blanks and a byte order mark between marker and tag", "pgn.1 pgn.5",
     b"1. e4* \t" + BOM + b'[Event "b"]\n\n1. d4 1/2-1/2[Event "a"]\n', [game("e4", marker="*"), game("d4", [B], marker="1/2-1/2"), game(tags=[A])]),
    ("tag-after-marker-in-comment", "a marker and a tag in a comment begin no game", "pgn.5",
     b'1. e4 {1-0[Event "b"]} e5 *\n', [game("e4 e5", tokens='1 {1-0[Event "b"]}', marker="*")]),
    ("bracket-after-marker", "a bracket after a marker that begins no tag pair", "pgn.5 pgn.17 pgn.19", b"1. e4 1-0[Event b]\n", [game("e4", marker="1-0", rest="[Event b]")]),
    ("tag-after-symbol", "a marker that is not the whole symbol", "pgn.5 pgn.12 pgn.19", b'1. e4 e51-0[Event "b"]\n', [game("e4", rest='e51-0[Event "b"]')]),
    ("tag-on-line-after-marker", "a bracket behind blanks on the next line begins no game", "pgn.5 pgn.19", b'1. e4 1-0\n [Event "b"]\n',
     [game("e4", marker="1-0", rest='[Event "b"]')]),
    ("movetext-bracket-without-letter", "a bracket without a letter does not", "pgn.5 pgn.19", b"1. e4\n[%x] e5\n", [game("e4", rest="[%x] e5")]),
    ("comment-with-blank-line", "a blank line in a comment", "pgn.5 pgn.14", b"1. e4 {a\n\nb} e5 *\n", [game("e4 e5", tokens="1 {a\n\nb}", marker="*")]),
    ("comment-with-tag", "a tag line in a comment", "pgn.5", b'1. e4 {a\n[Event "b"]\n} e5 *\n', [game("e4 e5", tokens='1 {a\n[Event "b"]\n}', marker="*")]),
    ("comment-with-tag-after-blank-line", "one tag after a blank line in a comment", "pgn.5",
     b'1. e4 {a\n\n[Event "b"]\n\n1. d4} e5 *\n', [game("e4 e5", tokens='1 {a\n\n[Event "b"]\n\n1. d4}', marker="*")]),
    ("brace-in-line-comment", "a brace in a line comment opens none", "pgn.5", b"1. e4 ; {\n\n1. d4 *\n", [game("e4", tokens=[PLY, ("line_comment", " {")]), game("d4", marker="*")]),
    ("brace-in-escape", "a brace in an escape opens none", "pgn.5 pgn.14", b"1. e4\n% {\n\n1. d4 *\n", [game("e4", tokens=[PLY, ("escape", " {")]), game("d4", marker="*")]),
    # pgn.8, pgn.9
    ("two-blank-lines", "two blank lines before the movetext are an empty raw line", "pgn.8", b'[Event "a"]\n\n\n1. e4 *\n', [game("e4", [A, ("",)], marker="*")]),
    ("raw-lines", "lines with percent and semicolon among the tags", "pgn.8 pgn.9", b'%one\n[Event "a"]\n;two\n\n*\n', [game(tags=[("%one",), A, (";two",)], marker="*")]),
    ("pair-blanks", "blanks in a pair", "pgn.9", b'[ \tEvent\t "a" ] \n\n*\n', [game(tags=[A], marker="*")]),
    ("pair-no-blanks", "a pair without blanks", "pgn.9", b'[Event"a"]\n\n*\n', [game(tags=[A], marker="*")]),
    ("pair-quotes", "the value extends to the last quote", "pgn.9", b'[Event "a"b"]\n\n*\n', [game(tags=[("Event", 'a"b')], marker="*")]),
    ("pair-backslashes", "backslashes are kept", "pgn.9", b'[Event "a\\"b\\\\"]\n\n*\n', [game(tags=[("Event", 'a\\"b\\\\')], marker="*")]),
    ("pair-empty-value", "an empty value", "pgn.9", b'[Event ""]\n\n*\n', [game(tags=[("Event", "")], marker="*")]),
    ("pair-text-after", "text after the bracket makes a raw line", "pgn.9", b'[Event "a"] x\n\n*\n', [game(tags=[('[Event "a"] x',)], marker="*")]),
    ("pair-bracket-in-value", "a bracket in a value", "pgn.9", b'[Event "a]"]\n\n*\n', [game(tags=[("Event", "a]")], marker="*")]),
    # pgn.10
    ("fen", "a start from a tag", "pgn.10", b'[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n', [game("e4", [("FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")], marker="*", start="fen")]),
    ("fen-not-playable", "a start that is not playable", "pgn.10", b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n',
     [game(tags=[("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")], rest="1. e4 *", start="unreadable")]),
    ("variant", "another game than chess", "pgn.10", b'[Variant "Three-check"]\n\n1. e4 *\n', [game(tags=[("Variant", "Three-check")], rest="1. e4 *", start="unreadable")]),
    ("variant-chess960", "a variant that is chess", "pgn.10", b'[Variant "Chess960"]\n\n1. e4 *\n', [game("e4", [("Variant", "Chess960")], marker="*")]),
    # pgn.11 to pgn.14
    ("no-spaces", "tokens without spaces", "pgn.11 pgn.12 pgn.13", b"1.e4{a}e5$1(1...c5)2.Nf3*",
     [game("e4 e5 Nf3", tokens="1 {a} 1 $1 (c7c5)", marker="*")]),
    ("move-numbers", "numbers that are wrong, dots alone, and an ellipsis", "pgn.13", b"7. e4 7... e5 . Nf3 \xe2\x80\xa6 Nc6 12 Bb5 *", [game("e4 e5 Nf3 Nc6 Bb5", marker="*")]),
    ("null-digits", "0000 without dots is a null move", "pgn.13 pgn.15", b"1. e4 0000 2. d4 *", [game("e4 -- d4", marker="*")]),
    ("nags", "numbers and signs", "pgn.14", b"1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $10$0 Nf6!!! *",
     [game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", tokens="1 $1 1 $2 1 $3 1 $4 1 $5 1 $6 1 $10 $0 1 $3 $1", marker="*")]),
    ("nag-largest", "the largest number", "pgn.14", b"1. e4 $4294967295 *", [game("e4", tokens="1 $4294967295", marker="*")]),
    ("nag-too-large", "a number above the largest", "pgn.14 pgn.19", b"1. e4 $4294967296 e5", [game("e4", rest="$4294967296 e5")]),
    ("comments", "braces, a line comment and an escape", "pgn.14 pgn.21", b"{a} 1. e4 {} e5 ;b\n%c\n2. Nf3 %d\n",
     [game("e4 e5 Nf3", tokens=[comment("a"), PLY, comment(""), PLY, ("line_comment", "b"), ("escape", "c")], rest="%d")]),
    ("comment-braces", "comments do not nest", "pgn.14 pgn.19", b"1. e4 {a {b} c} e5", [game("e4", tokens="1 {a {b}", rest="c} e5")]),
    # pgn.15
    ("moves-spelled", "other spellings of moves", "pgn.15", b"1. e2e4 Pe7-e5 2. Ng1-f3 Nb8c6 3. f1b5 a7a6+ 4. Bb5xc6 d7xc6 5. 0-0 Bd6# 6. Re1 o-o-o",
     [game("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Bd6 Re1", rest="o-o-o")]),
    ("castling-as-king-move", "castling as a move of the king to its square, or to the rook", "pgn.15",
     b'[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. e1g1 e8a8 *', [game("O-O O-O-O", [("FEN", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")], marker="*", start="fen")]),
    ("castling-letters", "castling with zeros and small letters", "pgn.15",
     b'[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]\n\n1. 0-0 o-o-o *', [game("O-O O-O-O", [("FEN", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")], marker="*", start="fen")]),
    ("promotions", "spellings of promotions", "pgn.15 pgn.12",
     b'[FEN "4k3/PPPP4/8/8/8/8/pppp4/4K3 w - - 0 1"]\n\n1. dxe8=Q', [game(tags=[("FEN", "4k3/PPPP4/8/8/8/8/pppp4/4K3 w - - 0 1")], rest="1. dxe8=Q", start="unreadable")]),
    ("promotion-forms", "a letter alone, after a sign, in parentheses, small", "pgn.15 pgn.12",
     b'[FEN "8/PPPP2k1/8/8/8/8/6K1/8 w - - 0 1"]\n\n1. a8Q Kf7 2. b8/r Kg7 3. c8(N) Kf7 4. d8=b *',
     [game("a8=Q Kf7 b8=R Kg7 c8=N Kf7 d8=B", [("FEN", "8/PPPP2k1/8/8/8/8/6K1/8 w - - 0 1")], marker="*", start="fen")]),
    ("ambiguous", "a move that two pieces can make", "pgn.15 pgn.19", b"1. Nf3 Nf6 2. d3 d6 3. Nd2 Nc6", [game("Nf3 Nf6 d3 d6", rest="3. Nd2 Nc6")]),
    ("pinned-is-not-ambiguous", "only legal moves count", "pgn.15", b'[FEN "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"]\n\n1. Ne2 *',
     [game("Ne2", [("FEN", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1")], marker="*", start="fen")]),
    ("pawn-without-file", "a capture of a pawn without its file is a push", "pgn.15 pgn.19", b"1. e4 d5 2. d5", [game("e4 d5", rest="2. d5")]),
    ("null-spelled", "spellings of the null move", "pgn.15", b"1. -- Z0 2. null @@@@ 3. e4 *", [game("-- -- -- -- e4", marker="*")]),
    ("null-in-check", "a null move in check", "pgn.15 pgn.19", b"1. e4 f6 2. Qh5+ -- *", [game("e4 f6 Qh5+", rest="-- *")]),
    ("en-passant-mark", "e.p. after a capture", "pgn.15 pgn.12", b"1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 e.p. 4. d4 *", [game("e4 a6 e5 d5 exd6 cxd6 d4", marker="*")]),
    # pgn.16, pgn.17
    ("markers", "every marker", "pgn.16", b"1. e4 1-0\n\n1. e4 0-1\n\n1. e4 1/2-1/2\n\n1. e4 *\n", [game("e4", marker=m) for m in ("1-0", "0-1", "1/2-1/2", "*")]),
    ("markers-dashes", "other dashes and a half", "pgn.16", "1. e4 1–0\n\n1. e4 0—1\n\n1. e4 ½−½\n\n1. e4 1/2–1/2\n".encode(),
     [game("e4", marker=m) for m in ("1-0", "0-1", "1/2-1/2", "1/2-1/2")]),
    ("after-the-marker", "comments and numbers after the marker", "pgn.17", b"1. e4 1-0 {a} $1 ;b\n", [game("e4", tokens=[PLY, comment("a"), nag(1), ("line_comment", "b")], marker="1-0")]),
    ("move-after-the-marker", "a move after the marker", "pgn.17 pgn.19", b"1. e4 1-0 e5", [game("e4", marker="1-0", rest="e5")]),
    # pgn.18
    ("variations", "nested variations", "pgn.18 pgn.21", b"1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 *",
     [game("e4 e5 Nf3", tokens="2 (c7c5 g1f3 (c2c3 d7d5) d7d6)", marker="*")]),
    ("variation-before-a-move", "a variation before the first move", "pgn.18 pgn.19", b"(1. d4) 1. e4", [game(rest="(1. d4) 1. e4")]),
    ("variation-in-variation-first", "a variation before the first move of a variation", "pgn.18 pgn.20", b"1. e4 ((1. c4)) e5 *",
     [game("e4 e5", tokens="1 (<(1. c4)>)", marker="*")]),
    ("marker-in-variation", "a marker in a variation", "pgn.18 pgn.20", b"1. e4 (1. d4 1-0) e5 *", [game("e4 e5", tokens="1 (d2d4 <1-0>)", marker="*")]),
    ("variation-empty", "an empty variation", "pgn.18", b"1. e4 () e5 *", [game("e4 e5", tokens="1 ()", marker="*")]),
    # pgn.19, pgn.20
    ("unparsed", "text that is no move, with its number", "pgn.19", b"1. e4 e5 2. Nf9 Nc6 1-0 \n", [game("e4 e5", rest="2. Nf9 Nc6 1-0")]),
    ("unparsed-numbers", "all numbers directly before it", "pgn.19", b"1. e4 e5 2. 2. Nf9", [game("e4 e5", rest="2. 2. Nf9")]),
    ("unparsed-after-comment", "a comment separates the number from the text", "pgn.19", b"1. e4 2. {a} Nf9", [game("e4", tokens="1 {a}", rest="Nf9")]),
    ("raw-in-variation", "text that is no move, up to the end of the variation", "pgn.20", b"1. e4 (1. d4 d5 2. Zz (x {)} y) z) e5 *",
     [game("e4 e5", tokens="1 (d2d4 d7d5 <2. Zz (x {)} y) z>)", marker="*")]),
    ("variation-without-end", "a variation that does not end", "pgn.20", b"1. e4 e5 (1... c5 2. Nf3", [game("e4 e5", rest="(1... c5 2. Nf3")]),
    ("variation-without-end-inside", "an inner variation that does not end: the outermost is unparsed", "pgn.20",
     b"1. e4 e5 (1... c5 (1... c6) 2. Nf3 (2. c3", [game("e4 e5", rest="(1... c5 (1... c6) 2. Nf3 (2. c3")]),
    ("end-without-begin", "an end without a variation", "pgn.18 pgn.19", b"1. e4 ) e5", [game("e4", rest=") e5")]),
    # pgn.21
    ("plies-counted", "nothing is counted after the last token", "pgn.21", b"1. e4 {a} e5 2. Nf3 *", [game("e4 e5 Nf3", tokens="1 {a}", marker="*")]),
    ("nag-in-variation", "tokens in a variation", "pgn.21", b"1. e4 (1. d4 $1 d5 {a}) *",
     [game("e4", tokens="1 (d2d4 $1 d7d5 {a})", marker="*")]),
]
NAMES = [(f"T{n}", "x") for n in range(12)]
# Each finds a fault that the others do not.
EDGES = [
    ("tags-after-line-comment", "a tag section that begins with a line comment and a blank line goes on", "pgn.4", b';c\n\n[Event "a"]\n\n*\n', [game(tags=[(";c",), A], marker="*")]),
    ("tags-begin-by-twelfth-name", "the twelfth name of the section, after a blank line", "pgn.4",
     "".join(f'[{name} "{value}"]\n' for name, value in NAMES).encode() + b'\n[T11 "y"]\n\n*\n', [game(tags=NAMES), game(tags=[("T11", "y")], marker="*")]),
    ("three-blank-lines", "three blank lines before the movetext", "pgn.8", b'[Event "a"]\n\n\n\n1. e4 *\n', [game("e4", [A, ("",)], marker="*")]),
    ("blank-lines-around-percent", "a blank line before a line with percent, and one after it", "pgn.8", b'[Event "a"]\n\n%x\n\n1. e4 *\n', [game("e4", [A, ("%x",)], marker="*")]),
    ("comment-with-event-date", "a tag whose name begins with Event, after a blank line in a comment", "pgn.5", b'1. e4 {a\n\n[EventDate "x"] b} e5 *\n',
     [game("e4 e5", tokens='1 {a\n\n[EventDate "x"] b}', marker="*")]),
    ("comment-with-tag-after-blank-lines", "tags of another game after two blank lines end even a comment", "pgn.5 pgn.19", b'1. e4 {a\n\n\n[Event "b"]\n[White "W"]\n\n*\n',
     [game("e4", rest="{a"), game(tags=[B, ("White", "W")], marker="*")]),
    ("movetext-ends-at-tag-with-digit", "a tag whose name begins with a digit ends movetext", "pgn.5", b'1. e4 e5\n[1a "x"]\n\n*\n', [game("e4 e5"), game(tags=[("1a", "x")], marker="*")]),
    ("tag-after-marker-after-comment", "a tag after a marker directly after a comment", "pgn.5", b'1. e4 {c}1-0 [Event "a"]\n\n*\n',
     [game("e4", tokens="1 {c}", marker="1-0"), game(tags=[A], marker="*")]),
    ("variant-contains", "a variant whose name contains that of another game", "pgn.10", b'[Variant "Crazyhouse 960"]\n\n1. e4 *\n',
     [game(tags=[("Variant", "Crazyhouse 960")], rest="1. e4 *", start="unreadable")]),
    ("nag-without-digits", "a dollar sign without digits", "pgn.14 pgn.19", b"1. e4 $ e5 *", [game("e4", rest="$ e5 *")]),
    ("star-in-variation", "an asterisk in a variation", "pgn.18 pgn.20", b"1. e4 (1. d4 *) e5 *", [game("e4 e5", tokens="1 (d2d4 <*>)", marker="*")]),
    ("raw-with-line-comment", "the end of a variation in a line comment is none", "pgn.20", b"1. e4 (1. d4 xx ;)\n) e5 *", [game("e4 e5", tokens="1 (d2d4 <xx ;)\n>)", marker="*")]),
    ("en-passant-mark-without-dots", "ep after a capture", "pgn.15", f'[FEN "{PASSANT[1]}"]\n\n1. exd6 ep *'.encode(), [game("exd6", [PASSANT], marker="*", start="fen")]),
    ("castling-without-from-square", "the king's move to its square after castling, without its from-square", "pgn.15 pgn.19", f'[FEN "{CASTLING[1]}"]\n\n1. Kg1 *'.encode(),
     [game("", [CASTLING], rest="1. Kg1 *", start="fen")]),
    ("promotion-before-the-last-rank", "a promotion of a pawn that does not promote", "pgn.15 pgn.19", b"1. e4=Q *", [game(rest="1. e4=Q *")]),
]

STAYS = ("FEN", "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1")


def from_fen(tag, text):
    return f'[FEN "{tag[1]}"]\n\n{text}'.encode()


def started(tag, name, title, text, san, **shown):
    """A case of one game with a custom start."""
    return name, title, "pgn.15", from_fen(tag, text), [game(san, [tag], start="fen", **shown)]


def ignored(name, title, text, san="exd6"):
    return started(PASSANT, name, title, text + " *", san, marker="*")


def unparsed_after(name, title, text, rest, san="exd6", tokens=()):
    return started(PASSANT, name, title, text, san, rest=rest, tokens=tokens)


MORE = [
    # pgn.1, pgn.4, pgn.8, pgn.10
    ("bom-before-a-tag-in-tags", "a byte order mark before a tag begins a game, also in a tag section", "pgn.1 pgn.8", b'[A "1"]\n' + BOM + b'[B "2"]\n\n*',
     [game(tags=[ONE]), game(tags=[TWO], marker="*")]),
    ("bom-before-a-raw-line-in-tags", "a byte order mark before a bracket and a blank begins no game", "pgn.1 pgn.8", b'[A "1"]\n' + BOM + b'[ B "2"]\n*',
     [game(tags=[ONE, TWO], marker="*")]),
    ("bom-before-another-name-after-a-blank-line", "a byte order mark before a tag of another name begins a game", "pgn.1 pgn.4", b'[A "1"]\n\n' + BOM + b'[B "2"]\n\n*',
     [game(tags=[ONE]), game(tags=[TWO], marker="*")]),
    ("bom-before-an-escape-in-tags", "a byte order mark before a line with percent begins movetext", "pgn.1 pgn.8", b'[A "1"]\n' + BOM + b'%x\n*',
     [game(tags=[ONE], rest="%x\n*")]),
    ("blank-lines-after-an-escape-alone", "two blank lines after a tag section without tags", "pgn.8", b"%x\n\n\n1. e4 *", [game("e4", [("%x",), ("",)], marker="*")]),
    ("blank-lines-before-an-escape", "two blank lines that are not before the movetext", "pgn.8", b'[A "1"]\n\n\n%x\n1. e4 *', [game("e4", [ONE, ("%x",)], marker="*")]),
    ("blank-lines-of-blanks", "three blank lines before the movetext, two of them with blanks", "pgn.8", b'[A "1"]\n \n\t\n\n1. e4 *', [game("e4", [ONE, ("",)], marker="*")]),
    ("blank-lines-at-the-end", "two blank lines, and no movetext", "pgn.8", b'[A "1"]\n\n\n', [game(tags=[ONE])]),
    ("marker-of-an-unreadable-start", "the marker of a game with unreadable start is a part of its text", "pgn.10", b'[Variant "Atomic"]\n\n1. e4 1-0',
     [game(tags=[("Variant", "Atomic")], rest="1. e4 1-0", start="unreadable")]),
    # pgn.13
    ("digits-at-the-end", "digits at the end of the text are a move number", "pgn.13", b"1. e4 e5 2", [game("e4 e5")]),
    ("digits-before-a-brace", "digits before a brace and a parenthesis are move numbers", "pgn.13", b"1. e4 1{c}e5 2(zz", [game("e4 e5", tokens="1 {c}", rest="2(zz")]),
    ("digits-before-another-letter", "digits before a letter that is not ASCII are no move number", "pgn.13", "1. e4 1é5".encode(), [game("e4", rest="1é5")]),
    ("ellipsis-after-digits", "digits before U+2026 are a move number", "pgn.13", "1. e4 1… e5".encode(), [game("e4 e5")]),
    ("ellipsis-apart-from-digits", "U+2026 after digits and a space", "pgn.13", "1. e4 1 … e5".encode(), [game("e4 e5")]),
    ("ellipsis-after-dots", "U+2026 after digits and dots", "pgn.13", "1. e4 1..…e5".encode(), [game("e4 e5")]),
    ("ellipsis-before-dots", "U+2026 before dots", "pgn.13", "1. e4 …..e5".encode(), [game("e4 e5")]),
    ("null-with-dots", "0000 with a dot is a move number", "pgn.13", b"1. e4 0000. e5", [game("e4 e5")]),
    # pgn.15: castling
    started(KING_OR_CASTLING, "king-move-or-castling", "a move of the king to its square after castling, where the king could move there", "1. f1g1 *", "Kg1", marker="*"),
    started(KING_OR_CASTLING, "king-to-rook", "castling as a move to the rook, where the king could move to its square after castling", "1. f1h1 *", "O-O", marker="*"),
    started(KING_OR_CASTLING, "castling-letters-where-the-king-could-move", "castling by letters, where the king could move to its square after castling", "1. O-O *", "O-O", marker="*"),
    started(STAYS, "castling-where-the-king-stays", "castling as a move of the king to the square on which it stays", "1. c1c1 *", "O-O-O", marker="*"),
    # pgn.15: e.p.
    ignored("e-p-apart", "e.p. apart from its capture", "exd6 e.p."),
    ignored("e-p-without-last-dot", "e.p without the last dot", "exd6 e.p"),
    ignored("e-p-joined-without-last-dot", "e.p without the last dot, joined to its capture", "exd6e.p"),
    ignored("ep-joined", "ep joined to its capture", "exd6ep"),
    ignored("ep-after-a-move-number", "a move number between capture and ep", "exd6 2. ep"),
    unparsed_after("ep-after-a-comment", "a comment between capture and ep", "exd6 {c} ep *", "ep *", tokens="1 {c}"),
    unparsed_after("ep-after-a-nag", "a NAG between capture and ep", "exd6! ep *", "ep *", tokens="1 $1"),
    ignored("ep-twice", "ep twice after a capture", "exd6 ep ep"),
    unparsed_after("ep-after-a-push", "ep after a push", "e6 ep *", "ep *", "e6"),
    ignored("ep-joined-to-a-push", "ep joined to a push", "e6ep", "e6"),
    ignored("ep-joined-to-a-king-move", "ep joined to a move of the king", "Kd2ep", "Kd2"),
    ignored("ep-after-a-pawn-with-its-letter", "ep after a capture by a pawn with its letter", "Pexd6 ep"),
    ignored("ep-after-a-pawn-from-its-square", "ep after a capture by a pawn from its square", "e5d6 ep"),
    ("ep-after-a-capture-by-the-king", "ep after a capture by the king that is written without its letter", "pgn.15", b"1. e4 d5 2. exd5 Qxd5 3. Qh5 Qe5 4. Kd1 Qe2 5. d1e2 ep",
     [game("e4 d5 exd5 Qxd5 Qh5 Qe5+ Kd1 Qe2+ Kxe2", rest="ep")]),
    ("ep-after-another-capture", "ep after a capture by a pawn that is not en passant", "pgn.15", b"1. e4 d5 2. exd5 ep *", [game("e4 d5 exd5", marker="*")]),
    ("ep-after-another-variation", "ep after a variation that ends with a capture by a pawn", "pgn.15", b"1. e4 d5 2. Nf3 (2. exd5) ep",
     [game("e4 d5 Nf3", tokens="3 (e4d5)", rest="ep")]),
    ("ep-at-the-start-of-a-variation", "ep at the start of a variation, after a capture by a pawn", "pgn.15 pgn.20", b"1. e4 d5 2. exd5 (ep 2. d4) *",
     [game("e4 d5 exd5", tokens="3 (<ep 2. d4>)", marker="*")]),
    unparsed_after("ep-in-capitals", "EP in capitals", "exd6 EP *", "EP *"),
    # pgn.20
    ("number-before-an-open-variation", "a move number directly before a variation that stays open", "pgn.20", b"1. e4 e5 2. (2. d4 *", [game("e4 e5", rest="2. (2. d4 *")]),
    ("number-and-comment-before-an-open-variation", "a move number and a comment before a variation that stays open", "pgn.20", b"1. e4 1... {a} (1. d4 *",
     [game("e4", tokens="1 {a}", rest="(1. d4 *")]),
    ("number-before-a-variation-without-end", "a move number before a variation of text that could not be parsed and does not end", "pgn.20", b"1. e4 1. (1. zz *",
     [game("e4", rest="1. (1. zz *")]),
]
