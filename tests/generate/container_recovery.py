"""Vectors of recovery (container.16): units, where a search begins, which footer counts, and what blocks after it change."""

import container_common as cc
import file_bytes as fb
from container_common import (
    Append, FULL, THIRD, TIGHT, appended, changed, full_block, game, games, games_block, names_block, one, replacing, run_code,
    segment_bytes, some, three, two, two_appends, with_record, without_records
)
from file_bytes import AS_WRITTEN, DELETED, File, REPLACED, START, Section


def recovered_files(files):
    """Files with corrupt headers or footers, and the games that can be recovered from them (container.16)."""

    def add(name, title, file, games, source="two-blocks"):
        files.add(name, title, "container.16 limits.11", "recover-file", file, source, games=games)

    two = File(full_block(), names_block())
    add("recover-without-footer", "the footer is missing", changed(two, footer=None), FULL + [THIRD])
    add("recover-header-checksum", "the checksum of the file header is wrong", changed(two, header__crc=0), FULL + [THIRD])
    add("recover-after-garbage", "bytes between two blocks, and no footer",
        changed(two, items=[two.items[0], b"PLYB garbage", two.items[1]], footer=None), FULL + [THIRD])
    add("recover-first-block-lost", "the header of the first block is corrupt: the second block is read by itself",
        changed(two, items__0__crc=0, footer=None), [THIRD])
    cut = two.input()
    kept = max(i for i, (_, meaning) in enumerate(cut) if meaning == "block")
    add("recover-last-block-cut", "the file ends in the header of the last block", cut[:kept + 4], FULL)
    code = run_code(["e2e4", "e7e5"], ["d2d4"], ["g1f3"]) + bytes(6)
    files.add("recover-run-longer", "bytes too many at the end of a run: only its last game cannot be read", "codecs.4 container.16",
        "recover-file", fb.with_fields(File(games_block([2, 1, 1], [code], TIGHT)), footer=None), "run",
        needs=["codecs/tight"], games=[game(moves=["e2e4", "e7e5"]), game(moves=["d2d4"])])
    add("recover-cut-append", "the file ends in the second footer: blocks after the first footer are found", two_appends().input()[:-1], FULL + [THIRD], "appended")


def bounds_of_search(files):
    add = files.recovered
    a, b = one("a"), one("b").bytes()
    a.sections.append(Section(99, b, "something new"))
    add("search-begins-after-unit", "the search begins after the unit, not in it", without_records(a, b"?"), games("a"))
    add("search-ends-at-segment", "the search finds the head of a segment: what is in it is no unit", without_records(one("a"), b"?", segment_bytes(b + bytes(8))), games("a"))
    long = cc.bare_block(extra=[Section(99, b"", "5,000 bytes", stored_len=5000, raw_len=5000)])
    add("search-ends-at-unit-beyond-the-end", "the search finds a block that reaches beyond the end of the file", without_records(one("a"), b"?", long, b), games("a"))


def versions_of_lost_files(files):
    """container.16: versions and features count if opening reaches them."""
    newer = fb.Versions(11, 11)

    def file(header=None, records=None, header_crc=None, record_crc=None):
        made = File(one("a"))
        made.footer.crc = 1
        made.header.versions, made.header.crc = header or fb.Versions(), header_crc
        for record in (0, 1):
            with_record(made, record, versions=records, crc=record_crc)
        return made.bytes()

    bad = lambda name, title, error, data: files.add(f"recover-{name}", title, "container.16 versions.2 versions.9", "recover-file", data,
        "one-game", error=error)
    good = lambda name, title, data: files.recovered(f"recover-{name}", title, data, games("a"))
    bad("newer-header-without-records", "the file header is of a later version, and both records are damaged", "UNSUPPORTED_VERSION", file(header=newer, record_crc=1))
    bad("older-header-without-records", "the file header is of format 0.9, and both records are damaged", "UNSUPPORTED_VERSION", file(header=fb.Versions(9, 9), record_crc=1))
    bad("header-feature", "the file header has an unknown feature, and the records have not", "UNSUPPORTED_FEATURE", file(header=fb.Versions(required=8)))
    good("newer-header-damaged", "the file header is of a later version, and its checksum is wrong", file(header=newer, header_crc=1))
    good("newer-records-damaged", "the records are of a later version, and their checksums are wrong", file(records=newer, record_crc=1))


