"""Vectors of files at the edges of rules: each shows a fault that an implementation can have while all its other vectors pass."""

import chess

import container_cases as cc
import file_bytes as fb
import games_file as gf
from container_cases import game
from file_bytes import Block, File, Section
from footer_cases import games, one, replacing, some
from recovery_cases import segment, without_records
from start_cases import NONE
from start_cases import block as one_game
from vector_file import pieces

S = "SECTION_MALFORMED"

def number(what, count=1):
    return fb.varint(count), f"number of {what}"


def edges_of_footers(files):
    def bad(name, title, file, error, rules="container.13", source="appended"):
        files.bad(name, title, rules, source, file, error)

    first = one("a")
    file = File(one("a"))
    file.items[0].attributes = 2
    file.footer.versions.required = fb.EDITS
    bad("attributes-2-with-edits", "attributes 2 in a file with the feature of edits", file, "FOOTER_MALFORMED")

    def with_segment(file, *numbers):
        file.footer.segment_parts = [number("index segments"), (b"".join(map(fb.varint, numbers)), "an index segment"), (fb.u32(0), "its checksum")]
        return file

    bad("segment-in-header", "an index segment that begins within the file header", with_segment(File(one("a")), 31, 16, 0, 1), "FOOTER_MALFORMED")
    bad("segment-into-footer", "an index segment that ends behind the start of the footer", with_segment(File(one("a")), fb.START, first.size() + 5, 0, 1), "FOOTER_MALFORMED")
    bad("segment-of-replacements", "an index segment of a block of replacements", with_segment(File(one("a"), replacing(one("b"))), fb.START, 20, 1, 1), "FOOTER_MALFORMED",
        "container.13 container.14")
    file = File(some(*"abcdef"))
    file.footer.versions.required = fb.EDITS
    file.footer.edit_parts = [number("edits", 2), (fb.varint(5) + fb.varint(0), "an edit: gap, action"), (fb.varint(2**64 - 3) + fb.varint(0), "a gap that leads back to game 3")]
    bad("edit-gap-of-64-bits", "the gap of an edit leads beyond 64 bits", file, "FOOTER_MALFORMED", "container.14")
    file = File(one("a"))
    file.items.append(b"?")
    entry = b"".join(map(fb.varint, [0, first.size() + 1, 1, 0, 0]))
    file.footer.count, file.footer.entries = 1, [(entry, "gap, length, games, plies, attributes"), (fb.u32(first.header_crc()), "checksum of its block header")]
    bad("block-length-above", "a block that is listed with a byte more", file, "BLOCK_MALFORMED")


def edges_of_headers(files):
    def raw(name, title, rules, data, error):
        files.chapter.add(name, title, rules, "decode-file", **{"from": "container/no-games"}, input=pieces((data, title)), error=error)

    raw("short-text", "a text that is shorter than a file header", "container.2 container.4", b'[Event "x"]\n', "NOT_PLYPACK")
    raw("three-bytes", "the first three bytes of the magic", "container.2", File().bytes()[:3], "TRUNCATED")
    file = File(one("a"))
    file.header.versions, file.header.reserved = fb.Versions(11, 11), b"\1" + bytes(7)
    files.bad("newer-version-with-reserved-bytes", "a later version comes before reserved bytes that are not 0", "container.4 versions.2", "no-games", file, "UNSUPPORTED_VERSION")
    file = File(one("a"))
    file.header.versions = file.footer.versions = fb.Versions(9, 10)
    files.good("write-version-below-read", "a write version below the read version", "versions.1", file, games("a"))


def edges_of_sizes(files):
    """limits.2, limits.5: at the limit the header is good, but the footer lists another length."""
    def bad(name, title, error, *sections, plies=0, rules="limits.2"):
        block = Block(1, plies, [Section(fb.PLIES, b"", "plies", raw_len=0), *(Section(kind, b"", "nothing", param=3 * (kind == fb.MOVES), compression=1, raw_len=raw, stored_len=stored)
                                                                              for kind, raw, stored in sections)])
        files.bad(name, title, f"{rules} container.6", "one-game", File(block), error)

    for name, more, error in [("at", 0, "BLOCK_MALFORMED"), ("above", 1, "LIMIT_EXCEEDED")]:
        bad(f"raw-length-{name}", f"a section of 2^26 + {more} raw bytes", error, (65, 2**26 + more, 2**18))
        bad(f"stored-length-{name}", f"a section of 2^26 + {more} stored bytes", error, (65, 0, 2**26 + more))
    bad("raw-lengths-above", "17 sections of 2^26 raw bytes", "LIMIT_EXCEEDED", *[(65, 2**26, 2**20)] * 17)
    bad("plies-by-stored-bytes", "more plies than the stored bytes of the moves allow, and fewer than the raw ones", "LIMIT_EXCEEDED", (fb.MOVES, 1000, 10), plies=2**16 + 200,
        rules="limits.5")


