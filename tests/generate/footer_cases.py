"""Vectors of commit records, of edits, of optional parts, and of features."""

import container_cases as cc
import file_bytes as fb
import noted_cases
from file_bytes import AS_WRITTEN, DELETED, REPLACED, START, Block, File, Section
from vector_file import pieces


class Append:
    """The parts of one append: blocks and edits; the blocks take the place of the last `merged` ordinary ones."""

    def __init__(self, *blocks, edits=(), merged=0):
        self.blocks, self.edits, self.merged = blocks, list(edits), merged


def appended(*appends):
    """A file with these appends."""
    file, listed, edits = File(), [], {}
    numbers = [0, 0]
    for append in appends:
        if append is not appends[0]:
            file.items.append(file.footer)
            listed.append(file.footer.size())
        file.items += append.blocks
        for _ in range(append.merged):
            place, block = [(at, item) for at, item in enumerate(listed) if isinstance(item, Block) and not item.attributes][-1]
            listed[place] = block.size()
            numbers[block.attributes] -= block.games
        for block in append.blocks:
            if append.merged:
                block.at_number(numbers[block.attributes])
            block.number = numbers[block.attributes]
            numbers[block.attributes] += block.games
        listed += append.blocks
        edits.update(append.edits)
        edits = {number: action for number, action in edits.items() if action != AS_WRITTEN}
        file.footer = fb.Footer(list(listed))
        file.footer.edits = list(edits.items())
    return file


def one(text):
    """A block of one game without moves and tags, that is told apart by its unparsed text."""
    return cc.bare_block(extra=[Section(fb.UNPARSED_TEXT, fb.strings([text.encode()]), f"unparsed text: {text}")])


def some(*texts):
    """A block of games like the games of `one`."""
    n = len(texts)
    return Block(n, 0, [
        Section(fb.PLIES, fb.column([0] * n), "plies of the games"),
        Section(fb.MOVES, b"", "moves", param=3),
        Section(fb.STATES, fb.column([8] * n), "states: standard start, no marker"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * n), "no tag names, one empty tag layout"),
        Section(fb.UNPARSED_TEXT, fb.strings([text.encode() for text in texts]), f"unparsed text: {', '.join(texts)}"),
    ])


def replacing(block):
    block.attributes = 1
    return block


def games(*texts):
    """Expected games; None is a deleted one."""
    return [text and cc.game(rest=text) for text in texts]


