"""Vectors of the walk through a damaged file (container.16): what is a unit, where a search starts, which footers count."""

import container_cases as cc
import file_bytes as fb
from file_bytes import File, Section
from footer_cases import Append, appended, games, one


def bytes_of(item):
    return b"".join(data for data, _ in item.parts())


START = bytes_of(File().header)
GARBAGE = b"????"


def segment(content, cut=0):
    """An index segment as the walk sees it: a valid head, and anything, of which the end may be missing."""
    head = b"PLYX" + (16 + len(content)).to_bytes(8, "little")
    return head + fb.u32(fb.crc32c(head)) + content[: len(content) - cut]


def footer(*blocks, gap=0, write=9, required=None):
    """A footer of blocks (or of gaps between them, numbers)."""
    made = fb.Footer(list(blocks), gap=gap)
    made.versions = fb.Versions(write, write, required)
    return made


def block(text):
    return bytes_of(one(text))


def units(files):
    add = files.recovered
    inside = block("x")
    add("segment-between-blocks", "an index segment is a unit: a block in it is none", START + block("a") + segment(inside) + block("b"), games("a", "b"))
    add("segment-torn", "an index segment that reaches beyond the end of the file ends the walk", START + block("a") + segment(inside + bytes(9), cut=5), games("a"))
    broken = bytearray(segment(inside))
    broken[12] ^= 1
    add("segment-head-corrupt", "the checksum of a segment's head is wrong: it is no unit, and the search finds what is in it",
        START + block("a") + bytes(broken) + block("b"), games("a", "x", "b"))
    short = b"PLYX" + (23).to_bytes(8, "little")
    add("segment-too-short", "a segment of 23 bytes is none: a block begins in its last seven", START + block("a") + short + fb.u32(fb.crc32c(short)) + block("b"), games("a", "b"))
    empty = b"PLYX" + bytes(8)
    add("segment-of-no-bytes", "a segment of 0 bytes is none", START + block("a") + empty + fb.u32(fb.crc32c(empty)) + block("b"), games("a", "b"))
    unknown = b"PLYZ" + segment(inside)[4:12]
    add("unknown-magic", "an unknown magic and a valid head like that of a segment: it is no unit, and the search finds what is in it",
        START + block("a") + unknown + fb.u32(fb.crc32c(unknown)) + inside + block("b"), games("a", "x", "b"))
    add("segment-lost-bytes", "50 bytes of a segment are lost: the search starts at the end of its head", START + block("a") + segment(bytes(200), cut=50)
        + block("b") + block("c"), games("a", "b", "c"))
    add("segment-lost-bytes-then-block-in-it", "the same, and what is in the segment looks like a block",
        START + block("a") + segment(bytes(20) + inside + bytes(90), cut=50) + block("b") + block("c"), games("a", "x", "b", "c"))
    long = block("a" * 300)
    add("block-lost-bytes", "60 bytes of a section of the first block are lost: the search starts at that section",
        START + long[:-90] + long[-30:] + block("b") + block("c"), games("b", "c"))
    two = one("a" * 300)
    two.sections.insert(4, Section(99, inside, "something new"))
    data = bytes_of(two)
    add("block-lost-bytes-in-last-section", "60 bytes of the last section are lost: a block in the intact section before it is none",
        START + data[:-90] + data[-30:] + block("b") + block("c"), games("b", "c"))
    first = one("a" * 300)
    first.section(fb.PLIES).crc = 0
    first.sections.append(Section(99, inside, "something new"))
    data = bytes_of(first)
    add("block-lost-bytes-first-section-corrupt", "the first section is corrupt, too: the search starts there, and finds a block in the last section",
        START + data[:-150 - len(inside)] + data[-90 - len(inside) :] + block("b") + block("c"), games("x", "b", "c"))
    add("magic-alone", "magics without anything, between two blocks", START + block("a") + b"PLYBPLYFPLYX" + block("b"), games("a", "b"))
    add("footer-frame-corrupt", "a footer whose length at its end is wrong is no unit: there is a block in its body", START + block("a") + corrupt_frame() + block("b"), games("a", "x", "b"))
    add("footer-frame-high-byte", "the length of a footer's body is wrong in its highest byte: it is no unit", START + block("a") + long_body() + block("b"),
        games("a", "x", "b"))
    add("one-byte-of-garbage", "a byte between two blocks: the search starts at the next", START + block("a") + b"?" + block("b"), games("a", "b"))
    none = fb.Block(0, 0, [Section(99, inside, "something new")])
    add("block-without-games", "a block of no games is no unit: a block is in it", START + block("a") + bytes_of(none) + block("b"), games("a", "x", "b"))
    many = fb.Block(1, 0, [Section(99, inside, "something new")])
    many.games = 4096 + many.size() + 2
    add("block-of-too-many-games", "a block with more games than its bytes may hold is no unit: a block is in it",
        START + block("a") + bytes_of(many) + block("b"), games("a", "x", "b"))
    run = bytes_of(cc.games_block([2, 1], [cc.run_block().section(fb.MOVES).stored], cc.TIGHT, [8, 11]))
    add("run-start-that-does-not-exist", "the second game of a run has a start that does not exist: the first can be read", START + run, cc.RUN_GAMES[:1],
        ["codecs/tight"])
    add("nothing-but-header", "a file header alone", START, [])
    add("garbage-alone", "no unit at all", START + bytes(range(1, 100)), [])


