"""Vectors of the sections of times and evaluations (values.3 to values.10). The codes of runs come from conformance/python."""

from plypack import PlypackError, value_streams, values, wire
from plypack.mixing import BitDecoder, BitEncoder
from plypack.range_coder import Encoder
from plypack.values import GameValues, Profile

import file_bytes as fb
from vector_file import Chapter

A, L, S, T = "ANNOTATION_MALFORMED", "LIMIT_EXCEEDED", "SECTION_MALFORMED", "TRUNCATED"
CLOCK, SHORT, LONG = b"[%clk \1]", b" [%eval \2] [%clk \1] ", b"[%eval \3]"
MOST_TIME, MOST_EVALUATION = 2**27 - 1, 2**24 - 1


def run_code(games, profiles, streams=(value_streams.Times, value_streams.Evaluations)):
    """values.6: `profiles` has one profile per game, or None."""
    bits = BitEncoder(Encoder())
    times, evaluations = (stream(bits) for stream in streams)
    for game, profile in zip(games, profiles):
        times.code(profile, game.times)
        evaluations.code(game.evaluations)
    return bits.coder.finish()


def count_code(count, plies):
    """values.5"""
    if count == 0:
        return 0
    return 1 + 2 * (plies - count) if count <= plies else 2 * (count - plies)


class Sections:
    """The two sections of a block. A field that is None is computed from the others; `runs` has the number of games of
    each run."""

    def __init__(self, games=(), plies=(), templates=(CLOCK,), profiles=(), numbers=None, runs=None):
        self.games, self.plies, self.templates, self.profiles = list(games), list(plies), list(templates), list(profiles)
        self.numbers = numbers or [0] * len(self.games)
        self.runs = runs or [len(self.games)]
        self.codes = self.times = self.evaluations = self.sizes = self.templates_count = self.profiles_count = None
        self.tail = b""

    def run_codes(self):
        found, first = [], 0
        for size in self.runs:
            part = range(first, first + size)
            profile = [Profile(*self.profiles[self.numbers[g]]) if self.games[g].times else None for g in part]
            found.append(run_code([self.games[g] for g in part], profile))
            first += size
        return found

    def parts(self):
        codes = self.run_codes() if self.codes is None else self.codes
        counts = lambda kind: [count_code(len(game[kind]), plies) for game, plies in zip(self.games, self.plies)]
        given = lambda value, other: other() if value is None else value
        self.code = b"".join(codes)
        return [
            (fb.varint(given(self.templates_count, lambda: len(self.templates))) + fb.strings(self.templates), "the templates"),
            (fb.varint(given(self.profiles_count, lambda: len(self.profiles))), "number of profiles"),
            *[(fb.varints(*profile), "profile: unit, base, increment") for profile in self.profiles],
            (fb.column(self.numbers), "profile of each game"),
            (fb.column(given(self.times, lambda: counts(0))), "times of each game"),
            (fb.column(given(self.evaluations, lambda: counts(1))), "evaluations of each game"),
            (fb.column(given(self.sizes, lambda: [*map(len, codes)])), "bytes of each run"),
            *([(self.tail, "left over")] if self.tail else []),
        ]

    def fields(self):
        parts = self.parts()
        return {"game_plies": self.plies, "input": [[data.hex(" "), meaning] for data, meaning in parts], "codes": self.code.hex()}


def of_times(*times, profile=(1, 600, 0), **fields):
    return Sections([GameValues([*times], [])], [len(times)], profiles=[profile], **fields)


def of_evaluations(*evaluations):
    return Sections([GameValues([], [pair(e) for e in evaluations])], [len(evaluations)], [LONG])


def pair(evaluation):
    """From `#3`, or a number of hundredths."""
    return (True, int(evaluation[1:])) if isinstance(evaluation, str) else (False, evaluation)


