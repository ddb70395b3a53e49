"""Vectors of the head and the directory of a segment (index.1 to index.3): places, lengths, optional parts."""

import file_bytes as fb
import games_file as gf
import index_file as xf
from file_bytes import File
from games_file import shown
from index_common import ALL_RULES, DETAILED, GAMES, HEADER, LENGTHS, RECORD, fields, indexed, segment_of


def places(segments):
    """index.1"""
    block = gf.block(GAMES)
    file, segment = indexed()
    segments.add("none", "a file without index", "index.1", fb.File(block))
    segments.add("segment", "a segment after its block", ALL_RULES, file, segment)
    file = fb.File(block)
    file.items.append(segment)
    segments.add("not-listed", "a segment that the footer does not list", "index.1", file)
    few = segment_of([(block, GAMES)], frequent=99)
    segments.add("two-segments", "of several segments, the last that is listed", "index.1", xf.with_segments([block], segment, few), few)
    broken = segment_of([(block, GAMES)], frequent=99).edit("checksum", lambda crc: fb.u32(1))
    file = xf.with_segments([block], segment, broken)
    segments.both("last-unusable", "a segment that is listed later counts even if it is unusable", "index.1 index.3", file)
    second = gf.block(GAMES[:2])
    at = HEADER + block.size()
    of_second = segment_of([(second, GAMES[:2])], start=at, first_block=1)
    file = xf.with_segments([block, second], of_second)
    segments.both("second-block", "two blocks, and a segment for the second", "index.1 index.3", file, of_second, games=GAMES + GAMES[:2])
    both = segment_of([(block, GAMES), (second, GAMES[:2])])
    file = xf.with_segments([block, second], both)
    segments.both("two-blocks", "a segment for two blocks", "index.1 index.3 index.6", file, both, games=GAMES + GAMES[:2])
    of_first = segment_of([(block, GAMES)])
    segments.add("partly-replaced", "a segment does not count if one of its blocks has another that is listed later", "index.1",
        xf.with_segments([block, second], both, of_first), of_first)
    file = xf.with_segments([block, second], of_first, both, of_second)
    segments.add("replaced-by-replaced", "a segment does not count either if the later one does not", "index.1", file, of_second)
    file = xf.with_segments([block, second], of_second, of_first)
    segments.add("file-order", "segments are listed in the order of their blocks", "index.1", xf.with_segments([block, second], of_first, of_second), of_first, of_second)
    segments.both("order", "segments are listed in any order", "index.1", file, of_first, of_second, games=GAMES + GAMES[:2])


def checksums(segments):
    """index.1: the footer names the checksum of the segment."""
    file, segment = indexed()
    at = HEADER + gf.block(GAMES).size()
    entry = fb.varints(at, segment.size(), 0, 1)
    file.footer.segment_parts = [(fb.varint(1), "number of index segments"), (entry, "an index segment: offset, length, first block, blocks"),
                                 (fb.u32(segment.checksum() ^ 1), "another checksum of its header")]
    segments.add("other-checksum", "the footer names a segment with another checksum", "index.1 index.3 container.13", file)


def damage(segments):
    """index.2, index.3: the directory."""

    def set_to(**values):
        return lambda segment: [setattr(segment.covered[0], name, value) for name, value in values.items()]

    def directory(change):
        return lambda segment: segment.edit("directory", change)

    def field(meaning, data):
        return directory(lambda fields: [(data if text == meaning else old, text) for old, text in fields])

    def bad(name, title, rules, change):
        segments.bad(name, title, rules, change, usable=False)

    bad("other-place", "the offset of another block", "index.3", set_to(start=33))
    bad("other-block", "the checksum of another block", "index.3", set_to(crc=1))
    bad("other-games", "another number of games", "index.3", set_to(games=5))
    bad("place-of-moves", "a place of moves that does not exist", "index.3", set_to(place=3))
    bad("checksum", "checksum of the directory", "index.2", lambda segment: segment.edit("checksum", lambda crc: fb.u32(1)))
    bad("directory-length", "a directory that is longer than the segment", "index.2",
        lambda segment: segment.edit("directory length", lambda length: fb.u32(2**20)))
    bad("directory-trailing", "a byte left over in the directory", "index.3 wire.7", directory(lambda fields: fields + [(b"\0", "left over")]))
    bad("directory-cut", "a truncated directory", "index.3", directory(lambda fields: fields[:-1]))
    bad("page-bits", "more pages than the limit", "index.3", field("bits of a page's number", fb.varint(17)))
    bad("cell-bits", "more cells than the limit", "index.3", field("bits of a cell's number", fb.varint(17)))
    bad("group-bits", "larger groups than the limit", "index.3", field("bits of a group's size", fb.varint(17)))
    bad("page-length", "pages that end behind the directory's start", "index.3",
        field("lengths of a page, and of the lists behind it", fb.varint(2**20) + fb.varint(0)))
    bad("record-length", "records that do not fill the segment", "index.3", field("length of a record", fb.varint(5)))
    bad("no-blocks", "no block", "index.3", directory(lambda fields: [(fb.varint(0), fields[0][1]), *fields[7:]]))


