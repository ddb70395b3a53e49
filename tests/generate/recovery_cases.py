"""Vectors of recovery (container.16): what is a unit, where a search starts, which footer counts, what is added to it."""

import container_cases as cc
import file_bytes as fb
from file_bytes import AS_WRITTEN, DELETED, REPLACED, START, File, Section
from footer_cases import Append, appended, bytes_of, games, one, replacing, some, with_record
from vector_file import pieces

GARBAGE = b"????"


def without_records(*items):
    """A file of these units whose records are zeros."""
    file = File(*items)
    file.footer = None
    return file.bytes()


def segment(content, cut=0):
    """An index segment as the walk sees it: a valid head, and anything, of which the end may be missing."""
    head = b"PLYX" + (16 + len(content)).to_bytes(8, "little")
    return head + fb.u32(fb.crc32c(head)) + content[: len(content) - cut]


def numbered(block, number):
    """The bytes of a block whose first game has this number."""
    block.number = number
    return bytes_of(block)


def units(files):
    def add(name, title, *items, needs=None, found):
        files.recovered(name, title, without_records(*items), found, needs)

    a, b, c = one("a"), one("b"), one("c")
    inside, unlisted = numbered(one("x"), 1), numbered(one("b"), 2)
    add("segment-between-blocks", "an index segment is a unit: a block in it is none", a, segment(inside), b, found=games("a", "b"))
    add("segment-cut", "an index segment that reaches beyond the end of the file ends the walk", a, segment(inside + bytes(9), cut=5), found=games("a"))
    broken = bytearray(segment(inside))
    broken[12] ^= 1
    add("segment-head-corrupt", "the checksum of a segment's head is wrong: it is no unit, and the search finds what is in it", a, bytes(broken), unlisted, found=games("a", "x", "b"))
    short = b"PLYX" + (23).to_bytes(8, "little")
    add("segment-too-short", "a segment of 23 bytes is none: a block begins in its last seven", a, short + fb.u32(fb.crc32c(short)), b, found=games("a", "b"))
    empty = b"PLYX" + bytes(8)
    add("segment-of-no-bytes", "a segment of 0 bytes is none", a, empty + fb.u32(fb.crc32c(empty)), b, found=games("a", "b"))
    unknown = b"PLYZ" + segment(inside)[4:12]
    add("unknown-magic", "an unknown magic and a valid head like that of a segment: it is no unit, and the search finds what is in it",
        a, unknown + fb.u32(fb.crc32c(unknown)) + inside, unlisted, found=games("a", "x", "b"))
    add("segment-lost-bytes", "50 bytes of a segment are lost: the search starts at the end of its head", a, segment(bytes(200), cut=50), b, c, found=games("a", "b", "c"))
    add("segment-lost-bytes-then-block-in-it", "the same, and what is in the segment looks like a block",
        a, segment(bytes(20) + inside + bytes(90), cut=50), unlisted, numbered(one("c"), 3), found=games("a", "x", "b", "c"))
    lost = one("a" * 300)
    lost.sections.insert(4, Section(99, numbered(one("x"), 0), "something new"))
    data = bytes_of(lost)
    add("block-lost-bytes-in-last-section", "60 bytes of the last section are lost: a block in the intact section before it is none",
        data[:-90] + data[-30:], numbered(one("b"), 1), numbered(one("c"), 2), found=games("b", "c"))
    first = one("a" * 300)
    first.section(fb.PLIES).crc = 0
    first.sections.append(Section(99, numbered(one("x"), 0), "something new"))
    data = bytes_of(first)
    add("block-lost-bytes-first-section-corrupt", "the first section is corrupt, too: the search starts there, and finds a block in the last section",
        data[:-150 - len(inside)] + data[-90 - len(inside) :], numbered(one("b"), 1), numbered(one("c"), 2), found=games("x", "b", "c"))
    add("magic-alone", "magics without anything, between two blocks", a, b"PLYBPLYFPLYX", b, found=games("a", "b"))
    made = fb.Footer([])
    made.tail, made.crc = inside, 1
    add("footer-checksum-between-blocks", "a footer with a wrong checksum is no unit: there is a block in its body", a, bytes_of(made), unlisted, found=games("a", "x", "b"))
    made = fb.Footer([])
    made.tail = inside
    made.body_len = made.size() - 12 + 2**24
    add("footer-length-high-byte", "the length of a footer's body is wrong in its highest byte: it is no unit", a, bytes_of(made), unlisted, found=games("a", "x", "b"))
    made = fb.Footer([])
    made.tail = inside
    add("footer-of-no-rule", "a footer that breaks a rule is a unit: a block in it is none", a, bytes_of(made), b, found=games("a", "b"))
    add("one-byte-of-garbage", "a byte between two blocks: the search starts at the next", a, b"?", b, found=games("a", "b"))
    none = fb.Block(0, 0, [Section(99, inside, "something new")])
    add("block-without-games", "a block of no games is no unit: a block is in it", a, bytes_of(none), unlisted, found=games("a", "x", "b"))
    attributes = one("y")
    attributes.sections.append(Section(99, inside, "something new"))
    attributes.attributes = 2
    add("block-of-unknown-attributes", "a block of attributes 2 is no unit: a block is in it", a, bytes_of(attributes), unlisted, found=games("a", "x", "b"))
    many = fb.Block(1, 0, [Section(99, inside, "something new")])
    many.games = 4096 + many.size() + 2
    add("block-of-too-many-games", "a block with more games than its bytes may hold is no unit: a block is in it", a, bytes_of(many), unlisted, found=games("a", "x", "b"))
    run = cc.games_block([2, 1], [cc.run_block().section(fb.MOVES).stored], cc.TIGHT, [8, 11])
    add("run-start-that-does-not-exist", "the second game of a run has a start that does not exist: the first can be read", run, found=cc.RUN_GAMES[:1], needs=["codecs/tight"])
    add("magics-in-text", "a text with the magics of units is the content of a block", one("see PLYB, PLYF and PLYX"), b, found=games("see PLYB, PLYF and PLYX", "b"))
    wrapped = cc.bare_block(extra=[Section(99, bytes_of(fb.Footer([])) + inside, "something new")])
    add("footer-in-section", "a footer and a block in a section that is skipped", wrapped, b, found=[cc.BARE, *games("b")])


