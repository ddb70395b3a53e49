"""Vectors of the import of PGN text at the edges of its rules. The games were written by hand, by the rules of the chapter."""

from pgn_cases import A, B, BEGIN, BOM, END, PLY, comment, game, move, nag, raw

W = ("White", "W")
line_comment = lambda text: ("line_comment", text)
plies = lambda count: ("plies", count)
tagged = lambda *lines: "".join(f"{line}\n" for line in lines).encode()
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
MANY = [(f"T{n}", "x") for n in range(1001)]
OTHERS = ["Crazyhouse", "Bughouse", "ATOMIC", "antichess", "Giveaway", "suicide", "Losers", "Horde", "Racing Kings", "King of the Hill", "KOTH", "Three-check", "3-check", "Five Check", "5 check!", "Shatranj",
          "Xiang-qi", "shogi", "Mini Makruk", "janggi", "S-Chess Seirawan", "Capablanca Random", "Duck Chess", "Fog of War"]
CHESS = ["Standard", "From Position", "chess 960", "Fischerandom", "Chess", "", "Two checks", "normal"]

SECTIONS = [
    ("lf-cr", "LF and then CR are two line ends: the second line is blank", "pgn.2 pgn.5", b"1. e4\n\r1. d4\n", [game("e4"), game("d4")]),
    ("cr-cr", "two CR are two line ends", "pgn.2 pgn.5", b"1. e4\r\r1. d4", [game("e4"), game("d4")]),
    ("crlf-is-one", "CRLF is one line end", "pgn.2 pgn.5", b"1. e4\r\ne5\r\nNf3", [game("e4 e5 Nf3")]),
    ("blanks-between-moves", "tab, VT and FF between moves", "pgn.2 pgn.11", b"1.\te4\ve5\fNf3\t\v\f", [game("e4 e5 Nf3")]),
    ("no-break-space", "a no-break space is no blank", "pgn.2 pgn.19", b"1. e4\xc2\xa0e5", [game(rest=b"1. e4\xc2\xa0e5".decode())]),
    ("byte-0", "a byte 0 ends a symbol, and is not parsed", "pgn.12 pgn.19", b"1. e4\0 e5", [game("e4", rest="\0 e5")]),
    ("mark-in-movetext", "a byte order mark between moves", "pgn.1 pgn.19", b"1. e4 " + BOM + b"e5", [game("e4", rest="\ufeffe5")]),
    ("tags-continue-other-case", "a name in another case after a blank line", "pgn.4", tagged('[White "W"]', "", '[event "b"]', '[white "V"]', "", "*"),
     [game(tags=[W, ("event", "b"), ("white", "V")], marker="*")]),
    ("tags-begin-by-bad-event", "a line that is no pair, with the name Event", "pgn.4 pgn.9", tagged('[White "W"]', "", "[Event]", "", "*"), [game(tags=[W]), game(tags=[("[Event]",)], marker="*")]),
    ("tags-begin-by-bad-name", "a line that is no pair, with blanks before a name that the section has", "pgn.4 pgn.9", tagged('[White "W"]', "", "[ \tWhite\x01x]", "", "*"),
     [game(tags=[W]), game(tags=[("[ \tWhite\x01x]",)], marker="*")]),
    ("tags-continue-by-part-of-name", "a name that begins with one of the section", "pgn.4", tagged('[White "W"]', "", '[WhiteElo "1"]', "", "*"), [game(tags=[W, ("WhiteElo", "1")], marker="*")]),
    ("tags-begin-with-percent", "a line with percent between blank line and tags belongs to the new game", "pgn.4", tagged('[White "W"]', "", "%x", '[White "V"]', "", "*"),
     [game(tags=[W]), game(tags=[("%x",), ("White", "V")], marker="*")]),
    ("tags-percent-before-blank-line", "a line with percent before the blank line belongs to the old game", "pgn.4", tagged('[White "W"]', "%x", "", '[White "V"]', "", "*"),
     [game(tags=[W, ("%x",)]), game(tags=[("White", "V")], marker="*")]),
    ("tags-thousandth-name", "the thousandth name of the section, after a blank line", "pgn.4", tagged(*(f'[{name} "x"]' for name, _ in MANY), "", '[T999 "y"]', "", "*"),
     [game(tags=MANY), game(tags=[("T999", "y")], marker="*")]),
    ("tags-name-after-the-thousandth", "the name after the thousandth, after a blank line", "pgn.4", tagged(*(f'[{name} "x"]' for name, _ in MANY), "", '[T1000 "y"]', "", "*"),
     [game(tags=[*MANY, ("T1000", "y")], marker="*")]),
    ("two-blank-lines-between-tags", "two blank lines between tags", "pgn.8", tagged('[White "W"]', "", "", '[Black "B"]', "", "*"), [game(tags=[W, ("Black", "B")], marker="*")]),
    ("two-lines-of-blanks", "two lines of blanks before the movetext", "pgn.2 pgn.8", tagged('[White "W"]', " ", "\t\v", "*"), [game(tags=[W, ("",)], marker="*")]),
    ("two-blank-lines-crlf", "two blank lines that end with CRLF", "pgn.2 pgn.8", b'[White "W"]\r\n\r\n\r\n*\r\n', [game(tags=[W, ("",)], marker="*")]),
    ("one-blank-line-crlf", "one blank line that ends with CRLF", "pgn.2 pgn.8", b'[White "W"]\r\n\r\n*\r\n', [game(tags=[W], marker="*")]),
    ("blank-lines-without-movetext", "tags, and blank lines at the end", "pgn.3 pgn.8", tagged('[White "W"]', "", "", ""), [game(tags=[W])]),
    ("blank-lines-between-tags-of-games", "two blank lines between the tags of two games", "pgn.4 pgn.8", tagged('[White "W"]', "", "", '[White "V"]'), [game(tags=[W]), game(tags=[("White", "V")])]),
    ("blank-lines-before-movetext-alone", "blank lines before movetext without tags", "pgn.3 pgn.8", b"\n\n\n1. e4 *", [game("e4", marker="*")]),
    ("pair-name-of-signs", "a name of signs and bytes above 7F", "pgn.9", '[É-[!;% "a"]\n\n*'.encode(), [game(tags=[("É-[!;%", "a")], marker="*")]),
    ("pair-without-name", "no name", "pgn.9", tagged('["a"]', "", "*"), [game(tags=[('["a"]',)], marker="*")]),
    ("pair-name-of-two-words", "a name of two words", "pgn.9", tagged('[A b "a"]', "", "*"), [game(tags=[('[A b "a"]',)], marker="*")]),
    ("pair-two-values", "two values", "pgn.9", tagged('[A "a" "b"]', "", "*"), [game(tags=[("A", 'a" "b')], marker="*")]),
    ("pair-bracket-in-name", "a bracket in the name", "pgn.9", tagged('[A]b "a"]', "", "*"), [game(tags=[('[A]b "a"]',)], marker="*")]),
    ("pair-one-quote", "one quote", "pgn.9", tagged('[A "]', "", "*"), [game(tags=[('[A "]',)], marker="*")]),
    ("pair-two-quotes", "a quote as the value", "pgn.9", tagged('[A """]', "", "*"), [game(tags=[("A", '"')], marker="*")]),
    ("pair-text-after-value", "text between value and bracket", "pgn.9", tagged('[A "a" x]', "", "*"), [game(tags=[('[A "a" x]',)], marker="*")]),
    ("pair-brackets-after", "two brackets after the value", "pgn.9", tagged('[A "a"]]', "", "*"), [game(tags=[('[A "a"]]',)], marker="*")]),
    ("pair-two-in-a-line", "two pairs in a line: the value of one name", "pgn.9", tagged('[A "a"] [B "b"]', "", "*"), [game(tags=[("A", 'a"] [B "b')], marker="*")]),
    ("pair-other-blanks", "VT and FF as blanks in a pair", "pgn.2 pgn.9", b'[\vA\f"a"\v]\f\n\n*', [game(tags=[("A", "a")], marker="*")]),
    ("pair-value-of-blanks", "a value of blanks", "pgn.9", tagged('[A "  \t"]', "", "*"), [game(tags=[("A", "  \t")], marker="*")]),
    ("pair-with-line-end", "a value with a line end: a raw line, and movetext", "pgn.8 pgn.9 pgn.19", tagged('[A "a', 'b"]', "", "*"), [game(tags=[('[A "a',)], rest='b"]'), game(marker="*")]),
    ("pair-after-blank", "a line that begins with a blank and a bracket begins the movetext", "pgn.8 pgn.19", tagged('[A "a"]', ' [B "b"]', "*"), [game(tags=[("A", "a")], rest='[B "b"]\n*')]),
    ("pair-without-closing", "a pair without its bracket", "pgn.9", tagged('[A "a"', '[B "b"]', "", "*"), [game(tags=[('[A "a"',), ("B", "b")], marker="*")]),
    ("raw-line-blank-at-end", "a raw line keeps its blanks", "pgn.9", tagged("%x \t", "; y ", '[A "a"]', "", "*"), [game(tags=[("%x \t",), ("; y ",), ("A", "a")], marker="*")]),
]

