"""Builds files of the format, valid or with one error, as annotated hex. Written from the specification."""

import copy

from vector_file import pieces


def _crc_table():
    table = []
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        table.append(n)
    return table


CRC_TABLE = _crc_table()


def crc32c(data):
    """wire.6"""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def u16(n):
    return n.to_bytes(2, "little")


def u32(n):
    return n.to_bytes(4, "little")


def varint(n):
    """wire.2"""
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def column(values):
    """wire.4"""
    width = 0
    while any(v >> 8 * width for v in values):
        width += 1
    planes = (bytes(v >> 8 * plane & 0xFF for v in values) for plane in range(width))
    return bytes([width]) + b"".join(planes)


def strings(values):
    """wire.5"""
    return column([len(v) for v in values]) + b"".join(values)


def zstd_frame(content, block_type=0):
    """A zstd frame with one block that is stored (0) or one repeated byte (1)."""
    size = len(content)
    flag, size_field = (0x20, bytes([size])) if size < 256 else (0xA0, u32(size))
    block = content if block_type == 0 else content[:1]
    header = (1 | block_type << 1 | size << 3).to_bytes(3, "little")
    return bytes.fromhex("28b52ffd") + bytes([flag]) + size_field + header + block


def skippable_frame(content):
    """A zstd frame that is skipped."""
    return bytes.fromhex("502a4d18") + u32(len(content)) + content


def zstd_runs(*parts):
    """A zstd frame and the length of its content, of parts that are bytes, or pairs of a byte and how often it repeats."""
    blocks, size = [], 0
    for part in parts:
        if isinstance(part, bytes):
            blocks += [(0, len(part[at:at + 2**17]), part[at:at + 2**17]) for at in range(0, len(part), 2**17)]
            size += len(part)
        else:
            byte, count = part
            blocks += [(1, min(count - at, 2**17), bytes([byte])) for at in range(0, count, 2**17)]
            size += count
    headers = [(int(i == len(blocks) - 1) | kind << 1 | length << 3).to_bytes(3, "little") for i, (kind, length, _) in enumerate(blocks)]
    frame = bytes.fromhex("28b52ffd a0") + u32(size) + b"".join(header + data for header, (*_, data) in zip(headers, blocks))
    return frame, size


def packed(kind, meaning, *parts, param=0):
    """A section whose content is such a frame."""
    frame, size = zstd_runs(*parts)
    return Section(kind, frame, meaning, param=param, compression=1, raw_len=size)


class Section:
    """One section of a block. Fields that are None follow from the content."""

    def __init__(self, kind, stored, meaning, param=0, compression=0, raw_len=None, stored_len=None, crc=None):
        self.kind, self.stored, self.meaning, self.param, self.compression = kind, stored, meaning, param, compression
        self.raw_len, self.stored_len, self.crc = raw_len, stored_len, crc

    def fields(self):
        raw_len = len(self.stored) if self.raw_len is None else self.raw_len
        stored_len = len(self.stored) if self.stored_len is None else self.stored_len
        numbers = b"".join(map(varint, [self.kind, self.param, self.compression, raw_len, stored_len]))
        return numbers, u32(crc32c(self.stored) if self.crc is None else self.crc)


VERSION = 0x000A  # versions.1
UNITS_START = 1536  # container.1

PLIES, MOVES, MOVE_SIZES, STATES, NAMES = range(1, 6)
TAG_LAYOUTS, TAG_VALUES, ANNOTATIONS, COMMENT_TEXT, UNPARSED_TEXT, VALUES, VALUE_CODES = range(7, 14)
KINDS = ["", "plies", "moves", "move_sizes", "states", "names", "unknown", "tag_layouts", "tag_values", "annotations",
         "comment_text", "unparsed_text", "values", "value_codes"]


