"""Vectors of searches that tell near readings of a rule apart: which rook has a right, en passant out of check, how the fields of a FEN
are divided, whose rating counts in a game that Black begins, large sums and years, and games with unparsed text."""

import chess

import file_bytes as fb
import games_file as gf
import move_codes as mc
from file_bytes import File, Section
from games_file import Played
from search_cases import GAMBIT, Searches

WHITE_ROOKS, BLACK_ROOKS, CORNERS = "4k3/8/8/8/8/8/8/RR2K1RR w", "rr2k1rr/8/8/8/8/8/8/4K3 b", "r3k2r/8/8/8/8/8/8/R3K2R w"
RIGHTS = [
    (WHITE_ROOKS, ["A", "B", "G", "H", "AG", "AH", "BG", "BH", "-"]), (BLACK_ROOKS, ["a", "b", "g", "h", "bg", "-"]),
    (CORNERS, ["K", "Q", "k", "q", "KQ", "Kk", "Qq", "kq", "KQkq", "-"]),
]
WITH_RIGHTS = [Played(tags={"FEN": f"{board} {rights} - 0 1"}) for board, all_rights in RIGHTS for rights in all_rights]
# Moves of a king, of a rook, and the capture of a rook: the remaining rights.
WITH_RIGHTS += [
    Played("Rg2 Kd8 Rgg1 Ke8", {"FEN": f"{WHITE_ROOKS} BG - 0 1"}), Played("Rb2 Kd8 Rbb1 Ke8", {"FEN": f"{WHITE_ROOKS} BG - 0 1"}),
    Played("Kd2 Kd8 Ke1 Ke8", {"FEN": f"{WHITE_ROOKS} AH - 0 1"}), Played("Rxh8+ Kd7 Rh1 Ke8", {"FEN": f"{CORNERS} KQkq - 0 1"}),
]


def rights(chapter):
    """search.1: a right belongs to a rook on its square."""
    searches = Searches(chapter, File(gf.block(WITH_RIGHTS)), WITH_RIGHTS)
    for name, board, several in [("white", WHITE_ROOKS, ["A", "B", "H", "BG", "AG", "-"]), ("black", BLACK_ROOKS, ["a", "b", "h", "bg"]), ("corners", CORNERS, ["K", "Q", "Kk", "kq", "Qq"])]:
        for rights in several:
            fen, shown = f"{board} {rights} - 0 1", "none" if rights == "-" else "-".join(side + "".join(letters) for side, letters in sides_of(rights))
            searches.find_position(f"find-rights-{name}-{shown}", f"castling rights {rights}, of several rooks", "search.1 positions.1", fen)
            given = " ".join(fen.split()[:3])
            wanted = gf.identity(mc.board_of(fen)).split()[:3]
            searches.find_where(f"find-rights-{name}-{shown}-alone", f"castling rights {rights}, and no en passant square given", "search.1 positions.1", {"fen": given},
                                lambda b, wanted=wanted: gf.identity(b).split()[:3] == wanted)
    searches.find_position("find-rights-outermost", "the letters K and Q are for the outermost rooks", "search.1 positions.1", f"{WHITE_ROOKS} KQ - 0 1")
    after = "r3k3/8/8/8/8/8/8/R3K2R w Qq - 0 1"
    searches.find_position("find-rights-after-capture", "the capture of a rook takes one right of each side", "search.1 positions.4", after)


def sides_of(rights):
    """The letters of White and of Black, so that names do not differ by capitals alone."""
    white, black = [letter for letter in rights if letter.isupper()], [letter for letter in rights if letter.islower()]
    return [(side, [letter.lower() for letter in letters]) for side, letters in (("w", white), ("b", black)) if letters]


CHECKED = "8/8/8/2k5/3Pp3/8/8/4K3 b"  # by the pawn that can be captured
PASSED = [
    Played("d4+ exd3", {"FEN": "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"}), Played("d3 Kd6 d4", {"FEN": "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"}),
    Played(tags={"FEN": f"{CHECKED} - - 0 1"}), Played(tags={"FEN": f"{CHECKED} - d3 0 1"}), Played("d4+", {"FEN": "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"}),
]

