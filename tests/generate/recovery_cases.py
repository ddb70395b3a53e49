"""Vectors of the walk through a damaged file (container.16): what is a unit, where a search starts, which blocks count, and versions."""

import container_cases as cc
import file_bytes as fb
from file_bytes import File, Section
from footer_cases import games, one

GARBAGE = b"????"
SKIPPED = 99  # a kind of sections that readers skip


def walked(*items):
    """The bytes of a file of these units and other bytes, whose records name a footer that is not there."""
    file = File(*items)
    file.footer = None
    return file.bytes()


def segment(content, cut=0):
    """An index segment as the walk sees it: a valid head, and anything, of which the end may be missing."""
    head = b"PLYX" + (16 + len(content)).to_bytes(8, "little")
    return head + fb.u32(fb.crc32c(head)) + content[: len(content) - cut]


def a():
    return one("a")


def b(number=1):
    return one("b").at_number(number)


def c(number=2):
    return one("c").at_number(number)


def x(number=1):
    """A block inside of another unit."""
    return one("x").at_number(number).bytes()


def without(block, start, end):
    """The bytes of a block without those between these places, counted from its end."""
    data = block.bytes()
    return data[: len(data) - start] + data[len(data) - end :]


def segments(files):
    add = files.recovered
    add("segment-between-blocks", "an index segment is a unit: a block in it is none", walked(a(), segment(x()), b()), games("a", "b"))
    add("segment-torn", "an index segment that reaches beyond the end of the file ends the walk", walked(a(), segment(x() + bytes(9), cut=5)), games("a"))
    broken = bytearray(segment(x()))
    broken[12] ^= 1
    add("segment-head-corrupt", "the checksum of a segment's head is wrong: it is no unit, and the search finds what is in it", walked(a(), bytes(broken), b(2)), games("a", "x", "b"))
    short = b"PLYX" + (23).to_bytes(8, "little")
    add("segment-too-short", "a segment of 23 bytes is none: a block begins in its last seven", walked(a(), short + fb.u32(fb.crc32c(short)), b()), games("a", "b"))
    empty = b"PLYX" + bytes(8)
    add("segment-of-no-bytes", "a segment of 0 bytes is none", walked(a(), empty + fb.u32(fb.crc32c(empty)), b()), games("a", "b"))
    unknown = b"PLYZ" + segment(x())[4:12]
    add("unknown-magic", "an unknown magic and a valid head like that of a segment: it is no unit, and the search finds what is in it",
        walked(a(), unknown + fb.u32(fb.crc32c(unknown)) + x(), b(2)), games("a", "x", "b"))
    add("segment-loses-bytes", "50 bytes of a segment are lost: it ends within the next block, and the search starts there", walked(a(), segment(bytes(200), cut=50), b(), c()), games("a", "c"))
    for name, what, length in [("all", "2^64 - 1", 2**64 - 1), ("back", "2^64 - 40, which would lead back in 64 bits", 2**64 - 40), ("signed", "2^63", 2**63),
                               ("low", "2^32 + 24, which would be 24 in 32 bits", 2**32 + 24)]:
        head = b"PLYX" + length.to_bytes(8, "little")
        add(f"segment-of-huge-length-{name}", f"the head of a segment of {what} bytes: it reaches beyond the end of the file, and ends the walk",
            walked(a(), head + fb.u32(fb.crc32c(head)) + bytes(8), b()), games("a"))


