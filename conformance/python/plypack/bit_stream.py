"""bit-stream: bit packing (spec/bit-stream.md)."""

from .limits import PlypackError


def width(choices):
    """bit-stream.2: the bits for one of this many choices."""
    return (choices - 1).bit_length() if choices > 0 else 0


class BitWriter:
    def __init__(self):
        self.bits = []

    def write(self, value, bits):
        """bit-stream.1: highest bit first."""
        self.bits += [value >> k & 1 for k in reversed(range(bits))]

    def write_escaped(self, value, bits):
        """bit-stream.4"""
        ones = 2**bits - 1
        while value >= ones:
            self.write(ones, bits)
            value -= ones
        self.write(value, bits)

    def finish(self, padding=None):
        """bit-stream.3: the bytes, the last one padded."""
        bits = self.bits + [padding] * (-len(self.bits) % 8)
        return bytes(int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits), 8))


class BitReader:
    """Reads bits from `data`, from byte `start` on. Offsets of errors are in bytes, plus `base`."""

    def __init__(self, data, start=0, base=0):
        self.data = data
        self.position = 8 * start
        self.base = base

    def offset(self):
        """The offset of the byte with the next bit."""
        return self.base + self.position // 8

    def read(self, bits):
        end = self.position + bits
        if end > 8 * len(self.data):
            raise PlypackError("TRUNCATED", self.base + len(self.data), "the code ends before the last ply")  # codecs.2
        first, last = self.position // 8, (end + 7) // 8
        value = int.from_bytes(self.data[first:last], "big") >> (8 * last - end)
        self.position = end
        return value & (2**bits - 1)

    def read_escaped(self, bits):
        """bit-stream.4"""
        ones = 2**bits - 1
        value = part = self.read(bits)
        while part == ones:
            part = self.read(bits)
            value += part
        return value

    def finish(self, padding=None):
        """bit-stream.3: only padding bits are left."""
        at = self.offset()
        left = -self.position % 8
        if left and self.read(left) != (2**left - 1 if padding else 0):
            raise PlypackError("MOVE_MALFORMED", at, "padding bits")
        if self.position < 8 * len(self.data):
            raise PlypackError("TRAILING_BYTES", self.offset(), "code after the last ply")  # codecs.2
