"""Vectors of recovery (container.16): which footer counts, what blocks after it change, and damage of records."""

import container_cases as cc
import file_bytes as fb
from file_bytes import DELETED, REPLACED, Block, File, Section
from footer_cases import Append, appended, games, one, replacing, some
from recovery_cases import GARBAGE, a, b, c, walked

RULES = "container.16 container.14"


def merged():
    """A file with a replaced and a deleted game, whose last block was merged with a new game."""
    first, d, other, whole = some("a", "b", "c"), one("d"), replacing(one("B")), some("d", "e")
    edits = [(1, REPLACED), (2, DELETED)]
    footers = [fb.Footer([first]), fb.Footer([first, d]), fb.Footer([first, d, other]), fb.Footer([first, other, whole])]
    footers[2].edits = footers[3].edits = edits
    file = File(first, footers[0], d, footers[1], other, footers[2], whole)
    file.footer = footers[3]
    file.a.sequence, file.a.footer, file.b.sequence = 3, footers[2], 4
    return file


def two():
    return appended(Append(one("a")), Append(one("b")))


def damaged(file, *footers):
    """The file with a wrong checksum of these footers: numbers, or None for the last."""
    found = [item for item in file.items if isinstance(item, fb.Footer)]
    for number in footers:
        (file.footer if number is None else found[number]).crc = 1
    return file


def records(files):
    """The fixed area is damaged, and the units are whole: all games are there, with their numbers."""
    def add(name, title, file, expected, change=lambda data: data):
        files.recovered(f"recover-{name}", title, change(file.bytes()), expected)

    gone = lambda data: bytes(fb.UNITS_START) + data[fb.UNITS_START :]
    add("fixed-area-gone", "header and records are zeros", two(), games("a", "b"), gone)
    add("fixed-area-gone-after-merging", "header and records are zeros, in a file with merged blocks, a replaced and a deleted game", merged(), games("a", "B", "d", "e"), gone)
    add("fixed-area-other-bytes", "header and records are other bytes", merged(), games("a", "B", "d", "e"), lambda data: b"?" * fb.UNITS_START + data[fb.UNITS_START :])
    for name, change in [("a", ["a"]), ("b", ["b"]), ("both", ["a", "b"])]:
        for kind, made, expected in [("", two(), games("a", "b")), ("-after-merging", merged(), games("a", "B", "d", "e"))]:
            for record in change:
                getattr(made, record).crc = 1
            add(f"record-{name}{kind}", f"the checksum of {'both records is' if len(change) > 1 else f'record {name.upper()} is'} wrong", made, expected)
    same = two()
    same.b.sequence = 1
    add("records-of-one-number", "two records of one sequence number that differ", same, games("a", "b"))
    older = two()
    older.a.sequence = 3
    add("older-record-in-force", "the record of the first footer is in force: recovery looks at the footers alone", damaged(older, 0), games("a", "b"))
    unfit = two()
    unfit.b.at = 9
    add("record-of-no-footer", "the record in force names a footer that begins before the units", unfit, games("a", "b"))
    without = merged()
    without.versions.required = 0
    without.a.crc = without.b.crc = 1
    add("edits-without-record", "the feature of edits is in no record, as both are damaged", without, games("a", "B", "d", "e"))