def long_body():
    made = footer()
    made.tail = block("x")
    made.body_len = made.size() - 20 + 2**24
    return bytes_of(made)


def corrupt_frame():
    made = footer()
    made.tail = block("x")
    data = bytearray(bytes_of(made))
    data[-8] ^= 1
    return bytes(data)


def listing(files):
    """Footers after a place where no unit starts."""
    add = files.recovered
    a, b, c = one("a"), one("b"), one("c")
    before = START + bytes_of(a) + GARBAGE + bytes_of(b)
    after = bytes_of(c)
    add("footer-of-nothing-after-garbage", "a footer that lists no block does not count", before + bytes_of(footer()) + after, games("a", "b", "c"))
    wrong = footer()
    wrong.entries = entries((a, 0, 0, 0), (b, 4, 0, 1))
    wrong.count = 2
    add("footer-of-another-checksum", "a footer that lists a block with another checksum", before + bytes_of(wrong) + after, games("a", "b", "c"))
    wrong = footer()
    wrong.entries = entries((a, 0, 0, 0), (b, 4, -1, 0))
    wrong.count = 2
    add("footer-of-another-length", "a footer that lists a block with another length", before + bytes_of(wrong) + after, games("a", "b", "c"))
    wrong = footer()
    wrong.entries = entries((a, 0, 0, 0), (b, 3, 0, 0))
    wrong.count = 2
    add("footer-of-another-place", "a footer that lists a block a byte before it", before + bytes_of(wrong) + after, games("a", "b", "c"))
    add("footer-of-the-first-block", "a footer that does not list the second block, which the walk has found", before + bytes_of(footer(a)) + after, games("a", "b", "c"))
    add("footer-of-the-first-block-at-end", "the same at the end of the file: its list leads over the second block", before + bytes_of(footer(a)), games("a"))
    old, wrong = footer(), footer()
    wrong.entries, wrong.count = entries((a, 0, 0, 0)) + [(b"".join(map(fb.varint, [4, old.size(), 1, 0, 0])), "gap, length, games, plies, attributes"),
                                                         (fb.u32(old.checksum()), "the checksum of a footer")], 2
    add("footer-of-a-footer", "a footer that lists an old footer as a block", START + bytes_of(a) + GARBAGE + bytes_of(old) + bytes_of(wrong) + after, games("a", "c"))
    add("footer-of-nothing", "a footer that lists nothing, and a block that is unfinished", START + bytes_of(footer()) + bytes_of(a), [])
    add("newer-footer-after-garbage", "a footer of a later version, after garbage and not at the end", before + bytes_of(footer(a, 4, b, write=10)) + after, games("a", "b", "c"))
    add("last-of-two-footers", "of two good footers the last", appended(Append(a), Append(b)).bytes() + after, games("a", "b"))
    chain = appended(Append(a), Append(b))
    add("footer-then-torn-footer", "a good footer, and the first bytes of another", chain.bytes() + b"PLYF\x10\0\0\0\4\0\4\0", games("a", "b"))