def blocks(files):
    add = files.recovered
    long = one("a" * 300)
    add("block-lost-bytes", "60 bytes of a section of the first block are lost: the search starts at that section", walked(without(long, 90, 30), b(), c()), games("b", "c"))
    two = one("a" * 300)
    two.sections.insert(4, Section(SKIPPED, x(0), "something new"))
    add("block-lost-bytes-in-last-section", "60 bytes of the last section are lost: a block in the intact section before it is none", walked(without(two, 90, 30), b(), c()), games("b", "c"))
    first = one("a" * 300)
    first.section(fb.PLIES).crc = 0
    first.sections.append(Section(SKIPPED, x(0), "something new"))
    end = len(x(0))
    add("block-lost-bytes-first-section-corrupt", "the first section is corrupt, too: the search starts there, and finds a block in the last section",
        walked(without(first, 150 + end, 90 + end), b(), c()), games("x", "b", "c"))
    whole = one("a" * 60)
    whole.sections.append(Section(SKIPPED, bytes(30), "something new"))
    add("last-section-lost", "all bytes of the last section are lost, which readers skip: the next unit begins where the section would", walked(without(whole, 30, 0), b(), c()),
        games("a" * 60, "b", "c"))
    add("one-byte-of-garbage", "a byte between two blocks: the search starts at the next", walked(a(), b"?", b()), games("a", "b"))
    none = fb.Block(0, 0, [Section(SKIPPED, x(), "something new")])
    add("block-without-games", "a block of no games is no unit: a block is in it", walked(a(), none.bytes(), b(2)), games("a", "x", "b"))
    many = fb.Block(1, 0, [Section(SKIPPED, x(), "something new")])
    many.games = 4096 + many.size() + 2
    add("block-of-too-many-games", "a block with more games than its bytes may hold is no unit: a block is in it", walked(a(), many.bytes(), b(2)), games("a", "x", "b"))
    strange = fb.Block(1, 0, [Section(SKIPPED, x(), "something new")])
    strange.attributes = 2
    add("block-of-attributes-2", "a block with attributes 2 is no unit: a block is in it", walked(a(), strange.bytes(), b(2)), games("a", "x", "b"))
    run = cc.games_block([2, 1], [cc.run_block().section(fb.MOVES).stored], cc.TIGHT, [8, 11])
    add("run-start-that-does-not-exist", "the second game of a run has a start that does not exist: the first can be read", walked(run), cc.RUN_GAMES[:1], ["codecs/tight"])
    unknown = a()
    unknown.section(fb.MOVES).param = 13
    add("block-of-unknown-codec", "the moves of the second of three blocks are of an unknown codec", walked(a(), unknown, c()), games("a", "c"))
    new = cc.bare_block(extra=[Section(20, b"new", "something new")])
    add("block-with-unknown-section", "the second of three blocks has a section of an unknown kind", walked(a(), new, c()), games("a", "c"))


def footers(files):
    add = files.recovered
    odd = fb.Footer([])
    odd.tail = x()
    add("search-ends-at-footer", "bytes, then a footer with a block in its body: a footer ends the search, as a block does", walked(GARBAGE, odd, one("b")), games("b"))
    for name, title, change in [
        ("checksum", "a wrong checksum", lambda data: data[:-1] + bytes([data[-1] ^ 1])), ("magic", "a wrong magic", lambda data: b"PLYG" + data[4:]),
        ("length", "a length of its body that is too small by one", lambda data: data[:4] + fb.u32(len(data) - 13) + data[8:]),
        ("length-high-byte", "a length of its body that is wrong in the highest byte", lambda data: data[:7] + b"\1" + data[8:]),
    ]:
        add(f"footer-unit-{name}", f"a footer with {title} is no unit: there is a block in its body", walked(a(), change(odd.bytes()), b(2)), games("a", "x", "b"))
    add("search-after-footer", "after a footer the search starts at the next byte, not in the footer, in whose body a block is", walked(odd.bytes(), GARBAGE, one("b")), games("b"))
    skipped = cc.bare_block(extra=[Section(SKIPPED, x(0), "something new", crc=1)])
    for name, what, unit in [("footer", "a footer that breaks a rule", odd.bytes()), ("block", "another block", b()), ("segment", "a segment", segment(bytes(20)))]:
        add(f"search-after-{name}-after-damage", f"the unit before a place where no unit starts is {what}: a damaged section before that does not matter",
            walked(skipped, unit, GARBAGE, c()), [cc.game(), *games(*"b" * (name == "block"), "c")])
    add("magic-alone", "magics without anything, between two blocks", walked(a(), b"PLYBPLYFPLYX", b()), games("a", "b"))
    add("many-magics", "200 magics of blocks with huge lengths, which begin no block", walked((b"PLYB" + b"\xff" * 4) * 200, a()), games("a"))
    add("many-magics-of-footers", "100 magics of footers with lengths that lead beyond the end", walked((b"PLYF" + fb.u32(2**31)) * 100, a()), games("a"))
    add("nothing-but-header", "a file header alone", walked()[:32], [])
    add("no-bytes", "a file of no bytes", b"", [])
    add("fixed-area-alone", "a file that ends with its fixed area", walked(), [])
    add("fixed-area-cut", "a file that ends within its fixed area, of which the last bytes are a block", walked()[:1100] + a().bytes(), [])
    add("garbage-alone", "no unit at all", walked(bytes(range(1, 100))), [])


