"""Vectors of single columns of tags and of tag layouts (tags.2 to tags.8)."""

import file_bytes as fb
from pgn_characters import BYTES, shown_bytes
from vector_file import Chapter
from wire import LONE

L, M, T = "LIMIT_EXCEEDED", "TAGS_MALFORMED", "TRUNCATED"


def date(year, month, day):
    return 1 + ((0 if year is None else year + 1) * 13 + month) * 32 + day


def make():
    chapter = Chapter("tags")
    numbers = lambda values, others=(): fb.column(values) + fb.strings([o.encode() for o in others])

    def good(name, title, rules, encoding, n, data, values, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=n, names=list(names),
                    input=[[data.hex(" "), title]], expect={"texts": values})

    def bad(name, title, rules, encoding, n, data, error, at, names=()):
        chapter.add(name, title, rules, "tag-column", encoding=encoding, n=n, names=list(names),
                    input=[[data.hex(" "), title]], error=error, at=at)

    good("text", "text: values stored unchanged", "tags.5", 0, 2, fb.strings([b"a", b"b"]), ["a", "b"])
    good("dictionary", "dictionary: two values, three rows", "tags.5", 1, 3,
         fb.varint(2) + fb.strings([b"x", b"yz"]) + fb.column([1, 0, 1]), ["yz", "x", "yz"])
    good("names", "names: numbers of the block's names", "tags.5 tags.8", 2, 2, fb.column([1, 0]), ["Bob", "Ann"], ["Ann", "Bob"])
    good("numbers", "numbers and exceptions", "tags.6", 3, 5, numbers([1, 0, 2401, 0, 0xFFFFFFFF], ["007", ""]),
         ["0", "007", "2400", "", "4294967294"])
    good("dates", "dates with question marks", "tags.6", 4, 5, numbers([1, date(2026, 1, 31), date(None, 12, 0), date(0, 0, 1), 0],
        ["2026.13.01"]), ["????.??.??", "2026.01.31", "????.12.??", "0000.??.01", "2026.13.01"])
    good("dates-last", "the last date", "tags.6", 4, 1, numbers([date(9999, 12, 31)]), ["9999.12.31"])
    good("results", "the four results and an exception", "tags.6", 5, 5, numbers([1, 2, 3, 4, 0], ["?"]),
         ["*", "1-0", "0-1", "1/2-1/2", "?"])
    good("eco", "ECO codes and an exception", "tags.6", 6, 4, numbers([1, 100, 500, 0], ["B90a"]), ["A00", "A99", "E99", "B90a"])
    good("final-positions", "values that are no final positions", "tags.6", 7, 2, numbers([0, 0], ["8/8 w", ""]), ["8/8 w", ""])
    good("no-values", "a column without values", "tags.5", 0, 0, fb.strings([]), [])
    M = "TAGS_MALFORMED"
    bad("dictionary-number", "a number that the dictionary does not have", "tags.5", 1, 1,
        fb.varint(1) + fb.strings([b"x"]) + fb.column([1]), M, 4)
    bad("dictionary-count", "a huge dictionary", "limits.2", 1, 1, fb.varint(1 << 50), L, 0)
    bad("names-number", "a name that the block does not use", "tags.5", 2, 1, fb.column([1]), M, 0, ["Ann"])
    bad("date-number", "a year above 9999", "tags.7", 4, 1, numbers([1 + 10001 * 13 * 32]), M, 0)
    bad("result-number", "a result that does not exist", "tags.7", 5, 1, numbers([5]), M, 0)
    bad("eco-number", "an ECO code after E99", "tags.7", 6, 1, numbers([501]), M, 0)
    bad("final-position-number", "number 2 of a final position", "tags.7", 7, 1, numbers([2]), M, 0)
    bad("column-trailing", "a byte left over", "tags.5", 0, 1, fb.strings([b"a"]) + b"\0", "TRAILING_BYTES", 3)
    bad("column-result-trailing", "a result, no texts, and a byte left over", "tags.6 wire.7", 5, 1, b"\1\2\0\0", "TRAILING_BYTES", 3)
    bad("exceptions-missing", "an exception without text", "tags.6", 3, 1, fb.column([0]), T, 1)
    for name, title, rules, games, data, expect, error, at in [
        ("shapes-none", "no tags", "tags.2", 2, fb.tag_layouts([], [[]], [0, 0]), [[], []], None, None),
        ("shapes-two", "two tag layouts, a name twice in one", "tags.2 tags.3 tags.4", 2,
         fb.tag_layouts([b"White", b"Black"], [[0, 1, 0], []], [1, 0]), [[], ["White", "Black", "White"]], None, None),
        ("shapes-raw", "the empty name stands for a raw line", "tags.1 tags.3", 1, fb.tag_layouts([b"", b"Event"], [[1, 0]], [0]),
         [["Event", ""]], None, None),
        ("shapes-no-shape", "a game without a tag layout", "tags.3", 1, fb.tag_layouts([], [], [0]), None, M, 3),
        ("shapes-name-number", "a name that is not listed", "tags.3", 1, fb.tag_layouts([b"A"], [[1]], [0]), None, M, 6),
        ("shapes-huge-names", "a huge number of names", "limits.2", 1, fb.varint(1 << 40), None, L, 0),
        ("shapes-huge-shapes", "a huge number of tag layouts", "limits.7", 1, b"\0\0" + fb.varint(1 << 40), None, L, 2),
        ("shapes-huge-shape", "a huge tag layout", "limits.7", 1, b"\0\0\1" + fb.varint(1 << 40), None, L, 3),
        ("shapes-trailing", "a byte left over", "tags.2", 1, fb.tag_layouts([], [[]], [0]) + b"\0", None, "TRAILING_BYTES", 5),
    ]:
        chapter.add(name, title, rules, "tag-shapes", games=games, input=[[data.hex(" "), title]],
                    expect=None if expect is None else {"shapes": expect}, error=error, at=at)
    columns_of_bytes(chapter)
    strings_for_numbers(chapter, date)
    columns_at_their_ends(chapter, date)
    chapter.save()


