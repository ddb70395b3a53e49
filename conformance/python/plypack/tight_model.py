"""tight-model: the file of a model (spec/tight-model.md)."""

from array import array
from functools import lru_cache

from .tables import SPEC
from .wire import Cursor

MAGIC = b"PLYTIGHT"
MODELS = {0xBC0F4CA2: "tight-model-1.bin"}  # tight.1
INPUT_ROWS, OUTPUT_ROWS, UNITS, ENTRIES = 4025, 1238, 512, 352_224  # tight-model.2
GROUP = 512


class Model:
    def __init__(self, data):
        """tight-model.1, tight-model.2"""
        cursor = Cursor(data)
        assert cursor.take(8) == MAGIC
        self.inputs = rows(read_list(cursor, INPUT_ROWS * UNITS))
        self.outputs = rows(read_list(cursor, OUTPUT_ROWS * UNITS))
        self.biases = read_list(cursor, OUTPUT_ROWS)
        self.pair_table = read_list(cursor, ENTRIES)
        self.exp2 = [cursor.u16() + 1 for _ in range(1024)]  # tight-model.4
        cursor.end()


@lru_cache(maxsize=1)
def model(checksum=0xBC0F4CA2):
    return Model((SPEC / MODELS[checksum]).read_bytes())


def rows(weights):
    return [weights[start : start + UNITS] for start in range(0, len(weights), UNITS)]


def read_list(cursor, n):
    """tight-model.3"""
    size = cursor.varint()
    parameters = cursor.take((n + GROUP - 1) // GROUP)
    bits = text_of_bits(cursor.take(size))
    weights = array("h")
    position = 0
    for number, k in enumerate(parameters):
        count = min(GROUP, n - number * GROUP)
        if k == 255:
            weights.extend([0] * count)
            continue
        for _ in range(count):
            stop = bits.index("0", position)
            end = stop + 1 + k
            low = int("0" + bits[end - 1 : stop : -1], 2)  # least significant bit first
            z = (stop - position << k) + low
            weights.append(-(z + 1 >> 1) if z & 1 else z >> 1)
            position = end
    return weights


def text_of_bits(data):
    """The bits as text, least significant bit of each byte first."""
    return format(int.from_bytes(data, "little"), f"0{8 * len(data)}b")[::-1] if data else ""
