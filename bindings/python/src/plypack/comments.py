"""Comments as text, and their clock times and evaluations, with the same values as the columns ``clock`` and
``eval``."""

from __future__ import annotations

import re

from ._library import decoded

_CLOCK = re.compile(rb"\[%clk ([^\]]*)\]")
_EVALUATION = re.compile(rb"\[%eval ([^\]]*)\]")
_TIME = re.compile(rb"(?:(\d{1,9}):)?(\d{1,9}):(\d{1,9})(?:\.(\d+))?")
_PAWNS = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)")
_MATE = re.compile(rb"#(-?)\+?(\d{1,9})")


def clock(comment: bytes) -> int | None:
    """Returns the milliseconds of ``[%clk 1:02:03.4]``."""
    found = _CLOCK.search(comment)
    time = found and _TIME.fullmatch(found[1].strip())
    if not time:
        return None
    hours, minutes, seconds, fraction = time[1] or b"0", time[2], time[3], (time[4] or b"0")[:3].ljust(3, b"0")
    total = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(fraction)
    return total if total < 2**31 else None


def evaluation(comment: bytes) -> int | None:
    """Returns the centipawns of ``[%eval 0.25]``, for White; for ``[%eval #-3]``, -32767 plus the number of moves to
    mate."""
    found = _EVALUATION.search(comment)
    if not found:
        return None
    text = found[1].split(b",")[0].strip()
    if mate := _MATE.fullmatch(text):
        value = 32767 - min(int(mate[2]), 900)
        return -value if mate[1] else value
    if not _PAWNS.fullmatch(text):
        return None
    pawns = float(text) * 100
    rounded = int(abs(pawns) + 0.5)
    return max(-31000, min(31000, rounded if pawns >= 0 else -rounded))


def text_of_comment(comment: bytes) -> str:
    """Returns the text without white space at its ends, and with LF as its line ends."""
    text = decoded(comment)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix(" ").removesuffix(" ")
