"""Vectors of pages, cells, leaves and entries (index.4, index.7 to index.9)."""

import file_bytes as fb
import index_file as xf
import move_codes as mc
from games_file import Played
from index_common import Behind, EMPTY, Entry, GAMES, indexed, one_cell
from index_directory import LAST
from search_common import GAMBIT


def last_plies(segments):
    """index.9"""
    for name, title, ply in [("at", "the last ply that an entry may have", 2**32 - 2), ("above", "a ply of 2^32 - 1", 2**32 - 1)]:
        file, segment = indexed(bits=0, page_bits=0, frequent=99)
        segment.cells = [[{"path": "", "lists": [[0, [1, 2]], [2**31, [4]], [ply, [0]]], "branches": [[28, 1, 1, 1, 0, 2400, 1, 2001]]}]]
        segments.add(f"ply-{name}", title, "index.3 index.9", file, segment if name == "at" else None)


def faults(segments):
    """index.4 to index.9: the content of a segment breaks a rule."""
    bad = segments.bad

    def edit(name, change):
        return lambda segment: segment.edit(name, change)

    def cell(text):
        return edit("cell", lambda bits: xf.Bits(text))

    def column(number, *values):
        def run(segment):
            for group in segment.groups:
                for row, value in zip(group.columns, values):
                    row[number] = value

        return run

    bad("page", "the checksum of a page does not match", "index.7", edit("whole page", lambda page: page[:-1] + bytes([page[-1] ^ 1])))
    bad("page-short", "a page that is too short for its checksum", "index.7", edit("whole page", lambda page: page[:3]))
    bad("cells-short", "a page that ends before its last cell", "index.7", edit("page", lambda page: page[:-1]))
    bad("cells-long", "a byte after the last cell", "index.7", edit("page", lambda page: page + b"\0"))
    bad("record", "the checksum of a record does not match", "index.6", edit("whole record", lambda data: data[:-1] + bytes([data[-1] ^ 1])))
    bad("record-cut", "a truncated record", "index.6", edit("record", lambda data: data[:-1]))
    bad("record-trailing", "a byte left over in a record", "index.6", edit("record", lambda data: data + b"\0"))
    bad("start", "a start that does not exist", "index.6", column(0, 3))
    bad("rating", "a rating above 16 bits", "index.6", column(3, 2**16))
    bad("year", "a year above 16 bits", "index.6", column(5, 2**16))
    bad("result", "a result that does not exist", "index.6", column(6, 4))
    for name, title, text in [
        ("cell-empty", "a cell without bits", ""),
        ("cell-cut", "a node that is not there", "0" + "1111" + "10"),
        ("cell-trailing", "a byte left over in a cell", "111110" + "0" * 10),
        ("cell-left-over-bits", "a bit after the nodes that is not 0", "111110" + "01"),
        ("leaf-kind", "a leaf of no known kind", "111" + "111110"),
        ("leaf-groups", "a leaf of more groups than there are", "101"),
        ("list-number", "a group that there is not", "111" + "10" + "1110"),
        ("division", "more divisions than a key has bits", "0" * 63),
        ("number", "a number of more than 48 bits", "111" + "1110" + "1" * 60 + "0" * 60),
    ]:
        bad(name, title, "index.8", cell(text), search=name not in ("cell-trailing", "cell-left-over-bits"))
    games = [Played("d4 d5")] * 4 + [Played("Nf3", {"FEN": GAMBIT})]
    for name, title, change in [
        ("equal-lists", "entries of equal lists, each with bytes of its own", lambda at: at),
        ("shared-lists", "two entries whose lists share a byte, beside a byte of none", lambda at: min(at, 1)),
    ]:
        file, segment = indexed(games, bits=0, page_bits=0, behind=True, frequent=4)
        segment.edit("offset of lists", change)
        shared = name == "shared-lists"
        segments.add(f"{'bad-' * shared}{name}", title, "index.3 index.9", file, None if shared else segment)


def depths(segments):
    """index.8: the page and the cell have bits of the key, too."""
    for more in (0, 1):
        depth = 62 + more
        file, segment = indexed(frequent=99)
        leaves = [{"path": "0" * depth, "groups": []}] + [{"path": "0" * at + "1", "groups": []} for at in reversed(range(depth))]
        segment.cells = [leaves] * 4
        segments.add(f"{'bad-' * more}deepest-leaf-of-cells", f"leaves after {depth} bits in each of two cells of two pages", "index.3 index.8", file,
            None if more else segment)


