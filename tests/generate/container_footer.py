"""Vectors of footers and their lists (container.12, container.13): blocks, index segments, optional parts, and bytes between units."""

import file_bytes as fb
import games_file as gf
import index_common as ic
from container_append import RULES
from container_block_headers import WIDTHS
from container_common import Append, appended, bare_block, changed, games, last_footer, one, replacing, some, two, with_parts, with_record
from file_bytes import EDITS, File, Part, REPLACED, START, Section
from games_file import shown

E, L = "FOOTER_MALFORMED", "LIMIT_EXCEEDED"


class BareFooter(fb.Footer):
    """A footer whose body has no bytes."""

    def __init__(self):
        super().__init__([])

    def lists(self):
        return []


def footer_faults(files):
    base = File(bare_block())

    bad = lambda name, title, rule, file, error, at: files.bad(name, title, rule, "one-game", file, error, at)

    def field(file=base, **fields):
        file = file.copy()
        fb.with_fields(file.footer, **fields)
        return file

    bad("footer-checksum", "the checksum of the footer is wrong", "container.12", field(crc=0), "CHECKSUM_FOOTER", "footer")
    bad("footer-magic", "the footer begins with a wrong magic", "container.12", field(magic=b"PLYG"), "FOOTER_MISSING", "footer")
    size, high = base.footer.size(), 2**24
    bad("footer-body-length", "the length of the body is not that of the footer", "container.12", field(body_len=size - 13), "FOOTER_MISSING", "footer")
    bad("footer-body-length-high-byte", "the length of the body differs in its highest byte", "container.12", field(body_len=size - 12 + high), "FOOTER_MISSING", "footer")
    bad("footer-without-body", "a footer of 12 bytes, which has no body", "container.12 container.13", changed(base, footer=BareFooter()), "TRUNCATED", None)
    bad("blocks-too-many", "one block more than is listed", "container.13", field(count=2), L, "number of blocks")
    bad("blocks-huge-count", "a huge number of blocks", "container.13", field(count=1 << 60), L, "number of blocks")
    bad("blocks-too-few", "one block less than is listed", "container.13", field(count=0), L, None)
    bad("footer-trailing", "bytes after the last entry", "container.13", field(tail=b"\0"), "TRAILING_BYTES", "left over")
    block = bare_block()
    crc, size = block.header_crc(), block.size()
    entry = lambda *numbers, crc=crc, attributes=0: field(entries=fb.listed_block(*numbers, attributes, crc=crc), count=1)
    for name, title, change, error, at in [
        ("past-the-footer", "a block that ends after the footer's start", entry(0, size + 1, 1, 0), E, "gap, length"),
        ("gap-overflows", "a gap of 2^64 - 1", entry((1 << 64) - 1, size, 1, 0), E, "gap, length"),
        ("games-limit", "too many games in one block", entry(0, size, 65537, 0), L, None),
        ("head-not-listed", "the header checksum of another block", entry(0, size, 1, 0, crc=1), "BLOCK_MALFORMED", "block"),
        ("length-not-listed", "a length that is not the block's", entry(0, size - 1, 1, 0), "BLOCK_MALFORMED", "block"),
        ("games-not-listed", "a number of games that is not the block's", entry(0, size, 2, 0), "BLOCK_MALFORMED", "block"),
        ("plies-not-listed", "a number of plies that is not the block's", entry(0, size, 1, 1), "BLOCK_MALFORMED", "block"),
        ("listed-without-games", "a block is listed with 0 games", entry(0, size, 0, 0), E, None),
        ("attributes", "attributes that do not exist", entry(0, size, 1, 0, attributes=2), E, None),
    ]:
        bad(f"block-{name}", title, "limits.1" if error == L else "container.13", change, error, at)
    empty = fb.with_fields(bare_block(), games=0)
    listed = fb.listed_block(0, empty.size(), 1, 0, 0, crc=empty.header_crc())
    files.bad("no-games-in-block", "a block without games", "container.6", "one-game", field(File(empty), count=1, entries=listed), "BLOCK_MALFORMED", "games, plies")
    bad("block-elsewhere", "the offset of the block is one byte too small", "container.13", entry(1, size - 1, 1, 0), "BLOCK_MALFORMED",
        base.offset("block") + 1)