UNCOVERED = [Played("d4+ Kb5", {"FEN": "8/8/8/k7/4p3/8/3P4/4B1K1 w - - 0 1"}), Played("Ka4", {"FEN": "8/8/8/k7/3Pp3/8/8/4B1K1 b - - 0 1"}), Played("Kb6", {"FEN": "8/8/8/k7/3Pp3/8/8/4B1K1 b - d3 0 1"})]


def en_passant(chapter):
    searches = Searches(chapter, File(gf.block(PASSED)), PASSED)
    searches.find_position("find-en-passant-out-of-check", "en passant captures the pawn that gives check", "search.1 positions.6", f"{CHECKED} - d3 0 1")
    searches.find_position("find-no-en-passant-out-of-check", "the same position in check, without en passant", "search.1 positions.6", f"{CHECKED} - - 0 1")
    uncovered = Searches(chapter, File(gf.block(UNCOVERED)), UNCOVERED)
    for name, square in (("square", "d3"), ("dash", "-")):
        fen = f"8/8/8/k7/3Pp3/8/8/4B1K1 b - {square} 0 1"
        uncovered.find_position(f"find-en-passant-does-not-help-{name}", "the double push uncovers a check, which en passant does not end", "search.1 positions.6", fen)
        uncovered.tree(f"tree-en-passant-does-not-help-{name}", "the double push uncovers a check, which en passant does not end", "search.1 search.7", fen)
    searches.tree("tree-en-passant-out-of-check", "en passant captures the pawn that gives check", "search.1 search.7", f"{CHECKED} - d3 0 1")


SEVERAL = [
    Played("d4 d5 c4 e6", {"Date": "2001x", "ECO": "D30"}), Played("d4 d5 c4 e6 Nc3", {"FEN": chess.STARTING_FEN.replace("KQkq", "-"), "Date": "19991231", "ECO": "xD30"}),
    Played("c4 e6 d4 d5 Nf3", {"Date": "2011-12-31"}),
]


