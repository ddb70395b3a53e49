"""Vectors of appending (container.17): kept parts, truncated bytes, refused files."""

import container_common as cc
import file_bytes as fb
import games_file as gf
import index_common as ic
import index_file as xf
from container_common import Append, appended, games, one, replacing, segment_bytes, some, three, two, with_parts, with_record
from file_bytes import AS_WRITTEN, DELETED, File, REPLACED, START, Section
from games_file import shown
from vector_file import pieces

BLOCK_RULES = "container.17"


def flipped(data, at):
    """The bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def damaged_blocks(files):
    """container.17: damaged blocks do not prevent an append."""
    file, block = three(), one("b")
    start = file.offset("block", 1)
    end = start + block.size()
    for name, title, at in [
        ("header", "the header of a block is corrupt", end - sum(len(section.stored) for section in block.sections) - 1),
        ("magic", "the magic of a block is wrong", start),
        ("section", "a section of a block is corrupt", end - 1),
    ]:
        files.add(f"append-to-damaged-{name}", f"games are added to a file: {title}", BLOCK_RULES, "append-file", flipped(file.bytes(), at),
            damaged=True, games=games("a", "c"))


RULES = "container.13 container.14 container.17 versions.3 versions.5"


def append(files):
    def keeps(name, title, file, expected):
        files.add(f"append-to-{name}", f"games are added to a file: {title}", RULES, "append-file", file, games=expected)

    abc = Append(some("a", "b", "c"))
    keeps("no-games", "it has none", File(), [])
    keeps("two-footers", "it has two footers", two(), games("a", "b"))
    keeps("three-footers", "it has three footers, and record A is in force", three(), games("a", "b", "c"))
    keeps("large-sequence-number", "the sequence number of the record in force is 255", with_record(two(), 1, sequence=255), games("a", "b"))
    keeps("optional-parts", "it has optional parts, of which those of odd kinds are listed again", with_parts([1, 2, 2**40 + 1]), games("a"))
    keeps("empty-append", "the newest footer lists nothing", appended(Append(one("a")), Append()), games("a"))
    gap = File(one("a"), one("b"))
    gap.items.insert(1, b"????")
    gap.footer.blocks = [gap.items[0], 4, gap.items[2]]
    keeps("gap", "between two blocks there is no unit", gap, games("a", "b"))
    keeps("deleted-game", "a game is deleted", appended(abc, Append(edits=[(1, DELETED)])), games("a", None, "c"))
    keeps("deleted-last-game", "the last game is deleted: its number is not given again", appended(abc, Append(edits=[(2, DELETED)])), games("a", "b", None))
    keeps("deleted-games-of-two-footers", "two footers delete games", appended(abc, Append(edits=[(0, DELETED)]), Append(edits=[(2, DELETED)])),
          games(None, "b", None))
    keeps("restored-game", "a game was deleted, and is there again", appended(abc, Append(edits=[(1, DELETED)]), Append(edits=[(1, AS_WRITTEN)])), games("a", "b", "c"))
    first = Append(some(*"abcdefghijklmnop"), edits=[(3, DELETED), (4, DELETED)])
    keeps("edits-in-a-footer-with-blocks", "a footer adds games and deletes two", appended(first), games(*(None if c in "de" else c for c in "abcdefghijklmnop")))
    keeps("replaced-games", "two games are replaced", appended(abc, Append(replacing(some("B", "A")), one("d"), edits=[(0, REPLACED + 1), (1, REPLACED)])),
          games("A", "B", "c", "d"))
    keeps("replaced-twice", "a game is replaced twice, another is deleted after all",
          appended(abc, Append(replacing(some("A", "B")), edits=[(0, REPLACED), (1, REPLACED + 1)]), Append(replacing(one("AA")), edits=[(0, REPLACED + 2), (1, DELETED)])),
          games("AA", None, "c"))
    keeps("replacement-handed-on", "a replacement stands for another game than before",
          appended(abc, Append(replacing(one("X")), edits=[(0, REPLACED)]), Append(edits=[(0, AS_WRITTEN), (2, REPLACED)])), games("a", "b", "X"))
    keeps("unused-replacement", "a replacement of no game", appended(abc, Append(replacing(one("x")))), games("a", "b", "c"))
    many = [f"t{n}" for n in range(258)]
    deleted = games(*(None if n in (0, 127, 128, 257) else text for n, text in enumerate(many)))
    edits = [(n, DELETED) for n in (0, 127, 128, 257)]
    keeps("many-games", "games of large numbers are deleted", appended(Append(some(*many)), Append(edits=edits)), deleted)
    files.good("deleted-games-of-many", "games of large numbers are deleted", "container.14", appended(Append(some(*many), edits=edits)), deleted)
    kept_records(keeps)
    kept_features(keeps)
    kept_segments(keeps)


def kept_records(keeps):
    """container.13, container.17: the record that is overwritten, the file id, optional parts, and the bytes between
    the records."""
    for name, title, file, a, b, expected in [("a", "A", three(), 2**40 + 1, 2**40, "abc"), ("b", "B", two(), 2**40, 2**40 + 1, "ab"), ("a-far", "A, whose sequence number is far above the other one,", three(), 2**63, 1, "abc")]:
        keeps(f"record-{name}", f"record {title} is in force, of a large sequence number", with_record(with_record(file, 0, sequence=a), 1, sequence=b), games(*expected))
    same = lambda **fields: with_record(with_record(File(one("a")), 0, **fields), 1, **fields)
    keeps("equal-records", "both records are equal, of the sequence number 7", same(sequence=7), games("a"))
    keeps("id", "its id is not that of its blocks", same(file_id=bytes(range(16))), games("a"))
    keeps("id-of-zeros", "it has a game, and the id 0", same(file_id=bytes(16)), games("a"))
    with_bytes = two().bytes()
    with_bytes = with_bytes[:32] + b"\1" * 480 + with_bytes[512:576] + b"\2" * 448 + with_bytes[1024:]
    keeps("bytes-between-records", "bytes between header and records are not 0", with_bytes, games("a", "b"))
    none = with_record(with_record(File(), 0, file_id=bytes(range(16))), 1, file_id=bytes(range(16)))
    keeps("id-without-games", "it has none, and an id: the first games make another one", none, [])
    keeps("games-after-none", "games were added to a file without games", appended(Append(), Append(one("a"))), games("a"))
    keeps("merged-blocks", "its blocks were merged", appended(Append(one("a")), Append(one("b")), Append(some("a", "b", "c"), merged=2)), games("a", "b", "c"))
    for name, title, kinds in [("odd", "an optional part of kind 7", [7]), ("even", "an optional part of kind 8", [8]), ("same-kind", "two optional parts of kind 3", [3, 3])]:
        keeps(f"optional-{name}", f"it has {title}", with_parts(kinds), games("a"))


def unfinished(files):
    """Bytes after the committed end are truncated, whatever they are."""
    base = two()
    next_append = three().bytes()[len(base.bytes()) :]
    block = one("c").bytes()
    for name, title, tail in [
        ("block", "a whole block", block), ("half-block", "a block without its last bytes", block[:-3]), ("append", "a whole block and its footer", next_append),
        ("half-footer", "a block, and a footer without its last byte", next_append[:-1]), ("segment", "a whole segment", segment_bytes(bytes(40))), ("zeros", "50 zeros", bytes(50)),
        ("letters", "four letters", b"????"), ("byte", "one byte", b"?"), ("old-footer", "the footer of the file once more", base.footer.bytes()),
    ]:
        cut_tail(files, name, title, base, tail, games("a", "b"))
    cut_tail(files, "file", "a whole file", base, base.bytes(), games("a", "b"))
    cut_tail(files, "segment-magic", "the magic of a segment", base, b"PLYX", games("a", "b"))
    cut_tail(files, "without-games", "a block, in a file without games", File(), block[:-3], [])
    cut_tail(files, "edits", "a block without its last bytes, in a file with a deleted game", appended(Append(one("a")), Append(one("b")), Append(edits=[(0, DELETED)])), block[:-3], games(None, "b"))
    cut_tail(files, "index", "a block without its last bytes, in a file with an index", ic.indexed()[0], block[:-3], shown(ic.GAMES))
    cut_tail(files, "optional", "letters, in a file with optional parts", with_parts([5, 6]), b"????", games("a"))
    lying = cc.bare_block(extra=[Section(99, bytes(20) + base.footer.bytes(), "something new")]).bytes()
    cut_tail(files, "footer-in-block", "a block that ends with what looks like a footer", base, lying, games("a", "b"))


def cut_tail(files, name, title, file, tail, expected):
    files.add(f"append-after-unfinished-{name}", f"after the end of the file: {title}", "container.15 container.17", "append-file",
        pieces((file.bytes(), "the file"), (tail, "what is unfinished")), unfinished=len(tail), games=expected)


def refusals(files):
    """An append to a file that cannot be opened is refused: the file must be repaired."""

    def refuses(name, title, data, error):
        files.add(f"append-refused-{name}", title, "container.15 container.17", "append-file", data, "appended", error=error)

    wrong = two()
    wrong.footer.crc = 1
    refuses("corrupt-footer", "the checksum of the footer is wrong", wrong.bytes(), "CHECKSUM_FOOTER")
    refuses("cut", "the last byte is lost", two().bytes()[:-1], "TRUNCATED")
    refuses("cut-append", "the last append is lost", two().bytes()[: len(File(one("a")).bytes())], "TRUNCATED")
    for place, name in enumerate("ab"):
        refuses(f"record-{name}", f"the checksum of record {name.upper()} is wrong", with_record(two(), place, crc=1).bytes(), "CHECKSUM_HEADER")
    refuses("records", "both records are zeros", two().bytes()[:512] + bytes(1024) + two().bytes()[START:], "CHECKSUM_HEADER")
    last = with_record(two(), 1, sequence=2**64 - 1)
    refuses("last-sequence-number", "the sequence number 2^64 - 1 has no next one", last.bytes(), "LIMIT_EXCEEDED")
    refuses("last-sequence-number-unfinished", "the same, and a byte after the end", last.bytes() + b"?", "LIMIT_EXCEEDED")
    data, footer = two().bytes(), two().offset_of(two().footer)
    refuses("footer-magic", "the magic of the footer is wrong", data[:footer] + b"PLYG" + data[footer + 4 :], "FOOTER_MISSING")
    refuses("block-lost-bytes", "the last block has lost bytes", data[: footer - 3] + data[footer:], "TRUNCATED")
    refuses("footer-corrupt-then-block", "the checksum of the footer is wrong, and a block is after it", wrong.bytes() + one("c").bytes(), "CHECKSUM_FOOTER")
    refuses("header", "the file header is corrupt", b"\x8fPLY\r\n\x1a\n" + bytes(24) + two().bytes()[32:], "CHECKSUM_HEADER")
    refuses("header-alone", "a file header alone", File().bytes()[:32], "TRUNCATED")


def kept_features(keeps):
    for name, title, versions in [
        ("optional-features", "all optional features are set", fb.Versions(optional=0xFFFFFFFF)),
        ("required-features", "required features are set that no block needs", fb.Versions(required=5)),
        ("one-feature", "a required and an optional feature are set", fb.Versions(required=fb.ARCHIVE, optional=1 << 31)),
    ]:
        file = File(one("a"))
        file.header.versions = file.footer.versions = versions
        keeps(name, title, file, games("a"))
    keeps("features-of-the-record", "its record has features that its header does not have",
        fb.with_fields(File(one("a")), footer__versions=fb.Versions(required=fb.EDITS, optional=2)), games("a"))
    keeps("features-of-the-header", "its header has a feature that its record does not have",
        fb.with_fields(File(one("a")), header__versions=fb.Versions(optional=0x10)), games("a"))


def kept_segments(keeps):
    keeps("index", "its block has an index segment", ic.indexed()[0], shown(ic.GAMES))
    block = gf.block(ic.GAMES)
    before = ic.segment_of([(block, ic.GAMES)])
    few = ic.segment_of([(block, ic.GAMES)], frequent=99)
    file = appended(Append(gf.block(ic.GAMES), *(one(f"z{n}") for n in range(20))), Append())
    made = ic.segment_of([(file.items[0], ic.GAMES)])
    file.footer.segments = [(made, len(file.bytes()) - file.footer.size(), 0)]
    file.items.append(made)
    keeps("index-of-an-earlier-block", "the second commit added an index segment", file, shown(ic.GAMES) + games(*(f"z{n}" for n in range(20))))
    keeps("two-segments", "of two segments of a block the last counts", xf.with_segments([block], before, few), shown(ic.GAMES))


def older_write_version(files):
    """container.17: a writer writes the larger of two versions."""
    file = File(one("a"))
    file.header.versions = file.footer.versions = fb.Versions(write=8)
    files.add("append-to-older-write-version", "games are added to a file: its write version is older than that of the writer", RULES,
        "append-file", file, games=games("a"))


def order_of_segments(files):
    """container.13, index.1: segments keep their order when they are listed again."""
    played = ic.GAMES[:2]
    first, second = gf.block(played), gf.block(played)
    wide, narrow = ic.segment_of([(first, played), (second, played)]), ic.segment_of([(second, played)], start=START + first.size(), first_block=1)
    at = START + first.size() + second.size()
    listed = [(narrow, at, 1), (wide, at + narrow.size(), 0)]
    for name, title, segments in [("narrow-first", "a segment of the second block, and then one of both blocks", listed),
                                  ("wide-first", "a segment of both blocks, and then one of the second block that is before it in the file", listed[::-1])]:
        file = File(first, second)
        file.items += [narrow, wide]
        file.footer.segments = segments
        files.add(f"append-to-segments-{name}", f"games are added to a file: it has {title}", RULES, "append-file", file, needs=["index"],
            games=shown(played) * 2)
