"""Vectors of entries, their lists and leaves at their limits, and just above them (index.4, index.6, index.8, index.9)."""

import container_cases as cc
import file_bytes as fb
import index_file as xf
from games_file import Played
from index_games import GAMES, HEADER, indexed

E2E4 = 28 << 6 | 12  # packed (moves.1)


class Behind:
    """An entry's fields for lists behind the page; a field that is None is computed from their bytes."""

    def __init__(self, start=0, length=None, checksum=None, first=0):
        self.start, self.length, self.checksum, self.first = start, length, checksum, first

    def put(self, bits, lists):
        length = len(lists) if self.length is None else self.length
        checksum = fb.crc32c(lists) if self.checksum is None else self.checksum
        bits.number(self.start).number(length).put(checksum, 32).number(self.first)


class Entry:
    """An entry with one branch, as bits; numbers may be above their limits."""

    def __init__(self, results=(1, 1, 1, 0), unrated=2, ratings=2400, before=0, latest=2001, branches=1, lists=((0, (0, 2, 4)),), ply=0):
        self.results, self.unrated, self.ratings, self.before = results, unrated, ratings, before
        self.latest, self.branches, self.lists, self.first_ply = latest, branches, lists, ply

    def shown(self, path=""):
        rated = sum(self.results) - self.unrated
        branch = [E2E4, *self.results, self.ratings, rated, self.latest - self.before]
        return {"path": path, "lists": [[ply, list(games)] for ply, games in self.lists], "branches": [branch]}

    def bits(self, behind=None, coded=b""):
        bits = xf.Bits("111" + "1110").number(self.branches - 1).put(self.latest, 14).put(E2E4, 16)
        for count in (*self.results, self.unrated):
            bits.number(count)
        rated = max(0, sum(self.results) - self.unrated)
        bits.put(self.ratings, (9999 * rated).bit_length()).number(self.before).number(len(self.lists) - 1)
        last = -1
        for ply, games in self.lists:
            bits.number(ply - last - 1).number(len(games) - 1)
            last = ply
        bits.put(int(behind is not None), 1)
        if behind:
            behind.put(bits, coded)
        else:
            bits.text += self.coded().text
        return bits

    def coded(self):
        bits = xf.Bits()
        for _, games in self.lists:
            bits.list(games, len(GAMES))
        return bits


def one_cell(leaves, text, behind=b"", **how):
    """A file whose index has one cell, of these leaves and these bits."""
    file, segment = indexed(bits=0, page_bits=0, frequent=99, **how)
    segment.cells = [leaves or [{"path": "", "groups": []}]]
    segment.edit("cell", lambda _: xf.Bits(text)).edit("lists", lambda _: behind)
    return file, segment


def numbers(segments):
    """index.9: the largest values of an entry, and one more."""
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
    """index.9: lists behind the page."""
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
        file, _ = one_cell([], text)
        segments.add(f"bad-deeper-{name}", title, "index.3 index.8", file, None)
    many = [Played()] * 25
    six = xf.Bits("111").ones(5).number(0).list([0, 1, 2, 3, 4, 5], 25)
    file, _ = one_cell([], six.text, games=many, size=1)
    segments.add("bad-kind", "a leaf with five one bits after the number 3, and then as with four", "index.3 index.8", file, None)
    three = xf.Bits("100").list([2, 3, 4], 25)
    assert three.text.endswith("0" * 3) and len(three.text) == 12
    file, _ = one_cell([], "100" + "001" + "00", games=many, size=1)
    segments.add("bad-list-cut", "a list that ends with its cell: what is missing would be bits of 0", "index.3 index.4", file, None)


def columns(segments):
    """index.6: values of 32 bits."""
    for name, title, values in [("", "numbers of plies up to 2^32 - 1", (2**32 - 2, 2**32 - 1)), ("bad-", "2^32 - 1 and 2^32 plies", (2**32 - 1, 2**32))]:
        file, segment = indexed()
        for row, column, plies in zip(segment.groups[0].rows, segment.groups[0].columns, values):
            column[2] = (row[2] - plies) % 2**32
            row[1] = column[1] = plies
        segments.add(f"{name}column", f"a group of games with {title}", "index.6", file, None if name else segment)


def runs(segments):
    """index.3: the groups of a block with runs have the games that the directory says."""
    block = cc.run_block()
    for name, title, plies in [("", "a run of two games", [2, 1]), ("bad-", "a run of one game, in a block of two", [2]),
                               ("bad-more-", "a run of three games, in a block of two", [2, 1, 0])]:
        group = xf.Group([[0, n, 0, 0, 0, 0, 0] for n in plies], [], block.section(fb.MOVES).stored, 0)
        segment = xf.Segment([xf.Covered(block, HEADER, [group], xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0]}]])
        segments.add(f"{name}runs", title, "index.3 index.6", xf.with_segments([block], segment), *([] if name else [segment]))


def add(segments):
    for part in (numbers, lists_behind, leaves, columns, runs):
        part(segments)