fen = lambda text: ("FEN", text)
after_fen = lambda text, movetext: f'[FEN "{text}"]\n\n{movetext}'.encode()
STARTS = [
    ("variants", "names of other games, with capitals and signs", "pgn.10", b"".join(tagged(f'[Event "a"]', f'[Variant "{name}"]', "", "1. e4 *", "") for name in OTHERS),
     [game(tags=[A, ("Variant", name)], rest="1. e4 *", start="unreadable") for name in OTHERS]),
    ("variants-of-chess", "names that are of chess", "pgn.10", b"".join(tagged(f'[Event "a"]', f'[Variant "{name}"]', "", "1. e4 *", "") for name in CHESS),
     [game("e4", [A, ("Variant", name)], marker="*") for name in CHESS]),
    ("variant-of-another-case", "a tag variant in small letters is none", "pgn.10", tagged('[variant "Atomic"]', "", "1. e4 *"), [game("e4", [("variant", "Atomic")], marker="*")]),
    ("fen-empty", "an empty FEN", "pgn.10", tagged('[FEN ""]', "", "1. e4 *"), [game(tags=[fen("")], rest="1. e4 *", start="unreadable")]),
    ("fen-first", "the first of two FEN tags", "pgn.10", tagged(f'[FEN "{KINGS}"]', '[FEN "x"]', "", "1. Ke2 *"), [game("Ke2", [fen(KINGS), fen("x")], marker="*", start="fen")]),
    ("fen-second", "a FEN tag that is none, and another one", "pgn.10", tagged('[FEN "x"]', f'[FEN "{KINGS}"]', "", "1. Ke2 *"), [game(tags=[fen("x"), fen(KINGS)], rest="1. Ke2 *", start="unreadable")]),
    ("fen-raw-line", "a line with a FEN that is no pair", "pgn.9 pgn.10", tagged("[FEN x]", "", "1. e4 *"), [game("e4", [("[FEN x]",)], marker="*")]),
    ("fen-with-set-up-0", "SetUp 0 and a FEN", "pgn.10", tagged('[SetUp "0"]', f'[FEN "{KINGS}"]', "", "1. Ke2 *"), [game("Ke2", [("SetUp", "0"), fen(KINGS)], marker="*", start="fen")]),
    ("set-up-without-fen", "SetUp 1 without a FEN", "pgn.10", tagged('[SetUp "1"]', "", "1. e4 *"), [game("e4", [("SetUp", "1")], marker="*")]),
    ("fen-backslash", "a FEN with a backslash", "pgn.10 positions.1", tagged('[FEN "4k3\\/8/8/8/8/8/8/4K3 w - - 0 1"]', "", "*"), [game(tags=[fen("4k3\\/8/8/8/8/8/8/4K3 w - - 0 1")], rest="*", start="unreadable")]),
    ("unreadable-with-comment", "movetext of an unreadable start, with a comment that has a blank line", "pgn.5 pgn.10", tagged('[FEN "x"]', "", "1. e4 {a", "", "b} 1-0 (c", "", "*"),
     [game(tags=[fen("x")], rest="1. e4 {a\n\nb} 1-0 (c", start="unreadable"), game(marker="*")]),
    ("unreadable-without-movetext", "an unreadable start without movetext", "pgn.10", tagged('[FEN "x"]'), [game(tags=[fen("x")], start="unreadable")]),
    ("black-to-move", "a start with Black to move", "pgn.10 pgn.13", after_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 7", "7... Ke7 8. Ke2 *"),
     [game("Ke7 Ke2", [fen("4k3/8/8/8/8/8/8/4K3 b - - 0 7")], marker="*", start="fen")]),
]

