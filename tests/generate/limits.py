"""Vectors of the limits that follow from the bytes of a block, from both sides of each number.

A block at a limit has another error, which is found later: its first game has a code that is not a move. So both sides
are small refused files: one with the error of that code, the other with the error of the limit.
"""

import file_bytes as fb
from file_bytes import Block, File, Section
from vector_file import Chapter

ABOVE, AT = "LIMIT_EXCEEDED", "MOVE_MALFORMED"
NO_MOVE = fb.moves(b"\x0a", "a code that stands for no move")
STATE = 8  # standard start, no marker


def block(games, sections, plies=None):
    """Games without moves, except one malformed ply in the first game."""
    first = [Section(fb.PLIES, b"\1\1" + bytes(games - 1), "plies: 1, then 0")] if games < 99 else [
        fb.packed(fb.PLIES, "plies: 1, then 0", b"\1\1", (0, games - 1))]
    states = fb.packed(fb.STATES, "states: standard start, no marker", b"\1", (STATE, games))
    return Block(games, 1 if plies is None else plies, [*first, NO_MOVE, states, *sections])


def no_tags(games):
    return fb.packed(fb.TAG_LAYOUTS, "no tag names, one empty tag layout", fb.varint(0) + fb.strings([]) + fb.varint(1) + b"\0", (0, 1)) \
        if games >= 99 else fb.no_tags(games)


BARE = {"tags": [], "start": "standard", "moves": [], "tokens": [], "termination": "", "rest": "", "continued": False}


class Cases:
    def __init__(self, chapter):
        self.chapter = chapter

    def file(self, name, title, rules, made, error):
        self.chapter.add(name, title, rules, "decode-file", input=File(made).input(), error=error,
                         expect=None if error else {"games": [BARE]})

    def both(self, name, what, rules, make):
        """`make` returns a block that exceeds its limit by a number; 0 is at the limit."""
        self.file(f"{name}-at", f"{what}: at the limit, and another error", rules, make(0), AT)
        self.file(f"{name}-above", f"{what}: one above the limit", rules, make(1), ABOVE)


def settled(make, wanted):
    """`make(n)`, where n equals `wanted` of the bytes of the resulting block."""
    n = wanted(0)
    for _ in range(20):
        made = make(n)
        if wanted(made.size()) == n:
            return made
        n = wanted(made.size())
    raise ValueError("does not settle")


def games(above):
    return settled(lambda n: block(n, [no_tags(n)]), lambda size: 2**12 + size + above)


def plies(above):
    """A game whose codes are too short: container.10."""
    made = block(1, [no_tags(1)], plies=2**16 + 16 + above)
    made.section(fb.PLIES).stored = fb.column([made.plies])
    made.section(fb.PLIES).meaning = f"plies: {made.plies}"
    return made


def tag_lines(above):
    """One tag name with only empty values; two tag layouts, of which only the last game has the second."""

    def make(count):
        n = 2**12
        length, rest = divmod(count, n)
        layouts = fb.varint(1) + fb.strings([b"A"]) + fb.varint(2) + fb.varint(length) + bytes(length)
        last = fb.varint(length + rest)
        return block(n,
            [fb.packed(fb.TAG_LAYOUTS, "a tag name, two tag layouts", layouts + last, (0, length + rest), b"\1", (0, n - 1), b"\1"),
            Section(fb.TAG_VALUES, b"\0", f"A: {count} empty texts")])

    return settled(make, lambda size: 2**20 + 16 * size + above)


def many_tag_lines():
    """One more than 2^22, which is less than the bytes of the block allow; with two names, so that each column is below
    its limit."""
    start = fb.varint(2) + fb.strings([b"A", b"B"]) + fb.varint(2)
    parts = [start + fb.varint(2**10), (0, 2**9), (1, 2**9), fb.varint(2**10 + 1), (0, 2**9), (1, 2**9 + 1), b"\1", (0, 2**12 - 1), b"\1"]
    return block(2**12, [
        fb.packed(fb.TAG_LAYOUTS, "two tag names, two tag layouts", *parts), Section(fb.TAG_VALUES, b"\0", f"A: {2**21} empty texts"),
        Section(fb.TAG_VALUES, b"\0", f"B: {2**21 + 1} empty texts"), Section(64, bytes(200_000), "something new"),
    ])