GARBAGE = b"????"


def numbered(block, number):
    """The bytes of a block whose first game has this number."""
    block.number = number
    return block.bytes()


def units(files):
    def add(name, title, *items, needs=None, found):
        files.recovered(name, title, without_records(*items), found, needs)

    a, b, c = one("a"), one("b"), one("c")
    inside, unlisted = numbered(one("x"), 1), numbered(one("b"), 2)
    add("segment-between-blocks", "an index segment is a unit: a block in it is none", a, segment_bytes(inside), b, found=games("a", "b"))
    add("segment-cut", "an index segment that reaches beyond the end of the file ends the walk", a, segment_bytes(inside + bytes(9), cut=5), found=games("a"))
    broken = bytearray(segment_bytes(inside))
    broken[12] ^= 1
    add("segment-head-corrupt", "the checksum of a segment's head is wrong: it is no unit, and the search finds what is in it", a, bytes(broken), unlisted, found=games("a", "x", "b"))
    short = b"PLYX" + (23).to_bytes(8, "little")
    add("segment-too-short", "a segment of 23 bytes is none: a block begins in its last seven", a, short + fb.u32(fb.crc32c(short)), b, found=games("a", "b"))
    empty = b"PLYX" + bytes(8)
    add("segment-of-no-bytes", "a segment of 0 bytes is none", a, empty + fb.u32(fb.crc32c(empty)), b, found=games("a", "b"))
    unknown = b"PLYZ" + segment_bytes(inside)[4:12]
    add("unknown-magic", "an unknown magic and a valid head like that of a segment: it is no unit, and the search finds what is in it",
        a, unknown + fb.u32(fb.crc32c(unknown)) + inside, unlisted, found=games("a", "x", "b"))
    add("segment-lost-bytes", "50 bytes of a segment are lost: the search starts at the end of its head", a, segment_bytes(bytes(200), cut=50), b, c, found=games("a", "b", "c"))
    add("segment-lost-bytes-then-block-in-it", "the same, and what is in the segment looks like a block",
        a, segment_bytes(bytes(20) + inside + bytes(90), cut=50), unlisted, numbered(one("c"), 3), found=games("a", "x", "b", "c"))
    lost = one("a" * 300)
    lost.sections.insert(4, Section(99, numbered(one("x"), 0), "something new"))
    data = lost.bytes()
    add("block-lost-bytes-in-last-section", "60 bytes of the last section are lost: a block in the intact section before it is none",
        data[:-90] + data[-30:], numbered(one("b"), 1), numbered(one("c"), 2), found=games("b", "c"))
    data = fb.with_more(fb.with_content(one("a" * 300), fb.PLIES, crc=0), Section(99, numbered(one("x"), 0), "something new")).bytes()
    add("block-lost-bytes-first-section-corrupt", "the first section is corrupt, too: the search starts there, and finds a block in the last section",
        data[:-150 - len(inside)] + data[-90 - len(inside) :], numbered(one("b"), 1), numbered(one("c"), 2), found=games("x", "b", "c"))
    add("magic-alone", "magics without anything, between two blocks", a, b"PLYBPLYFPLYX", b, found=games("a", "b"))
    add("footer-checksum-between-blocks", "a footer with a wrong checksum is no unit: there is a block in its body", a,
        fb.with_fields(fb.Footer([]), tail=inside, crc=1).bytes(), unlisted, found=games("a", "x", "b"))
    made = fb.Footer([])
    made.tail = inside
    made.body_len = made.size() - 12 + 2**24
    add("footer-length-high-byte", "the length of a footer's body is wrong in its highest byte: it is no unit", a, made.bytes(), unlisted, found=games("a", "x", "b"))
    add("footer-of-no-rule", "a footer that breaks a rule is a unit: a block in it is none", a,
        fb.with_fields(fb.Footer([]), tail=inside).bytes(), b, found=games("a", "b"))
    add("one-byte-of-garbage", "a byte between two blocks: the search starts at the next", a, b"?", b, found=games("a", "b"))
    none = fb.Block(0, 0, [Section(99, inside, "something new")])
    add("block-without-games", "a block of no games is no unit: a block is in it", a, none.bytes(), unlisted, found=games("a", "x", "b"))
    add("block-of-unknown-attributes", "a block of attributes 2 is no unit: a block is in it", a,
        fb.with_fields(fb.with_more(one("y"), Section(99, inside, "something new")), attributes=2).bytes(), unlisted,
        found=games("a", "x", "b"))
    many = fb.Block(1, 0, [Section(99, inside, "something new")])
    many.games = 4096 + many.size() + 2
    add("block-of-too-many-games", "a block with more games than its bytes may hold is no unit: a block is in it", a, many.bytes(), unlisted, found=games("a", "x", "b"))
    run = cc.games_block([2, 1], [cc.run_block().section(fb.MOVES).stored], cc.TIGHT, [8, 11])
    add("run-start-that-does-not-exist", "the second game of a run has a start that does not exist: the first can be read", run, found=cc.RUN_GAMES[:1], needs=["codecs/tight"])
    add("magics-in-text", "a text with the magics of units is the content of a block", one("see PLYB, PLYF and PLYX"), b, found=games("see PLYB, PLYF and PLYX", "b"))
    wrapped = cc.bare_block(extra=[Section(99, fb.Footer([]).bytes() + inside, "something new")])
    add("footer-in-section", "a footer and a block in a section that is skipped", wrapped, b, found=[cc.BARE, *games("b")])