def versions(files):
    """container.16: versions are those of the record in force, else of the file header, else the reader's own."""
    newer, feature = fb.Versions(11, 11), fb.Versions(required=8)

    def file(change):
        made = File(one("a"))
        made.footer.crc = 1
        change(made)
        return made.bytes()

    def bad(name, title, change, error):
        files.chapter.add(f"recover-{name}", title, "container.16 versions.2 versions.4", "recover-file", **{"from": "container/one-game"}, input=[[file(change).hex(" "), "the file"]], error=error)

    def good(name, title, change):
        files.recovered(f"recover-{name}", title, file(change), games("a"))

    of_header = lambda value: lambda made: setattr(made.header, "versions", value)
    of_records = lambda value: lambda made: setattr(made, "versions", value)
    no_records = lambda made: [setattr(record, "crc", 1) for record in (made.a, made.b)]
    no_header = lambda made: setattr(made.header, "crc", 1)
    all_of = lambda *changes: lambda made: [change(made) for change in changes]
    bad("newer-record", "the records are of a later version", of_records(newer), "UNSUPPORTED_VERSION")
    bad("unknown-feature", "the records have an unknown feature", of_records(feature), "UNSUPPORTED_FEATURE")
    bad("newer-header-without-records", "the file header is of a later version, and both records are damaged", all_of(of_header(newer), no_records), "UNSUPPORTED_VERSION")
    bad("older-header-without-records", "the file header is of format 0.9, and there are no records", all_of(of_header(fb.Versions(9, 9)), no_records), "UNSUPPORTED_VERSION")
    bad("newer-record-without-header", "the record in force is of a later version, and the file header is damaged", all_of(of_records(newer), no_header), "UNSUPPORTED_VERSION")
    good("newer-header", "the file header is of a later version, and the record in force is not", of_header(newer))
    good("header-feature", "the file header has an unknown feature, and the record in force has not", of_header(feature))
    good("newer-header-damaged", "the file header is of a later version, and its checksum is wrong, as are those of the records", all_of(of_header(newer), no_header, no_records))
    good("newer-records-damaged", "the records are of a later version, and their checksums are wrong", all_of(of_records(newer), no_records))
    good("header-reserved", "reserved bytes of the file header are not 0", lambda made: setattr(made.header, "reserved", b"\1" + bytes(7)))
    good("magic", "the magic of the file is wrong", lambda made: setattr(made.header, "magic", b"\x8ePLY\r\n\x1a\n"))
    block = cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")])
    made = File(block)
    made.versions.required, made.footer.crc = 0, 1
    files.recovered("recover-without-feature", "a block needs a feature that the record does not have", made.bytes(), [cc.game()], ["values"])


def lost(files):
    """container.11, container.16: games of which one before is lost."""
    broken, after = one("a"), cc.continued_block([12])
    broken.crc = 1
    files.recovered("continuation-without-its-game", "a block is lost, and the next one begins with a continuation of its game", walked(broken.bytes(), after), [cc.game(rest="Nf9", continued=True)])


def add(files):
    for part in (segments, blocks, footers, versions, lost):
        part(files)
