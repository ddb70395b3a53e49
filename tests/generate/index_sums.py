"""Vectors of an index whose numbers are right only modulo 2^32 or 2^64, of parts without bytes, and of damage that only one of two checks
detects (index.3 to index.9)."""

import answer_cases
import file_bytes as fb
import games_file as gf
import index_file as xf
import move_codes as mc
from games_file import Played
from index_bounds import EMPTY, fields
from index_entries import Behind, Entry, one_cell
from index_games import GAMES, HEADER, indexed, segment_of
from search_cases import GAMBIT

LENGTHS, RECORD = "lengths of a page, and of the lists behind it", "length of a record"
LAST = 2**64 - 1  # added to a number, it takes 1 away modulo 2^64


def sizes(segment):
    """The bytes of the page, and of the record."""
    return len(next(segment.pages())[0]), len(segment.records()[0])


def lengths(segments):
    """index.3: lengths that lead to the end of the parts."""
    for name, title, change, usable in [
        ("page-to-the-end", "a page as long as all parts together, and a record without bytes", lambda page, record: (page + record, 0, 0), True),
        ("lists-to-the-end", "lists behind a page that take the bytes of the record, which has none", lambda page, record: (page, record, 0), True),
        ("sum-of-page", "a page that is a byte longer than all parts; the lists make the sum right modulo 2^64",
            lambda page, record: (page + record + 1, LAST - record, record), False),
        ("sum-of-lists", "lists that are a byte longer than what is left; the record makes the sum right modulo 2^64",
            lambda page, record: (page, record + 1, LAST), False),
    ]:
        file, segment = indexed(bits=0, page_bits=0, size=8, frequent=99)
        page, lists, record = change(*sizes(segment))
        segment.edit("directory", lambda parts: fields(LENGTHS, lambda *_: [page, lists])(fields(RECORD, lambda _: [record])(parts)))
        segments.add(f"bad-{name}", title, "index.3", file, *[None] * usable)
    file, segment = indexed(size=4)
    total = sum(map(len, segment.records()))
    segment.edit("directory", lambda parts: fields(RECORD, lambda _: [total + 1])(fields(RECORD, lambda _: [LAST], 1)(parts)))
    segments.add("bad-sum-of-records", "a record that is a byte longer than all, and one of 2^64 - 1 bytes", "index.3", file)


def optional(segments):
    """index.3: optional parts have bytes, and lie before the directory."""
    part = "an optional part: kind, length, checksum"
    file, segment = indexed()
    segment.optional = [fb.Part(1, b"")]
    segments.add("bad-optional-empty", "an optional part without bytes", "index.3", file)
    file, segment = indexed()
    segment.optional = [fb.Part(1, b"ab"), fb.Part(1, b"c")]
    crc = fb.u32(0)
    first, second = [(fb.varint(1) + fb.varint(length) + crc, part) for length in (4, LAST)]
    segment.edit("directory", lambda parts: [*parts[:-2], first, second])
    segments.add("bad-sum-of-optional", "an optional part that is a byte longer than all, and one of 2^64 - 1 bytes", "index.3", file)