def lost_records(files):
    """The records, or a footer, are lost."""
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
    add("no-footer-after-merge", "there is no footer: a later block takes the place of blocks whose games have its numbers",
        without_records(*blocks, joined), games(*"abcdefghijklmnopqrstuv"))
    add("replacements-without-footer", "there is no footer: a block of replacements is left out", without_records(one("a"), replacing(one("A"))), games("a"))
    add("header-gone", "the first 512 bytes are zeros", bytes(512) + two().bytes()[512:], games("a", "b"))
    add("records-gone", "both records are zeros", two().bytes()[:512] + bytes(1024) + two().bytes()[START:], games("a", "b"))
    add("start-gone", "the first 1,536 bytes are zeros", lost(two()), games("a", "b"))
    for place, name in enumerate("ab"):
        add(f"record-{name}", f"the checksum of record {name.upper()} is wrong: the last footer counts", with_record(two(), place, crc=1).bytes(), games("a", "b"))
    add("record-b-of-edits", "the record is corrupt that says that there are edits: the last footer has them",
        with_record(appended(Append(some("a", "b")), Append(one("c"), edits=[(0, DELETED)])), 1, crc=1).bytes(), games("b", "c"))
    add("last-footer-corrupt", "the checksum of the last footer is wrong: the block that it lists is found",
        fb.with_fields(two(), footer__crc=1).bytes(), games("a", "b"))
    add("last-footer-corrupt-after-edit", "the last footer is corrupt: the footer before has a deleted game, and blocks after it are added",
        fb.with_fields(appended(Append(some("a", "b")), Append(one("c"), edits=[(0, DELETED)]), Append(one("d"))), footer__crc=1).bytes(),
        games("b", "c", "d"))
    restored = appended(Append(some("a", "b")), Append(edits=[(0, DELETED)]), Append(edits=[(0, AS_WRITTEN)]))
    add("restored-game", "records are lost: the last footer has no edit any more", lost(restored), games("a", "b"))
    data = two().bytes()
    add("cut-append", "the last byte is lost: blocks after the last whole footer are added", data[:-1], games("a", "b"))
    add("cut-block", "the last block has lost its end", data[: len(data) - two().footer.size() - 3], games("a"))
    add("damaged-block", "the header of the first block is corrupt: the footer has the other, and numbers stay",
        data.replace(one("a").bytes(), fb.with_fields(one("a"), crc=1).bytes()), games("b"))
    add("footer-of-nowhere", "a footer whose blocks are not where it lists them does not count",
        without_records(one("a"), one("b"), fb.Footer([one("a")], gap=9)), games("a", "b"))
    data = appended(Append(some("a", "b")), Append(edits=[(1, DELETED)])).bytes()
    add("features-of-no-record", "header and records are lost: features are not looked at, and a game is deleted", bytes(START) + data[START:], games("a"))
    add("features-of-the-header", "both records are lost, and the header names no edits: features are not looked at", data[:512] + bytes(1024) + data[START:], games("a"))
    add("header-reserved", "reserved bytes of the header are not 0", fb.with_fields(two(), header__reserved=b"\1" + bytes(7)).bytes(),
        games("a", "b"))
    add("footer-of-no-rule-in-force", "the footer in force has an edit of game 7",
        fb.with_fields(appended(Append(one("a"))), footer__edits=[(7, DELETED)], footer__versions__required=fb.EDITS).bytes(), games("a"))