def edges_of_sections(files):
    def bad(name, title, rules, block, error):
        files.bad(name, title, rules, "one-game", File(block), error)

    def good(name, title, rules, block, *shown):
        files.good(name, title, rules, File(block), list(shown) or [game()])

    def with_extra(*sections, **fields):
        return cc.bare_block(extra=sections, **fields)

    text = bytes.fromhex("28b52ffd 24 03 190000 01 01 78") + bytes(4)
    bad("zstd-content-checksum", "a zstd frame with a wrong checksum of its content", "container.9", with_extra(Section(fb.UNPARSED_TEXT, text, "unparsed text", compression=1, raw_len=3)), S)
    bad("checksum-before-compression", "a section with a wrong checksum and an unknown compression", "container.9",
        with_extra(Section(fb.UNPARSED_TEXT, b"abc", "unparsed text", compression=2, crc=1)), "CHECKSUM_SECTION")
    block = cc.bare_block(plies=[1], moves=b"\xc0")
    block.plies = 2
    bad("plies-below-header", "games of fewer plies than the block header says", "container.8", block, S)
    for param in (0, 13):
        bad(f"annotations-of-codec-{param}", f"annotations of codec {param}, which does not exist", "annotations.5",
            with_extra(Section(fb.ANNOTATIONS, fb.column([1]) + b"\x11", "annotations: NAG 1", param=param)), "UNSUPPORTED_CODEC")
    bad("start-3-without-plies", "start 3 does not exist", "container.11", one_game(11, []), S)
    unreadable = one_game(10, [], moves=b"\xc0")
    unreadable.sections.insert(2, Section(fb.MOVE_SIZES, fb.column([1]), "bytes of the moves: 1"))
    bad("unreadable-start-with-code", "a game with an unreadable start and no plies has a byte of code", "codecs.2 container.10", unreadable, "TRAILING_BYTES")
    good("moves-compressed", "compressed moves", "container.8 container.9", Block(1, 1, [
        Section(fb.PLIES, fb.column([1]), "plies"), Section(fb.MOVES, fb.zstd_frame(b"\xc0"), "moves", param=3, compression=1, raw_len=1),
        Section(fb.STATES, fb.column([8]), "state"), Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0]), "no tag names, one tag layout")]), game(moves=["e2e4"]))
    nag = fb.column([1]) + b"\x11"
    good("annotations-compressed", "compressed annotations", "container.9 annotations.3", with_extra(Section(fb.ANNOTATIONS, fb.zstd_frame(nag), "annotations", param=3, compression=1, raw_len=3)),
         game(tokens=[("nag", 1)]))
    good("unknown-section-unknown-compression", "an optional section of an unknown kind and compression is skipped", "container.7", with_extra(Section(99, b"abc", "something new", compression=7)))
    for kind, name in [(fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment-text"), (fb.UNPARSED_TEXT, "unparsed-text")]:
        good(f"{name}-empty", f"a section {name.replace('-', ' ')} that holds nothing equals an absent one", "container.8", with_extra(Section(kind, fb.column([0]), "nothing", param=3 * (kind == fb.ANNOTATIONS))))
    block = cc.full_block()
    for section in block.sections:
        section.param = 77 if section.kind in (fb.PLIES, fb.STATES, fb.NAMES, fb.TAG_LAYOUTS, fb.COMMENT_TEXT, fb.UNPARSED_TEXT) else section.param
    files.chapter.add("params-without-meaning", "params of sections that have none are not looked at", "container.6 container.8", "decode-file", needs=["annotations"],
                      input=File(block).input(), expect=next(test for test in files.chapter.tests if test["id"] == "container/every-section")["expect"])
    block = cc.bare_block(extra=[Section(20, b"new", "something new")])
    block.sections.insert(1, Section(fb.PLIES, fb.column([0]), "plies again"))
    bad("two-plies-and-section-kind-20", "two sections of one kind, and one of an unknown kind: the unknown one comes first", "container.7", block, "UNSUPPORTED_SECTION")


def edges_of_features(files):
    """versions.10: a block with what the footer does not announce."""
    for name, change in [
        ("values", lambda block: block.sections.append(Section(fb.VALUES, b"", "values: nothing"))),
        ("value-codes", lambda block: block.sections.append(Section(fb.VALUE_CODES, b"", "value codes: nothing"))),
    ]:
        block = cc.bare_block()
        change(block)
        file = File(block)
        file.footer.versions.required = 0
        files.bad(f"unannounced-{name}", f"{name} in a block, and no feature of it in the footer", "versions.10", "one-game", file, "BLOCK_MALFORMED")
    block = cc.bare_block(extra=[Section(fb.VALUE_CODES, b"", "value codes: nothing")])
    files.recovered("unannounced-section", "without a footer, features are not asked for", without_records(block), [game()], ["values"])


def edges_of_tags(files):
    def block(layouts, *columns, n=1):
        made = cc.bare_block() if n == 1 else some(*[""] * n)
        made.section(fb.TAG_LAYOUTS).stored = layouts
        made.sections += [Section(fb.TAG_VALUES, data, "values", param=param) for param, data in columns]
        return File(made)

    texts = lambda *values: (0, fb.strings([value.encode() for value in values]))
    same = fb.tag_layouts([b"X", b"X"], [[0, 1]], [0])
    files.good("tag-names-repeat", "a tag name that is listed twice, with a column each", "tags.3 tags.4", block(same, texts("1"), texts("2")), [game([("X", "1"), ("X", "2")])])
    unused = fb.tag_layouts([b"X", b"Y"], [[], [0]], [0, 0])
    files.good("tag-names-and-layouts-unused", "tag names and a tag layout that no game has", "tags.3", block(unused, texts(), texts(), n=2), [game(), game()])
    empty = fb.tag_layouts([b"X"], [[]], [0])
    files.bad("column-without-values-malformed", "a column of no results that begins with a width of 5", "tags.5 wire.4", "every-section", block(empty, (5, b"\5\5")), S)
    for more, error in [(0, None), (1, "LIMIT_EXCEEDED")]:
        layouts = bytes([5 + more]) + b"\0\1\0\0"
        name, title = f"tag-names-{'above' if more else 'at'}-bytes", f"{5 + more} tag names in a section of 5 bytes"
        file = block(layouts, *[texts()] * (5 + more))
        if error:
            files.bad(name, title, "tags.3", "every-section", file, error)
        else:
            files.good(name, title, "tags.3", file, [game()])
        files.bad(f"tag-layout-{'above' if more else 'at'}-bytes", f"a tag layout of {3 + more} lines, and three bytes with their number", "tags.3", "every-section",
                  block(b"\1\0\1" + bytes([3 + more, 0, 0])), error or "TRUNCATED")


def edges_of_recovery(files):
    add = files.recovered
    a, b = one("a"), one("b").bytes()
    a.sections.append(Section(99, b, "something new"))
    add("search-begins-after-unit", "the search begins after the unit, not in it", without_records(a, b"?"), games("a"))
    add("search-ends-at-segment", "the search finds the head of a segment: what is in it is no unit", without_records(one("a"), b"?", segment(b + bytes(8))), games("a"))
    long = cc.bare_block(extra=[Section(99, b"", "5,000 bytes", stored_len=5000, raw_len=5000)])
    add("search-ends-at-unit-beyond-the-end", "the search finds a block that reaches beyond the end of the file", without_records(one("a"), b"?", long, b), games("a"))


# For search.5 to search.9: tags of games, each with one value that is easily taken for another.
TAGGED = [[("Result", "*")], [("WhiteElo", "12345")], [("WhiteElo", "5")], [("Date", "1999x05")], [("Date", "1999.05x07")], [("Date", "1999.??.05")], [], [("WhiteElo", "2400")]]


def searches(chapter):
    tagged = File(gf.tags_block(TAGGED, first_state=24)).outline()

    def where(name, title, rules, condition, *hits):
        chapter.add(f"where-edge-{name}", title, rules, "find", input=tagged, query={"fen": chess.STARTING_FEN, "where": condition}, expect={"hits": [[game, 0] for game in hits]})

    where("result", "the Result tag is an asterisk, and the marker 1-0", "search.6", {"result": "*"}, 0)
    where("rating", "a rating of five digits is none", "search.6 search.9", {"rating": [0, 99999]}, 2, 7)
    where("rating-of-one-digit", "a rating of one digit", "search.6 search.9", {"rating": [5, 5]}, 2)
    where("month", "a month comes after a dot, and a day only with a month", "search.6 search.9", {"date": [19990000, 19990000]}, 3, 5)
    where("day", "a day comes after a dot", "search.6 search.9", {"date": [19990500, 19990500]}, 4)
    where("any-rating", "a rating that is not known is not 0", "search.9", {"any_rating": [0, 100]}, 2)
    where("white-rating", "White's rating is not known", "search.9", {"white_rating": [0, 100]}, 2)
    where("average-rating", "the average of one rating is not known", "search.9", {"average_rating": [0, 9999]})
    where("tag-contains-nothing", "a game without the tag does not contain an empty text", "search.8", {"tag_contains": ["X", ""]})
    raw = one_game(NONE, [], 2, b"\xc0\xc0", bytes.fromhex("10 05 37 06"), b"abc")
    chapter.add("where-edge-raw", "text that could not be parsed is no comment", "search.14", "find", input=File(raw).outline(),
                query={"fen": chess.STARTING_FEN, "where": {"comment": "abc"}}, expect={"hits": []})
    for name, title, fen, query, hits in [
        ("four-fields", "with four fields en passant counts", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - -", []),
        ("pinned", "en passant that would expose the king does not count", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", [[0, 0]]),
    ]:
        chapter.add(f"find-edge-{name}", title, "search.1", "find", input=File(one_game(9, [("FEN", fen)])).outline(), query={"fen": query}, expect={"hits": hits})


def add(files):
    for part in (edges_of_footers, edges_of_headers, edges_of_sizes, edges_of_sections, edges_of_features, edges_of_tags, edges_of_recovery):
        part(files)
