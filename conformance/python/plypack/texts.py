"""Texts and names in the form in which searches compare them: search.13 and search.16 of spec/search.md."""

import re
import unicodedata

SPACE = " \t\n\f\r"  # search.3

MAX_NAME_TEXT = 256  # search.16
APOSTROPHES = dict.fromkeys(map(ord, "`\u00b4\u02bb\u02bc\u2018\u2019"), "'")
WRITTEN = str.maketrans(
    {"đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ς": "σ"}
)


WINDOWS_1252 = [bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(256)]


def text_of(value):
    """search.13"""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return "".join(WINDOWS_1252[byte] for byte in value)


def fold(value):
    """search.13"""
    parts = unicodedata.normalize("NFKD", text_of(value).translate(APOSTROPHES))
    lower = "".join(part.lower() for part in parts if not unicodedata.category(part).startswith("M"))
    return lower.translate(WRITTEN)


def spell(value):
    """search.16"""
    spelled = before = ""
    for letter in text_of(value).translate(APOSTROPHES):
        # Each letter separately, because NFKD of a complete text would reorder its marks.
        for part in unicodedata.normalize("NFKD", letter):
            if unicodedata.category(part).startswith("M"):
                part = {"a\u0308": "e", "o\u0308": "e", "u\u0308": "e", "a\u030a": "a"}.get(before + part, "")
            lower = part.lower()
            before = lower[-1:] or before
            spelled += lower.translate(WRITTEN | {ord("ø"): "oe"})
    return spelled


def _words(text):
    return " ".join(re.split(f"[{SPACE}]+", text)).strip(" ")


def _forms(text):
    """The forms of a name, and whether a value must begin with them (search.16)."""
    text = text.encode()
    folded = fold(text)
    yield folded, False
    if len(folded.encode()) > MAX_NAME_TEXT:
        return
    for form in (folded, spell(text)):
        yield form, False
        if "," in form:
            surname, given = (_words(part) for part in form.split(",", 1))
            if not surname or not given:
                continue
            yield f"{given} {surname}", True
            pairs = [(surname, given)]
        else:
            words = _words(form).split(" ")
            pairs = [(" ".join(words[at:]), " ".join(words[:at])) for at in range(1, len(words))]
        for surname, given in pairs:
            yield f"{surname}, {given}", False
            yield f"{surname},{given}", False


def name_contains(value, text):
    """search.16"""
    values = [] if value is None else [fold(value), spell(value)]
    return any(name.startswith(form) if begins else form in name for name in values for form, begins in _forms(text))


def name_equals(value, text):
    """search.16"""
    values = [] if value is None else [fold(value), spell(value)]
    return any(name == form for name in values for form, _ in _forms(text))


def contains(value, text):
    return value is not None and fold(text.encode()) in fold(value)


def equals(value, text):
    return value is not None and fold(text.encode()) == fold(value)