def commits(files):
    """container.15: which record is in force, and what is wrong with records and footers."""
    good = files.good
    rules = "container.13 container.15"
    two = lambda: appended(Append(one("a")), Append(one("b")))
    good("two-commits", "record B is in force", rules, two(), games("a", "b"))
    good("three-commits", "record A is in force again", rules, appended(Append(one("a")), Append(one("b")), Append(one("c"))), games("a", "b", "c"))
    good("empty-append", "a commit that adds nothing", rules, appended(Append(one("a")), Append()), games("a"))
    good("games-of-the-second-commit", "the first games come with the second commit", f"{rules} container.17", appended(Append(), Append(one("a"))), games("a"))
    file = two()
    file.record().sequence = 2**64 - 1
    good("sequence-of-64-bits", "the sequence number 2^64 - 1 is above 1", rules, file, games("a", "b"))
    file = two()
    file.records = [fb.Record(256), fb.Record(255)]
    good("sequence-of-two-bytes", "256 is above 255: record A is in force, which names the older footer", rules, swapped(file), games("a"))
    file = two()
    file.tail = bytes_of(one("c"))
    good("unfinished-block", "a block after the end of the file: it is no part of it", rules, file, games("a", "b"))
    file = two()
    file.tail = b"?"
    good("unfinished-byte", "a byte after the end of the file", rules, file, games("a", "b"))
    file = two()
    file.tail = bytes_of(fb.Footer([one("x")]))
    good("unfinished-footer", "a footer after the end of the file, which no record names", rules, file, games("a", "b"))
    gap = File(one("a"), b"????", one("b"))
    gap.footer = fb.Footer([gap.items[0], 4, gap.items[2]])
    good("gap", "four bytes between two blocks, which belong to nothing", "container.1 container.13", gap, games("a", "b"))

    def bad(name, title, change, error, at, rule="container.15", base=two):
        file = base()
        file.settle()
        change(file)
        files.bad(name, title, rule, "appended", file, error, at)

    record = lambda place, **fields: lambda file: [setattr(file.records[place], key, value) for key, value in fields.items()]
    for place, name in enumerate("ab"):
        bad(f"record-{name}-checksum", f"the checksum of record {name.upper()} is wrong", record(place, crc=1), "CHECKSUM_HEADER", fb.RECORDS[place])
    bad("record-checksums", "the checksums of both records are wrong: A comes first", lambda file: [record(0, crc=1)(file), record(1, crc=1)(file)], "CHECKSUM_HEADER", 512)
    bad("record-sequences-equal", "two records of one sequence number that name different footers", record(0, sequence=2, at=START, length=9), "HEADER_MALFORMED", 512)
    bad("record-sequence-0", "both records have the sequence number 0", lambda file: [record(0, sequence=0)(file), record(1, sequence=0)(file)], "HEADER_MALFORMED", 512,
        base=lambda: File(one("a")))
    bad("record-reserved", "reserved bytes of the record in force are not 0", record(1, reserved=b"\1" + bytes(7)), "HEADER_MALFORMED", 1024)
    bad("record-footer-before-units", "a footer at 1,535", record(1, at=START - 1), "HEADER_MALFORMED", 1024)
    bad("record-end-overflows", "a footer that would end at 2^64", record(1, at=2**64 - 40, length=40), "HEADER_MALFORMED", 1024)
    bad("record-end-beyond", "the footer would end one byte after the file", record(1, length=two().footer.size() + 1), "TRUNCATED", len(two().bytes()))
    bad("record-footer-elsewhere", "the footer is one byte before", lambda file: record(1, at=len(file.bytes()) - file.footer.size() - 1)(file), "FOOTER_MISSING",
        len(two().bytes()) - two().footer.size() - 1)
    bad("record-footer-shorter", "the footer is one byte shorter than its body says", record(1, length=two().footer.size() - 1), "FOOTER_MISSING",
        last_footer(two()))
    bad("record-footer-short", "a footer of 11 bytes", record(1, length=11), "FOOTER_MISSING", last_footer(two()))
    bad("record-other-footer", "the footer has another checksum than the record names", record(1, footer_crc=1), "CHECKSUM_FOOTER", last_footer(two()))
    bad("record-version-and-reserved", "a later version and reserved bytes: the version comes first", record(1, versions=fb.Versions(11, 11), reserved=b"\1" + bytes(7)),
        "UNSUPPORTED_VERSION", 1024 + 24, "container.15 versions.2")
    bad("record-version-and-sequences", "a later version, and two different records of one number, which come first",
        lambda file: [record(0, sequence=2)(file), record(1, versions=fb.Versions(11, 11))(file)], "HEADER_MALFORMED", 512, "container.15 versions.2")
    bad("record-feature-and-end", "an unknown feature, and an end beyond the file: the feature comes first", record(1, versions=fb.Versions(required=1 << 9), length=2**20),
        "UNSUPPORTED_FEATURE", 1024 + 24, "container.15 versions.4")
    good("other-record-of-later-version", "only the record that is not in force has a later version", "container.15 versions.6",
         with_record(two(), 0, versions=fb.Versions(11, 11)), games("a", "b"))
    good("other-record-reserved", "only the record that is not in force has reserved bytes that are not 0", "container.15",
         with_record(two(), 0, reserved=b"\1" + bytes(7)), games("a", "b"))
    cut(files, two())


def with_record(file, place, **fields):
    file.settle()
    for key, value in fields.items():
        setattr(file.records[place], key, value)
    return file


def swapped(file):
    """The records name the footers the other way round: A, which is in force by its number, the older one."""
    old, new = file.old_footer(), file.footer
    for record, footer in zip(file.records, [old, new]):
        record.at, record.length, record.footer_crc = file.offset_of(footer), footer.size(), footer.checksum()
        record.versions = fb.Versions()
    return file


