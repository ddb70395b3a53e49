"""Vectors of searches: what is found in small files."""

import chess

import edge_cases
import file_bytes as fb
import games_file as gf
import material_cases
import move_codes as mc
import variation_cases
from file_bytes import File, Section
from games_file import Played
from vector_file import Chapter

GAMBIT = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3"
WITH_EN_PASSANT = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
NO_RIGHTS = GAMBIT.replace("KQkq", "-")
ROOKS = "4k2r/8/8/8/8/8/P7/4K2R w Kk - 0 1"

# 05 begins a variation, 00 + 16 * n says that n plies follow, 06 ends it.
GAMES = [
    Played("d4 d5 c4 e6 Nc3", {"White": "Anna Bell", "Black": "Carl", "Event": "Riga Cup", "Result": "1-0", "WhiteElo": "2400", "Date": "2001.??.??"}),
    Played("c4 e6 d4 d5 Nc3", {"White": "Boris", "Black": "ANNA", "Result": "0-1", "WhiteElo": "0", "Date": "????.05.01", "ECO": "D31"}),
    Played("d4 e6 c4 d5", {"White": "annabel", "Site": "Riga", "ECO": "D30a"}, "*"),
    Played("e4 e5", {"Result": "?"}, "1/2-1/2", tokens=bytes([0x10, 5, 0x40]) + b"".join(
        mc.byte(board, move) for board, move in zip(Played("d4 d5 c4 e6").boards(), Played("d4 d5 c4 e6").moves())
    ) + bytes([6])),
    Played("Nf3", {"FEN": GAMBIT.replace("0 3", "7 40"), "Result": "1/2-1/2", "WhiteElo": "2500", "Date": "1999"}),
    Played("Nc3", {"FEN": NO_RIGHTS}),
    Played("Nf3 Nf6 Ng1 Ng8 d4 d5 c4 e6 Nc3 Nf6 Nb1 Ng8 cxd5", {"Result": "1-0", "WhiteElo": "25oo", "Date": "20"}),
    Played(state=gf.UNREADABLE),
    Played(state=gf.CONTINUATION),
    Played("e4 Nf6 e5 d5 exd6", {"ECO": "B02"}),
    Played("e4 d5 e5 Nf6"),
    Played("O-O Rf8 Rf2", {"FEN": ROOKS}),
    Played("d4 d5 -- e6 c4", {"Date": "2020.01.01", "BlackElo": "1800"}),
]


def file(*extra):
    return File(gf.block(GAMES, extra=extra))


def pattern(text):
    wanted = chess.BaseBoard(text).piece_map()
    return lambda board: all(board.piece_at(square) == piece for square, piece in wanted.items())


def material(one, other):
    def is_there(board):
        of = lambda color: "".join(sorted(board.piece_at(s).symbol().upper() for s in chess.SquareSet(board.occupied_co[color])))
        sides = [of(chess.WHITE), of(chess.BLACK)]
        return sides in ([one, other], [other, one])

    return is_there


class Searches:
    """Adds searches of one file to a chapter."""

    def __init__(self, chapter, file, games):
        self.chapter, self.input, self.games = chapter, file.outline(), games

    def find(self, name, title, rules, query, hits):
        self.chapter.add(name, title, rules, "find", input=self.input, query=query, expect={"hits": hits})

    def find_where(self, name, title, rules, query, aim, condition=lambda game: True):
        hits = [[number, ply] for number, ply in gf.hits(self.games, aim) if condition(self.games[number])]
        self.find(name, title, rules, query, hits)

    def find_position(self, name, title, rules, fen, condition=lambda game: True, **conditions):
        self.find_where(name, title, rules, {"fen": fen, **conditions}, gf.is_at(fen), condition)

    def tree(self, name, title, rules, fen):
        rows = gf.branches(self.games, gf.hits(self.games, gf.is_at(fen)))
        self.chapter.add(name, title, rules, "tree", input=self.input, query={"fen": fen}, expect={"branches": rows})


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


def variations(searches):
    found = gf.hits(GAMES, gf.is_at(GAMBIT))
    searches.find("find-in-variations", "a variation reaches it, main lines come first", "search.2",
                  {"fen": GAMBIT, "variations": True}, sorted([*found, [3, 4]]))
    rows = gf.branches(GAMES, found)
    rows = sorted([*(row for row in rows if row[0]), *([row[0], row[1], row[2] + 1, *row[3:]] for row in rows if not row[0])])
    searches.chapter.add("tree-in-variations", "a variation that ends in the position", "search.2 search.7", "tree", input=searches.input,
                         query={"fen": GAMBIT, "variations": True}, expect={"branches": rows})


