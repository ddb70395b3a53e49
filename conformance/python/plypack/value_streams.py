"""values: the numbers of times and evaluations (values.8 to values.10).

`code` writes the given numbers or reads as many, depending on the bits of the Mixer. It returns the numbers in both cases.
"""

from .limits import PlypackError
from .mixing import Mixer, bucket

MAX_TIME = 2**27  # values.1: times are below this
MAX_EVALUATION = 2**24  # values.2: evaluations are below this, and above its negative


def coarse(value, maximum):
    """values.8"""
    if value < 4:
        return value
    highest = value.bit_length() - 1
    return min(2 * highest + (value >> (highest - 1) & 1), maximum)


def fail(why):
    raise PlypackError("ANNOTATION_MALFORMED", None, why)


def signed(negative, size):
    """A number of this magnitude; 0 is not negative."""
    if negative and size == 0:
        fail("0 is coded as negative")
    return -size if negative else size


class Times:
    """values.9"""

    def __init__(self, bits):
        self.mixer = Mixer(bits)

    def code(self, profile, times):
        """The times of a game, in tenths of seconds."""
        found, spents = [], []
        for i, time in enumerate(times):
            before = profile.base if i < 2 else found[i - 2]
            whole = before + (profile.increment if i >= 2 else 0)
            contexts = self._contexts(profile, i, before, spents[i % 2 :: 2][-4:])
            spents.append(self._spent(contexts, whole - time // profile.unit))
            found.append(whole - spents[-1])
            if not 0 <= found[-1] * profile.unit < MAX_TIME:
                fail("time out of range")
        return [time * profile.unit for time in found]

    @staticmethod
    def _contexts(profile, i, before, spents):
        average = (sum(max(spent, 0) for spent in spents) + 1) // 2
        phase = i // 2 if i < 16 else min(8 + (i - 16) // 16, 15)
        part = min(16 * before // max(profile.base, 1), 31)
        return (64 * min(i // 2, 15) + bucket(before), 32 * phase + part, 2 * coarse(average, 31) + (profile.unit == 1))

    def _spent(self, contexts, spent):
        negative = self.mixer.decide(contexts, 128, 7, int(spent < 0))
        return signed(negative, self.mixer.number(contexts, 0, 0, abs(spent)))


class Evaluations:
    """values.10"""

    def __init__(self, bits):
        self.mixer = Mixer(bits)

    def code(self, evaluations):
        """The evaluations of a game."""
        found, last, change = [], (False, 0), 0
        for j, (mate, number) in enumerate(evaluations):
            side = j % 2
            contexts = self._contexts(last, change, j)
            mate = bool(self.mixer.decide(contexts, 0, int(last[0]), int(mate)))
            if mate == last[0]:
                sign = 1 if mate or side == 1 else -1
                change = self._change(contexts, int(mate), sign * (number - last[1]))
                last = (mate, last[1] + sign * change)
            else:
                change = 0
                last = (mate, self._whole(contexts, number))
            if abs(last[1]) >= MAX_EVALUATION:
                fail("evaluation out of range")
            found.append(last)
        return found

    @staticmethod
    def _contexts(last, change, j):
        side = j % 2
        return (
            2 * grade(*last) + side,
            4 * min(j // 8, 15) + 2 * side + last[0],
            2 * (2 * coarse(abs(change), 15) + (change < 0)) + side,
        )

    def _change(self, contexts, mate, change):
        if self.mixer.decide(contexts, 1, 2 + mate, int(change == 0)):
            return 0
        negative = self.mixer.decide(contexts, 2, 4 + mate, int(change < 0))
        nodes, weights = (132, 14) if negative else (4, 7)
        size = 1 + self.mixer.number(contexts, nodes, weights, abs(change) - 1)
        return -size if negative else size

    def _whole(self, contexts, number):
        negative = self.mixer.decide(contexts, 3, 6, int(number < 0))
        return signed(negative, self.mixer.number(contexts, 260, 21, abs(number)))


def grade(mate, number):
    size = abs(number)
    g = 31 if mate else size // 20 if size < 320 else min(16 + (size - 320) // 160, 30)
    return 2 * g + (number < 0)
