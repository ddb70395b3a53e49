"""Vectors of text that is not UTF-8: names, values and lines of tags, comments and unparsed text are bytes (tags.1, annotations.1)."""

import container_cases as cc
import file_bytes as fb
from file_bytes import Block, File, Section
from pgn_bytes import ALL, BYTES, SHOWN, shown

LONE = [bytes([byte]) for byte in (0x80, 0xBF, 0xC0, 0xE9, 0xF5, 0xFF)]
CUT = [b"\xc3", b"\xe2\x80", b"\xf0\x9f\x98", b"a\xcc"]  # characters of UTF-8 without their last byte


def wire(chapter):
    texts = [*LONE, *CUT, BYTES, "é".encode(), b""]
    chapter.add("strings-bytes", "strings that are not UTF-8", "wire.5", "strings", n=len(texts), input=[[fb.strings(texts).hex(" "), "lengths and bytes"]], expect={"texts": [*map(shown, texts)]})


def tags(chapter):
    """A column of each encoding, and names of tags."""
    texts = [*LONE, BYTES]
    typed = fb.column([0] * len(texts)) + fb.strings(texts)
    for encoding, title, data in [
        (0, "text", fb.strings(texts)), (1, "a dictionary", fb.varint(len(texts)) + fb.strings(texts) + fb.column([*range(len(texts))])), (3, "numbers", typed), (4, "dates", typed),
        (5, "results", typed), (6, "ECO codes", typed), (7, "final positions", typed),
    ]:
        chapter.add(f"bytes-{encoding}", f"values that are not UTF-8 in a column of {title}", "tags.1 tags.5", "tag-column", encoding=encoding, n=len(texts), names=[],
                    input=[[data.hex(" "), title]], expect={"texts": [*map(shown, texts)]})
    names = [b"\xe4", b"\xf6", "ä".encode()]
    chapter.add("shapes-bytes", "names of tags that are not UTF-8", "tags.1 tags.3", "tag-shapes", games=2, input=[[fb.tag_layouts(names, [[0, 1], [2, 0]], [1, 0]).hex(" "), "tag layouts"]],
                expect={"shapes": [[shown(names[2]), shown(names[0])], [shown(names[0]), shown(names[1])]]})


def block(lines, tokens=b"", texts=b"", rest=b"", names=()):
    """A game of these tag lines: name, value and encoding; e4 is its only move."""
    kinds = list(dict.fromkeys((name, encoding) for name, _, encoding in lines))
    layouts = fb.tag_layouts([name for name, _ in kinds], [[kinds.index((name, encoding)) for name, _, encoding in lines]], [0])

    def column(name, encoding):
        values = [value for other, value, kind in lines if (other, kind) == (name, encoding)]
        if encoding == 2:
            return fb.column([names.index(value) for value in values])
        return fb.varint(len(values)) + fb.strings(values) + fb.column([*range(len(values))]) if encoding else fb.strings(values)

    sections = [Section(fb.PLIES, fb.column([1]), "plies"), Section(fb.MOVES, b"\xc0", "moves: e4", param=3), Section(fb.STATES, fb.column([16]), "state: marker *"),
                Section(fb.TAG_LAYOUTS, layouts, "tag names and layout"), *(Section(fb.TAG_VALUES, column(*kind), "values", param=kind[1]) for kind in kinds)]
    for kind, text, title, param in [(fb.ANNOTATIONS, tokens, "annotations", 3), (fb.COMMENT_TEXT, texts, "comment text", 0), (fb.UNPARSED_TEXT, rest, "unparsed text", 0)]:
        if text:
            sections.append(Section(kind, fb.strings([text]), title, param=param))
    if names:
        sections.append(Section(fb.NAMES, cc.names(*names), "names"))
    return File(Block(1, 1, sections))


def add(files):
    def good(name, title, rules, file, **fields):
        files.good(name, title, rules, file, [cc.game(moves=["e2e4"], termination="*", **fields)])

    lines = [(b"W\xfcrde", BYTES, 0), (b"\xff", b"\xfe", 1), (b"", b"%" + BYTES, 0), (b"White", b"\xe9", 2), (b"", b"[\xff\xfe", 0), (b"Black", b"\xc3", 2), (b"\xff", b"", 1)]
    good("bytes-in-tags", "tags that are not UTF-8", "tags.1 tags.5 tags.8", block(lines, names=(b"\xe9", b"\xc3")), tags=[[shown(name), shown(value)] if name else [shown(value)] for name, value, _ in lines])
    size = len(BYTES)
    tokens = b"\x10" + b"".join(fb.varint(size << 4 | kind) for kind in (2, 3, 4)) + b"\5" + fb.varint(size << 4 | 7) + b"\6"
    good("bytes-in-annotations", "comments, line comments, escapes and text of a variation that are not UTF-8", "annotations.1 annotations.4", block([], tokens, BYTES * 4),
         tokens=[("plies", 1), ("comment", SHOWN), ("line_comment", SHOWN), ("escape", SHOWN), ("begin",), ("raw", SHOWN), ("end",)])
    good("bytes-in-unparsed-text", "unparsed text that is not UTF-8", "container.8", block([], rest=b"\xffNf9 \xe2\x80"), rest=shown(b"\xffNf9 \xe2\x80"))
    tokens = b"\x10" + b"".join(fb.varint(len(ALL) << 4 | kind) for kind in (2, 3, 4))
    good("bytes-of-all-values", "every byte but line ends and a closing brace in comments of each kind and in a value", "annotations.2 tags.1", block([(b"A", ALL, 0)], tokens, ALL * 3),
         tags=[["A", shown(ALL)]], tokens=[("plies", 1), ("comment", shown(ALL)), ("line_comment", shown(ALL)), ("escape", shown(ALL))])
    cut = "é".encode()
    good("bytes-of-a-character-in-two-comments", "a character of UTF-8 whose bytes are in two comments", "annotations.4", block([], b"\x10\x12\x12", cut),
         tokens=[("plies", 1), ("comment", shown(cut[:1])), ("comment", shown(cut[1:]))])