def other_aims(searches):
    where = searches.find_where
    where("find-pattern", "pawns on d5 and e6", "search.3", {"pattern": "8/8/4p3/3p4/8/8/8/8"}, pattern("8/8/4p3/3p4/8/8/8/8"))
    where("find-pattern-empty", "a pattern without pieces", "search.3", {"pattern": "8/8/8/8/8/8/8/8"}, lambda board: True)
    where("find-material", "rook and pawn against rook, for either colour", "search.4", {"material": "KRKRP"}, material("KR", "KPR"))
    where("find-material-exactly", "one pawn less is different material", "search.4", {"material": "KRKR"}, material("KR", "KR"))


def partial_positions(searches):
    board = GAMBIT.split()[0]
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


def at(board, square):
    piece = board.piece_at(chess.parse_square(square))
    return piece.symbol() if piece else " "


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
        def is_there(board, one=one, other=other):
            of = lambda color: "".join(sorted(board.piece_at(s).symbol().upper() for s in chess.SquareSet(board.occupied_co[color])))
            white, black = of(chess.WHITE), of(chess.BLACK)
            return one(white) and other(black) or one(black) and other(white)

        where(f"find-material-{name}", "material with counts", "search.4", {"material": text}, is_there)


# Names, and what they become (search.13); bytes that are not UTF-8 are surrogates.
FOLDED = {
    "Đurić, Stefan": "duric, stefan", "DURIC": "duric", "Jörg": "jorg", "J\udcf6rg": "jorg", "Jo\u0308RG": "jorg",
    "Weiß, STRAẞE": "weiss, strasse", "O’Kelly": "o'kelly", "O`KELLY": "o'kelly", "O\udcb4Kelly": "o'kelly", "Ёлкин": "елкин",
    "ﬁne": "fine", "İstanbul ılı": "istanbul ili", "ΝΊΚΟΣ Νίκος": "νικοσ νικοσ", "Æsir Þór": "aesir thor", "Łódź, Ħalfar": "lodz, halfar",
    "plain ascii": "plain ascii", "œuvre Ðø": "oeuvre do", "": "", "a\u0323\u0301b": "ab", "김 Kim": "\u1100\u1175\u11b7 kim",
}
# Names of these whose spelled form is another (search.16).
SPELLED = {"Jörg": "joerg", "J\udcf6rg": "joerg", "Jo\u0308RG": "joerg", "œuvre Ðø": "oeuvre doe"}
NAMED = [Played("e4", {"White": name} if number % 2 else {"Black": name, "White": "?"}) for number, name in enumerate(FOLDED)]


def folded(searches):
    names = list(FOLDED.values())
    start = {"fen": chess.STARTING_FEN}
    for number, (text, plain) in enumerate([
        ("đurić", "duric"), ("duric", "duric"), ("JORG", "jorg"), ("jo\u0308", "jo"), ("STRASSE", "strasse"), ("weiß", "weiss"),
        ("o´kelly", "o'kelly"), ("ЕЛК", "елк"), ("fine", "fine"), ("ISTANBUL I", "istanbul i"), ("ς ν", "σ ν"), ("Νίκος", "νικοσ"),
        ("þór", "thor"), ("łodz", "lodz"), ("I", "i"), ("Œ", "oe"), ("THOR", "thor"), ("\u1100\u1175\u11b7", "\u1100\u1175\u11b7"), ("\u0301", ""), ("ab", "ab"), ("ж", "ж"),
    ]):
        hits = [[game, 0] for game, (name, folded) in enumerate(FOLDED.items()) if plain in folded or plain in SPELLED.get(name, "")]
        searches.find(f"where-folded-{number}", f"`{text}` is `{plain}`", "search.5 search.13", {**start, "where": {"player": text}}, hits)
        whole = [[game, 0] for game, name in enumerate(names) if plain == name and game % 2]
        searches.find(f"where-folded-whole-{number}", f"`{text}` as the whole value", "search.5 search.13",
                      {**start, "where": {"equals": ["white", text]}}, whole)
        part = [[game, 0] for game, name in enumerate(names) if plain in (name if game % 2 else "?")]
        searches.find(f"where-folded-tag-{number}", f"`{text}` in a tag", "search.8 search.13",
                      {**start, "where": {"tag_contains": ["White", text]}}, part)


