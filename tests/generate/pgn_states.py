"""Vectors of what a reader of PGN text keeps from line to line and from game to game (pgn.1 to pgn.10), and what it must forget. The games
were written by hand, by the rules of the chapter."""

from pgn_cases import A, B, BEGIN, BOM, END, PLY, comment, game, move, nag
from pgn_edges import KINGS, W, fen, line_comment, tagged

ONE, TWO = ("A", "1"), ("B", "2")
V, MARK = ("White", "V"), BOM.decode()
STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
EVENT = '[Event "b"]'


def many(name, title, rules, *cases):
    """Games that blank lines separate, each with its text."""
    return name, title, rules, "\n\n".join(text for text, _ in cases).encode(), [expected for _, expected in cases]


def followed(name, title, text, first, second=None, rules="pgn.5"):
    """Movetext and what may be the tag of the next game."""
    return name, title, rules, text if isinstance(text, bytes) else text.encode(), [first] + ([second] if second else [])


LINES = [
    ("bom-before-blank-lines", "a byte order mark at the start of a blank line, and another one before tags", "pgn.1 pgn.3", BOM + b"\n" + BOM + b'[A "1"]\n\n*',
     [game(tags=[ONE], marker="*")]),
    ("bom-before-blanks", "a byte order mark before a line of blanks between games", "pgn.1 pgn.2", b"*\n\n" + BOM + b" \t\n1-0", [game(marker="*"), game(marker="1-0")]),
    ("bom-before-an-escape", "a byte order mark before a line with percent that begins a game", "pgn.1 pgn.8", BOM + b"%x\n*\n\n" + BOM + b";y\n*",
     [game(tags=[("%x",)], marker="*"), game(tags=[(";y",)], marker="*")]),
    ("bom-before-every-game", "a byte order mark before each of three games", "pgn.1", BOM + b"1. e4\n\n" + BOM + b"1. d4\n\n" + BOM + b"1. c4", [game("e4"), game("d4"), game("c4")]),
    ("bom-before-a-name-of-a-digit", "byte order marks before tags that begin with a digit and an underscore", "pgn.1 pgn.5",
     b'[A "1"]\n' + BOM + b'[1 "x"]\n' + BOM + b'[_ "y"]\n*\n' + BOM + b'[1 "z"]\n', [game(tags=[ONE]), game(tags=[("1", "x")]), game(tags=[("_", "y")], marker="*"), game(tags=[("1", "z")])]),
    ("bom-after-an-escape-alone", "a byte order mark before a tag, after a line with percent without a tag", "pgn.1", b"%x\n" + BOM + b'[A "1"]\n*',
     [game(tags=[("%x",)]), game(tags=[ONE], marker="*")]),
    ("bom-after-a-blank-line-and-an-escape", "a byte order mark before a tag of another name, after a blank line and a line with percent", "pgn.1 pgn.4", b'[A "1"]\n\n%x\n' + BOM + b'[B "2"]\n\n*',
     [game(tags=[ONE, ("%x",)]), game(tags=[TWO], marker="*")]),
    ("bom-before-a-raw-line-in-movetext", "a byte order mark before a bracket without a letter in movetext", "pgn.1 pgn.5 pgn.19", b"1. e4\n" + BOM + b"[%x]\n*",
     [game("e4", rest="[%x]\n*")]),
    ("bom-before-moves-in-movetext", "a byte order mark at the start of a line of movetext", "pgn.1 pgn.5 pgn.19", b"1. e4\n" + BOM + b"1... e5\n*",
     [game("e4 e5", marker="*")]),
    ("bom-before-a-tag-in-a-comment", "a byte order mark before a tag in a comment", "pgn.1 pgn.5", b"1. e4 {\n" + BOM + b'[A "1"]\n} *',
     [game("e4", tokens=[PLY, comment("\n" + MARK + '[A "1"]\n')], marker="*")]),
    ("lf-cr-between-tags", "LF and then CR between tags of one name: a blank line", "pgn.2 pgn.4", b'[A "1"]\n\r[A "2"]\n', [game(tags=[ONE]), game(tags=[("A", "2")])]),
    ("lines-mixed", "LF, CR and CRLF in one text", "pgn.2 pgn.14", b'[A "1"]\r[B "2"]\n\r\n1. e4 ;x\r\n%y\r;z\n%w\r\n*', [game("e4", [ONE, TWO],
        [PLY, line_comment("x"), ("escape", "y"), line_comment("z"), ("escape", "w")], "*")]),
    ("escapes-after-cr", "lines with percent after lines that end with CR", "pgn.2 pgn.14", b"1. e4\r%x\r%y\re5\r\n%z\r*", [game("e4 e5", tokens=[PLY, ("escape", "x"), ("escape", "y"), PLY, ("escape", "z")], marker="*")]),
    ("blank-lines-cr", "two blank lines that end with CR before the movetext", "pgn.2 pgn.8", b'[A "1"]\r\r\r*', [game(tags=[ONE, ("",)], marker="*")]),
    ("lines-of-other-bytes", "lines of bytes that are no blanks begin the movetext", "pgn.2 pgn.8 pgn.19",
     b"\n\n".join(b'[A "1"]\n' + line + b"\n*" for line in (b"x", b"\xc2\x85", b"\xe2\x80\xa0")),
     [game(tags=[ONE], rest=line + "\n*") for line in ("x", "\x85", "\u2020")]),
]

