"""Vectors of searches for positions (search.1, search.2): rights, en passant, parts of a FEN, edits, numbers of plies."""

import chess

import games_file as gf
import index_file as xf
import move_codes as mc
from container_common import replacing
from file_bytes import DELETED, File, REPLACED
from games_file import Played
from index_common import GAMES, segment_of
from search_common import GAMBIT, NO_RIGHTS, Searches, WITH_EN_PASSANT


def positions(searches):
    find = searches.find_position
    find("find-transpositions", "by any move order, and from a custom start", "search.1 search.2", GAMBIT)
    find("find-clocks", "move counters are ignored", "search.1", GAMBIT.replace("0 3", "30 90"))
    find("find-castling-rights", "the same pieces without castling rights", "search.1", NO_RIGHTS)
    find("find-side-to-move", "the same pieces, and the other side to move", "search.1", GAMBIT.replace(" w ", " b "))
    find("find-en-passant", "en passant capture is legal", "search.1", WITH_EN_PASSANT)
    find("find-no-en-passant", "the same pieces, without en passant capture", "search.1", WITH_EN_PASSANT.replace("d6", "-"))
    find("find-useless-en-passant", "an en passant square on which nothing can capture", "search.1 positions.6",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")
    find("find-start", "the start is ply 0; a repeated position counts once", "search.2", chess.STARTING_FEN)
    find("find-after-castling", "castling takes the rights", "search.1", "4k2r/8/8/8/8/8/P7/5RK1 b k - 0 1")
    find("find-nothing", "a position that no game has", "search.2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")


def partial_positions(searches):
    for name, title, given in [
        ("board", "the board alone: any side to move, any rights", 1),
        ("side", "no castling rights given: any", 2),
        ("rights", "no en passant square given: any", 3),
    ]:
        for fen in (GAMBIT, GAMBIT.replace(" w ", " b "), NO_RIGHTS, WITH_EN_PASSANT):
            wanted = gf.identity(chess.Board(fen)).split()[:given]
            of = {GAMBIT: "", NO_RIGHTS: "-no-rights", WITH_EN_PASSANT: "-en-passant"}.get(fen, "-black")
            searches.find_where(f"find-{name}{of}", title, "search.1", {"fen": " ".join(fen.split()[:given])},
                                lambda board: gf.identity(board).split()[:given] == wanted)
    searches.find_where("find-board-in-check", "the board alone, and only Black can be to move", "search.1",
                        {"fen": "4k3/8/8/8/8/8/8/K3R3"}, lambda board: board.board_fen() == "4k3/8/8/8/8/8/8/K3R3")


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
    """The letters of White and of Black, so that names do not differ only in case."""
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


def only_tokens(chapter):
    """search.2: a game without moves, with empty variations; and lines that return to a position."""
    knights = "Nf3 Nf6 Ng1 Ng8"
    games = [Played(f"{knights} e4 e5", {"WhiteElo": "2000"}, "1-0"), Played(f"{knights} {knights} d4", {"WhiteElo": "2100"}, "0-1"), Played(knights, {"WhiteElo": "2200"}, "*"), Played("Nf3 Nf6 Ng1 -- Nf3 Ng8 Ng1")]
    searches = Searches(chapter, File(gf.block(games)), games)
    for name, fen in [("start", chess.STARTING_FEN), ("second", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"),
                      ("third", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3 2"), ("null-move", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3")]:
        searches.find_position(f"find-repeated-{name}", "positions that come again: the first counts", "search.2", fen)
        searches.tree(f"tree-repeated-{name}", "positions that come again: the move after the first counts", "search.2 search.7", fen)


START = {"fen": chess.STARTING_FEN}
GONE = Played(state=gf.UNREADABLE)  # contains no position, like a deleted game
OTHER = [Played("d4 d5 c4 e6 Nf3 Nf6", {"WhiteElo": "2222", "Date": "2011"}, "0-1"), Played("e4 e5", {"Result": "1-0"})]


def edited(segment=None, after=None):
    """A file of GAMES in which games 0 and 4 are deleted, and games 1 and 2 replaced; and the resulting games."""
    block, others = gf.block(GAMES), replacing(gf.block(OTHER))
    file = File(block, others)
    if segment:
        xf.add_segment(file, segment_of([(block, GAMES)], **segment))
    file.footer.edits = [(0, DELETED), (1, REPLACED), (2, REPLACED + 1), (4, DELETED)]
    return file, [GONE, *OTHER, GAMES[3], GONE, GAMES[5]]


def edits(chapter):
    """container.14, index.10: searches leave out deleted games, and find replacements in the place of replaced ones."""
    for name, title, segment in [("", "no index", None), ("entry", "an index with an entry of the position", {}),
                                 ("groups", "an index without entries", {"frequent": 99}),
                                 ("behind", "an index with lists behind the page", {"bits": 0, "page_bits": 0, "behind": True, "frequent": 4})]:
        searches = Searches(chapter, *edited(segment))
        name = f"edited{name and '-'}{name}"
        title = f"deleted and replaced games, and {title}"
        searches.find_position(f"find-{name}", title, "container.14 index.10", GAMBIT)
        searches.tree(f"tree-{name}", title, "container.14 index.10", GAMBIT)
        searches.find_position(f"find-{name}-start", title, "container.14 index.10", chess.STARTING_FEN)
        searches.tree(f"tree-{name}-start", title, "container.14 index.10", chess.STARTING_FEN)
    searches = Searches(chapter, *edited())
    searches.find_position("where-edited", "conditions on tags of replacements", "container.14 search.9", GAMBIT,
                           lambda game: gf.rating_of(game, True) == 2222, where={"white_rating": [2222, 2222]})
    searches.find_where("find-edited-pattern", "a pattern in replaced games", "container.14 search.3", {"pattern": "8/8/8/4p3/4P3/8/8/8"},
                        lambda board: board.piece_at(chess.E5) == chess.Piece.from_symbol("p") and board.piece_at(chess.E4) == chess.Piece.from_symbol("P"))


def plies(chapter):
    """search.5: both ends of a number of plies."""
    lines = ["", "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"]
    searches = Searches(chapter, File(gf.block([Played(line) for line in lines])), [Played(line) for line in lines])
    for low, high in [(0, 0), (1, 1), (1, 3), (2, 2), (4, 99), (5, 99)]:
        searches.find_position(f"find-plies-{low}-{high}", f"from {low} to {high} plies", "search.5 search.9", chess.STARTING_FEN,
            lambda game: low <= len(game.moves()) <= high, plies=[low, high])
