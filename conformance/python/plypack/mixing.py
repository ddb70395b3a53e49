"""mixing: context mixing of binary decisions (spec/mixing.md)."""

from .limits import PlypackError
from .range_coder import Decoder

ONE = 65536  # mixing.1: probabilities are in units of 1 / 65536
INITIAL_PROBABILITY, INITIAL_WEIGHT, MAX_COUNT = 32768, 22000, 255

# mixing.2: S[i] is 65536 / (1 + exp(-(i - 16) / 2))
S = (
    22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108,
    4971, 7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581, 57724, 60565,
    62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514,
)  # fmt: skip


def squash(x):
    """mixing.3: the probability with these log-odds, in units of 1 / 256."""
    i, r = divmod(max(-2047, min(x, 2047)) + 2048, 128)
    return (S[i] * (128 - r) + S[i + 1] * r) // 128


def _stretch_table():
    """mixing.3: the log-odds of every floor(P / 16)."""
    table, x = [], -2047
    for step in range(4096):
        while x < 2047 and squash(x) < 16 * step + 8:
            x += 1
        table.append(x)
    return table


STRETCH = _stretch_table()


class BitEncoder:
    """Writes given decisions to the range coder."""

    def __init__(self, encoder):
        self.coder = encoder

    def decide(self, p_one, bit):
        """mixing.4"""
        self.coder.write(*_interval(p_one, bit), ONE)
        return bit

    def raw(self, width, value):
        self.coder.write(value, 1, 1 << width)
        return value


class BitDecoder:
    """Reads decisions from the range coder. The values passed in are ignored."""

    def __init__(self, code):
        self.coder = Decoder(code)

    def decide(self, p_one, _):
        target = self._target(ONE)
        bit = int(target < p_one)
        self.coder.take(*_interval(p_one, bit), ONE)
        return bit

    def raw(self, width, _):
        value = self._target(1 << width)
        self.coder.take(value, 1, 1 << width)
        return value

    def _target(self, total):
        """range-coder.6: a target beyond the total is in no interval."""
        target = self.coder.target(total)
        if target >= total:
            raise PlypackError("MOVE_MALFORMED", self.coder.offset(), "in the interval of no symbol")
        return target


def _interval(p, bit):
    return (0, p) if bit else (p, ONE - p)


class Mixer:
    """The counters and weights for times or for evaluations. `bits` is a BitEncoder or a BitDecoder.

    Methods take the value to be coded (a decoder ignores it), and return the value coded.
    """

    def __init__(self, bits):
        self.bits = bits
        self.counters = {}  # by index of the context, context and node: the probability of 1, and the number of updates
        self.weights = {}

    def decide(self, contexts, node, weights, bit=None):
        """A decision. `weights` is the index of the set."""
        keys = [(table, context, node) for table, context in enumerate(contexts)]
        counters = [self.counters.setdefault(key, (INITIAL_PROBABILITY, 0)) for key in keys]
        w = self.weights.setdefault(weights, [INITIAL_WEIGHT] * len(keys))
        x = [STRETCH[probability // 16] for probability, _ in counters]
        p = squash(sum(map(int.__mul__, w, x)) // ONE)  # mixing.4
        p = max(64, min(p, 65472))
        bit = self.bits.decide(p, bit)
        error = ONE * bit - p  # mixing.5
        w[:] = [w_j + (x_j * error + 8192) // 16384 for w_j, x_j in zip(w, x)]
        for key, counter in zip(keys, counters):
            self.counters[key] = _updated(*counter, bit)
        return bit

    def number(self, contexts, first_node, first_weights, value):
        """mixing.6, mixing.7: a number. Its nodes start at `first_node`, its sets of weights at `first_weights`."""
        index = bucket(value)
        node = 1
        for bit_number in range(6):
            bit = self.decide(contexts, first_node + node, first_weights + bit_number, index >> (5 - bit_number) & 1)
            node = 2 * node + bit
        found = node - 64
        if found < 8:
            return found
        if found == 63:
            return LAST_BUCKET + self._raw_bits(28, value - LAST_BUCKET)
        e, m = 3 + (found - 8) // 4, 4 + (found - 8) % 4
        remainder = value % (1 << (e - 2))
        high = self.decide(contexts, first_node + 64 + found, first_weights + 6, remainder >> (e - 3))
        low = self._raw_bits(e - 3, remainder % (1 << (e - 3)))
        return (2 * m + high << (e - 3)) + low

    def _raw_bits(self, width, value):
        """mixing.6"""
        if width > 14:
            upper = self.bits.raw(width - 14, value >> 14)
            return (upper << 14) + self.bits.raw(14, value % (1 << 14))
        return self.bits.raw(width, value) if width else 0


def _updated(probability, count, bit):
    """mixing.5: a counter after the bit."""
    rate = 131072 // (2 * count + 3)
    if bit:
        probability += (65535 - probability) * rate // ONE
    else:
        probability -= probability * rate // ONE
    return probability, min(count + 1, MAX_COUNT)


LAST_BUCKET = 114688  # the first number of bucket 63


def bucket(value):
    """mixing.6: the bucket of a number."""
    if value < 8:
        return value
    if value >= LAST_BUCKET:
        return 63
    e = value.bit_length() - 1
    return 8 + 4 * (e - 3) + (value >> (e - 2)) - 4
