"""Vectors of the fields of a FEN (positions.1, positions.2), for both sides and on both sides of each number."""

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
KINGS = "4k3/8/8/8/8/8/8/4K3"


def separators(good, bad):
    whole = f"{START} w KQkq - 0 1"
    good("fen-four-fields", f"{START} b KQ -", "positions.1", f"{START} b KQ - 0 1")
    good("fen-separator-first", f" {whole}", "positions.1", whole)
    good("fen-separator-last", f"{whole}_", "positions.1", whole)
    good("fen-underscore-and-space", whole.replace(" ", "_ ", 1), "positions.1", whole)
    good("fen-leading-zeros", f"{START} w KQkq - 007 0099", "positions.1", whole)
    bad("fen-separators-alone", "separators alone", " _ _ ")
    bad("fen-no-break-space", "a no-break space between fields", whole.replace(" ", "\u00a0", 1))
    bad("fen-other-digits", "digits that are not ASCII", f"{START} w KQkq - \u0660 1")
    bad("fen-superscript", "a superscript as number of empty squares", "4k3/\u00b3p4/8/8/8/8/8/4K3 w - - 0 1")
    bad("fen-clock-empty-dash", "a dash as half-move clock", f"{START} w KQkq - - 1")
    bad("fen-clock-fraction", "a half-move clock with a dot", f"{START} w KQkq - 0.5 1")
    bad("fen-clock-alone-no-number", "five fields, and the clock is none", f"{START} w KQkq - x")
    bad("fen-turn-two-letters", "two letters as side to move", f"{START} wb KQkq - 0 1")
    bad("fen-turn-dash", "a dash as side to move", f"{START} - KQkq - 0 1")
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
    """The letters of castling rights for both sides; `k` and `q` as well as `K` and `Q` stand for a rook or for the corner."""
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


def add(chapter, good):
    bad = lambda name, title, fen: chapter.add(name, title, "positions.1 positions.2", "canonical-order", fen=fen, error="ILLEGAL_POSITION")
    for part in (separators, placement, rights, en_passant):
        part(good, bad)