def refused_files(files):
    """A reader calls no unknown part corrupt; files other than plypack's are not recovered."""

    def bad(name, title, data, error):
        files.add(f"recover-{name}", title, "container.16 versions.2 versions.4", "recover-file", data, "appended", error=error)

    a = one("a")
    bad("newer-header", "the file header is of a later version", fb.with_fields(File(a), header__versions=fb.Versions(11, 11)).bytes(),
        "UNSUPPORTED_VERSION")
    bad("newer-record", "the records are of a later version", fb.with_fields(File(a), footer__versions=fb.Versions(11, 11)).bytes(),
        "UNSUPPORTED_VERSION")
    bad("unknown-feature", "the records have an unknown feature", fb.with_fields(File(a), footer__versions=fb.Versions(required=8)).bytes(),
        "UNSUPPORTED_FEATURE")
    bad("magic", "another magic, and no unit", b"\x8ePLY" + File().bytes()[4:32], "NOT_PLYPACK")
    bad("header-cut", "the file ends within its header", File().bytes()[:31], "TRUNCATED")
    bad("nothing-but-header", "a file header alone", File().bytes()[:32], "TRUNCATED")
    bad("no-units", "header and zeros, and no unit", without_records(bytes(range(1, 100))), "CHECKSUM_HEADER")


SKIPPED = 99  # a kind of sections that readers skip


def merged():
    """A file with a replaced and a deleted game, whose last block was merged with a new game."""
    return appended(Append(some("a", "b", "c")), Append(one("d")), Append(replacing(one("B")), edits=[(1, REPLACED), (2, DELETED)]), Append(some("d", "e"), merged=1))


def damaged(file, *footers):
    """The file with a wrong checksum of these footers: numbers, or None for the last."""
    found = [item for item in file.items if isinstance(item, fb.Footer)]
    for number in footers:
        (file.footer if number is None else found[number]).crc = 1
    return file