def empty_blocks(files):
    entries = [(fb.varints(0, 0, 1 << 12, 1 << 16, 0), "a block of 0 bytes"), (fb.u32(0), "its checksum")]
    files.bad("empty-blocks", "blocks of 0 bytes that claim as much as they may", "container.13 limits.7", "no-games",
        fb.with_fields(File(), footer__entries=entries * 40, footer__count=40), E, "a block of 0 bytes")


def unknown_parts(files):
    """container.13: parts of unknown kinds."""
    for name, title, kinds in [("odd", "an optional part of kind 1", [1]), ("even", "an optional part of kind 2", [2]), ("two", "two optional parts of one kind, of which none is known", [2**64 - 1] * 2)]:
        files.good(f"optional-part-{name}", title, "container.13 versions.12", with_parts(kinds), games("a"))
    for name, title, numbers in [
        ("empty", "an optional part of no bytes", (1, START, 0)),
        ("before-units", "an optional part that begins before the units", (1, START - 1, 9)),
        ("after-footer", "an optional part that ends after the footer's start", (1, START, 2**40)),
    ]:
        file = fb.with_fields(with_parts([1]), footer__optional_parts=fb.listed_part(*numbers))
        files.bad(f"optional-part-{name}", title, "container.13", "optional-part-odd", file, E, "an optional part: kind")
    file = fb.with_fields(with_parts([1]), footer__optional_parts=[fb.listed("optional parts")])
    files.bad("optional-parts-too-many", "one optional part more than is listed", "container.13 limits.10", "optional-part-odd", file, L,
        "number of optional parts")


def entries_of_segments(files):
    """container.13: entries of index segments."""
    for name, title, numbers, at in [
        ("of-no-block", "an index segment that covers no block", (START, 9, 0, 0), "an index segment"),
        ("of-unlisted-block", "an index segment of a third block", (START, 9, 1, 2), None),
        ("of-huge-block", "an index segment of block 2^63", (START, 9, 2**63, 1), None),
        ("empty", "an index segment of no bytes", (START, 0, 0, 1), "an index segment"),
        ("before-units", "an index segment that begins before the units", (START - 1, 9, 0, 1), "an index segment"),
        ("after-footer", "an index segment that ends after the footer's start", (START, 2**40, 0, 1), "an index segment"),
    ]:
        file = fb.with_fields(two(), footer__segment_parts=fb.listed_segment(*numbers))
        files.bad(f"segment-{name}", title, "container.13", "appended", file, E, at or last_footer(file))


def counts_of_lists(files):
    """limits.10: a list of a footer cannot have more entries than its bytes allow."""
    def bad(name, title, tail, error, **parts):
        file = File()
        fb.with_fields(file.footer, tail=bytes(tail), **parts)
        files.bad(f"count-{name}", title, "limits.10 container.13", "no-games", file, error)

    one = lambda what: [fb.listed(what)]
    for name, what, least, after, parts in [
        ("blocks", "blocks", 9, 3, {"count": 1}),
        ("segments", "index segments", 8, 2, {"segment_parts": one("index segments")}),
        ("edits", "edits", 2, 0, {"edit_parts": one("edits"), "optional_parts": [(b"", "nothing")]}),
        ("optional-parts", "optional parts", 7, 0, {"optional_parts": one("optional parts")}),
    ]:
        error = "TRUNCATED" if name == "edits" else E
        bad(f"{name}-at", f"{what}: the number 1 and the bytes after it are {least} bytes; the entry is wrong", least - after - 1, error, **parts)
        bad(f"{name}-above", f"{what}: the number 1 and the bytes after it are {least - 1} bytes", least - after - 2, L, **parts)