def counts_of_leaf(segments):
    """index.8: a leaf of more groups than exist."""
    many = [Played()] * 25
    for count in (25, 26):
        text = xf.Bits("111").ones(4).number(count - 6).text + ("1" * 40 + "0" * 40) * (count > 25)
        segments.add(f"{'bad-' * (count > 25)}leaf-of-{count}", f"a leaf of {count} of 25 groups", "index.3 index.8",
                     *one_cell([{"path": "", "groups": [*range(25)]}], text, games=many, size=1)[:1], None if count > 25 else segment_of_25(many))
    segments.add("bad-list-above", "a list of two groups of three whose last number is 3", "index.3 index.4",
        one_cell([], "1110" + xf.Bits().ones(1).ones(1).text)[0], None)


def segment_of_25(many):
    _, segment = indexed(many, bits=0, page_bits=0, size=1, frequent=99)
    segment.cells = [[{"path": "", "groups": [*range(25)]}]]
    return segment


def lists_of_two_cells(segments):
    """index.7, index.9: lists after a page, for entries in two of its cells."""
    one, two = Entry(), Entry(lists=((0, (1, 2, 5)), (3, (4,))))
    lengths = lambda *parts: b"".join(fb.varint(len(part)) for part in parts) + b"".join(parts)

    def both(name, title, other, start, first):
        lists = [one.coded().bytes(), other.coded().bytes()]
        file, segment = indexed(bits=1, page_bits=0, frequent=99)
        segment.cells = [[one.shown()], [other.shown()]]
        texts = [one.bits(Behind(), lists[0]).bytes(), other.bits(Behind(start=start, first=first), lists[1]).bytes()]
        segment.edit("page", lambda _: lengths(*texts)).edit("lists", lambda _: b"".join(lists[: 1 + bool(start)]))
        segments.add(name, title, "index.3 index.7 index.9", file, segment if start else None)

    both("behind-two-cells", "lists of entries in two cells of a page", two, len(one.coded().bytes()), 1)
    both("bad-behind-two-cells", "two entries in two cells of a page, of the same lists", one, 0, 0)


def pages(segments):
    """index.9: bytes between the end of the page and the lists, because each page has its own lists."""
    one, two = Entry(), Entry(lists=((0, (1, 2, 5)), (3, (4,))))
    behind = iter([one.coded().bytes(), two.coded().bytes()] * 99)
    file, segment = indexed(bits=1, page_bits=1, frequent=99)
    segment.cells = [[one.shown()], [two.shown()]]
    texts = [one.bits(Behind(), one.coded().bytes()).text, two.bits(Behind(first=1), two.coded().bytes()).text]
    cells = iter(texts * 99)
    segment.edit("cell", lambda _: xf.Bits(next(cells))).edit("lists", lambda _: next(behind))
    segments.add("behind-two-pages", "lists behind two pages, for each page from its end on", "index.7 index.9", file, segment)


def years(segments):
    """index.9: the latest year has 14 bits."""
    entry = Entry(latest=2**14 - 1, before=2**14 - 1)
    segments.add("entry-latest-year", "the latest year 16,383, and a branch of year 0", "index.9", *one_cell([entry.shown()], entry.bits().text))


def whole_bytes(segments):
    """index.4, index.8: a byte of 0 after the last bit of a cell that fills its bytes."""
    leaf = "111" + "10" + "110"  # the last of three groups
    shown = [{"path": "", "groups": [2]}]
    segments.add("cell-of-whole-bytes", "a cell whose bits fill its byte", "index.4 index.8", *one_cell(shown, leaf))
    segments.add("bad-cell-byte-left-over", "a byte of 0 after a cell whose bits fill its byte", "index.3 index.4 index.8", one_cell([], leaf + "0" * 8)[0], None)


