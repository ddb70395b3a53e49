"""Vectors of queries: which patterns, material and positions are valid, and what ECO codes and whole names are compared with."""

import chess

import games_file as gf
import search_cases
from file_bytes import File
from games_file import Played

GAMES = [Played("e4 c5", tags, "*") for tags in ({"White": "A", "ECO": "B20"}, {"ECO": "B2"}, {"ECO": "b20"}, {"ECO": "B20a"})]


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
    ("pawn-or-rook-on-rank-1", "a pawn or a rook on the first rank is a rook", "8/8/8/8/8/8/8/7[PR]", lambda board: search_cases.at(board, "h1") == "R"),
    ("two-kings-of-a-side", "two kings of a side", "8/8/8/KK6/8/8/8/8", None),
    ("king-in-brackets", "two kings of a side, one of them twice in brackets", "8/8/8/K[KK]6/8/8/8/8", None),
    ("two-possible-kings", "a king, or a queen", "rnbqk3/8/8/8/8/8/8/4[KQ]3",
     lambda board: "".join(search_cases.at(board, f"{file}8") for file in "abcde") == "rnbqk" and search_cases.at(board, "e1") in "KQ"),
    ("empty", "no text", "", None),
    ("spaces", "white space around the text", " 8/8/8/8/8/8/8/4K3 ", lambda board: search_cases.at(board, "e1") == "K"),
]


def sides(has):
    """True if one side has pieces beside its king, sorted by their letters, that meet the first condition, and the other the second."""
    def is_there(board):
        of = lambda color: "".join(sorted(board.piece_at(s).symbol().upper() for s in chess.SquareSet(board.occupied_co[color] & ~board.kings)))
        white, black = of(chess.WHITE), of(chess.BLACK)
        return has[0](white) and has[1](black) or has[0](black) and has[1](white)

    return is_there


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
    ("range-of-one", "a largest number that is the smallest", "K.*P8-8vK.*", sides([lambda pieces: pieces.count("P") >= 8, always])),
    ("range-without-end", "a range without a largest number", "K.*P1-vK.*", None),
    ("two-counts", "two counts of a letter", "K.*P+?vK.*", None),
    ("leading-zero", "a number with a zero before it", "K.015vK.015", sides([lambda pieces: len(pieces) == 15] * 2)),
    ("number-64", "the largest number", "K.0-64vK.0-64", always),
    ("number-65", "a larger number", "K.0-65vK.*", None),
    ("needs-62", "62 pieces beside the king", "KP62vK", never),
    ("needs-63", "63 pieces beside the king", "KP62RvK", None),
    ("of-64-bytes", "a text of 64 bytes, with its white space", MANY + " ", sides([always, lambda pieces: pieces != ""])),
    ("of-65-bytes", "a text of 65 bytes, with its white space", MANY + "  ", None),
    ("empty", "no text", "", None),
]

FENS = [
    ("not-playable", "a position without kings", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ("of-a-board-not-playable", "a board without kings", "8/8/8/8/8/8/8/8"),
    ("no-fen", "a text that is no FEN", "e4"),
    ("empty", "no text", ""),
]


def add(chapter):
    searches = search_cases.Searches(chapter, File(gf.block(GAMES)), GAMES)

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