def eight_footers(files):
    """container.13: eight footers; each lists one more block and one more index segment."""
    played = ic.GAMES[:2]
    file, at, listed, places, segments = File(), fb.START, [], [], []
    for number in range(8):
        block = gf.block(played)
        block.number = number * len(played)
        segment = ic.segment_of([(block, played)], start=at, first_block=number)
        listed.append(block)
        places.append((segment, at + block.size(), number))
        made = fb.Footer(list(listed))
        made.segments = list(places)
        file.items += [block, segment, made]
        at += block.size() + segment.size() + made.size()
        listed.append(segment.size() + made.size())
        segments.append(segment)
    file.footer = file.items.pop()
    files.add("eight-footers-with-segments", "eight footers, of which each lists a block and an index segment more", "container.13 index.1",
        "index", file, needs=["index"], expect={"segments": [segment.shown() for segment in segments]})
    files.add("append-to-eight-footers-with-segments",
        "games are added to a file: it has eight footers, each with a block and an index segment", RULES, "append-file", file,
        games=shown(played) * 8)


def wrong_entries(files):
    def bad(name, title, file, error, rules="container.13", source="appended"):
        files.bad(name, title, rules, source, file, error)

    first = one("a")
    file = fb.with_fields(File(one("a")), items__0__attributes=2, footer__versions__required=EDITS)
    bad("attributes-2-with-edits", "attributes 2 in a file with the feature of edits", file, E)
    with_segment = lambda file, *numbers: fb.with_fields(file, footer__segment_parts=fb.listed_segment(*numbers))
    bad("segment-in-header", "an index segment that begins within the file header", with_segment(File(one("a")), 31, 16, 0, 1), E)
    bad("segment-into-footer", "an index segment that ends behind the start of the footer", with_segment(File(one("a")), fb.START, first.size() + 5, 0, 1), E)
    bad("segment-of-replacements", "an index segment of a block of replacements", with_segment(File(one("a"), replacing(one("b"))), fb.START, 20, 1, 1), E,
        "container.13 container.14")
    edits = [*fb.listed_edits(5), (fb.varints(2**64 - 3, 0), "a gap that leads back to game 3")]
    edits[0] = fb.listed("edits", 2)
    file = fb.with_fields(File(some(*"abcdef")), footer__versions__required=EDITS, footer__edit_parts=edits)
    bad("edit-gap-of-64-bits", "the gap of an edit leads beyond 64 bits", file, E, "container.14")
    file = File(one("a"))
    file.items.append(b"?")
    fb.with_fields(file.footer, count=1, entries=fb.listed_block(0, first.size() + 1, 1, 0, 0, crc=first.header_crc()))
    bad("block-length-above", "a block that is listed with a byte more", file, "BLOCK_MALFORMED")


def places_of_segments(files):
    """index.1, container.13: places of segments in the list."""
    played = ic.GAMES[:2]
    block = gf.block(played)
    at = fb.START + 2 * block.size()
    other = gf.block(played)
    first, second = ic.segment_of([(block, played)]), ic.segment_of([(other, played)], start=fb.START + block.size(), first_block=1)

    def add(name, title, listed, *expected):
        file = File(block, other)
        file.items += [second, first]
        file.footer.segments = listed
        files.add(f"segments-{name}", title, "container.13 index.1", "index", file, needs=["index"],
            expect={"segments": [segment.shown() for segment in expected]})

    places = [(second, at, 1), (first, at + second.size(), 0)]
    add("in-the-order-of-places", "segments that are listed in the order of their places", places, first, second)
    add("in-another-order", "segments that are listed in another order than that of their places", places[::-1], first, second)
    add("listed-twice", "a segment that is listed twice", [places[0], places[0]], second)