TAGS = [
    ("tags-begin-by-name-after-another", "a name that the section had before a blank line and another tag", "pgn.4", tagged('[White "W"]', "", '[Black "B"]', "", '[White "V"]'),
     [game(tags=[W, ("Black", "B")]), game(tags=[V])]),
    ("tags-begin-by-name-after-blank-line", "a name that the section has since a blank line", "pgn.4", tagged('[White "W"]', "", '[Black "B"]', "", '[Black "C"]'),
     [game(tags=[W, ("Black", "B")]), game(tags=[("Black", "C")])]),
    ("tags-repeat-after-another", "a name that the section has, directly after a tag that goes on after a blank line", "pgn.4",
     tagged('[White "W"]', "", '[Black "B"]', '[White "V"]', "", "*"), [game(tags=[W, ("Black", "B"), V], marker="*")]),
    ("tags-event-after-another", "an Event tag directly after a tag that goes on after a blank line", "pgn.4",
     tagged('[White "W"]', "", '[Black "B"]', EVENT, "", "*"), [game(tags=[W, ("Black", "B"), B], marker="*")]),
    ("tags-event-without-blank-line", "an Event tag after others, and another one", "pgn.4", tagged('[White "W"]', EVENT, EVENT, "*"), [game(tags=[W, B, B], marker="*")]),
    ("tags-names-of-the-game-before", "names that only the game before has", "pgn.4", tagged('[White "W"]', "", EVENT, "", '[White "V"]', "", "*"),
     [game(tags=[W]), game(tags=[B, V], marker="*")]),
    ("tags-names-of-the-game-before-with-moves", "names that only the game before has, with movetext", "pgn.4",
     tagged('[White "W"]', "", "*", "", '[A "1"]', "", '[White "V"]', "", "*"), [game(tags=[W], marker="*"), game(tags=[ONE, V], marker="*")]),
    ("tags-continue-in-another-case", "a name in another case after a blank line", "pgn.4", tagged('[White "W"]', "", '[white "V"]', "", "*"), [game(tags=[W, ("white", "V")], marker="*")]),
    ("tags-continue-by-event-date", "a name that begins with Event, after a blank line", "pgn.4", tagged('[White "W"]', "", '[EventDate "x"]', "", "*"),
     [game(tags=[W, ("EventDate", "x")], marker="*")]),
    ("tags-begin-with-two-lines", "two lines between blank line and tag belong to the new game", "pgn.4", tagged('[White "W"]', "", "%x", ";y", '[White "V"]', "", "*"),
     [game(tags=[W]), game(tags=[("%x",), (";y",), V], marker="*")]),
    ("tags-continue-with-two-lines", "two lines between blank line and a tag of another name", "pgn.4", tagged('[White "W"]', "", "%x", ";y", '[Black "B"]', "", "*"),
     [game(tags=[W, ("%x",), (";y",), ("Black", "B")], marker="*")]),
    ("tags-lines-of-one-tag-and-the-next", "lines after a blank line, a tag that goes on, and then a new game", "pgn.4",
     tagged('[White "W"]', "", "%x", '[Black "B"]', "", ";y", '[Black "C"]'), [game(tags=[W, ("%x",), ("Black", "B")]), game(tags=[(";y",), ("Black", "C")])]),
    ("tags-begin-with-lines-around-a-blank-line", "a line before a blank line, and one after it", "pgn.4", tagged('[White "W"]', "%x", "", ";y", '[White "V"]'),
     [game(tags=[W, ("%x",)]), game(tags=[(";y",), V])]),
    ("tags-end-with-lines", "lines after a blank line, and no tag after them", "pgn.4 pgn.8", tagged('[White "W"]', "", "%x", ";y"), [game(tags=[W, ("%x",), (";y",)])]),
    ("tags-begin-by-name-before-7f", "the name of a line that is no pair ends before byte 7F", "pgn.4 pgn.9", tagged('[White\x7fx "1"]', "", '[White "V"]'),
     [game(tags=[('[White\x7fx "1"]',)]), game(tags=[V])]),
    ("tags-continue-by-names-of-other-bytes", "names of bytes above 7F, and of signs, that differ in their last byte", "pgn.4",
     tagged('[É "1"]', "", '[Ü "1"]', "", '[a-b "1"]', "", '[a-c "1"]'), [game(tags=[("É", "1"), ("Ü", "1"), ("a-b", "1"), ("a-c", "1")])]),
    ("tags-begin-by-names-of-other-bytes", "a name of bytes above 7F that the section has", "pgn.4", tagged('[a "1"]', '[É-2 "1"]', "", '[É-2 "1"]'),
     [game(tags=[("a", "1"), ("É-2", "1")]), game(tags=[("É-2", "1")])]),
    ("tags-begin-after-a-line-of-blanks", "a name that the section has, after a line of blanks", "pgn.2 pgn.4", tagged('[White "W"]', " \t\v\f", '[White "V"]'),
     [game(tags=[W]), game(tags=[V])]),
    ("tags-begin-by-raw-line", "a line that is no pair, with the name of a pair", "pgn.4 pgn.9", tagged('[White "W"]', "", "[White V]", "", "*"),
     [game(tags=[W]), game(tags=[("[White V]",)], marker="*")]),
    ("tags-blank-before-bracket", "a pair with a blank before it, with a name that the section has, after a blank line", "pgn.4 pgn.8", tagged('[White "W"]', "", ' [White "V"]'),
     [game(tags=[W]), game(tags=[("White", "V")])]),
    ("tags-blank-before-percent", "a line with a blank and a percent sign begins the movetext", "pgn.8 pgn.19", tagged('[A "1"]', " %x", "*"), [game(tags=[ONE], rest="%x\n*")]),
    ("tags-blank-before-semicolon", "a line with a blank and a semicolon begins the movetext", "pgn.8 pgn.14", tagged('[A "1"]', " ;x", "*"),
     [game(tags=[ONE], tokens=[line_comment("x")], marker="*")]),
    ("blank-lines-before-tags-and-one-after", "two blank lines between tags, and one before the movetext", "pgn.8", tagged('[A "1"]', "", "", '[B "2"]', "", "*"),
     [game(tags=[ONE, TWO], marker="*")]),
    ("blank-lines-of-two-games", "two blank lines before the movetext of each of two games", "pgn.8", tagged('[A "1"]', "", "", "*", "", "", '[A "2"]', "", "", "", "1-0"),
     [game(tags=[ONE, ("",)], marker="*"), game(tags=[("A", "2"), ("",)], marker="1-0")]),
    ("blank-lines-of-the-second-game", "two blank lines before the movetext of the first game alone", "pgn.8", tagged('[A "1"]', "", "", "*", "", '[A "2"]', "", "1-0"),
     [game(tags=[ONE, ("",)], marker="*"), game(tags=[("A", "2")], marker="1-0")]),
    ("pair-control-byte-in-name", "names with bytes 01 and 7F, which are not printable", "pgn.9", tagged('[A\x01 "a"]', '[A\x7f "a"]', '[A\x1fb "a"]', "", "*"),
     [game(tags=[('[A\x01 "a"]',), ('[A\x7f "a"]',), ('[A\x1fb "a"]',)], marker="*")]),
    ("pair-control-bytes-in-value", "values with bytes 01, 02 and 7F", "pgn.9", tagged('[A "a\x02b"]', '[B "\x01\x7f"]', "", "*"), [game(tags=[("A", "a\x02b"), ("B", "\x01\x7f")], marker="*")]),
    ("pair-control-byte-around", "a byte 01 between the parts of a pair", "pgn.9", tagged('[\x01A "a"]', '[A \x01"a"]', '[A "a"\x01]', '[A "a"]\x01', "", "*"),
     [game(tags=[('[\x01A "a"]',), ('[A \x01"a"]',), ('[A "a"\x01]',), ('[A "a"]\x01',)], marker="*")]),
    ("pair-value-ends-with-backslash", "a value that ends with a backslash, and one with a quote after it", "pgn.9", tagged('[A "a\\"]', '[B "\\""]', "", "*"),
     [game(tags=[("A", "a\\"), ("B", '\\"')], marker="*")]),
    ("pair-value-of-other-languages", "values with references, marks and sequences that other formats have", "pgn.9", tagged('[A "a&amp;b &lt;"]', '[B "\ufeffb%20\\n\\t\\u0041"]', "", "*"),
     [game(tags=[("A", "a&amp;b &lt;"), ("B", "\ufeffb%20\\n\\t\\u0041")], marker="*")]),
    ("raw-line-blanks-after-bracket", "a line that is no pair keeps the blanks at its end", "pgn.9", tagged("[A b] \t", "[A", "[ ", "", "*"),
     [game(tags=[("[A b] \t",), ("[A",), ("[ ",)], marker="*")]),
]

