"""Vectors of files with several footers, of the walk, and of torn ends, in cases that are rare: what is listed by an earlier footer, is a replacement,
or comes after a second damage."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from append_cases import RULES as APPEND_RULES
from append_cases import shown
from file_bytes import AS_WRITTEN, DELETED, EDITS, REPLACED, File, Section
from footer_cases import Append, appended, games, one, replacing, some
from recovery_cases import GARBAGE, START, bytes_of, footer, segment
from torn_cases import RULES as TORN_RULES
from torn_cases import damaged

END = b"FYLP"
TORN = b"PLYB\x10"
SKIPPED = 99  # a kind of sections that readers skip


def last_lists(file, *blocks, gap, earlier):
    """Makes the newest footer of the file list these blocks, after a gap, and name this earlier footer."""
    file.footer = fb.Footer(list(blocks), gap=gap)
    file.footer.earlier = [earlier]
    return file


def leading(files):
    """container.16: all lists of the footers of the file lead on, and so to a block that none of them lists."""
    def bad(name, title, file):
        files.bad(f"led-by-{name}", title, "container.16", "two-blocks", file, "FOOTER_MISSING")

    a, b, c, unlisted = one("a"), one("b"), one("c"), one("u")
    at = 32 + a.size() + 4
    old = fb.Footer([a, 4, b])
    file = File(a, GARBAGE, b, unlisted, old, c)
    end = at + b.size() + unlisted.size()
    last_lists(file, c, gap=end + old.size() - 32, earlier=(old, end))
    bad("earlier-list-to-unlisted-block", "where no unit starts, the list of an earlier footer leads to a block, after which is one that is not listed", file)
    old = fb.Footer([a])
    old.segment_parts = [(fb.varint(1), "number of index segments"), (b"".join(map(fb.varint, [at, 24, 0, 1])), "an index segment"), (fb.u32(0), "its checksum")]
    file = File(a, GARBAGE, b"?" * 24, unlisted, old, c)
    end = at + 24 + unlisted.size()
    last_lists(file, c, gap=end + old.size() - 32, earlier=(old, end))
    bad("segment-of-earlier-list-to-unlisted-block", "where no unit starts, a segment that an earlier footer lists leads to a block that is not listed", file)
    other = replacing(one("r"))
    file = File(a, GARBAGE, other, unlisted)
    file.footer = fb.Footer([a, 4, other])
    bad("replacements-to-unlisted-block", "where no unit starts, a listed block of replacements leads to a block that is not listed", file)
    file = File(a, GARBAGE, other, b)
    file.footer = fb.Footer([a, 4, other, b])
    files.good("led-over-garbage-to-replacements", "the walk finds a block of replacements after a place where no unit starts", "container.16", file, games("a", "b"))
    old = fb.Footer([a])
    file = File(a, old, GARBAGE, b)
    last_lists(file, b, gap=a.size() + old.size() + 4, earlier=(old, 32 + a.size()))
    files.good("garbage-after-earlier-footer", "no unit after an earlier footer, whose block was found before", "container.16", file, games("a", "b"))


def units(files):
    """container.16: what is a unit, and where a search starts."""
    add = files.recovered
    inside = bytes_of(one("x"))
    a, b, c = (bytes_of(one(text)) for text in "abc")
    odd = footer()
    odd.tail = inside
    wrong_end, wrong_magic = (bytearray(bytes_of(odd)) for _ in range(2))
    wrong_end[-1] ^= 1
    wrong_magic[0] ^= 1
    for name, what, data in [("end", "a wrong magic at its end", wrong_end), ("checksum", "a wrong checksum", damaged(odd)), ("magic", "a wrong magic", wrong_magic)]:
        add(f"footer-unit-{name}", f"a footer with {what} is no unit: there is a block in its body", START + a + bytes(data) + b, games("a", "x", "b"))
    add("search-after-footer", "after a footer the search starts at the next byte, not in the footer, in whose body a block is", START + bytes_of(odd) + GARBAGE + b,
        games("b"))
    skipped = cc.bare_block(extra=[Section(SKIPPED, inside, "something new", crc=1)])
    for name, what, unit in [("footer", "a footer that breaks a rule", bytes_of(odd)), ("block", "another block", b), ("segment", "a segment", segment(bytes(20)))]:
        add(f"search-after-{name}-after-damage", f"the unit before a place where no unit starts is {what}: a damaged section before that does not matter",
            START + bytes_of(skipped) + unit + GARBAGE + c, [cc.game(), *games(*"b" * (name == "block"), "c")])
    whole = one("a" * 60)
    whole.sections.append(Section(SKIPPED, bytes(30), "something new"))
    data = bytes_of(whole)
    add("last-section-lost", "all bytes of the last section are lost, which readers skip: the next unit begins where the section would",
        START + data[:-30] + b + c, games("a" * 60, "b", "c"))
    cut = segment(bytes(200), cut=150)
    add("segment-lost-bytes-after-garbage", "garbage, and later a segment that lost bytes: the search after it starts at the end of its head",
        START + a + GARBAGE + b + cut + c + bytes_of(one("d" * 80)), games("a", "b", "c", "d" * 80))
    add("last-section-lost-after-garbage", "garbage, and later a block that lost its last section: the search after it starts where that would begin",
        START + c + GARBAGE + data[:-30] + b + c, games("c", "a" * 60, "b", "c"))
    for name, what, length in [("all", "2^64 - 1", 2**64 - 1), ("back", "2^64 - 40, which would lead back in 64 bits", 2**64 - 40), ("signed", "2^63", 2**63), ("low", "2^32 + 24, which would be 24 in 32 bits", 2**32 + 24)]:
        head = b"PLYX" + length.to_bytes(8, "little")
        add(f"segment-of-huge-length-{name}", f"the head of a segment of {what} bytes: it reaches beyond the end of the file, and ends the walk",
            START + a + head + fb.u32(fb.crc32c(head)) + bytes(8) + b, games("a"))
    for name, length in [("64-bits", 2**64 - 1), ("33-bits", 2**32 + 24)]:
        head = b"PLYX" + length.to_bytes(8, "little")
        data = START + a + head + fb.u32(fb.crc32c(head)) + bytes(8) + bytes_of(footer(one("a")))
        files.chapter.add(f"footer-after-segment-of-{name}", f"the head of a segment of {length} bytes is before the footer, which so is inside of the segment", "container.16 index.2",
            "decode-file", **{"from": "container/one-game"}, input=[[data.hex(" "), "the file"]], error="FOOTER_MISSING")
    add("many-magics", "200 magics of blocks with huge lengths, which begin no block", START + (b"PLYB" + b"\xff" * 4) * 200 + a, games("a"))
    add("many-magics-of-footers", "100 magics of footers with lengths that lead beyond the end", START + (b"PLYF" + fb.u32(2**31)) * 100 + a, games("a"))


def last_good(files):
    """container.16: which footer is the last good one after a place where no unit starts."""
    add = files.recovered
    first, second, third = one("a"), one("b"), one("c")
    a, b = bytes_of(first), bytes_of(second)
    old = fb.Footer([first])
    new = fb.Footer([second], gap=len(a) + old.size() + 4)
    new.earlier = [(old, 32 + len(a))]
    add("footer-confirmed-by-earlier", "of two blocks before a torn end the newest footer lists one, and an earlier footer the other", START + a + bytes_of(old) + GARBAGE + b
        + bytes_of(new) + TORN, games("a", "b"))
    other = replacing(one("r"))
    add("footer-confirmed-by-replacements", "a footer lists a block and, after garbage, one of replacements; then the file is torn",
        START + a + GARBAGE + bytes_of(other) + bytes_of(fb.Footer([first, 4, other])) + TORN, games("a"))
    add("footer-of-replacements-alone", "after garbage, a footer that lists nothing but replacements; then the file is torn",
        START + GARBAGE + bytes_of(other) + bytes_of(fb.Footer([other], gap=4)) + TORN, [])
    add("footer-of-a-lost-block", "after garbage, a footer lists a block that is damaged, and so does not count", START + bytes_of(third) + damaged(old)
        + bytes_of(fb.Footer([third, old.size(), second])) + b[:-1] + b"?" + TORN, games("c"))
    edited = File(one("a"), some("b", "c"))
    edited.items[0].crc = 1
    edited.footer.edits = [(2, DELETED)]
    files.chapter.add("lost-block-and-deleted-game", "the first block is damaged: the numbers of edits count its games", "container.16", "recover-file",
        **{"from": "container/appended"}, input=edited.input(), expect={"games": games("b")})
    lost = Append(replacing(one("A")), edits=[(0, REPLACED)])
    lost.blocks[0].crc = 1
    add("lost-replacement", "a block of replacements is damaged: the replaced game is not given in its place", appended(Append(some("a", "b")), lost).bytes(), games("b"))
    file = File(first, fb.Block(1, 0, one("x").sections), second)
    file.items[1].section(fb.MOVES).param = 13
    add("block-of-unknown-codec", "the moves of the second of three blocks are of an unknown codec", START + b"".join(map(bytes_of, file.items)), games("a", "b"))
    file.items[1] = cc.bare_block(extra=[Section(20, b"new", "something new")])
    add("block-with-unknown-section", "the second of three blocks has a section of an unknown kind", START + b"".join(map(bytes_of, file.items)), games("a", "b"))
    for name, title, change in [
        ("reserved", "reserved bytes of the file header are not 0", lambda header: setattr(header, "reserved", b"\1" + bytes(7))),
        ("version-and-checksum", "the checksum of the file header is wrong, and its versions are later ones", lambda header: [setattr(header, "versions", fb.Versions(10, 10)), setattr(header, "crc", 1)]),
        ("feature-and-checksum", "the checksum of the file header is wrong, and it has an unknown feature",
            lambda header: [setattr(header, "versions", fb.Versions(required=1 << 9)), setattr(header, "crc", 1)]),
    ]:
        header = fb.Header()
        change(header)
        add(f"header-{name}", title, bytes_of(header) + a + bytes_of(fb.Footer([first])) + TORN, games("a"))
        add(f"header-{name}-without-footer", f"{title}, and there is no footer", bytes_of(header) + a, games("a"))


def ends(files):
    """container.16: a footer of a later version at the end of a segment is no unit."""
    newer = bytes_of(footer(one("a"), write=10))
    for name, title, cut in [("segment", "the file ends with a segment that ends with what looks like a footer of a later version", 0),
                             ("torn-segment", "the file ends within a segment, with what looks like a footer of a later version", 7)]:
        data = START + bytes_of(one("a")) + bytes_of(footer(one("a"))) + segment(newer + bytes(cut), cut=cut)
        files.chapter.add(f"newer-footer-inside-{name}", title, "container.16", "decode-file", **{"from": "container/one-game"}, input=[[data.hex(" "), "the file"]],
            error="FOOTER_MISSING")
        files.recovered(f"recover-newer-footer-inside-{name}", title, data, games("a"))


def edits(files):
    """container.14, versions.4: features, and games as they are stored."""
    abc = Append(some("a", "b", "c"))
    last = appended(abc, Append(replacing(one("B")), edits=[(1, REPLACED)]), Append(edits=[(2, DELETED)]))
    last.footer.versions.required = 0
    files.bad("edit-with-feature-of-earlier-footer", "an earlier footer has the feature of edits, and the newest has not", "container.14 versions.6", "deleted-game", last, "FOOTER_MALFORMED")
    file = appended(abc, Append(edits=[(1, DELETED)]), Append(one("d")))
    file.footer.earlier[1][0].versions.required = 0
    file.footer.versions.required = EDITS
    files.good("edit-with-feature-of-newest-footer", "an earlier footer has an edit and not the feature of edits; the newest footer has it", "container.14 versions.6", file,
        games("a", None, "c", "d"))
    continued = replacing(one("B"))
    continued.section(fb.STATES).stored = fb.column([12])
    files.good("replacement-is-continuation", "a replacement that is a continuation", "container.11 container.14", appended(abc, Append(continued, edits=[(1, REPLACED)])),
        [*games("a"), {**games("B")[0], "continued": True}, *games("c")])
    split = some("a", "b", "c")
    split.section(fb.STATES).stored = fb.column([8, 12, 12])
    second = [{**game, "continued": True} for game in games("b", "c")]
    files.good("continuation-after-deleted-game", "the game before a continuation is deleted", "container.11 container.14", appended(Append(split, edits=[(0, DELETED)])), [None, *second])
    files.good("continuation-deleted", "of two continuations the first is deleted", "container.11 container.14", appended(Append(split, edits=[(1, DELETED)])),
        [*games("a"), None, second[1]])
    block = replacing(cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")]))
    file = appended(abc, Append(block, edits=[(1, REPLACED)]))
    file.footer.versions.required = EDITS
    files.bad("replacement-needs-feature", "a replacement has value codes, and the footer has no feature of it", "container.14 versions.10", "deleted-game", file, "BLOCK_MALFORMED")
    for name, title, entry in [("plies", "plies", (1, 1, 1)), ("games", "games", (2, 0, 1)), ("checksum", "another checksum of its header", (1, 0, 0))]:
        file = File(one("a"), replacing(one("A")))
        count, plies, same = entry
        file.footer.versions.required = EDITS
        file.footer.edits = [(0, REPLACED)]
        parts = file.footer.entry_parts()
        parts[2] = (b"".join(map(fb.varint, [0, file.items[1].size(), count, plies, 1])), "gap, length, games, plies, attributes")
        parts[3] = (fb.u32(file.items[1].header_crc() ^ 1 - same), "checksum of its block header")
        file.footer.count, file.footer.entries = 2, parts
        files.bad(f"replacement-{name}-not-listed", f"a block of replacements is listed with {'other ' * (name != 'checksum')}{title}", "container.13 container.14", "replaced-games", file,
            "BLOCK_MALFORMED")
    files.good("edits-restored-without-need", "a game is deleted and given again by two later footers", "container.14",
        appended(abc, Append(edits=[(0, DELETED)]), Append(edits=[(0, AS_WRITTEN)]), Append(edits=[(0, AS_WRITTEN), (1, AS_WRITTEN)])), games("a", "b", "c"))


def appends(files):
    """container.17: what is before the last good footer, and order of segments."""
    def tears(name, title, data, torn, expected):
        files.chapter.add(f"append-torn-{name}", title, TORN_RULES, "append-file", input=[[data.hex(" "), "the file"], [torn.hex(" "), "its torn end"]], torn=len(torn),
            expect={"games": expected})

    def refuses(name, title, data, error="FOOTER_MISSING"):
        files.chapter.add(f"append-refused-{name}", title, TORN_RULES, "append-file", **{"from": "container/appended"}, input=[[data.hex(" "), "the file"]], error=error)

    a, b = one("a"), one("b")
    gap = File(a, GARBAGE, b)
    gap.footer = fb.Footer([a, 4, b])
    block = bytes_of(one("c"))
    tears("after-gap", "the lists lead over a place before the newest footer where no unit starts, and a block is torn", gap.bytes(), block[:-3], games("a", "b"))
    gap.footer = fb.Footer([a])
    refuses("torn-after-unlisted-block", "after a place where no unit starts is a block that the newest footer does not list, and the end is torn", gap.bytes() + block[:-3])
    base = appended(Append(one("a")), Append(one("b")))
    data = base.bytes()
    newest = base.footer.size()
    refuses("zeros-block-and-letters", "after the newest footer: zeros, a block and four letters", data + bytes(5) + block + b"????")
    refuses("letters-block-and-zeros", "after the newest footer: four letters, a block and zeros", data + b"????" + block + bytes(5))
    refuses("footer-of-no-body-within", "after the newest footer: the magic of a footer, and its end where a footer without a body has it, and more", data + b"PLYF" + bytes(8)
        + fb.u32(20) + END + b"xx")
    bare = bytearray(bytes_of(fb.Footer([])))
    bare[:4] = bytes(4)
    refuses("footer-magic-zeros-alone", "after the newest footer: a footer that begins with zeros for its magic, and no block", data + bytes(bare))
    tears("end-of-the-last-footer", "after the newest footer: zeros, and the length and the end of a footer that would begin where that one does", data,
        bytes(4) + fb.u32(newest + 12) + END, games("a", "b"))
    header = bytearray(appended(Append(one("a"))).bytes())
    header[20] ^= 1
    header[-1] ^= 1
    refuses("header-and-footer", "the file header and the newest footer are corrupt: the header comes first", bytes(header), "CHECKSUM_HEADER")
    for name, what, torn in [("three-letters-and-zero", "three letters of a magic and a zero", b"PLY\0"), ("three-letters", "three letters of a magic", b"PLY"), ("a-zero", "a zero", b"\0"),
                             ("footer-magic-and-part-of-length", "the magic of a footer and three bytes of its length", b"PLYF\x30\0\0")]:
        tears(name, f"after the newest footer: {what}", data, torn, games("a", "b"))
    refuses("letter-after-zero", "after the newest footer: a zero, and three letters of a magic", data + b"\0PLY")
    refuses("letters-with-zeros", "after the newest footer: two letters of a magic with zeros between", data + b"P\0L\0" + bytes(8))
    content(tears, refuses, base)
    orders(files)


def content(tears, refuses, base):
    """A segment or block that reaches beyond the end of the file, and ends with a footer that fits what the walk found, or not."""
    data = base.bytes()
    a, old, b = base.items
    at = len(data)

    def lists(*blocks, **fields):
        made = fb.Footer(list(blocks))
        for key, value in fields.items():
            setattr(made, key, value)
        return bytes_of(made)

    as_block = [(b"".join(map(fb.varint, [0, old.size(), 1, 0, 0])), "gap, length, games, plies, attributes"), (fb.u32(0), "checksum of its block header")]
    entries = fb.Footer([a]).entry_parts() + as_block + fb.Footer([b]).entry_parts()
    torn = lambda inside: segment(inside + bytes(9), cut=9)
    refuses("footer-at-end-of-segment", "a segment reaches beyond the end of the file, which ends with a footer that lists both blocks", data + torn(lists(a, old.size(), b)))
    tears("footer-of-one-block-in-segment", "a segment is not finished, and ends with a footer that lists the first of two blocks", data, torn(lists(a)), games("a", "b"))
    tears("footer-of-a-footer-in-segment", "a segment is not finished, and ends with a footer that lists both blocks, and the footer between them as a block", data,
        torn(lists(count=3, entries=entries)), games("a", "b"))
    named = [(fb.varint(1), "number of earlier footers"), (fb.varint(32) + fb.varint(a.size()), "an earlier footer: offset, length"), (fb.u32(0), "its checksum")]
    tears("footer-naming-a-block-in-segment", "a segment is not finished, and ends with a footer that lists both blocks, and names the first as a footer", data,
        torn(lists(a, old.size(), b, earlier_parts=named)), games("a", "b"))
    own = cc.bare_block(extra=[Section(SKIPPED, bytes(200), "something new")])
    listed = [(b"".join(map(fb.varint, [base.footer.size(), own.size(), 1, 0, 0])), "gap, length, games, plies, attributes"), (fb.u32(0), "another checksum")]
    inside = lists(count=3, entries=fb.Footer([a, old.size(), b]).entry_parts() + listed)
    block = cc.bare_block(extra=[Section(SKIPPED, bytes(191 - len(inside)) + inside + bytes(9), "something new")])
    assert block.size() == own.size() and at
    tears("footer-of-another-checksum-in-block", "a block is not finished, and ends with a footer that lists both blocks, and it with another checksum", data, bytes_of(block)[:-9], games("a", "b"))
    gap = File(a, GARBAGE, b)
    gap.footer = fb.Footer([a, 4, b])
    refuses("content-after-gap", "a place before the newest footer where no unit starts, and a block that is not finished and ends with a footer of nothing",
        gap.bytes() + bytes_of(cc.bare_block(extra=[Section(SKIPPED, bytes_of(fb.Footer([])) + bytes(9), "something new")]))[:-9])


def orders(files):
    """container.13, index.1: segments keep their order when they are listed again."""
    played = ic.GAMES[:2]
    first, second = ic.gf.block(played), ic.gf.block(played)
    at = 32 + 2 * first.size()
    both = [(first, played), (second, played)]
    wide, narrow = ic.segment_of(both), ic.segment_of([(second, played)], start=32 + first.size(), first_block=1)
    file = File(first, second)
    file.items += [narrow, wide]
    for name, title, places in [("narrow-first", "a segment of the second block, and then one of both blocks", [(narrow, at, 1), (wide, at + narrow.size(), 0)]),
                                ("wide-first", "a segment of both blocks, and then one of the second block that is before it in the file", [(wide, at + narrow.size(), 0), (narrow, at, 1)])]:
        file.footer = fb.Footer([first, second])
        file.footer.segments = places
        files.chapter.add(f"append-to-segments-{name}", f"games are added to a file: it has {title}", APPEND_RULES, "append-file", needs=["index"], input=file.input(),
            expect={"games": shown(played) * 2})
    many = some(*[""] * 130)
    blocks = [ic.gf.block(played), ic.gf.block(played), many]
    at = 32 + sum(block.size() for block in blocks)
    narrow, wide = (ic.segment_of([(second, played)], start=32 + first.size(), first_block=1), ic.segment_of([(first, played), (second, played)]))
    few = ic.segment_of([(second, played)], start=32 + first.size(), first_block=1, page_bits=2)
    assert few.shown() != narrow.shown()
    expected = shown(played) * 2 + [None] * 130
    first_edit = 2 * len(played)
    for name, title, segments, order in [
        ("of-two-footers", "two footers list a segment each, of which the second covers also an earlier block", [narrow, wide], [0, 1]),
        ("of-two-footers-descending", "two footers list a segment each of the same block, of which the second is before the first in the file", [narrow, few], [1, 0]),
    ]:
        places, end = {}, at
        for number in order:
            places[number] = end
            end += segments[number].size()
        file, footers = File(*blocks), []
        file.items += [segments[number] for number in order]
        for number in range(3):
            made = fb.Footer(blocks if number == 0 else [])
            made.versions.required = EDITS
            made.edits = [(first_edit + n, DELETED) for n in range(130)] if number == 0 else []
            made.segments = [] if number == 0 else [(segments[number - 1], places[number - 1], 0 if segments[number - 1] is wide else 1)]
            made.earlier = list(footers)
            file.items.append(made)
            footers.append((made, end))
            end += made.size()
        file.footer = file.items.pop()
        files.chapter.add(f"append-to-segments-{name}", f"games are added to a file: {title}", APPEND_RULES, "append-file", needs=["index"], input=file.input(), expect={"games": expected})


def add(files):
    for part in (leading, units, last_good, ends, edits, appends):
        part(files)
