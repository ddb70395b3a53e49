"""Vectors of the commit records and of the frame of the footer: each step of opening a file (container.15)."""

import file_bytes as fb
from file_bytes import File
from footer_cases import Append, appended, games, one

A, B = 512, 1024
RULES = "container.15"


def two():
    """Record B is in force."""
    return appended(Append(one("a")), Append(one("b")))


def three():
    """Record A is in force."""
    return appended(Append(one("a")), Append(one("b")), Append(one("c")))


def good_records(files):
    good = files.good
    good("record-a", "record A is in force", RULES, three(), games("a", "b", "c"))
    good("record-b", "record B is in force", RULES, two(), games("a", "b"))
    older = two()
    older.a.sequence = 3
    good("record-of-first-footer", "the record of the first footer has the larger sequence number", RULES, older, games("a"))
    for name, title, a, b, expected in [
        ("low-bytes", "sequence numbers of which the smaller one is larger in 32 bits", 2**32 - 1, 2**32, "ab"), ("high-bit", "sequence numbers of which the larger one is negative with a sign", 1, 2**64 - 1, "ab"),
        ("last-byte", "sequence numbers that differ in the last byte alone", 2**56 * 3 + 7, 2**56 * 2 + 7, "a"), ("not-next", "sequence numbers that are not next to each other", 5, 3, "a"),
        ("other-zero", "the sequence number 0 in the record that is not in force", 0, 1, "ab"),
    ]:
        file = two()
        file.a.sequence, file.b.sequence = a, b
        good(f"records-{name}", title, RULES, file, games(*expected))
    for name, title, change in [
        ("offset", "an offset of the footer below 1,536", lambda other: setattr(other, "at", 5)), ("end", "an end beyond that of the file", lambda other: setattr(other, "length", 2**31)),
        ("reserved", "reserved bytes that are not 0", lambda other: setattr(other, "reserved", b"\1" * 8)), ("checksum", "another checksum of the footer", lambda other: setattr(other, "checksum", 1)),
        ("id", "another file id", lambda other: setattr(other, "file_id", b"\1" * 16)),
    ]:
        file = two()
        change(file.a)
        good(f"other-record-{name}", f"the record that is not in force has {title}", RULES, file, games("a", "b"))
    file = two()
    file.items[1].crc = 1
    good("other-footer-corrupt", "the footer that is not in force is corrupt", f"{RULES} limits.11", file, games("a", "b"))
    file = two()
    file.file_id = bytes(range(16))
    good("any-id", "the file id is not that of the blocks", "container.17", file, games("a", "b"))
    zero = appended(Append(), Append())
    good("no-id", "a file without games, and with the id 0, after an append", "container.17", zero, [])
    for name, place in [("header", 0), ("record-a", 1), ("record-b", 2)]:
        file = two()
        file.zeros[place] = b"\xff" * len(file.zeros[place])
        good(f"bytes-after-{name}", f"the bytes between {name.replace('-', ' ')} and what comes next are not 0", "container.3", file, games("a", "b"))


def sizes(files):
    """The end of the file."""
    base = two()
    data = base.bytes()

    def raw(name, title, cut, error, at):
        files.chapter.add(name, title, RULES, "decode-file", **{"from": "container/appended"}, input=[[data[:cut].hex(" "), "the file"]], error=error, at=at)

    raw("cut-by-a-byte", "the last byte of the file is lost", -1, "TRUNCATED", len(data) - 1)
    raw("cut-to-units", "the file ends with its fixed area", 1536, "TRUNCATED", 1536)
    raw("cut-after-records", "the file ends with its second record", 1088, "TRUNCATED", 1088)
    for name, cut in [("second-record", 1087), ("between-records", 1000), ("first-record", 575), ("header-alone", 32)]:
        raw(f"cut-in-{name}", f"the file has {cut} bytes", cut, "TRUNCATED", 0)
    for name, title, tail in [("byte", "one byte", b"?"), ("zeros", "20 zeros", bytes(20)), ("block", "a whole block", one("c").at_number(2).bytes()), ("half-block", "the beginning of a block", one("c").bytes()[:30]),
                              ("append", "a block and its footer", three().bytes()[len(data):]), ("footer", "a footer of nothing", fb.Footer([]).bytes())]:
        file = two()
        file.tail = tail
        files.good(f"unfinished-{name}", f"after the end: {title}", RULES, file, games("a", "b"))


