"""zstd: a small decoder for RFC 8878, and frames of raw and RLE blocks. The numbers in comments are sections of the RFC.

A port in a language with a zstd library does not need this module.
"""

from functools import lru_cache

MAGIC = b"\x28\xb5\x2f\xfd"
BLOCK_BYTES = 128 * 1024


class ZstdError(Exception):
    pass


def need(condition, why):
    if not condition:
        raise ZstdError(why)


# Frames (3.1.1)


def decompress(data, limit):
    """The content of the frame in the data, at most `limit` bytes. Nothing follows the frame (container.9)."""
    frame = Frame(data, 0, limit)
    out = frame.decode()
    need(frame.place == len(data), "bytes after the frame")
    return out


class Frame:
    def __init__(self, data, place, limit):
        self.data = data
        self.place = place
        self.limit = limit
        self.out = bytearray()
        self.huffman = None
        self.tables = {"ll": None, "of": None, "ml": None}
        self.offsets = [1, 4, 8]

    def take(self, size):
        need(self.place + size <= len(self.data), "the frame is truncated")
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def decode(self):
        need(self.take(4) == MAGIC, "no frame")
        size, has_checksum = self.header()
        last = False
        while not last:
            head = self.number(3)  # 3.1.1.2
            last, kind, length = head & 1, head >> 1 & 3, head >> 3
            self.block(kind, length)
            need(len(self.out) <= self.limit, "too many bytes")
        need(size is None or size == len(self.out), "not the size that the frame claims")
        if has_checksum:
            need(self.number(4) == xxh64(bytes(self.out)) & 0xFFFFFFFF, "checksum of the frame")
        return bytes(self.out)

    def header(self):
        """3.1.1.1: the size of the content, or None, and whether there is a checksum."""
        descriptor = self.number(1)
        single = descriptor >> 5 & 1
        need(not descriptor & 8, "a reserved bit")
        window = None if single else self.number(1)
        dictionary = self.number((0, 1, 2, 4)[descriptor & 3])
        need(dictionary == 0, "a dictionary")
        width = (single, 2, 4, 8)[descriptor >> 6]
        size = self.number(width) + (256 if width == 2 else 0) if width else None
        if window is None:
            self.window = size
        else:
            base = 1 << 10 + (window >> 3)
            self.window = base + base // 8 * (window & 7)
        return size, descriptor & 4

    def block(self, kind, length):
        need(length <= BLOCK_BYTES, "a block is too long")
        if kind == 0:
            self.out += self.take(length)
        elif kind == 1:
            self.out += self.take(1) * length
        else:
            need(kind == 2, "a reserved kind of block")
            before = len(self.out)
            Block(self, self.take(length)).decode()
            need(len(self.out) - before <= BLOCK_BYTES, "a block decompresses to too much")


# Compressed blocks (3.1.1.3)

LITERAL_BASES = list(range(16)) + [16, 18, 20, 22, 24, 28, 32, 40, 48, 64] + [2**k for k in range(7, 17)]
LITERAL_BITS = [0] * 16 + [1, 1, 1, 1, 2, 2, 3, 3, 4, 6] + list(range(7, 17))
MATCH_BASES = list(range(3, 35)) + [35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99] + [2**k + 3 for k in range(7, 17)]
MATCH_BITS = [0] * 32 + [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5] + list(range(7, 17))
DEFAULT_COUNTS = {
    "ll": [4, 3] + [2] * 11 + [1] * 3 + [2] * 9 + [3, 2] + [1] * 5 + [-1] * 4,
    "of": [1] * 6 + [2] * 3 + [1] * 15 + [-1] * 5,
    "ml": [1, 4, 3] + [2] * 6 + [1] * 37 + [-1] * 7,
}
DEFAULT_LOG = {"ll": 6, "of": 5, "ml": 6}
MAX_LOG = {"ll": 9, "of": 8, "ml": 9}
MAX_SYMBOL = {"ll": 35, "of": 31, "ml": 52}