def layouts(above):
    """Two tag layouts that no game has."""

    def make(count):
        half, rest = divmod(count, 2)
        start = fb.varint(1) + fb.strings([b"A"]) + fb.varint(3) + b"\0"
        return block(3, [fb.packed(fb.TAG_LAYOUTS, "a tag name, three tag layouts", start + fb.varint(half), (0, half), fb.varint(half + rest), (0, half + rest), b"\0"),
                         Section(fb.TAG_VALUES, b"\0", "A: no texts")])

    return settled(make, lambda size: 2**20 + 16 * size + above)


def names(above):
    """Names of the block, all empty."""
    make = lambda n: block(1, [no_tags(1), Section(fb.NAMES, fb.varint(n) + b"\0", f"{n} empty names")])
    return settled(make, lambda size: 2**20 + 16 * size + above)


def small_counts(chapter):
    good = [[fb.varint(1) + fb.strings([b"A"]) + fb.varint(2) + b"\0\1\0" + fb.column([0, 1]), "a name, two tag layouts for two games"]]
    chapter.add("tag-layouts-at", "as many tag layouts as games", "limits.7 tags.3", "tag-shapes", games=2,
                input=hexed(good), expect={"shapes": [[], ["A"]]})
    bad = [[fb.varint(1) + fb.strings([b"A"]) + fb.varint(2) + b"\0\1\0" + fb.column([0]), "a name, two tag layouts for one game"]]
    chapter.add("tag-layouts-above", "more tag layouts than games", "limits.7 tags.3", "tag-shapes", games=1, input=hexed(bad), error=ABOVE, at=4)
    one = lambda d: fb.varint(d) + fb.strings([b"a", b"b"][:d]) + fb.column([0])
    chapter.add("dictionary-at", "as many strings as values", "limits.7 tags.5", "tag-column", encoding=1, n=1, names=[],
                input=hexed([[one(1), "one string, one value"]]), expect={"texts": ["a"]})
    chapter.add("dictionary-above", "more strings than values", "limits.7 tags.5", "tag-column", encoding=1, n=1, names=[],
                input=hexed([[one(2), "two strings, one value"]]), error=ABOVE, at=0)


def hexed(parts):
    return [[data.hex(" "), meaning] for data, meaning in parts]


def sections(count, of_block):
    """Optional sections of an unknown kind, which are not read; the sum of their raw lengths is the result of
    `of_block`."""

    def make(raw):
        one = bare_block()
        each, rest = divmod(raw - sum(len(s.stored) for s in one.sections), count)
        lengths = [each] * (count - 1) + [each + rest]
        one.sections += [Section(64, bytes(9), "something new", compression=1, raw_len=length) for length in lengths]
        return one

    return settled(make, of_block)


def bare_block():
    return Block(1, 0, [
        Section(fb.PLIES, b"\0", "plies of the game"), fb.moves(b"", "moves"), Section(fb.STATES, b"\1\10", "state"), fb.no_tags(),
    ])


def raw_lengths(cases):
    limit = lambda size: 2**26 + 64 * size
    cases.file("raw-sum-at", "the raw lengths of all sections together: at the limit", "limits.2", sections(70, limit), None)
    cases.file("raw-sum-above", "the raw lengths of all sections together: one above", "limits.2", sections(70, lambda s: limit(s) + 1), ABOVE)
    for name, above, error in [("at", 0, None), ("above", 1, ABOVE)]:
        cases.file(f"ratio-{name}", f"the raw length of a section: {name} the limit of its stored length", "limits.2",
            fb.with_more(bare_block(), Section(64, bytes(9), "something new", compression=1, raw_len=2**20 + 256 * 9 + above)), error)


