"""Vectors of the columns of tags in files (tags.1 to tags.10): encodings, names, final positions, and text that is not UTF-8."""

import container_common as cc
import container_runs
import file_bytes as fb
import games_file as gf
from container_common import NONE, bad_and_recovered, game, one_game, some, with_checksum
from container_runs import KING
from file_bytes import Block, File, Section
from games_file import Played, block
from pgn_characters import ALL, BYTES, SHOWN, shown_bytes
from positions import ROOKS

S = "SECTION_MALFORMED"


def numbers_of_columns(files):
    """tags.4, annotations.5"""
    files.bad("tag-values-too-many", "a column of tag values more than names", "tags.4", "every-section",
        File(fb.with_more(cc.full_block(), fb.texts([], "a column for no name"))), "TAGS_MALFORMED")
    files.bad("tag-values-too-few", "a name that no game has, and no column for it", "tags.4", "one-game",
        File(fb.with_content(cc.bare_block(), fb.TAG_LAYOUTS, fb.tag_layouts([b"White"], [[]], [0]))), "TAGS_MALFORMED")
    for param, name, error in [(2, "coord12", "UNSUPPORTED_CODEC"), (cc.TIGHT, "tight", S)]:
        files.bad(f"variation-codec-{name}", f"variations of {name}", "annotations.5", "every-section",
            File(fb.with_content(cc.full_block(), fb.ANNOTATIONS, param=param)), error)


# Starts, and the first four fields of their FEN after positions.2.
STARTS = [
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "8/8/8/8/8/4k3/8/4K3 w - -"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q -"),
    ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b q -"),
    ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - -"),
    ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "4k3/8/8/8/8/8/8/4K2R w - -"),
    ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - -"),
    ("r6r/4k3/8/8/8/8/8/4K3 w kq - 0 1", "r6r/4k3/8/8/8/8/8/4K3 w - -"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - -"),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - -"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3"),
]


def final_positions_of_starts(files):
    """tags.10: games without plies, so that the final position is the start."""
    for number, (start, final) in enumerate(STARTS + MORE_STARTS):
        file = File(tagged_block(["CurrentPosition", "FEN"], [[0, 1], [0, 1]], [typed([1, 1]), (0, fb.strings([start.encode()] * 2))],
                                             plies=(0, 0), states=(9, 9)))
        files.good(f"final-position-of-start-{number}", f"the position of the start {start}", "tags.10 positions.2", file,
                   [cc.game([("CurrentPosition", final), ("FEN", start)], start="fen")] * 2)
    block = tagged_block(["CurrentPosition"], [[0], [0]], [(0, fb.strings([b"?", b"8/8 w"]))], plies=(0, 0), states=(10, 8))
    files.good("final-position-of-no-start", "a tag CurrentPosition that is text, in a game with an unreadable start", "tags.10", File(block),
               [cc.game([("CurrentPosition", "?")], start="unreadable"), cc.game([("CurrentPosition", "8/8 w")])])


def bytes_block(lines, tokens=b"", texts=b"", rest=b"", names=()):
    """A game of these tag lines: name, value and encoding; e4 is its only move."""
    kinds = list(dict.fromkeys((name, encoding) for name, _, encoding in lines))
    layouts = fb.tag_layouts([name for name, _ in kinds], [[kinds.index((name, encoding)) for name, _, encoding in lines]], [0])

    def column(name, encoding):
        values = [value for other, value, kind in lines if (other, kind) == (name, encoding)]
        if encoding == 2:
            return fb.column([names.index(value) for value in values])
        return fb.varint(len(values)) + fb.strings(values) + fb.column([*range(len(values))]) if encoding else fb.strings(values)

    sections = [fb.plies([1], "plies"), fb.moves(b"\xc0", "moves: e4"), fb.states([16], "state: marker *"),
                Section(fb.TAG_LAYOUTS, layouts, "tag names and layout"), *(Section(fb.TAG_VALUES, column(*kind), "values", param=kind[1]) for kind in kinds)]
    for kind, text, title, param in [(fb.ANNOTATIONS, tokens, "annotations", 3), (fb.COMMENT_TEXT, texts, "comment text", 0), (fb.UNPARSED_TEXT, rest, "unparsed text", 0)]:
        if text:
            sections.append(Section(kind, fb.strings([text]), title, param=param))
    if names:
        sections.append(Section(fb.NAMES, cc.names(*names), "names"))
    return File(Block(1, 1, sections))


