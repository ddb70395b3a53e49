"""Vectors of PGN text: byte order marks and blank lines in tag sections, ends of digits, castling as a move of the king, `e.p.`, numbers
before a variation that stays open."""

from pgn_cases import BEGIN, BOM, END, PASSANT, PLY, comment, game, move, nag, raw

ONE, TWO = ("A", "1"), ("B", "2")
KING = ("FEN", "4k3/8/8/8/8/8/8/5K1R w H - 0 1")  # its move to g1 is legal, and castling
STAYS = ("FEN", "4k3/8/8/8/8/8/8/R1K4R w HA - 0 1")
PLIES = lambda count: ("plies", count)


def from_fen(tag, text):
    return f'[FEN "{tag[1]}"]\n\n{text}'.encode()


def started(tag, name, title, text, san, **shown):
    """A case of one game with a start of its own."""
    return name, title, "pgn.15", from_fen(tag, text), [game(san, [tag], start="fen", **shown)]


def ignored(name, title, text, san="exd6"):
    return started(PASSANT, name, title, text + " *", san, marker="*")


def unparsed(name, title, text, rest, san="exd6", tokens=()):
    return started(PASSANT, name, title, text, san, rest=rest, tokens=tokens)


CASES = [
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
    ("digits-before-a-brace", "digits before a brace and a parenthesis are move numbers", "pgn.13", b"1. e4 1{c}e5 2(zz", [game("e4 e5", tokens=[PLY, comment("c")], rest="2(zz")]),
    ("digits-before-another-letter", "digits before a letter that is not ASCII are no move number", "pgn.13", "1. e4 1é5".encode(), [game("e4", rest="1é5")]),
    ("ellipsis-after-digits", "digits before U+2026 are a move number", "pgn.13", "1. e4 1… e5".encode(), [game("e4 e5")]),
    ("ellipsis-apart-from-digits", "U+2026 after digits and a space", "pgn.13", "1. e4 1 … e5".encode(), [game("e4 e5")]),
    ("ellipsis-after-dots", "U+2026 after digits and dots", "pgn.13", "1. e4 1..…e5".encode(), [game("e4 e5")]),
    ("ellipsis-before-dots", "U+2026 before dots", "pgn.13", "1. e4 …..e5".encode(), [game("e4 e5")]),
    ("null-with-dots", "0000 with a dot is a move number", "pgn.13", b"1. e4 0000. e5", [game("e4 e5")]),
    # pgn.15: castling
    started(KING, "king-move-or-castling", "a move of the king to its square after castling, where the king could move there", "1. f1g1 *", "Kg1", marker="*"),
    started(KING, "king-to-rook", "castling as a move to the rook, where the king could move to its square after castling", "1. f1h1 *", "O-O", marker="*"),
    started(KING, "castling-letters-where-the-king-could-move", "castling by letters, where the king could move to its square after castling", "1. O-O *", "O-O", marker="*"),
    started(STAYS, "castling-where-the-king-stays", "castling as a move of the king to the square on which it stays", "1. c1c1 *", "O-O-O", marker="*"),
    # pgn.15: e.p.
    ignored("e-p-apart", "e.p. apart from its capture", "exd6 e.p."),
    ignored("e-p-without-last-dot", "e.p without the last dot", "exd6 e.p"),
    ignored("e-p-joined-without-last-dot", "e.p without the last dot, joined to its capture", "exd6e.p"),
    ignored("ep-joined", "ep joined to its capture", "exd6ep"),
    ignored("ep-after-a-move-number", "a move number between capture and ep", "exd6 2. ep"),
    unparsed("ep-after-a-comment", "a comment between capture and ep", "exd6 {c} ep *", "ep *", tokens=[PLY, comment("c")]),
    unparsed("ep-after-a-nag", "a NAG between capture and ep", "exd6! ep *", "ep *", tokens=[PLY, nag(1)]),
    ignored("ep-twice", "ep twice after a capture", "exd6 ep ep"),
    unparsed("ep-after-a-push", "ep after a push", "e6 ep *", "ep *", "e6"),
    ignored("ep-joined-to-a-push", "ep joined to a push", "e6ep", "e6"),
    ignored("ep-joined-to-a-king-move", "ep joined to a move of the king", "Kd2ep", "Kd2"),
    ignored("ep-after-a-pawn-with-its-letter", "ep after a capture by a pawn with its letter", "Pexd6 ep"),
    ignored("ep-after-a-pawn-from-its-square", "ep after a capture by a pawn from its square", "e5d6 ep"),
    ("ep-after-a-capture-by-the-king", "ep after a capture by the king that is written without its letter", "pgn.15", b"1. e4 d5 2. exd5 Qxd5 3. Qh5 Qe5 4. Kd1 Qe2 5. d1e2 ep",
     [game("e4 d5 exd5 Qxd5 Qh5 Qe5+ Kd1 Qe2+ Kxe2", rest="ep")]),
    ("ep-after-another-capture", "ep after a capture by a pawn that is not en passant", "pgn.15", b"1. e4 d5 2. exd5 ep *", [game("e4 d5 exd5", marker="*")]),
    ("ep-after-another-variation", "ep after a variation that ends with a capture by a pawn", "pgn.15", b"1. e4 d5 2. Nf3 (2. exd5) ep",
     [game("e4 d5 Nf3", tokens=[PLIES(3), BEGIN, move("e4d5"), END], rest="ep")]),
    ("ep-at-the-start-of-a-variation", "ep at the start of a variation, after a capture by a pawn", "pgn.15 pgn.20", b"1. e4 d5 2. exd5 (ep 2. d4) *",
     [game("e4 d5 exd5", tokens=[PLIES(3), BEGIN, raw("ep 2. d4"), END], marker="*")]),
    unparsed("ep-in-capitals", "EP in capitals", "exd6 EP *", "EP *"),
    # pgn.20
    ("number-before-an-open-variation", "a move number directly before a variation that stays open", "pgn.20", b"1. e4 e5 2. (2. d4 *", [game("e4 e5", rest="2. (2. d4 *")]),
    ("number-and-comment-before-an-open-variation", "a move number and a comment before a variation that stays open", "pgn.20", b"1. e4 1... {a} (1. d4 *",
     [game("e4", tokens=[PLY, comment("a")], rest="(1. d4 *")]),
    ("number-before-a-variation-without-end", "a move number before a variation of text that could not be parsed and does not end", "pgn.20", b"1. e4 1. (1. zz *",
     [game("e4", rest="1. (1. zz *")]),
]