STRING = 2**19


def expanding(above, own=0, extra=(), names=(), columns=()):
    """The second game has as many tags A of one long string as fit, and one tag with the rest; then the tags `names`
    with their columns. Their values and all text in `extra` count as `own` bytes."""

    def make(total):
        fill = total - own - sum(map(len, names))
        count, rest = divmod(fill, STRING + 1)
        rest -= 1  # the name of its tag
        layout = [0] * (count + 1) + [*range(1, len(names) + 1)]
        dictionary = [fb.varint(2), b"\3", bytes([STRING & 255, rest & 255]), bytes([STRING >> 8 & 255, rest >> 8 & 255]),
                      bytes([STRING >> 16, rest >> 16])]
        dictionary = b"".join(dictionary)
        column = fb.column([0] * count + [1])
        return block(2, [
            fb.layouts([b"A", *names], [[], layout], [0, 1], "tag names, two tag layouts"),
            fb.packed(fb.TAG_VALUES, f"A: {count} times a string of {STRING} bytes, then one of {rest}", dictionary, (97, STRING + rest), column, param=1),
            *columns, *extra,
        ])

    return settled(make, lambda size: 2**26 + 64 * size + above)


def text_limits(cases):
    """Each kind of text that counts; without it the block would be below the limit."""
    add = lambda name, what, rules="", **fields: cases.both(f"text-{name}", what, f"limits.8 {rules}".strip(), lambda above: expanding(above, **fields))
    values = lambda meaning, data, param: [Section(fb.TAG_VALUES, data, meaning, param=param)]
    add("dictionary", "one long string of a dictionary, in many tags", "tags.5")
    add("tag-name", "the name of a tag", names=[b"LongName"], columns=values("LongName: an empty text", fb.strings([b""]), 0))
    add("value", "a text", own=5, names=[b"B"], columns=values("B: a text", fb.strings([b"hello"]), 0))
    add("raw-line", "a raw line", own=4, names=[b""], columns=values("raw lines: a comment", fb.strings([b"; hm"]), 0))
    add("number", "a number, by its digits", "tags.6", own=4, names=[b"B"], columns=values("B: 1000", fb.column([1001]) + fb.strings([]), 3))
    add("number-zero", "the number 0 has one digit", "tags.6", own=1, names=[b"B"], columns=values("B: 0", fb.column([1]) + fb.strings([]), 3))
    add("date", "a date has ten bytes", "tags.6", own=10, names=[b"B"], columns=values("B: ????.??.??", fb.column([1]) + fb.strings([]), 4))
    add("result", "a result, by its text", "tags.6", own=7, names=[b"B"], columns=values("B: 1/2-1/2", fb.column([4]) + fb.strings([]), 5))
    add("eco", "an eco has three bytes", "tags.6", own=3, names=[b"B"], columns=values("B: A00", fb.column([1]) + fb.strings([]), 6))
    add("typed-text", "a string of a typed column", "tags.6", own=2, names=[b"B"], columns=values("B: a text", fb.column([0]) + fb.strings([b"hm"]), 3))
    add("final-position", "a final position counts 81 bytes, whatever it is", "tags.10", own=81, names=[b"B"],
        columns=values("B: the final position", fb.column([1]) + fb.strings([]), 7))
    add("comment", "the text of a comment", "annotations.4", own=2, extra=[
        Section(fb.ANNOTATIONS, fb.column([0, 1]) + b"\x22", "annotations: a comment of 2 bytes", param=3),
        Section(fb.COMMENT_TEXT, fb.column([0, 2]) + b"hm", "comment text: hm")])
    add("unparsed", "unparsed text", "container.8", own=3, extra=[fb.unparsed([b"", b"Nf9"], "unparsed text")])
    template = b"[%emt \1]"
    timed = fb.varint(1) + fb.strings([template]) + fb.varint(1) + fb.varints(10, 0, 0) \
        + fb.column([0, 0]) + fb.column([0, 2]) + fb.column([0, 0]) + fb.column([1])
    add("template", "a time counts 11 bytes and those of the longest template", "values.5", own=11 + len(template), extra=[
        Section(fb.VALUES, timed, "values: a template, a profile, one time in the second game"),
        Section(fb.VALUE_CODES, b"\0", "value codes: one byte"),
        Section(fb.ANNOTATIONS, fb.column([0, 1]) + b"\x08", "annotations: the comment of the template", param=3)])
    evaluated = fb.varint(2) + fb.strings([b"\2", b"[%eval \2]"]) + fb.varint(0) + fb.column([0, 0]) + fb.column([0, 0]) + fb.column([0, 2]) + fb.column([1])
    add("template-of-evaluation", "an evaluation counts 11 bytes and those of the longest template, which is not its own", "values.5", own=11 + len(b"[%eval \2]"), extra=[
        Section(fb.VALUES, evaluated, "values: two templates, one evaluation in the second game"),
        Section(fb.VALUE_CODES, b"\0", "value codes: one byte"),
        Section(fb.ANNOTATIONS, fb.column([0, 1]) + b"\x08", "annotations: the comment of the first template", param=3)])