def bytes_of(item):
    return b"".join(data for data, _ in item.parts())


def cut(files, file):
    """container.15: a file that lost its end."""
    data = file.bytes()
    for name, title, length, error, at in [
        ("last-byte", "the last byte is lost", len(data) - 1, "TRUNCATED", len(data) - 1),
        ("last-append", "all bytes of the last append are lost", len(data) - file.footer.size() - file.items[-1].size(), "TRUNCATED", None),
        ("units", "all units are lost", START, "TRUNCATED", START),
        ("record", "the file ends within record B", 1024 + 63, "TRUNCATED", 0),
        ("records", "the file ends with its header", 32, "TRUNCATED", 0),
    ]:
        at = length if at is None else at
        files.chapter.add(f"cut-{name}", title, "container.15", "decode-file", **{"from": "container/appended"}, input=pieces((data[:length], "the file")), error=error, at=at)


def optional(files):
    """container.13: parts of kinds that nobody knows."""
    for name, title, kinds in [("odd", "an optional part of kind 1", [1]), ("even", "an optional part of kind 2", [2]), ("two", "two optional parts of one kind, of which none is known", [2**64 - 1] * 2)]:
        file = with_parts(kinds)
        files.good(f"optional-part-{name}", title, "container.13 versions.12", file, games("a"))
    file = with_parts([1])
    file.footer.optional_parts = [(fb.varint(1), "number of optional parts"), (fb.varint(1) + fb.varint(START) + fb.varint(0), "an optional part: kind, offset, length"),
                                  (fb.u32(0), "its checksum")]
    files.bad("optional-part-empty", "an optional part of no bytes", "container.13", "optional-part-odd", file, "FOOTER_MALFORMED", "an optional part: kind")
    file = with_parts([1])
    file.footer.optional_parts = [(fb.varint(1), "number of optional parts"), (fb.varint(1) + fb.varint(START - 1) + fb.varint(9), "an optional part: kind, offset, length"),
                                  (fb.u32(0), "its checksum")]
    files.bad("optional-part-before-units", "an optional part that begins before the units", "container.13", "optional-part-odd", file, "FOOTER_MALFORMED", "an optional part: kind")
    file = with_parts([1])
    file.footer.optional_parts = [(fb.varint(1), "number of optional parts"), (fb.varint(1) + fb.varint(START) + fb.varint(2**40), "an optional part: kind, offset, length"),
                                  (fb.u32(0), "its checksum")]
    files.bad("optional-part-after-footer", "an optional part that ends after the footer's start", "container.13", "optional-part-odd", file, "FOOTER_MALFORMED", "an optional part: kind")
    file = with_parts([1])
    file.footer.optional_parts = [(fb.varint(1), "number of optional parts")]
    files.bad("optional-parts-too-many", "one optional part more than is listed", "container.13 limits.10", "optional-part-odd", file, "LIMIT_EXCEEDED", "number of optional parts")


def with_parts(kinds):
    """A file of one game and of optional parts."""
    file = File(one("a"))
    for kind in kinds:
        part = fb.Part(kind, b"something new")
        at = START + sum(len(item) if isinstance(item, bytes) else item.size() for item in file.items)
        file.items.append(part)
        file.footer.optional.append((part, at))
    return file


def segments(files):
    """container.13: entries of index segments."""
    def segment(*numbers):
        file = appended(Append(one("a")), Append(one("b")))
        file.footer.segment_parts = [(fb.varint(1), "number of index segments"), (b"".join(map(fb.varint, numbers)), "an index segment"), (fb.u32(0), "its checksum")]
        return file

    for name, title, numbers, at in [
        ("of-no-block", "an index segment that covers no block", (START, 9, 0, 0), "an index segment"),
        ("of-unlisted-block", "an index segment of a third block", (START, 9, 1, 2), None),
        ("of-huge-block", "an index segment of block 2^63", (START, 9, 2**63, 1), None),
        ("empty", "an index segment of no bytes", (START, 0, 0, 1), "an index segment"),
        ("before-units", "an index segment that begins before the units", (START - 1, 9, 0, 1), "an index segment"),
        ("after-footer", "an index segment that ends after the footer's start", (START, 2**40, 0, 1), "an index segment"),
    ]:
        file = segment(*numbers)
        files.bad(f"segment-{name}", title, "container.13", "appended", file, "FOOTER_MALFORMED", at or last_footer(file))