ENDS = [
    ("movetext-ends-at-underscore", "a tag whose name begins with an underscore", "pgn.5", tagged("1. e4", '[_x "y"]', "", "*"), [game("e4"), game(tags=[("_x", "y")], marker="*")]),
    ("bracket-and-blank", "a bracket and a blank at the start of a line", "pgn.5 pgn.19", tagged("1. e4", '[ Event "b"]'), [game("e4", rest='[ Event "b"]')]),
    ("bracket-within-line", "a tag within a line", "pgn.5 pgn.19", tagged('1. e4 [Event "b"]'), [game("e4", rest='[Event "b"]')]),
    ("tag-in-variation", "a tag line while a variation is open", "pgn.5 pgn.20", tagged("1. e4 (1. d4", '[Event "b"]'), [game("e4", rest="(1. d4"), game(tags=[B])]),
    ("blank-line-in-variation", "a blank line while a variation is open", "pgn.5 pgn.20", tagged("1. e4 (1. d4", "", "1. c4) *"), [game("e4", rest="(1. d4"), game("c4", rest=") *")]),
    ("tag-after-star-after-move", "an asterisk directly after a move, and a tag", "pgn.5", tagged('1. e4*[Event "b"]'), [game("e4", marker="*"), game(tags=[B])]),
    ("tag-after-half", "a half and a tag", "pgn.5 pgn.16", '1. e4 ½-½ [Event "b"]\n'.encode(), [game("e4", marker="1/2-1/2"), game(tags=[B])]),
    ("tag-after-nag-and-marker", "a marker after a sign, and a tag", "pgn.5", tagged('1. e4!1-0[Event "b"]', "", '1. e4?0-1[Event "a"]'),
     [game("e4", tokens=[PLY, nag(1)], marker="1-0"), game("e4", [B], tokens=[PLY, nag(2)], marker="0-1"), game(tags=[A])]),
    ("tag-after-dot-and-marker", "a marker after a dot, and a tag", "pgn.5", tagged('1. e4 2.1-0[Event "b"]'), [game("e4", marker="1-0"), game(tags=[B])]),
    ("tag-with-sign-after-marker", "a name with a sign after a marker is no tag there", "pgn.5 pgn.17", tagged('1. e4 1-0 [a-b "x"]'), [game("e4", marker="1-0", rest='[a-b "x"]')]),
    ("tag-without-blank-after-marker", "a name and a quote after a marker", "pgn.5", tagged('1. e4 1-0 [_1"x"]'), [game("e4", marker="1-0"), game(tags=[("_1", "x")])]),
    ("comment-with-event-no-blank", "an Event tag without a blank after a blank line in a comment", "pgn.5", tagged("1. e4 {a", "", '[Event"b"] b} e5 *'),
     [game("e4 e5", tokens=[PLY, comment('a\n\n[Event"b"] b')], marker="*")]),
    ("comment-with-blank-event", "an Event tag behind a blank after a blank line in a comment", "pgn.5", tagged("1. e4 {a", "", ' [Event "b"] b} e5 *'),
     [game("e4 e5", tokens=[PLY, comment('a\n\n [Event "b"] b')], marker="*")]),
    ("comment-with-other-tag", "another tag after a blank line in a comment", "pgn.5", tagged("1. e4 {a", "", '[White "b"] b} e5 *'), [game("e4 e5", tokens=[PLY, comment('a\n\n[White "b"] b')], marker="*")]),
    ("semicolon-in-comment", "a semicolon and a percent sign in a comment", "pgn.5 pgn.14", b"1. e4 {a ; b\n% c } e5 *", [game("e4 e5", tokens=[PLY, comment("a ; b\n% c ")], marker="*")]),
    ("brace-in-line-comment-in-variation", "braces in a line comment and an escape of a variation", "pgn.5 pgn.14", b"1. e4 (1. d4 ;{\n%{\nd5) e5 *",
     [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), line_comment("{"), ("escape", "{"), move("d7d5"), END], marker="*")]),
    ("comment-unclosed", "a comment without its end", "pgn.14 pgn.19", b"1. e4 {a b\n", [game("e4", rest="{a b")]),
    ("comment-unclosed-blank-lines", "a comment without its end, with blank lines", "pgn.5 pgn.19", b"1. e4 {a\n\nb\n\n1. d4 *\n", [game("e4", rest="{a\n\nb\n\n1. d4 *")]),
    ("brace-alone", "the end of a comment without its beginning", "pgn.14 pgn.19", b"1. e4 } e5", [game("e4", rest="} e5")]),
    ("line-comment-at-end", "a line comment at the end of the text", "pgn.14", b"1. e4 ;x", [game("e4", tokens=[PLY, line_comment("x")])]),
    ("line-comment-empty", "empty line comments and an empty escape", "pgn.14", b"1. e4 ;\n%\n;\r\n*", [game("e4", tokens=[PLY, line_comment(""), ("escape", ""), line_comment("")], marker="*")]),
    ("percent-not-at-start", "a percent sign behind a blank", "pgn.14 pgn.19", b"1. e4\n %x\n e5", [game("e4", rest="%x\n e5")]),
    ("comment-bytes", "a comment keeps its bytes", "pgn.14", b"1. e4 { a\r\n\tb\r;c } *", [game("e4", tokens=[PLY, comment(" a\r\n\tb\r;c ")], marker="*")]),
    ("marker-alone", "markers alone", "pgn.3 pgn.16", b"1-0\n\n*\n\n1/2-1/2", [game(marker="1-0"), game(marker="*"), game(marker="1/2-1/2")]),
    ("markers-two", "a marker after a marker", "pgn.17 pgn.19", b"1. e4 1-0 0-1", [game("e4", marker="1-0", rest="0-1")]),
    ("stars-two", "two asterisks", "pgn.17 pgn.19", b"1. e4 **", [game("e4", marker="*", rest="*")]),
    ("variation-after-marker", "a variation after the marker", "pgn.17 pgn.19", b"1. e4 * (1. d4)", [game("e4", marker="*", rest="(1. d4)")]),
    ("number-after-marker", "a move number after the marker", "pgn.17 pgn.19", b"1. e4 * 2. ", [game("e4", marker="*", rest="2.")]),
    ("signs-after-marker", "signs and an escape after the marker", "pgn.17", b"1. e4 1-0 !? $7\n%x\n{a}", [game("e4", tokens=[PLY, nag(5), nag(7), ("escape", "x"), comment("a")], marker="1-0")]),
    ("marker-with-blanks", "a result with blanks is none", "pgn.16 pgn.19", b"1. e4 1 - 0", [game("e4", rest="1 - 0")]),
    ("half-alone", "a half alone is no marker", "pgn.16 pgn.19", "1. e4 1/2\n\n1. e4 ½".encode(), [game("e4", rest="1/2"), game("e4", rest="½")]),
    ("marker-with-colon", "a result with a colon is none", "pgn.16 pgn.19", b"1. e4 1:0", [game("e4", rest="1:0")]),
    ("marker-and-letters", "a marker with letters after it is none", "pgn.12 pgn.16 pgn.19", b"1. e4 1-0x", [game("e4", rest="1-0x")]),
    ("marker-and-comment", "a comment directly after a marker", "pgn.12 pgn.16", b"1. e4 0-1{a}", [game("e4", tokens=[PLY, comment("a")], marker="0-1")]),
]

