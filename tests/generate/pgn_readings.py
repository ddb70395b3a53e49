"""Vectors of PGN text that could be read in two ways. The games were written by hand, by the rules of the chapter."""

from pgn_cases import BOM, CASTLING, game
from pgn_edges import KINGS, tagged

A, B = ("A", "1"), ("B", "2")
MARK = BOM.decode()
NO_FEN = ("FEN", "4k3/8/8/8/8/8/8/8 w - - 0 1")
CRAZY, CHESS = ("Variant", "Crazyhouse"), ("Variant", "Standard")
unreadable = lambda rest, *tags: game(tags=[*tags], rest=rest, start="unreadable")

MARKS = [
    ("two-at-start", "two byte order marks at the start", "pgn.1", BOM * 2 + tagged('[A "1"]', "", "*"), [game(tags=[A], marker="*")]),
    ("two-between-games", "two byte order marks between games", "pgn.1", b"1. e4\n\n" + BOM * 2 + b"1. d4", [game("e4"), game("d4")]),
    ("two-before-a-tag-in-movetext", "two byte order marks before a tag, at the start of a line of movetext: they are text", "pgn.1 pgn.5 pgn.19",
     b"1. e4\n" + BOM * 2 + b'[A "1"]\n*', [game("e4", rest='[A "1"]\n*')]),
    ("two-before-a-tag-in-tags", "two byte order marks before a tag, in a tag section: they are separators", "pgn.1 pgn.8", b'[A "1"]\n' + BOM * 2 + b'[B "2"]\n*',
     [game(tags=[A, B], marker="*")]),
    ("before-tags-in-a-comment", "a byte order mark before tags after blank lines in a comment is text", "pgn.1 pgn.5",
     b'1. e4 {a\n\n\n' + BOM + b'[A "1"]\n[B "2"]\n\n* }', [game("e4", tokens=[("plies", 1), ("comment", f'a\n\n\n{MARK}[A "1"]\n[B "2"]\n\n* ')])]),
]

STARTS = [
    ("variant-first-of-two", "two Variant tags, of which the first is another game", "pgn.10", tagged('[Variant "Crazyhouse"]', '[Variant "Standard"]', "", "1. e4 *"),
     [unreadable("1. e4 *", CRAZY, CHESS)]),
    ("variant-second-of-two", "two Variant tags, of which the second is another game", "pgn.10", tagged('[Variant "Standard"]', '[Variant "Crazyhouse"]', "", "1. e4 *"),
     [game("e4", [CHESS, CRAZY], marker="*")]),
    ("unreadable-white-space-around", "white space before and after the movetext of an unreadable start, and within it", "pgn.10 pgn.2",
     tagged(f'[FEN "{NO_FEN[1]}"]', "", " \t 1. e4  e5\t", "  2. d4 \v\f"), [unreadable("1. e4  e5\t\n  2. d4", NO_FEN)]),
    ("unreadable-number-before-text", "a move number before the text of an unreadable start stays", "pgn.10 pgn.13", tagged(f'[FEN "{NO_FEN[1]}"]', "", "1. ... x"), [unreadable("1. ... x", NO_FEN)]),
    ("unreadable-number-between-white-space", "white space and move numbers alone after an unreadable start", "pgn.10 pgn.13", tagged(f'[FEN "{NO_FEN[1]}"]', "", "  1. 2... ", "\t3 "),
     [unreadable("", NO_FEN)]),
]

NUMBERS = [
    ("null-digits-before-a-letter", "0000 directly before a move", "pgn.13", b"1. e4 0000d4 *", [game("e4 -- d4", marker="*")]),
    ("null-digits-before-castling", "0000 before a letter that begins castling", "pgn.13 pgn.15", f'[FEN "{CASTLING[1]}"]\n\n0000O-O *'.encode(),
     [game("--", [CASTLING], rest="O-O *", start="fen")]),
    ("number-before-a-letter", "other digits directly before a move", "pgn.13", b"1e4 1e5 00002d4 *", [game("e4 e5 d4", marker="*")]),
    ("null-digits-before-a-dash", "0000 before a dash is no null move", "pgn.13 pgn.19", b"1. e4 0000-0 *", [game("e4", rest="0000-0 *")]),
]

EN_PASSANT = [
    ("ep-joined-to-a-knight-move", "e.p. joined to a move of a knight, and one to a capture by a piece", "pgn.15", b"1. Nf3e.p. d5 2. Nc3ep d4 3. Nxd4e.p *", [game("Nf3 d5 Nc3 d4 Nxd4", marker="*")]),
    ("ep-after-a-capture-by-a-knight", "e.p. after a capture by a knight cannot be parsed", "pgn.15 pgn.19", b"1. Nf3 e5 2. Nxe5 e.p. d6 *", [game("Nf3 e5 Nxe5", rest="e.p. d6 *")]),
    ("ep-joined-to-castling", "e.p. joined to castling, which has no to-square", "pgn.15 pgn.19", f'[FEN "{CASTLING[1]}"]\n\nO-Oe.p. *'.encode(), [game("", [CASTLING], rest="O-Oe.p. *", start="fen")]),
    ("ep-before-a-promotion", "e.p. before the letter of a promotion is not directly at the end", "pgn.15 pgn.19", f'[FEN "{KINGS.replace("8/8/8/8/8/8", "P7/8/8/8/8/8")}"]\n\na8epQ *'.encode(),
     [game(tags=[("FEN", KINGS.replace("8/8/8/8/8/8", "P7/8/8/8/8/8"))], rest="a8epQ *", start="fen")]),
]


def add(chapter_add):
    for name, *case in MARKS:
        chapter_add(f"marks-{name}", *case)
    for case in [*STARTS, *NUMBERS, *EN_PASSANT]:
        chapter_add(*case)
