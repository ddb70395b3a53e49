"""Vectors of commit records, of the frame of the footer and of the end of the file (container.15), of optional parts, attributes and first numbers
(container.6, container.13), and of bytes that belong to nothing (container.1)."""

import file_bytes as fb
from file_bytes import EDITS, RECORDS, REPLACED, START, File, Part
from footer_cases import Append, appended, bytes_of, games, last_footer, one, replacing, some, with_parts, with_record
from vector_file import pieces

A, B = 0, 1
RULES = "container.15"


def two():
    """Record B is in force."""
    return appended(Append(one("a")), Append(one("b")))


def three():
    """Record A is in force."""
    return appended(Append(one("a")), Append(one("b")), Append(one("c")))


def good_records(files):
    good = files.good
    for name, title, a, b, expected in [
        ("low-bytes", "sequence numbers of which the smaller one is larger in 32 bits", 2**32 - 1, 2**32, "ab"),
        ("last-byte", "sequence numbers that differ in the last byte alone", 2**56 * 3 + 7, 2**56 * 2 + 7, "a"),
        ("not-next", "sequence numbers that are not next to each other", 5, 3, "a"),
        ("other-zero", "the sequence number 0 in the record that is not in force", 0, 1, "ab"),
    ]:
        good(f"records-{name}", title, RULES, with_record(with_record(two(), A, sequence=a), B, sequence=b), games(*expected))
    for name, title, fields in [
        ("offset", "an offset of the footer below 1,536", {"at": 5}), ("end", "an end beyond that of the file", {"length": 2**31}), ("checksum", "another checksum of the footer", {"footer_crc": 1}),
        ("id", "another file id", {"file_id": b"\1" * 16}), ("feature", "an unknown feature", {"versions": fb.Versions(required=8)}),
    ]:
        good(f"other-record-{name}", f"the record that is not in force has {title}", RULES, with_record(two(), A, **fields), games("a", "b"))
    file = two()
    file.items[1].crc = 1
    good("other-footer-corrupt", "the footer that is not in force is corrupt", f"{RULES} limits.11", file, games("a", "b"))
    file = with_record(with_record(two(), A, file_id=bytes(range(16))), B, file_id=bytes(range(16)))
    good("any-id", "the file id is not that of the blocks", "container.17", file, games("a", "b"))
    good("no-id", "a file without games, and with the id 0, after an append", "container.17", appended(Append(), Append()), [])
    data = two().bytes()
    for name, start, end in [("header", 32, RECORDS[A]), ("record-a", RECORDS[A] + 64, RECORDS[B]), ("record-b", RECORDS[B] + 64, START)]:
        files.chapter.add(f"bytes-after-{name}", f"the bytes between {name.replace('-', ' ')} and what comes next are not 0", "container.3", "decode-file",
                          input=pieces((data[:start], "the file"), (b"\xff" * (end - start), "other bytes"), (data[end:], "the file")), expect={"games": games("a", "b")})


def sizes(files):
    """The end of the file."""
    data = two().bytes()
    for name, length, at in [("after-records", 1088, 1088), ("between-records", 1000, 0), ("first-record", 575, 0)]:
        files.chapter.add(f"cut-{name}", f"the file has {length} bytes", RULES, "decode-file", **{"from": "container/appended"}, input=pieces((data[:length], "the file")), error="TRUNCATED", at=at)
    wrong = with_record(two(), A, crc=1).bytes()[:1087]
    files.chapter.add("cut-with-wrong-record", "the checksum of record A is wrong, and the file ends within record B", RULES, "decode-file", **{"from": "container/appended"},
                      input=pieces((wrong, "the file")), error="TRUNCATED", at=0)
    for name, title, tail in [("zeros", "20 zeros", bytes(20)), ("half-block", "the beginning of a block", bytes_of(one("c"))[:30]), ("append", "a block and its footer", three().bytes()[len(data):])]:
        file = two()
        file.tail = tail
        files.good(f"unfinished-{name}", f"after the end: {title}", RULES, file, games("a", "b"))


