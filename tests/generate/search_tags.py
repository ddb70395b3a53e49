"""Vectors of conditions on tags and annotations (search.5 to search.16): names, results, dates, ratings, speeds and comments."""

import chess

import container_values
import file_bytes as fb
import games_file as gf
import move_codes as mc
from container_common import NONE, one_game
from file_bytes import File
from games_file import Played
from search_common import GAMBIT, Searches, ask, between, starts_where

# Names, and their folded forms (search.13); bytes that are not UTF-8 are surrogates.
FOLDED = {
    "Đurić, Stefan": "duric, stefan", "DURIC": "duric", "Jörg": "jorg", "J\udcf6rg": "jorg", "Jo\u0308RG": "jorg",
    "Weiß, STRAẞE": "weiss, strasse", "O’Kelly": "o'kelly", "O`KELLY": "o'kelly", "O\udcb4Kelly": "o'kelly", "Ёлкин": "елкин",
    "ﬁne": "fine", "İstanbul ılı": "istanbul ili", "ΝΊΚΟΣ Νίκος": "νικοσ νικοσ", "Æsir Þór": "aesir thor", "Łódź, Ħalfar": "lodz, halfar",
    "plain ascii": "plain ascii", "œuvre Ðø": "oeuvre do", "": "", "a\u0323\u0301b": "ab", "김 Kim": "\u1100\u1175\u11b7 kim",
}
# The names whose spelled form differs (search.16).
SPELLED = {"Jörg": "joerg", "J\udcf6rg": "joerg", "Jo\u0308RG": "joerg", "œuvre Ðø": "oeuvre doe"}
NAMED = [Played("e4", {"White": name} if number % 2 else {"Black": name, "White": "?"}) for number, name in enumerate(FOLDED)]


def folded(searches):
    names = list(FOLDED.values())
    where = lambda *case: ask(searches.chapter, searches.input, *case)
    for number, (text, plain) in enumerate([
        ("đurić", "duric"), ("duric", "duric"), ("JORG", "jorg"), ("jo\u0308", "jo"), ("STRASSE", "strasse"), ("weiß", "weiss"),
        ("o´kelly", "o'kelly"), ("ЕЛК", "елк"), ("fine", "fine"), ("ISTANBUL I", "istanbul i"), ("ς ν", "σ ν"), ("Νίκος", "νικοσ"),
        ("þór", "thor"), ("łodz", "lodz"), ("I", "i"), ("Œ", "oe"), ("THOR", "thor"), ("\u1100\u1175\u11b7", "\u1100\u1175\u11b7"), ("\u0301", ""), ("ab", "ab"), ("ж", "ж"),
    ]):
        hits = [game for game, (name, folded) in enumerate(FOLDED.items()) if plain in folded or plain in SPELLED.get(name, "")]
        where(f"where-folded-{number}", f"`{text}` is `{plain}`", "search.5 search.13", {"player": text}, hits)
        whole = [game for game, name in enumerate(names) if plain == name and game % 2]
        where(f"where-folded-whole-{number}", f"`{text}` as the whole value", "search.5 search.13", {"equals": ["white", text]}, whole)
        part = [game for game, name in enumerate(names) if plain in (name if game % 2 else "?")]
        where(f"where-folded-tag-{number}", f"`{text}` in a tag", "search.8 search.13", {"tag_contains": ["White", text]}, part)


# Names of players, in which searches find their other forms (search.16).
PLAYERS = [
    "Müller, Jörg", "Mueller,Joerg", "Jörg Müller", "Muller, Jorg", "M\udcfcller", "Mu\u0308ller", "Østergård, Bo", "van der Sterren, Paul", "Carlsen, Magnus",
    "William Carlsen", "M Carlsen", "Michał Olszewski", "Michael Adams", "Noël, A\u030a", "a\u0323\u0308b", "x, y, z", ", x", "Muller,  Jorg", "y, z x", "ÀÖ̈", "von Kramer,Bo",
]
WITH_PLAYERS = [Played("e4", {"White": "?", "Black": name}) for name in PLAYERS]


def players(searches):
    where = lambda *case: ask(searches.chapter, searches.input, *case)
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
        ("bo\r\fkramer", "a comma without a space, within a name", [20], []),
    ]):
        where(f"where-name-{number}", f"{title}, in a part", "search.16", {"player": text}, contained)
        where(f"where-name-whole-{number}", f"{title}, as the whole name", "search.16", {"equals": ["black", text]}, whole)
    where("where-name-in-tag", "a tag has no other forms", "search.8 search.16", {"tag_contains": ["Black", "mueller"]}, [1])