def text_that_is_left(cases):
    """limits.11: a column of tags that is above the limit alone costs its values; all text together costs the games of the block."""
    for name, title, left, fields in [
        ("column", "a column of tags is above the limit alone: the game without tags is left", [BARE | {"moves": ["e2e4"]}], {}),
        ("columns", "two columns of tags are above the limit together: no game is left", [], {"own": 1, "names": [b""], "columns": [fb.texts([b";"], "raw lines: one")]}),
    ]:
        made = fb.with_content(expanding(1, **fields), fb.MOVES, b"\xc0", meaning="e4")
        cases.chapter.add(f"recover-text-{name}-above", title, "limits.8 limits.11", "recover-file", **{"from": "container/every-section"},
            input=File(made).input(), expect={"games": left})


def make():
    chapter = Chapter("limits")
    cases = Cases(chapter)
    cases.both("games", "games for the bytes of a block", "limits.7 limits.10", games)
    cases.file("plies-at", "plies for the bytes of moves: at the limit, and too short", "limits.5", plies(0), "TRUNCATED")
    cases.file("plies-above", "plies for the bytes of moves: one above the limit", "limits.5 limits.10", plies(1), ABOVE)
    cases.both("tag-lines", "tag lines for the bytes of a block", "limits.7", tag_lines)
    cases.file("tag-lines-of-large-block-above", "2^22 + 1 tag lines, in a block whose bytes allow more", "limits.7", many_tag_lines(), ABOVE)
    cases.both("layouts", "lengths of the listed tag layouts together", "limits.7 tags.3", layouts)
    cases.both("names", "names for the bytes of a block", "limits.7 tags.8", names)
    small_counts(chapter)
    raw_lengths(cases)
    text_limits(cases)
    text_that_is_left(cases)
    listed(cases)
    wide_sums(cases)
    much_work(cases)
    chapter.save()


def listing(data, games, plies, meaning):
    """A file of some bytes, and a footer that lists them as a block."""
    file = File(data)
    entries = [(fb.varints(0, len(data), games, plies, 0), meaning), (fb.u32(0), "its checksum")]
    return fb.with_fields(file, footer=fb.Footer([]), footer__count=1, footer__entries=entries)


def listed(cases):
    """limits.7: the lists of a footer."""
    for name, games, plies, error in [("games-at", 2**12 + 1, 0, "TRUNCATED"), ("games-above", 2**12 + 2, 0, ABOVE),
                                      ("plies-at", 1, 2**16 + 16, "TRUNCATED"), ("plies-above", 1, 2**16 + 17, ABOVE)]:
        cases.chapter.add(f"listed-{name}", f"{games} games and {plies} plies in 1 byte", "limits.7 container.13", "decode-file",
            input=listing(b"P", games, plies, "a block of 1 byte").input(), error=error)
    for name, games, error in [("at", 2**16, "BLOCK_MALFORMED"), ("above", 2**16 + 1, ABOVE)]:
        cases.chapter.add(f"listed-games-of-large-block-{name}", f"{games} games in {2**16 - 4095} bytes", "limits.1 limits.7 container.13",
            "decode-file", input=listing(bytes(2**16 - 4095), games, 0, "a block, of which there are zeros").input(), error=error)


