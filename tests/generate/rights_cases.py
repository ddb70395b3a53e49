"""Vectors of rights and of columns of tags: FENs of positions.1 and positions.2, castling rights after moves (positions.4), as final positions
(tags.10) show them, and encodings of columns (tags.5, tags.6)."""

import container_cases as cc
import file_bytes as fb
import games_file as gf
from file_bytes import File, Section
from games_file import Played

EMPTY = "4k3/8/8/8/8/8/8/{} w {} - 0 1"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


def positions(chapter, good):
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


# Name, start, moves in SAN, and the first four fields of the position after them.
FINAL = [
    ("a-rook-moves", f"{ROOKS} w KQkq - 0 1", "Rb1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq -"),
    ("h-rook-moves", f"{ROOKS} b KQkq - 0 1", "Rg8", "r3k1r1/8/8/8/8/8/8/R3K2R w KQq -"),
    ("king-moves", f"{ROOKS} w KQkq - 0 1", "Kd2", "r3k2r/8/8/8/8/8/3K4/R6R b kq -"),
    ("king-moves-black", f"{ROOKS} b KQkq - 0 1", "Kd7", "r6r/3k4/8/8/8/8/8/R3K2R w KQ -"),
    ("castling-of-white", f"{ROOKS} w KQkq - 0 1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq -"),
    ("castling-of-black", f"{ROOKS} b KQkq - 0 1", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ -"),
    ("rook-takes-rook", f"{ROOKS} w KQkq - 0 1", "Rxa8+", "R3k2r/8/8/8/8/8/8/4K2R b Kk -"),
    ("rook-takes-rook-and-is-taken", "rr2k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8 Rxa8", "r3k2r/8/8/8/8/8/8/4K2R w Kk -"),
    ("king-takes-rook", "r3k3/1K6/8/8/8/8/8/8 w q - 0 1", "Kxa8", "K3k3/8/8/8/8/8/8/8 b - -"),
    ("king-takes-rook-of-white", "8/8/8/8/8/8/6k1/R3K2R b KQ - 0 1", "Kxh1", "8/8/8/8/8/8/8/R3K2k w Q -"),
    ("pawn-takes-rook", "r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1", "bxa8=N", "N3k2r/8/8/8/8/8/8/4K3 b k -"),
    ("other-rook-goes-to-the-corner", "rr2k3/8/8/8/8/8/8/R3K3 w q - 0 1", "Rxa8 Kd7 Rxb8 Kc7", "1R6/2k5/8/8/8/8/8/4K3 w - -"),
    ("inner-rook-moves", "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1", "Rb2", "4k3/8/8/8/8/8/1R6/R3K2R b K -"),
    ("outer-rook-moves-over-the-inner", "4k3/8/8/8/8/8/8/RR2K2R w BH - 0 1", "Ra2", "4k3/8/8/8/8/8/R7/1R2K2R b KQ -"),
    ("rook-comes-beyond", "4k3/8/8/8/8/8/R7/1R2K2R w BH - 0 1", "Raa1", "4k3/8/8/8/8/8/8/RR2K2R b KB -"),
    ("other-files-rook-moves", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1", "Rb2", "1r2k1r1/8/8/8/8/8/1R6/4K1R1 b Kkq -"),
    ("other-files-rook-takes-rook", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1", "Rxb8+", "1R2k1r1/8/8/8/8/8/8/4K1R1 b Kk -"),
    ("other-files-king-moves", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b BGbg - 0 1", "Kf8", "1r3kr1/8/8/8/8/8/8/1R2K1R1 w KQ -"),
    ("rooks-on-other-ranks", "4k3/r6r/8/8/8/8/R6R/4K3 w - - 0 1", "Kd1", "4k3/r6r/8/8/8/8/R6R/3K4 b - -"),
    ("rooks-on-other-ranks-with-rights", "r3k2r/r6r/8/8/8/8/R6R/R3K2R w KQkq - 0 1", "", "r3k2r/r6r/8/8/8/8/R6R/R3K2R w KQkq -"),
    ("null-move-keeps-rights", f"{ROOKS} w KQkq - 0 1", "-- --", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"),
    ("null-move-clears-the-square", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "--", "4k3/8/8/3pP3/8/8/8/4K3 b - -"),
    ("double-push-without-capture", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a4", "4k3/8/8/8/P7/8/8/4K3 b - a3"),
    ("double-push-of-black", "4k3/7p/8/8/8/8/8/4K3 b - - 0 1", "h5", "4k3/8/8/7p/8/8/8/4K3 w - h6"),
    ("double-push-and-move", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a4 Kd7", "8/3k4/8/8/P7/8/8/4K3 w - -"),
    ("double-push-pinned-capture", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4", "8/8/8/8/k2pP2R/8/8/4K3 b - e3"),
]


def final(files):
    for name, fen, line, wanted in FINAL:
        game = Played(line, {"FEN": fen}, marker="*")
        made = gf.block([game])
        names = ["FEN", "CurrentPosition"]
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([text.encode() for text in names], [[0, 1]], [0])
        made.sections.append(Section(fb.TAG_VALUES, fb.column([1]) + fb.strings([]), "CurrentPosition: the final position", param=7))
        moves = [game.uci(ply) for ply in range(len(game.moves()))]
        files.good(f"final-position-{name}", f"the final position: {name.replace('-', ' ')}", "tags.10 positions.4 positions.5", File(made),
                   [cc.game([("FEN", fen), ("CurrentPosition", wanted)], moves, start="fen", termination="*")])


NAMED = ["White", "Black", "Event", "Site", "Round", "Variant", "SetUp", "UTCDate", "EventDate", "EventECO", "Termination", "TimeControl", "Opening", "WhiteTitle", "BlackTeam", "fen", "FeN", "result", "RESULT", "date", "eco",
         "whiteelo", "BlackELO", "Fen", "FEN2", "XFEN", "Results", "WhiteEloDiff", "Elo", "CurrentPosition", "a"]


def encodings(files):
    def block(param, content, names=(), tags=NAMED):
        made = cc.bare_block()
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([name.encode() for name in tags], [[*range(len(tags))]], [0])
        made.sections += [Section(fb.TAG_VALUES, content, f"{name}: a value", param=param) for name in tags]
        if names:
            made.sections.append(Section(fb.NAMES, cc.names(*names), "names"))
        return File(made)

    files.good("names-in-all-columns", "columns of many tags with names", "tags.5 tags.8", block(2, fb.column([1]), (b"x", b"y")), [cc.game([(name, "y") for name in NAMED])])
    files.good("final-positions-in-all-columns", "columns of many tags with final positions", "tags.5 tags.10", block(7, fb.column([1]) + fb.strings([])),
               [cc.game([(name, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -") for name in NAMED])])
    files.good("names-without-a-column", "names that no column uses, and no column of names", "tags.8 tags.9", block(0, fb.strings([b"v"]), (b"x", b"", b"x"), ["A", "B"]), [cc.game([("A", "v"), ("B", "v")])])


def fens(files):
    """A FEN in a tag with a byte that ends or separates nothing."""
    import start_cases as sc

    for name, title, change in [("nul-after", "a byte 00 after the FEN", lambda fen: fen + b"\0"), ("nul-within", "a byte 00 for a space", lambda fen: fen.replace(b" ", b"\0", 1)),
                                ("byte-a0", "a byte A0 for a space", lambda fen: fen.replace(b" ", b"\xa0", 1)), ("byte-a0-after", "a byte A0 after the FEN", lambda fen: fen + b"\xa0"),
                                ("tab-after", "a tab after the FEN", lambda fen: fen + b"\t"), ("byte-ff", "a byte FF after the FEN", lambda fen: fen + b"\xff")]:
        made = sc.block(sc.FEN, [("FEN", sc.KINGS)])
        made.section(fb.TAG_VALUES).stored = fb.strings([change(sc.KINGS.encode())])
        files.bad(f"fen-tag-{name}", title, "positions.1 container.11", "every-section", File(made), "SECTION_MALFORMED")


def add(files):
    final(files)
    encodings(files)
    fens(files)


def tags(chapter, date):
    """tags.6: strings that a number could stand for; tags.7: days are not checked against the calendar."""
    def column(name, title, encoding, numbers, texts, wanted):
        data = fb.column(numbers) + fb.strings([text.encode() for text in texts])
        chapter.add(name, title, "tags.6 tags.7", "tag-column", encoding=encoding, n=len(numbers), names=[], input=[[data.hex(" "), title]], expect={"texts": wanted})

    for name, encoding, texts in [("numbers", 3, ["0", "1", "2400", "4294967294", "4294967295"]), ("dates", 4, ["2021.01.02", "????.??.??", "2021.??.??", "9999.12.31", "10000.01.01"]),
                                  ("results", 5, ["*", "1-0", "0-1", "1/2-1/2"]), ("eco", 6, ["A00", "E99", "C50"])]:
        column(f"texts-that-are-{name}", f"{name} as strings, beside a number", encoding, [0] * len(texts) + [1], texts, texts + [{3: "0", 4: "????.??.??", 5: "*", 6: "A00"}[encoding]])
    days = [(2021, 2, 30), (2021, 2, 31), (2021, 4, 31), (1900, 2, 29), (2021, 0, 5), (None, 0, 7), (None, 3, 31), (9999, 0, 0), (0, 0, 0), (1, 12, 31)]
    shown = [f"{'????' if year is None else f'{year:04}'}.{month or 0:02}.{day or 0:02}".replace(".00", ".??") for year, month, day in days]
    column("dates-off-the-calendar", "days that no month has, and days without month or year", 4, [date(*day) for day in days], [], shown)
    column("dates-around-the-largest", "the last days of the largest year", 4, [date(9999, 12, day) for day in (0, 1, 30, 31)], [], [f"9999.12.{day}" for day in ("??", "01", "30", "31")])
    column("eco-at-each-letter", "the first and the last code of each letter", 6, [1 + 100 * letter + number for letter in range(5) for number in (0, 1, 9, 10, 99)], [],
           [f"{letter}{number:02}" for letter in "ABCDE" for number in (0, 1, 9, 10, 99)])