def good_values(add):
    add("none", "a game without values", "values.5", Sections([GameValues()], [3], []))
    add("times", "clock times of a minute, with tenths", "values.5 values.9", of_times(599, 600, 583, 594))
    add("times-increment", "an increment, in whole seconds", "values.5 values.9", of_times(1800, 1800, 1780, 1810, 1790, 1800, profile=(10, 180, 1)))
    add("times-grow", "a player's time grows", "values.9", of_times(100, 100, 700, 90, 5000, 80, profile=(10, 10, 0)))
    add("times-ends", "the longest time and the shortest", "values.1 values.9", of_times(0, MOST_TIME, MOST_TIME, 0, profile=(1, MOST_TIME, MOST_TIME)))
    add("times-long-game", "90 plies: all phases, and times that run out", "values.9",
        of_times(*(max(0, 3000 - 37 * i - i * i % 23) for i in range(90)), profile=(1, 3000, 0)))
    add("times-base-0", "a first time of 0", "values.9", of_times(20, 15, 30, profile=(1, 0, 0)))
    add("counts", "as many times as plies, fewer, more, none, and times without plies", "values.5",
        Sections([GameValues([600] * n, []) for n in (3, 2, 5, 0, 1)], [3, 3, 3, 3, 0], profiles=[(1, 600, 0)]))
    add("profiles", "two profiles; a game without times has any", "values.5",
        Sections([GameValues([600]), GameValues(), GameValues([10])], [1, 1, 1], profiles=[(1, 600, 0), (10, 1, 0)], numbers=[0, 1, 1]))
    add("evaluations", "evaluations of both sides", "values.2 values.8 values.10", of_evaluations(30, 25, -40, -38, -50, 0, 0, 1290, 1300, -7000))
    add("evaluations-mates", "mates for both sides, and pawns between", "values.10",
        of_evaluations("#3", "#3", "#2", "#-1", 900, "#0", "#1", 0, "#-4", -20, -10, "#0"))
    add("evaluations-ends", "the largest evaluations", "values.2 values.10",
        of_evaluations(MOST_EVALUATION, -MOST_EVALUATION, f"#{MOST_EVALUATION}", f"#-{MOST_EVALUATION}", 0, MOST_EVALUATION))
    add("evaluations-grades", "evaluations of all grades", "values.10", of_evaluations(*(g * 37 * (-1) ** (g // 3) for g in range(100))))
    ends = [(n, -n) for at in (20, 40, 320, 480, 640, 2560, 2720) for n in (at - 1, at, at + 1)]
    add("evaluations-grade-ends", "evaluations at the ends of grades", "values.10", of_evaluations(*(n for _ in range(3) for pair in ends for n in pair)))
    add("evaluations-large-changes", "changes of 655 pawns and more, which have remainders of the last buckets", "values.10 mixing.7",
        of_evaluations(*((0, 70_000, 5, 95_000, 1, 114_000, 114_001, 3)[i % 8] * (-1) ** (i // 11) for i in range(120))))
    late = [max(0, 6000 - 31 * i + 53 * (i % 7) - i * i % 19) for i in range(300)]
    add("times-longest-phases", "300 plies, and a player's time that grows: the last phase, and all counts of moves", "values.9",
        of_times(*late, profile=(1, 6000, 2)))
    add("times-long-game-seconds", "140 plies in whole seconds, with an increment", "values.9",
        of_times(*(10 * (t % 900) for t in late[:140]), profile=(10, 300, 3)))
    add("evaluations-long-game", "300 evaluations, with mates, of all grades and changes", "values.10",
        of_evaluations(*(f"#{(i % 11) - 5}" if i % 23 > 19 else (i * i * 13 % 4001 - 2000) // (1 + i % 5) for i in range(300))))
    both = [GameValues([600, 600, 590], [pair(10), pair(20), pair(-5)]), GameValues([], [pair(0)])]
    add("both", "times and evaluations have separate counters", "values.6", Sections(both, [3, 2], [SHORT, LONG], [(10, 60, 0)]))
    longest = b" " * 254 + b"\1"
    add("template-longest", "a template of 255 bytes", "values.3",
        Sections([GameValues([600])], [1], [longest, CLOCK, SHORT, LONG], [(10, 60, 0)]))
    runs = [GameValues([600] * 4095), GameValues([600]), GameValues([599])]
    add("runs", "4096 values fill a run: the next game begins another", "values.6",
        Sections(runs, [4095, 1, 1], profiles=[(1, 600, 0)], runs=[2, 1]))
    end = [GameValues([600] * 4096), GameValues()]
    add("run-without-values", "a game without values after a full run", "values.6",
        Sections(end, [4096, 1], profiles=[(1, 600, 0)], runs=[1, 1]))


def set_to(**fields):
    return lambda sections: [setattr(sections, name, value) for name, value in fields.items()]


def bad_sections(bad):
    """Each differs from `times` in one property."""
    for name, title, rules, change, error in [
        ("template-without-value", "a template without a value", "values.3", set_to(templates=[b"hm"]), S),
        ("template-empty", "an empty template", "values.3", set_to(templates=[b""]), S),
        ("template-too-long", "a template of 256 bytes", "values.3", set_to(templates=[b" " * 255 + b"\1"]), S),
        ("template-brace", "a template that would end the comment", "values.3", set_to(templates=[b"\1}"]), S),
        ("templates-huge-count", "more templates than a list may have", "limits.2", set_to(templates_count=2**22 + 1), L),
        ("profiles-huge-count", "more profiles than bytes", "values.5", set_to(profiles_count=2**40), L),
        ("unit-0", "a unit of 0", "values.5", set_to(profiles=[(0, 600, 0)], codes=[b"\x80"]), S),
        ("unit-2", "a unit of 2", "values.5", set_to(profiles=[(2, 600, 0)], codes=[b"\x80"]), S),
        ("base-too-large", "a base of 2^27", "values.5", set_to(profiles=[(1, 2**27, 0)], codes=[b"\x80"]), L),
        ("increment-too-large", "an increment of 2^27", "values.5", set_to(profiles=[(1, 600, 2**27)], codes=[b"\x80"]), L),
        ("profile-number", "a profile that is not listed", "values.5", set_to(numbers=[1], codes=[b"\x80"]), S),
        ("times-without-profile", "times, but no profiles", "values.5", set_to(profiles=[], codes=[b"\x80"]), S),
        ("times-none", "0 times that are not coded as 0", "values.5", set_to(times=[9]), S),
        ("times-below-0", "fewer times than none", "values.5", set_to(times=[11]), S),
        ("evaluations-none", "0 evaluations that are not coded as 0", "values.5", set_to(evaluations=[9]), S),
        ("times-33-bits", "2^32 times", "values.5", set_to(plies=[2**32 - 1], times=[2]), S),
        ("values-above", "one value more than no byte may hold", "limits.6", set_to(plies=[2**17 + 1], codes=[b""], times=[1]), L),
        ("values-at", "as many values as no byte may hold; then a run longer than the codes", "limits.6 values.5",
         set_to(plies=[2**17], codes=[b""], times=[1], sizes=[1]), T),
        ("values-above-one-byte", "one value more than one byte may hold", "limits.6", set_to(plies=[2**17 + 65], codes=[b"\0"], times=[1]), L),
        ("values-at-one-byte", "as many values as one byte may hold; then a run longer than the codes", "limits.6 values.5",
         set_to(plies=[2**17 + 64], codes=[b"\0"], times=[1], sizes=[2]), T),
        ("sizes-too-large", "a run longer than the section of codes", "values.5", set_to(sizes=[200]), T),
        ("sizes-too-small", "a run shorter than the section of codes", "values.5", set_to(sizes=[1]), S),
        ("trailing", "a byte after the columns", "wire.7", set_to(tail=b"\0"), "TRAILING_BYTES"),
    ]:
        sections = of_times(599, 600, 583, 594)
        change(sections)
        bad(name, title, rules, sections, error)
    bad("profile-number-second", "the second game's profile is not listed", "values.5",
        fb.with_fields(Sections([GameValues([599])] * 2, [1, 1], profiles=[(1, 600, 0)]), codes=[b"\x80"], numbers=[0, 1]), S)
    bad("profile-of-none", "a profile where there are none", "values.5",
        fb.with_fields(Sections([GameValues()], [3], [], numbers=[1]), codes=[b""]), S)


def profile_counts(bad):
    """values.5: a third as many profiles as there are bytes after their number, and one more."""
    for name, title, more, error in [("at", "as many profiles as the bytes may hold, of which one has a unit of 0", 0, S), ("above", "one profile more", 1, L)]:
        sections = of_times(599, 600, 583, 594)
        sections.profiles_count = sum(len(data) for data, _ in sections.parts()[2:]) // 3 + more
        bad(f"profiles-count-{name}", title, "values.5 limits.10", sections, error)
    sections = of_times(599, 600, 583, 594, templates=[CLOCK, b" " * 254 + b"\1"])
    sections.profiles_count = sum(len(data) for data, _ in sections.parts()[2:]) // 3 + 1
    bad("profiles-count-after-long-template", "one profile more than the bytes after the number may hold, and many bytes before it", "values.5 limits.10", sections, L)


class OpenTimes(value_streams.Times):
    """Encodes a 0 with the sign of a negative number."""

    def _spent(self, contexts, spent):
        self.mixer.decide(contexts, 128, 7, 1)
        return self.mixer.number(contexts, 0, 0, 0)


class OpenEvaluations(value_streams.Evaluations):
    """The same."""

    def _whole(self, contexts, number):
        self.mixer.decide(contexts, 3, 6, 1)
        return self.mixer.number(contexts, 260, 21, 0)


def without_checks(make):
    """The code of an encoder that does not check its values."""
    checked, value_streams.fail = value_streams.fail, lambda why: None
    try:
        return make()
    finally:
        value_streams.fail = checked


def bad_codes(bad):
    times = lambda *found, **profile: (of_times(*found, **profile), (value_streams.Times, value_streams.Evaluations))
    evaluations = lambda *found: (of_evaluations(*found), (value_streams.Times, value_streams.Evaluations))
    for name, title, rules, (sections, streams) in [
        ("time-below-0", "a time below 0", "values.9", times(600, 600, -1)),
        ("time-too-large", "a time of 2^27", "values.9", times(2**27, profile=(1, MOST_TIME, 0))),
        ("time-too-large-in-seconds", "a time of 2^27 tenths or more, in whole seconds", "values.9", times(134217730, profile=(10, 600, 0))),
        ("time-minus-0", "0 spent, coded as negative", "values.9", (of_times(600), (OpenTimes, value_streams.Evaluations))),
        ("evaluation-too-large", "2^24 hundredths", "values.10", evaluations(2**24)),
        ("evaluation-too-small", "-2^24 hundredths", "values.10", evaluations(0, -(2**24))),
        ("mate-too-large", "mate in 2^24", "values.10", evaluations("#16777216")),
        ("mate-minus-0", "mate in 0, coded as negative", "values.10", (of_evaluations("#0"), (value_streams.Times, OpenEvaluations))),
    ]:
        profiles = [Profile(*sections.profiles[0])] if sections.profiles else [None]
        sections.codes = [without_checks(lambda: run_code(sections.games, profiles, streams))]
        bad(name, title, rules, sections, A)
    code = of_times(599, 600, 583, 594).run_codes()[0]
    for name, title, changed, error in [
        ("code-zero-after", "a byte 00 after the code", code + b"\0", None),
        ("code-more-after", "bytes after the code", code + b"\1\2\3", "TRAILING_BYTES"),
        ("code-not-shortest", "the last byte is another of the same numbers", same_numbers(code), A),
        ("code-no-number", "a code in the interval of no symbol", no_number(), A),
    ]:
        sections = of_times(599, 600, 583, 594)
        sections.codes = [changed]
        bad(name, title, "values.6 range-coder.6 range-coder.7", sections, error or refusal(sections))


def refusal(sections):
    """The name of the error; None if the sections are valid."""
    try:
        read(sections)
    except PlypackError as error:
        return error.name
    return None


def read(sections):
    section = b"".join(data for data, _ in sections.parts())
    found = values.Values(wire.Cursor(section), sections.code, sections.plies)
    return [found.of_game(game) for game in range(len(sections.games))]


def same_numbers(code):
    """Another code for the same numbers."""
    for last in range(1, 256):
        other = code[:-1] + bytes([last])
        if other != code and numbers_of(other) == numbers_of(code):
            return other
    for last in range(1, 256):
        if numbers_of(code + bytes([last])) == numbers_of(code):
            return code + bytes([last])
    raise AssertionError("no other code")


def numbers_of(code):
    bits = BitDecoder(code)
    try:
        return value_streams.Times(bits).code(Profile(1, 600, 0), [0] * 4)
    except PlypackError:
        return None


def no_number():
    """A code outside all symbols' intervals."""
    for first in range(65_536):
        code = first.to_bytes(2, "big") + b"\xff" * 6
        try:
            value_streams.Times(BitDecoder(code)).code(Profile(1, 600, 0), [0] * 4)
        except PlypackError as error:
            if error.name == "MOVE_MALFORMED":
                return code
    raise AssertionError("no such code")


def add_good(chapter, name, title, rules, sections):
    fields = sections.fields()
    assert read(sections) == sections.games, name
    expect = {"texts": [template.decode() for template in sections.templates], "game_values": [*map(values.shown, sections.games)]}
    chapter.add(name, title, rules, "values", **fields, expect=expect)


def make():
    chapter = Chapter("values")
    good_values(lambda name, *rest: add_good(chapter, name, *rest))

    def bad(name, title, rules, sections, error):
        assert error
        chapter.add(name, title, rules, "values", **sections.fields(), error=error)
        assert refusal(sections) == error, (name, refusal(sections))

    bad_sections(bad)
    profile_counts(bad)
    bad_codes(bad)
    more_values(lambda name, *rest: add_good(chapter, name, *rest), bad)
    wide_values(lambda name, title, rules, data, codes, plies, error: chapter.add(
        name, title, rules, "values", input=[[data.hex(" "), "section values"]], codes=codes.hex(), game_plies=plies, error=error))
    chapter.save()


def more_values(good, bad):
    """values.5, values.6, values.9: only the two sections."""
    good("base-in-seconds", "base and increment of 2^27 - 1 whole seconds: they are in units", "values.5 values.9", of_times(600, 600, 590, 580, profile=(10, MOST_TIME, MOST_TIME)))
    good("time-longest-in-seconds", "the longest time in whole seconds", "values.1 values.9", of_times(MOST_TIME - MOST_TIME % 10, 0, profile=(10, 60, 0)))
    for unit, step in ((1, 1), (10, 10)):
        times = [600, 590 * step % 600, 580, 570 - step, 640, 0]
        times = [time - time % unit for time in times]
        good(f"base-0-in-units-of-{unit}", f"a base of 0 in units of {unit}, and times above it", "values.9", of_times(*times, profile=(unit, 0, 2)))
    several = [GameValues([], [pair(e) for e in game]) for game in ([30], ["#1", 5], [-5, -5, 4], [0], [], [12, 12], [7])]
    good("evaluations-of-many-games", "a run of seven games with evaluations", "values.6 values.10", Sections(several, [max(1, game.count()) for game in several], [LONG]))
    several = [GameValues([600 - n, 590, 580 - n][: 1 + n % 3]) for n in range(7)]
    good("times-of-many-games", "a run of seven games with times, of two profiles", "values.6 values.9",
         Sections(several, [game.count() for game in several], profiles=[(1, 600, 0), (1, 300, 2)], numbers=[n % 2 for n in range(7)]))
    half = GameValues([600] * 2048, [pair(10)] * 2048)
    good("run-of-times-and-evaluations", "2048 times and as many evaluations fill a run", "values.6", Sections([half, GameValues([599])], [2048, 1], [CLOCK, LONG], [(1, 600, 0)], runs=[1, 1]))
    first = [GameValues(), GameValues([], [pair(1)] * 4095), GameValues(), GameValues([600]), GameValues(), GameValues([], [pair(2)])]
    good("run-of-evaluations", "4095 evaluations and a time fill a run; games without values before, between and after", "values.6",
         Sections(first, [1, 4095, 0, 1, 3, 1], [CLOCK, LONG], [(1, 600, 0)], runs=[4, 2]))
    good("profiles-unused", "profiles that no game has, and the same one twice", "values.5", Sections([GameValues([600])], [1], profiles=[(1, 5, 0), (10, 60, 1), (10, 60, 1)], numbers=[2]))
    good("templates-unused", "templates without values, of which two are the same", "values.3 values.5", Sections([GameValues()], [1], [CLOCK, CLOCK, b"\1\2\3", b"\3"]))
    good("template-of-any-bytes", "a template of bytes that are no text", "values.3", Sections([GameValues([600])], [1], ["\0{\n\1".encode()], [(1, 600, 0)]))
    for unit in (5, 9, 11, 100, 256 + 1):
        sections = of_times(599, 600, 583, 594)
        sections.profiles, sections.codes = [(unit, 600, 0)], [b"\x80"]
        bad(f"unit-{unit}", f"a unit of {unit}", "values.5", sections, S)
    both = Sections([GameValues()], [2**16], [CLOCK])
    both.profiles, both.codes, both.times, both.evaluations, both.sizes = [(1, 600, 0)], [b""], [1], [2], [1]
    bad("values-of-both-kinds-above", "2^16 times and 2^16 + 1 evaluations, and no byte", "limits.6", both, L)
    both.evaluations = [1]
    bad("values-of-both-kinds-at", "2^16 times and 2^16 evaluations, and no byte; then a run longer than the codes", "limits.6 values.5", both, T)
    games = Sections([GameValues(), GameValues()], [2**17, 1], [CLOCK])
    games.profiles, games.codes, games.times, games.sizes = [(1, 600, 0)], [b""], [1, 1], [1, 1]
    bad("values-of-two-games-above", "2^17 + 1 times of two games, and no byte", "limits.6", games, L)
    for more in range(3):
        sections = of_times(599, 600, 583, 594)
        sections.tail = bytes(more)
        room = sum(len(data) for data, _ in sections.parts()[2:]) + 1
        sections.profiles_count = room // 3
        bad(f"profiles-count-of-{room}-bytes", f"{room // 3} profiles, and {room} bytes from their number on", "values.5 limits.10", sections, S)
        bad(f"profiles-count-above-{room}-bytes", f"{room // 3 + 1} profiles, and {room} bytes from their number on", "values.5 limits.10",
            fb.with_fields(of_times(599, 600, 583, 594), tail=bytes(more), profiles_count=room // 3 + 1), L)
    for count, error in ((7, S), (8, L)):
        sections = Sections([GameValues()], [1], [b""] * count)
        bad(f"templates-count-of-7-bytes-{count}", f"{count} empty templates, and 7 bytes from their number on", "values.5 limits.10", sections, error)
    sections = of_times(599, 600, 583, 594)
    sections.templates, sections.templates_count = [CLOCK, b"hm"], 2
    bad("second-template-without-value", "the second of two templates is without a value", "values.3", sections, S)
    bad("profile-of-none-second", "the second game has a profile where there are none", "values.5",
        fb.with_fields(Sections([GameValues(), GameValues()], [1, 1], [], numbers=[0, 1]), codes=[b""]), S)


def wide_values(add_bad):
    """values.5: in the section values."""
    of = lambda *parts: b"".join(part if isinstance(part, bytes) else fb.varint(part) for part in parts)
    zero = fb.column([0])
    for name, title, data, error in [
        ("templates", "2^32 templates", of(2**32, fb.strings([]), 0, zero, zero, zero, zero), L),
        ("profiles", "2^32 profiles", of(0, fb.strings([]), 2**32, zero, zero, zero, zero), L),
        ("unit", "a unit of 2^32 + 1", of(0, fb.strings([]), 1, 2**32 + 1, 0, 0, zero, zero, zero, zero), S),
        ("base", "a base of 2^32", of(0, fb.strings([]), 1, 1, 2**32, 0, zero, zero, zero, zero), L),
        ("increment", "an increment of 2^32", of(0, fb.strings([]), 1, 1, 0, 2**32, zero, zero, zero, zero), L),
    ]:
        add_bad(f"wide-{name}", title, "values.5", data, b"", [0], error)
    add_bad("wide-run-sizes", "sizes of two runs, together 2^32", "values.5", of(1, fb.strings([b"\1"]), 1, 1, 0, 0, fb.column([0, 0]),
        fb.column([8192, 8192]), fb.column([0, 0]), fb.column([2**31, 2**31])), b"", [0, 0], T)
