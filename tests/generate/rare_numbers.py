"""Vectors of numbers, columns and bits in cases that are rare: the last value of a range, counts of 0, more than two escapes, padding in one bit alone."""

import file_bytes as fb

M, L, T = "TAGS_MALFORMED", "LIMIT_EXCEEDED", "TRUNCATED"


def wire(chapter):
    """wire.2 to wire.4"""
    def bad(name, title, data, error, rules="wire.3"):
        chapter.add(f"varint-{name}", title, rules, "varint", input=[[data, title]], error=error)

    for bytes_of in range(4, 10):
        value = 2 ** (7 * bytes_of - 1)
        chapter.add(f"varint-in-{bytes_of}-bytes", f"2^{7 * bytes_of - 1}, in {bytes_of} bytes", "wire.2", "varint", input=[[fb.varint(value).hex(" "), str(value)]],
            expect={"value": str(value)})
        bad(f"overlong-in-{bytes_of}", f"1 in {bytes_of} bytes", "81 " + "80 " * (bytes_of - 2) + "00", "VARINT_MALFORMED")
    bad("ten-bytes-without-end", "bit 7 of the tenth byte is set, and no byte follows", "80 " * 9 + "80", "VARINT_MALFORMED")
    bad("nine-bytes-without-end", "bit 7 of the ninth byte is set, and no byte follows", "80 " * 8 + "80", T, "wire.3 wire.7")
    for last in ("03", "7f", "10", "41"):
        bad(f"tenth-byte-{last}", f"a tenth byte of {last}", "ff " * 9 + last, "VARINT_MALFORMED")
    for name, values in [("signs", [127, 128, 255, 0]), ("signs-of-two-bytes", [32767, 32768, 65535]), ("signs-of-four-bytes", [2**31 - 1, 2**31, 2**32 - 1]),
                         ("largest-last", [0] * 70 + [256])]:
        chapter.add(f"column-{name}", f"the values {str(values)[:40]}", "wire.4", "column", n=len(values), input=[[fb.column(values).hex(" "), "width and planes"]],
            expect={"values": values})
    chapter.add("strings-cut-in-last", "the last of two strings is cut", "wire.5 wire.7", "strings", n=2, input=[["01 02 02 61 62 63", "ab, and a c"]], error=T)
    chapter.add("strings-of-256-bytes", "a string of 256 bytes, and one of 1", "wire.5", "strings", n=2, input=[[fb.strings([b"x" * 256, b"y"]).hex(" "), "lengths and bytes"]],
        expect={"texts": ["x" * 256, "y"]})
    data = bytes(range(256)) + b"plypack" * 3
    chapter.add("checksum-of-all-bytes", "checksum: each byte once, and 21 more", "wire.6", "crc32c", input=[[data.hex(" "), "277 bytes"]], expect={"value": str(fb.crc32c(data))})
    chapter.add("checksum-of-one-byte", "checksum: the byte FF", "wire.6", "crc32c", input=[["ff", "a byte"]], expect={"value": str(fb.crc32c(b"\xff"))})


def bits(good, bad):
    """bit-stream.3, bit-stream.4"""
    for value in (59, 60, 75, 15 * 40, 15 * 40 + 14):
        good(f"escapes-{value}", f"{value} in escape code of four bits", "bit-stream.4", [(-4, value)])
    good("escapes-of-1", "0, 1 and 5 in escape code of one bit", "bit-stream.4", [(-1, 0), (-1, 1), (-1, 5)])
    good("escapes-of-2", "2, 3, 8 and 9 in escape code of two bits", "bit-stream.4", [(-2, 2), (-2, 3), (-2, 8), (-2, 9)])
    good("escapes-among-others", "numbers in bits before and after one in escape code", "bit-stream.1 bit-stream.4", [(3, 5), (-4, 33), (1, 1), (-3, 7)])
    good("wide", "numbers of 16, 24 and 31 bits", "bit-stream.1", [(1, 1), (16, 0x8001), (24, 0x800001), (31, 2**31 - 2)])
    for bit in range(1, 7):
        bad(f"padding-bit-{bit}", f"of seven padding bits, bit {bit} alone is one", "bit-stream.3", [1], f"{0x80 | 1 << bit:02x}", "MOVE_MALFORMED", 0)
        bad(f"padding-of-ones-bit-{bit}", f"of seven padding bits that should be ones, bit {bit} alone is zero", "bit-stream.3", [1], f"{0x7F ^ 1 << bit:02x}", "MOVE_MALFORMED", 0, 1)
    bad("padding-of-zeros-for-ones", "padding bits are zeros where they should be ones", "bit-stream.3", [3], "a0", "MOVE_MALFORMED", 0, 1)
    bad("padding-of-ones-for-zeros", "padding bits are ones where they should be zeros", "bit-stream.3", [3], "bf", "MOVE_MALFORMED", 0)
    bad("trailing-of-nothing", "no number, and a byte", "codecs.2", [], "00", "TRAILING_BYTES", 0)
    bad("trailing-of-width-0", "a number that takes no bits, and a byte", "codecs.2", [0], "00", "TRAILING_BYTES", 0)


