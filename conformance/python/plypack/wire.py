"""wire: integers, columns of integers, lists of strings, checksums (spec/wire.md)."""

from .limits import VALUES, PlypackError


class Cursor:
    """Reads bytes from first to last.

    Errors have the offset `base` + position in the data, or always `base` if the data is the content of a section (limits.13).
    """

    def __init__(self, data, base=0, in_section=False):
        self.data = data
        self.base = base
        self.in_section = in_section
        self.position = 0

    def offset(self, position=None):
        """The offset of an error at this position of the data, or at the current one."""
        if self.in_section:
            return self.base
        return self.base + (self.position if position is None else position)

    def fail(self, name, why, position=None):
        raise PlypackError(name, self.offset(position), why)

    def left(self):
        return len(self.data) - self.position

    def take(self, size):
        if size > self.left():
            self.fail("TRUNCATED", f"{size} bytes are needed, {self.left()} are left")  # wire.7
        start = self.position
        self.position += size
        return self.data[start : self.position]

    def u16(self):
        return int.from_bytes(self.take(2), "little")  # wire.1

    def u32(self):
        return int.from_bytes(self.take(4), "little")

    def u64(self):
        return int.from_bytes(self.take(8), "little")

    def varint(self, limit=2**64 - 1):
        """wire.2, wire.3; a number above the limit is LIMIT_EXCEEDED."""
        start = self.position
        value = 0
        for index in range(10):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << (7 * index)
            if byte < 0x80:
                break
        if byte >= 0x80 or value >= 2**64 or (byte == 0 and index > 0):
            self.fail("VARINT_MALFORMED", "too long or too large", start)
        if value > limit:
            self.fail("LIMIT_EXCEEDED", f"{value} is above {limit}", start)
        return value

    def column(self, n):
        """wire.4"""
        start = self.position
        if n > VALUES:
            self.fail("LIMIT_EXCEEDED", "too many values", start)  # limits.2
        width = self.take(1)[0]
        if width > 4:
            self.fail("SECTION_MALFORMED", f"width {width}", start)
        planes = [self.take(n) for _ in range(width)]
        if width > 0 and not any(planes[-1]):
            self.fail("SECTION_MALFORMED", "wider than the values need", start)
        return [sum(plane[i] << (8 * k) for k, plane in enumerate(planes)) for i in range(n)]

    def strings(self, n):
        """wire.5"""
        lengths = self.column(n)
        return cut(self.take(sum(lengths)), lengths)

    def end(self):
        """wire.7: nothing is left over."""
        if self.left():
            self.fail("TRAILING_BYTES", f"{self.left()} bytes are left over")


def cut(data, lengths):
    """The data in slices of these lengths."""
    pieces = []
    start = 0
    for length in lengths:
        pieces.append(data[start : start + length])
        start += length
    return pieces


def u32(value):
    return value.to_bytes(4, "little")


def u64(value):
    return value.to_bytes(8, "little")


def varint(value):
    """wire.2"""
    out = bytearray()
    while value >= 0x80:
        out.append(0x80 | value & 0x7F)
        value >>= 7
    out.append(value)
    return bytes(out)


def column(values):
    """wire.4"""
    width = (max(values, default=0).bit_length() + 7) // 8
    planes = [bytes(value >> (8 * k) & 0xFF for value in values) for k in range(width)]
    return bytes([width]) + b"".join(planes)


def strings(texts):
    """wire.5"""
    return column([len(text) for text in texts]) + b"".join(texts)


def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)  # 1EDC6F41 with its bits reversed
        table.append(value)
    return table


CRC_TABLE = _crc_table()


def checksum(data):
    """wire.6: CRC-32C."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF
