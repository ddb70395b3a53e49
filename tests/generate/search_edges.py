"""Vectors of searches at the edges of their rules: edits, both ends of ranges, tags that look like numbers, and each step of folding."""

import chess

import file_bytes as fb
import games_file as gf
import index_file as xf
import noted_cases
from file_bytes import DELETED, REPLACED, File
from footer_cases import replacing
from games_file import Played
from index_games import GAMES, segment_of
from search_cases import GAMBIT, Searches
from start_cases import NONE
from start_cases import block as one_game

START = {"fen": chess.STARTING_FEN}
GONE = Played(state=gf.UNREADABLE)  # contains no position, as a deleted game
OTHER = [Played("d4 d5 c4 e6 Nf3 Nf6", {"WhiteElo": "2222", "Date": "2011"}, "0-1"), Played("e4 e5", {"Result": "1-0"})]


def edited(segment=None, after=None):
    """A file of GAMES in which games 0 and 4 are deleted, and game 1 and 2 replaced; and what it has then."""
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


def tags(chapter):
    file = File(*(gf.tags_block(games) for games in (TAGGED[:13], TAGGED[13:24], TAGGED[24:]))).outline()

    def where(name, title, rules, condition, hits):
        chapter.add(f"where-bound-{name}", title, rules, "find", input=file, query={**START, "where": condition},
            expect={"hits": [[game, 0] for game in sorted(hits)]})

    def refused(name, title, condition):
        chapter.add(f"where-bound-{name}", title, "search.9", "find", input=file, query={**START, "where": condition}, error="INVALID_ARGUMENT")

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
                {f"{color}_rating": [low, high]},
                  [game for game, both in RATINGS.items() if both[side] and low <= both[side] <= high])
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
    "1-0": ["1-0", "1:0", "+/-", "+:-", "+--", " 1 - 0\t", "1\u20130", "1\u2212 0", "1\u20100", "1\u20150", "1\udc960", "1 " + 28 * " " + "-0"],
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
    20200305: ["2020.03.05", "2020-03-05", "2020/3/5", "20200305", "2020.03.05.1", "2020.3.5x", "\t2020.03.05"],
    20201231: ["31.12.2020", "31-12-2020", "12/31/2020", "2020.12.31"],
    20200505: ["5.5.2020", "05/5/2020"],
    0: ["", "?", "????.??.??", "0000.01.01", "202", "20201", "2020030", "202003051", "20200305.", "5.5.20", "31.12-2020", "31.12.2020.", "31.12.20201", "x2020",
        "005.12.2020", "31.012.2020", "\uff12020"],
}
MEANT_RATINGS = {
    2400: ["2400", " 2400", "2400?", "2400P", "2400p", "2400P12", "2400p0 "],
    9: ["9", "09", "0009", "9?"],
    0: ["", "0", "0?", "00009", "24000", "2400??", "2400?P", "2400Px", "P2400", "-2400", "+2400", "2400.0", "2400 ?", "2400 P", "240o", "\u0662400"],
}


def names_listed_twice(chapter):
    """tags.4: the first tag of a game counts, whichever column of its name has the value."""
    start = " ".join(chess.STARTING_FEN.split()[:4])
    layouts = [[0, 1], [2, 3], [2, 0, 3, 1], []]
    columns = [(0, fb.strings([b"Ann", b"Ann"])), (0, fb.strings([b"one", b"two"])), (2, fb.column([0, 1])), (7, fb.column([1, 1]) + fb.strings([]))]
    block = fb.Block(4, 0, [
        fb.Section(fb.PLIES, fb.column([0] * 4), "plies of the games"), fb.Section(fb.MOVES, b"", "moves", param=3),
        fb.Section(fb.STATES, fb.column([8] * 4), "states"),
        fb.Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"White", b"x"] * 2, layouts, range(4)), "tag names, two of them twice, and layouts"),
        *(fb.Section(fb.TAG_VALUES, content, "a column of White or x", param=encoding) for encoding, content in columns),
        fb.Section(fb.NAMES, fb.varint(2) + fb.strings([b"Bob", b"Cid"]), "names"),
    ])
    file = File(block).input()
    for name, condition, hits in [
        ("text", {"white": "ann"}, [0]), ("name", {"white": "bob"}, [1]), ("first", {"white": "cid"}, [2]), ("player", {"player": "b"}, [1]),
        ("any", {"white": ""}, [0, 1, 2]), ("whole", {"equals": ["white", "Cid"]}, [2]), ("tag", {"tag": ["x", "one"]}, [0]),
        ("later-tag", {"tag": ["x", "two"]}, []), ("final-position", {"tag": ["x", start]}, [1, 2]),
    ]:
        chapter.add(f"where-listed-twice-{name}", f"tag names that a block lists twice: {name}", "tags.4 search.5 search.8", "find", input=file,
            query={**START, "where": condition}, expect={"hits": [[game, 0] for game in hits]})