def bad_records(files):
    def bad(name, title, place, fields, error, at, make=two):
        files.bad(name, title, RULES, "appended", with_record(make(), place, **fields), error, at)

    bad("record-b-checksum-not-in-force", "the checksum of record B is wrong, and A is in force", B, {"crc": 1}, "CHECKSUM_HEADER", RECORDS[B], three)
    for name, fields in [("id", {"file_id": b"\1" * 16}), ("reserved", {"reserved": bytes(7) + b"\1"}), ("features", {"versions": fb.Versions(optional=1)})]:
        bad(f"records-equal-but-{name}", f"two records of one sequence number that differ in {name}", B, fields, "HEADER_MALFORMED", RECORDS[A], lambda: File(one("a")))
    for place, letter, make in [(A, "a", three), (B, "b", two)]:
        start, length, end = last_footer(make()), make().footer.size(), len(make().bytes())
        for name, title, fields, error, at in [
            ("offset-0", "the footer begins at 0", {"at": 0}, "HEADER_MALFORMED", RECORDS[place]),
            ("offset-1535", "the footer begins at 1,535", {"at": START - 1}, "HEADER_MALFORMED", RECORDS[place]),
            ("end-in-64-bits", "an end that would be in the file in 64 bits", {"at": 2**64 - 10}, "HEADER_MALFORMED", RECORDS[place]),
            ("reserved-first", "the first reserved byte is not 0", {"reserved": b"\1" + bytes(7)}, "HEADER_MALFORMED", RECORDS[place]),
            ("reserved-last", "the last reserved byte is not 0", {"reserved": bytes(7) + b"\x80"}, "HEADER_MALFORMED", RECORDS[place]),
            ("end", "the end is one byte after that of the file", {"length": length + 1}, "TRUNCATED", end),
            ("end-far", "the footer begins at 2^63", {"at": 2**63}, "TRUNCATED", end),
            ("length-less", "the length of the footer is too small by one", {"length": length - 1}, "FOOTER_MISSING", start),
            ("length-0", "the length of the footer is 0", {"length": 0}, "FOOTER_MISSING", start),
            ("length-0-at-the-end", "a footer of 0 bytes at the end of the file", {"at": end, "length": 0}, "FOOTER_MISSING", end),
            ("length-1", "the length of the footer is 1", {"length": 1}, "FOOTER_MISSING", start),
            ("length-11", "the length of the footer is 11, fewer bytes than any has", {"length": 11}, "FOOTER_MISSING", start),
            ("later", "the footer is a byte after its place", {"at": start + 1, "length": length - 1}, "FOOTER_MISSING", start + 1),
            ("earlier", "the footer is a byte before its place", {"at": start - 1}, "FOOTER_MISSING", start - 1),
            ("footer-checksum", "another checksum of the footer", {"footer_crc": 1}, "CHECKSUM_FOOTER", start),
        ]:
            bad(f"record-{letter}-{name}", f"record {letter.upper()}, which is in force: {title}", place, fields, error, at, make)
    data = two().bytes()
    for name, title, changed in [("zeros", "both records are zeros", data[:512] + bytes(1024) + data[START:]), ("missing", "the first unit begins right after the header", data[:32] + bytes_of(one("a" * 3000)))]:
        files.chapter.add(f"records-{name}", title, RULES, "decode-file", **{"from": "container/appended"}, input=pieces((changed, "the file")), error="CHECKSUM_HEADER", at=RECORDS[A])