DIRECTORY = "index.2 index.3"


def wrong_heads(segments):
    """index.2: an invalid head; only recovery reads it."""
    block = gf.block(GAMES)
    head = lambda segment, length, magic=b"PLYX": magic + (segment.size() + length).to_bytes(8, "little")
    for name, title, change in [
        ("magic", "another magic in the head of the segment", lambda segment: segment.edit("head", lambda _: head(plain, 0, b"PLYY"))),
        ("short", "a head with a length that is one too small", lambda segment: segment.edit("head", lambda _: head(plain, -1))),
        ("checksum", "a wrong checksum of the head", lambda segment: segment.edit("checksum of the head", lambda crc: bytes([crc[0] ^ 1, *crc[1:]]))),
        ("long", "a head with a length that is one too large", lambda segment: segment.edit("head", lambda _: head(plain, 1))),
    ]:
        plain, changed = segment_of([(block, GAMES)]), segment_of([(block, GAMES)])
        change(changed)
        file = xf.with_segments([block], changed)
        segments.chapter.add(f"read-head-{name}", title, "index.2", "decode-file", input=file.outline(*DETAILED),
            expect={"games": shown(GAMES)})
        segments.search(f"head-{name}", title, file)


def blocks(segments):
    """index.3: the number of blocks."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, of_segment, listed in [
        ("fewer-blocks", "a segment of one block, of which the footer says that it has two", [(first, GAMES)], 2),
        ("more-blocks", "a segment of two blocks, of which the footer says that it has one", [(first, GAMES), (second, GAMES[:2])], 1),
    ]:
        file = xf.with_segments([first, second], fb.with_fields(segment_of(of_segment), blocks=listed))
        segments.both(f"bad-{name}", title, DIRECTORY, file, games=GAMES + GAMES[:2])


def one_off(segments):
    """index.3: every number wrong by one. The segment is unusable, or (`null`) its content breaks a rule."""
    lengths, record = "lengths of a page, and of the lists behind it", "length of a record"
    for name, title, meaning, nth, change, usable in [
        ("games-fewer", "one game fewer in a block", "its games", 0, lambda n: [n - 1], False),
        ("games-more", "one game more in a block", "its games", 0, lambda n: [n + 1], False),
        ("start-before", "a block one byte before its place", "offset of a block", 0, lambda n: [n - 1], False),
        ("page-shorter", "a page a byte shorter", lengths, 0, lambda page, lists: [page - 1, lists], False),
        ("page-longer", "a page a byte longer", lengths, 0, lambda page, lists: [page + 1, lists], False),
        ("lists-longer", "lists behind a page that are a byte longer", lengths, 1, lambda page, lists: [page, lists + 1], False),
        ("page-end", "the last byte of a page among the lists behind it", lengths, 0, lambda page, lists: [page - 1, lists + 1], True),
        ("record-shorter", "the last record a byte shorter", record, 2, lambda n: [n - 1], False),
        ("record-longer", "the last record a byte longer", record, 2, lambda n: [n + 1], False),
        ("smaller-groups", "groups of one game, and records of groups of two", "bits of a group's size", 0, lambda n: [0], False),
        ("larger-groups", "groups of four games, and records of groups of two", "bits of a group's size", 0, lambda n: [2], False),
        ("fewer-cells", "half as many cells in a page", "bits of a cell's number", 0, lambda n: [n - 1], True),
        ("more-cells", "twice as many cells in a page", "bits of a cell's number", 0, lambda n: [n + 1], True),
    ]:
        segments.bad(f"one-off-{name}", title, DIRECTORY, lambda segment: segment.edit("directory", fields(meaning, change, nth)), usable)
    shift = lambda parts: fields(record, lambda n: [n + 1], 1)(fields(record, lambda n: [n - 1])(parts))
    segments.bad("one-off-records", "the last byte of a record at the beginning of the next one", "index.6",
        lambda segment: segment.edit("directory", shift))
    file, segment = indexed()
    segment.edit("directory", fields("offset of its moves", lambda n: [n + 1]))
    segments.search("one-off-moves", "moves that begin a byte later: their checksums do not match", file)


def largest(segments):
    """index.3: the largest numbers of a directory, and one more. With pages without bytes, the content breaks a rule,
    but the directory does not."""

    def both(name, title, meaning, most, make=indexed, usable=True, **more):
        file, segment = make(**more)
        segment.edit("directory", fields(meaning, lambda *_: [most]))
        shown = [segment] if usable else [None]
        segments.add(f"{name}-at", title, DIRECTORY, file, *shown)
        file, segment = make(**more)
        segment.edit("directory", fields(meaning, lambda *_: [most + 1]))
        segments.add(f"bad-{name}-above", f"{title} and one", DIRECTORY, file)

    both("moves-offset", "moves at the offset 2^40", "offset of its moves", 2**40)
    both("group-bits", "groups of 2^16 games", "bits of a group's size", 16, size=8)
    for name, title, pages, bits in [("cell-bits", "a page of 2^16 cells", 0, 16), ("page-bits", "2^16 pages", 16, 0)]:
        for more in (0, 1):
            at = [pages + more * (pages > 0), bits + more * (bits > 0)]
            file, segment = indexed(bits=0, page_bits=0, frequent=99)
            segment.edit("whole page", lambda page: b"")
            segment.edit("directory", lambda parts, at=at: with_bits(parts, *at))
            segments.add(f"{'bad-' * more}{name}-{'above' if more else 'at'}", f"{title}{' times two' * more}, all without bytes", DIRECTORY, file,
                *([] if more else [None]))


def with_bits(parts, page_bits, cell_bits):
    """These bits of pages and cells, and pages without bytes."""
    values = {"bits of a page's number": fb.varint(page_bits), "bits of a cell's number": fb.varint(cell_bits),
              "lengths of a page, and of the lists behind it": bytes(2 * 2**page_bits)}
    return [(values.get(text, data), text) for data, text in parts]


def second_block(segments):
    """index.3: a reader compares every block of the directory."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, field, change in [
        ("checksum", "another checksum of its header", "crc", lambda crc: crc ^ 1), ("place", "another offset", "start", lambda start: start + 1),
    ]:
        segment = segment_of([(first, GAMES), (second, GAMES[:2])])
        covered = segment.covered[1]
        value = getattr(covered, field)
        setattr(covered, field, change(fb.crc32c(b"") if value is None else value))
        segments.both(f"bad-second-block-{name}", f"a segment of two blocks, of which the second has {title}", "index.3",
            xf.with_segments([first, second], segment), games=GAMES + GAMES[:2])


