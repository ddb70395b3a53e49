"""Vectors of edits, of segments, of the order of blocks in a footer and of footers in odd places, in cases that are rare."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from append_cases import RULES as APPEND_RULES
from append_cases import shown
from file_bytes import DELETED, EDITS, REPLACED, START, File, Section
from footer_cases import Append, appended, games, one, replacing, some, with_record
from vector_file import pieces

LISTED, CHECKSUM = "gap, length, games, plies, attributes", "checksum of its block header"


def place(*numbers):
    return b"".join(map(fb.varint, numbers))


def edits(files):
    """container.14, versions.4: features, and games as they are stored."""
    abc = lambda: Append(some("a", "b", "c"))
    deleted = lambda: appended(abc(), Append(edits=[(1, DELETED)]))
    files.bad("edit-with-feature-of-the-other-record", "the record that is not in force has the feature of edits, and the other has not", "container.14 versions.6", "deleted-game",
              with_record(with_record(deleted(), 0, versions=fb.Versions(required=EDITS)), 1, versions=fb.Versions(required=0)), "FOOTER_MALFORMED")
    files.good("edit-with-feature-of-the-record-in-force", "the record in force has the feature of edits, and the other has not", "container.14 versions.6",
               with_record(with_record(deleted(), 0, versions=fb.Versions(required=0)), 1, versions=fb.Versions(required=EDITS)), games("a", None, "c"))
    continued = replacing(one("B"))
    continued.section(fb.STATES).stored = fb.column([12])
    files.good("replacement-is-continuation", "a replacement that is a continuation", "container.11 container.14", appended(abc(), Append(continued, edits=[(1, REPLACED)])),
               [*games("a"), {**games("B")[0], "continued": True}, *games("c")])
    split = some("a", "b", "c")
    split.section(fb.STATES).stored = fb.column([8, 12, 12])
    second = [{**game, "continued": True} for game in games("b", "c")]
    files.good("continuation-after-deleted-game", "the game before a continuation is deleted", "container.11 container.14", appended(Append(split, edits=[(0, DELETED)])), [None, *second])
    files.good("continuation-deleted", "of two continuations the first is deleted", "container.11 container.14", appended(Append(split, edits=[(1, DELETED)])), [*games("a"), None, second[1]])
    block = replacing(cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")]))
    file = appended(abc(), Append(block, edits=[(1, REPLACED)]))
    file.footer.versions.required = EDITS
    files.bad("replacement-needs-feature", "a replacement has value codes, and the record has no feature of it", "container.14 versions.10", "deleted-game", file, "BLOCK_MALFORMED")
    for name, title, count, plies, change in [("plies", "other plies", 1, 1, 0), ("games", "other games", 2, 0, 0), ("checksum", "another checksum of its header", 1, 0, 1)]:
        file = File(one("a"), replacing(one("A")))
        file.settle()
        file.footer.versions.required = EDITS
        file.footer.edits = [(0, REPLACED)]
        parts = file.footer.entry_parts()
        parts[2:] = [(place(0, file.items[1].size(), count, plies, 1), LISTED), (fb.u32(file.items[1].header_crc() ^ change), CHECKSUM)]
        file.footer.count, file.footer.entries = 2, parts
        files.bad(f"replacement-{name}-not-listed", f"a block of replacements is listed with {title}", "container.13 container.14", "replaced-games", file, "BLOCK_MALFORMED")


def segments(files):
    """container.13, index.1: segments keep their order when they are listed again."""
    played = ic.GAMES[:2]
    first, second = ic.gf.block(played), ic.gf.block(played)
    wide, narrow = ic.segment_of([(first, played), (second, played)]), ic.segment_of([(second, played)], start=START + first.size(), first_block=1)
    at = START + first.size() + second.size()
    listed = [(narrow, at, 1), (wide, at + narrow.size(), 0)]
    for name, title, segments in [("narrow-first", "a segment of the second block, and then one of both blocks", listed),
                                  ("wide-first", "a segment of both blocks, and then one of the second block that is before it in the file", listed[::-1])]:
        file = File(first, second)
        file.items += [narrow, wide]
        file.footer.segments = segments
        files.chapter.add(f"append-to-segments-{name}", f"games are added to a file: it has {title}", APPEND_RULES, "append-file", needs=["index"], input=file.input(),
                          expect={"games": shown(played) * 2})


def lists(files):
    """container.13: blocks ascend, and do not overlap."""
    rules = "container.13"

    def listing(order, attributes=(0, 0), longer=(0, 0)):
        """Two blocks, and a footer that lists them in this order, with more bytes than they have."""
        file = File(one("a"), one("b"))
        for block, value in zip(file.items, attributes):
            block.attributes = value
        file.settle()
        file.footer.versions.required = EDITS
        end, entries = START, []
        for number in order:
            block, start = file.items[number], file.offset_of(file.items[number])
            size = block.size() + longer[number]
            entries += [(place((start - end) % 2**64, size, 1, 0, block.attributes), LISTED), (fb.u32(block.header_crc()), CHECKSUM)]
            end = start + size
        file.footer.count, file.footer.entries = len(order), entries
        return file

    bad = lambda name, title, file: files.bad(name, title, rules, "appended", file, "FOOTER_MALFORMED")
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


def versions(files):
    """container.16: versions and features count where opening comes to them."""
    newer = fb.Versions(11, 11)

    def file(header=None, records=None, header_crc=None, record_crc=None):
        made = File(one("a"))
        made.footer.crc = 1
        made.header.versions, made.header.crc = header or fb.Versions(), header_crc
        for record in (0, 1):
            with_record(made, record, versions=records, crc=record_crc)
        return made.bytes()

    bad = lambda name, title, error, data: files.chapter.add(f"recover-{name}", title, "container.16 versions.2 versions.9", "recover-file", **{"from": "container/one-game"}, input=pieces((data, "the file")), error=error)
    good = lambda name, title, data: files.recovered(f"recover-{name}", title, data, games("a"))
    bad("newer-header-without-records", "the file header is of a later version, and both records are damaged", "UNSUPPORTED_VERSION", file(header=newer, record_crc=1))
    bad("older-header-without-records", "the file header is of format 0.9, and both records are damaged", "UNSUPPORTED_VERSION", file(header=fb.Versions(9, 9), record_crc=1))
    bad("header-feature", "the file header has an unknown feature, and the records have not", "UNSUPPORTED_FEATURE", file(header=fb.Versions(required=8)))
    good("newer-header-damaged", "the file header is of a later version, and its checksum is wrong", file(header=newer, header_crc=1))
    good("newer-records-damaged", "the records are of a later version, and their checksums are wrong", file(records=newer, record_crc=1))


def add(files):
    for part in (edits, segments, lists, versions):
        part(files)