# Names of players, in which their forms are found (search.16).
PLAYERS = [
    "Müller, Jörg", "Mueller,Joerg", "Jörg Müller", "Muller, Jorg", "M\udcfcller", "Mu\u0308ller", "Østergård, Bo", "van der Sterren, Paul", "Carlsen, Magnus",
    "William Carlsen", "M Carlsen", "Michał Olszewski", "Michael Adams", "Noël, A\u030a", "a\u0323\u0308b", "x, y, z", ", x", "Muller,  Jorg", "y, z x", "ÀÖ̈",
]
WITH_PLAYERS = [Played("e4", {"White": "?", "Black": name}) for name in PLAYERS]


def players(searches):
    start = {"fen": chess.STARTING_FEN}
    for number, (text, title, contained, whole) in enumerate([
        ("mueller", "vowels for accents in the text", [0, 1, 2, 4, 5], [4, 5]),
        ("MÜLLER", "accents in the text", [0, 1, 2, 3, 4, 5, 17], [4, 5]),
        ("muller", "a text without accents is not spelled", [0, 2, 3, 4, 5, 17], [4, 5]),
        ("Jörg Müller", "the given name first", [0, 1, 2, 3], [0, 1, 2, 3]),
        ("joerg  mueller", "the given name first, spelled, and two spaces", [0, 1], [0, 1]),
        ("müller,\tjörg", "the surname first", [0, 1, 2, 3], [0, 1, 2, 3]),
        ("oestergaard", "ø and å", [6], []),
        ("Paul van der Sterren", "a surname of several words", [7], [7]),
        ("m carlsen", "an initial first", [8, 9, 10], [10]),
        ("carlsen, m", "an initial last, where the other order must begin the name", [8, 10], [10]),
        ("michael", "vowels of no accent", [12], []),
        ("michal", "an accent that is not spelled", [11], []),
        ("noel", "a diaeresis on another letter", [13], []),
        ("aa", "a ring, also as a character by itself", [6, 13], []),
        ("aeb", "a diaeresis after another mark", [14], [14]),
        ("z x y", "three words", [18], [18]),
        ("x,y,  z", "only the first comma separates", [15, 18], [15, 18]),
        (",  x", "nothing before the comma", [], []),
        ("oe", "letters next to each other, too", [0, 1, 2, 6, 13, 19], []),
        ("aoe", "a diaeresis on an accented letter is spelled once", [19], [19]),
        ("x" * 254 + " y", "256 bytes", [], []),
    ]):
        found = lambda games: [[game, 0] for game in games]
        searches.find(f"where-name-{number}", f"{title}, in a part", "search.16", {**start, "where": {"player": text}}, found(contained))
        searches.find(f"where-name-whole-{number}", f"{title}, as the whole name", "search.16", {**start, "where": {"equals": ["black", text]}}, found(whole))
    searches.find("where-name-in-tag", "a tag has no other forms", "search.8 search.16", {**start, "where": {"tag_contains": ["Black", "mueller"]}}, [[1, 0]])


def long_names(chapter):
    """At the longest text that has other forms, and above it."""
    for length in (256, 257):
        given = "x" * (length - 2)
        games = [Played("e4", {"White": f"y, {given}"})]
        Searches(chapter, File(gf.block(games)), games).find(f"where-name-of-{length}", f"a text of {length} bytes", "search.16",
            {"fen": chess.STARTING_FEN, "where": {"player": f"{given} y"}}, [[0, 0]] if length == 256 else [])


# Tokens and texts of comments: 2 is a comment, 3 one up to the end of the line, 1 a NAG, 5 and 6 begin and end a variation.
COMMENTS = [
    (b"", b""),
    (fb.varint(6 << 4 | 2), "CAFÉ!".encode()),
    (b"\x10" + fb.varint(4 << 4 | 3), b"caf\xe9"),
    (b"\x10" + fb.varint(14 << 4 | 1), b""),
    (b"\x10\x05" + fb.varint(1 << 4) + mc.byte(chess.Board(), chess.Move.from_uci("d2d4")) + fb.varint(141 << 4 | 1) + fb.varint(1 << 4 | 2) + b"\x06", b"x"),
    (fb.varint(4 << 4 | 4), b"cafe"),
]
ANNOTATED = [Played("e4", tokens=tokens) for tokens, _ in COMMENTS]