def empty_lists(segments):
    """index.9: the list of all games takes no bytes and has no place, but its start has a bound."""
    some, every = Entry(lists=((0, (1, 2, 5)), (3, (4,)))), Entry(lists=((0, (0, 1, 2, 3, 4, 5)),))
    coded = some.coded().bytes()
    assert len(coded) == 2 and every.coded().bytes() == b""
    text = "0" + some.bits(Behind(first=1), coded).text + every.bits(Behind(start=1)).text
    segments.add("behind-empty-within", "lists of no bytes that begin within those of another entry", "index.9", *one_cell([some.shown("0"), every.shown("1")], text, coded))
    for start, data, good in [(0, b"", True), (2, b"??", True), (1, b"", False), (3, b"??", False), (2**40, b"", False)]:
        name = f"{'' if good else 'bad-'}behind-empty-at-{start}-of-{len(data)}"
        title = f"lists of no bytes that begin {start} bytes after the end of the page, with {len(data)} bytes behind it"
        file, segment = one_cell([every.shown()], every.bits(Behind(start=start)).text, data)
        segments.add(name, title, "index.9" if good else "index.3 index.9", file, segment if good else None)
    one = Entry()
    file, _ = one_cell([], one.bits(Behind(first=2), one.coded().bytes()).text, one.coded().bytes())
    segments.add("bad-behind-first-of-the-list", "the second game of the lists behind the page as the first", "index.3 index.9", file, None)


def numbers_of_entries(segments):
    """index.9: the maximum values of an entry, and one more."""
    n = len(GAMES)

    def both(name, title, right, wrong):
        segments.add(f"entry-{name}", f"an entry with {title}", "index.9", *one_cell([right.shown()], right.bits().text))
        file, _ = one_cell([], wrong.bits().text)
        segments.add(f"bad-entry-{name}", f"an entry with more than {title}", "index.3 index.4 index.9", file, None)

    for at, result in enumerate(["White wins", "draws", "Black wins", "other results"]):
        counts = lambda most: tuple(most if place == at else 0 for place in range(4))
        name = result.lower().replace(" ", "-")
        both(name, f"as many {result} as games", Entry(counts(n), n, 0), Entry(counts(n + 1), n, 2400))
    both("unrated", "no rated game", Entry(unrated=3, ratings=0), Entry(unrated=4, ratings=0))
    both("year", "a branch of the year 0", Entry(latest=5, before=5), Entry(latest=5, before=6))
    both("games", "all games, at two plies", Entry(lists=((0, (0, 1, 2, 3, 5)), (7, (4,)))), Entry(lists=((0, (0, 1, 2, 3, 5)), (7, (4, 5)))))
    twice = Entry(lists=((0, (0, 2)), (3, (2,))))
    segments.add("entry-game-at-two-plies", "a game in the lists of two plies, which readers do not check", "index.9", *one_cell([twice.shown()], twice.bits().text))
    file, _ = one_cell([], Entry(branches=2**16 + 1).bits().text + "0" * 64)
    segments.add("bad-entry-branches", "an entry with 65,537 branches", "index.3 index.4 index.9", file, None)
    file, _ = one_cell([], Entry(lists=tuple((ply, (0,)) for ply in range(n + 1))).bits().text)
    segments.add("bad-entry-plies", "an entry with one game at each of seven plies, where the segment has six", "index.3 index.9", file, None)


def lists_behind(segments):
    """index.9: lists after the page."""
    entry, rules = Entry(), "index.3 index.9"
    coded = entry.coded().bytes()

    def good(name, title, behind, data):
        file, segment = one_cell([entry.shown()], entry.bits(behind, coded).text, data)
        segments.add(f"behind-{name}", title, "index.9", file, segment)

    def bad(name, title, behind, data, written=coded):
        file, _ = one_cell([], entry.bits(behind, written).text, data)
        segments.add(f"bad-behind-{name}", title, rules, file, None)

    good("bytes-of-none", "bytes behind the page that belong to no entry, around the lists", Behind(start=1), b"?" + coded + b"?")
    good("far", "lists 300 bytes behind the end of the page", Behind(start=300), bytes(300) + coded)
    bad("checksum", "lists behind the page with another checksum", Behind(checksum=fb.crc32c(coded) ^ 1), coded)
    bad("long", "lists behind the page, and a byte of 0 after them that is counted as theirs", Behind(), coded + b"\0", coded + b"\0")
    bad("bits-left-over", "a bit of 1 after the lists behind the page", Behind(), bytes([*coded[:-1], coded[-1] | 0x80]), bytes([*coded[:-1], coded[-1] | 0x80]))
    bad("first", "another first game than that of the lists behind the page", Behind(first=1), coded)
    bad("outside", "lists that end a byte after the bytes behind the page", Behind(length=len(coded) + 1), coded)
    bad("in-the-records", "lists that begin where the bytes behind the page end: the byte there, of a record, would be a list",
        Behind(checksum=fb.crc32c(b"\0"), length=1), b"")
    two = Entry(lists=((0, (1, 2, 5)), (3, (4,))))
    first, second = entry.coded().bytes(), two.coded().bytes()
    text = "0" + entry.bits(Behind(start=len(second)), first).text + two.bits(Behind(first=1), second).text
    segments.add("behind-order", "two entries: the lists of the first are behind those of the second", "index.9",
                 *one_cell([entry.shown("0"), two.shown("1")], text, second + first))