def texts_not_utf8(files):
    def good(name, title, rules, file, **fields):
        files.good(name, title, rules, file, [cc.game(moves=["e2e4"], termination="*", **fields)])

    lines = [(b"W\xfcrde", BYTES, 0), (b"\xff", b"\xfe", 1), (b"", b"%" + BYTES, 0), (b"White", b"\xe9", 2), (b"", b"[\xff\xfe", 0), (b"Black", b"\xc3", 2), (b"\xff", b"", 1)]
    good("bytes-in-tags", "tags that are not UTF-8", "tags.1 tags.5 tags.8", bytes_block(lines, names=(b"\xe9", b"\xc3")), tags=[[shown_bytes(name), shown_bytes(value)] if name else [shown_bytes(value)] for name, value, _ in lines])
    size = len(BYTES)
    tokens = b"\x10" + b"".join(fb.varint(size << 4 | kind) for kind in (2, 3, 4)) + b"\5" + fb.varint(size << 4 | 7) + b"\6"
    good("bytes-in-annotations", "comments, line comments, escapes and text of a variation that are not UTF-8", "annotations.1 annotations.4", bytes_block([], tokens, BYTES * 4),
         tokens=[("plies", 1), ("comment", SHOWN), ("line_comment", SHOWN), ("escape", SHOWN), ("begin",), ("raw", SHOWN), ("end",)])
    good("bytes-in-unparsed-text", "unparsed text that is not UTF-8", "container.8", bytes_block([], rest=b"\xffNf9 \xe2\x80"), rest=shown_bytes(b"\xffNf9 \xe2\x80"))
    tokens = b"\x10" + b"".join(fb.varint(len(ALL) << 4 | kind) for kind in (2, 3, 4))
    good("bytes-of-all-values", "every byte but line ends and a closing brace in comments of each kind and in a value", "annotations.2 tags.1", bytes_block([(b"A", ALL, 0)], tokens, ALL * 3),
         tags=[["A", shown_bytes(ALL)]], tokens=[("plies", 1), ("comment", shown_bytes(ALL)), ("line_comment", shown_bytes(ALL)), ("escape", shown_bytes(ALL))])
    cut = "é".encode()
    good("bytes-of-a-character-in-two-comments", "a character of UTF-8 whose bytes are in two comments", "annotations.4", bytes_block([], b"\x10\x12\x12", cut),
         tokens=[("plies", 1), ("comment", shown_bytes(cut[:1])), ("comment", shown_bytes(cut[1:]))])


def layouts_and_names(files):
    def block(layouts, *columns, n=1):
        made = cc.bare_block() if n == 1 else some(*[""] * n)
        made.section(fb.TAG_LAYOUTS).stored = layouts
        made.sections += [Section(fb.TAG_VALUES, data, "values", param=param) for param, data in columns]
        return File(made)

    texts = lambda *values: (0, fb.strings([value.encode() for value in values]))
    files.good("tag-names-repeat", "a tag name that is listed twice, with a column each", "tags.3 tags.4",
        block(fb.tag_layouts([b"X", b"X"], [[0, 1]], [0]), texts("1"), texts("2")), [game([("X", "1"), ("X", "2")])])
    files.good("tag-names-and-layouts-unused", "tag names and a tag layout that no game has", "tags.3",
        block(fb.tag_layouts([b"X", b"Y"], [[], [0]], [0, 0]), texts(), texts(), n=2), [game(), game()])
    files.bad("column-without-values-malformed", "a column of no results that begins with a width of 5", "tags.5 wire.4", "every-section",
        block(fb.tag_layouts([b"X"], [[]], [0]), (5, b"\5\5")), S)
    for more, error in [(0, None), (1, "LIMIT_EXCEEDED")]:
        layouts = bytes([5 + more]) + b"\0\1\0\0"
        name, title = f"tag-names-{'above' if more else 'at'}-bytes", f"{5 + more} tag names in a section of 5 bytes"
        file = block(layouts, *[texts()] * (5 + more))
        if error:
            files.bad(name, title, "tags.3", "every-section", file, error)
        else:
            files.good(name, title, "tags.3", file, [game()])
        files.bad(f"tag-layout-{'above' if more else 'at'}-bytes", f"a tag layout of {3 + more} lines, and three bytes with their number", "tags.3", "every-section",
                  block(b"\1\0\1" + bytes([3 + more, 0, 0])), error or "TRUNCATED")


