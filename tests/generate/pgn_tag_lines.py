"""Vectors of lines with several tag pairs, and of pairs over a line end. The games were written by hand, by the rules of the chapter."""

from pgn_cases import BOM, game
from pgn_edges import KINGS, tagged

EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


def case(name, title, lines, *tags, rules="pgn.9", **rest):
    return (f"tag-lines-{name}", title, rules, tagged(*lines, "", "*"), [game(tags=[*tags], **{"marker": "*", **rest})])


CASES = [
    case("three", "three pairs, with blanks between them or none", ['[A "1"] [B "2"]\t[C "3" ]'], ("A", "1"), ("B", "2"), ("C", "3")),
    case("no-blanks", "pairs without blanks", ['[A"1"][B"2"]'], ("A", "1"), ("B", "2")),
    case("quotes", "quotes in the values of two pairs", ['[A "a "b" c"] [B "d"e"]'], ("A", 'a "b" c'), ("B", 'd"e')),
    case("escaped", "an escaped quote ends no value", ['[A "1\\"] [B \\"2"]'], ("A", '1\\"] [B \\"2')),
    case("backslashes", "a quote after two backslashes ends a value", ['[A "1\\\\"] [B "2"]'], ("A", "1\\\\"), ("B", "2")),
    case("text-between", "text between two pairs: one value", ['[A "1"] x [B "2"]'], ("A", '1"] x [B "2')),
    case("no-name", "a pair without a name: one value", ['[A "1"] ["2"]'], ("A", '1"] ["2')),
    case("quote-of-next", "the quote that begins a value does not end it", ['[A ""] [B "] [C "x"]'], ("A", ""), ("B", '] [C "x')),
    case("text-after", "text after two pairs makes a raw line", ['[A "1"] [B "2"] x'], ('[A "1"] [B "2"] x',)),
    case("fen", "a FEN after another pair", ['[SetUp "1"] [FEN "%s"]' % KINGS], ("SetUp", "1"), ("FEN", KINGS), rules="pgn.9 pgn.10", start="fen"),
    case("fen-not-playable", "a FEN after another pair that is not playable", ['[SetUp "1"] [FEN "%s"]' % EMPTY], ("SetUp", "1"), ("FEN", EMPTY), rules="pgn.9 pgn.10", start="unreadable", rest="*", marker=""),
    case("over-lines", "a value over a line end", ['[A "Two lines', 'of name"]', '[B "b"]'], ("A", "Two lines of name"), ("B", "b")),
    case("over-lines-crlf", "a value over CRLF, and over CR", ['[A "1\r', '2"]\r', '[B "1\r2"]'], ("A", "1 2"), ("B", "1 2")),
    case("over-lines-blanks", "blanks around the line end stay", ['[A "1 ', ' 2"]'], ("A", "1   2")),
    case("over-lines-name", "a line end between name and value", ["[A", '"1"] [B "2"]'], ("A", "1"), ("B", "2")),
    case("over-lines-bracket", "a line end before the last bracket", ['[A "1"', '] [B "2"]'], ("A", "1"), ("B", "2")),
    case("over-lines-second-pair", "a line end within the second pair", ['[A "1"] [B "2', '3"]', '[A "4"] [B', '"5"]'], ("A", "1"), ("B", "2 3"), ("A", "4"), ("B", "5")),
    case("over-lines-quotes", "a line end after quotes within a value", ['[A "a "b" c', 'd"]'], ("A", 'a "b" c d')),
    case("over-lines-next-tag", "the next line begins with a bracket: no value goes on there", ['[A "1', '[B "2"]'], ('[A "1',), ("B", "2")),
    case("over-lines-percent", "the next line begins with a percent sign or a semicolon", ['[A "1', '%2"]', '[A "1', ';2"]'], ('[A "1',), ('%2"]',), ('[A "1',), (';2"]',)),
    ("tag-lines-over-blank-line", "a blank line within a value", "pgn.8 pgn.9 pgn.19", tagged('[A "1', "", '2"]', "*"), [game(tags=[('[A "1',)], rest='2"]\n*')]),
    ("tag-lines-over-three-lines", "a value over two line ends", "pgn.8 pgn.9 pgn.19", tagged('[A "1', "2", '3"]', "*"), [game(tags=[('[A "1',)], rest='2\n3"]\n*')]),
    ("tag-lines-over-mark", "a byte order mark at the start of the next line", "pgn.8 pgn.9 pgn.19", b'[A "1\n' + BOM + b'2"]\n*', [game(tags=[('[A "1',)], rest='2"]\n*')]),
    ("tag-lines-closed", "a line that is no pair and has its bracket", "pgn.8 pgn.9 pgn.19", tagged('[A "1" x]', '2"]', "*"), [game(tags=[('[A "1" x]',)], rest='2"]\n*')]),
    ("tag-lines-text-after-quote", "text after the quote that could be the last one", "pgn.8 pgn.9 pgn.19", tagged('[A "1"', 'x"]', "*"), [game(tags=[('[A "1"',)], rest='x"]\n*')]),
    ("tag-lines-names", "the second name of a line begins another game, after a blank line", "pgn.4 pgn.9", tagged('[A "1"] [B "2"]', "", '[C "3"] [B "4"]', "", "*"),
     [game(tags=[("A", "1"), ("B", "2")]), game(tags=[("C", "3"), ("B", "4")], marker="*")]),
    ("tag-lines-event", "a second name Event", "pgn.4 pgn.9", tagged('[A "1"]', "", '[C "3"] [Event "4"]', "", "*"), [game(tags=[("A", "1")]), game(tags=[("C", "3"), ("Event", "4")], marker="*")]),
    ("tag-lines-in-comment", "a line of two pairs ends a comment", "pgn.5 pgn.9", tagged("1. e4 {a", "", '[A "1"] [B "2"]', "", "*"), [game("e4", rest="{a"), game(tags=[("A", "1"), ("B", "2")], marker="*")]),
    ("tag-lines-indented", "games whose lines of tags begin with blanks", "pgn.4 pgn.8", tagged('  [A "1"]', '  [B "2"]', "", "*", "", '  [A "3"]', "", '\t[A "4"]', "", "*"),
     [game(tags=[("A", "1"), ("B", "2")], marker="*"), game(tags=[("A", "3")]), game(tags=[("A", "4")], marker="*")]),
]


def add(chapter_add):
    for made in CASES:
        chapter_add(*made)