NUMBERS = [
    ("number-and-letter", "a move directly after digits", "pgn.13", b"1e4 1Nf6 2e5 *", [game("e4 Nf6 e5", marker="*")]),
    ("number-large", "a number of twenty digits", "pgn.13", b"12345678901234567890. e4 *", [game("e4", marker="*")]),
    ("number-and-comma", "digits and a comma are no number", "pgn.13 pgn.19", b"1. e4 1,e5", [game("e4", rest="1,e5")]),
    ("number-0000-with-dots", "0000 with dots is a number", "pgn.13", b"0000. e4 0000... e5 *", [game("e4 e5", marker="*")]),
    ("number-00000", "00000 is a number", "pgn.13", b"00000 e4 000 e5 *", [game("e4 e5", marker="*")]),
    ("number-dots-apart", "a number and dots apart from it", "pgn.13", b"1 . e4 1 ... e5 *", [game("e4 e5", marker="*")]),
    ("number-before-comment", "a number directly before a comment, a sign and a variation", "pgn.13", b"1. e4 2{a} 2$1 2(1. d4) 2*", [game("e4", tokens=[PLY, comment("a"), nag(1), BEGIN, move("d2d4"), END], marker="*")]),
    ("dots-between-moves", "a dot directly between moves", "pgn.12 pgn.13", b"e4.e5...Nf3.*", [game("e4 e5 Nf3", marker="*")]),
    ("nag-zeros", "a number with zeros before it", "pgn.14", b"1. e4 $0001 $00000000000004294967295 *", [game("e4", tokens=[PLY, nag(1), nag(4294967295)], marker="*")]),
    ("nag-64-bits", "a number above 64 bits", "pgn.14 pgn.19", b"1. e4 $18446744073709551617 e5", [game("e4", rest="$18446744073709551617 e5")]),
    ("nag-and-letter", "letters directly after a number", "pgn.14", b"1. e4 $1e5 *", [game("e4 e5", tokens=[PLY, nag(1)], marker="*")]),
    ("nag-minus", "a number below 0", "pgn.14 pgn.19", b"1. e4 $-1", [game("e4", rest="$-1")]),
    ("nag-blank", "a blank between dollar and number", "pgn.14 pgn.19", b"1. e4 $ 1", [game("e4", rest="$ 1")]),
    ("nag-signs", "signs in groups", "pgn.14", b"1. e4!!! e5??? 2. Nf3!?! Nc6?!? 3. Bb5 ! ? !!!! *",
     [game("e4 e5 Nf3 Nc6 Bb5", tokens=[PLY, nag(3), nag(1), PLY, nag(4), nag(2), PLY, nag(5), nag(1), PLY, nag(6), nag(2), PLY, nag(1), nag(2), nag(3), nag(3)], marker="*")]),
    ("nag-first", "signs before the first move", "pgn.14 pgn.21", b"$1 ! 1. e4 *", [game("e4", tokens=[nag(1), nag(1)], marker="*")]),
]


def add(chapter_add):
    for case in SECTIONS + STARTS + ENDS + NUMBERS:
        chapter_add(*case)
