"""Vectors of numbers that become other ones in 8, 16, 32 or 64 bits, and of sums that do (limits.1, limits.10, wire.2)."""

import container_cases as cc
import file_bytes as fb
import noted_cases
import tight
from file_bytes import EDITS, REPLACED, START, File, Section
from footer_cases import one, some

S, T, L, E = "SECTION_MALFORMED", "TRUNCATED", "LIMIT_EXCEEDED", "FOOTER_MALFORMED"
WIDTHS = [(8, 2**8), (32, 2**32)]
ALMOST = 2**64 - 1


def with_section(change, *extra):
    block = cc.bare_block(extra=extra)
    change(block)
    return File(block)


def sections(files):
    """container.6: kinds, params, compressions and lengths."""
    for bits, more in WIDTHS:
        block = cc.bare_block(extra=[Section(kind + more, b"new", "something new") for kind in (fb.PLIES, fb.MOVES, fb.VALUES)])
        files.good(f"wide-kind-{bits}-bits", f"optional sections whose kinds would be known ones in {bits} bits", "container.6 container.7",
            File(block), [cc.BARE])
        files.bad(f"wide-codec-{bits}-bits", f"a codec that would be byte in {bits} bits", "codecs.1 container.8", "one-game",
                  with_section(lambda block: setattr(block.section(fb.MOVES), "param", 3 + more)), "UNSUPPORTED_CODEC")
        nag = Section(fb.ANNOTATIONS, fb.column([1]) + b"\x11", "annotations: NAG 1", param=3 + more)
        files.bad(f"wide-variation-codec-{bits}-bits", f"a codec of variations that would be byte in {bits} bits", "annotations.5", "one-game",
            with_section(lambda _: None, nag), "UNSUPPORTED_CODEC")
        for plain, name in [(0, "stored"), (1, "zstd")]:
            text = Section(fb.UNPARSED_TEXT, fb.zstd_frame(fb.strings([b"x"])) if plain else fb.strings([b"x"]), "unparsed text",
                compression=plain + more)
            text.raw_len = len(fb.strings([b"x"]))
            files.bad(f"wide-compression-{name}-{bits}-bits", f"a compression that would be {plain} in {bits} bits", "container.9", "one-game",
                with_section(lambda _: None, text), "UNSUPPORTED_ENCODING")
        layouts = fb.tag_layouts([b"X"], [[0]], [0])
        encoded = Section(fb.TAG_VALUES, fb.strings([b"x"]), "X: texts", param=more)
        files.bad(f"wide-encoding-{bits}-bits", f"an encoding of tags that would be text in {bits} bits", "tags.5", "every-section",
                  with_section(lambda block: setattr(block.section(fb.TAG_LAYOUTS), "stored", layouts), encoded), "UNSUPPORTED_ENCODING")
    code = cc.tight_block().section(fb.MOVES).param
    block = cc.tight_block()
    block.section(fb.MOVES).param = code + 2**40
    file = File(block)
    file.footer.versions.required = 1
    files.chapter.add("wide-model", "a model of tight that would be the known one in 40 bits", "tight.1", "decode-file",
        **{"from": "container/run-of-tight"}, needs=["codecs/tight"],
                      input=file.input(), error="UNSUPPORTED_MODEL")
    assert code == 12 + 256 * tight.checksum()


def headers(files):
    """container.6, limits.1"""
    for name, title, fields in [("games", "2^32 + 1 games", {"games": 2**32 + 1}), ("plies", "2^32 plies", {"plies": 2**32}),
        ("sections", "2^32 + 4 sections", {"count": 2**32 + 4})]:
        files.bad(f"wide-header-{name}", title, "container.6 limits.1", "one-game",
            with_section(lambda block: [setattr(block, key, value) for key, value in fields.items()]), L)
    long = [Section(99, b"", "2^26 bytes", compression=1, raw_len=0, stored_len=2**26) for _ in range(64)]
    files.bad("wide-block-size", "sections whose stored lengths together are 2^32: the block is longer than the footer lists it",
        "container.5 container.13", "one-game",
              with_section(lambda _: None, *long), "BLOCK_MALFORMED")
    raw = [Section(99, b"", "2^26 raw bytes", compression=1, raw_len=2**26, stored_len=2**18) for _ in range(64)]
    files.bad("wide-raw-lengths", "sections whose raw lengths together are 2^32", "limits.2 limits.10", "one-game",
        with_section(lambda _: None, *raw), L)


