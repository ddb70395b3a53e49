"""Vectors of integers, columns, strings and checksums (wire.2 to wire.7)."""

from pgn_characters import BYTES, shown_bytes
from vector_file import Chapter

L, S, T, V = "LIMIT_EXCEEDED", "SECTION_MALFORMED", "TRUNCATED", "VARINT_MALFORMED"


def varint(number):
    """wire.2: groups of seven bits, the lowest first. This and the next three share no code with file_bytes, whose functions the vectors check."""
    groups = [number >> at & 127 for at in range(0, max(1, number.bit_length()), 7)]
    return bytes([*(group | 128 for group in groups[:-1]), groups[-1]])


def column(values):
    """wire.4"""
    width = next(width for width in range(5) if all(value < 256**width for value in values))
    rows = [value.to_bytes(width, "little") for value in values]
    return bytes([width, *(row[plane] for plane in range(width) for row in rows)])


def strings(values):
    """wire.5"""
    return column([*map(len, values)]) + b"".join(values)


def crc32c(data):
    """wire.6, bit by bit"""
    crc = 2**32 - 1
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x82F63B78 * (crc & 1)
    return crc ^ 2**32 - 1


def make():
    chapter = Chapter("wire")
    for number in [0, 1, 127, 128, 129, 16383, 16384, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]:
        chapter.add(f"varint-{number}", f"{number}", "wire.2", "varint", input=[[varint(number).hex(" "), str(number)]],
                    expect={"value": str(number)})
    for name, title, data, error, at in [
        ("empty", "no byte", "", T, 0),
        ("trailing", "a byte left over", "00 00", "TRAILING_BYTES", 1),
        ("unfinished", "bit 7 of the last byte is set", "80", T, 1),
        ("overlong-0", "0 in two bytes", "80 00", V, 0),
        ("overlong-127", "127 in two bytes", "ff 00", V, 0),
        ("overlong-in-ten", "0 in ten bytes", "80 80 80 80 80 80 80 80 80 00", V, 0),
        ("65-bits", "2^64", "80 80 80 80 80 80 80 80 80 02", V, 0),
        ("eleven-bytes", "an eleventh byte", "ff ff ff ff ff ff ff ff ff 81 00", V, 0),
    ]:
        chapter.add(f"varint-{name}", title, "wire.3 wire.7", "varint", input=[[data, title]], error=error, at=at)
    for name, values in [("empty", []), ("zeros", [0, 0, 0]), ("one-byte", [1, 255]), ("two-bytes", [1, 256, 65535]),
                         ("three-bytes", [65536, 0]), ("four-bytes", [0xFFFFFFFF, 0, 1])]:
        chapter.add(f"column-{name}", f"the values {values}", "wire.4", "column", n=len(values),
                    input=[[column(values).hex(" "), "width and planes"]], expect={"values": values})
    for name, title, n, data, error, at in [
        ("no-width", "no byte", 0, "", T, 0), ("width-5", "width 5", 0, "05", S, 0),
        ("width-255", "width 255", 1, "ff 01", S, 0),
        ("cut", "two values of one byte, one byte", 2, "01 07", T, 1),
        ("too-wide", "an upper plane of zeros", 2, "02 07 08 00 00", S, 0),
        ("zeros-of-width-1", "zeros need no plane", 2, "01 00 00", S, 0),
        ("huge", "more values than the limit", (1 << 22) + 1, "00", L, 0),
        ("most", "as many values as the limit, and no byte", 1 << 22, "", T, 0),
    ]:
        chapter.add(f"column-{name}", title, "limits.2" if error == L else "wire.4", "column", n=n, input=[[data, title]],
                    error=error, at=at)
    wide_columns(chapter)
    for name, values in [("none", []), ("empty", ["", ""]), ("several", ["a", "", "longer text"])]:
        chapter.add(f"strings-{name}", f"the strings {values}", "wire.5", "strings", n=len(values),
                    input=[[strings([v.encode() for v in values]).hex(" "), "lengths and bytes"]], expect={"texts": values})
    for name, title, n, data, error, at in [
        ("cut", "fewer bytes than the lengths say", 2, "01 01 02 61", T, 3),
        ("lengths-overflow", "lengths that add up to more than 32 bits", 2, "04 ff ff ff ff ff ff ff ff", T, 9),
    ]:
        chapter.add(f"strings-{name}", title, "wire.5", "strings", n=n, input=[[data, title]], error=error, at=at)
    for name, text in [("empty", b""), ("digits", b"123456789"), ("zeros", bytes(32)), ("ones", b"\xff" * 32)]:
        chapter.add(f"crc32c-{name}", f"checksum: {name}", "wire.6", "crc32c", input=[[text.hex(" "), name]],
                    expect={"value": str(crc32c(text))})
    strings_of_bytes(chapter)
    numbers_at_their_ends(chapter)
    chapter.save()


