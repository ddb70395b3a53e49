"""Vectors of trees of next moves (search.7), and of summaries (search.11)."""

import chess

import file_bytes as fb
import games_file as gf
from file_bytes import File, Section
from games_file import Played
from search_common import GAMBIT, GAMES, Searches, file
from search_positions import START

BOTH = {"WhiteElo": "2500", "BlackElo": "2300"}
# Games that end in the position, with either side to move there, and a game that continues.
ENDED = [
    Played("d4 d5 c4 e6", {**BOTH, "Date": "2010.05.06"}, "1-0"), Played("d4 d5 c4 e6 Nc3", {**BOTH, "Date": "2001"}),
    Played("d4 d5 c4", {**BOTH, "Date": "1999"}, "*"), Played("d4 d5 c4", {"BlackElo": "2100"}, "1/2-1/2"),
]


def ended(searches):
    """search.7: the rating that counts if no move was made, and the year, which also counts."""
    searches.tree("tree-ended-white", "a game that ends in the position, White to move: rating of White, and the year", "search.7", GAMBIT)
    searches.tree("tree-ended-black", "games that end in the position, Black to move: ratings of Black", "search.7",
                  "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2")


def trees(searches):
    searches.tree("tree", "results, ratings of White and years", "search.6 search.7", GAMBIT)
    searches.tree("tree-start", "many moves; an invalid rating and an invalid year", "search.6 search.7", chess.STARTING_FEN)
    searches.tree("tree-black", "ratings of Black; a null move", "search.6 search.7",
                  "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")
    searches.tree("tree-of-nothing", "a position that no game has", "search.7", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")


def summary(line):
    """search.11"""
    game, departures = Played(line), []
    home = {**{square: square - 8 for square in range(8, 16)}, **{square: square - 40 for square in range(48, 56)}}
    for before, after in zip(game.boards(), game.boards()[1:]):
        left = [s for s in home if before.piece_at(s) != after.piece_at(s)]
        departures += [home.pop(square) for square in left]
    departures = (departures + 8 * (departures[-1:] or [0]))[:8]
    pieces = [len(chess.SquareSet(game.boards()[-1].occupied_co[color])) - 1 for color in chess.COLORS]
    return bytes([departures[i] + 16 * departures[i + 1] for i in range(0, 8, 2)] + [pieces[0] + 16 * pieces[1]])


SUMMARIES = [
    ("example", "the example of the chapter", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Qxa2"),
    ("none", "no departure", "Nf3 Nf6"),
    ("one", "one departure repeats", "Nf3 h5"),
    ("en-passant", "a pawn that is captured en passant departed before", "e4 a6 e5 d5 exd6"),
    ("captured-at-home", "a pawn is captured on its square", "Nf3 Nc6 Ne5 Nd4 Nxf7 Nxe2"),
    ("more-than-eight", "nine departures, the ninth is left out", "a3 a6 b3 b6 c3 c6 d3 d6 e3"),
    ("null-move", "a null move is no departure", "-- e5 --"),
    ("promotion", "a pawn departs once", "a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6 bxa8=Q"),
]


def summaries(chapter):
    for name, title, line in SUMMARIES:
        moves = [Played(line).uci(ply) for ply in range(len(line.split()))]
        chapter.add(f"summary-{name}", title, "search.11", "summary", moves=moves, expect={"output": summary(line).hex()})
    rows = [summary(game.line) if game.state is None and "FEN" not in game.tags else bytes(5) for game in GAMES]
    planes = bytes(row[plane] for plane in range(5) for row in rows)
    for name, title, section in [
        ("there", "a block with summaries", Section(64, planes, "summaries")),
        ("damaged", "corrupt summaries: the search works without them", Section(64, bytes(len(planes)), "zeros", crc=fb.crc32c(planes))),
        ("short", "summaries of another length: they are ignored", Section(64, bytes(len(planes) - 1), "zeros, one too few")),
    ]:
        searches = Searches(chapter, file(section), GAMES)
        searches.find_position(f"find-summaries-{name}", title, "search.11 search.12", GAMBIT)
        searches.find_position(f"find-summaries-{name}-start", title, "search.11 search.12", chess.STARTING_FEN)


# Ratings up to a sum above 16 bits, in games that Black begins.
BLACK_FIRST = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
BEGUN = [Played("c5 Nf3", {"FEN": BLACK_FIRST, "WhiteElo": str(100 + n), "BlackElo": str(9990 + n), "Date": f"{9990 + n}.01.01"}, "1-0") for n in range(8)]
BEGUN += [
    Played("e5", {"FEN": BLACK_FIRST, "WhiteElo": "2500"}, "0-1"), Played("e5 -- c5", {"FEN": BLACK_FIRST, "BlackElo": "0"}), Played("", {"FEN": BLACK_FIRST, "WhiteElo": "1", "BlackElo": "7"}),
    Played("e4 c5 Nf3", {"WhiteElo": "2000", "BlackElo": "3000", "Result": "0-1", "Date": "0000.00.00"}, "1-0"), Played("e4 --", {"BlackElo": "0001", "Date": "0000.12"}),
]


def black_first(chapter):
    """search.7: the player who made the move is the side to move, whatever the ply."""
    searches = Searches(chapter, File(gf.block(BEGUN)), BEGUN)
    after = BLACK_FIRST.replace("pppppppp/8/8/4P3", "pp1ppppp/8/2p5/4P3").replace(" b ", " w ")
    searches.tree("tree-black-begins", "games that Black begins, and others: ratings of Black, whose sum is above 65,535, and the year 9997", "search.7", BLACK_FIRST)
    searches.tree("tree-black-began", "the position after the first move of Black: ratings of White", "search.7", after)
    for low, high in [(0, 0), (0, 1200), (1, 1200), (0, 9999)]:
        searches.find_where(f"where-year-0-{low}-{high}", f"dates from {low} to {high}: the year 0 is not known", "search.6 search.9", {"fen": BLACK_FIRST.split()[0], "where": {"date": [low, high]}},
                            lambda b: b.board_fen() == BLACK_FIRST.split()[0], lambda game: False)


def with_text(chapter):
    """search.2: a game with unparsed text, an unknown result, or a termination that contradicts a tag keeps its
    place."""
    games = [Played("d4 d5 c4 e6 Nc3", {"Result": "1-0"}, "0-1"), Played("d4 d5 c4 e6 Nc3", {"Result": "win"}, "0-1"), Played("d4 d5 c4 e6 Nf3", {"Result": "*"}, "1-0"), Played("d4 d5 c4 e6 Nf3", {"Result": ""}, ""),
             Played("d4 d5 c4 e6", {"Result": "½-½"}, "1/2-1/2"), Played("d4 d5 c4 e6", {"Result": "1/3"}, "*"), Played("", {"Result": "0-1"}, "1-0")]
    texts = [b"", b"{", b"Nc3 e9", b"x" * 9, b"", b"?", b"d4 d5 c4 e6"]
    searches = Searches(chapter, File(gf.block(games, extra=[fb.unparsed(texts, "unparsed text of five games")])), games)
    searches.tree("tree-unparsed-text", "games with unparsed text, and all kinds of results", "search.2 search.6 search.7", GAMBIT)
    searches.find_position("find-unparsed-text-start", "games with unparsed text", "search.2", chess.STARTING_FEN)
    for name, marker in [("white", "1-0"), ("black", "0-1"), ("draw", "1/2-1/2"), ("unknown", "*")]:
        searches.find_position(f"find-result-of-both-{name}", f"the result {marker} by tag, otherwise by marker", "search.6", GAMBIT, lambda game, marker=marker: gf.result_of(game) == marker, result=marker)


def meant_tree(chapter):
    """The tree of games whose tags need interpretation."""
    tags = [{"Result": "1:0", "Date": "31.12.2020", "WhiteElo": "2400?"}, {"Result": "\u00bd", "UTCDate": "20210305", "WhiteElo": " 2500P3"},
        {"Result": "0-0", "Date": "2019-3", "BlackElo": "2300"}, {"Result": "-/+", "Date": "??"}]
    file = File(gf.block([Played("e4", row, "*") for row in tags])).outline()
    chapter.add("meant-tree", "a tree of games whose tags need to be understood", "search.6 search.7", "tree", input=file, query=START,
        expect={"branches": [["e2e4", 1, 1, 1, 1, 4900, 2, 2021]]})