def commits(files):
    """The records are lost, or a footer."""
    add = files.recovered

    def lost(file):
        data = file.bytes()
        return bytes(START) + data[START:]

    joined = some(*"abcdefghijklmnopqrstuv")
    merged = appended(
        Append(*(one(c) for c in "abcdefghijklmnopqrst")),
        Append(joined, merged=20),
        Append(replacing(one("B")), edits=[(1, REPLACED), (3, DELETED)]),
    )
    blocks = merged.items[:20]
    kept = games("a", "B", "c", *"efghijklmnopqrstuv")
    files.good("merged-blocks", "20 blocks were merged to one with two new games; then a game was replaced and one deleted", "container.13 container.14 container.17", merged,
               games("a", "B", "c", None, *"efghijklmnopqrstuv"))
    add("records-after-merge", "header and records are lost of a file whose blocks were merged, with a deleted and a replaced game", lost(merged), kept)
    data = merged.bytes()
    add("footer-after-merge", "records and footer are lost: the footer before has the merged block", bytes(START) + data[START : -merged.footer.size()], games(*"abcdefghijklmnopqrstuv"))
    cut = without_records(*blocks, joined)
    add("no-footer-after-merge", "there is no footer: a later block takes the place of blocks whose games have its numbers", cut, games(*"abcdefghijklmnopqrstuv"))
    add("replacements-without-footer", "there is no footer: a block of replacements is left out", without_records(one("a"), replacing(one("A"))), games("a"))
    two = lambda: appended(Append(one("a")), Append(one("b")))
    add("header-gone", "the first 512 bytes are zeros", bytes(512) + two().bytes()[512:], games("a", "b"))
    add("records-gone", "both records are zeros", two().bytes()[:512] + bytes(1024) + two().bytes()[START:], games("a", "b"))
    add("start-gone", "the first 1,536 bytes are zeros", lost(two()), games("a", "b"))
    for place, name in enumerate("ab"):
        add(f"record-{name}", f"the checksum of record {name.upper()} is wrong: the last footer counts", with_record(two(), place, crc=1).bytes(), games("a", "b"))
    deleted = appended(Append(some("a", "b")), Append(one("c"), edits=[(0, DELETED)]))
    add("record-b-of-edits", "the record is corrupt that says that there are edits: the last footer has them", with_record(deleted, 1, crc=1).bytes(), games("b", "c"))
    wrong = two()
    wrong.footer.crc = 1
    add("last-footer-corrupt", "the checksum of the last footer is wrong: the block that it lists is found", wrong.bytes(), games("a", "b"))
    edited = appended(Append(some("a", "b")), Append(one("c"), edits=[(0, DELETED)]), Append(one("d")))
    edited.footer.crc = 1
    add("last-footer-corrupt-after-edit", "the last footer is corrupt: the footer before has a deleted game, and blocks after it are added", edited.bytes(), games("b", "c", "d"))
    restored = appended(Append(some("a", "b")), Append(edits=[(0, DELETED)]), Append(edits=[(0, AS_WRITTEN)]))
    add("restored-game", "records are lost: the last footer has no edit any more", lost(restored), games("a", "b"))
    data = two().bytes()
    add("cut-append", "the last byte is lost: blocks after the last whole footer are added", data[:-1], games("a", "b"))
    add("cut-block", "the last block has lost its end", data[: len(data) - two().footer.size() - 3], games("a"))
    wrong = one("a")
    wrong.crc = 1
    add("damaged-block", "the header of the first block is corrupt: the footer has the other, and numbers stay", data.replace(bytes_of(one("a")), bytes_of(wrong)), games("b"))
    elsewhere = fb.Footer([one("a")], gap=9)
    add("footer-of-nowhere", "a footer whose blocks are not where it lists them does not count", without_records(one("a"), one("b"), elsewhere), games("a", "b"))
    feature = appended(Append(some("a", "b")), Append(edits=[(1, DELETED)]))
    data = feature.bytes()
    add("features-of-no-record", "header and records are lost: features are not looked at, and a game is deleted", bytes(START) + data[START:], games("a"))
    add("features-of-the-header", "both records are lost, and the header names no edits: features are not looked at", data[:512] + bytes(1024) + data[START:], games("a"))
    reserved = two()
    reserved.header.reserved = b"\1" + bytes(7)
    add("header-reserved", "reserved bytes of the header are not 0", reserved.bytes(), games("a", "b"))
    lying = appended(Append(one("a")))
    lying.footer.edits = [(7, DELETED)]
    lying.footer.versions.required = fb.EDITS
    add("footer-of-no-rule-in-force", "the footer in force has an edit of game 7", lying.bytes(), games("a"))