# For final_positions_of_starts: starts, and the first four fields of their FEN.
MORE_STARTS = [
    ("4k3/8/8/8/8/8/8/rN2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/rN2K3 w - -"),
    ("4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/4N3/8/4K3 b - -"),
    ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - e3"),
    ("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B -"),
    ("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/rR2K3 w Q -"),
    ("4k3/8/8/8/8/8/8/4KRNr w F - 0 1", "4k3/8/8/8/8/8/8/4KRNr w K -"),
]

WHITE, EVENT = [("White", "a")], [("Event", "b")]


def two_games(*columns, extra=(), states=(8, 8)):
    """A game with a tag White, and one with a tag Event; `columns` are encoding and content."""
    return Block(2, 2, [
        fb.plies([1, 1], "plies of the games"),
        fb.moves(b"\xc0\xb0", "e4; d4"),
        fb.states([*states], "states"),
        fb.layouts([b"White", b"Event"], [[0], [1]], [0, 1], "tag names and layouts"),
        *[Section(fb.TAG_VALUES, content, f"{name}: encoding {encoding}", param=encoding) for name, (encoding, content) in zip(("White", "Event"), columns)],
        *extra,
    ])


TEXT_A, TEXT_B = (0, fb.strings([b"a"])), (0, fb.strings([b"b"]))
FIRST, SECOND = cc.game(WHITE, ["e2e4"]), cc.game(EVENT, ["d2d4"])


def columns_with_errors(files):
    def add(name, title, block, error, left, rules="limits.11 tags.5"):
        bad_and_recovered(files, f"need-{name}", title, rules, File(block), error, left)

    add("first-column", "the checksum of a column is wrong: the other game lacks the tag", with_checksum(two_games(TEXT_A, TEXT_B), fb.TAG_VALUES), "CHECKSUM_SECTION", [SECOND])
    add("second-column", "the checksum of the last column is wrong", with_checksum(two_games(TEXT_A, TEXT_B), fb.TAG_VALUES, 1), "CHECKSUM_SECTION", [FIRST])
    add("column-index", "an index beyond a dictionary", two_games(TEXT_A, (1, fb.varint(1) + fb.strings([b"b"]) + fb.column([1]))), "TAGS_MALFORMED", [FIRST])
    add("column-cut", "a column ends early", two_games((0, fb.column([2]) + b"a"), TEXT_B), "TRUNCATED", [SECOND])
    names = Section(fb.NAMES, cc.names(b"a"), "names: a")
    by_name = lambda: two_games((2, fb.column([0])), TEXT_B, extra=[names])
    add("names", "the checksum of the names is wrong: a game has none of them", with_checksum(by_name(), fb.NAMES), "CHECKSUM_SECTION", [SECOND], "limits.11 tags.8")
    start = Block(3, 3, [
        fb.plies([1, 1, 1], "plies of the games"), fb.moves(b"\xc0\x01\xb0", "e4; Kf2; d4"), fb.states([8, 9, 8], "states"),
        fb.layouts([b"FEN"], [[], [0]], [0, 1, 0], "tag names and layouts"), Section(fb.TAG_VALUES, fb.strings([KING.encode()]), "FEN: text", crc=0),
    ])
    add("fen-column", "the checksum of the column of FEN is wrong: the games from the standard start can be read", start, "CHECKSUM_SECTION",
        [cc.game(moves=["e2e4"]), cc.game(moves=["d2d4"])], "limits.11 container.11")
    run = [("", "e2e4 e7e5"), (KING, "e1e2"), ("", "d2d4")]
    made = container_runs.lines_block(run, [container_runs.code_of(run)])
    bad_and_recovered(files, "need-fen-column-of-a-run", "the column of FEN is bad: the game with this tag has no start, and the games after it in the run cannot be read", "limits.11 codecs.4",
         File(with_checksum(made, fb.TAG_VALUES)), "CHECKSUM_SECTION", container_runs.lines_shown(run[:1]), ["codecs/tight"])


UNKNOWN_ENCODING, UNKNOWN_COMPRESSION = 99, 7


