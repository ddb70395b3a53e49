"""Vectors of the file header (container.2 to container.4), and of the order of errors in header, records and footer."""

import file_bytes as fb
from container_common import bare_block, games, one, two
from file_bytes import DELETED, EDITS, File
from vector_file import pieces


def header_faults(files):
    for name, title, rule, fields, error, at in [
        ("magic", "the first byte is wrong", "container.2", {"magic": b"\x8ePLY\r\n\x1a\n"}, "NOT_PLYPACK", 0),
        ("magic-crlf", "CRLF was made LF, as in a text transfer", "container.2", {"magic": b"\x8fPLY\n\x1a\n\x01"}, "NOT_PLYPACK", 0),
        ("reserved-first", "the first reserved byte is set", "container.4", {"reserved": b"\x01" + bytes(7)}, "HEADER_MALFORMED", 20),
        ("reserved-last", "the last reserved byte is set", "container.4", {"reserved": bytes(7) + b"\x80"}, "HEADER_MALFORMED", 20),
        ("header-checksum", "the checksum of the file header is wrong", "container.3", {"crc": 0}, "CHECKSUM_HEADER", 0),
    ]:
        file = File(bare_block())
        fb.with_fields(file.header, **fields)
        files.bad(name, title, rule, "one-game", file, error, at)


def versions_and_sizes(files):
    def raw(name, title, rules, data, error):
        files.add(name, title, rules, "decode-file", pieces((data, title)), "no-games", error=error)

    raw("short-text", "a text that is shorter than a file header", "container.2 container.4", b'[Event "x"]\n', "NOT_PLYPACK")
    raw("three-bytes", "the first three bytes of the magic", "container.2", File().bytes()[:3], "TRUNCATED")
    files.bad("newer-version-with-reserved-bytes", "a later version comes before reserved bytes that are not 0", "container.4 versions.2",
        "no-games", fb.with_fields(File(one("a")), header__versions=fb.Versions(11, 11), header__reserved=b"\1" + bytes(7)),
        "UNSUPPORTED_VERSION")
    file = File(one("a"))
    file.header.versions = file.footer.versions = fb.Versions(9, 10)
    files.good("write-version-below-read", "a write version below the read version", "versions.1", file, games("a"))


def two_errors(files):
    """limits.13: errors of header and footer in the order of their checks."""
    def bad(name, title, rules, error, **fields):
        file = two()
        file.settle()
        files.bad(f"order-{name}", title, rules, "appended", fb.with_fields(file, **fields), error)

    attributes = [(fb.varints(0, 9, 1, 0, 2), "an entry"), (fb.u32(0), "its checksum")]
    newer, feature = fb.Versions(11, 11), fb.Versions(required=8)
    bad("version-and-attributes", "a later version, and attributes 2: the version comes first", "container.13 versions.2", "UNSUPPORTED_VERSION",
        footer__versions=newer, footer__entries=attributes)
    bad("checksum-and-version", "a wrong checksum of the footer, and a later version, which comes first", "container.15 versions.2",
        "UNSUPPORTED_VERSION", footer__versions=newer, footer__crc=1)
    bad("header-and-footer", "an unknown feature in the file header, and a wrong checksum of the footer", "container.15 versions.4",
        "UNSUPPORTED_FEATURE", header__versions=feature, footer__crc=1)
    bad("header-and-records", "an unknown feature in the file header, and a wrong checksum of a record", "container.15 versions.4",
        "UNSUPPORTED_FEATURE", header__versions=feature, records__1__crc=1)
    bad("version-and-record", "a later version, and an offset of the footer that is too small", "container.15 versions.2",
        "UNSUPPORTED_VERSION", footer__versions=newer, records__1__at=5)
    bad("record-checksum-and-version", "a wrong checksum of the record in force, and a later version", "container.15 versions.2",
        "CHECKSUM_HEADER", footer__versions=newer, records__1__crc=1)
    bad("record-and-end", "reserved bytes of the record that are not 0, and an end beyond that of the file", "container.15",
        "HEADER_MALFORMED", records__1__reserved=bytes(7) + b"\1", records__1__length=2**30)
    bad("end-and-footer", "an end beyond that of the file, and another magic of the footer", "container.15", "TRUNCATED",
        records__1__length=2**30, footer__magic=b"PLYZ")
    bad("magic-and-checksum", "another magic of the footer, and a wrong checksum", "container.15", "FOOTER_MISSING",
        footer__crc=1, footer__magic=b"PLYZ")
    bad("checksum-and-list", "a wrong checksum of the footer, and attributes 2", "container.15", "CHECKSUM_FOOTER",
        footer__entries=attributes, footer__crc=1)
    bad("header-checksum-and-feature", "a wrong checksum of the file header, and an unknown feature", "container.4", "CHECKSUM_HEADER",
        header__versions=feature, header__crc=1)
    bad("header-feature-and-reserved", "an unknown feature, and reserved bytes that are not 0", "container.4", "UNSUPPORTED_FEATURE",
        header__versions=feature, header__reserved=b"\1" + bytes(7))
    bad("header-magic-and-checksum", "another magic, and a wrong checksum", "container.2 container.4", "NOT_PLYPACK",
        header__magic=b"\x8fPLX\r\n\x1a\n", header__crc=1)
    bad("footer-and-block", "an edit of game 7, and a corrupt block header: the footer comes first", "container.13 container.14",
        "FOOTER_MALFORMED", footer__edits=[(7, DELETED)], footer__versions__required=EDITS, items__0__crc=1)


HEADER = File().bytes()[:32]


def cut_headers(files):
    """container.2: files that end within the header."""
    for name, title, data, error in [
        ("no-bytes", "a file of no bytes", b"", "TRUNCATED"),
        ("short-other-magic", "ten bytes, of which the first four are those of the magic", HEADER[:4] + b"\n\x1a\n\0\x0a\0", "NOT_PLYPACK"),
        ("five-bytes", "five bytes, of which the last is not that of the magic", HEADER[:4] + b"\n", "NOT_PLYPACK"),
        ("magic-and-no-more", "the magic, and nothing after it", HEADER[:8], "TRUNCATED"),
        ("31-bytes", "a file header without its last byte", HEADER[:31], "TRUNCATED"),
    ]:
        files.add(f"header-of-{name}", title, "container.2", "decode-file", pieces((data, title)), "no-games", error=error)
    header = bytearray(HEADER)
    header[24] = 1
    files.add("append-refused-reserved", "a reserved byte of the file header is not 0", "container.4 container.17", "append-file",
        bytes(header[:28]) + fb.u32(fb.crc32c(bytes(header[:28]))) + File(one("a")).bytes()[32:], "one-game", error="HEADER_MALFORMED")