def fields(chapter):
    """search.1: the number of fields of a FEN."""
    searches = Searches(chapter, File(gf.block(SEVERAL)), SEVERAL)
    board = GAMBIT.split()[0]
    for name, title, given, text in [
        ("underscores", "underscores between the fields", 4, GAMBIT.replace(" ", "_")),
        ("underscores-other-side", "underscores, and the other side to move", 4, GAMBIT.replace(" w ", " b ").replace(" ", "_")),
        ("underscores-no-rights", "underscores, and no castling rights", 4, GAMBIT.replace("KQkq", "-").replace(" ", "_")),
        ("two-fields-with-gaps", "two fields, with several spaces and underscores around them", 2, f"  {board} _ w_ "),
        ("board-with-gaps", "the board alone, with spaces and underscores around it", 1, f"__ {board} _ "),
        ("board-with-gaps-after", "the board alone, and three spaces after it", 1, f"{board}   "),
    ]:
        full = text.replace("_", " ").split()
        fen = " ".join([*full, *["w", "-", "-", "0", "1"][len(full) - 1 :]])
        wanted = gf.identity(mc.board_of(fen)).split()[:given]
        searches.find_where(f"find-fields-{name}", title, "search.1 positions.1", {"fen": text}, lambda b, given=given, wanted=wanted: gf.identity(b).split()[:given] == wanted)
    searches.tree("tree-years-written", "years that other characters follow", "search.6 search.7", GAMBIT)
    searches.find_where("eco-not-within", "a code within a tag, but not at its beginning", "search.5", {"fen": chess.STARTING_FEN.split()[0], "eco": "D30"},
                        lambda b: b.board_fen() == chess.STARTING_FEN.split()[0], lambda game: game.tags.get("ECO", "")[:3] == "D30")
    for name, title, text in [
        ("two-kings-of-black", "two black kings", "8/8/8/kk6/8/8/8/8"), ("two-kings-of-black-in-brackets", "two black kings on different ranks, one in brackets", "k7/8/8/[k]7/8/8/8/8"),
        ("two-kings-in-brackets", "two white kings, both in brackets", "[K]7/8/8/8/8/8/8/[K]7"), ("two-kings-in-brackets-of-two-letters", "two white kings, in brackets that name it twice", "[KK]7/8/8/8/8/8/8/7[KK]"),
        ("two-kings-of-black-in-two-brackets", "two black kings on a rank, both in brackets", "8/8/8/[k][k]6/8/8/8/8"),
        ("whole-fen", "the fields of a FEN after the pattern", "8/8/8/8/8/8/8/4K3 w"), ("space-within", "white space within a rank", "8/8/8/4 4/8/8/8/8"),
        ("space-after-a-rank", "white space between ranks", "8/ 8/8/8/8/8/8/8"), ("bracket-alone", "a bracket that closes and does not open", "8/8/8/N]6/8/8/8/8"),
        ("pawn-in-brackets-and-star", "pawns alone in brackets on the eighth rank, beside a rest", "*[p]/8/8/8/8/8/8/8"),
        ("nine-squares-in-brackets", "nine squares, of which brackets hold several letters", "[NB][NB][NB][NB][NB][NB][NB][NB][NB]/8/8/8/8/8/8/8"),
    ]:
        chapter.add(f"pattern-{name}", f"pattern: {title}", "search.3", "find", input=searches.input, query={"pattern": text}, error="INVALID_ARGUMENT")
    for name, title, sign in [("vt", "VT", "\v"), ("no-break-space", "a no-break space", "\u00a0"), ("ideographic-space", "an ideographic space", "\u3000"), ("unit-separator", "byte 1F", "\x1f")]:
        for field, rule, text in [("pattern", "search.3", f"{sign}8/8/8/8/8/8/8/4K3{sign}"), ("material", "search.4", f"{sign}KvK{sign}"), ("material", "search.4", f"K{sign}vK"), ("material", "search.4", f"Kv{sign}K")]:
            where = {0: "around", 1: "before-v", 2: "after-v"}[text.find(sign)]
            chapter.add(f"{field}-{name}-{where}", f"{field}: {title}, which is no white space", rule, "find", input=searches.input, query={field: text}, error="INVALID_ARGUMENT")
    kings = "[Kk]7/8/8/8/4k3/8/8/4K3"
    searches.find_where("pattern-king-of-either-side", "pattern: the king of either side, and a king of each", "search.3", {"pattern": kings}, lambda b: False)
    searches.find_where("pattern-tab-around", "pattern: a tab and a line end around the text", "search.3", {"pattern": "\t8/8/8/8/8/8/8/4K3\n"}, lambda b: b.king(chess.WHITE) == chess.E1)
    for name, text in [("capitals", "K.*VK.*"), ("capital-v", "k.*Vk.*"), ("small-side", "K.*vk.*"), ("small-king", "k.*VK.*"), ("small-piece", "K.*p*vK.*R*")]:
        searches.find_where(f"material-letters-{name}", f"material: letters of both kinds: {text}", "search.4", {"material": text}, lambda b: True)
    searches.find_where("material-tab-around", "material: a tab and a line end around the text", "search.4", {"material": "\tK.*vK.*\n"}, lambda b: True)


# Ratings up to a sum above 16 bits, in games that Black begins.
BLACK_FIRST = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
BEGUN = [Played("c5 Nf3", {"FEN": BLACK_FIRST, "WhiteElo": str(100 + n), "BlackElo": str(9990 + n), "Date": f"{9990 + n}.01.01"}, "1-0") for n in range(8)]
BEGUN += [
    Played("e5", {"FEN": BLACK_FIRST, "WhiteElo": "2500"}, "0-1"), Played("e5 -- c5", {"FEN": BLACK_FIRST, "BlackElo": "0"}), Played("", {"FEN": BLACK_FIRST, "WhiteElo": "1", "BlackElo": "7"}),
    Played("e4 c5 Nf3", {"WhiteElo": "2000", "BlackElo": "3000", "Result": "0-1", "Date": "0000.00.00"}, "1-0"), Played("e4 --", {"BlackElo": "0001", "Date": "0000.12"}),
]


