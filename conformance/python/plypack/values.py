"""values: times and evaluations in comments (spec/values.md). The coding of the numbers is in value_streams.py.

A time is a number of tenths of a second; an evaluation is a pair: whether it is a mate, and the number.
"""

import re
from typing import NamedTuple

from . import limits, wire
from .limits import PlypackError
from .mixing import BitDecoder, BitEncoder
from .range_coder import Encoder
from .value_streams import MAX_EVALUATION, MAX_TIME, Evaluations, Times

TIME, SHORT, LONG = 1, 2, 3  # values.3
RUN_VALUES = 4096  # values.6
NO_EVALUATION = (False, 0)

# Text (values.1, values.2)


def time_text(tenths):
    seconds, tenth = divmod(tenths, 10)
    text = b"%d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)
    return text + b".%d" % tenth if tenth else text


def evaluation_text(evaluation, short):
    mate, number = evaluation
    if mate:
        return b"#%d" % number
    text = b"%s%d.%02d" % (b"-" if number < 0 else b"", abs(number) // 100, abs(number) % 100)
    return text[:-1] if short and text.endswith(b"0") else text


def is_template(text):
    """values.3"""
    return len(text) <= 255 and b"}" not in text and any(byte in text for byte in (TIME, SHORT, LONG))


class Profile(NamedTuple):
    unit: int
    base: int
    increment: int


class GameValues(NamedTuple):
    times: list = []
    evaluations: list = []

    def count(self):
        return len(self.times) + len(self.evaluations)


class Fill:
    """values.4: makes the comments of one game from templates."""

    def __init__(self, templates=(), values=GameValues()):
        self.templates = templates
        self.times = iter(values.times)
        self.evaluations = iter(values.evaluations)

    def comment(self, number):
        """The next comment; None if the template or a value is missing."""
        if number >= len(self.templates):
            return None
        parts = [self._expand(byte) for byte in self.templates[number]]
        if None in parts:
            return None
        return b"".join(parts)

    def _expand(self, byte):
        if byte == TIME:
            time = next(self.times, None)
            return None if time is None else time_text(time)
        if byte in (SHORT, LONG):
            evaluation = next(self.evaluations, None)
            return None if evaluation is None else evaluation_text(evaluation, byte == SHORT)
        return bytes([byte])

    def is_empty(self):
        """Returns whether all values were used."""
        return next(self.times, None) is None and next(self.evaluations, None) is None


# Sections (values.5)


class Values:
    """The two sections of a block; the codes of runs are decoded on demand."""

    def __init__(self, cursor, codes, plies):
        """`cursor` is in the section `values`, `codes` is the content of `value codes`."""
        games = len(plies)
        self.templates = cursor.strings(cursor.varint(cursor.left()))
        if not all(map(is_template, self.templates)):
            cursor.fail("SECTION_MALFORMED", "an invalid template")
        self.profiles = [_read_profile(cursor) for _ in range(_profile_count(cursor))]
        self.profile_of = cursor.column(games)
        self.times = _read_counts(cursor, plies)
        self.evaluations = _read_counts(cursor, plies)
        self._check_profiles(cursor)
        self._check_limits(cursor, codes)
        self.runs = group_runs([*map(sum, zip(self.times, self.evaluations))])
        self.codes = _cut_codes(cursor, codes, cursor.column(len(self.runs)))
        cursor.end()
        self.read_runs = {}

    def _check_profiles(self, cursor):
        for number, times in zip(self.profile_of, self.times):
            if number >= len(self.profiles) and (number or times or self.profiles):
                cursor.fail("SECTION_MALFORMED", "a profile that is not listed")

    def _check_limits(self, cursor, codes):
        """limits.6"""
        if sum(self.times) + sum(self.evaluations) > limits.max_values(len(codes)):
            cursor.fail("LIMIT_EXCEEDED", "too many values")

    def max_bytes(self):
        """limits.8: the most bytes of comments made from the values."""
        return (sum(self.times) + sum(self.evaluations)) * (limits.VALUE_BYTES + max(map(len, self.templates), default=0))

    def of_game(self, game):
        """The values of a game."""
        if not self.times[game] + self.evaluations[game]:
            return GameValues()  # values.6: nothing is read
        number = next(i for i, (first, end) in enumerate(self.runs) if first <= game < end)
        if number not in self.read_runs:
            self.read_runs[number] = self._read_run(number)
        return self.read_runs[number][game - self.runs[number][0]]

    def _read_run(self, number):
        bits = BitDecoder(self.codes[number])
        times, evaluations = Times(bits), Evaluations(bits)
        found = []
        try:
            for game in range(*self.runs[number]):
                profile = self.profiles[self.profile_of[game]] if self.times[game] else None
                found.append(GameValues(times.code(profile, [0] * self.times[game]), evaluations.code([NO_EVALUATION] * self.evaluations[game])))
            bits.coder.finish()
        except PlypackError as error:
            # values.6: one error of the range coder has another name here.
            name = "ANNOTATION_MALFORMED" if error.name == "MOVE_MALFORMED" else error.name
            raise PlypackError(name, None, str(error)) from error
        return found

    def fill(self, game):
        return Fill(self.templates, self.of_game(game))


def _profile_count(cursor):
    """The number of profiles; each has at least three bytes."""
    position, room = cursor.position, cursor.left()
    count = cursor.varint()
    if count > room // 3:
        cursor.fail("LIMIT_EXCEEDED", "more profiles than bytes", position)
    return count


def _read_profile(cursor):
    unit = cursor.varint()
    if unit not in (1, 10):
        cursor.fail("SECTION_MALFORMED", f"a unit of {unit}")
    return Profile(unit, cursor.varint(MAX_TIME - 1), cursor.varint(MAX_TIME - 1))


def _read_counts(cursor, plies):
    counts = []
    for code, count in zip(cursor.column(len(plies)), plies):
        counts.append(_count(code, count))
        if code and not 0 < counts[-1] < 2**32:
            cursor.fail("SECTION_MALFORMED", "an invalid number of values")
    return counts


def _count(code, plies):
    """values.5: the number of values of a game with this many plies."""
    if code == 0:
        return 0
    return plies - code // 2 if code % 2 else plies + code // 2


def _count_code(count, plies):
    if count == 0:
        return 0
    return 1 + 2 * (plies - count) if count <= plies else 2 * (count - plies)


def _cut_codes(cursor, codes, sizes):
    if sum(sizes) > len(codes):
        cursor.fail("TRUNCATED", "the codes are longer than their section")
    if sum(sizes) < len(codes):
        cursor.fail("SECTION_MALFORMED", "the section is longer than its codes")
    return wire.cut(codes, sizes)


def group_runs(counts):
    """values.6: the first game of every run and the game after its last, by the number of values of each game."""
    groups, first, total = [], 0, 0
    for game, count in enumerate(counts):
        total += count
        if total >= RUN_VALUES:
            groups.append((first, game + 1))
            first, total = game + 1, 0
    return groups + [(first, len(counts))] if first < len(counts) else groups


def build(templates, profiles, profile_of, values, plies):
    """The content of the two sections. `values` are the GameValues, `profile_of` the indices of the profiles of all games."""
    runs = group_runs([game.count() for game in values])
    codes = [_run_code(profiles, profile_of[first:end], values[first:end]) for first, end in runs]
    out = wire.varint(len(templates)) + wire.strings(templates) + wire.varint(len(profiles))
    out += b"".join(map(wire.varint, sum(profiles, ())))
    out += wire.column(profile_of)
    for kind in (0, 1):
        out += wire.column([_count_code(len(game[kind]), count) for game, count in zip(values, plies)])
    return out + wire.column([*map(len, codes)]), b"".join(codes)


def _run_code(profiles, profile_of, values):
    bits = BitEncoder(Encoder())
    times, evaluations = Times(bits), Evaluations(bits)
    for number, game in zip(profile_of, values):
        times.code(profiles[number] if game.times else None, game.times)
        evaluations.code(game.evaluations)
    return bits.coder.finish()


# Writing: splits comments

COMMAND = re.compile(rb"(\[%(?:clk|emt|eval) )([^\]]*)(\])")
COMMENT = re.compile(rb"\s*(?:\[%(?:clk|emt|eval) [^\]]*\]\s*)+")
TIME_TEXT = re.compile(rb"([0-9]{1,9}):([0-9]{2}):([0-9]{2})(?:\.([0-9]))?")
MATE_TEXT = re.compile(rb"#(-?[0-9]{1,9})")
PAWNS_TEXT = re.compile(rb"(-?)([0-9]{1,9})\.([0-9]{1,2})")


def split_comment(comment):
    """The template of a comment and its GameValues; None if it must be stored as text."""
    if not COMMENT.fullmatch(comment) or any(byte in comment for byte in (TIME, SHORT, LONG)):
        return None
    found = GameValues([], [])

    def position(match):
        return match[1] + _placeholder(match[2], found) + match[3]

    template = COMMAND.sub(position, comment)
    values = GameValues(*found)
    return (template, values) if is_template(template) else None


def _placeholder(text, found):
    """The placeholder for the text in a command; its value is added to `found`."""
    evaluation = _evaluation_of(text)
    for kind in (SHORT, LONG):
        if evaluation and evaluation_text(evaluation, kind == SHORT) == text:
            found.evaluations.append(evaluation)
            return bytes([kind])
    time = _time_of(text)
    if time is None or time_text(time) != text:
        return text
    found.times.append(time)
    return bytes([TIME])


def _time_of(text):
    parts = TIME_TEXT.fullmatch(text)
    if parts is None:
        return None
    hours, minutes, seconds, tenth = (int(part or 0) for part in parts.groups())
    time = ((hours * 60 + minutes) * 60 + seconds) * 10 + tenth
    return time if time < MAX_TIME else None


def _evaluation_of(text):
    mate, pawns = MATE_TEXT.fullmatch(text), PAWNS_TEXT.fullmatch(text)
    if mate:
        evaluation = (True, int(mate[1]))
    elif pawns:
        number = int(pawns[2]) * 100 + int(pawns[3].ljust(2, b"0"))
        evaluation = (False, -number if pawns[1] else number)
    else:
        return None
    return evaluation if abs(evaluation[1]) < MAX_EVALUATION else None


class Collector:
    """Splits the comments of a block's games into templates and values."""

    def __init__(self):
        self.templates = {}
        self.profiles = {}
        self.profile_of = []
        self.values = []

    def add(self, tokens):
        """The tokens of the next game, with ("template", number) for split comments."""
        values, out = GameValues([], []), []
        for token in tokens:
            split = split_comment(token[1]) if token[0] == "comment" else None
            if split is None:
                out.append(token)
                continue
            template, (times, evaluations) = split
            values.times.extend(times)
            values.evaluations.extend(evaluations)
            out.append(("template", self.templates.setdefault(template, len(self.templates))))
        self.values.append(values)
        self.profile_of.append(self._profile(values.times))
        return out

    def _profile(self, times):
        """The index of a profile for a game: its base is the first clock time."""
        if not times:
            return 0
        unit = 1 if any(time % 10 for time in times) else 10
        return self.profiles.setdefault(Profile(unit, times[0] // unit, 0), len(self.profiles))

    def sections(self, plies):
        return build([*self.templates], [*self.profiles], self.profile_of, self.values, plies)


def shown(values):
    """The values of a game in the form of the vectors: evaluations as the text that is not short."""
    return {"times": values.times, "evaluations": [evaluation_text(e, short=False).decode() for e in values.evaluations]}