def tag_layouts(names, layouts, of_game):
    """tags.2"""
    out = varint(len(names)) + strings(names) + varint(len(layouts))
    for layout in layouts:
        out += varint(len(layout)) + b"".join(map(varint, layout))
    return out + column(of_game)


class Block:
    """One block. Fields that are None are computed from the others. `first` is given by the file that lists the block, unless it is `pinned`."""

    def __init__(self, games, plies, sections):
        self.games, self.plies, self.sections, self.attributes = games, plies, sections, 0
        self.first, self.pinned = 0, False
        self.magic, self.fields_len, self.count, self.crc, self.tail = b"PLYB", None, None, None, b""

    def at_number(self, first):
        """The block, with this number of its first game, wherever it is listed."""
        self.first, self.pinned = first, True
        return self

    def section(self, kind, nth=0):
        return [s for s in self.sections if s.kind == kind][nth]

    def parts(self):
        numbers = [self.games, self.plies]
        count = len(self.sections) if self.count is None else self.count
        fields = [(b"".join(map(varint, numbers)), "games, plies"),
                  (varint(self.attributes) + varint(self.first), "attributes, first number"),
                  (varint(count), "number of sections")]
        for section in self.sections:
            name = KINDS[section.kind] if section.kind < len(KINDS) else "unknown"
            header, crc = section.fields()
            fields += [(header, f"section {name}: kind, parameter, compression, length, stored length"),
                       (crc, "its checksum")]
        if self.tail:
            fields.append((self.tail, "left over"))
        body = b"".join(data for data, _ in fields)
        start = self.magic + u32(len(body) if self.fields_len is None else self.fields_len)
        crc = crc32c(start + body) if self.crc is None else self.crc
        out = [(self.magic, "block"), (start[4:], "length of its fields")] + fields + [(u32(crc), "checksum of the block header")]
        return out + [(s.stored, s.meaning) for s in self.sections if s.stored]

    def header(self):
        """The bytes of the block header."""
        return self.bytes()[: self.size() - sum(len(s.stored) for s in self.sections)]

    def header_crc(self):
        parts = self.parts()
        index = next(i for i, (_, meaning) in enumerate(parts) if meaning == "checksum of the block header")
        return int.from_bytes(parts[index][0], "little")

    def size(self):
        return sum(len(data) for data, _ in self.parts())

    def bytes(self):
        return b"".join(data for data, _ in self.parts())

    def features(self):
        """versions.4"""
        codecs = [s.param % 256 for s in self.sections if s.kind == MOVES]
        archive = 12 in codecs or any(s.kind in (VALUES, VALUE_CODES) for s in self.sections)
        return ARCHIVE if archive else 0


class Versions:
    """`required` that is None follows from what the file holds."""

    def __init__(self, write=VERSION, read=VERSION, required=None, optional=0):
        self.write, self.read, self.required, self.optional = write, read, required, optional

    def parts(self, needed=0):
        required = needed if self.required is None else self.required
        return [(u16(self.write) + u16(self.read), "write version, read version"),
                (u32(required) + u32(self.optional), "required and optional features")]


ARCHIVE, RESERVED, EDITS = 1, 2, 4  # versions.4
DELETED, REPLACED = 0, 1  # container.14


class Part:
    """An optional part of a footer, and its bytes."""

    def __init__(self, kind, data=b"new"):
        self.kind, self.data = kind, data

    def parts(self):
        return [(self.data, "an optional part")]

    def size(self):
        return len(self.data)