def footers(files):
    """The frame of the footer in force."""
    def bad(name, title, error, **fields):
        file = two()
        for field, value in fields.items():
            setattr(file.footer, field, value)
        files.bad(name, title, "container.12 container.15", "appended", file, error, last_footer(file))

    size = two().footer.size()
    bad("footer-body-length-too-large", "the length of the body of the footer is too large by one", "FOOTER_MISSING", body_len=size - 11)
    bad("footer-body-length-0", "the length of the body of the footer is 0", "FOOTER_MISSING", body_len=0)
    file = two()
    checksum = file.footer.checksum()
    file.footer.crc = 7
    files.bad("footer-checksum-alone", "the checksum of the footer is wrong, and the record has the right one", "container.12 container.15", "appended", with_record(file, B, footer_crc=checksum),
              "CHECKSUM_FOOTER", last_footer(file))
    file = two()
    file.footer.body_len = 2**32 - 1
    files.bad("footer-length-in-32-bits", "a footer of 11 bytes, whose body has 2^32 - 1: the sum is right in 32 bits", "container.15", "appended", with_record(file, B, length=11), "FOOTER_MISSING", last_footer(file))


def between(files):
    """container.1: bytes between the units that the footer lists belong to no game."""
    def good(name, title, *items, unlisted=()):
        file = File(*items)
        file.footer = fb.Footer([])
        for number, item in enumerate(items):
            is_gap = number in unlisted or isinstance(item, bytes)
            file.footer.blocks.append(len(bytes_of_item(item)) if is_gap else item)
        while isinstance(file.footer.blocks[-1], int):
            file.footer.blocks.pop()
        for first, block in enumerate(block for block in file.footer.blocks if not isinstance(block, int)):
            block.at_number(first)
        files.good(name, title, "container.1 container.13", file, games("a", "b"))

    corrupt = bytearray(bytes_of(fb.Footer([])))
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
    file = File(one("a"), one("b"))
    size = one("a").size()
    entries = [(b"".join(map(fb.varint, numbers)), "gap, length, games, plies, attributes") for numbers in ([0, size, 1, 0, 0], [2**64 - 1, 5, 1, 0, 0])]
    file.footer.count, file.footer.entries = 2, [part for entry in entries for part in (entry, (fb.u32(0), "checksum of its block header"))]
    files.bad("block-gap-of-64-bits", "a second block whose gap leads beyond 64 bits", "container.13", "appended", file, "FOOTER_MALFORMED")


def bytes_of_item(item):
    return item if isinstance(item, bytes) else bytes_of(item)


def optional(files):
    """container.13: optional parts may be anything, and anywhere before the footer."""
    size = one("a").size()

    def part(number, *places):
        file = File(one("a"))
        file.footer.optional_parts = [(fb.varint(number), "number of optional parts"), (b"".join(map(fb.varint, places)), "an optional part: kind, offset, length"), (fb.u32(0), "its checksum")]
        return file

    for name, title, content in [("like-block", "a block", bytes_of(one("x"))), ("like-footer", "a footer", bytes_of(fb.Footer([])))]:
        file = File(one("a"))
        file.items.append(Part(5, content))
        file.footer.optional.append((file.items[-1], START + size))
        files.good(f"optional-part-{name}", f"an optional part that looks like {title}", "container.13", file, games("a"))
    files.good("optional-part-in-block", "an optional part within a listed block, with a wrong checksum", "container.13", part(1, 3, START + 4, 9), games("a"))
    files.good("optional-part-kind-0", "an optional part of kind 0", "container.13", with_parts([0]), games("a"))
    for name, title, error, number, *places in [
        ("even-empty", "an optional part of an even kind, which has no bytes", "FOOTER_MALFORMED", 1, 2, START, 0),
        ("into-footer", "an optional part that ends within the footer", "FOOTER_MALFORMED", 1, 1, START, size + 1),
        ("behind-footer", "an optional part that begins after the footer", "FOOTER_MALFORMED", 1, 1, START + size + 500, 4),
        ("at-2-64", "an optional part at 2^64 - 1, whose end would be in the file in 64 bits", "FOOTER_MALFORMED", 1, 1, 2**64 - 1, START + 2),
        ("of-2-64", "an optional part of 2^64 - 1 bytes", "FOOTER_MALFORMED", 1, 1, START + 2, 2**64 - 1),
    ]:
        files.bad(f"optional-part-{name}", title, "container.13", "optional-part-odd", part(number, *places), error, "an optional part: kind")
    files.bad("optional-parts-huge-count", "2^60 optional parts", "container.13 limits.10", "optional-part-odd", part(2**60, 1, START, 4), "LIMIT_EXCEEDED", "number of optional parts")
    more = part(1, 1, START, 4)
    more.footer.optional_parts.append((b"\0", "left over"))
    files.bad("optional-part-then-byte", "a byte after the optional parts", "container.13 wire.7", "optional-part-odd", more, "TRAILING_BYTES", "left over")