def leaves(segments):
    """index.8"""
    empty = "111110"  # a leaf of no groups
    deepest = [{"path": "0" * 64, "groups": []}] + [{"path": "0" * depth + "1", "groups": []} for depth in reversed(range(64))]
    segments.add("deepest-leaf", "a leaf after all 64 bits of a key", "index.8", *one_cell(deepest, "0" * 64 + empty * 65))
    for name, title, text in [("leaf", "a node that is divided after all 64 bits of a key", "0" * 65 + empty * 66),
                              ("node", "the same, and no nodes of it", "0" * 65 + empty * 64)]:
        segments.add(f"bad-deeper-{name}", title, "index.3 index.8", one_cell([], text)[0], None)
    many = [Played()] * 25
    file, _ = one_cell([], xf.Bits("111").ones(5).number(0).list([0, 1, 2, 3, 4, 5], 25).text, games=many, size=1)
    segments.add("bad-kind", "a leaf with five one bits after the number 3, and then as with four", "index.3 index.8", file, None)
    three = xf.Bits("100").list([2, 3, 4], 25)
    assert three.text.endswith("0" * 3) and len(three.text) == 12
    file, _ = one_cell([], "100" + "001" + "00", games=many, size=1)
    segments.add("bad-list-cut", "a list that ends with its cell: what is missing would be bits of 0", "index.3 index.4", file, None)


def sums_of_cells(segments):
    """index.7: the lengths of cells."""
    file, segment = indexed(bits=1, page_bits=0, frequent=99)

    def longer(page):
        data = page[2:]
        assert page[0] + page[1] == len(data)
        return fb.varint(len(data) + 1) + fb.varint(LAST) + data

    segment.edit("page", longer)
    segments.add("bad-sum-of-cells", "a cell that is a byte longer than all, and one of 2^64 - 1 bytes", "index.3 index.7", file, None)


def deeper(segments):
    """index.8: a split after all 64 bits of the key that is searched for; the neighboring nodes are leaves without
    groups."""
    key = xf.key(mc.board_of(GAMBIT))
    ahead = "".join("0" + EMPTY * (key >> 63 - depth & 1) for depth in range(64))
    behind = "".join(EMPTY * (1 - (key >> depth & 1)) for depth in range(64))
    title = "a node that is divided after all 64 bits of the key, with leaves of no groups"
    segments.both("bad-deeper-key", title, "index.3 index.8", one_cell([], ahead + "0" + EMPTY * 2 + behind)[0], None)


def bounds_of_entries(segments):
    """index.9: the numbers of an entry."""
    n = len(GAMES)
    every = Entry(lists=tuple((ply, (ply,)) for ply in range(n)))
    segments.add("entry-plies", "an entry with one game at each of six plies, where the segment has six", "index.9", *one_cell([every.shown()], every.bits().text))
    for name, title, lists in [
        ("ply-32", "a ply of 2^32, which is 0 in 32 bits", ((2**32, (0, 2, 4)),)),
        ("sum-of-plies", "plies 5 and 2^32 + 4, which is 4 in 32 bits", ((5, (0,)), (2**32 + 4, (1,)))),
        ("ply-after-all-games", "a game after a ply with all games", ((0, tuple(range(n))), (7, (4,)))),
    ]:
        segments.add(f"bad-entry-{name}", f"an entry with {title}", "index.3 index.9", one_cell([], Entry(lists=lists).bits().text)[0], None)


def firsts(segments):
    """index.9: the first game of the first ply in lists after the page."""
    n = len(GAMES)
    last, entry = Entry(lists=((0, (n - 1,)),)), Entry()
    coded = last.coded().bytes()
    segments.add("behind-first-last", "lists behind the page that begin with the last game", "index.9",
                 *one_cell([last.shown()], last.bits(Behind(first=n - 1), coded).text, coded))
    coded = entry.coded().bytes()
    for name, title, first in [("32", "2^32, which is 0 in 32 bits,", 2**32), ("above", "one that there is not", n)]:
        file, _ = one_cell([], entry.bits(Behind(first=first), coded).text, coded)
        segments.both(f"bad-behind-first-{name}", f"{title} as the first game of lists behind the page", "index.3 index.9", file, None)