def columns_of_bytes(chapter):
    """A column of each encoding, and names of tags."""
    texts = [*LONE, BYTES]
    typed = fb.column([0] * len(texts)) + fb.strings(texts)
    for encoding, title, data in [
        (0, "text", fb.strings(texts)), (1, "a dictionary", fb.varint(len(texts)) + fb.strings(texts) + fb.column([*range(len(texts))])), (3, "numbers", typed), (4, "dates", typed),
        (5, "results", typed), (6, "ECO codes", typed), (7, "final positions", typed),
    ]:
        chapter.add(f"bytes-{encoding}", f"values that are not UTF-8 in a column of {title}", "tags.1 tags.5", "tag-column", encoding=encoding, n=len(texts), names=[],
                    input=[[data.hex(" "), title]], expect={"texts": [*map(shown_bytes, texts)]})
    names = [b"\xe4", b"\xf6", "ä".encode()]
    chapter.add("shapes-bytes", "names of tags that are not UTF-8", "tags.1 tags.3", "tag-shapes", games=2, input=[[fb.tag_layouts(names, [[0, 1], [2, 0]], [1, 0]).hex(" "), "tag layouts"]],
                expect={"shapes": [[shown_bytes(names[2]), shown_bytes(names[0])], [shown_bytes(names[0]), shown_bytes(names[1])]]})


def columns_at_their_ends(chapter, date):
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


def strings_for_numbers(chapter, date):
    """tags.6: strings that a number could stand for; tags.7: days are not checked against the calendar."""
    def column(name, title, encoding, numbers, texts, wanted):
        data = fb.column(numbers) + fb.strings([text.encode() for text in texts])
        chapter.add(name, title, "tags.6 tags.7", "tag-column", encoding=encoding, n=len(numbers), names=[], input=[[data.hex(" "), title]], expect={"texts": wanted})

    for name, encoding, texts in [("numbers", 3, ["0", "1", "2400", "4294967294", "4294967295"]), ("dates", 4, ["2021.01.02", "????.??.??", "2021.??.??", "9999.12.31", "10000.01.01"]),
                                  ("results", 5, ["*", "1-0", "0-1", "1/2-1/2"]), ("eco", 6, ["A00", "E99", "C50"])]:
        column(f"texts-that-are-{name}", f"{name} as strings, beside a number", encoding, [0] * len(texts) + [1], texts, texts + [{3: "0", 4: "????.??.??", 5: "*", 6: "A00"}[encoding]])
    days = [(2021, 2, 30), (2021, 2, 31), (2021, 4, 31), (1900, 2, 29), (2021, 0, 5), (None, 0, 7), (None, 3, 31), (9999, 0, 0), (0, 0, 0), (1, 12, 31)]
    shown = [f"{'????' if year is None else f'{year:04}'}.{month or 0:02}.{day or 0:02}".replace(".00", ".??") for year, month, day in days]
    column("dates-off-the-calendar", "days that no month has, and days without month or year", 4, [date(*day) for day in days], [], shown)
    column("dates-around-the-largest", "the last days of the largest year", 4, [date(9999, 12, day) for day in (0, 1, 30, 31)], [], [f"9999.12.{day}" for day in ("??", "01", "30", "31")])
    column("eco-at-each-letter", "the first and the last code of each letter", 6, [1 + 100 * letter + number for letter in range(5) for number in (0, 1, 9, 10, 99)], [],
           [f"{letter}{number:02}" for letter in "ABCDE" for number in (0, 1, 9, 10, 99)])
