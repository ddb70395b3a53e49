"""Vectors of FENs and of the canonical order of moves (positions.1 to positions.6, moves.3, moves.4)."""

import move_codes as mc
from codec_lines import TABLES
from vector_file import Chapter


def read_fen(chapter, good, start):
    """Reading the fields of a FEN: the meaning of each text, or its rejection."""
    whole = f"{start} w KQkq - 0 1"
    good("fen-underscores", whole.replace(" ", "_"), "positions.1", whole)
    good("fen-many-separators", f"_ {whole.replace(' ', '  _ ')}_ ", "positions.1", whole)
    good("fen-three-fields", f"{start} b KQ", "positions.1", f"{start} b KQ - 0 1")
    good("fen-five-fields", f"{start} b KQ - 7", "positions.1", f"{start} b KQ - 0 1")
    good("fen-long-numbers", f"{start} w KQkq - {'9' * 30} {'0' * 30}", "positions.1", whole)
    good("fen-digits-side-by-side", "4k3/8/8/8/8/8/8/1111K111 w - - 0 1", "positions.1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    pawns = "4k3/8/8/3pP3/8/8/8/4K3 w - {} 0 1"
    good("fen-en-passant", pawns.format("d6"), "positions.1 positions.6")
    good("fen-en-passant-dropped-rank", pawns.format("d4"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-first-rank", pawns.format("d1"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-no-pawn", pawns.format("f6"), "positions.1 positions.2", pawns.format("-"))
    good("fen-en-passant-dropped-blocked", pawns.format("d6").replace("8/8/3p", "3n4/8/3p"), "positions.2", pawns.format("-").replace("8/8/3p", "3n4/8/3p"))
    rooks = "4k3/8/8/8/8/8/8/R3K{} w {} - 0 1"
    good("fen-right-outermost", rooks.format("RR1", "K"), "positions.1", rooks.format("RR1", "G"))
    good("fen-right-inner-by-letter", rooks.format("R1R", "F"), "positions.1 positions.2")
    good("fen-right-two-on-one-side", rooks.format("R1R", "FH"), "positions.1 positions.2", rooks.format("R1R", "H"))
    good("fen-right-letters-repeat", rooks.format("2R", "KHKQAQ"), "positions.1", rooks.format("2R", "KQ"))
    good("fen-right-of-the-other-side", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "positions.1 positions.2", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    good("fen-right-off-the-first-rank", "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "positions.2", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    good("fen-right-rook-beyond-a-knight", rooks.format("R1N", "K"), "positions.1", rooks.format("R1N", "F"))
    for name, title, fen in [
        ("fen-tab", "fields separated by a tab", whole.replace(" ", "\t")),
        ("fen-seven-fields", "a seventh field", whole + " 1"),
        ("fen-en-passant-upper-case", "an en passant square in upper case", pawns.format("D6")),
        ("fen-en-passant-ninth-rank", "an en passant square on a ninth rank", pawns.format("d9")),
        ("fen-en-passant-file", "a file as en passant square", pawns.format("d")),
        ("fen-en-passant-three-letters", "an en passant square and a letter", pawns.format("d6x")),
        ("fen-clock-negative", "a negative half-move clock", f"{start} w KQkq - -1 1"),
        ("fen-clock-plus", "a half-move clock with a sign", f"{start} w KQkq - +1 1"),
        ("fen-number-no-digits", "a move number that is none", f"{start} w KQkq - 0 x"),
        ("fen-right-three-squares", "rights for three squares of a rank", rooks.format("RRR", "FGH")),
        ("fen-right-no-letter", "a letter that is no right", rooks.format("2R", "KX")),
        ("fen-right-dash-and-letter", "a dash and a right", rooks.format("2R", "-K")),
        ("fen-turn-upper-case", "the side to move in upper case", f"{start} W KQkq - 0 1"),
        ("fen-promoted-mark", "the mark of a promoted piece", "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1"),
        ("fen-pocket", "a pocket", f"{start}[] w KQkq - 0 1"),
        ("fen-ninth-rank", "a pocket as ninth rank", f"{start}/ w KQkq - 0 1"),
        ("fen-digit-0", "the digit 0", "4k3/8/8/8/8/8/8/04K3 w - - 0 1"),
        ("fen-rank-too-short", "a rank of seven squares", "4k3/8/8/8/8/8/8/4K2 w - - 0 1"),
        ("fen-checks", "checks of a variant", f"{start} w KQkq - 3+3 0 1"),
    ]:
        chapter.add(name, title, "positions.1", "canonical-order", fen=fen, error="ILLEGAL_POSITION")


def make():
    chapter = Chapter("positions")

    def good(name, fen, rules="positions.1 moves.4", oracle=None):
        chapter.add(name, name.replace("-", " "), rules, "canonical-order", fen=fen,
                    expect={"moves": mc.canonical_order(mc.board_of(oracle or fen))})

    for name, fen in TABLES:
        if fen:
            good(name, fen)
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    good("usual-start", f"{start} w KQkq - 0 1")
    good("board-only", start, "positions.1", f"{start} w - - 0 1")
    good("board-and-turn", f"{start} b", "positions.1", f"{start} b - - 0 1")
    good("x-fen", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w KQkq - 0 1", "positions.1 positions.3")
    good("shredder-fen", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1", "positions.1 positions.3")
    good("castling-right-without-rook", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "positions.2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    good("castling-right-of-an-inner-rook", "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "moves.3 positions.2")
    good("impossible-en-passant", f"{start} w KQkq e3 0 1", "positions.2", f"{start} w KQkq - 0 1")
    good("too-many-pieces", "QQQQQQ2/8/8/8/8/6k1/8/K7 b - - 0 1", "positions.2")
    good("nine-pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "positions.2")
    good("three-checkers", "4k3/8/8/1b5b/8/8/4r3/3K4 w - - 0 1".replace("3K4", "4K3"), "positions.2")
    for name, title, fen in [
        ("no-king", "one king is missing", "8/8/8/8/7k/8/8/8 w - -"),
        ("two-kings", "two kings of one side", "kk6/8/8/8/8/8/8/K7 w - -"),
        ("pawn-on-last-rank", "a pawn on the last rank", "P7/8/8/8/7k/8/8/K7 w - -"),
        ("pawn-on-first-rank", "a pawn on the first rank", "8/8/8/8/7k/8/8/K6p w - -"),
        ("opponent-in-check", "the side that is not to move is in check", "4k3/8/8/8/8/8/8/K3R3 w - -"),
        ("kings-side-by-side", "the kings are adjacent", "8/8/8/8/8/8/k7/K7 w - -"),
        ("empty-board", "no pieces", "8/8/8/8/8/8/8/8 w - -"),
        ("empty-text", "no text", ""),
        ("nonsense", "not a FEN", "nonsense"),
        ("nine-files", "a rank of nine squares", "9/8/8/8/7k/8/8/K7 w - -"),
        ("seven-ranks", "a rank is missing", "8/8/8/8/7k/8/K7 w - -"),
        ("bad-turn", "neither w nor b", "8/8/8/8/7k/8/8/K7 x - -"),
    ]:
        chapter.add(name, title, "positions.2", "canonical-order", fen=fen, error="ILLEGAL_POSITION")
    read_fen(chapter, good, start)
    fields_of_fens(chapter, good)
    edges_of_fens(chapter, good)
    rights_of_starts(chapter, good)
    chapter.save()


KINGS_ALONE = "4k3/8/8/8/8/8/8/4K3"
# Starts and, if it differs, an equal but simpler start: the additional text of the first start has no effect.
STARTS = [
    ("en-passant-over-own-pawn", "4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1"),
    ("en-passant-on-fifth-rank", "4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 w - - 0 1"),
    ("en-passant-on-fourth-rank", "4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"),
    ("castling-through-distant-attack", "3r1k2/8/8/8/8/8/8/1K5R w H - 0 1", None),
    ("castling-king-path-blocked", "5k2/8/8/8/8/8/8/1KN4R w H - 0 1", None),
    ("castling-rook-path-blocked", "4k3/8/8/8/8/8/8/5NKR w H - 0 1", None),
    ("castling-beside-king-move", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", None),
    ("castling-pawn-attacks-black", "r3k3/4P3/8/8/8/8/8/4K3 b q - 0 1", None),
    ("castling-pawn-attacks-white", "4k3/8/8/8/8/8/4p3/R3K3 w Q - 0 1", None),
    ("castling-uncovers-black", "Rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", None),
    ("en-passant-uncovers-black", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", None),
    ("en-passant-on-third-rank-of-white", "4k3/8/8/8/8/8/3Pp3/K7 w - e3 0 1", "4k3/8/8/8/8/8/3Pp3/K7 w - - 0 1"),
    ("en-passant-on-sixth-rank-of-black", "k7/3pP3/8/8/8/8/8/4K3 b - e6 0 1", "k7/3pP3/8/8/8/8/8/4K3 b - - 0 1"),
    *((f"castling-through-attack-of-{file}", f"k{at - 1}r{7 - at}/8/8/8/8/8/8/1K5R w H - 0 1", None) for at, file in [(2, "c"), (4, "e"), (5, "f")]),
    *((f"castling-queen-side-through-attack-of-{file}", f"{at}r{6 - at}k/8/8/8/8/8/8/R5K1 w A - 0 1", None) for at, file in [(2, "c"), (3, "d"), (4, "e"), (5, "f")]),
    ("three-checks", "k3r3/8/8/b7/8/3n4/8/4K3 w - - 0 1", None),
    ("forty-pieces", "k7/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/NNNNNNNN/K1NNNNNN w - - 0 1", None),
    ("castling-queen-side-beside-attack", "1r5k/8/8/8/8/8/8/R5K1 w A - 0 1", None),
    ("fen-right-two-on-one-side-black", "4k1rr/8/8/8/8/8/8/4K3 b gh - 0 1", "4k1rr/8/8/8/8/8/8/4K3 b h - 0 1"),
]


def edges_of_fens(chapter, good):
    for name, fen, plain in STARTS:
        good(name, fen, "positions.2 positions.4 moves.4", plain)
    chapter.add("no-black-king", "the black king is missing", "positions.2", "canonical-order", fen="8/8/8/8/8/8/8/4K3 w - - 0 1", error="ILLEGAL_POSITION")
    chapter.add("fen-turn-upper-case-black", "the side to move, Black, in upper case", "positions.1", "canonical-order", fen=f"{KINGS_ALONE} B - - 0 1", error="ILLEGAL_POSITION")


STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
KINGS = "4k3/8/8/8/8/8/8/4K3"


def separators(good, bad):
    whole = f"{STANDARD} w KQkq - 0 1"
    good("fen-four-fields", f"{STANDARD} b KQ -", "positions.1", f"{STANDARD} b KQ - 0 1")
    good("fen-separator-first", f" {whole}", "positions.1", whole)
    good("fen-separator-last", f"{whole}_", "positions.1", whole)
    good("fen-underscore-and-space", whole.replace(" ", "_ ", 1), "positions.1", whole)
    good("fen-leading-zeros", f"{STANDARD} w KQkq - 007 0099", "positions.1", whole)
    bad("fen-separators-alone", "separators alone", " _ _ ")
    bad("fen-no-break-space", "a no-break space between fields", whole.replace(" ", "\u00a0", 1))
    bad("fen-other-digits", "digits that are not ASCII", f"{STANDARD} w KQkq - \u0660 1")
    bad("fen-superscript", "a superscript as number of empty squares", "4k3/\u00b3p4/8/8/8/8/8/4K3 w - - 0 1")
    bad("fen-clock-empty-dash", "a dash as half-move clock", f"{STANDARD} w KQkq - - 1")
    bad("fen-clock-fraction", "a half-move clock with a dot", f"{STANDARD} w KQkq - 0.5 1")
    bad("fen-clock-alone-no-number", "five fields, and the clock is none", f"{STANDARD} w KQkq - x")
    bad("fen-turn-two-letters", "two letters as side to move", f"{STANDARD} wb KQkq - 0 1")
    bad("fen-turn-dash", "a dash as side to move", f"{STANDARD} - KQkq - 0 1")
    bad("fen-line-end", "a line end after the last field", f"{whole}\n")


def placement(good, bad):
    good("fen-all-digits", "k7/p6p/1p4p1/2p2p2/3pp3/8/8/7K w - - 0 1", "positions.1")
    good("fen-kings-on-far-ranks", "4K3/8/8/8/8/8/8/4k3 b - - 0 1", "positions.1 positions.2")
    good("fen-pawns-on-second-and-seventh", "4k3/pP6/8/8/8/8/pP6/4K3 w - - 0 1", "positions.2")
    for name, title, fen in [
        ("digit-9", "the digit 9", "4k3/8/8/9/8/8/8/4K3 w - - 0 1"),
        ("letter", "a letter that is no piece", "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1"),
        ("piece-too-many", "eight empty squares and a piece", "4k3/8/8/8p/8/8/8/4K3 w - - 0 1"),
        ("empty-rank", "an empty rank", "4k3/8/8//8/8/8/4K3 w - - 0 1"),
        ("separator-at-end", "a separator after the first rank", f"{KINGS}/ w - - 0 1"),
        ("rank-separator-first", "a separator before the eighth rank", f"/{KINGS} w - - 0 1"),
        ("two-white-kings", "two white kings", "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"),
        ("no-white-king", "no white king", "4k3/8/8/8/8/8/8/8 w - - 0 1"),
        ("white-pawn-on-first-rank", "a white pawn on the first rank", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1"),
        ("black-pawn-on-last-rank", "a black pawn on the eighth rank", "4k2p/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("white-pawn-on-h8", "a white pawn on h8", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("black-pawn-on-a1", "a black pawn on a1", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1"),
        ("white-in-check-black-to-move", "White is in check, and Black to move", "4k3/8/8/8/8/8/8/r3K3 b - - 0 1"),
        ("check-by-pawn", "a pawn gives check, and its side is to move", "8/8/8/3k4/4P3/8/8/4K3 w - - 0 1"),
        ("check-by-knight", "a knight gives check, and its side is to move", "8/8/8/3k4/5N2/8/8/4K3 w - - 0 1"),
        ("check-by-bishop", "a bishop gives check, and its side is to move", "8/8/8/3k4/8/8/8/4K2B w - - 0 1"),
        ("check-by-queen", "a black queen gives check, and its side is to move", "4k3/8/8/q7/8/8/8/4K3 b - - 0 1"),
    ]:
        bad(f"fen-{name}", title, fen)


def rights(good, bad):
    """The letters of castling rights for both sides; both `k` and `q` and `K` and `Q` can mean a rook or the corner."""
    white, black = "4k3/8/8/8/8/8/8/{} w {} - 0 1", "{}/8/8/8/8/8/8/4K3 b {} - 0 1"

    def same(name, rank, given, wanted):
        good(f"fen-right-{name}", white.format(rank, given), "positions.1 positions.2", white.format(rank, wanted))
        mirrored = rank.swapcase(), given.swapcase(), wanted.swapcase()
        good(f"fen-right-{name}-black", black.format(*mirrored[:2]), "positions.1 positions.2", black.format(mirrored[0], mirrored[2]))

    same("x-fen-both", "1R2K1R1", "KQ", "BG")
    same("outer-of-two", "RR2K1RR", "KQ", "AH")
    same("inner-queen-side", "RR2K3", "B", "B")
    same("two-on-queen-side", "RR2K3", "AB", "A")
    same("corner-empty", "1R2K3", "Q", "B")
    same("rook-beyond-bishop", "B1R1K3", "Q", "C")
    same("king-nearest-edge", "3RK3", "KQ", "D")
    same("both-rooks-left", "R1R1K3", "KQ", "A")
    same("both-rooks-right", "4KR1R", "KQ", "H")
    same("king-in-the-corner", "K5R1", "Q", "-")
    same("king-on-h", "1R5K", "K", "-")
    same("letter-of-no-rook", "R3KN1R", "F", "-")
    same("letter-of-the-king", "R3K2R", "E", "-")
    same("letter-of-a-queen", "R3K2Q", "H", "-")
    same("letters-a-and-h", "R3K2R", "AH", "KQ")
    same("two-of-three", "RR2K2R", "BH", "BH")
    same("four-letters-two-squares", "R3K2R", "AQKH", "KQ")
    good("fen-right-rooks-of-the-other-side", "4k3/8/8/8/8/8/8/r3K2n w KQ - 0 1", "positions.2", "4k3/8/8/8/8/8/8/r3K2n w - - 0 1")
    good("fen-right-letters-off-its-rank", "4k3/8/8/8/8/8/4K3/R6R w AH - 0 1", "positions.2", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    good("fen-right-of-black-off-its-rank", "r6r/4k3/8/8/8/8/8/4K3 b kq - 0 1", "positions.2", "r6r/4k3/8/8/8/8/8/4K3 b - - 0 1")
    good("fen-right-king-on-the-other-first-rank", "4K3/8/8/8/8/1k6/8/R6R w KQ - 0 1", "positions.2", "4K3/8/8/8/8/1k6/8/R6R w - - 0 1")
    good("fen-right-four-squares", "r3k2r/8/8/8/8/8/8/R3K2R w AHah - 0 1", "positions.1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    good("fen-right-of-one-side-each", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "positions.1")
    bad("fen-right-three-squares-black", "rights for three squares of the eighth rank", "rr2k2r/8/8/8/8/8/8/4K3 b abh - 0 1")
    bad("fen-right-three-squares-kq", "a letter beside K and Q, for a third square", "4k3/8/8/8/8/8/8/RR2K2R w KQB - 0 1")
    bad("fen-right-three-empty-squares", "letters of three squares without rooks", f"{KINGS} w ABC - 0 1")
    bad("fen-right-i", "the letter of a ninth file", f"{KINGS} w I - 0 1")
    bad("fen-right-letter-and-dash", "a right and a dash", "4k3/8/8/8/8/8/8/R3K2R w K- - 0 1")
    bad("fen-right-two-dashes", "two dashes", f"{KINGS} w -- - 0 1")
    bad("fen-right-digit", "a digit as right", f"{KINGS} w 1 - 0 1")


def en_passant(good, bad):
    white, black = "4k3/8/8/3pP3/8/8/8/4K3 w - {} 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - {} 0 1"
    rules = "positions.1 positions.2 positions.6"
    good("fen-en-passant-black", black.format("e3"), rules)
    for name, fen, square in [
        ("fifth-rank", white, "d5"), ("seventh-rank", white, "d7"), ("eighth-rank", white, "d8"), ("third-rank", white, "d3"),
        ("fourth-rank-black", black, "e4"), ("second-rank-black", black, "e2"), ("sixth-rank-black", black, "e6"), ("first-rank-black", black, "e1"),
        ("own-pawn", white, "e6"), ("own-pawn-black", black, "d3"), ("a-file", white, "a6"), ("h-file-black", black, "h3"),
    ]:
        good(f"fen-en-passant-dropped-{name}", fen.format(square), rules, fen.format("-"))
    pieces = [
        ("occupied", "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1"), ("behind-occupied", "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("occupied-black", "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1"), ("behind-occupied-black", "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1"),
        ("no-pawn-but-knight", "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1"), ("no-pawn-but-knight-black", "4k3/8/8/8/3pN3/8/8/4K3 b - e3 0 1"),
    ]
    for name, fen in pieces:
        dropped = " ".join(["-" if number == 3 else field for number, field in enumerate(fen.split())])
        good(f"fen-en-passant-dropped-{name}", fen, rules, dropped)
    good("fen-en-passant-a-file", "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", rules)
    good("fen-en-passant-h-file", "4k3/8/8/8/6pP/8/8/4K3 b - h3 0 1", rules)
    good("fen-en-passant-no-wrap", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", rules, "4k3/8/8/p6P/8/8/8/4K3 w - - 0 1")
    for name, title, square in [
        ("i-file", "a square of a ninth file", "i6"), ("rank-0", "a square of rank 0", "d0"), ("empty-letters", "two digits", "66"),
        ("two-dashes", "two dashes", "--"), ("three-digits", "a square and a digit", "d66"), ("letters", "two letters", "dd"),
    ]:
        bad(f"fen-en-passant-{name}", title, white.format(square))


def fields_of_fens(chapter, good):
    bad = lambda name, title, fen: chapter.add(name, title, "positions.1 positions.2", "canonical-order", fen=fen, error="ILLEGAL_POSITION")
    for part in (separators, placement, rights, en_passant):
        part(good, bad)


EMPTY = "4k3/8/8/8/8/8/8/{} w {} - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


def rights_of_starts(chapter, good):
    def same(name, fen, wanted, rules="positions.1 positions.2"):
        good(f"rights-{name}", fen, rules, wanted)
        ranks, side, given, passant = fen.split()[:4]
        mirrored = lambda rights: f"{'/'.join(ranks.split('/')[::-1]).swapcase()} {'b' if side == 'w' else 'w'} {rights.swapcase()} {passant} 0 1"
        good(f"rights-{name}-black", mirrored(given), rules, mirrored(wanted.split()[2]))

    good("rights-missing", ROOKS, "positions.1", f"{ROOKS} w - - 0 1")
    good("rights-missing-black", f"{ROOKS} b", "positions.1", f"{ROOKS} b - - 0 1")
    same("rook-beyond-a-rook-of-the-other-side", EMPTY.format("rNR1K3", "Q"), EMPTY.format("rNR1K3", "C"))
    same("rook-beyond-the-other-king", "8/8/8/8/8/8/8/kNR1K3 w Q - 0 1", "8/8/8/8/8/8/8/kNR1K3 w C - 0 1")
    same("rook-beyond-queen-and-knight", EMPTY.format("4K1RN", "K"), EMPTY.format("4K1RN", "G"))
    same("king-on-the-h-file", EMPTY.format("R6K", "A"), EMPTY.format("R6K", "Q"))
    same("king-on-the-a-file", EMPTY.format("K6R", "K"), EMPTY.format("K6R", "H"))
    same("king-on-the-b-file", EMPTY.format("RK5R", "KQ"), EMPTY.format("RK5R", "AH"))
    same("king-on-the-g-file", EMPTY.format("R5KR", "KQ"), EMPTY.format("R5KR", "AH"))
    same("corners-and-letters-of-two-squares", EMPTY.format("RR2K3", "ABQ"), EMPTY.format("RR2K3", "A"))
    same("letters-of-the-other-side-without-rooks", EMPTY.format("RR2K3", "ABk"), EMPTY.format("RR2K3", "A"))
    same("in-check", "1k2r3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1k2r3/8/8/8/8/8/8/R3K2R w - - 0 1", "positions.4")
    same("in-check-by-a-knight", "4k3/8/8/8/8/3n4/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/3n4/8/R3K2R w - - 0 1", "positions.4")
    for square, rook in [("f", "5r2"), ("g", "6r1"), ("c", "2r5"), ("d", "3r4")]:
        right = "Q" if square in "fg" else "K"
        same(f"through-{square}", f"{rook}/1k6/8/8/8/8/8/R3K2R w KQ - 0 1", f"{rook}/1k6/8/8/8/8/8/R3K2R w {right} - 0 1", "positions.4")
    for square, rook in [("b", "1r6"), ("h", "7r"), ("a", "r7")]:
        fen = f"{rook}/2k5/8/8/8/8/8/R3K2R w KQ - 0 1".replace("2k5", "4k3" if square == "b" else "2k5")
        same(f"attack-of-the-rook-on-{square}", fen, fen, "positions.4")
    good("pieces-of-black-seventeen", "rnbqkbnr/pppppppp/nnnnnnnn/8/8/8/8/4K3 b - - 0 1", "positions.2")
    good("pawns-of-black-sixteen", "4k3/pppppppp/pppppppp/8/8/8/8/4K3 b - - 0 1", "positions.2")
    good("queens-of-black", "qqqqkqqq/8/8/8/8/pppppppp/8/6K1 b - - 0 1", "positions.2")
    bad = lambda name, title, fen: chapter.add(name, title, "positions.1", "canonical-order", fen=fen, error="ILLEGAL_POSITION")
    bad("rights-three-squares-with-corner", "letters of two squares, and K for a corner without a rook", EMPTY.format("RR2K3", "ABK"))
    bad("rights-three-squares-with-corner-black", "letters of two squares, and k for a corner without a rook", "rr2k3/8/8/8/8/8/8/4K3 b abk - 0 1")
    bad("rights-three-squares-with-corner-q", "letters of two squares, and Q for a corner without a rook", EMPTY.format("4KRR1", "FGQ"))
    bad("fen-en-passant-zero", "0 as en passant square", "4k3/8/8/8/8/8/8/4K3 w - 0 0 1")
    bad("fen-en-passant-empty-square-name", "a question mark as en passant square", "4k3/8/8/8/8/8/8/4K3 w - ? 0 1")