def damaged_fixed_area(files):
    """The fixed area is damaged, but the units are intact: all games are found, with their numbers."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    data = merged().bytes()
    add("fixed-area-other-bytes", "header and records are other bytes", b"?" * START + data[START:], games("a", "B", "d", "e"))
    add("older-record-in-force", "the record of the first footer is in force, which is damaged: recovery looks at the footers alone",
        with_record(damaged(two(), 0), 0, sequence=3).bytes(), games("a", "b"))
    add("record-of-no-footer", "the record in force names a footer that begins before the units", with_record(two(), 1, at=9).bytes(), games("a", "b"))
    for place, letter in enumerate("ab"):
        add(f"record-{letter}-after-merging", f"the checksum of record {letter.upper()} is wrong", with_record(merged(), place, crc=1).bytes(), games("a", "B", "d", "e"))
    add("newer-record-without-header", "the records are of a later version, and the file header is damaged, which is the error of opening",
        fb.with_fields(with_record(with_record(two(), 0, versions=fb.Versions(11, 11)), 1, versions=fb.Versions(11, 11)),
        header__crc=1).bytes(), games("a", "b"))
    area = without_records()[:1100] + one("a").bytes()
    add("fixed-area-cut", "a file that ends within its fixed area, of which the last bytes are a block: the walk begins at the first byte", area, games("a"))


def lost_footers(files):
    """Without the last footer, the previous footer counts, and the blocks after it are added."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    add("all-footers-damaged", "all footers are damaged", damaged(three(), 0, 1, None).bytes(), games("a", "b", "c"))
    add("edit-lost", "the footer that deletes a game is damaged", damaged(appended(Append(some("a", "b")), Append(edits=[(0, DELETED)])), None).bytes(), games("a", "b"))
    add("merging-footer-damaged", "the footer that lists a merged block is damaged: the block takes the place of the other one, and edits stay",
        damaged(merged(), None).bytes(), games("a", "B", "d", "e"))
    add("footers-of-edits-damaged", "the footers that have edits are damaged, and the merged block is found", damaged(merged(), 2, None).bytes(), games(*"abcde"))
    add("no-footer-after-merging", "all footers are damaged: a merged block takes the place of the other one", damaged(merged(), 0, 1, 2, None).bytes(), games(*"abcde"))
    whole = three()
    data, start, size = whole.bytes(), whole.offset_of(whole.items[-1]), whole.items[-1].size()
    for name, title, end in [("before-footer", "after the block", start + size), ("in-section", "in the last section", start + size - 3), ("in-block-header", "in the block header", start + 20),
                             ("before-block", "before the block", start)]:
        add(f"cut-{name}", f"the file ends {title} of the last append", data[:end], games("a", "b", *["c"] * (name == "before-footer")))
    add("middle-footer-damaged", "a footer that is not in force is damaged, and a record", with_record(damaged(whole, 1), 1, crc=1).bytes(), games("a", "b", "c"))
    for name, title, block, expected in [("block", "a whole block is after the last footer: it is added", one("c").at_number(2), "abc"),
                                         ("replacements", "a block of replacements is after the last footer: it is not added", replacing(one("c")), "ab")]:
        add(f"unfinished-{name}", f"a record is damaged, and {title}",
            fb.with_fields(with_record(two(), 1, crc=1), tail=block.bytes()).bytes(), games(*expected))