class Footer:
    """A footer for `blocks`, with gaps between them where the list has numbers; a file sets the places of what it holds.
    `segments` are lists of a segment, its offset (None: where the file has it) and the first block; `edits` pairs of a number and an
    action; `optional` parts. Fields that are None are computed from the others."""

    def __init__(self, blocks, gap=0):
        self.blocks, self.gap, self.places = blocks, gap, {}
        self.magic, self.count, self.crc, self.body_len, self.entries = b"PLYF", None, None, None, None
        self.segments, self.edits, self.optional = [], [], []
        self.edit_parts = self.segment_parts = self.optional_parts = None
        self.tail = b""

    def listed(self):
        return [block for block in self.blocks if isinstance(block, Block)]

    def entry_parts(self):
        if self.entries is not None:
            return self.entries
        parts, gap, end = [], self.gap, UNITS_START
        for block in self.blocks:
            if isinstance(block, int):
                gap = block
                continue
            gap = self.places[id(block)] - end if id(block) in self.places else gap
            numbers = [gap, block.size(), block.games, block.plies, block.attributes]
            parts += [(b"".join(map(varint, numbers)), "gap, length, games, plies, attributes"),
                      (u32(block.header_crc()), "checksum of its block header")]
            end, gap = end + gap + block.size(), 0
        return parts

    def lists(self):
        """container.13: the four lists."""
        count = len(self.listed()) if self.count is None else self.count
        segments = [(varint(len(self.segments)), "number of index segments")]
        for segment, at, first in self.segments:
            numbers = [self.places[id(segment)] if at is None else at, segment.size(), first, segment.blocks]
            segments += [(b"".join(map(varint, numbers)), "an index segment: offset, length, first block, blocks"),
                         (u32(segment.checksum()), "checksum of its header")]
        edits, following = [(varint(len(self.edits)), "number of edits")], 0
        for number, action in self.edits:
            edits.append((varint(number - following) + varint(action), "an edit: gap, action"))
            following = number + 1
        optional = [(varint(len(self.optional)), "number of optional parts")]
        for part in self.optional:
            numbers = [part.kind, self.places[id(part)], len(part.data)]
            optional += [(b"".join(map(varint, numbers)), "an optional part: kind, offset, length"), (u32(crc32c(part.data)), "its checksum")]
        return [(varint(count), "number of blocks"), *self.entry_parts(), *(self.segment_parts or segments), *(self.edit_parts or edits),
                *(self.optional_parts or optional)]

    def needed(self):
        """versions.4"""
        features = EDITS if self.edits or any(b.attributes for b in self.listed()) else 0
        for block in self.listed():
            features |= block.features()
        return features

    def parts(self):
        body = self.lists()
        if self.tail:
            body.append((self.tail, "left over"))
        data = b"".join(d for d, _ in body)
        start = self.magic + u32(len(data) if self.body_len is None else self.body_len)
        crc = crc32c(start + data) if self.crc is None else self.crc
        return [(self.magic, "footer"), (start[4:], "length of its body")] + body + [(u32(crc), "checksum of the footer")]

    def checksum(self):
        return int.from_bytes(self.parts()[-1][0], "little")

    def size(self):
        return sum(len(data) for data, _ in self.parts())

    def bytes(self):
        return b"".join(data for data, _ in self.parts())


def number_blocks(blocks, counts=None):
    """Gives blocks the numbers of their first games and replacements; returns the numbers after them."""
    counts = counts or [0, 0]
    for block in blocks:
        kind = min(block.attributes, 1)
        if not block.pinned:
            block.first = counts[kind]
        counts[kind] = block.first + block.games
    return counts


def file_id(blocks):
    """container.17"""
    ordinary = [block.header() for block in blocks if block.attributes == 0]
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in b"".join(ordinary):
        value = (value ^ byte) * (2**88 + 0x13B) % 2**128
    return value.to_bytes(16, "little") if ordinary else bytes(16)


class Header:
    def __init__(self, versions=None):
        self.versions, self.magic = versions or Versions(), bytes.fromhex("8f504c590d0a1a0a")
        self.reserved, self.crc = bytes(8), None

    def parts(self):
        out = [(self.magic, "plypack")] + self.versions.parts() + [(self.reserved, "reserved")]
        crc = crc32c(b"".join(d for d, _ in out)) if self.crc is None else self.crc
        return out + [(u32(crc), "checksum of the file header")]