def numbers(files):
    """container.6, container.13: attributes and first numbers of block headers."""
    rules = "container.6 container.13"
    for value in (2, 3, 128, 2**64 - 1):
        block = one("a")
        block.attributes = value
        files.bad(f"header-attributes-{value}", f"attributes {value} in a block header", "container.6", "one-game", listing((block, 0)), "BLOCK_MALFORMED", START + 10)
    files.bad("attributes-listed-0", "a block of attributes 1 is listed with 0", rules, "one-game", listing((replacing(one("a")), 0)), "BLOCK_MALFORMED")
    other = listing((one("b"), 0), (one("a").at_number(0), 1))
    other.footer.edits = [(0, REPLACED)]
    files.bad("attributes-listed-1", "a block of attributes 0 is listed with 1, and has a replacement", rules, "one-game", other, "BLOCK_MALFORMED")
    for name, title, number in [("above", "one above the number of its first game", 1), ("far", "2^32", 2**32), ("largest", "2^64 - 1", 2**64 - 1)]:
        files.bad(f"first-number-{name}", f"a first number that is {title}", rules, "one-game", File(one("a").at_number(number)), "BLOCK_MALFORMED", "block")
    files.bad("first-number-below", "the first number of the second block is one too small", rules, "two-blocks", File(some("a", "b"), some("c", "d").at_number(1)), "BLOCK_MALFORMED")
    files.bad("first-number-of-32-bits", "a first number that would be right in 32 bits", rules, "two-blocks", File(some("a", "b"), one("c").at_number(2**32 + 2)), "BLOCK_MALFORMED")
    abc = some("a", "b", "c")
    files.bad("first-number-of-replacements", "the first number of a block of replacements counts the games of the file", "container.6 container.14", "replaced-games",
              appended(Append(abc, replacing(one("A")).at_number(3), edits=[(0, REPLACED)])), "BLOCK_MALFORMED")
    later = appended(Append(some("a", "b", "c"), replacing(some("A", "B"))), Append(replacing(one("C")), one("d"), edits=[(2, REPLACED + 2)]))
    files.good("first-numbers", "two blocks of replacements and two of games, each with its own numbers", "container.6 container.14", later, games("a", "b", "C", "d"))
    many = [f"{n}" for n in range(127)]
    files.good("first-numbers-of-two-bytes", "127 games, and three blocks of one", "container.6", File(some(*many), one("a"), one("b"), one("c")), games(*many, "a", "b", "c"))


def listing(*listed):
    """A file of blocks, each listed with these attributes, with the feature of edits."""
    file = File(*(block for block, _ in listed))
    file.settle()
    file.footer.versions.required = EDITS
    file.footer.count = len(listed)
    file.footer.entries = [part for block, attributes in listed for part in (
        (b"".join(map(fb.varint, [0, block.size(), 1, 0, attributes])), "gap, length, games, plies, attributes"), (fb.u32(block.header_crc()), "checksum of its block header"))]
    return file


def add(files):
    for part in (good_records, sizes, bad_records, footers, between, optional, numbers):
        part(files)