def lists_of_blocks(files):
    """container.13: blocks ascend, and do not overlap."""
    rules = "container.13"

    def listing(order, attributes=(0, 0), longer=(0, 0)):
        """Two blocks, and a footer that lists them in this order, with too many bytes."""
        file = File(one("a"), one("b"))
        for block, value in zip(file.items, attributes):
            block.attributes = value
        file.settle()
        file.footer.versions.required = EDITS
        end, entries = START, []
        for number in order:
            block, start = file.items[number], file.offset_of(file.items[number])
            size = block.size() + longer[number]
            entries += fb.listed_block((start - end) % 2**64, size, 1, 0, block.attributes, crc=block.header_crc())
            end = start + size
        file.footer.count, file.footer.entries = len(order), entries
        return file

    bad = lambda name, title, file: files.bad(name, title, rules, "appended", file, E)
    bad("blocks-descend", "the second block is listed before the first, by a gap that leads back in 64 bits", listing([1, 0]))
    bad("blocks-overlap", "the first block is listed with a byte of the second", listing([0, 1], longer=(1, 0)))
    bad("block-twice", "a block is listed twice", listing([0, 0]))
    bad("replacements-descend", "the second block is listed before the first, which has replacements", listing([1, 0], attributes=(1, 0)))
    files.good("blocks-in-their-order", "the same list in the order of the blocks", rules, listing([0, 1]), games("a", "b"))
    files.good("footer-after-fixed-area", "the first footer begins where the fixed area ends", rules, appended(Append(), Append(one("a"))), games("a"))
    a, inside = one("a"), one("b")
    listed = fb.Footer([a])
    inside.sections.append(Section(99, listed.bytes(), "something new: a footer"))
    file = File(a, inside)
    file.footer = fb.Footer([a])
    at = START + a.size() + inside.size() - listed.size()
    for record in (0, 1):
        with_record(file, record, at=at, length=listed.size(), footer_crc=listed.checksum())
    files.good("footer-in-a-section", "the records name a footer inside of a section of a block that it does not list", "container.13 container.15", file, games("a"))


def bytes_between_units(files):
    """container.1: bytes between the units that the footer lists belong to no game."""
    def good(name, title, *items, unlisted=()):
        file = File(*items)
        file.footer = fb.Footer([])
        for number, item in enumerate(items):
            is_gap = number in unlisted or isinstance(item, bytes)
            file.footer.blocks.append(len(item if isinstance(item, bytes) else item.bytes()) if is_gap else item)
        while isinstance(file.footer.blocks[-1], int):
            file.footer.blocks.pop()
        for first, block in enumerate(block for block in file.footer.blocks if not isinstance(block, int)):
            block.at_number(first)
        files.good(name, title, "container.1 container.13", file, games("a", "b"))

    corrupt = bytearray(fb.Footer([]).bytes())
    corrupt[10] ^= 1
    good("unlisted-block", "a block that the footer does not list", one("a"), one("u"), one("b"), unlisted=[1])
    good("unlisted-block-first", "a block that the footer does not list, before the others", one("u"), one("a"), one("b"), unlisted=[0])
    good("unlisted-block-last", "a block that the footer does not list, after the others", one("a"), one("b"), one("u"), unlisted=[2])
    good("unlisted-block-after-bytes", "between two blocks, bytes and a block that the footer does not list", one("a"), b"????", one("u"), one("b"), unlisted=[2])
    good("unlisted-replacements", "a block of replacements that the footer does not list", one("a"), replacing(one("u")), one("b"), unlisted=[1])
    good("between-blocks-corrupt-footer", "a corrupt footer between two blocks", one("a"), bytes(corrupt), one("b"))
    good("between-blocks-magic", "something like a block between two blocks", one("a"), b"PLYB" + bytes(30), one("b"))
    good("bytes-before-the-first-block", "bytes before the first block", b"????", one("a"), one("b"))
    good("bytes-before-the-footer", "bytes after the last block", one("a"), one("b"), b"????")
    merged = appended(Append(one("a"), one("b")), Append(some("a", "b", "c"), merged=2))
    files.good("merged-to-the-first", "all blocks are merged into one", "container.13 container.17", merged, games("a", "b", "c"))
    entries = fb.listed_block(0, one("a").size(), 1, 0, 0) + fb.listed_block(2**64 - 1, 5, 1, 0, 0)
    file = fb.with_fields(File(one("a"), one("b")), footer__count=2, footer__entries=entries)
    files.bad("block-gap-of-64-bits", "a second block whose gap leads beyond 64 bits", "container.13", "appended", file, E)