def long_names(chapter):
    """At the length of the longest text with other forms, and above it, where the text itself is found within a name."""
    for length in (256, 257):
        given = "x" * (length - 2)
        games = [Played("e4", {"White": f"y, {given}"}), Played("e4", {"White": f"v. {given} y"})]
        Searches(chapter, File(gf.block(games)), games).find(f"where-name-of-{length}", f"a text of {length} bytes", "search.16",
            {"fen": chess.STARTING_FEN, "where": {"player": f"{given} y"}}, [[game, 0] for game in range(2) if game or length == 256])


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
        ask(searches.chapter, searches.input, f"where-{name}", title, "search.14", condition, games)


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


RATED = [
    Played("e4", {"WhiteElo": "2400", "BlackElo": "2501"}),
    Played("e4", {"WhiteElo": "2450"}),
    Played("e4", {"BlackElo": "2500", "WhiteElo": "0"}),
    Played("e4", {"WhiteElo": "2452", "BlackElo": "2448"}),
    Played("e4", {"WhiteElo": "2452", "BlackElo": "245x"}),
    Played("e4"),
]


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


# For search.5 to search.9: tags of games, each with one value that is easily mistaken for another.
SIMILAR = [[("Result", "*")], [("WhiteElo", "12345")], [("WhiteElo", "5")], [("Date", "1999x05")], [("Date", "1999.05x07")], [("Date", "1999.??.05")], [], [("WhiteElo", "2400")]]