def bad_records(files):
    def bad(name, title, change, error, at, make=two):
        file = make()
        change(file)
        files.bad(name, title, RULES, "appended", file, error, at)

    def of(record, **fields):
        return lambda file: [setattr(getattr(file, record), key, value) for key, value in fields.items()]

    bad("record-a-checksum", "the checksum of record A is wrong, and B is in force", of("a", crc=1), "CHECKSUM_HEADER", A)
    bad("record-b-checksum", "the checksum of record B is wrong, which is in force", of("b", crc=1), "CHECKSUM_HEADER", B)
    bad("record-b-checksum-not-in-force", "the checksum of record B is wrong, and A is in force", of("b", crc=1), "CHECKSUM_HEADER", B, three)
    bad("records-same-number", "two records of the same sequence number, of two footers", of("b", sequence=1), "HEADER_MALFORMED", A)
    for name, fields in [("id", {"file_id": b"\1" * 16}), ("reserved", {"reserved": bytes(7) + b"\1"}), ("versions", {"versions": fb.Versions(optional=1)})]:
        bad(f"records-same-number-other-{name}", f"two records of the same sequence number, with another {name.replace('reserved', 'reserved byte')}", of("b", **fields), "HEADER_MALFORMED", A, lambda: File(one("a")))
    for record, place, make in [("a", A, three), ("b", B, two)]:
        footer = make()
        start, length = footer.place(footer.footer), footer.footer.size()
        end = len(footer.bytes())
        malformed = lambda name, title, **fields: bad(f"record-{record}-{name}", f"record {record.upper()}, which is in force: {title}", of(record, **fields), "HEADER_MALFORMED", place, make)
        malformed("offset", "the footer begins at 1,535", at=1535)
        malformed("offset-0", "the footer begins at 0", at=0)
        malformed("end-in-64-bits", "an end that would be that of the file in 64 bits", at=2**64 - 10)
        malformed("reserved-first", "the first reserved byte is not 0", reserved=b"\1" + bytes(7))
        malformed("reserved-last", "the last reserved byte is not 0", reserved=bytes(7) + b"\x80")
        bad(f"record-{record}-end", f"record {record.upper()}, which is in force: the end is one byte after that of the file", of(record, length=length + 1), "TRUNCATED", end, make)
        bad(f"record-{record}-end-far", f"record {record.upper()}, which is in force: the footer begins at 2^63", of(record, at=2**63), "TRUNCATED", end, make)
        for name, title, fields, at in [
            ("length", "the length of the footer is too small by one", {"length": length - 1}, start), ("length-0", "the length of the footer is 0", {"length": 0}, start),
            ("length-11", "the length of the footer is 11, fewer bytes than any has", {"length": 11}, start),
            ("length-1", "the length of the footer is 1", {"length": 1}, start), ("place", "the footer is a byte after its place", {"at": start + 1, "length": length - 1}, start + 1),
            ("place-before", "the footer is a byte before its place", {"at": start - 1}, start - 1),
        ]:
            bad(f"record-{record}-footer-{name}", f"record {record.upper()}, which is in force: {title}", of(record, **fields), "FOOTER_MISSING", at, make)
        bad(f"record-{record}-footer-checksum", f"record {record.upper()}, which is in force: another checksum of the footer", of(record, checksum=1), "CHECKSUM_FOOTER", start, make)

    def both(**fields):
        return lambda file: [of(record, **fields)(file) for record in "ab"]

    bad("records-of-number-0", "both records are equal, and have the sequence number 0", both(sequence=0), "HEADER_MALFORMED", A, lambda: File(one("a")))
    bad("records-zeros", "both records are zeros", both(sequence=0, at=0, length=0, checksum=0, versions=fb.Versions(0, 0, 0), file_id=bytes(16), crc=0), "CHECKSUM_HEADER", A, lambda: File(one("a")))
    bad("records-missing", "both records are at the places where units begin", lambda file: None, "CHECKSUM_HEADER", A, Shifted)


class Shifted(File):
    """A file whose units begin at once after its header, as in earlier versions."""

    def __init__(self):
        super().__init__(one("a" * 3000))
        self.zeros = [b"", b"", b""]


def footers(files):
    """The frame of the footer in force."""
    def bad(name, title, change, error, at="footer"):
        file = two()
        change(file)
        files.bad(name, title, "container.12 container.15", "appended", file, error, file.place(file.footer))

    def field(**fields):
        return lambda file: [setattr(file.footer, key, value) for key, value in fields.items()]

    def as_recorded(**fields):
        """The record has the checksum that the footer had before."""
        def change(file):
            file.b.checksum = file.footer.checksum()
            field(**fields)(file)

        return change

    bad("footer-body-length-too-large", "the length of the body of the footer is too large by one", lambda file: field(body_len=file.footer.size() - 11)(file), "FOOTER_MISSING")
    bad("footer-body-length-0", "the length of the body of the footer is 0", field(body_len=0), "FOOTER_MISSING")
    bad("footer-crc", "the checksum of the footer is wrong, and the record has the wrong one", field(crc=7), "CHECKSUM_FOOTER")
    bad("footer-crc-alone", "the checksum of the footer is wrong, and the record has the right one", as_recorded(crc=7), "CHECKSUM_FOOTER")
    bad("footer-of-another-state", "a footer with a right checksum, which is not that of the record", as_recorded(edits=[(1, fb.DELETED)]), "CHECKSUM_FOOTER")


def add(files):
    for part in (good_records, sizes, bad_records, footers):
        part(files)