class Record:
    """A commit record, of a footer (None: the last of the file) and with versions (None: those of the file). Fields that are None are
    computed."""

    def __init__(self, sequence=1, footer=None):
        self.sequence, self.footer, self.versions = sequence, footer, None
        self.at = self.length = self.checksum = self.file_id = self.crc = None
        self.reserved = bytes(8)

    def parts(self, name, file, places):
        footer = self.footer or file.footer
        known = footer is not None
        at = self.at if self.at is not None else places[id(footer)] if known else places["end"]
        length = self.length if self.length is not None else footer.size() if known else 16
        checksum = self.checksum if self.checksum is not None else footer.checksum() if known else 0
        named = file.file_id if self.file_id is None else self.file_id
        versions = b"".join(data for data, _ in (self.versions or file.versions).parts(footer.needed() if known else 0))
        named = file_id(file.first_blocks(footer)) if named is None else named
        out = [(self.sequence.to_bytes(8, "little"), f"{name}: sequence number"),
               (at.to_bytes(8, "little") + u32(length) + u32(checksum), f"{name}: offset, length and checksum of the footer"),
               (versions, f"{name}: versions and features"), (named + self.reserved, f"{name}: file id, reserved")]
        return out + [(u32(crc32c(b"".join(d for d, _ in out)) if self.crc is None else self.crc), f"{name}: checksum")]


class File:
    """Header, commit records, and units; `items` may have bytes, which belong to no unit. The last footer is apart from them."""

    def __init__(self, *blocks):
        self.header, self.versions, self.a, self.b = Header(), Versions(), Record(), Record()
        self.items = list(blocks)
        self.footer = Footer([block for block in blocks if isinstance(block, Block)])
        self.file_id, self.tail, self.zeros = None, b"", [bytes(480), bytes(448), bytes(448)]
        self.set_places()

    def copy(self):
        return copy.deepcopy(self)

    def units(self):
        return self.items + ([] if self.footer is None else [self.footer])

    def first_blocks(self, footer):
        """Those that the file had when it first had games, which make its id."""
        for unit in self.units():
            if isinstance(unit, Footer) and unit.listed():
                return unit.listed()
        return [block for block in self.items if isinstance(block, Block)]

    def set_places(self):
        """Numbers the blocks, and tells all footers where units are; returns the places."""
        listed, counts = [], None
        for footer in self.units():
            if isinstance(footer, Footer):
                counts = number_blocks(footer.listed())
                listed += footer.listed()
        number_blocks([item for item in self.items if isinstance(item, Block) and not any(item is block for block in listed)], counts)
        places, at = {}, UNITS_START
        for unit in self.units():
            places[id(unit)] = at
            if isinstance(unit, Footer):
                unit.places = dict(places)
            at += len(unit) if isinstance(unit, bytes) else unit.size()
        return places | {"end": at}

    def place(self, unit):
        return self.set_places()[id(unit)]

    def parts(self):
        places = self.set_places()
        out = self.header.parts() + [(self.zeros[0], "zeros")]
        for name, record, zeros in (("record A", self.a, self.zeros[1]), ("record B", self.b, self.zeros[2])):
            out += record.parts(name, self, places) + [(zeros, "zeros")]
        for unit in self.units():
            out += [(unit, "garbage")] if isinstance(unit, bytes) else unit.parts()
        if self.tail:
            out.append((self.tail, "unfinished"))
        return [(d, m) for d, m in out if d]

    def input(self):
        return pieces(*self.parts())

    def bytes(self):
        return b"".join(d for d, _ in self.parts())

    def offset(self, meaning, nth=0):
        """The offset of the nth part with this meaning."""
        at = 0
        for data, text in self.parts():
            if text.startswith(meaning):
                if nth == 0:
                    return at
                nth -= 1
            at += len(data)
        raise KeyError(meaning)

    def block_start(self, nth=0):
        return self.offset("block", nth)