def damaged_columns(files):
    """limits.11: columns of tags and names cost values of tags."""
    block = fb.with_fields(two_games(TEXT_A), games=3, plies=3)
    for kind, stored in [
        (fb.PLIES, fb.column([1] * 3)), (fb.MOVES, b"\xc0\xb0\xc0"), (fb.STATES, fb.column([8] * 3)),
        (fb.TAG_LAYOUTS, fb.tag_layouts([b"White", b"Event"], [[0], [1], []], [0, 1, 2])),
    ]:
        fb.with_content(block, kind, stored)
    files.recovered_part("number-of-columns", "a column is missing: only the game without tags is left", "limits.11 tags.4", block, [cc.game(moves=["e2e4"])])
    files.recovered_part("column-encoding", "a column of an unknown encoding: the other game lacks the tag", "limits.11 tags.5",
        two_games((UNKNOWN_ENCODING, b"a"), TEXT_B), [SECOND])
    names = Section(fb.NAMES, cc.names(b"a"), "names: a", compression=UNKNOWN_COMPRESSION)
    files.recovered_part("names-compression", "names of an unknown compression: a game has none of them", "container.9 limits.11 tags.8",
        two_games((2, fb.column([0])), TEXT_B, extra=[names]), [SECOND])
    names = Section(fb.NAMES, cc.names(b"a"), "names: a", crc=0)
    files.recovered_part("unused-names", "the checksum of the names is wrong, which no column needs: no game is lost", "limits.11 tags.8",
        two_games(TEXT_A, TEXT_B, extra=[names]), [FIRST, SECOND])


AFTER_E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6"
INNER = "rk2r3/8/8/8/8/8/8/1KR1R2R w Eea - 0 1"  # White may castle with an inner rook


def tagged_block(names, layouts, columns, plies=(2, 0), states=(8, 9)):
    """Games e4 e5, and none; `columns` are pairs of encoding and content."""
    return Block(2, sum(plies), [
        fb.plies(plies, "plies of the games"),
        fb.moves(bytes.fromhex("c0 c0")[: sum(plies)], "moves"),
        fb.states(states, "states"),
        fb.layouts([name.encode() for name in names], layouts, [0, 1], "tag names and layouts"),
        *[Section(fb.TAG_VALUES, content, f"{name or 'raw lines'}: encoding {encoding}", param=encoding)
          for name, (encoding, content) in zip(names, columns)],
    ])


def typed(numbers, *texts):
    return 7, fb.column(numbers) + fb.strings([text.encode() for text in texts])


def of_names(tag):
    """The second game has this tag, whose name is a name of the block."""
    return fb.with_more(tagged_block(["CurrentPosition", tag], [[0], [0, 1]], [typed([1, 1]), (2, fb.column([0]))],
        states=(8, 9 if tag == "FEN" else 8)), Section(fb.NAMES, fb.varint(1) + fb.strings([INNER.encode()]), "one name"))


def unused(encoding):
    """The tag name FEN is listed, and no game has it: a column without values."""
    column = fb.column([]) + (fb.strings([]) if encoding == 7 else b"")
    return tagged_block(["CurrentPosition", "FEN"], [[0], [0]], [typed([1, 1]), (encoding, column)], states=(8, 8))


