"""Vectors of commit records (container.15), of the frame of the footer that they name, and of the end of the file."""

import file_bytes as fb
from container_common import Append, appended, games, last_footer, one, three, two, with_record
from file_bytes import File, RECORDS, START
from vector_file import pieces


def commits(files):
    """container.15: the record in force, and errors of records and footers."""
    good = files.good
    rules = "container.13 container.15"
    good("two-commits", "record B is in force", rules, two(), games("a", "b"))
    good("three-commits", "record A is in force again", rules, three(), games("a", "b", "c"))
    good("empty-append", "a commit that adds nothing", rules, appended(Append(one("a")), Append()), games("a"))
    good("games-of-the-second-commit", "the first games come with the second commit", f"{rules} container.17", appended(Append(), Append(one("a"))), games("a"))
    file = two()
    file.record().sequence = 2**64 - 1
    good("sequence-of-64-bits", "the sequence number 2^64 - 1 is above 1", rules, file, games("a", "b"))
    file = two()
    file.records = [fb.Record(256), fb.Record(255)]
    good("sequence-of-two-bytes", "256 is above 255: record A is in force, which names the older footer", rules, swapped(file), games("a"))
    file = two()
    file.tail = one("c").bytes()
    good("unfinished-block", "a block after the end of the file: it is no part of it", rules, file, games("a", "b"))
    file = two()
    file.tail = b"?"
    good("unfinished-byte", "a byte after the end of the file", rules, file, games("a", "b"))
    file = two()
    file.tail = fb.Footer([one("x")]).bytes()
    good("unfinished-footer", "a footer after the end of the file, which no record names", rules, file, games("a", "b"))
    gap = File(one("a"), b"????", one("b"))
    gap.footer = fb.Footer([gap.items[0], 4, gap.items[2]])
    good("gap", "four bytes between two blocks, which belong to nothing", "container.1 container.13", gap, games("a", "b"))

    def bad(name, title, change, error, at, rule="container.15", base=two):
        file = base()
        file.settle()
        change(file)
        files.bad(name, title, rule, "appended", file, error, at)

    record = lambda place, **fields: lambda file: fb.with_fields(file.records[place], **fields)
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
    cut_files(files, two())


def swapped(file):
    """The records name the footers in the other order: A, which is in force by its number, names the older footer."""
    old, new = file.old_footer(), file.footer
    for record, footer in zip(file.records, [old, new]):
        record.at, record.length, record.footer_crc = file.offset_of(footer), footer.size(), footer.checksum()
        record.versions = fb.Versions()
    return file


def cut_files(files, file):
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
        files.add(f"cut-{name}", title, "container.15", "decode-file", data[:length], "appended", error=error, at=at)


A, B = 0, 1
RULES = "container.15"


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
    good("other-footer-corrupt", "the footer that is not in force is corrupt", f"{RULES} limits.11", fb.with_fields(two(), items__1__crc=1),
        games("a", "b"))
    file = with_record(with_record(two(), A, file_id=bytes(range(16))), B, file_id=bytes(range(16)))
    good("any-id", "the file id is not that of the blocks", "container.17", file, games("a", "b"))
    good("no-id", "a file without games, and with the id 0, after an append", "container.17", appended(Append(), Append()), [])
    data = two().bytes()
    for name, start, end in [("header", 32, RECORDS[A]), ("record-a", RECORDS[A] + 64, RECORDS[B]), ("record-b", RECORDS[B] + 64, START)]:
        files.add(f"bytes-after-{name}", f"the bytes between {name.replace('-', ' ')} and what comes next are not 0", "container.3",
            "decode-file", pieces((data[:start], "the file"), (b"\xff" * (end - start), "other bytes"), (data[end:], "the file")),
            games=games("a", "b"))


def sizes_of_files(files):
    """The end of the file."""
    data = two().bytes()
    for name, length, at in [("after-records", 1088, 1088), ("between-records", 1000, 0), ("first-record", 575, 0)]:
        files.add(f"cut-{name}", f"the file has {length} bytes", RULES, "decode-file", data[:length], "appended", error="TRUNCATED", at=at)
    files.add("cut-with-wrong-record", "the checksum of record A is wrong, and the file ends within record B", RULES, "decode-file",
        with_record(two(), A, crc=1).bytes()[:1087], "appended", error="TRUNCATED", at=0)
    for name, title, tail in [("zeros", "20 zeros", bytes(20)), ("half-block", "the beginning of a block", one("c").bytes()[:30]), ("append", "a block and its footer", three().bytes()[len(data):])]:
        files.good(f"unfinished-{name}", f"after the end: {title}", RULES, fb.with_fields(two(), tail=tail), games("a", "b"))


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
    for name, title, changed in [("zeros", "both records are zeros", data[:512] + bytes(1024) + data[START:]), ("missing", "the first unit begins right after the header", data[:32] + one("a" * 3000).bytes())]:
        files.add(f"records-{name}", title, RULES, "decode-file", changed, "appended", error="CHECKSUM_HEADER", at=RECORDS[A])


def frames_of_footers(files):
    """The frame of the footer in force."""
    def bad(name, title, error, **fields):
        file = two()
        fb.with_fields(file.footer, **fields)
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
