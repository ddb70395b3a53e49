"""Vectors of the sections of a block (container.6 to container.10): checksums, compression, contents that end early or late."""

import container_common as cc
import container_values
import file_bytes as fb
import tight
from container_block_headers import WIDTHS
from container_common import bad_and_recovered, continued_block, full_block, game, games, names, one, one_game, some, with_checksum, without_section
from file_bytes import Block, File, Section

L, S, T = "LIMIT_EXCEEDED", "SECTION_MALFORMED", "TRUNCATED"


def section_faults(files):
    def bad(name, title, rule, kind, nth, stored, error, at=True, **fields):
        block = full_block()
        section = block.section(kind, nth)
        fb.with_fields(section, **fields, stored=section.stored if stored is None else stored)
        files.bad(name, title, rule, "every-section", File(block), error, section.meaning if at else None)

    # Ids never change: these sections keep ids with an earlier name.
    id_names = {"tag_layouts": "tag-shapes", "comment_text": "texts", "unparsed_text": "rests"}
    for kind in range(fb.PLIES, fb.UNPARSED_TEXT + 1):
        if kind not in (fb.MOVE_SIZES, 6):
            name = id_names.get(fb.KINDS[kind], fb.KINDS[kind].replace("_", "-"))
            bad(f"section-checksum-{name}", f"the checksum of the section {fb.KINDS[kind]} is wrong", "container.6",
                kind, 0, None, "CHECKSUM_SECTION", crc=0)
    bad("plies-sum", "the plies of the games do not add up to those of the block", "container.6", fb.PLIES, 0,
        fb.column([3, 0]), "SECTION_MALFORMED", at=False)
    bad("plies-trailing", "a byte after the plies", "container.8", fb.PLIES, 0, fb.column([2, 0]) + b"\0", "TRAILING_BYTES")
    bad("moves-too-short", "fewer bytes of moves than plies", "container.10", fb.MOVES, 0, b"\xc0", "TRUNCATED", at=False)
    bad("moves-too-long", "more bytes of moves than plies", "container.10", fb.MOVES, 0, b"\xc0\xc0\xc0", "SECTION_MALFORMED", at=False)
    bad("moves-illegal", "a code that stands for no move", "byte.20", fb.MOVES, 0, b"\xc0\x0a", "MOVE_MALFORMED", at=False)
    bad("state-unknown-marker", "a marker that does not exist", "container.11", fb.STATES, 0, fb.column([48, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-start-3", "start 3 does not exist", "container.11", fb.STATES, 0, fb.column([3, 9]), "SECTION_MALFORMED", at=False)
    bad("state-start-3-and-marker", "start 3 does not exist, and the marker does", "container.11", fb.STATES, 0, fb.column([11, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-fen-without-tag", "the state says FEN, but there is no such tag", "container.11", fb.STATES, 0, fb.column([1, 9]),
        "SECTION_MALFORMED", at=False)
    bad("state-standard-with-fen-tag", "the state says standard start, but there is a FEN tag", "container.11", fb.STATES, 0,
        fb.column([0, 8]), "SECTION_MALFORMED", at=False)
    bad("fen-unplayable", "the FEN tag holds no playable position", "container.11", fb.TAG_VALUES, 3, fb.strings([b"8/8 w"]),
        "SECTION_MALFORMED", at=False)
    for name, title, fields in [
        ("tags", "a continuation with a tag", {"tags": [b"White"]}),
        ("plies", "a continuation with plies", {"plies": 2}),
        ("tokens", "a continuation with a token", {"tokens": bytes.fromhex("11")}),
    ]:
        files.bad(f"continuation-with-{name}", title, "container.11", "continuation", File(continued_block([8, 12], **fields)),
                  "SECTION_MALFORMED", None)
    bad("names-count", "fewer names than the section says", "tags.8", fb.NAMES, 0, fb.varint(3) + fb.strings([b"Ann", b"Bob"]), "TRUNCATED",
        at=False)
    bad("names-huge-count", "a huge number of names", "limits.2", fb.NAMES, 0, fb.varint((1 << 22) + 1), "LIMIT_EXCEEDED")
    bad("names-trailing", "a byte after the names", "tags.8", fb.NAMES, 0, names(b"Ann", b"Bob") + b"\0", "TRAILING_BYTES")
    bad("name-number", "a number above those of the names", "tags.5", fb.TAG_VALUES, 0, fb.column([0, 2]), "TAGS_MALFORMED")
    files.bad("names-missing", "columns of names, and no names", "tags.5 container.8", "every-section",
              File(without_section(full_block(), -1)), "TAGS_MALFORMED", None)
    bad("unknown-tag-encoding", "tag encoding 8", "tags.5", fb.TAG_VALUES, 0, None, "UNSUPPORTED_ENCODING", param=8)
    bad("shape-of-game", "a tag layout that is not listed", "tags.3", fb.TAG_LAYOUTS, 0,
        fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 2], [0, 1, 2, 3]], [0, 2]), "TAGS_MALFORMED")
    bad("shape-name", "a tag name that is not listed", "tags.3", fb.TAG_LAYOUTS, 0,
        fb.tag_layouts([b"White", b"Black", b"Result", b"FEN"], [[0, 1, 4], [0, 1, 2, 3]], [0, 1]), "TAGS_MALFORMED")
    bad("shapes-huge-count", "a huge number of tag names", "limits.2", fb.TAG_LAYOUTS, 0, fb.varint(1 << 40), "LIMIT_EXCEEDED")
    bad("annotations-unknown-token", "a token of a kind that does not exist", "annotations.3", fb.ANNOTATIONS, 0,
        fb.column([1, 0]) + b"\x0f", "ANNOTATION_MALFORMED", at=False)
    bad("variation-codec-slots", "variations of slots, a line codec", "annotations.5 codecs.8", fb.ANNOTATIONS, 0, None,
        "UNSUPPORTED_CODEC", param=128)
    bad("variation-codec", "variations of an unknown codec", "annotations.5", fb.ANNOTATIONS, 0, None, "UNSUPPORTED_CODEC", param=200)
    bad("texts-left-over", "text left over", "annotations.4", fb.COMMENT_TEXT, 0, fb.column([3, 0]) + b"hmm",
        "ANNOTATION_MALFORMED", at=False)
    bad("texts-too-short", "less text than the tokens need", "annotations.4", fb.COMMENT_TEXT, 0, fb.column([1, 0]) + b"h",
        "ANNOTATION_MALFORMED", at=False)
    bad("rests-count", "unparsed text of fewer games than the block has", "container.8", fb.UNPARSED_TEXT, 0, fb.strings([b"Nf9"]), "TRUNCATED", at=False)
    bad("zstd-not-a-frame", "a compressed section that is no zstd frame", "container.9", fb.TAG_LAYOUTS, 0, None,
        "SECTION_MALFORMED", compression=1)
    bad("zstd-too-short", "a zstd frame with less than announced", "container.9", fb.COMMENT_TEXT, 0,
        fb.zstd_frame(fb.column([2, 0]) + b"hm"), "SECTION_MALFORMED", compression=1, raw_len=6)
    bad("zstd-too-long", "a zstd frame with more than announced", "container.9", fb.COMMENT_TEXT, 0,
        fb.zstd_frame(bytes(100), 1), "SECTION_MALFORMED", compression=1, raw_len=5)
    texts = fb.column([2, 0]) + b"hm"
    frame = fb.zstd_frame(texts)
    for name, title, stored in [
        ("two-frames", "two zstd frames, of which each holds a part", fb.zstd_frame(texts[:3]) + fb.zstd_frame(texts[3:])),
        ("empty-frame-after", "an empty zstd frame after the first", frame + fb.zstd_frame(b"")),
        ("skippable-before", "a skippable frame before the zstd frame", fb.skippable_frame(b"hm") + frame),
        ("skippable-after", "a skippable frame after the zstd frame", frame + fb.skippable_frame(b"hm")),
        ("byte-after", "a byte after the zstd frame", frame + b"\0"),
    ]:
        bad(f"zstd-{name}", title, "container.9", fb.COMMENT_TEXT, 0, stored, "SECTION_MALFORMED", compression=1, raw_len=len(texts))
    bad("column-too-wide", "a column with a width above 4", "wire.4", fb.PLIES, 0, b"\x05" + bytes(10), "SECTION_MALFORMED")
    bad("column-wider-than-needed", "a column whose upper bytes are all 0", "wire.4", fb.PLIES, 0, b"\x02\x02\0\0\0", "SECTION_MALFORMED")


def left_over(files):
    """container.8, container.10: a column, or the texts of all games, and a byte after it."""
    for kind, name in [(fb.STATES, "states"), (fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment-text"), (fb.UNPARSED_TEXT, "unparsed-text")]:
        block = cc.full_block()
        section = block.section(kind)
        section.stored += b"\0"
        files.bad(f"{name}-byte-after", f"a byte after the {name.replace('-', ' ')} of the last game", "container.8", "every-section", File(block),
                  "TRAILING_BYTES", section.meaning)
    file = cc.move_sizes_file()
    section = file.items[0].section(fb.MOVE_SIZES)
    section.stored += b"\0"
    files.bad("move-sizes-byte-after", "a byte after the sizes of the moves", "container.10", "move-sizes", file, "TRAILING_BYTES", section.meaning)


def wrong_sections(files):
    files.bad("no-sections", "a block without sections", "container.8", "one-game", File(fb.Block(1, 0, [])), "SECTION_MALFORMED")
    made = cc.run_block()
    made.section(fb.MOVE_SIZES).stored += b"\0"
    files.bad("move-sizes-trailing-byte", "a byte is left over in the section move sizes", "container.10 wire.7", "run", File(made), "TRAILING_BYTES")
    for name, title, columns in [("fewer", "two tag names, and one column", 1), ("more", "two tag names, and three columns", 3)]:
        made = cc.bare_block(extra=[fb.texts([b"x"], "values") for _ in range(columns)])
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"A", b"B"], [[0, 1]], [0])
        files.bad(f"{name}-columns", title, "tags.4", "every-section", File(made), "TAGS_MALFORMED")
    made = cc.bare_block(extra=[fb.Section(fb.ANNOTATIONS, fb.strings([b""]), "annotations of tight", param=cc.TIGHT)])
    files.bad("annotations-of-tight", "annotations whose moves are said to be of tight, and no variation", "annotations.5", "one-game", File(made), "SECTION_MALFORMED")
    made = cc.bare_block(extra=[fb.Section(15, b"new", "something new")])
    made.sections.append(fb.Section(fb.PLIES, b"\0", "plies again"))
    files.bad("section-kind-15-and-two-plies", "a section of an unknown kind, and two of one kind: the unknown one comes first", "container.7", "one-game", File(made), "UNSUPPORTED_SECTION")
    for kind, name in [(fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment text"), (fb.UNPARSED_TEXT, "unparsed text")]:
        made = cc.bare_block(extra=[fb.Section(kind, fb.strings([b""]) + b"\0", name, param=3 if kind == fb.ANNOTATIONS else 0)])
        files.bad(f"{name.replace(' ', '-')}-trailing-byte", f"a byte is left over in the section {name}", "container.8 wire.7", "one-game", File(made), "TRAILING_BYTES")


def trailing_bytes(files):
    """wire.7: a byte remains after each kind of tag column."""
    typed = fb.column([0]) + fb.strings([b"x"])
    for param, name, data in [(0, "texts", fb.strings([b"x"])), (1, "dictionary", fb.varint(1) + fb.strings([b"x"]) + fb.column([0])),
        (2, "names", fb.column([0])), (3, "number", typed),
                              (4, "date", typed), (5, "result", typed), (6, "eco", typed), (7, "final-position", typed)]:
        block = cc.bare_block(extra=[Section(fb.TAG_VALUES, data + b"\0", f"{name}, and a byte", param=param)] + [Section(fb.NAMES,
            fb.varint(1) + fb.strings([b"x"]), "names")] * (param == 2))
        block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[0]], [0])
        files.bad(f"tag-values-{name}-byte-after", f"a byte after a column of tags: {name}", "tags.5 tags.6 wire.7", "every-section", File(block),
            "TRAILING_BYTES")
    for kind, name, data in [(fb.PLIES, "plies", fb.column([0]) + b"\0"), (fb.TAG_LAYOUTS, "tag-layouts", fb.tag_layouts([], [[]], [0]) + b"\0"),
        (fb.NAMES, "names", fb.varint(0) + fb.strings([]) + b"\0")]:
        files.bad(f"{name}-byte-after", f"a byte after the section {name.replace('-', ' ')}", "container.8 wire.7", "every-section",
            File(fb.with_content(cc.bare_block(extra=[Section(fb.NAMES, b"", "names")] * (kind == fb.NAMES)), kind, data)),
            "TRAILING_BYTES")


def contents_of_sections(files):
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
    unreadable.sections.insert(2, fb.move_sizes([1], "bytes of the moves: 1"))
    bad("unreadable-start-with-code", "a game with an unreadable start and no plies has a byte of code", "codecs.2 container.10", unreadable, "TRAILING_BYTES")
    good("moves-compressed", "compressed moves", "container.8 container.9", Block(1, 1, [
        fb.plies([1], "plies"), Section(fb.MOVES, fb.zstd_frame(b"\xc0"), "moves", param=3, compression=1, raw_len=1),
        fb.states([8], "state"), fb.layouts([], [[]], [0], "no tag names, one tag layout")]), game(moves=["e2e4"]))
    nag = fb.column([1]) + b"\x11"
    good("annotations-compressed", "compressed annotations", "container.9 annotations.3", with_extra(Section(fb.ANNOTATIONS, fb.zstd_frame(nag), "annotations", param=3, compression=1, raw_len=3)),
         game(tokens="$1"))
    good("unknown-section-unknown-compression", "an optional section of an unknown kind and compression is skipped", "container.7", with_extra(Section(99, b"abc", "something new", compression=7)))
    for kind, name in [(fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment-text"), (fb.UNPARSED_TEXT, "unparsed-text")]:
        good(f"{name}-empty", f"a section {name.replace('-', ' ')} that holds nothing equals an absent one", "container.8", with_extra(Section(kind, fb.column([0]), "nothing", param=3 * (kind == fb.ANNOTATIONS))))
    block = cc.full_block()
    for section in block.sections:
        section.param = 77 if section.kind in (fb.PLIES, fb.STATES, fb.NAMES, fb.TAG_LAYOUTS, fb.COMMENT_TEXT, fb.UNPARSED_TEXT) else section.param
    files.add("params-without-meaning", "params of sections that have none are not looked at", "container.6 container.8", "decode-file",
        File(block), needs=["annotations"],
        expect=next(test for test in files.chapter.tests if test["id"] == "container/every-section")["expect"])
    block = cc.bare_block(extra=[Section(20, b"new", "something new")])
    block.sections.insert(1, fb.plies([0], "plies again"))
    bad("two-plies-and-section-kind-20", "two sections of one kind, and one of an unknown kind: the unknown one comes first", "container.7", block, "UNSUPPORTED_SECTION")


def skipped_section(files):
    bad_and_recovered(files, "skipped-section-checksum", "a section of an unknown kind with a wrong checksum", "container.7",
        File(fb.with_more(one("a"), Section(99, b"something", "something new", crc=0))), "CHECKSUM_SECTION", games("a"))


UNKNOWN_CODEC = 13


def four_games():
    """A game without moves, and three of a ply: alone, with a NAG, with a comment."""
    return Block(4, 3, [
        fb.plies([0, 1, 1, 1], "plies of the games"),
        fb.moves(b"\xc0" * 3, "e4, three times"),
        fb.move_sizes([0, 1, 1, 1], "sizes of the moves"),
        fb.states([8] * 4, "states"),
        fb.no_tags(4),
        Section(fb.ANNOTATIONS, fb.strings([b"", b"", b"\x10\x11", b"\x10\x12"]), "annotations: none, none, $1, a comment of a byte", param=3),
        Section(fb.COMMENT_TEXT, fb.strings([b"", b"", b"", b"a"]), "comment text"),
        fb.unparsed([b"x", b"", b"", b""], "unparsed text"),
    ])


def damaged_sections(files):
    """limits.11: a game needs its entry in each section other than columns of tags and names, even if the entry is empty."""
    for kind in (fb.MOVES, fb.MOVE_SIZES, fb.ANNOTATIONS, fb.COMMENT_TEXT, fb.UNPARSED_TEXT):
        name = fb.KINDS[kind].replace("_", "-")
        files.recovered_part(name, f"the checksum of the {name.replace('-', ' ')} is wrong: all games of the block are lost", "limits.11", with_checksum(four_games(), kind), [])
    files.recovered_part("annotations-codec", "the codec of the annotations is unknown: all games of the block are lost", "annotations.5 limits.11",
        fb.with_content(four_games(), fb.ANNOTATIONS, param=UNKNOWN_CODEC), [])


def sections_of_no_bytes(files):
    """container.9, container.10: sections without bytes are read like others."""
    def bad(name, title, rules, error, **fields):
        files.bad(name, title, rules, "one-game", File(fb.with_content(cc.bare_block(), fb.MOVES, **fields)), error)

    bad("empty-section-checksum", "the checksum of a section of no bytes is wrong", "container.9", "CHECKSUM_SECTION", crc=1)
    bad("zstd-of-no-bytes", "a compressed section of no bytes is no zstd frame", "container.9", S, compression=1, raw_len=0)
    bad("zstd-of-nothing-malformed", "a compressed section without content that is no zstd frame", "container.9", S, compression=1, raw_len=0, stored=b"moves")
    bad("zstd-too-long-of-none", "a zstd frame with a byte, and the raw length 0", "container.9", S, compression=1, raw_len=0, stored=fb.zstd_frame(b"\xc0"))
    block = cc.bare_block()
    moves = block.section(fb.MOVES)
    moves.compression, moves.raw_len, moves.stored = 1, 0, fb.zstd_frame(b"")
    files.good("zstd-empty", "moves of no bytes in a zstd frame", "container.9", File(block), [cc.BARE])
    files.bad("move-sizes-of-zeros", "the sizes of the moves are all 0", "container.10", "move-sizes",
        File(fb.with_content(cc.games_block([1, 1], [b"\xc0", b"\xc0"], 3), fb.MOVE_SIZES, fb.column([0, 0]))), S)
    sizes = cc.games_block([1, 1], [b"\xc0", b"\xc0"], 3)
    e4 = cc.game(moves=["e2e4"])
    files.good("move-sizes-without-need", "sizes of moves that are the default ones", "container.10", File(sizes), [e4, e4])
    frame = bytearray(fb.zstd_frame(fb.strings([b"x"])))
    frame[4] |= 1  # the number of a dictionary follows, in one byte (RFC 8878, 3.1.1.1); 0 is none
    frame.insert(5, 0)
    text = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(fb.strings([b"x"])))
    files.good("zstd-dictionary-0", "a zstd frame with the number 0 of a dictionary, which is none", "container.9", File(cc.bare_block(extra=[text])), games("x"))
    frame[5] = 1
    text = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(fb.strings([b"x"])))
    files.bad("zstd-dictionary-1", "a zstd frame with a dictionary", "container.9", "one-game", File(cc.bare_block(extra=[text])), S)
    frame = lambda descriptor, *blocks: bytes.fromhex("28b52ffd") + descriptor + b"".join(blocks)
    stored = lambda content, last=0: (last | len(content) << 3).to_bytes(3, "little") + content
    repeated = lambda byte, count, last=0: (last | 2 | count << 3).to_bytes(3, "little") + byte
    text = fb.strings([b"x" * 40])
    for name, title, data in [
        ("without-size", "a zstd frame that does not tell the size of its content", frame(b"\0\0", stored(text, 1))),
        ("of-blocks", "a zstd frame of a stored block, a repeated byte, and an empty block", frame(b"\x20" + bytes([len(text)]), stored(text[:2]), repeated(b"x", 40), stored(b"", 1))),
        ("size-of-8-bytes", "a zstd frame with the size of its content in eight bytes", frame(b"\xe0" + len(text).to_bytes(8, "little"), stored(text, 1))),
    ]:
        packed = Section(fb.UNPARSED_TEXT, data, "unparsed text: 40 times x", compression=1, raw_len=len(text))
        files.good(f"zstd-{name}", title, "container.9", File(cc.bare_block(extra=[packed])), games("x" * 40))
    e4s = [b"\xc0", b"\xc0"]
    for name, sizes, error in [("too-much-for-the-first", [2, 0], "TRAILING_BYTES"), ("too-little-for-the-first", [0, 2], "TRUNCATED")]:
        files.bad(f"move-sizes-{name}", f"sizes {sizes} of two games of a ply each", "container.10 codecs.2", "move-sizes",
            File(fb.with_content(cc.games_block([1, 1], e4s, 3), fb.MOVE_SIZES, fb.column(sizes))), error)
    files.good("section-kind-of-64-bits", "a section of kind 2^64 - 1, with a param of 2^64 - 1, is skipped", "container.7",
        File(cc.bare_block(extra=[Section(2**64 - 1, b"new", "something new", param=2**64 - 1)])), [cc.BARE])


def orders_of_sections(files):
    """container.7, container.8: sections in other orders, and text that no token uses."""
    block = cc.full_block()
    block.sections = [section for section in block.sections if section.kind == fb.TAG_VALUES] + [section for section in reversed(block.sections) if section.kind != fb.TAG_VALUES]
    files.good("sections-in-reverse", "the sections in reverse order, the columns of tags first, in their order", "container.7 container.8", File(block), cc.FULL)
    block = container_values.values_block()
    block.sections.reverse()
    files.good("sections-of-values-in-reverse", "value codes, values, annotations and the others, in reverse order", "container.7 values.5", File(block), [container_values.VALUES_GAME])
    two = some("", "")
    two.sections += [Section(fb.ANNOTATIONS, fb.strings([b"\x22", b""]), "annotations: a comment of the first game", param=3),
                     Section(fb.COMMENT_TEXT, fb.strings([b"hm", b"x"]), "comment text: hm, and x of the second game")]
    files.bad("comment-text-of-a-second-game-without-tokens", "comment text of two games, of which the second has no tokens", "annotations.4 container.8", "every-section", File(two),
        "ANNOTATION_MALFORMED")


def unknown_kinds(files):
    for kind in (15, 63):
        files.bad(f"section-kind-{kind}", f"a section of kind {kind} must not be skipped", "container.7", "one-game",
            File(cc.bare_block(extra=[Section(kind, b"new", "something new")])), "UNSUPPORTED_SECTION")


def wide_sections(files):
    """container.6: kinds, params, compressions and lengths."""
    for bits, more in WIDTHS:
        block = cc.bare_block(extra=[Section(kind + more, b"new", "something new") for kind in (fb.PLIES, fb.MOVES, fb.VALUES)])
        files.good(f"wide-kind-{bits}-bits", f"optional sections whose kinds would be known ones in {bits} bits", "container.6 container.7",
            File(block), [cc.BARE])
        files.bad(f"wide-codec-{bits}-bits", f"a codec that would be byte in {bits} bits", "codecs.1 container.8", "one-game",
                  File(fb.with_content(cc.bare_block(), fb.MOVES, param=3 + more)), "UNSUPPORTED_CODEC")
        nag = Section(fb.ANNOTATIONS, fb.column([1]) + b"\x11", "annotations: NAG 1", param=3 + more)
        files.bad(f"wide-variation-codec-{bits}-bits", f"a codec of variations that would be byte in {bits} bits", "annotations.5", "one-game",
            File(cc.bare_block(extra=[nag])), "UNSUPPORTED_CODEC")
        for plain, name in [(0, "stored"), (1, "zstd")]:
            text = Section(fb.UNPARSED_TEXT, fb.zstd_frame(fb.strings([b"x"])) if plain else fb.strings([b"x"]), "unparsed text",
                compression=plain + more)
            text.raw_len = len(fb.strings([b"x"]))
            files.bad(f"wide-compression-{name}-{bits}-bits", f"a compression that would be {plain} in {bits} bits", "container.9", "one-game",
                File(cc.bare_block(extra=[text])), "UNSUPPORTED_ENCODING")
        layouts = fb.tag_layouts([b"X"], [[0]], [0])
        encoded = Section(fb.TAG_VALUES, fb.strings([b"x"]), "X: texts", param=more)
        files.bad(f"wide-encoding-{bits}-bits", f"an encoding of tags that would be text in {bits} bits", "tags.5", "every-section",
                  File(fb.with_content(cc.bare_block(extra=[encoded]), fb.TAG_LAYOUTS, layouts)), "UNSUPPORTED_ENCODING")
    code = cc.tight_block().section(fb.MOVES).param
    files.add("wide-model", "a model of tight that would be the known one in 40 bits", "tight.1", "decode-file",
        fb.with_fields(File(fb.with_content(cc.tight_block(), fb.MOVES, param=code + 2**40)), footer__versions__required=1), "run-of-tight",
        needs=["codecs/tight"], error="UNSUPPORTED_MODEL")
    assert code == 12 + 256 * tight.checksum()


def wide_sums(files):
    """wire.5, container.8, container.10: columns whose sum is 2^32."""
    half = fb.column([2**31, 2**31])

    def bad(name, title, rules, kind, content, error, base=None):
        block = base or some("", "")
        block.sections = [section for section in block.sections if section.kind not in (kind, fb.UNPARSED_TEXT)] + [Section(kind, content, title,
            param=3 * (kind == fb.ANNOTATIONS))]
        files.bad(f"wide-{name}", title, rules, "every-section", File(block), error)

    bad("plies", "plies of two games, together 2^32", "container.8", fb.PLIES, half, S)
    bad("move-sizes", "sizes of moves of two games, together 2^32", "container.10", fb.MOVE_SIZES, half, T)
    bad("unparsed-text", "lengths of unparsed text of two games, together 2^32", "wire.5 wire.7", fb.UNPARSED_TEXT, half, T)
    bad("annotations", "lengths of annotations of two games, together 2^32", "container.8 wire.7", fb.ANNOTATIONS, half, T)
    bad("comment-text", "lengths of comment text of two games, together 2^32", "container.8 wire.7", fb.COMMENT_TEXT, half, T)
    bad("names", "2^32 names of the block", "tags.8 limits.7", fb.NAMES, fb.varint(2**32) + fb.strings([]), L)
    bad("tag-names", "2^32 tag names", "tags.3", fb.TAG_LAYOUTS, fb.varint(2**32) + fb.tag_layouts([], [[]], [0, 0])[1:], L)
    bad("tag-layouts", "2^32 + 1 tag layouts", "tags.3 limits.7", fb.TAG_LAYOUTS,
        fb.varint(0) + fb.strings([]) + fb.varint(2**32 + 1) + b"\0" + fb.column([0, 0]), L)
    for bits in (8, 16, 32):
        block = cc.bare_block(extra=[fb.texts([b"x"], "X: texts")])
        block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[2**bits]], [0])
        files.bad(f"wide-tag-name-{bits}-bits", f"the name number 2^{bits}, of one", "tags.3", "every-section", File(block), "TAGS_MALFORMED")
    lengths = Section(fb.TAG_VALUES, half, "X: texts of 2^31 bytes each")
    block = some("", "")
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[0]], [0, 0])
    block.sections.append(lengths)
    files.bad("wide-tag-values", "lengths of two values of a tag, together 2^32", "tags.5 wire.5 wire.7", "every-section", File(block), T)
