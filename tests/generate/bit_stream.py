"""Vectors of bits, padding and escape codes (bit-stream.1 to bit-stream.4)."""

from bit_strings import extended, fixed, packed
from vector_file import Chapter, pieces

L, M, T = "TRAILING_BYTES", "MOVE_MALFORMED", "TRUNCATED"


def make():
    chapter = Chapter("bit-stream")

    def good(name, title, rules, numbers, fill="0"):
        """`numbers` are pairs of width and value; a negative width means escape code with this number of bits."""
        bits = "".join(fixed(v, w) if w >= 0 else extended(v, -w) for w, v in numbers)
        chapter.add(name, title, rules, "bits", widths=[w for w, _ in numbers], fill=int(fill),
                    input=pieces((packed(bits, fill), bits)), expect={"values": [v for _, v in numbers]})

    good("worked-example", "two numbers in one byte", "bit-stream.1 bit-stream.3", [(3, 5), (4, 6), (1, 1)])
    good("nothing", "no number", "bit-stream.1", [])
    good("width-0", "numbers that take no bits", "bit-stream.1 bit-stream.2", [(0, 0), (0, 0)])
    good("across-bytes", "numbers across two and three bytes", "bit-stream.1", [(5, 9), (5, 10), (11, 1026), (1, 1)])
    good("filled-with-zeros", "the last byte is padded", "bit-stream.3", [(9, 511)])
    good("filled-with-ones", "the last byte is padded with ones", "bit-stream.3", [(9, 0)], "1")
    for value in [0, 14, 15, 16, 29, 30, 31, 45]:
        good(f"units-{value}", f"{value} in escape code of four bits", "bit-stream.4", [(-4, value)])
    good("units-of-8", "254, 255 and 510 in escape code of eight bits", "bit-stream.4", [(-8, 254), (-8, 255), (-8, 510)])
    good("units-of-8-large", "5000 and 65,535 in escape code of eight bits: only larger numbers than 2^16 may be rejected before their end", "bit-stream.4", [(-8, 5000), (-8, 65535)])
    good("units-across-bytes", "escapes that are not at the beginning of a byte", "bit-stream.1 bit-stream.4", [(3, 5), (-8, 255), (1, 1), (-4, 45), (-8, 600)])

    def bad(name, title, rules, widths, code, error, at, fill=0):
        chapter.add(name, title, rules, "bits", widths=widths, fill=fill, input=pieces((code, title)), error=error, at=at)

    bad("bad-fill", "a padding bit is one", "bit-stream.3", [3], "a1", M, 0)
    bad("bad-fill-of-ones", "a padding bit is zero", "bit-stream.3", [9], "00 7e", M, 1, 1)
    bad("bad-fill-before-trailing", "a padding bit is one, and a byte is left over", "bit-stream.3", [3], "a1 00", M, 0)
    bad("truncated", "ten bits, truncated after eight", "codecs.2", [5, 5], "ff", T, 1)
    bad("truncated-units", "an escape at the end of the code", "bit-stream.4 codecs.2", [-4, -4], "1f", T, 1)
    bad("trailing", "a byte is left over", "codecs.2", [8], "00 00", L, 1)
    bits_at_their_ends(good, bad)
    chapter.save()


def bits_at_their_ends(good, bad):
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