def sums(files):
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
        block = cc.bare_block(extra=[Section(fb.TAG_VALUES, fb.strings([b"x"]), "X: texts")])
        block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[2**bits]], [0])
        files.bad(f"wide-tag-name-{bits}-bits", f"the name number 2^{bits}, of one", "tags.3", "every-section", File(block), "TAGS_MALFORMED")
    lengths = Section(fb.TAG_VALUES, half, "X: texts of 2^31 bytes each")
    block = some("", "")
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[0]], [0, 0])
    block.sections.append(lengths)
    files.bad("wide-tag-values", "lengths of two values of a tag, together 2^32", "tags.5 wire.5 wire.7", "every-section", File(block), T)


def footers(files):
    """container.13: places and numbers."""
    first = one("a")
    place = lambda *numbers: b"".join(map(fb.varint, numbers))
    number = lambda what: (fb.varint(1), f"number of {what}")

    def bad(name, title, error=E, rules="container.13", **parts):
        file = File(one("a"))
        file.footer.versions.required = EDITS
        for key, value in parts.items():
            setattr(file.footer, key, value)
        files.bad(f"wide-{name}", title, rules, "appended", file, error)

    segment = lambda *numbers: [number("index segments"), (place(*numbers), "an index segment"), (fb.u32(0), "its checksum")]
    bad("segment", "an index segment at 2^64 - 1, whose end would be 33 in 64 bits", segment_parts=segment(ALMOST, 34, 0, 1))
    bad("segment-length", "an index segment of 2^64 - 1 bytes", segment_parts=segment(START + 2, ALMOST, 0, 1))
    bad("segment-blocks", "an index segment of block 2^64 - 1 and one more", segment_parts=segment(START, 20, ALMOST, 2))
    bad("segment-many-blocks", "an index segment of 2^64 - 1 blocks from block 1 on", segment_parts=segment(START, 20, 1, ALMOST))
    bad("segment-block-32-bits", "an index segment of block 2^32", segment_parts=segment(START, 20, 2**32, 1))
    crc = (fb.u32(first.header_crc()), "checksum of its block header")
    block = lambda *numbers: {"count": 1, "entries": [(place(*numbers), "gap, length, games, plies, attributes"), crc]}
    entry = lambda gap: (place(gap, first.size(), 1, 0, 0), "gap, length, games, plies, attributes")
    bad("gap", "a second block that would begin at 1,536 in 64 bits, as the first", count=2, entries=[entry(0), crc, entry(2**64 - first.size()), crc])
    bad("gap-and-length", "a block of 2^64 - 1 bytes", **block(1, ALMOST, 1, 0, 0))
    bad("listed-games", "a block with 2^32 + 1 games in the list", L, "container.13 limits.10", **block(0, first.size(), 2**32 + 1, 0, 0))
    bad("listed-plies", "a block with 2^32 plies in the list", L, "container.13 limits.10", **block(0, first.size(), 1, 2**32, 0))
    bad("place-before-games", "a block that is listed beyond the end and with too many games: the place comes first", **block(0, 2**40, 2**20, 0, 0))
    for bits, more in WIDTHS:
        bad(f"attributes-{bits}-bits", f"attributes that would be 0 in {bits} bits", **block(0, first.size(), 1, 0, more))
    edit = lambda *numbers: [number("edits"), (place(*numbers), "an edit: gap, action")]
    bad("action", "an action that would be a deletion in 32 bits", rules="container.14", edit_parts=edit(0, 2**32))
    bad("replacement", "replacement 2^64 - 2", rules="container.14", edit_parts=edit(0, ALMOST))
    bad("edit", "an edit of game 2^32", rules="container.14", edit_parts=edit(2**32, 0))
    assert REPLACED == 1


def templates(files):
    """values.4: indices of templates, and remaining plies."""
    for name, title, tokens in [("template", "the template number 2^32", noted_cases.TOKENS[:-1] + fb.varint(8 + 16 * 2**32)),
                                ("template-of-plies", "comments after plies of the template number 2^32",
                                    fb.varint(9 + 16 * 2**32) + noted_cases.TOKENS[1:]),
                                ("plies-left", "comments after all plies but 2^32 + 1",
                                    fb.varint(9) + fb.varint(2**32 + 1) + noted_cases.TOKENS[2:])]:
        files.bad(f"wide-{name}", title, "values.4", "values", File(noted_cases.block(tokens)), "ANNOTATION_MALFORMED")


def add(files):
    for part in (sections, headers, sums, footers, templates):
        part(files)
