"""Vectors of searches for patterns and material (search.3, search.4): what is found, and which texts are refused."""

import itertools

import chess

import games_file as gf
import search_common as sc
from file_bytes import File
from games_file import Played
from index_common import GAMES
from search_common import GAMBIT, Searches, at, material, pattern


def other_aims(searches):
    where = searches.find_where
    where("find-pattern", "pawns on d5 and e6", "search.3", {"pattern": "8/8/4p3/3p4/8/8/8/8"}, pattern("8/8/4p3/3p4/8/8/8/8"))
    where("find-pattern-empty", "a pattern without pieces", "search.3", {"pattern": "8/8/8/8/8/8/8/8"}, lambda board: True)
    is_it = lambda wanted: lambda letters: letters == wanted
    where("find-material", "rook and pawn against rook, for either colour", "search.4", {"material": "KRKRP"}, material(is_it("KR"), is_it("KPR")))
    where("find-material-exactly", "one pawn less is different material", "search.4", {"material": "KRKR"}, material(is_it("KR"), is_it("KR")))


def wild_aims(searches):
    """Patterns with sets of pieces, and material with counts."""
    where = searches.find_where
    for name, text, test in [
        ("any-piece", "8/8/8/3?4/8/8/8/8", lambda b: at(b, "d5") != " "),
        ("empty-square", "8/8/8/8/3_4/8/8/8", lambda b: at(b, "d4") == " "),
        ("empty-after-castling", "8/8/8/8/8/8/8/4_R2", lambda b: at(b, "e1") == " " and at(b, "f1") == "R"),
        ("empty-after-en-passant", "8/8/3P4/3_4/8/8/8/8", lambda b: at(b, "d5") == " " and at(b, "d6") == "P"),
        ("empty-beside-en-passant", "8/3_4/8/3_4/8/8/8/8", lambda b: at(b, "d5") == " " and at(b, "d7") == " "),
        ("set", "8/8/4[pP]3/3[p_]4/8/2[NB]5/8/8", lambda b: at(b, "e6") in "pP" and at(b, "d5") in "p " and at(b, "c3") in "NB"),
        ("rest", "*/*/*/3p*/..PP*/*/*/*", lambda b: at(b, "d5") == "p" and at(b, "c4") == at(b, "d4") == "P"),
        ("pawns-of-the-seventh-rank", "8/????????/8/8/8/8/8/8", lambda b: all(at(b, f"{file}7") != " " for file in "abcdefgh")),
        ("rest-before", "8/8/8/8/8/*N../8/8", lambda b: at(b, "f3") == "N"),
        ("no-pawn-there", "8/8/8/8/8/8/8/1?3?[Pp_]R", lambda b: at(b, "b1") != " " and at(b, "f1") != " " and at(b, "g1") == " " and at(b, "h1") == "R"),
    ]:
        where(f"find-pattern-{name}", "a pattern with more than pieces", "search.3", {"pattern": text}, test)
    for name, text, one, other in [
        ("small-letters", "krpvkr", lambda s: s == "KPR", lambda s: s == "KR"),
        ("maybe", "KR?P?vKR", lambda s: s in ("K", "KR", "KP", "KPR"), lambda s: s == "KR"),
        ("any-number", "KRP*KR", lambda s: s.replace("P", "") == "KR", lambda s: s == "KR"),
        ("range", "KQR2B1-2N2P7-8vK.*", lambda s: s.count("P") >= 7 and s.replace("P", "") in ("BBKNNQRR", "BKNNQRR"), lambda s: True),
        ("or-more", "KP8+.7vKP7.6+", lambda s: len(s) == 16 and s.count("P") == 8, lambda s: s.count("P") >= 7 and len(s) >= 14),
        ("any-piece", "KR.vKR", lambda s: len(s) == 3 and "R" in s, lambda s: s == "KR"),
        ("added", "KP+PRvKR", lambda s: s.replace("P", "") == "KR" and s.count("P") > 1, lambda s: s == "KR"),
    ]:
        where(f"find-material-{name}", "material with counts", "search.4", {"material": text}, material(one, other))


FOUR_GAMES = [Played("e4 c5", tags, "*") for tags in ({"White": "A", "ECO": "B20"}, {"ECO": "B2"}, {"ECO": "b20"}, {"ECO": "B20a"})]


def always(board):
    return True


def never(board):
    return False