def wide_sums(cases):
    """limits.7, limits.8: tag lines and bytes of text, counted over all games, that are 0 in 32 bits."""

    start = fb.varint(1) + fb.strings([b"A"]) + fb.varint(1) + fb.varint(2**20)
    lines = block(2**12, [fb.packed(fb.TAG_LAYOUTS, "a tag name, one tag layout", start, (0, 2**20), b"\0"),
        Section(fb.TAG_VALUES, b"\0", "A: 2^32 empty texts")])
    cases.file("tag-lines-32-bits", "2^32 tag lines, counted over all games", "limits.7 limits.10", lines, ABOVE)
    count = 2**32 // STRING
    text = fb.varint(1) + fb.column([STRING])
    text = block(2, [
        fb.layouts([b"A"], [[], [0] * count], [0, 1], "a tag name, two tag layouts"),
        fb.packed(fb.TAG_VALUES, f"A: {count} times a string of {STRING} bytes", text, (97, STRING), fb.column([0] * count), param=1),
    ])
    cases.file("text-32-bits", "2^32 bytes of text, and 8192 of names", "limits.8 limits.10", text, ABOVE)


NULL_MOVE = 0x0F


def final_positions(lines, plies):
    """A game of null moves with its final position in many tags; and a block of a game whose code is not a move, which
    is read after it."""
    layouts = fb.varint(1) + fb.strings([b"F"]) + fb.varint(1) + fb.varint(lines)
    first = Block(1, plies, [
        fb.plies([plies], f"{plies} plies"), fb.packed(fb.MOVES, "null moves", (NULL_MOVE, plies), param=3),
        fb.states([8], "state: standard start, no marker"),
        fb.packed(fb.TAG_LAYOUTS, f"one tag name, a tag layout of {lines} lines", layouts, (0, lines), fb.column([0])),
        fb.packed(fb.TAG_VALUES, "the final position, in each tag line", b"\1", (1, lines), fb.strings([]), param=7),
    ])
    second = Block(1, 1, [
        fb.plies([1], "one ply"), fb.moves(b"\x0a", "a code that stands for no move"), fb.states([8], "state"), fb.no_tags(),
    ])
    return File(first, second)


def growing(blocks):
    """A zstd frame without the size of its content, with many blocks of 128 KiB; the section claims 100 bytes."""
    block = (1 << 1 | 2**17 << 3).to_bytes(3, "little") + b"\0"
    frame = bytes.fromhex("28b52ffd 00 38") + block * (blocks - 1) + (1 | 1 << 1 | 2**17 << 3).to_bytes(3, "little") + b"\0"
    return frame


def much_work(cases):
    cases.chapter.add("final-positions-once", "the final position of a game of 40,000 plies in 20,000 tags: it is computed once; then a game that is malformed", "limits.8 tags.10",
                      "decode-file", input=final_positions(20_000, 40_000).input(), error="MOVE_MALFORMED")
    frame = growing(2**13)
    made = Block(1, 0, [
        fb.plies([0], "plies"), fb.moves(b"", "moves"), fb.states([8], "state: standard start, no marker"), fb.no_tags(),
        Section(fb.UNPARSED_TEXT, frame, "a zstd frame without the size of its content, which has 2^30 bytes", compression=1, raw_len=100),
    ])
    cases.file("zstd-grows", "a zstd frame of 32 KiB that does not tell its size grows to 2^30 bytes; it is said to have 100", "limits.10 container.9", made, "SECTION_MALFORMED")
