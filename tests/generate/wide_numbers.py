"""Vectors of numbers of tokens, of values and of limits that become other ones in 32 bits (annotations.3, values.5, limits.7)."""

import file_bytes as fb
from file_bytes import Section

S, T, L = "SECTION_MALFORMED", "TRUNCATED", "LIMIT_EXCEEDED"


def limits(cases):
    """limits.7, limits.8: tag lines and bytes of text, counted over all games, that are 0 in 32 bits."""
    from limit_cases import ABOVE, STRING, block

    start = fb.varint(1) + fb.strings([b"A"]) + fb.varint(1) + fb.varint(2**20)
    lines = block(2**12, [fb.packed(fb.TAG_LAYOUTS, "a tag name, one tag layout", start, (0, 2**20), b"\0"),
        Section(fb.TAG_VALUES, b"\0", "A: 2^32 empty texts")])
    cases.file("tag-lines-32-bits", "2^32 tag lines, counted over all games", "limits.7 limits.10", lines, ABOVE)
    count = 2**32 // STRING
    text = fb.varint(1) + fb.column([STRING])
    text = block(2, [
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"A"], [[], [0] * count], [0, 1]), "a tag name, two tag layouts"),
        fb.packed(fb.TAG_VALUES, f"A: {count} times a string of {STRING} bytes", text, (97, STRING), fb.column([0] * count), param=1),
    ])
    cases.file("text-32-bits", "2^32 bytes of text, and 8192 of names", "limits.8 limits.10", text, ABOVE)


def tokens(chapter):
    """annotations.3: arguments that would be small in 32 bits."""
    def bad(name, title, *parts, texts=""):
        chapter.add(f"wide-{name}", title, "annotations.2 annotations.3", "annotations", codec="byte", moves=["e2e4", "e7e5"],
                    input=[[data if isinstance(data, str) else fb.varint(data).hex(" "), meaning] for data, meaning in parts], texts=texts,
                    error="ANNOTATION_MALFORMED")

    wide = lambda kind, value: kind + 16 * (2**32 + value)
    ply, begin, end = ("10", "1 ply"), ("05", "variation begins"), ("06", "variation ends")
    bad("plies", "2^32 + 1 plies", (wide(0, 1), "2^32 + 1 plies"), ("11", "$1"))
    bad("nag", "the NAG 2^32 + 1", (wide(1, 1), "$4294967297"))
    bad("nag-36-bits", "the NAG 2^36", (1 + 16 * 2**36, "$68719476736"))
    bad("comment", "a comment of 2^32 + 2 bytes", (wide(2, 2), "2^32 + 2 bytes"), texts="hm")
    bad("begin", "a beginning with the argument 2^32", ply, (wide(5, 0), "variation begins, with an argument"), end)
    bad("end", "an end with the argument 2^32", ply, begin, (wide(6, 0), "variation ends, with an argument"))
    bad("variation-plies", "2^32 + 1 moves in a variation", ply, begin, (wide(0, 1), "2^32 + 1 moves"), ("b0", "d4"), end)
    bad("raw", "unparsed text of 2^32 + 2 bytes", ply, begin, (wide(7, 2), "2^32 + 2 bytes"), end, texts="hm")
    bad("kind", "a kind above 9", (10, "kind 10"))
    chapter.add("moves-as-many-as-bytes", "two moves and two bytes, of which the first stands for no move", "annotations.5", "annotations",
        codec="byte", moves=["e2e4"],
                input=[["10 05 20", "1 ply, variation begins, 2 moves"], ["0a b0", "no move, and d4"]], texts="", error="MOVE_MALFORMED")
    chapter.add("moves-more-than-bytes", "three moves and two bytes, of which the first stands for no move", "annotations.5", "annotations",
        codec="byte", moves=["e2e4"],
                input=[["10 05 30", "1 ply, variation begins, 3 moves"], ["0a b0", "no move, and d4"]], texts="", error="ANNOTATION_MALFORMED")


def values(add_bad):
    """values.5: in the section values."""
    of = lambda *parts: b"".join(part if isinstance(part, bytes) else fb.varint(part) for part in parts)
    zero = fb.column([0])
    for name, title, data, error in [
        ("templates", "2^32 templates", of(2**32, fb.strings([]), 0, zero, zero, zero, zero), L),
        ("profiles", "2^32 profiles", of(0, fb.strings([]), 2**32, zero, zero, zero, zero), L),
        ("unit", "a unit of 2^32 + 1", of(0, fb.strings([]), 1, 2**32 + 1, 0, 0, zero, zero, zero, zero), S),
        ("base", "a base of 2^32", of(0, fb.strings([]), 1, 1, 2**32, 0, zero, zero, zero, zero), L),
        ("increment", "an increment of 2^32", of(0, fb.strings([]), 1, 1, 0, 2**32, zero, zero, zero, zero), L),
    ]:
        add_bad(f"wide-{name}", title, "values.5", data, b"", [0], error)
    add_bad("wide-run-sizes", "sizes of two runs, together 2^32", "values.5",
        of(1, fb.strings([b"\1"]), 1, 1, 0, 0, fb.column([0, 0]), fb.column([8192, 8192]), fb.column([0, 0]),
                                                                                fb.column([2**31, 2**31])), b"", [0, 0], T)
