"""Vectors of files that have two errors, whose order a rule tells (container.4, container.7, container.13), of what one block or game keeps from
another, and of what is read or not read."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from file_bytes import DELETED, EDITS, File, Section
from footer_cases import Append, appended, games, one, some
from recovery_cases import without_records

E = "FOOTER_MALFORMED"


def two_errors(files):
    """limits.13: errors of header and footer in the order of their checks."""
    def bad(name, title, rules, error, change, source="appended"):
        file = appended(Append(one("a")), Append(one("b")))
        change(file)
        files.bad(f"order-{name}", title, rules, source, file, error)

    def changes(*parts):
        return lambda file: [part(file) for part in parts]

    footer = lambda name, value: lambda file: setattr(file.footer, name, value)
    attributes = lambda file: setattr(file.footer, "entries", [(fb.varint(0) + fb.varint(9) + fb.varint(1) + fb.varint(0) + fb.varint(2), "an entry"), (fb.u32(0), "its checksum")])
    newer = lambda file: setattr(file.footer, "versions", fb.Versions(11, 11))
    feature = lambda file: setattr(file.header, "versions", fb.Versions(required=8))
    edit = lambda file: [setattr(file.footer, "edits", [(7, DELETED)]), setattr(file.footer.versions, "required", EDITS)]
    bad("version-and-attributes", "a later version, and attributes 2: the version comes first", "container.13 versions.2", "UNSUPPORTED_VERSION",
        changes(newer, attributes))
    bad("checksum-and-version", "a wrong checksum of the footer, and a later version, which comes first", "container.15 versions.2", "UNSUPPORTED_VERSION",
        changes(newer, footer("crc", 1)))
    bad("header-and-footer", "an unknown feature in the file header, and a wrong checksum of the footer", "container.15 versions.4",
        "UNSUPPORTED_FEATURE", changes(feature, footer("crc", 1)))
    bad("header-and-records", "an unknown feature in the file header, and a wrong checksum of a record", "container.15 versions.4",
        "UNSUPPORTED_FEATURE", changes(feature, lambda file: setattr(file.record(), "crc", 1)))
    record = lambda name, value: lambda file: setattr(file.record(), name, value)
    bad("version-and-record", "a later version, and an offset of the footer that is too small", "container.15 versions.2", "UNSUPPORTED_VERSION", changes(newer, record("at", 5)))
    bad("record-checksum-and-version", "a wrong checksum of the record in force, and a later version", "container.15 versions.2", "CHECKSUM_HEADER", changes(newer, record("crc", 1)))
    bad("record-and-end", "reserved bytes of the record that are not 0, and an end beyond that of the file", "container.15", "HEADER_MALFORMED",
        changes(record("reserved", bytes(7) + b"\1"), record("length", 2**30)))
    bad("end-and-footer", "an end beyond that of the file, and another magic of the footer", "container.15", "TRUNCATED", changes(record("length", 2**30), footer("magic", b"PLYZ")))
    bad("magic-and-checksum", "another magic of the footer, and a wrong checksum", "container.15", "FOOTER_MISSING", changes(footer("crc", 1), footer("magic", b"PLYZ")))
    bad("checksum-and-list", "a wrong checksum of the footer, and attributes 2", "container.15", "CHECKSUM_FOOTER", changes(attributes, footer("crc", 1)))
    bad("header-checksum-and-feature", "a wrong checksum of the file header, and an unknown feature", "container.4", "CHECKSUM_HEADER",
        changes(feature, lambda file: setattr(file.header, "crc", 1)))
    bad("header-feature-and-reserved", "an unknown feature, and reserved bytes that are not 0", "container.4", "UNSUPPORTED_FEATURE",
        changes(feature, lambda file: setattr(file.header, "reserved", b"\1" + bytes(7))))
    bad("header-magic-and-checksum", "another magic, and a wrong checksum", "container.2 container.4", "NOT_PLYPACK",
        changes(lambda file: setattr(file.header, "magic", b"\x8fPLX\r\n\x1a\n"), lambda file: setattr(file.header, "crc", 1)))
    bad("footer-and-block", "an edit of game 7, and a corrupt block header: the footer comes first", "container.13 container.14", E,
        changes(edit, lambda file: setattr(file.items[0], "crc", 1)))


def sections(files):
    """container.7: an unknown section comes before the content of others, and after the block header."""
    def bad(name, title, rules, error, change):
        block = cc.bare_block(extra=[Section(20, b"new", "something new")])
        change(block)
        files.bad(f"order-{name}", title, rules, "one-game", File(block), error)

    section = lambda kind, **fields: lambda block: [setattr(block.section(kind), key, value) for key, value in fields.items()]
    bad("unknown-section-and-content", "a section of an unknown kind, and malformed plies", "container.7", "UNSUPPORTED_SECTION",
        section(fb.PLIES, stored=b"\5\0"))
    bad("unknown-section-and-codec", "a section of an unknown kind, and an unknown codec", "container.7", "UNSUPPORTED_SECTION",
        section(fb.MOVES, param=99))
    bad("unknown-section-and-lengths", "a section of an unknown kind, and a stored section of two lengths", "container.6 container.7",
        "BLOCK_MALFORMED", section(fb.STATES, raw_len=9))
    bad("unknown-section-and-trailing", "a section of an unknown kind, and a byte left over in the block header", "container.6 container.7", "TRAILING_BYTES",
        lambda block: setattr(block, "tail", b"\0"))
    many = lambda block: [setattr(block.section(fb.PLIES), "raw_len", 2**26), setattr(block.section(fb.PLIES), "compression", 1)]
    bad("unknown-section-and-limit", "a section of an unknown kind, and a raw length above what the stored bytes allow", "container.7 limits.2", "LIMIT_EXCEEDED", many)
    bad("unknown-section-and-missing", "a section of an unknown kind, and no plies", "container.7", "UNSUPPORTED_SECTION",
        lambda block: block.sections.pop(0))
    packed = cc.full_block()
    for part in packed.sections:
        part.raw_len, part.compression, part.stored = len(part.stored), 1, fb.zstd_frame(part.stored)
    files.good("every-section-compressed", "every section in a zstd frame", "container.8 container.9", File(packed), cc.FULL)
    sizes = cc.move_sizes_file()
    part = sizes.items[0].section(fb.MOVE_SIZES)
    part.raw_len, part.compression, part.stored = len(part.stored), 1, fb.zstd_frame(part.stored)
    files.good("move-sizes-compressed", "move sizes in a zstd frame", "container.9 container.10", sizes, cc.MOVE_SIZES_GAMES)


def kept(files):
    """tags.8, container.14: nothing of one block is there in another."""
    first, second = cc.full_block(), cc.names_block()
    second.sections = [section for section in second.sections if section.kind != fb.NAMES]
    files.bad("names-of-another-block", "columns of names in a block without names, after a block with names", "tags.5 tags.8", "two-blocks",
        File(first, second), "TAGS_MALFORMED")
    whole = cc.games_block([1, 0, 1], [bytes.fromhex("c0"), b"", bytes.fromhex("c0")], 3)
    whole.sections.append(Section(fb.UNPARSED_TEXT, fb.strings([b"", b"x", b""]), "unparsed text of the second game"))
    e4 = cc.game(moves=["e2e4"])
    files.good("unparsed-text-of-the-second", "unparsed text of the second of three games", "container.8", File(whole), [e4, cc.game(rest="x"), e4])
    lost, after = one("a"), some("b", "c")
    lost.crc = 1
    after.section(fb.STATES).stored = fb.column([12, 8])
    files.recovered("continuation-of-a-lost-game", "a block is lost, and the next one begins with a continuation of its game",
        without_records(lost, after),
                    [{**games("b")[0], "continued": True}, *games("c")])
    bad = cc.games_block([1, 1, 1], [bytes.fromhex("c0"), b"\x0a", bytes.fromhex("c0")], 3)
    files.recovered("one-bad-game", "the second of three games has a code that stands for no move", without_records(bad), [e4, e4])


def segments(files):
    """index.1, container.13: places of segments in the list."""
    played = ic.GAMES[:2]
    block = ic.gf.block(played)
    at = fb.START + 2 * block.size()
    other = ic.gf.block(played)
    first, second = ic.segment_of([(block, played)]), ic.segment_of([(other, played)], start=fb.START + block.size(), first_block=1)

    def add(name, title, listed, *expected):
        file = File(block, other)
        file.items += [second, first]
        file.footer.segments = listed
        files.chapter.add(f"segments-{name}", title, "container.13 index.1", "index", needs=["index"], input=file.input(),
            expect={"segments": [segment.shown() for segment in expected]})

    places = [(second, at, 1), (first, at + second.size(), 0)]
    add("in-the-order-of-places", "segments that are listed in the order of their places", places, first, second)
    add("in-another-order", "segments that are listed in another order than that of their places", places[::-1], first, second)
    add("listed-twice", "a segment that is listed twice", [places[0], places[0]], second)


def add(files):
    for part in (two_errors, sections, kept, segments):
        part(files)
