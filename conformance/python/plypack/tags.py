"""tags: tag sections in columns, and names (spec/tags.md).

The tag lines of a game are tuples of bytes: (name, value) for a pair, (line,) for a raw line.
"""

import re

from . import wire
from .limits import PlypackError

TEXT, DICTIONARY, NAMES, NUMBER, DATE, RESULT, ECO, FINAL_POSITION = range(8)  # tags.5
FINAL = object()  # stands for the position at the end of the main line, until the game is read (tags.10)
SELF_CONTAINED = (b"FEN", b"Result", b"Date", b"ECO", b"WhiteElo", b"BlackElo")  # tags.5: neither NAMES nor FINAL_POSITION
RESULTS = (b"*", b"1-0", b"0-1", b"1/2-1/2")


def unescape(value):
    """tags.1: a value, unescaped."""
    return re.sub(rb'\\(["\\])', rb"\1", value)


def first(lines, name):
    """The value of the first pair with this name, or None."""
    return next((line[1] for line in lines if len(line) == 2 and line[0] == name), None)


# Tag layouts


def decode_layouts(cursor, games, max_lines):
    """tags.3: the names, and for every game the indices of the names of its tag lines, at most `max_lines` (limits.7)."""
    names = cursor.strings(cursor.varint(cursor.left()))
    layouts, left = [], max_lines
    for _ in range(cursor.varint(games)):
        layouts.append(_decode_layout(cursor, len(names), left))
        left -= len(layouts[-1])
    position = cursor.position
    numbers = cursor.column(games)
    if any(number >= len(layouts) for number in numbers):
        cursor.fail("TAGS_MALFORMED", "a tag layout that is not listed", position)
    if sum(len(layouts[number]) for number in numbers) > max_lines:
        cursor.fail("LIMIT_EXCEEDED", "too many tags", position)
    cursor.end()
    return names, [layouts[number] for number in numbers]


def _decode_layout(cursor, names, max_lines):
    layout = []
    for _ in range(cursor.varint(min(max_lines, cursor.left()))):
        position = cursor.position
        layout.append(cursor.varint())
        if layout[-1] >= names:
            cursor.fail("TAGS_MALFORMED", "a name that is not listed", position)
    return layout


def encode_layouts(names, layouts):
    """The content of the section. `layouts` has, for every game, the indices of the names of its tag lines."""
    listed = list(dict.fromkeys(map(tuple, layouts)))
    out = wire.varint(len(names)) + wire.strings(names) + wire.varint(len(listed))
    for layout in listed:
        out += wire.varint(len(layout)) + b"".join(map(wire.varint, layout))
    return out + wire.column([listed.index(tuple(layout)) for layout in layouts])


# Columns


def decode_column(encoding, cursor, n, names):
    """tags.5: the values of a column. `names` are the block's."""
    if encoding == TEXT:
        values = cursor.strings(n)
    elif encoding == DICTIONARY:
        values = _pick(cursor, n, cursor.strings(cursor.varint(n)))  # limits.7
    elif encoding == NAMES:
        values = _pick(cursor, n, names)
    elif encoding in TYPES:
        values = _decode_typed(cursor, n, TYPES[encoding][0])
    else:
        cursor.fail("UNSUPPORTED_ENCODING", f"tag encoding {encoding}")
    cursor.end()
    return values


def _pick(cursor, n, strings):
    position = cursor.position
    numbers = cursor.column(n)
    if any(number >= len(strings) for number in numbers):
        cursor.fail("TAGS_MALFORMED", "an index beyond the strings", position)
    return [strings[number] for number in numbers]


def _decode_typed(cursor, n, text_of):
    """tags.6"""
    position = cursor.position
    numbers = cursor.column(n)
    remaining = iter(cursor.strings(numbers.count(0)))
    values = []
    for number in numbers:
        value = text_of(number) if number else next(remaining)
        if value is None:
            cursor.fail("TAGS_MALFORMED", f"{number} stands for no text", position)  # tags.7
        values.append(value)
    return values


def encode_column(encoding, values, name_number):
    """The content of a column. `name_number` returns the index of a name in the list of the block."""
    if encoding == TEXT:
        return wire.strings(values)
    if encoding == DICTIONARY:
        listed = list(dict.fromkeys(values))
        number = {value: position for position, value in enumerate(listed)}
        return wire.varint(len(listed)) + wire.strings(listed) + wire.column([number[value] for value in values])
    if encoding == NAMES:
        return wire.column([name_number[value] for value in values])
    numbers = [TYPES[encoding][1](value) or 0 for value in values]
    return wire.column(numbers) + wire.strings([value for value, number in zip(values, numbers) if number == 0])


# tags.6: the text of a number (None if it has no text, tags.7), and the number of a text (None if it has no number).


def number_text(number):
    return str(number - 1).encode()


def text_number(text):
    if re.fullmatch(rb"0|[1-9][0-9]{0,9}", text) and int(text) <= 2**32 - 2:
        return int(text) + 1
    return None


def date_text(number):
    remaining, day = divmod(number - 1, 32)
    year, month = divmod(remaining, 13)
    if year > 10_000:
        return None
    return b"%b.%b.%b" % (
        b"%04d" % (year - 1) if year else b"????",
        b"%02d" % month if month else b"??",
        b"%02d" % day if day else b"??",
    )


def text_date(text):
    parts = re.fullmatch(rb"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)", text)
    if not parts:
        return None
    year, month, day = (None if b"?" in part else int(part) for part in parts.groups())
    if month == 0 or day == 0 or (month or 0) > 12 or (day or 0) > 31:
        return None
    return 1 + ((0 if year is None else year + 1) * 13 + (month or 0)) * 32 + (day or 0)


def result_text(number):
    return RESULTS[number - 1] if number <= len(RESULTS) else None


def text_result(text):
    return RESULTS.index(text) + 1 if text in RESULTS else None


def eco_text(number):
    letter, digits = divmod(number - 1, 100)
    return b"%c%02d" % (b"ABCDE"[letter], digits) if letter < 5 else None


def text_eco(text):
    return 1 + 100 * b"ABCDE".index(text[:1]) + int(text[1:]) if re.fullmatch(rb"[A-E][0-9]{2}", text) else None


def final_position(number):
    return FINAL if number == 1 else None


TYPES = {
    NUMBER: (number_text, text_number),
    DATE: (date_text, text_date),
    RESULT: (result_text, text_result),
    ECO: (eco_text, text_eco),
    FINAL_POSITION: (final_position, lambda text: 1 if text is FINAL else None),
}

# Writing


def choose_encoding(name, values):
    """The encoding of a column, by the last paragraph of the chapter."""
    if FINAL in values:
        return FINAL_POSITION
    distinct = len(set(values))
    if name in (b"White", b"Black", b"Event") or (name == b"Site" and 2 * (len(values) - distinct) >= len(values)):
        return NAMES
    for encoding in (RESULT, ECO, DATE, NUMBER):
        if 8 * sum(TYPES[encoding][1](value) is not None for value in values) >= 7 * len(values):
            return encoding
    return DICTIONARY if 2 * distinct <= len(values) else TEXT