def entries(*listed):
    """Entries of blocks, with a gap, and what is added to length and checksum."""
    parts = []
    for made, gap, more, other in listed:
        numbers = [gap, made.size() + more, made.games, made.plies, 0]
        parts += [(b"".join(map(fb.varint, numbers)), "gap, length, games, plies, attributes"), (fb.u32(made.header_crc() ^ other), "checksum of its block header")]
    return parts


def refused(files):
    """What a reader does not know, it does not call corrupt."""
    def bad(name, title, data, error):
        files.chapter.add(f"recover-{name}", title, "container.16 versions.2 versions.4", "recover-file", **{"from": "container/appended"},
                          input=[[data.hex(" "), "the file"]], error=error)

    a, b = one("a"), one("b")
    bad("newer-footer-at-end", "the footer at the end is of a later version", START + bytes_of(a) + bytes_of(footer(a, write=10)), "UNSUPPORTED_VERSION")
    bad("unknown-feature-at-end", "the footer at the end has an unknown feature", START + bytes_of(a) + bytes_of(footer(a, required=8)), "UNSUPPORTED_FEATURE")
    newer = bytes_of(footer(a, write=10))
    bad("newer-footer-at-end-after-garbage", "the same, after a place where no unit starts", START + bytes_of(a) + GARBAGE + newer, "UNSUPPORTED_VERSION")
    bad("newer-footer-then-torn", "a footer of a later version, then the beginning of a block", START + bytes_of(a) + newer + bytes_of(b)[:40], "UNSUPPORTED_VERSION")
    bad("newer-footer-then-block", "a footer of a later version, then a block", START + bytes_of(a) + newer + bytes_of(b), "UNSUPPORTED_VERSION")
    header = File().header
    header.versions = fb.Versions(10, 10)
    bad("newer-header", "the file header is of a later version", bytes_of(header) + bytes_of(a), "UNSUPPORTED_VERSION")
    bad("magic", "another magic", b"\x8ePLY" + START[4:] + bytes_of(a), "NOT_PLYPACK")
    bad("header-cut", "the file ends within its header", START[:31], "TRUNCATED")


def led_on(files):
    """container.16: where no unit starts, the lists of the footer at the end lead on."""
    a, b = one("a"), one("b")
    corrupt = bytearray(bytes_of(footer(a)))
    corrupt[10] ^= 1
    file = File(a, b)
    file.items.insert(1, bytes(corrupt))
    file.footer = fb.Footer([a, len(corrupt), b])
    files.good("led-over-corrupt-footer", "a footer between two blocks is corrupt, and not named: the list leads over it", "container.15 container.16", file, games("a", "b"))
    file = File(a, b)
    file.items.insert(1, b"PLYB" + bytes(30))
    file.footer = fb.Footer([a, 34, b])
    files.good("led-over-garbage", "something like a block between two blocks", "container.15 container.16", file, games("a", "b"))
    file = File(a, b)
    file.items.append(GARBAGE)
    files.good("led-to-the-footer", "no unit before the footer", "container.15 container.16", file, games("a", "b"))
    file = File(a, b)
    file.items.insert(0, GARBAGE)
    file.footer = fb.Footer([4, a, b], gap=4)
    file.footer.blocks = [a, b]
    files.good("led-from-the-header", "no unit after the file header", "container.15 container.16", file, games("a", "b"))
    file = File(a, one("u"), b)
    file.footer = fb.Footer([a, file.items[1].size(), b])
    files.good("unlisted-block", "a block that the footer does not list", "container.13 container.16", file, games("a", "b"))
    file = File(a, one("u"), b)
    file.items.insert(1, GARBAGE)
    file.footer = fb.Footer([a, 4 + file.items[2].size(), b])
    files.good("led-over-unlisted-block", "no unit, then a block that is not listed: the list leads over both", "container.16", file, games("a", "b"))
    file = File(a, b, one("u"))
    file.items.insert(1, GARBAGE)
    file.footer = fb.Footer([a, 4, b])
    files.bad("unlisted-block-after-garbage", "after a place where no unit starts the walk finds a block that is not listed", "container.16", "two-blocks", file, "FOOTER_MISSING")


def add(files):
    for part in (units, listing, refused, led_on):
        part(files)