def optional_parts(files):
    """container.13: optional parts may have any content, at any place before the footer."""
    size = one("a").size()
    part = lambda number, *places: fb.with_fields(File(one("a")), footer__optional_parts=fb.listed_part(*places, number=number))
    for name, title, content in [("like-block", "a block", one("x").bytes()), ("like-footer", "a footer", fb.Footer([]).bytes())]:
        file = File(one("a"))
        file.items.append(Part(5, content))
        file.footer.optional.append((file.items[-1], START + size))
        files.good(f"optional-part-{name}", f"an optional part that looks like {title}", "container.13", file, games("a"))
    files.good("optional-part-in-block", "an optional part within a listed block, with a wrong checksum", "container.13", part(1, 3, START + 4, 9), games("a"))
    files.good("optional-part-kind-0", "an optional part of kind 0", "container.13", with_parts([0]), games("a"))
    for name, title, error, number, *places in [
        ("even-empty", "an optional part of an even kind, which has no bytes", E, 1, 2, START, 0),
        ("into-footer", "an optional part that ends within the footer", E, 1, 1, START, size + 1),
        ("behind-footer", "an optional part that begins after the footer", E, 1, 1, START + size + 500, 4),
        ("at-2-64", "an optional part at 2^64 - 1, whose end would be in the file in 64 bits", E, 1, 1, 2**64 - 1, START + 2),
        ("of-2-64", "an optional part of 2^64 - 1 bytes", E, 1, 1, START + 2, 2**64 - 1),
    ]:
        files.bad(f"optional-part-{name}", title, "container.13", "optional-part-odd", part(number, *places), error, "an optional part: kind")
    files.bad("optional-parts-huge-count", "2^60 optional parts", "container.13 limits.10", "optional-part-odd", part(2**60, 1, START, 4), L, "number of optional parts")
    more = part(1, 1, START, 4)
    more.footer.optional_parts.append((b"\0", "left over"))
    files.bad("optional-part-then-byte", "a byte after the optional parts", "container.13 wire.7", "optional-part-odd", more, "TRAILING_BYTES", "left over")


ALMOST = 2**64 - 1


def wide_footers(files):
    """container.13: places and numbers."""
    first = one("a")

    def bad(name, title, error=E, rules="container.13", **parts):
        file = File(one("a"))
        fb.with_fields(file.footer, versions__required=EDITS, **parts)
        files.bad(f"wide-{name}", title, rules, "appended", file, error)

    segment, crc = fb.listed_segment, first.header_crc()
    bad("segment", "an index segment at 2^64 - 1, whose end would be 33 in 64 bits", segment_parts=segment(ALMOST, 34, 0, 1))
    bad("segment-length", "an index segment of 2^64 - 1 bytes", segment_parts=segment(START + 2, ALMOST, 0, 1))
    bad("segment-blocks", "an index segment of block 2^64 - 1 and one more", segment_parts=segment(START, 20, ALMOST, 2))
    bad("segment-many-blocks", "an index segment of 2^64 - 1 blocks from block 1 on", segment_parts=segment(START, 20, 1, ALMOST))
    bad("segment-block-32-bits", "an index segment of block 2^32", segment_parts=segment(START, 20, 2**32, 1))
    block = lambda *numbers: {"count": 1, "entries": fb.listed_block(*numbers, crc=crc)}
    entry = lambda gap: fb.listed_block(gap, first.size(), 1, 0, 0, crc=crc)
    bad("gap", "a second block that would begin at 1,536 in 64 bits, as the first", count=2, entries=entry(0) + entry(2**64 - first.size()))
    bad("gap-and-length", "a block of 2^64 - 1 bytes", **block(1, ALMOST, 1, 0, 0))
    bad("listed-games", "a block with 2^32 + 1 games in the list", L, "container.13 limits.10", **block(0, first.size(), 2**32 + 1, 0, 0))
    bad("listed-plies", "a block with 2^32 plies in the list", L, "container.13 limits.10", **block(0, first.size(), 1, 2**32, 0))
    bad("place-before-games", "a block that is listed beyond the end and with too many games: the place comes first", **block(0, 2**40, 2**20, 0, 0))
    for bits, more in WIDTHS:
        bad(f"attributes-{bits}-bits", f"attributes that would be 0 in {bits} bits", **block(0, first.size(), 1, 0, more))
    bad("action", "an action that would be a deletion in 32 bits", rules="container.14", edit_parts=fb.listed_edits(0, action=2**32))
    bad("replacement", "replacement 2^64 - 2", rules="container.14", edit_parts=fb.listed_edits(0, action=ALMOST))
    bad("edit", "an edit of game 2^32", rules="container.14", edit_parts=fb.listed_edits(2**32))
    assert REPLACED == 1