def wide(segments):
    """index.3: numbers of the directory have 64 bits, and their sums have more."""
    least = 2**64
    for name, title, change in [
        ("page-32", "a page that is 2^32 bytes longer", fields(LENGTHS, lambda page, lists: [page + 2**32, lists])),
        ("lists-32", "lists behind a page that are 2^32 bytes longer", fields(LENGTHS, lambda page, lists: [page, lists + 2**32])),
        ("page-64", "a page and lists behind it whose sum is right modulo 2^64", fields(LENGTHS, lambda page, lists: [least - 9, page + lists + 9])),
        ("record-32", "a record that is 2^32 bytes longer", fields(RECORD, lambda size: [size + 2**32])),
        ("records-64", "two records, of which the first has 2^64 - 9 bytes",
         lambda parts: fields(RECORD, lambda size: [size + 9], 1)(fields(RECORD, lambda size: [least - 9 + size if size < 9 else size - 9 + least - size])(parts))),
        ("block-32", "a block whose offset is 2^32 larger", fields("offset of a block", lambda start: [start + 2**32])),
    ]:
        segments.bad(f"wide-{name}", title, "index.3 wire.2", lambda segment: segment.edit("directory", change), usable=False)


def heads_of_24_bytes(segments):
    """index.2, container.16: a head of 23 bytes is no unit: a block that begins after 16 of them is found."""
    for length in (23, 24):
        block = gf.block(GAMES[:1])
        file = File(Bytes(length), block) if length == 24 else File(bytes(Bytes(length).data[:16]), block)
        file.footer = None
        segments.chapter.add(f"head-of-{length}", f"a head of {length} bytes, and a block", "index.2 container.16", "recover-file",
                             input=file.input(), expect={"games": shown(GAMES[:1])})