def similar_values(chapter):
    tagged = File(gf.tags_block(SIMILAR, first_state=24)).outline()

    def where(name, title, rules, condition, *hits):
        ask(chapter, tagged, f"where-edge-{name}", title, rules, condition, hits)

    where("result", "the Result tag is an asterisk, and the marker 1-0", "search.6", {"result": "*"}, 0)
    where("rating", "a rating of five digits is none", "search.6 search.9", {"rating": [0, 99999]}, 2, 7)
    where("rating-of-one-digit", "a rating of one digit", "search.6 search.9", {"rating": [5, 5]}, 2)
    where("month", "a month comes after a dot, and a day only with a month", "search.6 search.9", {"date": [19990000, 19990000]}, 3, 5)
    where("day", "a day comes after a dot", "search.6 search.9", {"date": [19990500, 19990500]}, 4)
    where("any-rating", "a rating that is not known is not 0", "search.9", {"any_rating": [0, 100]}, 2)
    where("white-rating", "White's rating is not known", "search.9", {"white_rating": [0, 100]}, 2)
    where("average-rating", "the average of one rating is not known", "search.9", {"average_rating": [0, 9999]})
    where("tag-contains-nothing", "a game without the tag does not contain an empty text", "search.8", {"tag_contains": ["X", ""]})
    raw = one_game(NONE, [], 2, b"\xc0\xc0", bytes.fromhex("10 05 37 06"), b"abc")
    chapter.add("where-edge-raw", "text that could not be parsed is no comment", "search.14", "find", input=File(raw).outline(),
                query={"fen": chess.STARTING_FEN, "where": {"comment": "abc"}}, expect={"hits": []})
    for name, title, fen, query, hits in [
        ("four-fields", "with four fields en passant counts", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - -", []),
        ("pinned", "en passant that would expose the king does not count", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", [[0, 0]]),
    ]:
        chapter.add(f"find-edge-{name}", title, "search.1", "find", input=File(one_game(9, [("FEN", fen)])).outline(), query={"fen": query}, expect={"hits": hits})


# Tags, in a block of dates, one of ratings and one of other tags: search.5 to search.9.
TAGGED = [
    [], [("Date", "2001.12.31")], [("Date", "2001.12")], [("Date", "2001.12.??")], [("Date", "2001.13.99")], [("Date", "2001.1.05")],
    [("Date", "0001.01.01")],
    [("Date", "2001/12/31")], [("Date", "2001.12.3")], [("Date", "20011231")], [("Date", " 2001")], [("Date", "2002.00.00")],
    [("Date", "1999.12.31.5")],
    [("WhiteElo", "9999")], [("WhiteElo", "0001")], [("WhiteElo", "0000")], [("WhiteElo", "+240")], [("WhiteElo", " 240")], [("WhiteElo", "")],
    [("WhiteElo", "24.0")],
    [("WhiteElo", "2400"), ("WhiteElo", "2500")], [("WhiteElo", "?"), ("WhiteElo", "2500")], [("BlackElo", "1"), ("WhiteElo", "2")],
    [("BlackElo", "2"), ("WhiteElo", "1")],
    [("White", "Ann"), ("White", "Bob")], [("Black", "Bob")], [("White", "")], [("ECO", "d30")], [("ECO", "D30/01")], [("ECO", "D3")], [("ECO", "")],
    [("Result", "1-0 "), ("Result", "1-0")], [("Result", "1-0"), ("Result", "0-1")], [("Site", "Bob"), ("Event", "bobsled")],
    [("x", "1"), ("X", "2"), ("x", "3")],
]
DATES = {1: 20011231, 2: 20011200, 3: 20011200, 4: 20010000, 5: 20010105, 6: 10101, 7: 20011231, 8: 20011203, 9: 20011231, 10: 20010000,
    11: 20020000, 12: 19991231}
RATINGS = {13: (9999, 0), 14: (1, 0), 17: (240, 0), 20: (2400, 0), 22: (2, 1), 23: (1, 2)}


def bounds_of_tags(chapter):
    file = File(*(gf.tags_block(games) for games in (TAGGED[:13], TAGGED[13:24], TAGGED[24:]))).outline()

    def where(name, title, rules, condition, hits):
        ask(chapter, file, f"where-bound-{name}", title, rules, condition, sorted(hits))

    def refused(name, title, condition):
        ask(chapter, file, f"where-bound-{name}", title, "search.9", condition, error="INVALID_ARGUMENT")

    for field in ["date", "rating", "any_rating", "white_rating", "black_rating", "average_rating", "plies"]:
        low, high = (20010000, 20011231) if field == "date" else (1, 2)
        refused(f"reversed-{field.replace('_', '-')}", f"a range that ends before it begins: {field}", {field: [high, low]})
    refused("reversed-not", "a range that ends before it begins, negated", {"not": {"plies": [2, 1]}})
    refused("reversed-any", "a range that ends before it begins, beside a condition that holds", {"any": [{"plies": [0, 9999]}, {"plies": [2, 1]}]})
    for low, high in [(1990, 1995), (0, 20011301), (20019801, 20020000)]:
        refused(f"no-date-{low}-{high}", f"a bound that is no date, from {low} to {high}", {"date": [low, high]})
    for low, high in [(20011231, 20011231), (20011200, 20011230), (20011232, 20020000), (20010000, 20010000), (20010001, 20011199), (10101, 10101),
                      (10102, 19991231), (20020000, 99999999)]:
        where(f"date-{low}-{high}", f"dates from {low} to {high}", "search.6 search.9", {"date": [low, high]},
            [game for game, date in DATES.items() if low <= date <= high])
    where("no-date", "no date that is known", "search.6 search.9 search.10", {"not": {"date": [0, 99999999]}}, {*range(len(TAGGED))} - {*DATES})
    for low, high in [(0, 9999), (1, 1), (2, 9998), (2400, 2400), (9999, 9999), (1, 2)]:
        of = lambda test: [game for game, both in RATINGS.items() if test([n for n in both if n])]
        where(f"rating-{low}-{high}", f"known ratings all from {low} to {high}", "search.6 search.9", {"rating": [low, high]},
            of(lambda known: all(low <= n <= high for n in known)))
        where(f"any-rating-{low}-{high}", f"a known rating from {low} to {high}", "search.6 search.9", {"any_rating": [low, high]},
            of(lambda known: any(low <= n <= high for n in known)))
        for side, color in enumerate(["white", "black"]):
            where(f"{color}-rating-{low}-{high}", f"the rating of {color.title()} from {low} to {high}", "search.6 search.9",
                {f"{color}_rating": [low, high]}, [game for game, both in RATINGS.items() if both[side] and low <= both[side] <= high])
    where("average-down", "the average of 1 and 2 is 1", "search.9", {"average_rating": [1, 1]}, [22, 23])
    where("average-up", "the average of 1 and 2 is not 2", "search.9", {"average_rating": [2, 9999]}, [])
    where("first-tag", "the first of two tags of a name", "search.5", {"white": "ann"}, [24])
    where("second-tag", "the second of two tags of a name", "search.5", {"white": "bob"}, [])
    where("player", "White or Black, and no other tag", "search.5", {"player": "bob"}, [25])
    where("site", "the site, not the event", "search.5", {"site": "bob"}, [33])
    where("event", "a part of the event", "search.5", {"event": "BOB"}, [33])
    where("empty", "an empty text is in the tag White of each game that has one", "search.5", {"white": ""}, [24, 26])
    where("whole-empty", "an empty White", "search.5", {"equals": ["white", ""]}, [26])
    where("eco", "ECO codes in capitals, of which three bytes count", "search.5", {"eco": "D30"}, [28])
    where("result-first", "the first Result tag", "search.6", {"result": "1-0"}, [31, 32])
    where("result-second", "the second Result tag", "search.6", {"result": "0-1"}, [])
    where("tag-first", "the first tag of a name, not of its name in another case", "search.8", {"tag": ["x", "1"]}, [34])
    where("tag-second", "the second tag of a name", "search.8", {"tag": ["x", "3"]}, [])
    where("tag-part", "a part of the second tag of a name", "search.8", {"tag_contains": ["White", "ob"]}, [])
    where("tag-empty", "an empty part is in the tag of each game that has one", "search.8", {"tag_contains": ["ECO", ""]}, [27, 28, 29, 30])
    where("nothing", "no condition", "search.10", {}, range(len(TAGGED)))
    where("not-nothing", "the opposite of no condition", "search.10", {"not": {}}, [])
    where("not-not", "the opposite of the opposite", "search.10", {"not": {"not": {"white": "ann"}}}, [24])
    where("not-all-and-any", "several members of an object must all hold", "search.10",
        {"white": "", "not": {"white": "ann"}, "any": [{"player": "x"}, {"plies": [0, 0]}]}, [26])
    where("all-in-any", "all within any", "search.10",
        {"any": [{"all": [{"white": "ann"}, {"white": "bob"}]}, {"all": [{"eco": "D30"}, {"not": {"eco": "D31"}}]}]}, [28])


# Values of tags (search.6), by their meanings. Values with bytes that are not UTF-8 have surrogates.
MEANT_RESULTS = {
    "1-0": ["1-0", "1:0", "+/-", "+:-", "+--", " 1 - 0\t", "\r1\r-\f0\n", "1\u20130", "1\u2212 0", "1\u20100", "1\u20150", "1\udc960", "1 " + 28 * " " + "-0"],
    "0-1": ["0-1", "0:1", "-/+", "-:+", "--+", "\u2212/+"],
    "1/2-1/2": ["1/2-1/2", "1/2:1/2", "1/2", "0.5-0.5", "0.5:0.5", "=-=", "=:=", "=/=", "\u00bd", "\u00bd-\u00bd", "\udcbd\udc97\udcbd", "1/2-\u00bd"],
    "*": ["*", "0-0", "0:0", "-/-", "-:-", "---"],
    # A tag without a meaning leaves the result to the marker, which is 0-1 here.
    "0-1 by its marker": ["", "?", "1", "0", "0.5", "1-1", "2-0", "1-0 FF", "10", "1\u00b70", "1\u20160", "1/0", "+-", "+", "=", "1.0-0.0", "1,0",
                          "1 " + 29 * " " + "-0", "White", "1/2-0"],
}
MEANT_DATES = {
    20200000: ["2020", " 2020 ", "2020.??.??", "2020.00.00", "2020.13.05", "2020 May", "2020.", "2020.1234", "2020.??.05", "05.06.2020", "6/5/2020",
               "31.13.2020", "2020\u201303", "2020:03:05", "20201301"],
    20200300: ["2020.03", "2020-3", "2020/03/32", "2020.03.??", "2020.03-05", "2020.03.005", "2020-3-0", "20200332"],
    20200305: ["2020.03.05", "2020-03-05", "2020/3/5", "20200305", "2020.03.05.1", "2020.3.5x", "\t2020.03.05", "\r\f2020.03.05\n\r"],
    20201231: ["31.12.2020", "31-12-2020", "12/31/2020", "2020.12.31"],
    20200505: ["5.5.2020", "05/5/2020"],
    0: ["", "?", "????.??.??", "0000.01.01", "202", "20201", "2020030", "202003051", "20200305.", "5.5.20", "31.12-2020", "31.12.2020.", "31.12.20201", "x2020",
        "005.12.2020", "31.012.2020", "\uff12020"],
}
MEANT_RATINGS = {
    2400: ["2400", " 2400", "2400?", "2400P", "2400p", "2400P12", "2400p0 ", "\r2400\f\n"],
    9: ["9", "09", "0009", "9?"],
    0: ["", "0", "0?", "00009", "24000", "2400??", "2400?P", "2400Px", "P2400", "-2400", "+2400", "2400.0", "2400 ?", "2400 P", "240o", "\u0662400"],
}


def names_listed_twice(chapter):
    """tags.4: the first tag of a game counts, whichever column of its name has the value."""
    start = " ".join(chess.STARTING_FEN.split()[:4])
    layouts = [[0, 1], [2, 3], [2, 0, 3, 1], []]
    columns = [(0, fb.strings([b"Ann", b"Ann"])), (0, fb.strings([b"one", b"two"])), (2, fb.column([0, 1])), (7, fb.column([1, 1]) + fb.strings([]))]
    block = fb.Block(4, 0, [
        fb.plies([0] * 4, "plies of the games"), fb.moves(b"", "moves"), fb.states([8] * 4, "states"),
        fb.layouts([b"White", b"x"] * 2, layouts, range(4), "tag names, two of them twice, and layouts"),
        *(fb.Section(fb.TAG_VALUES, content, "a column of White or x", param=encoding) for encoding, content in columns),
        fb.Section(fb.NAMES, fb.varint(2) + fb.strings([b"Bob", b"Cid"]), "names"),
    ])
    file = File(block).input()
    for name, condition, hits in [
        ("text", {"white": "ann"}, [0]), ("name", {"white": "bob"}, [1]), ("first", {"white": "cid"}, [2]), ("player", {"player": "b"}, [1]),
        ("any", {"white": ""}, [0, 1, 2]), ("whole", {"equals": ["white", "Cid"]}, [2]), ("tag", {"tag": ["x", "one"]}, [0]),
        ("later-tag", {"tag": ["x", "two"]}, []), ("final-position", {"tag": ["x", start]}, [1, 2]),
    ]:
        ask(chapter, file, f"where-listed-twice-{name}", f"tag names that a block lists twice: {name}", "tags.4 search.5 search.8", condition, hits)


def meanings(chapter):
    """Meanings of values, and the date of UTCDate where Date is not known."""
    def meant(name, title, rows, condition):
        file = File(gf.block([Played(tags=tags, marker="0-1") for tags, _ in rows])).outline()
        for meaning in dict.fromkeys(found for _, found in rows):
            hits = [game for game, (_, found) in enumerate(rows) if found == meaning]
            shown = str(meaning).replace("/", "-").replace("*", "none")
            ask(chapter, file, f"meant-{name}-{shown}", f"{title} {meaning}", "search.6", condition(meaning), hits)

    results = [({"Result": value}, meaning[:3] if meaning.endswith("marker") else meaning) for meaning, values in MEANT_RESULTS.items() for value in values]
    meant("result", "values that mean", results, lambda meaning: {"result": meaning})
    dates = [({"Date": value}, meaning) for meaning, values in MEANT_DATES.items() for value in values]
    known = lambda date: {"date": [date, date]} if date else {"not": {"date": [0, 99999999]}}
    meant("date", "values that mean", dates, known)
    utc = [({"Date": "????.??.??", "UTCDate": "2020.03.05"}, 20200305), ({"UTCDate": "2020-03-05"}, 20200305), ({"Date": "2019", "UTCDate": "2020.03.05"}, 20190000),
        ({"Date": "?", "UTCDate": "?"}, 0), ({"Date": "0000.01.01", "UTCDate": "2019"}, 20190000), ({"EventDate": "2020.03.05"}, 0)]
    meant("utc-date", "Date, or else UTCDate, is", utc, known)
    for color in ["White", "Black"]:
        ratings = [({f"{color}Elo": value}, meaning) for meaning, values in MEANT_RATINGS.items() for value in values]
        meant(f"{color.lower()}-rating", f"values of {color}Elo that mean", ratings,
            lambda rating: {f"{color.lower()}_rating": [rating, rating]} if rating else {"not": {"rating": [0, 9999]}})


# Values of TimeControl by speed (search.15).
MEANT_SPEEDS = {
    "ultrabullet": ["15", "29", "29.999", "0.001", "10+0.1", "0+0.001", "000000001", " 15\t", "\r15\f\n", "*29", "40/29", "1/0.7"],
    "bullet": ["30", "60", "179", "0+1", "60+2", "179.999", "*60", "29.96+0.001", "1/0.75", "100/60"],
    "blitz": ["180", "180+2", "300", "479", "300+4.475", "*300", "40/300:60", "20/100", "300:60", "10/10:10/60:60/120", "10/10:10/60:5/60"],
    "rapid": ["480", "600+5", "1499", "900+10", "20/600", "39/600", "30/600+1", "40/900+10:300+10", "38/60:1/210"],
    "classical": ["1500", "1800", "5400+30", "40/7200:3600", "40/9000", "40/5400+30:1800+30", "60/7200", "20/3600:1800", "21599", "*3600", "1/60"],
    "correspondence": ["21600", "1/86400", "1/259200", "999999999+999999999", "10/864000"],
    None: ["", "?", "-", "0", "0+0", "0.000", "5 min", "300+", "+5", "300+5+5", "40/", "/300", "0/300", "40/20/300", "40/*300", "*", "*300+5", "300:", ":300",
           "300::60", "40/300:?", "1.", "1.0000", ".5", "1.2.3", "-300", "+300", "1000000000", "0000000300", "300 + 5", "40.5/300", "300+1000000000", "--",
           "1000000000/300", "\uff13\uff10\uff10", "\u0663\u0660\u0660", "0/60:300", "300:0/60"],
}
# Events of games whose TimeControl is `-`, and whether they are correspondence games.
UNTIMED = {"": False, "Rated Correspondence game": True, "CORRESPOND\u00c9NCE": True, "Rated Blitz game": False, "Correspondance": False}


def speeds(chapter):
    """search.15"""
    rows = [({"TimeControl": value}, speed) for speed, values in MEANT_SPEEDS.items() for value in values]
    rows += [({"TimeControl": control, "Event": event}, "correspondence" if is_slow else None) for event, is_slow in UNTIMED.items() for control in ("-", " - ")]
    rows += [({}, None), ({"Event": "Correspondence"}, None), ({"TimeControl": "?", "Event": "Correspondence"}, None),
             ({"TimeControl": "60", "Event": "Correspondence"}, "bullet"), ({"Timecontrol": "60"}, None)]
    file = File(gf.block([Played(tags=tags) for tags, _ in rows])).outline()

    def where(name, title, condition, is_met):
        ask(chapter, file, f"speed-{name}", title, "search.15", condition, [game for game, (_, speed) in enumerate(rows) if is_met(speed)])

    named = [speed for speed in MEANT_SPEEDS if speed]
    for name in named:
        where(name, f"games that are {name}", {"speed": name}, lambda speed: speed == name)
    where("none", "games without a speed", {"not": {"any": [{"speed": name} for name in named]}}, lambda speed: speed is None)
    where("not", "games that are not blitz, also those without a speed", {"not": {"speed": "blitz"}}, lambda speed: speed != "blitz")
    tags = [[("TimeControl", "?"), ("TimeControl", "300")], [("TimeControl", "300"), ("TimeControl", "60")],
            [("TimeControl", "-"), ("Event", "Correspondence"), ("Event", "x")], [("TimeControl", "-"), ("Event", "x"), ("Event", "Correspondence")]]
    file = File(gf.tags_block(tags)).outline()
    for name, hits in [("blitz", [1]), ("correspondence", [2])]:
        ask(chapter, file, f"speed-first-{name}", f"the first tag of a name: {name}", "search.15", {"speed": name}, hits)


# Values of tags, as bytes or as text, and their folded form (search.13): each step, and the results of another order of
# steps.
FOLDED_TEXTS = [
    ("ŉ", "\u02bcn"), ("a\u02bbb\u02bcc\u2018d\u2019e", "a'b'c'd'e"), ("\u00b4\u0060", "''"), ("a\u0903b", "ab"), ("a\u20ddb", "ab"), ("\u0301", ""),
    ("ℂℌ", "ch"), ("Ａ１", "a1"),
    ("Ǆ ǅ ǆ", "dz dz dz"), ("ĲĳŁ", "ijijl"), ("ſt", "st"), ("ΑΣ Σ", "ασ σ"), ("ϴ", "θ"), ("½", "1⁄2"), ("①", "1"), ("𝐀𐐀", "a\U00010428"),
    ("ÅÅ", "aa"), ("ǢǼ", "aeae"),
    ("ǾŐ", "oo"), ("Ꞑ", "\ua791"), ("ŁŁ", "ll"), ("ĦĐÐÞŒÆ", "hddthoeae"), ("ẞß", "ssss"), ("x\u00a0y\u2003z", "x y z"), ("a\u00adb", "a\u00adb"),
    ("a\u200bb", "a\u200bb"),
    ("Straße\u0323", "strasse"), ("İI", "ii"), ("ıi", "ii"), ("\u1e9b\u0323", "s"), ("가", "\u1100\u1161"), ("שׁ", "ש"), ("й", "и"), ("Ёж", "еж"),
    ("¨x", " x"), ("㎏", "kg"),
]
RAW = [(b"abc\xc3", "abca"), (b"\xc0\xaf", "a "), (b"\xed\xa0\x80", "i \u20ac"), (b"\xf4\x90\x80\x80", "o\x90\u20ac\u20ac"),
    (b"\xff\xfe", "y\u00fe".replace("\u00fe", "th")), (b"\xdf\xe6\xf8", "ssaeo"),
       (b"\xb4\x60", "''"), (b"O\x92Neil \x8a\x9e", "o'neil sz"), (b"\x81\x80\xff", "\x81\u20acy"), (b"\xc3\xa9\xe9", "a\u00a9e"), (b"\xb5", "\u03bc"), (b"\xd0", "d"), (b"\xaa\xba\xb2", "ao2")]


def folding(chapter):
    """A game for each text: a search finds it by the folded form as the whole value."""
    texts = [(text.encode(), plain) for text, plain in FOLDED_TEXTS] + RAW
    games = [Played(tags={"White": data.decode(errors="surrogateescape")}) for data, _ in texts]
    file = File(gf.block(games)).outline()
    for number, (data, plain) in enumerate(texts):
        hits = [game for game, (_, other) in enumerate(texts) if other == plain]
        text = data.decode("latin-1") if number >= len(texts) - len(RAW) else data.decode()
        condition = {"equals": ["white", plain if plain not in ("", "\u02bcn") else data.decode()]}
        ask(chapter, file, f"fold-{number}", f"`{text}` is `{plain}`", "search.13", condition, hits)
    hits = [game for game, (_, plain) in enumerate(texts) if "'n" in plain]
    ask(chapter, file, "fold-apostrophe-first", "what a decomposition gives becomes no apostrophe", "search.13", {"white": "'n"}, hits)


def nags(chapter):
    """search.14"""
    tokens = [fb.varint(n << 4 | 1) for n in (0, 2**32 - 1, 256)] + [bytes.fromhex("2212"), b""]
    games = [one_game(NONE, [], tokens=token) for token in tokens[:3]] + [one_game(NONE, [], tokens=b"\x22\x22", texts=b"abcd"), one_game(NONE, [])]
    file = File(*games).outline()
    for name, title, condition, hits in [
        ("nag-0", "the NAG 0", {"nag": 0}, [0]), ("nag-largest", "the largest NAG", {"nag": 2**32 - 1}, [1]),
        ("nag-256", "the NAG 256", {"nag": 256}, [2]),
        ("comment-across", "the end of a comment and the beginning of the next are no comment", {"comment": "bc"}, []),
        ("comment-second", "the second comment", {"comment": "cd"}, [3]),
        ("no-comment", "an empty text is in no comment of a game that has none", {"comment": ""}, [3]),
    ]:
        ask(chapter, file, f"where-bound-{name}", title, "search.14", condition, hits)


def made_from_values(chapter):
    """search.14, values.4: comments from templates are comments."""
    file = File(container_values.values_block()).outline()
    for name, text, hits in [("clock", "0:00:59", [0]), ("variation", "[%EVAL 0.3]", [0]), ("none", "0:00:56", [])]:
        ask(chapter, file, f"where-comment-from-values-{name}", f"`{text}` in comments that are made from values", "search.14 values.4",
            {"comment": text}, hits, needs=["values"])