def annotations(searches):
    for name, title, condition, games in [
        ("comment", "comments of both kinds, folded; another line is none", {"comment": "cafe"}, [1, 2]),
        ("comment-in-variation", "a comment in a variation", {"comment": "X"}, [4]),
        ("comment-any", "an empty text is in every comment", {"comment": ""}, [1, 2, 4]),
        ("nag", "a NAG", {"nag": 14}, [3]),
        ("nag-in-variation", "a NAG in a variation", {"nag": 141}, [4]),
        ("has-variations", "games with a variation", {"has_variations": True}, [4]),
        ("no-comment", "the opposite", {"not": {"comment": "cafe"}}, [0, 3, 4, 5]),
    ]:
        searches.find(f"where-{name}", title, "search.14", {"fen": chess.STARTING_FEN, "where": condition}, [[game, 0] for game in games])


def conditions(searches):
    find = searches.find_position
    in_tag = lambda text, *names: lambda game: any(text in game.tags.get(name, "").lower() for name in names)
    find("find-player", "a name of White or Black contains the text, ignoring case", "search.5", GAMBIT,
         in_tag("anna", "White", "Black"), player="anNa")
    find("find-event", "an event", "search.5", GAMBIT, in_tag("cup", "Event"), event="cup")
    find("find-site", "a site, not the event of that name", "search.5", GAMBIT, in_tag("riga", "Site"), site="RIGA")
    find("find-eco", "the first three bytes of the code", "search.5", GAMBIT,
         lambda game: game.tags.get("ECO", "").startswith("D30"), eco="D30")
    find("find-plies", "plies of the main line", "search.5", chess.STARTING_FEN, lambda game: 2 <= len(game.moves()) <= 4, plies=[2, 4])
    find("find-result", "the Result tag, or the marker where it is none of the four", "search.6", chess.STARTING_FEN,
         lambda game: gf.result_of(game) == "1/2-1/2", result="1/2-1/2")
    find("find-two-conditions", "all filters must match", "search.5 search.6", GAMBIT,
         lambda game: in_tag("anna", "White", "Black")(game) and gf.result_of(game) == "0-1", player="anna", result="0-1")


def between(ends, *numbers):
    known = [number for number in numbers if number]
    return known != [] and all(ends[0] <= number <= ends[1] for number in known)


RATED = [
    Played("e4", {"WhiteElo": "2400", "BlackElo": "2501"}),
    Played("e4", {"WhiteElo": "2450"}),
    Played("e4", {"BlackElo": "2500", "WhiteElo": "0"}),
    Played("e4", {"WhiteElo": "2452", "BlackElo": "2448"}),
    Played("e4", {"WhiteElo": "2452", "BlackElo": "245x"}),
    Played("e4"),
]


def starts_where(searches, name, title, rules, condition, test):
    """Games that meet a condition; all have the standard start."""
    searches.find_where(name, title, rules, {"fen": chess.STARTING_FEN, "where": condition}, gf.is_at(chess.STARTING_FEN), test)