class Block:
    def __init__(self, frame, data):
        self.frame = frame
        self.data = data
        self.place = 0

    def take(self, size):
        need(self.place + size <= len(self.data), "the block is truncated")
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, size):
        return int.from_bytes(self.take(size), "little")

    def decode(self):
        literals = self.literals()
        sequences = self.sequences()
        self.execute(literals, sequences)

    # 3.1.1.3.1

    def literals(self):
        need(self.data, "an empty block")
        kind, form = self.data[0] & 3, self.data[0] >> 2 & 3
        if kind < 2:
            size = self.number(1) >> 3 if form % 2 == 0 else self.number(2 if form == 1 else 3) >> 4
            need(size <= BLOCK_BYTES, "too many literals")
            return self.take(size) if kind == 0 else self.take(1) * size
        bits = (10, 10, 14, 18)[form]
        head = self.number((3, 3, 4, 5)[form]) >> 4
        size, stored = head & (1 << bits) - 1, head >> bits
        need(size <= BLOCK_BYTES, "too many literals")
        return self.huffman_literals(kind, 1 if form == 0 else 4, size, self.take(stored))

    def huffman_literals(self, kind, streams, size, data):
        if kind == 2:
            self.frame.huffman, used = huffman_table(data)
            data = data[used:]
        need(self.frame.huffman is not None, "no Huffman table")
        if streams == 1:
            return huffman_stream(self.frame.huffman, data, size)
        need(len(data) >= 6, "no jump table")
        ends = [int.from_bytes(data[i : i + 2], "little") for i in (0, 2, 4)]
        pieces, start = [], 6
        for length in ends + [len(data) - 6 - sum(ends)]:
            need(length > 0, "a stream is empty")
            pieces.append(data[start : start + length])
            start += length
        each = (size + 3) // 4
        need(size - 3 * each >= 0, "too few literals for four streams")
        sizes = [each, each, each, size - 3 * each]
        return b"".join(huffman_stream(self.frame.huffman, piece, n) for piece, n in zip(pieces, sizes))

    # 3.1.1.3.2

    def sequences(self):
        count = self.number(1)
        if count == 255:
            count = self.number(2) + 0x7F00
        elif count >= 128:
            count = (count - 128 << 8) + self.number(1)
        if count == 0:
            need(self.place == len(self.data), "bytes after the last sequence")
            return []
        modes = self.number(1)
        need(modes & 3 == 0, "reserved bits of the modes")
        tables = self.frame.tables
        for name, shift in (("ll", 6), ("of", 4), ("ml", 2)):
            tables[name] = self.table(name, modes >> shift & 3, tables[name])
        return self.read_sequences(count, tables["ll"], tables["of"], tables["ml"])

    def table(self, name, mode, last):
        if mode == 0:
            return default_table(name)
        if mode == 1:
            symbol = self.number(1)
            need(symbol <= MAX_SYMBOL[name], "no such symbol")
            return [(symbol, 0, 0)]
        if mode == 2:
            log, counts, used = fse_counts(self.data[self.place :], MAX_LOG[name], MAX_SYMBOL[name])
            self.place += used
            return fse_table(log, counts)
        need(last is not None, "no table to repeat")
        return last

    def read_sequences(self, count, ll, of, ml):
        bits = BackwardBits(self.data[self.place :])
        ll_state, of_state, ml_state = (bits.read(len(t).bit_length() - 1) for t in (ll, of, ml))
        found = []
        for index in range(count):
            ll_code, of_code, ml_code = ll[ll_state][0], of[of_state][0], ml[ml_state][0]
            offset = (1 << of_code) + bits.read(of_code)
            match = MATCH_BASES[ml_code] + bits.read(MATCH_BITS[ml_code])
            literals = LITERAL_BASES[ll_code] + bits.read(LITERAL_BITS[ll_code])
            found.append((literals, match, offset))
            if index + 1 < count:
                ll_state = next_state(ll, ll_state, bits)
                ml_state = next_state(ml, ml_state, bits)
                of_state = next_state(of, of_state, bits)
        need(bits.left == 0, "bits after the last sequence")
        return found

    # 3.1.1.4, 3.1.1.5

    def execute(self, literals, sequences):
        out = self.frame.out
        place = 0
        for count, match, offset_value in sequences:
            need(place + count <= len(literals), "too few literals")
            out += literals[place : place + count]
            place += count
            offset = self.offset(offset_value, count)
            need(0 < offset <= min(len(out), max(self.frame.window, 1)), "an offset before the start")
            start = len(out) - offset
            if offset >= match:
                out += out[start : start + match]
            else:
                pattern = bytes(out[start:])
                out += (pattern * (match // offset + 1))[:match]
            need(len(out) <= self.frame.limit, "too many bytes")
        out += literals[place:]

    def offset(self, value, literals):
        last = self.frame.offsets
        if value > 3:
            last[:] = [value - 3, last[0], last[1]]
            return last[0]
        index = value - 1 + (literals == 0)
        offset = last[index] if index < 3 else last[0] - 1
        if index:
            last[:] = [offset, last[0], last[2] if index == 1 else last[1]]
        return offset


# Bits, FSE (4.1), Huffman (4.2)


class BackwardBits:
    """A bit stream that is read from its end; its last byte has a 1 above the bits."""

    def __init__(self, data):
        need(data and data[-1], "a bit stream without end mark")
        self.value = int.from_bytes(data, "little")
        self.left = self.value.bit_length() - 1

    def read(self, count):
        need(count <= self.left, "the bit stream is truncated")
        self.left -= count
        return self.value >> self.left & (1 << count) - 1


def fse_counts(data, max_log, max_symbol):
    """4.1.1: accuracy, counts of the symbols, bytes used."""
    bits = int.from_bytes(data[:512], "little")
    log = (bits & 15) + 5
    need(log <= max_log, "accuracy")
    place = 4
    left = 1 << log
    counts = []
    while left > 0:
        width = (left + 1).bit_length()
        value = bits >> place & (1 << width) - 1
        low = value & (1 << width - 1) - 1
        spare = (1 << width) - 1 - (left + 1)
        if low < spare:
            value, place = low, place + width - 1
        else:
            value, place = value - spare if value >= 1 << width - 1 else value, place + width
        counts.append(value - 1)
        left -= abs(value - 1)
        if value == 1:
            repeat = 3
            while repeat == 3:
                repeat = bits >> place & 3
                place += 2
                counts += [0] * repeat
        need(len(counts) <= max_symbol + 1 and place <= 8 * len(data), "counts of symbols")
    need(left == 0, "counts of symbols")
    return log, counts, (place + 7) // 8


def fse_table(log, counts):
    """4.1.1: for every state its symbol, and the bits and base of the next state."""
    size = 1 << log
    symbols = [None] * size
    high = size
    for symbol, count in enumerate(counts):
        if count == -1:
            high -= 1
            symbols[high] = symbol
    place = 0
    for symbol, count in enumerate(counts):
        for _ in range(max(count, 0)):
            symbols[place] = symbol
            place = place + (size >> 1) + (size >> 3) + 3 & size - 1
            while place >= high:
                place = place + (size >> 1) + (size >> 3) + 3 & size - 1
    upcoming = [abs(count) for count in counts]
    table = []
    for symbol in symbols:
        number = upcoming[symbol]
        upcoming[symbol] += 1
        bits = log - number.bit_length() + 1
        table.append((symbol, bits, (number << bits) - size))
    return table


@lru_cache(maxsize=3)
def default_table(name):
    """3.1.1.3.2.2"""
    return fse_table(DEFAULT_LOG[name], DEFAULT_COUNTS[name])


def next_state(table, state, bits):
    _, width, base = table[state]
    return base + bits.read(width)


def huffman_table(data):
    """4.2.1: pairs of symbol and length for every number of the longest code's bits; bytes used."""
    need(data, "no Huffman table")
    head = data[0]
    if head >= 128:
        count = head - 127
        used = 1 + (count + 1) // 2
        need(used <= len(data), "the Huffman table is truncated")
        weights = [data[1 + i // 2] >> (4 if i % 2 == 0 else 0) & 15 for i in range(count)]
    else:
        used = 1 + head
        need(used <= len(data), "the Huffman table is truncated")
        weights = huffman_weights(data[1:used])
    return huffman_entries(weights), used


def huffman_weights(data):
    """4.2.1.2: two states take turns until the bits are used up."""
    log, counts, used = fse_counts(data, 6, 255)
    table = fse_table(log, counts)
    bits = BackwardBits(data[used:])
    states = [bits.read(log), bits.read(log)]
    weights = []
    turn = 0
    while True:
        need(len(weights) < 255, "too many weights")
        symbol, width, base = table[states[turn]]
        weights.append(symbol)
        if width > bits.left:
            weights.append(table[states[1 - turn]][0])
            return weights
        states[turn] = base + bits.read(width)
        turn = 1 - turn


def huffman_entries(weights):
    total = sum(1 << weight - 1 for weight in weights if weight)
    need(total > 0 and max(weights) <= 11, "weights")
    log = total.bit_length()
    rest = (1 << log) - total
    need(rest & rest - 1 == 0 and log <= 11, "weights")
    weights = weights + [rest.bit_length()]
    entries = []
    for weight in range(1, log + 1):
        for symbol, other in enumerate(weights):
            if other == weight:
                entries += [(symbol, log + 1 - weight)] * (1 << weight - 1)
    need(len(entries) == 1 << log, "weights")
    return entries


def huffman_stream(entries, data, size):
    """4.2.2"""
    log = len(entries).bit_length() - 1
    bits = BackwardBits(data)
    value = bits.value << log  # bits after the end count as 0
    left = bits.left
    out = bytearray()
    for _ in range(size):
        symbol, length = entries[value >> left & (1 << log) - 1]
        left -= length
        need(left >= 0, "the bit stream is truncated")
        out.append(symbol)
    need(left == 0, "bits after the last literal")
    return bytes(out)


# Checksum


def xxh64(data):
    """XXH64 with seed 0."""
    p1, p2, p3, p4, p5 = (
        0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5,
    )  # fmt: skip
    mask = 2**64 - 1

    def turn(value, count):
        return (value << count | value >> 64 - count) & mask

    def mix(lane, value):
        return turn((lane + value * p2) & mask, 31) * p1 & mask

    def word(place, size):
        return int.from_bytes(data[place : place + size], "little")

    place, hashed = 0, p5
    if len(data) >= 32:
        lanes = [(p1 + p2) & mask, p2, 0, -p1 & mask]
        while place + 32 <= len(data):
            lanes = [mix(lane, word(place + 8 * i, 8)) for i, lane in enumerate(lanes)]
            place += 32
        hashed = sum(turn(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & mask
        for lane in lanes:
            hashed = ((hashed ^ mix(0, lane)) * p1 + p4) & mask
    hashed = (hashed + len(data)) & mask
    while place + 8 <= len(data):
        hashed = (turn(hashed ^ mix(0, word(place, 8)), 27) * p1 + p4) & mask
        place += 8
    if place + 4 <= len(data):
        hashed = (turn(hashed ^ word(place, 4) * p1 & mask, 23) * p2 + p3) & mask
        place += 4
    for byte in data[place:]:
        hashed = turn(hashed ^ byte * p5 & mask, 11) * p1 & mask
    hashed = (hashed ^ hashed >> 33) * p2 & mask
    hashed = (hashed ^ hashed >> 29) * p3 & mask
    return hashed ^ hashed >> 32