PATTERNS = [
    ("seven-ranks", "seven ranks", "8/8/8/8/8/8/8", None),
    ("nine-ranks", "nine ranks", "8/8/8/8/8/8/8/8/8", None),
    ("short-rank", "a rank of seven squares", "8/8/8/7/8/8/8/8", None),
    ("long-rank", "a rank of nine squares", "8/8/8/8?/8/8/8/8", None),
    ("long-rank-with-star", "a rank of nine squares, and the rest of it", "8/8/8/8?*/8/8/8/8", None),
    ("star-of-no-squares", "a rest of no squares", "8/8/8/*8/8/8/8/8", always),
    ("two-stars", "a rank with two rests", "8/8/8/*3*/8/8/8/8", None),
    ("digit-0", "the digit 0", "8/8/8/0*/8/8/8/8", None),
    ("digit-9", "the digit 9", "8/8/8/9/8/8/8/8", None),
    ("other-letter", "a letter of no piece", "8/8/8/x7/8/8/8/8", None),
    ("empty-brackets", "nothing in brackets", "8/8/8/[]7/8/8/8/8", None),
    ("open-brackets", "brackets that do not close", "8/8/8/[N7/8/8/8/8", None),
    ("dot-in-brackets", "a dot in brackets", "8/8/8/[.N]7/8/8/8/8", None),
    ("digit-in-brackets", "a digit in brackets", "8/8/8/[1N]7/8/8/8/8", None),
    ("star-in-brackets", "a star in brackets", "8/8/8/[*N]7/8/8/8/8", None),
    ("pawn-on-rank-8", "a pawn on the last rank", "P7/8/8/8/8/8/8/8", None),
    ("pawns-on-rank-1", "pawns alone in brackets on the first rank", "8/8/8/8/8/8/8/7[Pp]", None),
    ("pawn-or-rook-on-rank-1", "a pawn or a rook on the first rank is a rook", "8/8/8/8/8/8/8/7[PR]", lambda board: sc.at(board, "h1") == "R"),
    ("two-kings-of-a-side", "two kings of a side", "8/8/8/KK6/8/8/8/8", None),
    ("king-in-brackets", "two kings of a side, one of them twice in brackets", "8/8/8/K[KK]6/8/8/8/8", None),
    ("two-possible-kings", "a king, or a queen", "rnbqk3/8/8/8/8/8/8/4[KQ]3",
     lambda board: "".join(sc.at(board, f"{file}8") for file in "abcde") == "rnbqk" and sc.at(board, "e1") in "KQ"),
    ("empty", "no text", "", None),
    ("spaces", "white space around the text", " 8/8/8/8/8/8/8/4K3 ", lambda board: sc.at(board, "e1") == "K"),
]