def last_footer(files):
    """Without the last footer, the one before it counts, and the blocks after that are added."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    add("last-footer-damaged", "the footer in force is damaged: its block is found", damaged(two(), None).bytes(), games("a", "b"))
    add("all-footers-damaged", "all footers are damaged", damaged(appended(Append(one("a")), Append(one("b")), Append(one("c"))), 0, 1, None).bytes(), games("a", "b", "c"))
    add("edit-lost", "the footer that deletes a game is damaged", damaged(appended(Append(some("a", "b")), Append(edits=[(0, DELETED)])), None).bytes(), games("a", "b"))
    add("merging-footer-damaged", "the footer that lists a merged block is damaged: the block takes the place of the other one, and edits stay", damaged(merged(), None).bytes(), games("a", "B", "d", "e"))
    add("footers-of-edits-damaged", "the footers that have edits are damaged, and the merged block is found", damaged(merged(), 2, None).bytes(), games("a", "b", "c", "d", "e"))
    add("no-footer-after-merging", "all footers are damaged: a merged block takes the place of the other one", damaged(merged(), 0, 1, 2, None).bytes(), games("a", "b", "c", "d", "e"))
    whole = appended(Append(one("a")), Append(one("b")), Append(one("c")))
    data, start = whole.bytes(), whole.place(whole.items[-1])
    block = whole.items[-1].size()
    for name, title, end in [("in-footer", "in the footer", -1), ("before-footer", "after the block", start + block - len(data)), ("in-section", "in the last section", start + block - 3 - len(data)),
                             ("in-block-header", "in the block header", start + 20 - len(data)), ("before-block", "before the block", start - len(data))]:
        add(f"cut-{name}", f"the file ends {title} of the last append", data[:end], games("a", "b", *["c"] * (name in ("in-footer", "before-footer"))))
    whole.b.crc = 1
    add("middle-footer-damaged", "a footer that is not in force is damaged, and a record", damaged(whole, 1).bytes(), games("a", "b", "c"))
    record = two()
    record.b.crc = 1
    record.tail = one("c").at_number(2).bytes()
    add("unfinished-block", "a record is damaged, and a whole block is after the last footer: it is added", record.bytes(), games("a", "b", "c"))
    record.tail = replacing(one("c")).bytes()
    add("unfinished-replacements", "a record is damaged, and a block of replacements is after the last footer: it is not added", record.bytes(), games("a", "b"))


def counts(files):
    """Which footer counts."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    first, second = one("a"), one("b")
    lists = fb.Footer([first, second])
    add("footer-after-garbage", "bytes between two blocks, and a footer that lists both", walked(first, GARBAGE, second, lists, c()), games("a", "b", "c"))
    add("footer-of-nothing", "the last footer lists nothing: no block before it counts", walked(a(), fb.Footer([]), one("b").at_number(0)), games("b"))
    add("footer-of-nothing-alone", "the last footer lists nothing, and is the end of the file", walked(a(), fb.Footer([])), [])
    for name, title, change in [
        ("checksum", "another checksum", lambda block: setattr(block, "crc", 5)), ("games", "another number of games", lambda block: setattr(block, "games", 2)),
        ("plies", "another number of plies", lambda block: setattr(block, "plies", 1)), ("attributes", "other attributes", lambda block: setattr(block, "attributes", 1)),
        ("first-number", "another first number", lambda block: block.at_number(1)),
    ]:
        block, listed = one("a"), one("a")
        change(listed)
        wrong = fb.Footer([listed])
        if name in ("games", "plies", "attributes"):
            wrong.entries, wrong.count = wrong.entry_parts(), 1
            wrong.entries[1] = (fb.u32(block.header_crc()), "checksum of its block header")
        if name == "first-number":
            block = one("a").at_number(1)
            wrong = fb.Footer([block])
        expected = games("a", "b")
        add(f"footer-of-another-{name}", f"the last footer lists one block, with {title}: it does not count", walked(block, wrong.bytes(), b(1 if name != "first-number" else 2)), expected)
    place = fb.Footer([one("a")], gap=1)
    add("footer-of-another-place", "the last footer lists one block, a byte after its place: it does not count", walked(a(), place.bytes(), b()), games("a", "b"))
    add("footer-of-a-lost-block", "of two listed blocks the header of the first is damaged: the numbers of edits count its games", lost_header(some("x", "y"), some("a", "b"), (2, DELETED)), games("b"))
    add("footer-of-a-lost-replacement", "a listed block of replacements is damaged: the replaced game is not given in its place", lost_header(replacing(one("A")), some("a", "b"), (0, REPLACED)), games("b"))
    for name, title, edits in [("number", "an edit of a game that is not there", [(7, DELETED)]), ("replacement", "an edit by a replacement that is not there", [(0, REPLACED)])]:
        made = two()
        made.footer.edits = edits
        made.a.crc = made.b.crc = 1
        add(f"footer-of-no-rule-{name}", f"the last footer has {title}: it does not count", made.bytes(), games("a", "b"))
    made = appended(Append(some("a", "b"), edits=[(0, DELETED)]), Append(edits=[(1, DELETED)]))
    made.footer.tail = b"\0"
    made.b.crc = 1
    add("footer-of-a-byte-too-many", "a byte is left over in the last footer: it does not count, and the one before does", made.bytes(), games("b"))


