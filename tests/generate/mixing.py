"""Vectors of mixing: times that are chosen so that arbitrary numbers are coded."""

from plypack.values import GameValues

from values import Sections, add_good, refusal
from vector_file import Chapter

CODER = "values.6 mixing.1 mixing.2 mixing.3 mixing.4 mixing.5"


def numbers(*spent):
    """Each number is the time that a player spent; the times before are always 2^26."""
    base = 2**26
    return Sections([GameValues([base - number]) for number in spent], [1] * len(spent), profiles=[(1, base, 0)])


def make():
    chapter = Chapter("mixing")
    for name, title, rules, sections in [
        ("first-decisions", "the first decisions of all, and of one number", "mixing.1 mixing.4", numbers(0)),
        ("learning", "the same number again and again: counters and weights reach their limits", CODER, numbers(*[5] * 600)),
        ("surprise", "after many zeros, another number: the lowest probability", "mixing.3 mixing.4 mixing.5", numbers(*[0] * 400, 1000, *[0] * 20)),
        ("buckets-below-8", "numbers without remainder", "mixing.6 mixing.7", numbers(*range(8))),
        ("buckets", "the first and the last number of every bucket", "mixing.6 mixing.7",
         numbers(*(n for e in range(3, 17) for m in range(4, 8) for n in (m << (e - 2), (m + 1 << (e - 2)) - 1)))),
        ("rest-one-bit", "remainders of one bit, which is no raw bit", "mixing.6", numbers(8, 9, 10, 11, 14, 15)),
        ("last-bucket", "numbers from 114688 on have 28 raw bits", "mixing.6", numbers(114687, 114688, 114689, 2**20, 2**26)),
        ("below-0", "negative numbers share the nodes of positive ones", "mixing.7", numbers(3, -3, 500, -500, -(2**26) + 1)),
        ("mixed", "numbers without order", CODER, mixed()),
        ("counts", "1200 numbers, 0 or 1: counters have more than 255 bits, and both kinds of them", "mixing.5", numbers(*(i * i % 7 // 4 ^ i % 3 // 2 for i in range(1200)))),
    ]:
        add_good(chapter, name, title, rules, sections)
    code = mixed().run_codes()[0]
    for name, title, changed in [("cut", "truncated code of many numbers", cut(code)), ("bit-flipped", "a bit of it is flipped", flipped(code))]:
        sections = mixed()
        sections.codes = [changed]
        chapter.add(name, title, "mixing.4 values.6", "values", **sections.fields(), error=refusal(sections))
    chapter.save()


def mixed():
    return numbers(*(i * i * 7919 % (1 << i % 18) for i in range(200)))


def refused(codes):
    """The first of these codes that is rejected."""
    sections = mixed()
    for code in codes:
        sections.codes = [code]
        if refusal(sections):
            return code
    raise AssertionError("every code is good")


def cut(code):
    return refused(code[:end] for end in reversed(range(len(code))))


def flipped(code):
    number, bits = int.from_bytes(code, "big"), 8 * len(code)
    return refused((number ^ 1 << bit).to_bytes(len(code), "big") for bit in reversed(range(bits)))