COMMENTED = '1. e4 {a\n\n%s b} e5 *'
ENDS = [
    followed("movetext-ends-at-raw-line", "a bracket and a letter that begin no pair end movetext", "1. e4\n[Event b]\n", game("e4"), game(tags=[("[Event b]",)])),
    followed("movetext-ends-at-small-letter", "a tag whose name begins with a small letter", '1. e4\n[a "x"]\n', game("e4"), game(tags=[("a", "x")])),
    followed("movetext-ends-at-z", "tags whose names begin with z and Z", '1. e4\n[z "x"]\n[Z "x"]\n', game("e4"), game(tags=[("z", "x"), ("Z", "x")])),
    followed("movetext-bracket-and-other-bytes", "brackets with bytes that are no ASCII letters, at the start of a line", '1. e4\n[é "x"]\n', game("e4", rest='[é "x"]'), rules="pgn.5 pgn.19"),
    followed("tag-after-unparsed-text", "a tag line after text that could not be parsed", '1. zz\n[Event "b"]\n', game(rest="1. zz"), game(tags=[B]), rules="pgn.5 pgn.19"),
    followed("blank-line-after-unparsed-text", "a blank line after text that could not be parsed, with a brace in a line comment", "1. zz ; {\n\n1. d4", game(rest="1. zz ; {"), game("d4"), rules="pgn.5 pgn.19"),
    followed("comment-after-unparsed-text", "a comment with a blank line after text that could not be parsed", "1. zz {a\n\nb} c\n\n1. d4", game(rest="1. zz {a\n\nb} c"), game("d4"), rules="pgn.5 pgn.19"),
    followed("comment-with-event-after-blanks", "tags of another game after a line of blanks end even a comment", '1. e4 {a\n \t\n[A "1"]\n[B "2"]\n*', game("e4", rest="{a"), game(tags=[("A", "1"), ("B", "2")], marker="*"), rules="pgn.2 pgn.5 pgn.19"),
    followed("comment-with-event-after-cr", "tags of another game after a blank line that ends with CR end even a comment", '1. e4 {a\r\r[A "1"]\r[B "2"]\r*', game("e4", rest="{a"), game(tags=[("A", "1"), ("B", "2")], marker="*"), rules="pgn.2 pgn.5 pgn.19"),
    followed("comment-with-event-and-brace", "an Event tag after a blank line in a comment, and its brace", '1. e4 {a\n\n[Event "b"]\n} e5 *',
             game("e4 e5", tokens=[PLY, comment('a\n\n[Event "b"]\n')], marker="*"), rules="pgn.5"),
    followed("second-comment-with-event", "tags of another game after a blank line in the second comment", '1. e4 {a\n\nb} e5 {c\n\n[A "1"]\n[B "2"]\n*', game("e4 e5", tokens=[PLY, comment("a\n\nb")], rest="{c"), game(tags=[("A", "1"), ("B", "2")], marker="*"),
             rules="pgn.5 pgn.19"),
    followed("comment-with-event-and-tab", "an Event tag with a tab after its name, after a blank line in a comment", COMMENTED % '[Event\t"b"]',
             game("e4 e5", tokens=[PLY, comment('a\n\n[Event\t"b"] b')], marker="*")),
    followed("comment-with-event-in-capitals", "an EVENT tag after a blank line in a comment", COMMENTED % '[EVENT "b"]', game("e4 e5", tokens=[PLY, comment('a\n\n[EVENT "b"] b')], marker="*")),
    followed("comment-with-bom-and-event", "a byte order mark before an Event tag after a blank line in a comment", (COMMENTED % (MARK + '[Event "b"]')).encode(),
             game("e4 e5", tokens=[PLY, comment(f'a\n\n{MARK}[Event "b"] b')], marker="*")),
    followed("comment-with-event-after-text", "an Event tag after a blank line and a line of text in a comment", COMMENTED % 'x\n[Event "b"]',
             game("e4 e5", tokens=[PLY, comment('a\n\nx\n[Event "b"] b')], marker="*")),
    followed("brace-in-line-comment-after-symbol", "a line comment directly after a move, with a brace", "1. e4;{\n\n1. d4", game("e4", tokens=[PLY, line_comment("{")]), game("d4"), rules="pgn.5 pgn.12"),
    followed("brace-after-line-comment", "a brace on the line after a line comment opens a comment", "1. e4 ;\n{\n\n} e5", game("e4 e5", tokens=[PLY, line_comment(""), comment("\n\n")])),
    followed("semicolon-after-comment", "a line comment directly after a comment, with a brace", "1. e4 {a};{\n\n1. d4", game("e4", tokens=[PLY, comment("a"), line_comment("{")]), game("d4")),
    followed("percent-after-comment-line", "a percent sign at the start of a line in a comment, and one after it", "1. e4 {\n%}\n%{\n*", game("e4", tokens=[PLY, comment("\n%"), ("escape", "{")], marker="*"), rules="pgn.5 pgn.14"),
    followed("tag-after-marker-on-its-line", "a marker at the start of a line, and a tag", "1. e4\n1-0[Event \"b\"]", game("e4", marker="1-0"), game(tags=[B])),
    followed("tag-after-marker-on-its-line-cr", "a marker at the start of a line after CR, and a tag", "1. e4\r1-0[Event \"b\"]", game("e4", marker="1-0"), game(tags=[B]), rules="pgn.2 pgn.5"),
    followed("tag-after-marker-alone", "a marker at the start of the text, and a tag", "0-1 [Event \"b\"]", game(marker="0-1"), game(tags=[B])),
    followed("tag-after-marker-after-tags", "a marker at the start of the movetext, and a tag", "[Event \"b\"]\n\n½-½ [Event \"a\"]", game(tags=[B], marker="1/2-1/2"), game(tags=[A])),
    followed("tag-after-marker-in-parenthesis", "a marker after a parenthesis, and a tag", "1. e4 (1-0[Event \"b\"]", game("e4", rest="(1-0"), game(tags=[B]), rules="pgn.5 pgn.20"),
    followed("tag-after-marker-after-variation", "a marker after a variation, and a tag", "1. e4 (1. d4)1-0[Event \"b\"]", game("e4", tokens=[PLY, BEGIN, move("d2d4"), END], marker="1-0"), game(tags=[B])),
    followed("tag-after-marker-in-variation", "a marker in a variation, and a tag", "1. e4 (1. d4 1-0 [Event \"b\"]", game("e4", rest="(1. d4 1-0"), game(tags=[B]), rules="pgn.5 pgn.20"),
    followed("tag-after-marker-after-bracket", "a marker after a bracket, and a tag", "1. e4 [1-0[Event \"b\"]", game("e4", rest="[1-0"), game(tags=[B]), rules="pgn.5 pgn.19"),
    followed("tag-after-marker-after-star", "a marker after an asterisk, and a tag", "1. e4 *1-0[Event \"b\"]", game("e4", marker="*", rest="1-0"), game(tags=[B]), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-marker-after-marker", "two markers, and a tag", "1. e4 1-0 0-1[Event \"b\"]", game("e4", marker="1-0", rest="0-1"), game(tags=[B]), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-marker-after-text", "text that could not be parsed, a marker and a tag", "1. e4 zz 1-0 [Event \"b\"]", game("e4", rest="zz 1-0"), game(tags=[B]), rules="pgn.5 pgn.19"),
    followed("tag-after-star-after-any-byte", "an asterisk after a byte that ends no symbol, and a tag", "1. e4 zz]*[Event \"b\"]", game("e4", rest="zz]*"), game(tags=[B]), rules="pgn.5 pgn.19"),
    followed("tag-after-marker-after-nag", "digits of a NAG that look like a marker", "1. e4 $1-0[Event \"b\"]", game("e4", tokens=[PLY, nag(1)], rest='-0[Event "b"]'), rules="pgn.5 pgn.14 pgn.19"),
    followed("tag-after-marker-after-closing-bracket", "a marker after a closing bracket", "1. e4 ]1-0[Event \"b\"]", game("e4", rest=']1-0[Event "b"]'), rules="pgn.5 pgn.19"),
    followed("tag-after-marker-after-plus", "a marker after a check mark", "1. e4+1-0[Event \"b\"]", game(rest='1. e4+1-0[Event "b"]'), rules="pgn.5 pgn.19"),
    followed("tag-after-marker-after-byte-02", "a marker after a byte 02", "1. e4 \x021-0[Event \"b\"]", game("e4", marker="1-0"), game(tags=[B]), rules="pgn.5 pgn.29"),
    followed("tag-after-marker-and-digit", "digits around a marker", "1. e4 11-0[Event \"b\"]\n\n1. e4 1-01[Event \"b\"]", game("e4", rest='11-0[Event "b"]'), game("e4", rest='1-01[Event "b"]'), rules="pgn.5 pgn.19"),
    followed("tag-after-marker-and-blanks", "all blanks between marker and tag", "1. e4 1-0\v\f\t [Event \"b\"]", game("e4", marker="1-0"), game(tags=[B]), rules="pgn.2 pgn.5"),
    followed("tag-after-marker-and-mark-and-blank", "a blank between byte order mark and bracket after a marker", f'1. e4 1-0 {MARK} [Event "b"]', game("e4", marker="1-0", rest='[Event "b"]'), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-marker-after-vt", "a marker after VT, and a tag", '1. e4\v1-0[Event "b"]', game("e4", marker="1-0"), game(tags=[B]), rules="pgn.2 pgn.5"),
    followed("tag-after-marker-after-ff", "a marker after FF, and a tag", '1. e4\f0-1 [Event "b"]', game("e4", marker="0-1"), game(tags=[B]), rules="pgn.2 pgn.5"),
    followed("tag-after-marker-blanks-before-quote", "a tab between name and quote after a marker", '1. e4 *[Event\t\v"b"]', game("e4", marker="*"), game(tags=[B])),
    followed("tag-after-marker-blank-in-bracket", "a blank after the bracket after a marker", '1. e4 1-0 [ Event "b"]', game("e4", marker="1-0", rest='[ Event "b"]'), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-marker-without-end", "a quote without its end after a marker and a name", '1. e4 1-0 [Event "b', game("e4", marker="1-0"), game(tags=[('[Event "b',)])),
    followed("tag-after-marker-without-name", "a bracket and a quote after a marker", '1. e4 1-0 ["b"]', game("e4", marker="1-0", rest='["b"]'), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-comment-after-marker", "a comment between marker and tag", '1. e4 1-0 {c} [Event "b"]', game("e4", tokens=[PLY, comment("c")], marker="1-0", rest='[Event "b"]'), rules="pgn.5 pgn.17 pgn.19"),
    followed("tag-after-marker-in-line-comment", "a marker and a tag in a line comment and an escape", '1. e4 ;1-0[Event "b"]\n%*[Event "b"]\ne5', game("e4 e5", tokens=[PLY, line_comment('1-0[Event "b"]'), ("escape", '*[Event "b"]')])),
    followed("tag-after-marker-of-unreadable-start", "a marker and a tag in the movetext of an unreadable start", '[FEN "x"]\n\n1. e4 1-0 [Event "b"]', game(tags=[fen("x")], rest="1. e4 1-0", start="unreadable"), game(tags=[B]), rules="pgn.5 pgn.10"),
]

VARIANTS = "crazyhouse bughouse atomic antichess giveaway suicide loser horde racing kingofthehill koth threecheck 3check fivecheck 5check shatranj xiangqi shogi makruk janggi seirawan capablanca duckchess fogofwar"
CHESS = ["Bug", "House", "Crazy horse", "Check", "Two check", "3", "5", "King", "Hill", "Race", "Duck", "Fog", "Capa", "Setup", "Minichess", "Give", "Away", "Hoard", "Los", "Ch3ss"]
variant = lambda name: ("Variant", name)
of_variant = lambda name: f'[Event "a"]\n[Variant "{name}"]\n\n1. e4 *'
STARTS = [
    many("variants-within-names", "every other game, with letters and digits around its name", "pgn.10",
         *((of_variant(f"x{name.upper()}7"), game(tags=[A, variant(f"x{name.upper()}7")], rest="1. e4 *", start="unreadable")) for name in VARIANTS.split())),
    many("variants-with-signs", "other games, with signs and spaces between the letters", "pgn.10",
         *((of_variant(name), game(tags=[A, variant(name)], rest="1. e4 *", start="unreadable")) for name in ("3_check", "Fog/of.War", "K.o.t.H.", "d u c k c h e s s", "Cra\\\"zyhouse", "Cra\x01zyhouse"))),
    many("variants-that-are-chess", "parts of the names of other games", "pgn.10", *((of_variant(name), game("e4", [A, variant(name)], marker="*")) for name in CHESS)),
    ("variant-with-fen", "another game and a FEN that is playable", "pgn.10", tagged('[Variant "Atomic"]', f'[FEN "{KINGS}"]', "", "1. Ke2 *"),
     [game(tags=[variant("Atomic"), fen(KINGS)], rest="1. Ke2 *", start="unreadable")]),
    ("variant-after-fen", "a FEN that is playable, and another game", "pgn.10", tagged(f'[FEN "{KINGS}"]', '[Variant "Atomic"]', "", "1. Ke2 *"),
     [game(tags=[fen(KINGS), variant("Atomic")], rest="1. Ke2 *", start="unreadable")]),
    ("variant-of-the-game-before", "chess after a game of another variant, and after one with another start", "pgn.10",
     tagged('[Variant "Atomic"]', "", "1. e4 *", "", "1. e4 *", "", f'[FEN "{KINGS}"]', "", "1. Ke2 *", "", EVENT, "", "1. e4 *"),
     [game(tags=[variant("Atomic")], rest="1. e4 *", start="unreadable"), game("e4", marker="*"), game("Ke2", [fen(KINGS)], marker="*", start="fen"), game("e4", [B], marker="*")]),
    ("fen-of-the-standard-start", "a FEN tag of the standard start", "pgn.10", tagged(f'[FEN "{STANDARD}"]', "", "1. e4 *"), [game("e4", [fen(STANDARD)], marker="*", start="fen")]),
    ("fen-with-underscores", "a FEN with underscores for spaces", "pgn.10 positions.1", tagged(f'[FEN "{KINGS.replace(" ", "_")}"]', "", "1. Ke2 *"), [game("Ke2", [fen(KINGS.replace(" ", "_"))], marker="*", start="fen")]),
    ("fen-of-another-case", "a tag Fen", "pgn.10", tagged('[Fen "x"]', '[fen "y"]', "", "1. e4 *"), [game("e4", [("Fen", "x"), ("fen", "y")], marker="*")]),
    ("fen-value-with-spaces", "spaces around the FEN", "pgn.10 positions.1", tagged(f'[FEN " {KINGS} "]', "", "1. Ke2 *"), [game("Ke2", [fen(f" {KINGS} ")], marker="*", start="fen")]),
    many("unreadable-numbers", "movetext of move numbers alone after an unreadable start is empty", "pgn.10",
         *((f'[FEN "{n}"]\n\n{text}', game(tags=[fen(str(n))], start="unreadable")) for n, text in enumerate(("1.", "12... ", "1. 2...\n3", "… 1.", "7", ". ..")))),
    many("unreadable-without-numbers", "movetext that is more than move numbers after an unreadable start", "pgn.10",
         *((f'[FEN "{n}"]\n\n{text}', game(tags=[fen(str(n))], rest=text, start="unreadable")) for n, text in enumerate(("0000", "1. {}", "1. ;", "1. *", "1-0", "1. $1", "1. )", "1_")))),
    ("numbers-of-a-readable-start", "movetext of move numbers alone", "pgn.13", tagged(f'[FEN "{KINGS}"]', "", "1. 2...", "", "1."), [game(tags=[fen(KINGS)], start="fen"), game()]),
]


def add(chapter_add):
    for case in LINES + TAGS + ENDS + STARTS:
        chapter_add(*case)
