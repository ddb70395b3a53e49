"""Vectors of versions and features of the file header and of commit records."""

import container_cases as cc
import file_bytes as fb
from file_bytes import File
from vector_file import Chapter


def make():
    chapter = Chapter("versions")

    def add(name, title, rules, op, where, versions, error=None, at=None):
        file = File(cc.bare_block())
        setattr(file.header if where == "header" else file, "versions", versions)
        place = None if at is None else file.offset("write version" if where == "header" else "record A: versions")
        fields = {"from": "container/one-game"} if error else {"expect": {"games": [cc.BARE]}}
        chapter.add(name, title, rules, op, **fields, input=file.input(), error=error, at=place)

    v = fb.Versions
    for where in ["header", "record"]:
        add(f"{where}-newer-write-version", f"{where}: written by a newer format, readable by this one", "versions.3",
            "decode-file", where, v(write=0x0100))
        add(f"{where}-newer-read-version", f"{where}: needs a reader of format 0.11", "versions.2", "decode-file", where,
            v(write=11, read=11), "UNSUPPORTED_VERSION", True)
        add(f"{where}-next-major", f"{where}: needs a reader of format 1.0", "versions.2", "decode-file", where,
            v(write=0x0100, read=0x0100), "UNSUPPORTED_VERSION", True)
        for old in (1, 2, 3, 4, 8, 9):
            add(f"{where}-format-0-{old}", f"{where}: of format 0.{old}", "versions.9", "decode-file", where, v(write=old, read=old),
                "UNSUPPORTED_VERSION", True)
        add(f"{where}-known-features", f"{where}: all features that exist, needed or not", "versions.4", "decode-file", where,
            v(required=5))
        add(f"{where}-required-feature-reserved", f"{where}: the required feature of bit 1, which is reserved", "versions.4", "decode-file", where,
            v(required=fb.RESERVED), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-required-feature", f"{where}: a required feature that does not exist", "versions.4", "decode-file", where,
            v(required=8), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-old-version-unknown-feature", f"{where}: of format 0.4, with an unknown feature: the version comes first",
            "versions.9", "decode-file", where, v(write=4, read=4, required=8), "UNSUPPORTED_VERSION", True)
        add(f"{where}-required-feature-last", f"{where}: the last required feature", "versions.4", "decode-file", where,
            v(required=1 << 31), "UNSUPPORTED_FEATURE", True)
        add(f"{where}-optional-features", f"{where}: optional features that do not exist are ignored", "versions.4",
            "decode-file", where, v(optional=0xFFFFFFFF))
    add("append-same-version", "games may be added to a file of this version", "versions.3", "append-file", "record", v())
    add("append-newer-write-version", "nothing is added to a file of a newer format", "versions.3", "append-file", "record",
        v(write=11), "UNSUPPORTED_VERSION")
    add("append-newer-header", "games are added to a file of which the header alone has a newer write version", "versions.3 versions.6", "append-file", "header", v(write=11))
    for name, write in [("signed", 0x800A), ("major", 0x0100), ("minor", 0x00FF)]:
        add(f"append-write-version-{name}", f"nothing is added to a file of the write version {write:04X}", "versions.3", "append-file", "record", v(write=write), "UNSUPPORTED_VERSION")
    for where in ("header", "record"):
        for read in (0x010A, 0x0A00, 0x800A, 0xFFFF):
            add(f"{where}-read-version-{read:04x}", f"{where}: the read version {read:04X}", "versions.1 versions.2", "decode-file", where, v(write=read, read=read), "UNSUPPORTED_VERSION")
    record_versions(chapter)
    chapter.save()


def record_versions(chapter):
    """versions.6: those of the record in force count, whatever the other record and the file header say."""
    def add(name, title, rules, op, change, error=None):
        file = cc.appended()
        change(file)
        fields = {"from": "container/appended"} if error else {"expect": {"games": cc.FULL + [cc.THIRD]}}
        chapter.add(name, title, rules, op, **fields, needs=["annotations"], input=file.input(), error=error)

    newer, feature = fb.Versions(11, 11), fb.Versions(required=8)
    both = lambda other: lambda file: [setattr(file.a, "versions", other), setattr(file.b, "versions", fb.Versions())]
    add("other-record-newer", "the record that is not in force is of a later version", "container.15 versions.6", "decode-file", both(newer))
    add("other-record-feature", "the record that is not in force has an unknown feature", "container.15 versions.6", "decode-file", both(feature))
    add("append-other-record-newer", "games are added to a file of which the record that is not in force has a later write version", "versions.3 versions.6", "append-file",
        both(fb.Versions(write=11)))
    add("record-in-force-newer", "only the record in force is of a later version", "container.15 versions.6", "decode-file", lambda file: setattr(file.b, "versions", newer), "UNSUPPORTED_VERSION")
    add("record-in-force-feature", "only the record in force has an unknown feature", "container.15 versions.6", "decode-file", lambda file: setattr(file.b, "versions", feature),
        "UNSUPPORTED_FEATURE")
    add("header-features-differ", "the header has features that the record does not have", "versions.6", "decode-file",
        lambda file: setattr(file.header, "versions", fb.Versions(required=5, optional=7)))