LONE = [bytes([byte]) for byte in (0x80, 0xBF, 0xC0, 0xE9, 0xF5, 0xFF)]
CUT = [b"\xc3", b"\xe2\x80", b"\xf0\x9f\x98", b"a\xcc"]  # UTF-8 characters without their last byte


def strings_of_bytes(chapter):
    texts = [*LONE, *CUT, BYTES, "é".encode(), b""]
    chapter.add("strings-bytes", "strings that are not UTF-8", "wire.5", "strings", n=len(texts), input=[[strings(texts).hex(" "), "lengths and bytes"]], expect={"texts": [*map(shown_bytes, texts)]})


def wide_columns(chapter):
    for name, title, n, data in [
        ("width-5-full", "width 5, and a value in every byte", 1, "05 01 01 01 01 01"),
        ("wider-than-no-values", "a width without values", 0, "01"),
        ("width-4-zeros-above", "width 4, and upper planes of zeros", 1, "04 01 00 00 00"),
    ]:
        chapter.add(f"column-{name}", title, "wire.4", "column", n=n, input=[[data, title]], error=S)


def numbers_at_their_ends(chapter):
    """wire.2 to wire.4"""
    def bad(name, title, data, error, rules="wire.3"):
        chapter.add(f"varint-{name}", title, rules, "varint", input=[[data, title]], error=error)

    for bytes_of in range(4, 10):
        value = 2 ** (7 * bytes_of - 1)
        chapter.add(f"varint-in-{bytes_of}-bytes", f"2^{7 * bytes_of - 1}, in {bytes_of} bytes", "wire.2", "varint", input=[[varint(value).hex(" "), str(value)]],
            expect={"value": str(value)})
        bad(f"overlong-in-{bytes_of}", f"1 in {bytes_of} bytes", "81 " + "80 " * (bytes_of - 2) + "00", "VARINT_MALFORMED")
    bad("ten-bytes-without-end", "bit 7 of the tenth byte is set, and no byte follows", "80 " * 9 + "80", "VARINT_MALFORMED")
    bad("nine-bytes-without-end", "bit 7 of the ninth byte is set, and no byte follows", "80 " * 8 + "80", T, "wire.3 wire.7")
    for last in ("03", "7f", "10", "41"):
        bad(f"tenth-byte-{last}", f"a tenth byte of {last}", "ff " * 9 + last, "VARINT_MALFORMED")
    for name, values in [("signs", [127, 128, 255, 0]), ("signs-of-two-bytes", [32767, 32768, 65535]), ("signs-of-four-bytes", [2**31 - 1, 2**31, 2**32 - 1]),
                         ("largest-last", [0] * 70 + [256])]:
        chapter.add(f"column-{name}", f"the values {str(values)[:40]}", "wire.4", "column", n=len(values), input=[[column(values).hex(" "), "width and planes"]],
            expect={"values": values})
    chapter.add("strings-cut-in-last", "the last of two strings is cut", "wire.5 wire.7", "strings", n=2, input=[["01 02 02 61 62 63", "ab, and a c"]], error=T)
    chapter.add("strings-of-256-bytes", "a string of 256 bytes, and one of 1", "wire.5", "strings", n=2, input=[[strings([b"x" * 256, b"y"]).hex(" "), "lengths and bytes"]],
        expect={"texts": ["x" * 256, "y"]})
    data = bytes(range(256)) + b"plypack" * 3
    chapter.add("checksum-of-all-bytes", "checksum: each byte once, and 21 more", "wire.6", "crc32c", input=[[data.hex(" "), "277 bytes"]], expect={"value": str(crc32c(data))})
    chapter.add("checksum-of-one-byte", "checksum: the byte FF", "wire.6", "crc32c", input=[["ff", "a byte"]], expect={"value": str(crc32c(b"\xff"))})
