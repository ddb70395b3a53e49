"""Vectors of block headers (container.5 to container.7, limits.1, limits.2): magics, lengths, kinds of sections, attributes and first numbers."""

import container_common as cc
import file_bytes as fb
import tight
from container_common import Append, appended, bare_block, games, one, replacing, some, without_section
from file_bytes import Block, EDITS, File, REPLACED, START, Section

L, S = "LIMIT_EXCEEDED", "SECTION_MALFORMED"
LINE_CODECS = {
    2: "coord12", 4: "block-index", 5: "pgc", 6: "mgc", 7: "varlen", 8: "bits", 9: "rank-3bit", 10: "huffman", 11: "arith", 128: "slots", 129: "byte-queens",
    130: "coord-static", 131: "coord-context", 132: "direction-target", 133: "direction-static", 134: "enumeration",
}


def block_header_faults(files):
    bad = lambda name, title, rule, block, error, at=None: files.bad(name, title, rule, "one-game", File(block), error, at)
    numbers = lambda **fields: fb.with_fields(bare_block(), **fields)
    sections = lambda kind, **fields: fb.with_content(bare_block(), kind, **fields)
    more = lambda *section: fb.with_more(bare_block(), Section(*section))
    without = lambda place: without_section(bare_block(), place)
    bad("block-magic", "the block begins with a wrong magic", "container.5", numbers(magic=b"PLYX"), "BLOCK_MALFORMED", "block")
    bad("block-checksum", "the checksum of the block header is wrong", "container.6", numbers(crc=1), "CHECKSUM_BLOCK", "block")
    bad("head-too-long", "the block header is longer than its limit", "limits.1", numbers(fields_len=(1 << 20) + 1), "LIMIT_EXCEEDED",
        "length of its fields")
    bad("too-many-sections", "the block header lists a section that is missing", "container.6", numbers(count=5), "TRUNCATED")
    bad("sections-huge-count", "the number of sections is above the limit", "limits.1", numbers(count=1 << 40), "LIMIT_EXCEEDED",
        "number of sections")
    bad("head-trailing-byte", "a byte is left over in the block header", "container.6", numbers(tail=b"\0"), "TRAILING_BYTES", "left over")
    bad("two-plies-sections", "two sections of one kind", "container.7", more(fb.PLIES, b"\0", "plies again"), "BLOCK_MALFORMED")
    bad("raw-and-stored-differ", "an uncompressed section with two lengths", "container.9", sections(fb.PLIES, raw_len=2),
        "BLOCK_MALFORMED", "section plies")
    bad("ratio", "a section claims to decompress to more than the limit allows", "limits.2",
        sections(fb.TAG_LAYOUTS, raw_len=1 << 26, compression=1), "LIMIT_EXCEEDED", "section tag_layouts")
    bad("section-too-long", "a section above the limit", "limits.2",
        sections(fb.PLIES, raw_len=(1 << 26) + 1, stored_len=(1 << 26) + 1), "LIMIT_EXCEEDED")
    bad("unknown-section", "a section of kind 14 must not be skipped", "container.7",
        more(14, b"new", "something new"), "UNSUPPORTED_SECTION")
    bad("section-kind-6", "kind 6 is not known", "container.7", more(6, b"", "something"), "UNSUPPORTED_SECTION")
    bad("section-kind-0", "kind 0 is not known", "container.7", more(0, b"", "something"), "UNSUPPORTED_SECTION")
    bad("unknown-codec", "moves of an unknown codec", "codecs.1", sections(fb.MOVES, param=200), "UNSUPPORTED_CODEC")
    bad("codec-with-a-model", "moves of byte with something where tight has its model", "codecs.1", sections(fb.MOVES, param=3 + 256),
        "UNSUPPORTED_CODEC")
    bad("codec-0", "moves of codec 0", "codecs.1", sections(fb.MOVES, param=0), "UNSUPPORTED_CODEC")
    bad("codec-0-with-a-model", "moves of codec 0 with the model of tight", "codecs.1", sections(fb.MOVES, param=256 * tight.checksum()),
        "UNSUPPORTED_CODEC")
    for number, name in LINE_CODECS.items():
        bad(f"codec-{name}", f"moves of {name}, a line codec", "codecs.8", sections(fb.MOVES, param=number), "UNSUPPORTED_CODEC")
    bad("codec-set-aside", "moves of the largest id of one byte, which is reserved", "codecs.1", sections(fb.MOVES, param=255), "UNSUPPORTED_CODEC")
    bad("tight-without-model", "moves of tight without a model", "tight.1", sections(fb.MOVES, param=12), "UNSUPPORTED_MODEL")
    bad("unknown-model", "moves of tight with an unknown model", "tight.1", sections(fb.MOVES, param=12 + 256 * 0x12345678),
        "UNSUPPORTED_MODEL")
    bad("unknown-compression", "compression method 2", "container.9", sections(fb.TAG_LAYOUTS, compression=2),
        "UNSUPPORTED_ENCODING", "no tag names")
    bad("missing-plies", "no section of plies", "container.8", without(0), "SECTION_MALFORMED")
    bad("missing-moves", "no section of moves", "container.8", without(1), "SECTION_MALFORMED")
    bad("missing-tag-shapes", "no section of tag layouts", "container.8", without(3), "SECTION_MALFORMED")
    bad("missing-states", "a game without Result tag needs a marker in its state", "container.11", without(2), "SECTION_MALFORMED", None)