MANY = "K.*" + "P0" * 28 + "vK.+"  # 63 bytes
MATERIAL = [
    ("one-side", "one side alone", "KRP", None),
    ("king-last", "a king that is not first", "RKvK", None),
    ("three-kings", "a king within a side", "K.*KvK", None),
    ("other-letter", "a letter of no piece", "KXvK", None),
    ("small-v", "small letters, and a small v", "k.*vk.*", always),
    ("capital-v", "capitals, and a capital V", "K.*VK.*", always),
    ("two-v", "two letters between the sides", "K.*vvK.*", None),
    ("spaces", "white space around the sides", " K.* v K.* ", always),
    ("space-in-a-side", "white space in a side", "K .*vK.*", None),
    ("range-downwards", "a largest number below the smallest", "K.*P2-1vK.*", None),
    ("range-of-one", "a largest number that is the smallest", "K.*P8-8vK.*", material(lambda pieces: pieces.count("P") >= 8, always)),
    ("range-without-end", "a range without a largest number", "K.*P1-vK.*", None),
    ("two-counts", "two counts of a letter", "K.*P+?vK.*", None),
    ("leading-zero", "a number with a zero before it", "K.015vK.015", material(*[lambda pieces: len(pieces) == 16] * 2)),
    ("number-64", "the largest number", "K.0-64vK.0-64", always),
    ("number-65", "a larger number", "K.0-65vK.*", None),
    ("needs-62", "62 pieces beside the king", "KP62vK", never),
    ("needs-63", "63 pieces beside the king", "KP62RvK", None),
    ("of-64-bytes", "a text of 64 bytes, with its white space", MANY + " ", material(always, lambda pieces: pieces != "K")),
    ("of-65-bytes", "a text of 65 bytes, with its white space", MANY + "  ", None),
    ("empty", "no text", "", None),
]
FENS = [
    ("not-playable", "a position without kings", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ("of-a-board-not-playable", "a board without kings", "8/8/8/8/8/8/8/8"),
    ("no-fen", "a text that is no FEN", "e4"),
    ("empty", "no text", ""),
]


def valid_and_refused(chapter):
    searches = sc.Searches(chapter, File(gf.block(FOUR_GAMES)), FOUR_GAMES)

    def refused(name, title, rules, query, error):
        chapter.add(name, title, rules, "find", input=searches.input, query=query, error=error)

    for aim, rules, cases in [("pattern", "search.3", PATTERNS), ("material", "search.4", MATERIAL)]:
        for name, title, text, test in cases:
            if test is None:
                refused(f"{aim}-{name}", f"{aim}: {title}", rules, {aim: text}, "INVALID_ARGUMENT")
            else:
                searches.find_where(f"{aim}-{name}", f"{aim}: {title}", rules, {aim: text}, test)
    for name, title, text in FENS:
        refused(f"fen-{name}", f"FEN: {title}", "search.1", {"fen": text}, "ILLEGAL_POSITION")
    searches.find_position("eco-shorter-and-longer-tags", "tags that are shorter and longer than the code, and in small letters", "search.5", chess.STARTING_FEN,
                           lambda game: game.tags["ECO"][:3] == "B20", eco="B20")
    searches.find_position("equals-player", "the whole name of either player", "search.5", chess.STARTING_FEN,
                           lambda game: game.tags.get("White", "").lower() == "a", where={"equals": ["player", "a"]})


# The sides' pieces except the king.
ON_BOARD = ["R/R", "RP/R", "RR/R", "RB/R", "RN/R", "RPP/R", "RBN/R", "/R", "R/", "/", "Q/R", "QR/R", "RP/RP", "RPP/RP", "RB/RP", "RBP/RN", "RRP/RR", "BB/N", "BN/", "P/", "PP/P", "PPP/P", "QQ/Q"]
# Texts, and for each side the smallest and largest count of each letter.
ONE, MAYBE, ANY, SOME = (1, 1), (0, 1), (0, 64), (1, 64)
QUERIES = [
    ("KR.vKR", {"R": ONE, ".": ONE}, {"R": ONE}), ("KR.2vKR", {"R": ONE, ".": (2, 2)}, {"R": ONE}), ("KR.?vKR", {"R": ONE, ".": MAYBE}, {"R": ONE}),
    ("KR.vKR.", {"R": ONE, ".": ONE}, {"R": ONE, ".": ONE}), ("KRP?.vKR.?", {"R": ONE, "P": MAYBE, ".": ONE}, {"R": ONE, ".": MAYBE}),
    ("KRP1-2vKR", {"R": ONE, "P": (1, 2)}, {"R": ONE}), ("KRP2+vKR.*", {"R": ONE, "P": (2, 64)}, {"R": ONE, ".": ANY}),
    ("K.+vK", {".": SOME}, {}), ("K.1-2vKR", {".": (1, 2)}, {"R": ONE}), ("KR0-1vKR", {"R": MAYBE}, {"R": ONE}), ("KvK", {}, {}),
    ("KP+vKP?", {"P": SOME}, {"P": MAYBE}), ("KP3vKP", {"P": (3, 3)}, {"P": ONE}), ("KRRvKR", {"R": (2, 2)}, {"R": ONE}), ("KRR?.?vKR+", {"R": (1, 2), ".": MAYBE}, {"R": SOME}),
    ("KQ.vKR", {"Q": ONE, ".": ONE}, {"R": ONE}), ("KB.vK.?", {"B": ONE, ".": ONE}, {".": MAYBE}), ("KQ?R?vKR", {"Q": MAYBE, "R": MAYBE}, {"R": ONE}),
]


def position(material):
    """A FEN of this material in which no side is in check."""
    white, black = material.split("/")
    pieces = [*white.upper(), *black.lower()]
    for squares in itertools.permutations([chess.B3, chess.C5, chess.F3, chess.D4, chess.G5, chess.E4], len(pieces)):
        board = chess.Board(None)
        board.set_piece_map({chess.A1: chess.Piece.from_symbol("K"), chess.H8: chess.Piece.from_symbol("k")})
        for square, piece in zip(squares, pieces):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        if not board.is_attacked_by(chess.BLACK, chess.A1) and not board.is_attacked_by(chess.WHITE, chess.H8):
            return board.fen()
    raise ValueError(material)


def has(pieces, counts):
    """True if each piece can be counted for its letter or for `.` so that all counts are met."""
    others, letters = counts.get(".", (0, 0)), "QRBNP"
    ranges = [range(counts.get(letter, (0, 0))[0], min(counts.get(letter, (0, 0))[1], pieces.count(letter)) + 1) for letter in letters]
    return any(others[0] <= len(pieces) - sum(taken) <= others[1] for taken in itertools.product(*ranges))


def counts_of_pieces(chapter):
    file = File(gf.block([Played(tags={"FEN": position(material)}) for material in ON_BOARD])).outline()
    for number, (text, one, other) in enumerate(QUERIES):
        sides = [material.split("/") for material in ON_BOARD]
        hits = [[game, 0] for game, (white, black) in enumerate(sides) if has(white, one) and has(black, other) or has(black, one) and has(white, other)]
        chapter.add(f"find-material-counts-{number}", f"material {text}", "search.4", "find", input=file, query={"material": text}, expect={"hits": hits})


def other_spellings(chapter):
    """search.1, search.3, search.4: other spellings of positions, patterns and material."""
    searches = Searches(chapter, File(gf.block(GAMES)), GAMES)
    for name, title, fen in [
        ("files", "castling rights by files", GAMBIT.replace("KQkq", "HAha")),
        ("order", "castling rights in another order", GAMBIT.replace("KQkq", "qkQK")),
        ("repeated", "castling rights that repeat", GAMBIT.replace("KQkq", "KKQHkqa")),
        ("underscores", "underscores for spaces", GAMBIT.replace(" ", "_")),
        ("spaces", "several spaces", f"  {GAMBIT.replace(' ', '  ')}  "),
        ("square", "an en passant square that no pawn passed", GAMBIT.replace(" - ", " e6 ")),
        ("five-fields", "five fields", " ".join(GAMBIT.split()[:5])),
    ]:
        searches.find_where(f"find-written-{name}", title, "search.1 positions.1 positions.2", {"fen": fen}, gf.is_at(GAMBIT))
    at = lambda board, square: str(board.piece_at(chess.parse_square(square)) or " ")
    for name, pattern, test in [
        ("digits", "11111111/44/8/3p13/2PP4/8/8/8", lambda b: at(b, "d5") == "p" and at(b, "c4") == at(b, "d4") == "P"),
        ("one-in-brackets", "8/8/4[p]3/[_]2[p]4/8/8/8/8", lambda b: at(b, "e6") == at(b, "d5") == "p" and at(b, "a5") == " "),
        ("any-in-brackets", "8/8/4[?]3/3[?_]4/8/8/8/8", lambda b: at(b, "e6") != " "),
        ("star-in-the-middle", "8/8/8/8/P*P/8/8/8", lambda b: at(b, "a4") == at(b, "h4") == "P"),
        ("star-before", "8/8/*p3/8/8/8/8/8", lambda b: at(b, "e6") == "p"),
        ("eighth-rank", "[Ppr]????[Pb]?[Pr]/8/8/8/8/8/8/8", lambda b: all(at(b, f"{file}8") != " " for file in "bcdeg") and at(b, "a8") == at(b,
            "h8") == "r" and at(b, "f8") == "b"),
        ("eighth-rank-empty", "1[Pp_]6/8/8/8/8/8/8/8", lambda b: at(b, "b8") == " "), ("colours", "8/8/8/3P4/8/8/8/8", lambda b: at(b, "d5") == "P"),
    ]:
        searches.find_where(f"find-pattern-written-{name}", "a pattern", "search.3", {"pattern": pattern}, test)
    games = [Played(tags={"FEN": fen}) for fen in ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", "4k3/8/8/8/8/8/Q7/Q3K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/QQQQQQQQ/QQQQ4/4K3 b - - 0 1".replace("QQQQQQQQ", "QQQQ1QQQ"))]
    counts = [1, 2, 0, 11]
    few = Searches(chapter, File(gf.block(games)), games)
    for text, low, high in [("KQ0K", 0, 0), ("KQ1-1K", 1, 1), ("KQ?Q?K", 0, 2), ("KvKQ2", 2, 2), ("KQ11K", 11, 11), ("KQ10-12K", 10, 12),
        ("KQ0-0K", 0, 0), ("KQ12+K", 12, 64), ("KQ0+K", 0, 64), ("KQQ*K", 1, 64), ("kqk", 1, 1), ("K.0KQ", 1, 1), ("KQ0.2K", 2, 2)]:
        few.find(f"find-material-written-{text.lower().replace('?', 'maybe').replace('*', 'any').replace('+', 'more').replace('.', 'piece')}",
            f"material {text}", "search.4", {"material": text},
                 [[game, 0] for game, count in enumerate(counts) if low <= count <= high])