def which_footer(files):
    """The footer that counts."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    a, b, c = one("a"), one("b"), one("c")
    add("footer-after-garbage", "bytes between two blocks, and a footer that lists both", without_records(a, GARBAGE, b, fb.Footer([a, 4, b]), c), games("a", "b", "c"))
    add("footer-of-nothing", "the last footer lists nothing: no block before it counts", without_records(one("a"), fb.Footer([]), one("b").at_number(0)), games("b"))
    for name, title, fields in [
        ("checksum", "another checksum", {"crc": 5}), ("games", "another number of games", {"games": 2}),
        ("plies", "another number of plies", {"plies": 1}), ("attributes", "other attributes", {"attributes": 1}),
    ]:
        block, wrong = one("a"), fb.Footer([fb.with_fields(one("a"), **fields)])
        if name != "checksum":
            wrong.count, wrong.entries = 1, wrong.entry_parts()
            wrong.entries[1] = (fb.u32(block.header_crc()), "checksum of its block header")
        add(f"footer-of-another-{name}", f"the last footer lists one block, with {title}: it does not count", without_records(block, wrong.bytes(), one("b").at_number(1)), games("a", "b"))
    elsewhere = one("a").at_number(1)
    add("footer-of-another-first-number", "the last footer lists one block, with another first number: it does not count",
        without_records(elsewhere, fb.Footer([elsewhere]), one("b").at_number(2)), games("a", "b"))
    for name, title, lost, kept, edit in [
        ("block", "of two listed blocks the header of the first is damaged: the numbers of edits count its games", some("x", "y"), some("a", "b"), (2, DELETED)),
        ("replacement", "a listed block of replacements is damaged: the replaced game is not given in its place", replacing(one("A")), some("a", "b"), (0, REPLACED)),
    ]:
        add(f"footer-of-a-lost-{name}", title, lost_header(lost, kept, edit), games("b"))
    for name, title, edits in [("number", "an edit of a game that is not there", [(1, DELETED), (7, DELETED)]), ("replacement", "an edit by a replacement that is not there", [(1, REPLACED)])]:
        made = appended(Append(some("a", "b"), edits=[(0, DELETED)]), Append(edits=edits))
        add(f"footer-of-no-rule-{name}", f"the last footer has {title}: it does not count, and the one before does", with_record(made, 1, crc=1).bytes(), games("b"))
    made = appended(Append(some("a", "b"), edits=[(0, DELETED)]), Append(edits=[(1, DELETED)]))
    made.footer.tail = b"\0"
    add("footer-of-a-byte-too-many", "a byte is left over in the last footer: it does not count, and the one before does", with_record(made, 1, crc=1).bytes(), games("b"))
    hidden = one("x")
    around = cc.bare_block(extra=[Section(SKIPPED, hidden.bytes(), "something new")])
    inside = fb.Footer([hidden], gap=one("a").size() + around.size() - hidden.size())
    add("footer-of-a-block-in-a-section", "the last footer lists one block, which is in a section of another: the walk did not find it, and the footer does not count",
        without_records(one("a"), around, inside), [*games("a"), cc.BARE])
    replacements = fb.Footer([replacing(one("A"))], gap=0)
    add("footer-of-replacements", "the last footer lists a block of replacements alone, which is found: no game is left", without_records(replacements.blocks[0], replacements), [])


def no_block(files):
    """No block is left: the error is the same as when opening."""
    def bad(name, title, data, error="CHECKSUM_HEADER"):
        files.add(f"recover-{name}", title, "container.16", "recover-file", data, "appended", error=error)

    bad("footer-of-nothing-alone", "the last footer lists nothing, and is the end of the file", without_records(one("a"), fb.Footer([])))
    bad("replacements-alone", "a block of replacements, and no footer", without_records(replacing(one("A"))))
    bad("segment-alone", "a segment, and no block", without_records(segment_bytes(bytes(40))))
    bad("fixed-area-alone", "a file that ends with its fixed area", File(one("a")).bytes()[:START], "TRUNCATED")
    bad("no-bytes", "a file of no bytes", b"", "TRUNCATED")
    bad("unit-beyond-the-end", "a file of one block, which has lost its end", File(one("a")).bytes()[: START + one("a").size() - 1], "TRUNCATED")


def lost_header(broken, block, edit):
    """A file of two blocks with a wrong header checksum in the first, and a damaged record."""
    data = with_record(fb.with_fields(File(broken, block), footer__edits=[edit]), 0, crc=1).bytes()
    at = START + broken.size() - sum(len(section.stored) for section in broken.sections) - 1
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def first_numbers(files):
    """Blocks of the walk replace the listed blocks whose first number is not below their own."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    four = [one(text) for text in "abcd"]
    add("same-number", "a block after the last footer has the number of the second of four listed ones: it takes the place of all from that on",
        without_records(*four, fb.Footer(four), some("B", "C").at_number(1)), games("a", "B", "C"))
    add("number-within", "a block after the last footer has a number within a listed block of three games, which stays",
        without_records(some("a", "b", "c"), some("d", "e").at_number(1)), games("a", "b", "c", "d", "e"))
    add("number-0", "a block after the last footer has the number 0: it takes the place of all", without_records(*four, fb.Footer(four), one("A").at_number(0)), games("A"))
    add("number-beyond", "a block has a number beyond those that are there: it comes last", without_records(one("a"), one("z").at_number(2**40)), games("a", "z"))
    add("numbers-descend", "three blocks of the numbers 2, 1 and 0", without_records(one("c").at_number(2), one("b").at_number(1), one("a").at_number(0)), games("a"))
    add("numbers-in-64-bits", "two blocks of the numbers 2^63 - 1 and 2^64 - 1", without_records(one("a").at_number(2**63 - 1), one("b").at_number(2**64 - 1)), games("a", "b"))
    three = [one(text) for text in "abc"]
    add("edit-of-a-game-that-is-gone", "a block takes the place of a deleted game, which has no other: its edit says nothing any more",
        without_records(*three, fb.with_fields(fb.Footer(three), edits=[(0, DELETED), (2, DELETED)]), one("B").at_number(1)), games("B"))
    blocks = [one("a"), one("b").at_number(1), replacing(one("A")), replacing(one("B")).at_number(1)]
    footer = fb.with_fields(fb.Footer(blocks), edits=[(0, REPLACED + 1), (1, REPLACED)])
    add("replacements-stay", "a block takes the place of the second ordinary one, not of the second block of replacements: the edits count for the games that have their numbers",
        without_records(*blocks, footer, one("c").at_number(1)), games("B", "A"))