def tags(chapter, date):
    """tags.3 to tags.7"""
    typed = lambda values, *texts: fb.column(values) + fb.strings([text.encode() for text in texts])

    def good(name, title, rules, encoding, data, *texts, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=len(texts), names=list(names), input=[[data.hex(" "), title]], expect={"texts": list(texts)})

    def bad(name, title, rules, encoding, n, data, error, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=n, names=list(names), input=[[data.hex(" "), title]], error=error)

    several = [f"{number}" for number in range(3)]
    listed = lambda d: fb.varint(d) + fb.strings([text.encode() for text in several[:d]])
    good("dictionary-as-many", "three strings for three values", "tags.5 limits.7", 1, listed(3) + fb.column([2, 0, 1]), "2", "0", "1")
    good("dictionary-of-none", "no strings for no values", "tags.5 limits.7", 1, listed(0) + fb.column([]))
    bad("dictionary-string-for-no-value", "a string for no values", "tags.5 limits.7", 1, 0, listed(1) + fb.column([]), L)
    bad("dictionary-of-none-index-0", "a value, and no strings", "tags.5", 1, 1, listed(0) + fb.column([0]), M)
    good("dictionary-unused", "a string of a dictionary that no value is", "tags.5", 1, listed(2) + fb.column([1, 1]), "1", "1")
    bad("names-of-none-index-0", "a value, and no names", "tags.5 tags.8", 2, 1, fb.column([0]), M)
    good("names-unused", "names that no value is", "tags.5 tags.9", 2, fb.column([1]), "b", names=["a", "b", "c"])
    for encoding, name, wrong in [(4, "date", [1 + (10_000 * 13 + 12) * 32 + 31 + 32, 2**32 - 1]), (5, "result", [5, 6, 257, 258, 2**32 - 1]), (6, "eco", [501, 502, 600, 2**16 + 1, 2**32 - 1]),
                                  (7, "final-position", [2, 3, 257, 2**32 - 1])]:
        for number in wrong[encoding in (6,) :]:
            bad(f"{name}-{number}", f"{number} stands for no text", "tags.7", encoding, 1, typed([number]), M)
    good("dates-of-each-end", "the first and the last day, month and year", "tags.6", 4,
         typed([date(0, 0, 0), date(0, 12, 31), date(9999, 0, 0), date(9999, 0, 31), date(999, 1, 1), date(1, 1, 0), date(None, 0, 31), date(None, 1, 1), date(9, 12, 9)]),
         "0000.??.??", "0000.12.31", "9999.??.??", "9999.??.31", "0999.01.01", "0001.01.??", "????.??.31", "????.01.01", "0009.12.09")
    good("dates-not-of-the-calendar", "days that no month has", "tags.6 tags.7", 4, typed([date(2023, 2, 31), date(2023, 11, 31)]), "2023.02.31", "2023.11.31")
    good("numbers-of-32-bits", "numbers around 2^31", "tags.6", 3, typed([2**31 - 1, 2**31, 2**31 + 1]), str(2**31 - 2), str(2**31 - 1), str(2**31))
    good("numbers-as-text", "strings that a number could stand for", "tags.6", 3, typed([0, 8, 0], "7", "0"), "7", "7", "0")
    good("results-as-text", "strings that a number could stand for", "tags.6", 5, typed([0, 0], "1-0", "*"), "1-0", "*")
    good("dates-as-text", "strings that a number could stand for", "tags.6", 4, typed([0], "2026.11.03"), "2026.11.03")
    letters = [f"{letter}{number:02}" for letter in "ABCDE" for number in (0, 9, 99)]
    good("eco-of-each-letter", "the first, the tenth and the last code of each letter", "tags.6", 6, typed([1 + 100 * at + number for at in range(5) for number in (0, 9, 99)]), *letters)
    bad("column-of-no-values-longer", "no values, and a string", "tags.6 wire.7", 3, 0, fb.column([]) + fb.strings([b""]) + b"\0", "TRAILING_BYTES")
    for encoding, name in [(3, "number"), (4, "date"), (5, "result"), (6, "eco"), (7, "final-position")]:
        good(f"{name}-of-none", f"a column of {name.replace('-', ' ')}s without values", "tags.6", encoding, typed([]))
        bad(f"{name}-without-texts", f"a column of {name.replace('-', ' ')}s that ends before its strings", "tags.6 wire.7", encoding, 1, fb.column([1]), T)
    bad("names-encoding-8", "encoding 8, in a column without values", "tags.5", 8, 0, b"", "UNSUPPORTED_ENCODING")

    def layouts(name, title, rules, games, data, error=None, expect=None):
        chapter.add(f"tag-layouts-{name}", title, rules, "tag-shapes", games=games, input=[[data.hex(" "), title]], error=error, expect=None if error else {"shapes": expect})

    layouts("name-of-none", "a tag line, and no names", "tags.3", 1, fb.tag_layouts([], [[0]], [0]), M)
    layouts("unused-name-of-none", "a tag layout that no game has, with a name that is not listed", "tags.3", 2, fb.tag_layouts([b"A"], [[0], [1]], [0, 0]), M)
    layouts("repeat", "the same tag layout twice", "tags.3", 3, fb.tag_layouts([b"A"], [[0], [0]], [0, 1, 0]), expect=[["A"]] * 3)
    layouts("last", "the last of three tag layouts, and the index after it", "tags.3", 3, fb.tag_layouts([b"A", b"B"], [[], [0], [1, 1]], [2, 1, 3]), M)
    layouts("as-many", "as many tag layouts as games, in another order", "tags.3 limits.7", 3, fb.tag_layouts([b"A", b"B"], [[], [0], [1, 1]], [2, 1, 0]), expect=[["B", "B"], ["A"], []])
    layouts("none-of-two-games", "two games, and no tag layout", "tags.3", 2, fb.tag_layouts([], [], [0, 0]), M)
