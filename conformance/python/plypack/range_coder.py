"""range-coder: range coding of symbols by frequency (spec/range-coder.md)."""

from .limits import PlypackError

TOP = 2**40
LOW_BITS = 2**32


class Encoder:
    def __init__(self):
        self.low = 0  # range-coder.2
        self.range = TOP
        self.bytes = bytearray()

    def write(self, cum, freq, total):
        step = self.range // total  # range-coder.3
        self.low += step * cum
        self.range = step * freq
        if self.low >= TOP:
            self.low -= TOP
            self._carry()
        while self.range < LOW_BITS:  # range-coder.4
            self.bytes.append(self.low // LOW_BITS)
            self.low = self.low % LOW_BITS * 256
            self.range *= 256

    def _carry(self):
        """range-coder.3: adds 1 to the bytes, taken as one number."""
        index = len(self.bytes) - 1
        while self.bytes[index] == 0xFF:
            self.bytes[index] = 0
            index -= 1
        self.bytes[index] += 1

    def finish(self):
        """range-coder.5"""
        if self.low == 0:
            return bytes(self.bytes).rstrip(b"\0")
        if self.low + self.range > TOP:
            self._carry()
            return bytes(self.bytes).rstrip(b"\0")
        return bytes(self.bytes) + bytes([-(-self.low // LOW_BITS)])


class Decoder:
    """Reads symbols from a code. Offsets of errors are in bytes of the code."""

    def __init__(self, code):
        self.code = code
        self.range = TOP  # range-coder.6
        self.position = 0
        self.distance = 0  # `offset` in the chapter: the difference between the code and `low`
        for _ in range(5):
            self._next_byte()

    def _next_byte(self):
        byte = self.code[self.position] if self.position < len(self.code) else 0
        self.distance = self.distance * 256 + byte
        self.position += 1

    def offset(self):
        """range-coder.6: the offset of errors, the next byte or the end."""
        return min(self.position, len(self.code))

    def target(self, total):
        """range-coder.6: the symbol is the one whose interval contains this."""
        return self.distance // (self.range // total)

    def take(self, cum, freq, total):
        step = self.range // total
        self.distance -= step * cum
        self.range = step * freq
        while self.range < LOW_BITS:
            self.range *= 256
            self._next_byte()

    def finish(self):
        """range-coder.7: the code is the canonical one."""
        written = self.position - 5
        if len(self.code) > written + 1:
            raise PlypackError("TRAILING_BYTES", written + 1, "bytes after the end of the code")
        if len(self.code) == written + 1:
            good = self._is_canonical_end(self.code[-1])
        else:
            good = not self.code.endswith(b"\0")
        if not good:
            raise PlypackError("MOVE_MALFORMED", self.offset(), "not the shortest code")

    def _is_canonical_end(self, last):
        low = last * LOW_BITS - self.distance
        return low > 0 and low + self.range <= TOP and -(-low // LOW_BITS) == last
