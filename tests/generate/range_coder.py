"""Vectors of the range coder (range-coder.1 to range-coder.7). Its codes come from conformance/python."""

from plypack import range_coder

from vector_file import Chapter, pieces

L, M = "TRAILING_BYTES", "MOVE_MALFORMED"


def coded(numbers):
    coder = range_coder.Encoder()
    for number in numbers:
        coder.write(*number)
    return coder.finish()


def make():
    chapter = Chapter("range-coder")

    def good(name, title, rules, numbers):
        chapter.add(name, title, rules, "range-code", shares=[list(n) for n in numbers],
            input=pieces((coded(numbers), "all numbers")) if numbers else [], expect={"values": [start for start, _, _ in numbers]})

    good("nothing", "no number", "range-coder.5", [])
    good("first-half", "a symbol with cumulative frequency 0 needs no byte", "range-coder.5", [(0, 1, 2)])
    good("second-half", "one bit", "range-coder.3 range-coder.5", [(1, 1, 2)])
    good("thirds-and-fifths", "totals that do not divide the range", "range-coder.3", [(1, 1, 3), (2, 2, 5)])
    good("bytes", "bytes as they are", "range-coder.4", [(255, 1, 256), (255, 1, 256), (1, 2, 3)])
    good("smallest-range", "the range becomes 2^32, which needs no byte, and less", "range-coder.4", [(1, 1, 256), (0, 255, 256), (7, 1, 2**16), (3, 2, 256)])
    good("exactly-2-32", "the range is 2^32, which is not widened, and is divided by 3 from there on", "range-coder.4", [(1, 1, 256)] + [(1, 1, 3)] * 24)
    good("certain", "symbols whose frequency is the total", "range-coder.3", [(0, 7, 7)] * 3)
    good("largest-total", "the largest total", "range-coder.1", [(2**24 - 1, 1, 2**24), (0, 1, 2**24), (2**23, 5, 2**24)])
    carry = [(2, 1, 3)] * 60 + [(1, 1, 2)]
    good("long", "the last third, again and again", "range-coder.3 range-coder.4", carry)
    good("carry-at-the-end", "the end propagates a carry", "range-coder.5", [(255, 1, 256)] * 6 + [(254, 2, 256)] + [(255, 1, 257)] * 3)
    good("zeros-at-the-end", "bytes 00 at the end are left out", "range-coder.5", [(3, 1, 256)] + [(0, 1, 256)] * 6)
    state = 1
    mixed = []
    for _ in range(200):
        state = (state * 1103515245 + 12345) % 2**31
        total = 2 + state % 5000
        start = (state >> 8) % total
        mixed.append((start, 1 + (state >> 4) % (total - start), total))
    good("mixed", "two hundred numbers of all kinds", "range-coder.3 range-coder.4", mixed)

    def bad(name, title, rules, numbers, code, error, at):
        chapter.add(name, title, rules, "range-code", shares=[list(n) for n in numbers], input=pieces((code, title)), error=error, at=at)

    bad("trailing", "a byte that changes nothing", "range-coder.7", [(1, 1, 2)], "80 00", L, 1)
    bad("trailing-two", "two bytes too many", "range-coder.7", [(1, 1, 2)], "80 00 00", L, 1)
    bad("not-the-shortest", "another byte of the same interval", "range-coder.7", [(1, 1, 2)], "81", M, 1)
    bad("zero-byte", "a byte 00 where none is needed", "range-coder.7", [(0, 1, 2)], "00", M, 1)
    certain = [(0, 1, 256)] * 3
    good("three-bytes-of-zeros", "numbers whose bytes are all 00", "range-coder.5", certain)
    for code in ("00", "00 00", "00 00 00"):
        bad(f"{code.count('00')}-zero-bytes-of-3", f"{code.count('00')} of three bytes 00, which are left out", "range-coder.5 range-coder.7", certain, code, M, code.count("00"))
    bad("zero-byte-at-the-end", "a byte 00 at the end, which is left out", "range-coder.5 range-coder.7", [(3, 1, 256), (0, 1, 256), (0, 1, 256)], "03 00", M, 2)
    bad("no-number", "the target is in the interval of no symbol", "range-coder.6", [(0, 1, 2)], "80", M, 1)
    # An interval around 1/2, for which the bytes 7F FF FF FF are written: the next symbol decides if there is a carry.
    around = [(2**19 - 1, 2, 2**20), (1, 2, 4), (2**19 - 1, 2, 2**20)]
    good("carry-through-ones-at-the-end", "the end propagates a carry through three bytes FF", "range-coder.5", around)
    good("carry-through-ones", "`low` becomes 2^40: a carry through three bytes FF, of which nothing is left", "range-coder.3 range-coder.5", [*around, (1, 1, 2)])
    good("carry-through-ones-and-on", "a carry through three bytes FF, and symbols after it", "range-coder.3 range-coder.4", [*around, (1, 1, 2), (1, 2, 3)])
    good("no-carry-after-ones", "the part of the interval that has no carry", "range-coder.3 range-coder.5", [*around, (0, 1, 2)])
    good("carry-above-ones", "a symbol whose part begins above 1/2", "range-coder.3 range-coder.4", [*around, (3, 1, 5), (6, 1, 7)])
    bad("end-without-carry", "a byte more, where the end propagates a carry", "range-coder.5 range-coder.7", around, "7f ff ff ff ff", M, 5)
    bad("end-of-a-byte-more", "the code with the carry, and a byte more", "range-coder.5 range-coder.7", around, "80 00 00 00 01", M, 5)
    bad("above-all-symbols", "the target is above the cumulative frequencies of all symbols", "range-coder.6", [(2**24 - 2, 1, 2**24 - 1)], "ff ff ff", M, 3)
    chapter.save()