def final_positions(files):
    fen = (0, fb.strings([INNER.encode()]))
    names, layouts = ["CurrentPosition", "FEN"], [[0], [0, 1]]
    inner = cc.game([("CurrentPosition", "rk2r3/8/8/8/8/8/8/1KR1R2R w Ekq -"), ("FEN", INNER)], start="fen")
    shown = [cc.game([("CurrentPosition", AFTER_E4_E5)], ["e2e4", "e7e5"]), inner]
    good = tagged_block(names, layouts, [typed([1, 1]), fen])
    files.good("final-positions", "the positions at the end of main lines: en passant, an inner rook", "tags.5 tags.10", File(good), shown)
    for name, title, start, shown_as in [
        ("no-rights", "no castling rights", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - -"),
        ("queen-side", "rights of one side, where only one rook is", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w Qq -"),
        ("inner-black", "inner rooks of Black", "1rr1k1rr/8/8/8/8/8/8/4K3 b cg - 0 1", "1rr1k1rr/8/8/8/8/8/8/4K3 b gc -"),
    ]:
        found = tagged_block(names, layouts, [typed([1, 1]), (0, fb.strings([start.encode()]))])
        files.good(f"final-position-{name}", f"the position at the end: {title}", "tags.10 positions.3", File(found),
                   [shown[0], cc.game([("CurrentPosition", shown_as), ("FEN", start)], start="fen")])
    files.good("final-position-and-text", "one of them is text", "tags.6 tags.10",
        File(tagged_block(names, layouts, [typed([0, 1], "?"), fen])), [cc.game([("CurrentPosition", "?")], ["e2e4", "e7e5"]), inner])
    for name, title, rules, found, error in [
        ("final-position-number", "a number that stands for no text", "tags.7", tagged_block(names, layouts, [typed([1, 2]), fen]), "TAGS_MALFORMED"),
        ("final-position-unreadable", "a game without a start has no final position", "tags.10",
         tagged_block(["CurrentPosition"], [[0], [0]], [typed([1, 1])], states=(8, 10)), "TAGS_MALFORMED"),
        ("final-position-as-start", "a start defined by the final position", "tags.5", tagged_block(names, layouts, [typed([1, 1]), typed([1])]),
         "TAGS_MALFORMED"),
        *[(f"{tag.lower()}-of-names", f"values of {tag} that are names of the block", "tags.5", of_names(tag), "TAGS_MALFORMED")
          for tag in ("FEN", "Result", "Date", "ECO", "WhiteElo", "BlackElo")],
        ("fen-of-names-unused", "a column of FEN without values that is said to hold names", "tags.5", unused(2), "TAGS_MALFORMED"),
        ("fen-of-final-positions-unused", "a column of FEN without values that is said to hold final positions", "tags.5", unused(7),
         "TAGS_MALFORMED"),
    ]:
        files.bad(name, title, rules, "final-positions", File(found), error)


def columns_of_other_tags(files):
    """tags.4, tags.5, tags.10"""
    def column(name, title, rules, names, layout, columns, lines, error=None, used=(), **fields):
        block = tagged_block(names, [[], layout], columns, plies=(0, 0), states=(8, 8))
        if used:
            block.sections.append(Section(fb.NAMES, fb.varint(len(used)) + fb.strings([text.encode() for text in used]), "names"))
        if error:
            files.bad(f"tags-{name}", title, rules, "final-positions", File(block), error)
        else:
            files.good(f"tags-{name}", title, rules, File(block), [cc.game(), cc.game(lines)])

    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    column("final-position-twice", "three tags of a game are its final position, two of them of one name", "tags.10", ["CurrentPosition", "End"], [0, 1, 0], [typed([1, 1]), typed([1])],
           [("CurrentPosition", start), ("End", start), ("CurrentPosition", start)])
    others = ["UTCDate", "SetUp", "Site", "result", "WhiteElo2", "Fen", "EventDate", "Round", ""]
    values = [f"[{number}" for number in range(len(others))]
    lines = [(name, value) if name else (value,) for name, value in zip(others, values)]
    column("names-of-others", "tags that may be names of the block, and raw lines", "tags.1 tags.5", others, [*range(len(others))], [(2, fb.column([n])) for n in range(len(others))], lines, used=values)
    column("dictionary-of-raw-lines", "raw lines in a dictionary", "tags.1 tags.5", [""], [0, 0, 0], [(1, fb.varint(2) + fb.strings([b"%a", b""]) + fb.column([1, 0, 1]))], [("",), ("%a",), ("",)])
    column("final-position-of-white", "a tag White that is the final position", "tags.5 tags.10", ["White"], [0], [typed([1])], [("White", start)])
    for encoding, data, what in [(2, fb.column([]), "names"), (7, fb.column([]) + fb.strings([]), "final positions")]:
        column(f"second-fen-of-{what.replace(' ', '-')}", f"the tag FEN is listed twice; the second column has no values, and is said to hold {what}", "tags.3 tags.5", ["FEN", "FEN"], [],
               [(0, fb.strings([])), (encoding, data)], [], "TAGS_MALFORMED")
    column("encoding-8-without-values", "encoding 8, in a column without values", "tags.5", ["X"], [], [(8, b"")], [], "UNSUPPORTED_ENCODING")
    column("index-0-without-names", "the index 0, in a block without names", "tags.5 tags.8", ["X"], [0], [(2, fb.column([0]))], [], "TAGS_MALFORMED")
    column("typed-dates-of-any-name", "dates, results, numbers and codes in tags of other names", "tags.5 tags.6", ["A", "B", "C", "D"], [3, 2, 1, 0], [(4, fb.column([843_588]) + fb.strings([])),
           (5, fb.column([4]) + fb.strings([])), (3, fb.column([1]) + fb.strings([])), (6, fb.column([500]) + fb.strings([]))], [("D", "E99"), ("C", "0"), ("B", "1/2-1/2"), ("A", "2026.11.03")])
    column("result-as-number", "Result, Date, ECO and WhiteElo in encodings of other types", "tags.5 tags.6", ["Date", "ECO", "WhiteElo", "BlackElo"], [0, 1, 2, 3],
           [(3, fb.column([2027]) + fb.strings([])), (4, fb.column([0]) + fb.strings([b"A00"])), (1, fb.varint(1) + fb.strings([b"?"]) + fb.column([0])), (0, fb.strings([b"2400"]))],
           [("Date", "2026"), ("ECO", "A00"), ("WhiteElo", "?"), ("BlackElo", "2400")])


# Name, start, moves in SAN, and the first four fields of the position after them.
AFTER_MOVES = [
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


def final_positions_after_moves(files):
    for name, fen, line, wanted in AFTER_MOVES:
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


def encodings_of_all_tags(files):
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


DATES = ["2001.01.31", "1999.12.01", "????.??.??", "2001.??.??", "0000.01.01", "9999.12.31", "2020.02.30", "2021.??.05", "1987.06.07", "1988.10.11",
         "1989.11.12", "1990.03.04", "1991.05.06", "1992.07.08", "1993.09.10", "1994.02.03"]
ODD_DATES = ["2001.13.01", "2001.00.01", "2001.01.00", "2001.01.32", "2001.1.1", "2001", "2001.01.01 ", "20?1.01.01", "?.?.?"]
NUMBERS = ["0", "1", "2400", "65535", "65536", "4294967293", "4294967294", "9", "10", "11", "12", "13", "14", "15", "16"]
ODD_NUMBERS = ["4294967295", "4294967296", "00", "01", "-1", "+1", "", "1.0", "99999999999"]
CODES = ["A00", "A99", "B00", "C50", "D30", "E98", "E99", "A01", "A02", "A03", "A04", "A05", "A06", "A07"]
ODD_CODES = ["F00", "a00", "E100", "B9", "A0O", ""]
RESULTS = ["*", "1-0", "0-1", "1/2-1/2"]


def usual_and_odd(files):
    """Each column has enough values of its type for a writer to store it as numbers, and one value that is not a
    number."""
    for name, tag, usual, odd in [("dates", "Date", DATES, ODD_DATES), ("numbers", "WhiteElo", NUMBERS, ODD_NUMBERS), ("codes", "ECO", CODES, ODD_CODES),
                                  ("results", "Result", RESULTS * 4, ["1-0 ", "?", "1/2", "0-0", ""])]:
        for number, value in enumerate(odd):
            games = [Played(tags={tag: text}, marker="*") for text in [*usual, value]]
            expected = [cc.game([(tag, text)], termination="*") for text in [*usual, value]]
            files.good(f"tags-{name}-{number}", f"{tag}: values of the usual form, and `{value}`", "tags.5 tags.6", File(block(games)), expected)


def large_numbers(files):
    """Numbers that a column of numbers cannot store."""
    values = [str(2**32 - 1 + n * 10**8) for n in range(16)]
    games = [Played(tags={"WhiteElo": text}, marker="*") for text in values]
    files.good("tags-numbers-too-large", "WhiteElo: numbers from 4294967295 on, which are stored as text", "tags.5 tags.6", File(block(games)),
               [cc.game([("WhiteElo", text)], termination="*") for text in values])


def lines_of_no_pair(files):
    def lines(*texts):
        made = one_game(NONE, [])
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b""], [[0] * len(texts)], [0])
        made.sections.append(fb.texts([text.encode() for text in texts], "raw lines"))
        return File(made)

    texts = ["[Event", "[Event \"x", "[Event x]", "[", "%", ";", "% anything", "; a comment", "[Event \"x\"] and more", "[]", "[Event \"a\" b]", ""]
    # No line is a pair (pgn.9). A reader may refuse lines that are pairs, or not.
    files.good("raw-lines", "lines that are no pairs, and an empty one", "tags.1 tags.3", lines(*texts), [cc.game([(text,) for text in texts])])
