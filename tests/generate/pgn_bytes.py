"""Vectors of PGN text that is not UTF-8: everything is kept byte for byte. The games were written by hand, by the rules of the chapter."""

from pgn_cases import BEGIN, END, PLY, comment, game, move, raw
from pgn_edges import line_comment

BYTES = b"\xff\xc3(\x80\xed\xa0\x80\xf4\x90\x80\x80\xc0\xaf\xfe"  # no part of it is UTF-8
SHOWN = {"hex": BYTES.hex()}


def shown(data):
    """As vectors show bytes."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"hex": data.hex()}


ALL = bytes(byte for byte in range(1, 256) if byte not in b"\n\r}")
CASES = [
    ("bytes-in-value", "a value that is not UTF-8", "pgn.9", b'[A "%b"]\n\n*' % BYTES, [game(tags=[("A", SHOWN)], marker="*")]),
    ("bytes-in-name", "a name that is not UTF-8", "pgn.9", b'[W\xfcrde\x80\xff "1"]\n\n*', [game(tags=[(shown(b"W\xfcrde\x80\xff"), "1")], marker="*")]),
    ("bytes-in-raw-lines", "raw lines that are not UTF-8", "pgn.8 pgn.9", b"[%b\n%%%b\n;%b\n\n*" % (BYTES, BYTES, BYTES), [game(tags=[(shown(first + BYTES),) for first in (b"[", b"%", b";")], marker="*")]),
    ("bytes-in-names-of-games", "names that are not UTF-8, after blank lines", "pgn.4", b'[\xe4 "1"]\n\n[\xf6 "1"]\n\n[\xe4 "2"]\n\n*',
     [game(tags=[(shown(b"\xe4"), "1"), (shown(b"\xf6"), "1")]), game(tags=[(shown(b"\xe4"), "2")], marker="*")]),
    ("bytes-in-comments", "comments, line comments and escapes that are not UTF-8", "pgn.14", b"1. e4 {%b} ;%b\n%%%b\n*" % (BYTES, BYTES, BYTES),
     [game("e4", tokens=[PLY, comment(SHOWN), line_comment(SHOWN), ("escape", SHOWN)], marker="*")]),
    ("bytes-of-all-values", "every byte but 00 and those that end it, in comments of each kind, a value and a raw line", "pgn.9 pgn.14", b'[A "%b"]\n%%%b\n\n1. e4 {%b} ;%b\n%%%b\n*' % (ALL, ALL, ALL, ALL, ALL),
     [game("e4", [("A", shown(ALL)), (shown(b"%" + ALL),)], [PLY, comment(shown(ALL)), line_comment(shown(ALL)), ("escape", shown(ALL))], "*")]),
    ("bytes-in-unparsed-text", "text that could not be parsed and is not UTF-8", "pgn.19", b"1. e4 %b 1-0\n" % BYTES, [game("e4", rest=shown(BYTES + b" 1-0"))]),
    ("bytes-in-raw", "text in a variation that could not be parsed and is not UTF-8", "pgn.20", b"1. e4 (1. d4 %b) e5 *" % BYTES.replace(b"(", b""),
     [game("e4 e5", tokens=[PLY, BEGIN, move("d2d4"), raw(shown(BYTES.replace(b"(", b""))), END], marker="*")]),
    ("bytes-after-unreadable-start", "movetext of an unreadable start that is not UTF-8", "pgn.10", b'[FEN "%b"]\n\n1. e4 %b *\n' % (BYTES, BYTES), [game(tags=[("FEN", SHOWN)], rest=shown(b"1. e4 " + BYTES + b" *"), start="unreadable")]),
    ("bytes-of-marks-cut", "parts of a byte order mark begin movetext", "pgn.1 pgn.19", b"\xef\xbb*\n\n\xbb\xbf*\n\n\xef\xbb\xbe*", [game(rest=shown(b"\xef\xbb*")), game(rest=shown(b"\xbb\xbf*")), game(rest=shown(b"\xef\xbb\xbe*"))]),
    ("bytes-of-signs-cut", "parts of U+2026 and of dashes are none", "pgn.13 pgn.16 pgn.19", b"1. e4 \xe2\x80 e5\n\n1. e4 1\xe2\x800",
     [game("e4", rest=shown(text)) for text in (b"\xe2\x80 e5", b"1\xe2\x800")]),
]


def add(chapter_add):
    for case in CASES:
        chapter_add(*case)