def counts(segments):
    """index.3: numbers of blocks and parts that no memory holds do not make other segments unusable."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, meaning in [("blocks", "blocks", "number of blocks"), ("optional", "optional parts", "number of optional parts")]:
        bad = segment_of([(first, GAMES)])
        good = segment_of([(second, GAMES[:2])], start=HEADER + first.size(), first_block=1)
        bad.edit("directory", fields(meaning, lambda _: [2**60]))
        segments.add(f"bad-many-{name}", f"2^60 {title} in one segment, and another segment", "index.3", xf.with_segments([first, second], bad, good), good)


def runs(segments):
    """index.3: the games of a run."""
    for name, title, plies, change in [
        ("wide-run", "a run of 2^32 + 2 games, in a block of two", [[2, 1]], [2**32 + 2]),
        ("sum-of-runs", "runs of 3 and of 2^32 - 1 games, in a block of two", [[2, 1], []], [3, 2**32 - 1]),
    ]:
        file, segment = answer_cases.runs_of(*plies)

        def run(parts, change=change):
            for nth, games in enumerate(change):
                parts = fields(RECORD, lambda _, length: [games, length], nth)(parts)
            return parts

        segment.edit("directory", run)
        segments.add(f"bad-{name}", title, "index.3", file)


class Bare(xf.Segment):
    """A segment whose pages, lists and records have no bytes. Its directory begins at the offset `at`; an offset below 16 is within the
    head, which no search reads."""

    def __init__(self, block, at):
        super().__init__([xf.Covered(block, HEADER, [], xf.NOT_TOLD)], [[]], group_bits=16)
        self.at = at

    def parts(self):
        fields = self.covered[0].fields()
        page = (self.at - 16) % 2**64  # so that the parts end where the directory begins
        data = b"".join([fb.varint(1), *(data for data, _ in fields), bytes(2), fb.varint(page), bytes(1), fb.varint(16), bytes(2)])
        length = fb.u32(len(data))
        head = b"PLYX" + (self.at + len(data) + 8).to_bytes(8, "little")
        start = head + fb.u32(fb.crc32c(head))
        return [(start[: self.at], "what is left of the head"), (data, "directory"), (length, "length of the directory"),
                (fb.u32(fb.crc32c(data + length)), "its checksum")]


def bare(segments):
    """index.2, index.3: the directory begins behind the head."""
    block = gf.block(GAMES)
    for name, title, at, usable in [
        ("directory-behind-head", "a directory just behind the head", 16, True),
        ("directory-in-head", "a directory that begins with the last byte of the head", 15, False),
        ("directory-for-head", "a directory at the beginning of a segment", 0, False),
    ]:
        segments.add(f"bad-{name}", title, "index.2 index.3", xf.with_segments([block], Bare(block, at)), *[None] * usable)


def cells(segments):
    """index.7: the lengths of cells."""
    file, segment = indexed(bits=1, page_bits=0, frequent=99)

    def longer(page):
        data = page[2:]
        assert page[0] + page[1] == len(data)
        return fb.varint(len(data) + 1) + fb.varint(LAST) + data

    segment.edit("page", longer)
    segments.add("bad-sum-of-cells", "a cell that is a byte longer than all, and one of 2^64 - 1 bytes", "index.3 index.7", file, None)


def deeper(segments):
    """index.8: a division after all 64 bits of the key that is searched for; the nodes beside are leaves of no groups."""
    key = xf.key(mc.board_of(GAMBIT))
    ahead = "".join("0" + EMPTY * (key >> 63 - depth & 1) for depth in range(64))
    behind = "".join(EMPTY * (1 - (key >> depth & 1)) for depth in range(64))
    title = "a node that is divided after all 64 bits of the key, with leaves of no groups"
    file, _ = one_cell([], ahead + "0" + EMPTY * 2 + behind)
    segments.add("bad-deeper-key", title, "index.3 index.8", file, None)
    segments.search("bad-deeper-key", title, file)


def entries(segments):
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
    """index.9: the first game of the first ply of lists behind the page."""
    n = len(GAMES)
    last, entry = Entry(lists=((0, (n - 1,)),)), Entry()
    coded = last.coded().bytes()
    segments.add("behind-first-last", "lists behind the page that begin with the last game", "index.9",
                 *one_cell([last.shown()], last.bits(Behind(first=n - 1), coded).text, coded))
    coded = entry.coded().bytes()
    for name, title, first in [("32", "2^32, which is 0 in 32 bits,", 2**32), ("above", "one that there is not", n)]:
        file, _ = one_cell([], entry.bits(Behind(first=first), coded).text, coded)
        title = f"{title} as the first game of lists behind the page"
        segments.add(f"bad-behind-first-{name}", title, "index.3 index.9", file, None)
        segments.search(f"bad-behind-first-{name}", title, file)


def smallest(segments):
    """index.6: the smallest value of a column without values."""
    for name, value in [("", 2**32 - 1), ("bad-", 2**32)]:
        file, segment = answer_cases.runs_of([2, 1], [])
        record, other = segment.groups[1].record(), xf.Bits().number(value).text + "0" + "00" * 6
        columns = len(segment.groups[1].bits().bytes())
        changed = record[:-columns] + xf.Bits(other).bytes()
        segment.edit("record", lambda data, record=record, changed=changed: changed if data == record else data)
        segments.add(f"{name}column-smallest-of-none", f"a smallest value of {value} in a group of no games", "index.3 index.6", file, None if name else segment)


def moves(segments):
    """index.6: the checksum of the moves, where others could be read in their place."""
    games = [Played("d4 d5 c4 e6 Nc3"), Played("e4 e5 Nf3 Nc6 Bb5")]
    file, segment = indexed(games, bits=0, page_bits=0, size=1, frequent=99, most=5)
    one, two = segment.groups
    one.start, two.start = two.start, one.start
    assert len(one.moves) == len(two.moves)
    segments.search("exchanged-moves", "two groups of which each names the place of the other's moves, and the checksum of its own", file, games)


def add(segments):
    for part in (lengths, optional, counts, runs, bare, cells, deeper, entries, firsts, smallest, moves):
        part(segments)
