"""Vectors of optional parts, and of attributes and first numbers of blocks (container.6, container.13)."""

import file_bytes as fb
from append_cases import with_parts
from file_bytes import EDITS, File, Part
from footer_cases import Append, appended, games, one, replacing, some
from index_games import indexed

E = "FOOTER_MALFORMED"


def optional(files):
    """container.13"""
    rules = "container.13"
    for name, title, parts in [
        ("odd", "an optional part of kind 1", [Part(1)]), ("even", "an optional part of kind 2", [Part(2)]), ("zero", "an optional part of kind 0", [Part(0)]),
        ("largest-kind", "an optional part of kind 2^64 - 1", [Part(2**64 - 1)]), ("several", "five optional parts", [Part(n, bytes([n + 1])) for n in range(5)]),
        ("same", "two optional parts of one kind", [Part(9), Part(9, b"more")]), ("like-block", "an optional part that looks like a block", [Part(5, one("x").bytes())]),
        ("like-footer", "an optional part that looks like a footer", [Part(5, fb.Footer([]).bytes())]),
    ]:
        files.good(f"optional-{name}", title, rules, with_parts(*parts), games("a"))
    shared = with_parts(Part(1))
    shared.footer.optional_parts = entry((3, fb.UNITS_START, shared.items[0].size()))
    files.good("optional-in-block", "an optional part whose bytes are those of a block", rules, shared, games("a"))
    damaged = with_parts(Part(1))
    damaged.footer.optional_parts = [(part, text) if text != "its checksum" else (fb.u32(1), text) for part, text in with_parts(Part(1)).footer.lists()[-3:]]
    files.good("optional-checksum", "an optional part of an unknown kind, with another checksum", rules, damaged, games("a"))

    def bad(name, title, error, *numbers, count=None):
        file = File(one("a"))
        file.footer.optional_parts = entry(numbers, count)
        files.bad(f"optional-{name}", title, "container.13", "optional-odd", file, error)

    start = fb.UNITS_START
    end = start + one("a").size()
    bad("of-no-bytes", "an optional part of no bytes", E, 1, start, 0)
    bad("in-fixed-area", "an optional part that begins in the fixed area", E, 1, start - 1, 4)
    bad("in-footer", "an optional part that ends within the footer", E, 1, start, end - start + 1)
    bad("after-footer", "an optional part that begins after the footer", E, 1, end + 500, 4)
    bad("even-of-no-bytes", "an optional part of an even kind, which has no bytes", E, 2, start, 0)
    bad("too-many", "two optional parts, of which one is there", "LIMIT_EXCEEDED", 1, start, 4, count=2)
    bad("huge-count", "2^60 optional parts", "LIMIT_EXCEEDED", 1, start, 4, count=2**60)
    more = File(one("a"))
    more.footer.optional_parts = entry((1, start, 4)) + [(b"\0", "left over")]
    files.bad("optional-trailing", "a byte after the optional parts", "container.13 wire.7", "optional-odd", more, "TRAILING_BYTES", "left over")


def entry(numbers, count=None):
    return [(fb.varint(count or 1), "number of optional parts"), (b"".join(map(fb.varint, numbers)), "an optional part: kind, offset, length"), (fb.u32(0), "its checksum")]