def ratings(searches):
    where = lambda *case: starts_where(searches, *case)
    white, black = lambda game: gf.rating_of(game, True), lambda game: gf.rating_of(game, False)
    where("where-rating", "every known rating, and there must be one", "search.9", {"rating": [2448, 2500]},
          lambda game: between([2448, 2500], white(game), black(game)))
    where("where-any-rating", "the rating of either player", "search.9", {"any_rating": [2500, 2600]},
          lambda game: 2500 <= white(game) <= 2600 or 2500 <= black(game) <= 2600)
    where("where-white-rating", "the rating of White", "search.9", {"white_rating": [2401, 2452]}, lambda game: 2401 <= white(game) <= 2452)
    where("where-black-rating", "the rating of Black", "search.9", {"black_rating": [0, 2500]}, lambda game: 0 < black(game) <= 2500)
    where("where-average-rating", "the average of both, rounded down", "search.9", {"average_rating": [2450, 2450]},
          lambda game: white(game) and black(game) and (white(game) + black(game)) // 2 == 2450)


def condition_trees(searches):
    where = lambda *case: starts_where(searches, *case)
    tag = lambda game, name: game.tags.get(name)
    where("where-tag", "a tag has this value, ignoring case", "search.8", {"tag": ["White", "anna bell"]},
          lambda game: tag(game, "White") == "Anna Bell")
    where("where-tag-part", "a part of the value is not the value", "search.8", {"tag": ["White", "Anna"]}, lambda game: False)
    where("where-tag-empty", "no value is not an empty one", "search.8", {"tag": ["Site", ""]}, lambda game: tag(game, "Site") == "")
    where("where-tag-case", "names of tags are not the same in another case", "search.8", {"tag": ["white", "Boris"]}, lambda game: False)
    where("where-date", "years, and months that are known", "search.9", {"date": [19990000, 20010000]},
          lambda game: 1999 <= gf.year_of(game) <= 2001)
    where("where-no-date", "no date lies in any range", "search.9", {"not": {"date": [0, 99999999]}}, lambda game: gf.year_of(game) == 0)
    where("where-two-players", "two conditions on one field", "search.10", {"all": [{"player": "anna"}, {"player": "carl"}]},
          lambda game: tag(game, "Black") == "Carl")
    where("where-any", "one of several conditions", "search.10", {"any": [{"eco": "D31"}, {"result": "1/2-1/2"}, {"eco": "B02"}]},
          lambda game: tag(game, "ECO") in ("D31", "B02") or gf.result_of(game) == "1/2-1/2")
    where("where-not", "a condition that does not hold, for games without the tag too", "search.10", {"not": {"white": "a"}},
          lambda game: "a" not in tag(game, "White").lower() if tag(game, "White") else True)
    where("where-none-of-all", "all of no conditions hold", "search.10", {"all": []}, lambda game: True)
    where("where-none-of-any", "none of no conditions holds", "search.10", {"any": []}, lambda game: False)
    where("where-nested", "groups within groups", "search.8 search.9 search.10",
          {"any": [{"all": [{"player": "anna"}, {"not": {"result": "1-0"}}]}, {"not": {"any": [{"plies": [0, 12]}, {"player": "x"}]}}]},
          lambda game: ("anna" in (tag(game, "White") or "").lower() + (tag(game, "Black") or "").lower() and gf.result_of(game) != "1-0")
          or len(game.moves()) > 12)


BOTH = {"WhiteElo": "2500", "BlackElo": "2300"}
# Games that end in the position, with either side to move there, and one that goes on.
ENDED = [
    Played("d4 d5 c4 e6", {**BOTH, "Date": "2010.05.06"}, "1-0"), Played("d4 d5 c4 e6 Nc3", {**BOTH, "Date": "2001"}),
    Played("d4 d5 c4", {**BOTH, "Date": "1999"}, "*"), Played("d4 d5 c4", {"BlackElo": "2100"}, "1/2-1/2"),
]


def ended(searches):
    """search.7: whose rating counts when no move was made, and that the year does."""
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


def make(*more):
    """Each of `more` adds searches."""
    import query_edges  # which need the names above
    import search_edges

    assert summary("e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Qxa2") == bytes.fromhex("B4030000ED")
    chapter = Chapter("search")
    searches = Searches(chapter, file(), GAMES)
    for part in (positions, partial_positions, variations, other_aims, wild_aims, conditions, condition_trees, trees):
        part(searches)
    ratings(Searches(chapter, File(gf.block(RATED)), RATED))
    folded(Searches(chapter, File(gf.block(NAMED)), NAMED))
    players(Searches(chapter, File(gf.block(WITH_PLAYERS)), WITH_PLAYERS))
    long_names(chapter)
    texts = Section(fb.COMMENT_TEXT, fb.strings([text for _, text in COMMENTS]), "texts of comments")
    annotations(Searches(chapter, File(gf.block(ANNOTATED, extra=[texts])), ANNOTATED))
    ended(Searches(chapter, File(gf.block(ENDED)), ENDED))
    coord16 = Searches(chapter, File(gf.block(GAMES, param=1)), GAMES)
    coord16.find_position("find-coord16", "moves of another codec", "search.2", GAMBIT)
    coord16.tree("tree-coord16", "moves of another codec", "search.7", GAMBIT)
    two = Searches(chapter, File(gf.block(GAMES[:5]), gf.block(GAMES[5:])), GAMES)
    two.find_position("find-two-blocks", "games of two blocks", "search.2", GAMBIT)
    two.tree("tree-two-blocks", "results of two blocks are added", "search.7", GAMBIT)
    summaries(chapter)
    for add in more:
        add(chapter)
    variation_cases.add(chapter)
    material_cases.add(chapter)
    edge_cases.searches(chapter)
    search_edges.add(chapter)
    query_edges.add(chapter)
    chapter.save()