def meanings(chapter):
    """Meanings of values, and the date of UTCDate where Date is not known."""
    def ask(name, title, rows, condition):
        file = File(gf.block([Played(tags=tags, marker="0-1") for tags, _ in rows])).outline()
        for meaning in dict.fromkeys(found for _, found in rows):
            hits = [[game, 0] for game, (_, found) in enumerate(rows) if found == meaning]
            chapter.add(f"meant-{name}-{str(meaning).replace('/', '-').replace('*', 'none')}", f"{title} {meaning}", "search.6", "find", input=file,
                query={**START, "where": condition(meaning)}, expect={"hits": hits})

    results = [({"Result": value}, meaning[:3] if meaning.endswith("marker") else meaning) for meaning, values in MEANT_RESULTS.items() for value in values]
    ask("result", "values that mean", results, lambda meaning: {"result": meaning})
    dates = [({"Date": value}, meaning) for meaning, values in MEANT_DATES.items() for value in values]
    known = lambda date: {"date": [date, date]} if date else {"not": {"date": [0, 99999999]}}
    ask("date", "values that mean", dates, known)
    utc = [({"Date": "????.??.??", "UTCDate": "2020.03.05"}, 20200305), ({"UTCDate": "2020-03-05"}, 20200305), ({"Date": "2019", "UTCDate": "2020.03.05"}, 20190000),
        ({"Date": "?", "UTCDate": "?"}, 0), ({"Date": "0000.01.01", "UTCDate": "2019"}, 20190000), ({"EventDate": "2020.03.05"}, 0)]
    ask("utc-date", "Date, or else UTCDate, is", utc, known)
    for color in ["White", "Black"]:
        ratings = [({f"{color}Elo": value}, meaning) for meaning, values in MEANT_RATINGS.items() for value in values]
        ask(f"{color.lower()}-rating", f"values of {color}Elo that mean", ratings,
            lambda rating: {f"{color.lower()}_rating": [rating, rating]} if rating else {"not": {"rating": [0, 9999]}})


# Values of TimeControl by their speed (search.15).
MEANT_SPEEDS = {
    "ultrabullet": ["15", "29", "29.999", "0.001", "10+0.1", "0+0.001", "000000001", " 15\t", "*29", "40/29", "1/0.7"],
    "bullet": ["30", "60", "179", "0+1", "60+2", "179.999", "*60", "29.96+0.001", "1/0.75", "100/60"],
    "blitz": ["180", "180+2", "300", "479", "300+4.475", "*300", "40/300:60", "20/100", "300:60", "10/10:10/60:60/120", "10/10:10/60:5/60"],
    "rapid": ["480", "600+5", "1499", "900+10", "20/600", "39/600", "30/600+1", "40/900+10:300+10", "38/60:1/210"],
    "classical": ["1500", "1800", "5400+30", "40/7200:3600", "40/9000", "40/5400+30:1800+30", "60/7200", "20/3600:1800", "21599", "*3600", "1/60"],
    "correspondence": ["21600", "1/86400", "1/259200", "999999999+999999999", "10/864000"],
    None: ["", "?", "-", "0", "0+0", "0.000", "5 min", "300+", "+5", "300+5+5", "40/", "/300", "0/300", "40/20/300", "40/*300", "*", "*300+5", "300:", ":300",
           "300::60", "40/300:?", "1.", "1.0000", ".5", "1.2.3", "-300", "+300", "1000000000", "0000000300", "300 + 5", "40.5/300", "300+1000000000", "--",
           "1000000000/300", "\uff13\uff10\uff10", "\u0663\u0660\u0660", "0/60:300", "300:0/60"],
}
# Events of games whose TimeControl is `-`, and whether these are of correspondence.
UNTIMED = {"": False, "Rated Correspondence game": True, "CORRESPOND\u00c9NCE": True, "Rated Blitz game": False, "Correspondance": False}