def last_footer(file):
    return len(file.bytes()) - file.footer.size()


def edits(files):
    good, rules = files.good, "container.14"
    abc = Append(some("a", "b", "c"))
    good("deleted-game", "a deleted game keeps its number", rules, appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    good("deleted-last-game", "the number of a deleted last game is not given again", rules,
         appended(abc, Append(edits=[(2, DELETED)]), Append(one("d"))), games("a", "b", None, "d"))
    replaced = [replacing(some("B", "A"))]
    good("replaced-games", "two replacements, which have no numbers of their own", rules,
         appended(abc, Append(*replaced, one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])), games("A", "B", "c", "d"))
    good("edited-twice", "the latest footer counts: replaced again, deleted after all, restored", rules,
         appended(abc, Append(replacing(some("A", "B", "C")), edits=[(0, REPLACED), (1, REPLACED + 1), (2, REPLACED + 2)]),
                  Append(replacing(one("AA")), edits=[(0, REPLACED + 3), (1, DELETED), (2, AS_WRITTEN)])), games("AA", None, "c"))
    good("edit-of-new-game", "a game that the same append adds is deleted", rules,
         appended(abc, Append(one("d"), edits=[(3, DELETED)])), games("a", "b", "c", None))
    good("unused-replacement", "a replacement of no game", rules, appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    good("replacement-handed-on", "a replacement stands for another game than before", rules,
         appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, AS_WRITTEN), (2, REPLACED)])), games("a", "b", "X"))

    def bad(name, title, file, at="footer", error="FOOTER_MALFORMED", change=lambda footer: None):
        change(file.footer)
        files.bad(name, title, rules, "deleted-game", file, error, last_footer(file) if at == "footer" else at)

    without = lambda footer: setattr(footer.versions, "required", 0)
    bad("edit-without-feature", "a deleted game, and no feature that says so", appended(abc, Append(edits=[(1, DELETED)])), change=without)
    bad("replacement-without-feature", "a block of replacements, and no feature", appended(abc, Append(replacing(one("x")))), change=without)
    bad("edit-of-no-game", "an edit of a number that was never given", appended(abc, Append(edits=[(3, DELETED)])))
    bad("edit-by-no-replacement", "a replacement that there is not", appended(abc, Append(edits=[(1, REPLACED)])))
    bad("replacement-of-two-games", "two games have the same replacement", appended(abc, Append(replacing(one("x")), edits=[(0, REPLACED), (1, REPLACED)])))
    count = lambda n: lambda footer: setattr(footer, "edit_parts", [(fb.varint(n), "number of edits")])
    bad("edits-huge-count", "a huge number of edits", appended(abc, Append()), None, "LIMIT_EXCEEDED", count(2**60))
    entry = (fb.varint(2**64 - 1) + fb.varint(0), "an edit: gap, action")
    bad("edit-of-huge-number", "an edit of game 2^64 - 1", appended(abc, Append()), None, "FOOTER_MALFORMED",
        lambda footer: setattr(footer, "edit_parts", [(fb.varint(1), "number of edits"), entry]))


def features(files):
    """versions.10"""
    for name, title, block, source, needed in [
        ("feature-archive-tight", "a block of `tight` in a file without the feature archive", cc.tight_block(), "run-of-tight", fb.ARCHIVE),
        ("feature-archive", "comments made from values in a file without the feature archive", noted_cases.block(), "values", fb.ARCHIVE),
    ]:
        file = File(block)
        file.footer.versions.required = 5 & ~needed
        files.bad(name, title, "versions.4 versions.10", source, file, "BLOCK_MALFORMED", "block")


def make(files):
    for part in (commits, optional, segments, edits, features):
        part(files)