def attributes(files):
    """container.6: attributes of block headers; the list has others that it may have."""
    for value in (2, 3, 128, 256, 2**32, 2**64 - 1):
        block = one("a")
        block.attributes = value
        files.bad(f"header-attributes-{value}", f"attributes {value} in a block header", "container.6", "one-game", listing((block, 0)), "BLOCK_MALFORMED", "attributes, first number")
    files.bad("attributes-listed-0", "a block of attributes 1 is listed with 0", "container.6 container.13", "one-game", listing((replacing(one("a")), 0)), "BLOCK_MALFORMED")
    files.bad("attributes-listed-1", "a block of attributes 0 is listed with 1", "container.6 container.13", "one-game", listing((one("b"), 0), (one("a").at_number(0), 1)), "BLOCK_MALFORMED")
    for name, title, number in [("above", "one above the number of its first game", 1), ("far", "2^32", 2**32), ("largest", "2^64 - 1", 2**64 - 1)]:
        files.bad(f"first-number-{name}", f"a first number that is {title}", "container.6 container.13", "one-game", File(one("a").at_number(number)), "BLOCK_MALFORMED", "block")
    second = some("c", "d").at_number(1)
    files.bad("first-number-below", "the first number of the second block is one too small", "container.6 container.13", "two-blocks", File(some("a", "b"), second), "BLOCK_MALFORMED")
    files.bad("first-number-of-32-bits", "a first number that would be right in 32 bits", "container.6 container.13", "two-blocks", File(some("a", "b"), one("c").at_number(2**32 + 2)), "BLOCK_MALFORMED")
    abc = some("a", "b", "c")
    wrong = replacing(one("A")).at_number(3)
    files.bad("first-number-of-replacements", "the first number of a block of replacements counts the games of the file", "container.6 container.14", "replaced-games",
              appended(Append(abc, wrong, edits=[(0, fb.REPLACED)])), "BLOCK_MALFORMED")
    later = appended(Append(abc, replacing(some("A", "B"))), Append(replacing(one("C")), one("d"), edits=[(2, fb.REPLACED + 2)]))
    files.good("first-numbers", "two blocks of replacements and two of games, each with its own numbers", "container.6 container.14", later, games("a", "b", "C", "d"))
    many = [some(*[f"{n}-{k}" for k in range(100)]) for n in range(3)]
    files.good("first-numbers-of-two-bytes", "three blocks of 100 games", "container.6", File(*many), games(*(f"{n}-{k}" for n in range(3) for k in range(100))))


def listing(*listed):
    """A file of blocks, each listed with these attributes, with the feature of edits."""
    file = File(*(block for block, _ in listed))
    file.versions.required = EDITS
    file.set_places()
    file.footer.count = len(listed)
    file.footer.entries = [part for block, attributes in listed for part in (
        (b"".join(map(fb.varint, [0, block.size(), 1, 0, attributes])), "gap, length, games, plies, attributes"), (fb.u32(block.header_crc()), "checksum of its block header"))]
    return file


def index_parts(segments):
    """index.3"""
    for name, title, parts in [("one", "an optional part", [(1, b"new")]), ("kinds", "optional parts of kinds 2, 2, 0 and 2^64 - 1", [(2, b"a"), (2, b"bb"), (0, b"ccc"), (2**64 - 1, b"dddd")])]:
        file, segment = indexed()
        segment.optional = parts
        segments.add(f"optional-{name}", title, "index.3", file, segment)
        segments.search(f"optional-{name}", title, file)
    file, segment = indexed()
    segment.optional = [(1, b"new")]
    segment.edit("directory", lambda fields: [*fields[:-1], (fb.u32(1), "another checksum")])
    segments.add("optional-checksum", "an optional part with another checksum, which nothing looks at", "index.3", file, segment)

    def bad(name, title, change):
        file, segment = indexed()
        segment.optional = [(1, b"new")]
        segment.edit("directory", change)
        segments.add(f"bad-optional-{name}", title, "index.3", file)
        segments.search(f"bad-optional-{name}", title, file)

    bad("of-no-bytes", "an optional part of no bytes, and bytes that are no part's", lambda fields: [*fields[:-2], (fb.varint(1) + fb.varint(0), "an optional part: kind, length"), fields[-1]])
    bad("length", "an optional part that is one byte longer", lambda fields: [*fields[:-2], (fb.varint(1) + fb.varint(4), "an optional part: kind, length"), fields[-1]])
    bad("length-32", "an optional part that is 2^32 bytes longer", lambda fields: [*fields[:-2], (fb.varint(1) + fb.varint(2**32 + 3), "an optional part: kind, length"), fields[-1]])
    bad("too-many", "two optional parts, of which one is there", lambda fields: [*fields[:-3], (fb.varint(2), "number of optional parts"), *fields[-2:]])
    bad("none", "a number of no optional parts, and one is there", lambda fields: [*fields[:-3], (fb.varint(0), "number of optional parts")])
    bad("missing", "no number of optional parts", lambda fields: fields[:-3])


def add(files):
    for part in (optional, attributes):
        part(files)
