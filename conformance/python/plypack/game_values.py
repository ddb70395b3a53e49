"""Results, ratings, dates and speeds from tags: search.6 and search.15 of spec/search.md."""

import itertools
import re
from fractions import Fraction

from . import tags
from .texts import fold, text_of


def value(game, name):
    """The value of the first tag of this name, as stored; otherwise empty."""
    return tags.first(game.tags, name) or b""


WHITE_SPACE = b" \t\n\f\r"
DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212], "-")
HALF = {ord("½"): "1/2"}
RESULTS = {
    b"1-0": "1-0 1:0 +/- +:- +--".split(),
    b"0-1": "0-1 0:1 -/+ -:+ --+".split(),
    b"1/2-1/2": "1/2-1/2 1/2:1/2 1/2 0.5-0.5 0.5:0.5 =-= =:= =/=".split(),
    b"*": "* 0-0 0:0 -/- -:- ---".split(),
}


def result(game):
    found = value(game, b"Result")
    if len(found) <= 32:
        plain = re.sub("[ \t\n\f\r]", "", text_of(found)).translate(DASHES | HALF)
        for meaning, values in RESULTS.items():
            if plain in values:
                return meaning
    return game.termination


def rating(game, white):
    """0 if it is not known."""
    text = value(game, b"WhiteElo" if white else b"BlackElo").strip(WHITE_SPACE)
    found = re.fullmatch(rb"([0-9]{1,4})(\?|[Pp][0-9]*)?", text)
    return int(found[1]) if found else 0


def year(game):
    """0 if it is not known."""
    return (date(game) or 0) // 10000


def date(game):
    """search.6: year, month and day as one number; None without year."""
    return _date(value(game, b"Date")) or _date(value(game, b"UTCDate"))


def _date(text):
    year, month, day = _parts(text.strip(WHITE_SPACE))
    if not 1 <= month <= 12:
        month = day = 0
    if not 1 <= day <= 31:
        day = 0
    return year * 10000 + month * 100 + day if year else None


def _parts(text):
    """Year, month and day as written; 0 for a missing part."""
    if re.fullmatch(rb"[0-9]{8}", text):
        return int(text[:4]), int(text[4:6]), int(text[6:])
    # Three digits are no month or day.
    number = rb"([0-9]{1,2})(?![0-9])"
    found = re.match(rb"([0-9]{4})(?![0-9])(?:([./-])" + number + rb"(?:\2" + number + rb")?)?", text)
    if found:
        return int(found[1]), int(found[3] or 0), int(found[4] or 0)
    found = re.fullmatch(rb"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4})", text)
    if not found:
        return 0, 0, 0
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    if first > 12:
        return year, second, first
    if second > 12 or first == second:
        return year, first, second
    return year, 0, 0


NUMBER = r"[0-9]{1,9}"
SECONDS = NUMBER + r"(?:\.[0-9]{1,3})?"
PERIOD = re.compile(rf"(?:({NUMBER})/)?({SECONDS})(?:\+({SECONDS}))?|\*({SECONDS})")
SPEEDS = [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical")]


def speed(game):
    """search.15: None without a speed."""
    control = value(game, b"TimeControl").strip(WHITE_SPACE).decode("latin-1")
    if control == "-":
        return "correspondence" if "correspondence" in fold(value(game, b"Event")) else None
    periods = [PERIOD.fullmatch(period) for period in control.split(":")]
    if not all(period and int(period[1] or 1) for period in periods):
        return None
    estimate = _estimate(periods)
    return next((name for end, name in SPEEDS if estimate < end), "correspondence") if estimate else None


def _estimate(periods):
    """Seconds for 40 moves."""
    estimate, left = Fraction(), 40
    for period in itertools.chain(periods, itertools.repeat(periods[-1])):
        if not left:
            return estimate
        moves = min(left, int(period[1] or left))
        estimate += Fraction(period[2] or period[4]) + moves * Fraction(period[3] or 0)
        left -= moves