def header_limits(files):
    """limits.1, limits.5, limits.7: at the limit, the header is valid, but its block extends beyond the end of the file
    (container.16); above the limit, the header begins no unit, and the footer's list leads to it."""
    def bad(name, title, rules, error, games=1, plies=0, stored=0):
        block = cc.bare_block(extra=[Section(64, b"", "nothing", stored_len=1 << 17, raw_len=1 << 17)] if games > 1 else [])
        block.games, block.plies = games, plies
        if stored:
            block.section(fb.MOVES).stored_len = block.section(fb.MOVES).raw_len = stored
        entries = fb.listed_block(0, block.size(), 1, 0, 0, crc=block.header_crc())
        files.bad(name, title, rules, "one-game", fb.with_fields(File(block), footer__count=1, footer__entries=entries), error)

    for name, more, error in [("at", 0, "BLOCK_MALFORMED"), ("above", 1, "LIMIT_EXCEEDED")]:
        bad(f"header-games-{name}", f"a block header with {2**16 + more} games", "limits.1 limits.7", error, games=2**16 + more)
        bad(f"header-plies-{name}", f"a block header with {2**28 + more} plies", "limits.1 limits.5", error, plies=2**28 + more, stored=2**24)


def bounds_of_headers(files):
    """limits.1"""
    def bad(name, title, error, **fields):
        files.bad(name, title, "limits.1 container.6", "one-game", File(fb.with_fields(cc.bare_block(), **fields)), error)

    bad("head-at-limit", "the fields of a block header have as many bytes as they may, and more than there are", "TRUNCATED", fields_len=1 << 20)
    bad("sections-at-limit", "as many sections as a block may have, and more than there are", "TRUNCATED", count=2**20 // 9)
    bad("sections-above-limit", "one section more than a block may have", "LIMIT_EXCEEDED", count=2**20 // 9 + 1)


def lengths_of_sections(files):
    """limits.2, limits.5: at the limit the header is valid, but the footer lists another length."""
    def bad(name, title, error, *sections, plies=0, rules="limits.2"):
        block = Block(1, plies, [Section(fb.PLIES, b"", "plies", raw_len=0), *(Section(kind, b"", "nothing", param=3 * (kind == fb.MOVES), compression=1, raw_len=raw, stored_len=stored)
                                                                              for kind, raw, stored in sections)])
        files.bad(name, title, f"{rules} container.6", "one-game", File(block), error)

    for name, more, error in [("at", 0, "BLOCK_MALFORMED"), ("above", 1, "LIMIT_EXCEEDED")]:
        bad(f"raw-length-{name}", f"a section of 2^26 + {more} raw bytes", error, (65, 2**26 + more, 2**18))
        bad(f"stored-length-{name}", f"a section of 2^26 + {more} stored bytes", error, (65, 0, 2**26 + more))
    bad("raw-lengths-above", "17 sections of 2^26 raw bytes", "LIMIT_EXCEEDED", *[(65, 2**26, 2**20)] * 17)
    bad("plies-by-stored-bytes", "more plies than the stored bytes of the moves allow, and fewer than the raw ones", "LIMIT_EXCEEDED", (fb.MOVES, 1000, 10), plies=2**16 + 200,
        rules="limits.5")


def unknown_section_and_error(files):
    """container.7: an unknown section comes before the content of others, and after the block header."""
    bad = lambda name, title, rules, error, block: files.bad(f"order-{name}", title, rules, "one-game", File(block), error)
    unknown = lambda: cc.bare_block(extra=[Section(20, b"new", "something new")])
    section = lambda kind, **fields: fb.with_content(unknown(), kind, **fields)
    bad("unknown-section-and-content", "a section of an unknown kind, and malformed plies", "container.7", "UNSUPPORTED_SECTION",
        section(fb.PLIES, stored=b"\5\0"))
    bad("unknown-section-and-codec", "a section of an unknown kind, and an unknown codec", "container.7", "UNSUPPORTED_SECTION",
        section(fb.MOVES, param=99))
    bad("unknown-section-and-lengths", "a section of an unknown kind, and a stored section of two lengths", "container.6 container.7",
        "BLOCK_MALFORMED", section(fb.STATES, raw_len=9))
    bad("unknown-section-and-trailing", "a section of an unknown kind, and a byte left over in the block header",
        "container.6 container.7", "TRAILING_BYTES", fb.with_fields(unknown(), tail=b"\0"))
    bad("unknown-section-and-limit", "a section of an unknown kind, and a raw length above what the stored bytes allow",
        "container.7 limits.2", "LIMIT_EXCEEDED", section(fb.PLIES, raw_len=2**26, compression=1))
    bad("unknown-section-and-missing", "a section of an unknown kind, and no plies", "container.7", "UNSUPPORTED_SECTION",
        without_section(unknown(), 0))
    packed = cc.full_block()
    for part in packed.sections:
        part.raw_len, part.compression, part.stored = len(part.stored), 1, fb.zstd_frame(part.stored)
    files.good("every-section-compressed", "every section in a zstd frame", "container.8 container.9", File(packed), cc.FULL)
    sizes = cc.move_sizes_file()
    part = sizes.items[0].section(fb.MOVE_SIZES)
    part.raw_len, part.compression, part.stored = len(part.stored), 1, fb.zstd_frame(part.stored)
    files.good("move-sizes-compressed", "move sizes in a zstd frame", "container.9 container.10", sizes, cc.MOVE_SIZES_GAMES)


def rules_of_all_sections(files):
    """container.6, limits.2, limits.5: rules for all sections, known or not."""
    def bad(name, title, rules, error, block):
        files.bad(name, title, rules, "one-game", File(block), error)

    skipped = lambda **fields: cc.bare_block(extra=[Section(99, b"new", "something new", **fields)])
    bad("stored-longer-than-raw", "an uncompressed section that is stored in more bytes than it has", "container.6", "BLOCK_MALFORMED", skipped(raw_len=2))
    bad("skipped-section-lengths", "an uncompressed section that is skipped, of two lengths", "container.6 container.7", "BLOCK_MALFORMED", skipped(raw_len=4))
    files.good("unknown-compression-lengths", "a section that is skipped, of two lengths, whose compression would be 0 in 8 bits", "container.6 container.7",
        File(skipped(raw_len=5, compression=256)), [cc.BARE])
    bad("skipped-section-ratio", "a section that is skipped, of an unknown compression, and with a raw length above its limit", "limits.2", "LIMIT_EXCEEDED",
        skipped(raw_len=2**20 + 256 * 3 + 1, compression=7))
    files.good("skipped-section-ratio-at", "the same at the limit", "limits.2", File(skipped(raw_len=2**20 + 256 * 3, compression=7)), [cc.BARE])
    for more, error in [(0, S), (1, "LIMIT_EXCEEDED")]:
        block = cc.bare_block()
        block.sections, block.plies = [section for section in block.sections if section.kind != fb.MOVES], 2**16 + more
        bad(f"plies-without-moves-{'above' if more else 'at'}", f"a block of {2**16 + more} plies without a section of moves", "container.8 limits.5", error, block)
    for codec in (13, 127, 128, 255):
        files.bad(f"codec-{codec}-without-feature", f"codec {codec}, which is not known, and no feature: it needs none",
            "codecs.1 versions.10", "one-game", fb.with_fields(File(cc.bare_block(param=codec)), footer__versions__required=0),
            "UNSUPPORTED_CODEC")


def attributes_and_numbers(files):
    """container.6, container.13: attributes and first numbers of block headers."""
    rules = "container.6 container.13"
    for value in (2, 3, 128, 2**64 - 1):
        files.bad(f"header-attributes-{value}", f"attributes {value} in a block header", "container.6", "one-game",
            listing((fb.with_fields(one("a"), attributes=value), 0)), "BLOCK_MALFORMED", START + 10)
    files.bad("attributes-listed-0", "a block of attributes 1 is listed with 0", rules, "one-game", listing((replacing(one("a")), 0)), "BLOCK_MALFORMED")
    files.bad("attributes-listed-1", "a block of attributes 0 is listed with 1, and has a replacement", rules, "one-game",
        fb.with_fields(listing((one("b"), 0), (one("a").at_number(0), 1)), footer__edits=[(0, REPLACED)]), "BLOCK_MALFORMED")
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
    entries = [fb.listed_block(0, block.size(), 1, 0, attributes, crc=block.header_crc()) for block, attributes in listed]
    return fb.with_fields(file, footer__versions__required=EDITS, footer__count=len(listed), footer__entries=sum(entries, []))


WIDTHS = [(8, 2**8), (32, 2**32)]


def wide_headers(files):
    """container.6, limits.1"""
    for name, title, fields in [("games", "2^32 + 1 games", {"games": 2**32 + 1}), ("plies", "2^32 plies", {"plies": 2**32}),
        ("sections", "2^32 + 4 sections", {"count": 2**32 + 4})]:
        files.bad(f"wide-header-{name}", title, "container.6 limits.1", "one-game", File(fb.with_fields(cc.bare_block(), **fields)), L)
    long = [Section(99, b"", "2^26 bytes", compression=1, raw_len=0, stored_len=2**26) for _ in range(64)]
    files.bad("wide-block-size", "sections whose stored lengths together are 2^32: the block is longer than the footer lists it",
        "container.5 container.13", "one-game", File(cc.bare_block(extra=long)), "BLOCK_MALFORMED")
    raw = [Section(99, b"", "2^26 raw bytes", compression=1, raw_len=2**26, stored_len=2**18) for _ in range(64)]
    files.bad("wide-raw-lengths", "sections whose raw lengths together are 2^32", "limits.2 limits.10", "one-game",
        File(cc.bare_block(extra=raw)), L)