def black_first(chapter):
    """search.7: the player who made the move, by the side to move, whatever the ply."""
    searches = Searches(chapter, File(gf.block(BEGUN)), BEGUN)
    after = BLACK_FIRST.replace("pppppppp/8/8/4P3", "pp1ppppp/8/2p5/4P3").replace(" b ", " w ")
    searches.tree("tree-black-begins", "games that Black begins, and others: ratings of Black, whose sum is above 65,535, and the year 9997", "search.7", BLACK_FIRST)
    searches.tree("tree-black-began", "the position after the first move of Black: ratings of White", "search.7", after)
    for low, high in [(0, 0), (0, 1200), (1, 1200), (0, 9999)]:
        searches.find_where(f"where-year-0-{low}-{high}", f"dates from {low} to {high}: the year 0 is not known", "search.6 search.9", {"fen": BLACK_FIRST.split()[0], "where": {"date": [low, high]}},
                            lambda b: b.board_fen() == BLACK_FIRST.split()[0], lambda game: False)


def with_text(chapter):
    """search.2: unparsed text and an unknown result leave a game in its place; so does a termination that a tag contradicts."""
    games = [Played("d4 d5 c4 e6 Nc3", {"Result": "1-0"}, "0-1"), Played("d4 d5 c4 e6 Nc3", {"Result": "win"}, "0-1"), Played("d4 d5 c4 e6 Nf3", {"Result": "*"}, "1-0"), Played("d4 d5 c4 e6 Nf3", {"Result": ""}, ""),
             Played("d4 d5 c4 e6", {"Result": "½-½"}, "1/2-1/2"), Played("d4 d5 c4 e6", {"Result": "1/3"}, "*"), Played("", {"Result": "0-1"}, "1-0")]
    texts = [b"", b"{", b"Nc3 e9", b"x" * 9, b"", b"?", b"d4 d5 c4 e6"]
    searches = Searches(chapter, File(gf.block(games, extra=[Section(fb.UNPARSED_TEXT, fb.strings(texts), "unparsed text of five games")])), games)
    searches.tree("tree-unparsed-text", "games with unparsed text, and all kinds of results", "search.2 search.6 search.7", GAMBIT)
    searches.find_position("find-unparsed-text-start", "games with unparsed text", "search.2", chess.STARTING_FEN)
    for name, marker in [("white", "1-0"), ("black", "0-1"), ("draw", "1/2-1/2"), ("unknown", "*")]:
        searches.find_position(f"find-result-of-both-{name}", f"the result {marker} by tag, otherwise by marker", "search.6", GAMBIT, lambda game, marker=marker: gf.result_of(game) == marker, result=marker)


def only_tokens(chapter):
    """search.2: a game that has no moves, with variations of none; and lines that come back to a position."""
    knights = "Nf3 Nf6 Ng1 Ng8"
    games = [Played(f"{knights} e4 e5", {"WhiteElo": "2000"}, "1-0"), Played(f"{knights} {knights} d4", {"WhiteElo": "2100"}, "0-1"), Played(knights, {"WhiteElo": "2200"}, "*"), Played("Nf3 Nf6 Ng1 -- Nf3 Ng8 Ng1")]
    searches = Searches(chapter, File(gf.block(games)), games)
    for name, fen in [("start", chess.STARTING_FEN), ("second", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
                      ("third", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2"), ("null-move", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3")]:
        searches.find_position(f"find-repeated-{name}", "positions that come again: the first counts", "search.2", fen)
        searches.tree(f"tree-repeated-{name}", "positions that come again: the move after the first counts", "search.2 search.7", fen)


def add(chapter):
    for part in (rights, en_passant, fields, black_first, with_text, only_tokens):
        part(chapter)