def lost_header(broken, block, edit):
    """A file of two blocks, of which the first has a wrong checksum of its header, and a damaged record."""
    file = File(broken, block)
    file.footer.edits, file.a.crc = [edit], 1
    data, start = file.bytes(), file.place(broken)
    at = start + broken.size() - sum(len(section.stored) for section in broken.sections) - 1
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def numbers(files):
    """Blocks of the walk take the place of those whose first number is not below their own."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    four = [one(text) for text in "abcd"]
    add("same-number", "a block after the last footer has the number of the second of four listed ones: it takes the place of all from that on",
        walked(*four, fb.Footer(four), some("B", "C").at_number(1)), games("a", "B", "C"))
    add("number-within", "a block after the last footer has a number within a listed block of three games, which stays",
        walked(some("a", "b", "c"), some("d", "e").at_number(1)), games("a", "b", "c", "d", "e"))
    add("number-0", "a block after the last footer has the number 0: it takes the place of all", walked(*four, fb.Footer(four), one("A").at_number(0)), games("A"))
    add("number-beyond", "a block has a number beyond those that are there: it comes last", walked(a(), one("z").at_number(2**40)), games("a", "z"))
    add("numbers-descend", "three blocks of the numbers 2, 1 and 0", walked(c(), b(), one("a").at_number(0)), games("a"))
    add("numbers-in-64-bits", "two blocks of the numbers 2^63 - 1 and 2^64 - 1", walked(one("a").at_number(2**63 - 1), one("b").at_number(2**64 - 1)), games("a", "b"))
    edited = File(*[one(text) for text in "abc"])
    edited.footer.edits = [(0, DELETED), (2, DELETED)]
    late = one("B").at_number(1)
    edited.items += [edited.footer, late]
    edited.footer = None
    add("edit-of-a-game-that-is-gone", "a block takes the place of a deleted game, which has no other: its edit says nothing any more", edited.bytes(), games("B"))


def inside(files):
    """What looks like a footer inside of a block is none, also where the file ends after it."""
    add = lambda name, title, data, expected: files.recovered(f"recover-{name}", title, data, expected)
    first = one("a")
    lying = fb.Footer([first]).bytes()
    for place, wrap in [("comment", comment), ("tag", tag_value), ("section", optional)]:
        for name, title, content in [("footer", "a footer that lists the first block", lying), ("block", "a block", one("x").at_number(2).bytes()), ("file", "a whole file", two().bytes())]:
            if b"}" in content and place == "comment":
                continue  # annotations.2
            block = wrap(content)
            file = appended(Append(first), Append(one("b")), Append(block))
            file.footer, file.a.crc, file.b.crc = None, 1, 1
            whole = file.bytes()
            add(f"{name}-in-{place}", f"{title} in a {place} of the last block, and no footer after it", whole, [*games("a", "b"), wrapped_game(place, content)])
            end = len(whole) - len(AFTER)
            add(f"{name}-in-{place}-cut", f"the same, and the file ends after {title}", whole[:end], games("a", "b"))


AFTER = b" after it"


def text(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"hex": data.hex()}


def wrapped_game(place, content):
    if place == "section":
        return cc.game()
    value = text(content + AFTER)
    return cc.game([("A", value)]) if place == "tag" else cc.game(tokens=[("comment", value)])


def comment(data):
    block = cc.bare_block()
    token = fb.varint(2 | len(data + AFTER) << 4)
    block.sections.append(Section(fb.ANNOTATIONS, fb.strings([token]), "annotations: a comment", param=3))
    block.sections.append(Section(fb.COMMENT_TEXT, fb.column([len(data) + len(AFTER)]) + data + AFTER, "comment text"))
    return block


def tag_value(data):
    block = cc.bare_block()
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"A"], [[0]], [0])
    block.sections.append(Section(fb.TAG_VALUES, fb.column([len(data) + len(AFTER)]) + data + AFTER, "a tag"))
    return block


def optional(data):
    return Block(1, 0, [*cc.bare_block().sections, Section(99, data + AFTER, "something new")])


def add(files):
    for part in (records, last_footer, counts, numbers, inside):
        part(files)