def refused(files):
    """A reader calls nothing corrupt that it does not know; other files than plypack's are not recovered."""

    def bad(name, title, data, error):
        files.chapter.add(f"recover-{name}", title, "container.16 versions.2 versions.4", "recover-file", **{"from": "container/appended"},
                          input=pieces((data, "the file")), error=error)

    a = one("a")
    file = File(a)
    file.header.versions = fb.Versions(11, 11)
    bad("newer-header", "the file header is of a later version", file.bytes(), "UNSUPPORTED_VERSION")
    file = File(a)
    file.footer.versions = fb.Versions(11, 11)
    bad("newer-record", "the records are of a later version", file.bytes(), "UNSUPPORTED_VERSION")
    file = File(a)
    file.footer.versions = fb.Versions(required=8)
    bad("unknown-feature", "the records have an unknown feature", file.bytes(), "UNSUPPORTED_FEATURE")
    bad("magic", "another magic, and no unit", b"\x8ePLY" + File().bytes()[4:32], "NOT_PLYPACK")
    bad("header-cut", "the file ends within its header", File().bytes()[:31], "TRUNCATED")
    bad("nothing-but-header", "a file header alone", File().bytes()[:32], "TRUNCATED")
    bad("no-units", "header and zeros, and no unit", without_records(bytes(range(1, 100))), "CHECKSUM_HEADER")


def add(files):
    for part in (units, commits, refused):
        part(files)