def speeds(chapter):
    """search.15"""
    rows = [({"TimeControl": value}, speed) for speed, values in MEANT_SPEEDS.items() for value in values]
    rows += [({"TimeControl": control, "Event": event}, "correspondence" if is_slow else None) for event, is_slow in UNTIMED.items() for control in ("-", " - ")]
    rows += [({}, None), ({"Event": "Correspondence"}, None), ({"TimeControl": "?", "Event": "Correspondence"}, None),
             ({"TimeControl": "60", "Event": "Correspondence"}, "bullet"), ({"Timecontrol": "60"}, None)]
    file = File(gf.block([Played(tags=tags) for tags, _ in rows])).outline()

    def where(name, title, condition, is_met):
        hits = [[game, 0] for game, (_, speed) in enumerate(rows) if is_met(speed)]
        chapter.add(f"speed-{name}", title, "search.15", "find", input=file, query={**START, "where": condition}, expect={"hits": hits})

    named = [speed for speed in MEANT_SPEEDS if speed]
    for name in named:
        where(name, f"games that are {name}", {"speed": name}, lambda speed: speed == name)
    where("none", "games without a speed", {"not": {"any": [{"speed": name} for name in named]}}, lambda speed: speed is None)
    where("not", "games that are not blitz, also those without a speed", {"not": {"speed": "blitz"}}, lambda speed: speed != "blitz")
    tags = [[("TimeControl", "?"), ("TimeControl", "300")], [("TimeControl", "300"), ("TimeControl", "60")],
            [("TimeControl", "-"), ("Event", "Correspondence"), ("Event", "x")], [("TimeControl", "-"), ("Event", "x"), ("Event", "Correspondence")]]
    file = File(gf.tags_block(tags)).outline()
    for name, hits in [("blitz", [[1, 0]]), ("correspondence", [[2, 0]])]:
        chapter.add(f"speed-first-{name}", f"the first tag of a name: {name}", "search.15", "find", input=file,
            query={**START, "where": {"speed": name}}, expect={"hits": hits})


def meant_tree(chapter):
    """The tree of games whose tags need to be understood."""
    tags = [{"Result": "1:0", "Date": "31.12.2020", "WhiteElo": "2400?"}, {"Result": "\u00bd", "UTCDate": "20210305", "WhiteElo": " 2500P3"},
        {"Result": "0-0", "Date": "2019-3", "BlackElo": "2300"}, {"Result": "-/+", "Date": "??"}]
    file = File(gf.block([Played("e4", row, "*") for row in tags])).outline()
    chapter.add("meant-tree", "a tree of games whose tags need to be understood", "search.6 search.7", "tree", input=file, query=START,
        expect={"branches": [["e2e4", 1, 1, 1, 1, 4900, 2, 2021]]})


# Values of tags, as bytes or as text, and their folded form (search.13): each step, and what another order of steps would give.
FOLDED = [
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
    """A game for each text: it is found by what it becomes, as the whole value."""
    texts = [(text.encode(), plain) for text, plain in FOLDED] + RAW
    games = [Played(tags={"White": data.decode(errors="surrogateescape")}) for data, _ in texts]
    file = File(gf.block(games)).outline()
    for number, (data, plain) in enumerate(texts):
        hits = [[game, 0] for game, (_, other) in enumerate(texts) if other == plain]
        chapter.add(f"fold-{number}", f"`{data.decode('latin-1') if number >= len(texts) - len(RAW) else data.decode()}` is `{plain}`", "search.13",
            "find", input=file,
                    query={**START, "where": {"equals": ["white", plain if plain not in ("", "\u02bcn") else data.decode()]}}, expect={"hits": hits})
    hits = [[game, 0] for game, (_, plain) in enumerate(texts) if "'n" in plain]
    chapter.add("fold-apostrophe-first", "what a decomposition gives becomes no apostrophe", "search.13", "find", input=file,
        query={**START, "where": {"white": "'n"}}, expect={"hits": hits})


def plies(chapter):
    """search.5: both ends of a number of plies."""
    lines = ["", "e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6"]
    searches = Searches(chapter, File(gf.block([Played(line) for line in lines])), [Played(line) for line in lines])
    for low, high in [(0, 0), (1, 1), (1, 3), (2, 2), (4, 99), (5, 99)]:
        searches.find_position(f"find-plies-{low}-{high}", f"from {low} to {high} plies", "search.5 search.9", chess.STARTING_FEN,
            lambda game: low <= len(game.moves()) <= high, plies=[low, high])


def queries(chapter):
    """search.1, search.3, search.4: positions, patterns and material that are written in another way."""
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
        chapter.add(f"where-bound-{name}", title, "search.14", "find", input=file, query={**START, "where": condition},
            expect={"hits": [[game, 0] for game in hits]})


def made_from_values(chapter):
    """search.14, values.4: comments that are made from templates are comments."""
    file = File(noted_cases.block()).outline()
    for name, text, hits in [("clock", "0:00:59", [[0, 0]]), ("variation", "[%EVAL 0.3]", [[0, 0]]), ("none", "0:00:56", [])]:
        chapter.add(f"where-comment-from-values-{name}", f"`{text}` in comments that are made from values", "search.14 values.4", "find",
            needs=["values"], input=file,
                    query={**START, "where": {"comment": text}}, expect={"hits": hits})


def add(chapter):
    for part in (edits, tags, names_listed_twice, meanings, speeds, meant_tree, folding, plies, queries, nags, made_from_values):
        part(chapter)
