"""Vectors of versions and features: the chapter versions, and files of the chapter container (versions.6, versions.10)."""

import container_common as cc
import container_values
import file_bytes as fb
from container_common import Append, BARE, FULL, THIRD, appended, bare_block, game, one, two_appends, without_records
from file_bytes import File, Section
from vector_file import Chapter


def make():
    chapter = Chapter("versions")

    def add(name, title, rules, op, where, versions, error=None, at=None):
        file = File(bare_block())
        (file.header if where == "header" else file.footer).versions = versions
        place = None if at is None else file.offset("write version", 0 if where == "header" else 1)
        fields = {"from": "container/one-game"} if error else {"expect": {"games": [BARE]}}
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
    versions_of_records(chapter)
    chapter.save()


def versions_of_records(chapter):
    """versions.6: only the versions in the record in force count, not those of the other record or the file header."""
    def add(name, title, rules, versions, op="decode-file", error=None, in_force=False):
        file = two_appends()
        file.settle()
        file.records[file.in_force() ^ (not in_force)].versions = versions
        fields = {"from": "container/appended"} if error else {"expect": {"games": FULL + [THIRD]}}
        chapter.add(name, title, rules, op, **fields, needs=["annotations"], input=file.input(), error=error)

    v = fb.Versions
    add("append-newer-other-record", "games are added to a file: only the record that is not in force has a newer write version", "versions.3 versions.6", v(write=11), "append-file")
    add("other-record-newer", "the record that is not in force is of a later version", "container.15 versions.6", v(11, 11))
    add("other-record-older", "the record that is not in force is of format 0.9", "container.15 versions.6", v(9, 9))
    add("other-record-feature", "the record that is not in force has an unknown feature", "container.15 versions.6", v(required=8))
    add("record-in-force-newer", "only the record in force is of a later version", "container.15 versions.6", v(11, 11), error="UNSUPPORTED_VERSION", in_force=True)
    add("record-in-force-feature", "only the record in force has an unknown feature", "container.15 versions.6", v(required=8), error="UNSUPPORTED_FEATURE", in_force=True)
    file = two_appends()
    file.header.versions = v(required=5, optional=7)
    chapter.add("header-features-differ", "the header has features that the records do not have", "versions.6", "decode-file", needs=["annotations"], input=file.input(),
                expect={"games": FULL + [THIRD]})


def missing_features(files):
    """versions.10"""
    for name, title, block, source, needed in [
        ("feature-archive-tight", "a block of `tight` in a file without the feature archive", cc.tight_block(), "run-of-tight", fb.ARCHIVE),
        ("feature-archive", "comments made from values in a file without the feature archive", container_values.values_block(), "values", fb.ARCHIVE),
    ]:
        files.bad(name, title, "versions.4 versions.10", source, fb.with_fields(File(block), footer__versions__required=5 & ~needed),
            "BLOCK_MALFORMED", "block")


def features_of_footers(files):
    """versions.6, versions.10: only the features of the newest footer count."""
    block = cc.bare_block()
    block.sections.append(Section(fb.VALUES, b"", "values: nothing"))
    files.add("feature-of-an-earlier-footer", "a section values, and its feature in an earlier footer alone", "versions.6 versions.10",
        "decode-file", fb.with_fields(appended(Append(block), Append(one("b"))), footer__versions__required=0), "appended",
        error="BLOCK_MALFORMED")
    files.add("feature-of-the-header", "a section values, and its feature in the file header alone", "versions.6 versions.10",
        "decode-file", fb.with_fields(appended(Append(block), Append(one("b"))), header__versions=fb.Versions(required=1),
        items__1__versions__required=0, footer__versions__required=0), "appended", error="BLOCK_MALFORMED")


def unannounced_features(files):
    """versions.10: a block with a feature that the footer does not announce."""
    for name, change in [
        ("values", lambda block: block.sections.append(Section(fb.VALUES, b"", "values: nothing"))),
        ("value-codes", lambda block: block.sections.append(Section(fb.VALUE_CODES, b"", "value codes: nothing"))),
    ]:
        block = cc.bare_block()
        change(block)
        files.bad(f"unannounced-{name}", f"{name} in a block, and no feature of it in the footer", "versions.10", "one-game",
            fb.with_fields(File(block), footer__versions__required=0), "BLOCK_MALFORMED")
    block = cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")])
    files.recovered("unannounced-section", "without a footer, features are not asked for", without_records(block), [game()], ["values"])