class Bytes:
    """Looks like an index segment of this number of bytes, which are its head and zeros."""

    def __init__(self, length):
        head = b"PLYX" + length.to_bytes(8, "little")
        self.data = head + fb.u32(fb.crc32c(head)) + bytes(length - 16)

    def size(self):
        return len(self.data)

    def parts(self):
        return [(self.data, "a head of an index segment, and zeros")]


def optional_parts(segments):
    """index.3: optional parts of unknown kinds."""
    some = lambda *kinds: [fb.Part(kind, bytes([n + 1] * (n + 2))) for n, kind in enumerate(kinds)]
    for name, title, parts in [("one", "an optional part", some(1)), ("kinds", "optional parts of kinds 2, 2, 0 and 2^64 - 1", some(2, 2, 0, 2**64 - 1))]:
        file, segment = indexed()
        segment.optional = parts
        segments.both(f"optional-{name}", title, "index.3", file, segment)

    def changed(name, title, change, usable=False):
        file, segment = indexed()
        segment.optional = some(1)
        segment.edit("directory", lambda fields: change(fields[:-2], fields[-2][0], fields[-1]))
        segments.both(name, title, "index.3", file, *[segment] * usable)

    count, part = "number of optional parts", "an optional part: kind, length, checksum"
    entry = lambda length, data: (fb.varint(1) + fb.varint(length) + data[2:], part)
    changed("optional-checksum", "an optional part with another checksum, which nothing looks at", lambda before, number, last: [*before, (number, count), (last[0][:2] + fb.u32(1), part)], True)
    changed("bad-optional-of-no-bytes", "an optional part of no bytes, and bytes that are no part's", lambda before, number, last: [*before, (number, count), entry(0, last[0])])
    changed("bad-optional-length", "an optional part that is one byte longer", lambda before, number, last: [*before, (number, count), entry(3, last[0])])
    changed("bad-optional-length-32", "an optional part that is 2^32 bytes longer", lambda before, number, last: [*before, (number, count), entry(2**32 + 2, last[0])])
    changed("bad-optional-too-many", "two optional parts, of which one is there", lambda before, number, last: [*before, (fb.varint(2), count), last])
    changed("bad-optional-none", "a number of no optional parts, and one is there", lambda before, number, last: [*before, (fb.varint(0), count)])
    changed("bad-optional-missing", "no number of optional parts", lambda before, number, last: before)


LAST = 2**64 - 1  # added to a number, it takes 1 away modulo 2^64


def sizes(segment):
    """The bytes of the page, and of the record."""
    return len(next(segment.pages())[0]), len(segment.records()[0])


def sums_of_lengths(segments):
    """index.3: lengths that extend to the end of the parts."""
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


def sums_of_optional_parts(segments):
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


def huge_counts(segments):
    """index.3: numbers of blocks and parts that do not fit in memory do not make other segments unusable."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, meaning in [("blocks", "blocks", "number of blocks"), ("optional", "optional parts", "number of optional parts")]:
        bad = segment_of([(first, GAMES)])
        good = segment_of([(second, GAMES[:2])], start=HEADER + first.size(), first_block=1)
        bad.edit("directory", fields(meaning, lambda _: [2**60]))
        segments.add(f"bad-many-{name}", f"2^60 {title} in one segment, and another segment", "index.3", xf.with_segments([first, second], bad, good), good)


class Bare(xf.Segment):
    """A segment whose pages, lists and records have no bytes. Its directory begins at the offset `at`; an offset below
    16 is inside the head, which no search reads."""

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


def bare_segments(segments):
    """index.2, index.3: the directory begins after the head."""
    block = gf.block(GAMES)
    for name, title, at, usable in [
        ("directory-behind-head", "a directory just behind the head", 16, True),
        ("directory-in-head", "a directory that begins with the last byte of the head", 15, False),
        ("directory-for-head", "a directory at the beginning of a segment", 0, False),
    ]:
        segments.add(f"bad-{name}", title, "index.2 index.3", xf.with_segments([block], Bare(block, at)), *[None] * usable)