def walks(files):
    """Units, and the places at which a search begins."""
    add = lambda name, title, *items, found, needs=None: files.recovered(name, title, without_records(*items), found, needs)
    for name, what, length in [("all", "2^64 - 1", 2**64 - 1), ("back", "2^64 - 40 (which would lead back in 64 bits)", 2**64 - 40), ("signed", "2^63", 2**63), ("low", "2^32 + 24 (24 in 32 bits)", 2**32 + 24)]:
        head = b"PLYX" + length.to_bytes(8, "little")
        add(f"segment-of-huge-length-{name}", f"the head of a segment of {what} bytes: it reaches beyond the end of the file, and ends the walk",
            one("a"), head + fb.u32(fb.crc32c(head)) + bytes(8), one("b"), found=games("a"))
    data = one("a" * 300).bytes()
    add("block-lost-bytes", "60 bytes of a section of the first block are lost: the search starts at that section", data[:-90] + data[-30:], one("b").at_number(1), one("c").at_number(2), found=games("b", "c"))
    add("last-section-lost", "all bytes of the last section are lost, which readers skip: the next unit begins where the section would",
        fb.with_more(one("a" * 60), Section(SKIPPED, bytes(30), "something new")).bytes()[:-30], one("b").at_number(1),
        found=games("a" * 60, "b"))
    odd = fb.Footer([])
    odd.tail = one("x").bytes()
    for name, title, change in [("magic", "a wrong magic", lambda data: b"PLYG" + data[4:]), ("length", "a length of its body that is too small by one", lambda data: data[:4] + fb.u32(len(data) - 13) + data[8:])]:
        add(f"footer-unit-{name}", f"a footer with {title} is no unit: there is a block in its body", change(odd.bytes()), one("b").at_number(1), found=games("x", "b"))
    number, cut = 0, fb.Footer([])
    while number == 0 or cut.checksum() >= 2**24:
        cut.tail, number = fb.varint(number) + one("x").at_number(1).bytes(), number + 1
    add("footer-unit-cut", "the file ends before the last byte of a footer, which is 0: it is no unit, and there is a block in its body", one("a"), cut.bytes()[:-1], found=games("a", "x"))
    add("search-ends-at-footer", "bytes, then a footer with a block in its body: a footer ends the search, as a block does", one("z"), GARBAGE, odd.bytes(), one("b"), found=games("z", "b"))
    add("search-after-footer", "after a footer the search starts at the next byte, not in the footer, in whose body a block is", odd.bytes(), GARBAGE, one("b"), found=games("b"))
    skipped = lambda: cc.bare_block(extra=[Section(SKIPPED, one("x").bytes(), "something new", crc=1)])
    for name, what, unit in [("footer", "a footer that breaks a rule", odd.bytes()), ("block", "another block", one("b").at_number(1)), ("segment", "a segment", segment_bytes(bytes(20)))]:
        add(f"search-after-{name}-after-damage", f"the unit before a place where no unit starts is {what}: a damaged section before that does not matter",
            skipped(), unit, GARBAGE, one("c").at_number(2), found=[cc.BARE, *games(*"b" * (name == "block"), "c")])
    add("many-magics", "200 magics of blocks with huge lengths, which begin no block", one("z"), (b"PLYB" + b"\xff" * 4) * 200, one("a"), found=games("z", "a"))
    add("many-magics-of-footers", "100 magics of footers with lengths that lead beyond the end", one("z"), (b"PLYF" + fb.u32(2**31)) * 100, one("a"), found=games("z", "a"))
    add("block-of-unknown-codec", "the moves of the second of three blocks are of an unknown codec", one("a"),
        fb.with_content(one("x"), fb.MOVES, param=13), one("c"), found=games("a", "c"))
    add("block-with-unknown-section", "the second of three blocks has a section of an unknown kind", one("a"),
        cc.bare_block(extra=[Section(20, b"new", "something new")]), one("c"), found=games("a", "c"))
    made = File(cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")]))
    made.footer.versions.required, made.footer.crc = 0, 1
    files.recovered("recover-without-feature", "a block needs a feature that the record does not have", made.bytes(), [cc.BARE], ["values"])


AFTER = b" after it"


def inside_of_blocks(files):
    """A footer inside a block is not a footer, even if the file ends after it."""
    first = one("a")
    for place, wrap in [("comment", comment_block), ("tag", tag_block)]:
        for name, title, content in [("footer", "a footer that lists the first block", fb.Footer([first]).bytes()), ("block", "a block", one("x").at_number(2).bytes()), ("file", "a whole file", two().bytes())]:
            if b"}" in content and place == "comment":
                continue  # annotations.2
            whole = without_records(first, fb.Footer([first]), one("b"), wrap(content))
            shown = cc.game([("A", text_after(content))]) if place == "tag" else cc.game(tokens=[("comment", text_after(content))])
            files.recovered(f"recover-{name}-in-{place}", f"{title} in a {place} of the last block, and no footer after it", whole, [*games("a", "b"), shown])
            files.recovered(f"recover-{name}-in-{place}-cut", f"the same, and the file ends after {title}", whole[: len(whole) - len(AFTER)], games("a", "b"))


def text_after(content):
    try:
        return (content + AFTER).decode()
    except UnicodeDecodeError:
        return {"hex": (content + AFTER).hex()}


def comment_block(data):
    block = cc.bare_block()
    data += AFTER
    block.sections.append(Section(fb.ANNOTATIONS, fb.strings([fb.varint(2 | len(data) << 4)]), "annotations: a comment", param=3))
    block.sections.append(Section(fb.COMMENT_TEXT, fb.strings([data]), "comment text"))
    return block


def tag_block(data):
    return fb.with_more(fb.with_content(cc.bare_block(), fb.TAG_LAYOUTS, fb.tag_layouts([b"A"], [[0]], [0])),
        fb.texts([data + AFTER], "a tag"))
