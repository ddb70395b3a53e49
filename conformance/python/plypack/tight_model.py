"""tight-model: the file of a model (spec/tight-model.md)."""

from functools import lru_cache

from .tables import SPEC
from .wire import Cursor

MAGIC = b"PLYTIGHT"
MODELS = {0x2B3166FD: "tight-model-2.bin"}  # tight.1
INPUTS, FIRST_UNITS, SECOND_UNITS, OUTPUTS, ENTRIES = 4806, 256, 64, 2088, 323_712  # tight-model.2


class Model:
    def __init__(self, data):
        """tight-model.1, tight-model.2"""
        cursor = Cursor(data)
        assert cursor.take(8) == MAGIC
        self.inputs = rows(cursor, INPUTS, FIRST_UNITS)
        self.second = rows(cursor, SECOND_UNITS, FIRST_UNITS)
        self.second_biases = numbers(cursor, SECOND_UNITS)
        self.outputs = rows(cursor, OUTPUTS, SECOND_UNITS)
        self.biases = numbers(cursor, OUTPUTS)
        self.pair_table = signed(cursor.take(ENTRIES))
        self.temperatures = numbers(cursor, 16)
        self.exp2 = [cursor.u16() + 1 for _ in range(1024)]  # tight-model.3
        cursor.end()


@lru_cache(maxsize=1)
def model():
    (name,) = MODELS.values()
    return Model((SPEC / name).read_bytes())


def signed(data):
    return memoryview(bytes(data)).cast("b")


def rows(cursor, count, width):
    weights = signed(cursor.take(count * width))
    return [weights[start : start + width] for start in range(0, count * width, width)]


def numbers(cursor, count):
    return [int.from_bytes(cursor.take(2), "little", signed=True) for _ in range(count)]
