"""Builds files of the format, valid or with one error, as annotated hex. Written from the specification; numbers, columns, strings and
checksums are those of conformance/python, for which the vectors of the chapter wire have codes of their own."""

import copy

from plypack.wire import checksum as crc32c
from plypack.wire import column, strings, u32, u64, varint

from vector_file import pieces


def u16(n):
    return n.to_bytes(2, "little")


def varints(*numbers):
    return b"".join(map(varint, numbers))


def zstd_frame(content, block_type=0):
    """A zstd frame with one block, stored (0) or of one repeated byte (1)."""
    size = len(content)
    flag, size_field = (0x20, bytes([size])) if size < 256 else (0xA0, u32(size))
    block = content if block_type == 0 else content[:1]
    header = (1 | block_type << 1 | size << 3).to_bytes(3, "little")
    return bytes.fromhex("28b52ffd") + bytes([flag]) + size_field + header + block


def skippable_frame(content):
    """A skippable zstd frame."""
    return bytes.fromhex("502a4d18") + u32(len(content)) + content


def zstd_runs(*parts):
    """A zstd frame and the length of its content. Parts are bytes, or pairs of one or several bytes and their number of
    repetitions."""
    blocks, size = [], 0
    for part in parts:
        if isinstance(part, bytes):
            blocks += [(0, len(part[at:at + 2**17]), part[at:at + 2**17]) for at in range(0, len(part), 2**17)]
            size += len(part)
        elif isinstance(part[0], bytes):
            content = zstd_repeated(*part)
            blocks.append((2, len(content), content))
            size += len(part[0]) * part[1]
        else:
            byte, count = part
            blocks += [(1, min(count - at, 2**17), bytes([byte])) for at in range(0, count, 2**17)]
            size += count
    headers = [(int(i == len(blocks) - 1) | kind << 1 | length << 3).to_bytes(3, "little") for i, (kind, length, _) in enumerate(blocks)]
    frame = bytes.fromhex("28b52ffd a0") + u32(size) + b"".join(header + data for header, (*_, data) in zip(headers, blocks))
    return frame, size


def zstd_repeated(text, count):
    """A compressed block: up to 15 bytes as literals, and one sequence that repeats them to `count` copies, 4,099 to
    65,538 bytes. Its three codes are tables of one symbol (RFC 8878, 3.1.1.3.2)."""
    copied, distance = len(text) * (count - 1), len(text) + 3
    match = (copied - 3).bit_length() - 1
    assert len(text) < 16 and 12 <= match < 16
    offset = distance.bit_length() - 1
    bits = (1 << offset | distance - (1 << offset)) << match | copied - 3 - (1 << match)
    return bytes([len(text) << 3]) + text + bytes([1, 0x54, len(text), offset, match + 36]) + bits.to_bytes(bits.bit_length() + 7 >> 3, "little")


def packed(kind, meaning, *parts, param=0):
    """A section with such a frame as content."""
    frame, size = zstd_runs(*parts)
    return Section(kind, frame, meaning, param=param, compression=1, raw_len=size)


def joined(parts):
    return b"".join(data for data, _ in parts)


class Parts:
    """A unit of parts, which are pairs of bytes and their meaning. The last part of a footer or segment is its checksum."""

    def bytes(self):
        return joined(self.parts())

    def size(self):
        return len(self.bytes())

    def checksum(self):
        return int.from_bytes(self.parts()[-1][0], "little")


def state_of(found):
    """The contents of lists and objects, for comparison."""
    if isinstance(found, list):
        return [*map(state_of, found)]
    return {key: state_of(value) for key, value in vars(found).items()} if hasattr(found, "__dict__") else found


class Section:
    """One section of a block. Fields that are None follow from the content."""

    def __init__(self, kind, stored, meaning, param=0, compression=0, raw_len=None, stored_len=None, crc=None):
        self.kind, self.stored, self.meaning, self.param, self.compression = kind, stored, meaning, param, compression
        self.raw_len, self.stored_len, self.crc = raw_len, stored_len, crc

    def fields(self):
        raw_len = len(self.stored) if self.raw_len is None else self.raw_len
        stored_len = len(self.stored) if self.stored_len is None else self.stored_len
        numbers = varints(self.kind, self.param, self.compression, raw_len, stored_len)
        return numbers, u32(crc32c(self.stored) if self.crc is None else self.crc)


PLIES, MOVES, MOVE_SIZES, STATES, NAMES = range(1, 6)
TAG_LAYOUTS, TAG_VALUES, ANNOTATIONS, COMMENT_TEXT, UNPARSED_TEXT, VALUES, VALUE_CODES = range(7, 14)
KINDS = ["", "plies", "moves", "move_sizes", "states", "names", "unknown", "tag_layouts", "tag_values", "annotations",
         "comment_text", "unparsed_text", "values", "value_codes"]


def tag_layouts(names, layouts, of_game):
    """tags.2"""
    out = varint(len(names)) + strings(names) + varint(len(layouts))
    for layout in layouts:
        out += varint(len(layout)) + varints(*layout)
    return out + column(of_game)


# Sections by their content.
plies = lambda values, meaning: Section(PLIES, column(values), meaning)
moves = lambda codes, meaning, param=3: Section(MOVES, codes, meaning, param=param)
move_sizes = lambda values, meaning: Section(MOVE_SIZES, column(values), meaning)
states = lambda values, meaning: Section(STATES, column(values), meaning)
layouts = lambda names, layouts, of_game, meaning: Section(TAG_LAYOUTS, tag_layouts(names, layouts, of_game), meaning)
no_tags = lambda games=1: layouts([], [[]], [0] * games, "no tag names, one empty tag layout")
texts = lambda values, meaning: Section(TAG_VALUES, strings(values), meaning)
unparsed = lambda values, meaning: Section(UNPARSED_TEXT, strings(values), meaning)


class Block(Parts):
    """One block. Fields that are None are computed from the others."""

    def __init__(self, games, plies, sections):
        self.games, self.plies, self.sections, self.attributes = games, plies, sections, 0
        self.first_number, self.number = None, 0  # as given; by its place in the file
        self.magic, self.fields_len, self.count, self.crc, self.tail = b"PLYB", None, None, None, b""

    def at_number(self, first):
        """The block with this number for its first game, whatever its place in the file."""
        self.first_number = first
        return self

    def section(self, kind, nth=0):
        return [s for s in self.sections if s.kind == kind][nth]

    def parts(self):
        numbers = [self.games, self.plies, self.attributes, self.number if self.first_number is None else self.first_number]
        count = len(self.sections) if self.count is None else self.count
        fields = [(varints(*numbers), "games, plies, attributes, first number"), (varint(count), "number of sections")]
        for section in self.sections:
            name = KINDS[section.kind] if section.kind < len(KINDS) else "unknown"
            header, crc = section.fields()
            fields += [(header, f"section {name}: kind, parameter, compression, length, stored length"), (crc, "its checksum")]
        if self.tail:
            fields.append((self.tail, "left over"))
        body = joined(fields)
        start = self.magic + u32(len(body) if self.fields_len is None else self.fields_len)
        crc = crc32c(start + body) if self.crc is None else self.crc
        out = [(self.magic, "block"), (start[4:], "length of its fields")] + fields + [(u32(crc), "checksum of the block header")]
        return out + [(s.stored, s.meaning) for s in self.sections if s.stored]

    def header_parts(self):
        """The number of parts of the header."""
        return 1 + next(i for i, (_, meaning) in enumerate(self.parts()) if meaning == "checksum of the block header")

    def header_crc(self):
        return int.from_bytes(self.parts()[self.header_parts() - 1][0], "little")

    def features(self):
        """versions.4"""
        codecs = [s.param % 256 for s in self.sections if s.kind == MOVES]
        archive = 12 in codecs or any(s.kind in (VALUES, VALUE_CODES) for s in self.sections)
        return ARCHIVE if archive else 0


class Versions:
    """If `required` is None, it follows from the content of the file."""

    def __init__(self, write=10, read=10, required=None, optional=0):
        self.write, self.read, self.required, self.optional = write, read, required, optional

    def parts(self, needed=0):
        required = needed if self.required is None else self.required
        return [(u16(self.write) + u16(self.read), "write version, read version"),
                (u32(required) + u32(self.optional), "required and optional features")]


ARCHIVE, RESERVED, EDITS = 1, 2, 4  # versions.4
DELETED, REPLACED = 0, 1  # container.14
AS_WRITTEN = -1  # no action: an append takes an edit back
START = 1536  # container.1
RECORDS = (512, 1024)  # container.15


class Part(bytes):
    """An optional part of this kind, as an item of a file."""

    def __new__(cls, kind, content):
        made = super().__new__(cls, content)
        made.kind = kind
        return made

    def __deepcopy__(self, _):
        return self


def bytes_part(item):
    return [(bytes(item), "an optional part" if isinstance(item, Part) else "garbage")]


def with_fields(item, **fields):
    """The item with other values of fields: `footer__crc` is `item.footer.crc`, and `items__1__crc` is `item.items[1].crc`."""
    for path, value in fields.items():
        *owners, name = path.split("__")
        owner = item
        for part in owners:
            owner = owner[int(part)] if part.isdigit() else getattr(owner, part)
        setattr(owner, name, value)
    return item


def with_content(block, kind, stored=None, **fields):
    """The block with another content of its section of this kind, or with other fields of it."""
    with_fields(block.section(kind), **fields, **({} if stored is None else {"stored": stored}))
    return block


def with_more(block, *sections):
    """The block with more sections."""
    block.sections += sections
    return block


def listed(what, number=1):
    """The number of a list of a footer (container.13)."""
    return varint(number), f"number of {what}"


def listed_block(*numbers, crc=0):
    """Entries of lists of a footer, of any numbers."""
    return [(varints(*numbers), "gap, length, games, plies, attributes"), (u32(crc), "checksum of its block header")]


def listed_segment(*numbers):
    return [listed("index segments"), (varints(*numbers), "an index segment"), (u32(0), "its checksum")]


def listed_part(*numbers, number=1):
    return [listed("optional parts", number), (varints(*numbers), "an optional part: kind, offset, length"), (u32(0), "its checksum")]


def listed_edits(*gaps, action=DELETED):
    return [listed("edits", len(gaps)), *((varints(gap, action), "an edit: gap, action") for gap in gaps)]


class Footer(Parts):
    """A footer for `blocks`, one after another from `start`, with numbers for gaps. `segments` has lists of a segment, its offset and
    the first block; `edits` pairs of a number and an action; `optional` pairs of a part and its offset. Fields that are None are
    computed from the others. `versions` are in the commit record that names it."""

    def __init__(self, blocks, gap=0):
        self.blocks, self.gap = blocks, gap
        self.versions, self.magic = Versions(), b"PLYF"
        self.count = self.crc = self.body_len = self.entries = None
        self.segments, self.edits, self.optional = [], [], []
        self.edit_parts = self.segment_parts = self.optional_parts = None
        self.tail = b""

    def entry_parts(self):
        if self.entries is not None:
            return self.entries
        parts, gap = [], self.gap
        for block in self.blocks:
            if isinstance(block, int):
                gap += block
                continue
            parts += listed_block(gap, block.size(), block.games, block.plies, block.attributes, crc=block.header_crc())
            gap = 0
        return parts

    def lists(self):
        """container.13: the four lists."""
        count = sum(1 for b in self.blocks if not isinstance(b, int)) if self.count is None else self.count
        segments = [listed("index segments", len(self.segments))]
        for segment, at, first in self.segments:
            numbers = [at, segment.size(), first, segment.blocks]
            segments += [(varints(*numbers), "an index segment: offset, length, first block, blocks"),
                         (u32(segment.checksum()), "checksum of its header")]
        edits, following = [listed("edits", len(self.edits))], 0
        for number, action in sorted(self.edits):
            edits.append((varint(number - following) + varint(action), "an edit: gap, action"))
            following = number + 1
        optional = [listed("optional parts", len(self.optional))]
        for part, at in self.optional:
            optional += [(varint(part.kind) + varint(at) + varint(len(part)), "an optional part: kind, offset, length"), (u32(crc32c(part)), "its checksum")]
        return [listed("blocks", count), *self.entry_parts(), *(self.segment_parts or segments), *(self.edit_parts or edits),
                *(self.optional_parts or optional)]

    def needed(self):
        """versions.4"""
        blocks = [b for b in self.blocks if isinstance(b, Block)]
        features = EDITS if self.edits or any(b.attributes for b in blocks) else 0
        for block in blocks:
            features |= block.features()
        return features

    def parts(self):
        body = self.lists()
        if self.tail:
            body.append((self.tail, "left over"))
        data = joined(body)
        start = self.magic + u32(len(data) if self.body_len is None else self.body_len)
        crc = crc32c(start + data) if self.crc is None else self.crc
        return [(self.magic, "footer"), (start[4:], "length of its body")] + body + [(u32(crc), "checksum of the footer")]


class Header:
    def __init__(self, versions=None):
        self.versions, self.magic = versions or Versions(), bytes.fromhex("8f504c590d0a1a0a")
        self.reserved, self.crc = bytes(8), None

    def parts(self):
        out = [(self.magic, "plypack")] + self.versions.parts() + [(self.reserved, "reserved")]
        crc = crc32c(joined(out)) if self.crc is None else self.crc
        return out + [(u32(crc), "checksum of the file header")]


class Record:
    """A commit record. Fields that are None follow from the footer that it names."""

    def __init__(self, sequence=1):
        self.sequence, self.reserved = sequence, bytes(8)
        self.versions = self.at = self.length = self.footer_crc = self.file_id = self.crc = None

    def parts(self, name, file, footer, at):
        """container.15"""
        given = lambda value, found: found if value is None else value
        place = u64(given(self.at, at)) + u32(given(self.length, footer.size())) + u32(given(self.footer_crc, footer.checksum()))
        out = [(u64(self.sequence), f"record {name}: sequence number"), (place, "offset, length and checksum of the footer")]
        out += given(self.versions, footer.versions).parts(footer.needed())
        out += [(given(self.file_id, file.file_id()), "file id"), (self.reserved, "reserved")]
        crc = crc32c(joined(out)) if self.crc is None else self.crc
        return out + [(u32(crc), f"checksum of record {name}")]


def fnv(data):
    """container.17"""
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in data:
        value = (value ^ byte) * (2**88 + 0x13B) % 2**128
    return value.to_bytes(16, "little")


class File(Parts):
    """Header, records, blocks and footers; `items` can contain bytes: garbage or optional parts. `footer` is in force;
    the previous record names the last footer among the items, if there is one."""

    def __init__(self, *blocks):
        self.header = Header()
        self.items = list(blocks)
        self.footer = Footer(list(blocks))
        self.records = None
        self.tail = b""

    def old_footer(self):
        return next((item for item in reversed(self.items) if isinstance(item, Footer)), None)

    def in_force(self):
        """The place of the record in force, by the number of footers: A, B, A, B."""
        return 1 - self.commits() % 2 if self.commits() > 1 else 0

    def commits(self):
        return 1 + sum(isinstance(item, Footer) for item in self.items)

    def record(self):
        """The record in force, to be changed."""
        self.settle()
        return self.records[self.in_force()]

    def settle(self):
        """Makes the records, if there are none yet, and numbers the games of the blocks."""
        if self.records is None:
            newest = self.commits()
            self.records = [Record(max(1, newest - (place != self.in_force()))) for place in range(2)]
        numbers = [0, 0]
        for block in self.items:
            if isinstance(block, Block):
                block.number = numbers[block.attributes % 2]
                numbers[block.attributes % 2] += block.games

    def file_id(self):
        """container.17: of the blocks that the first footer with games lists."""
        headers = []
        for item in self.items:
            if isinstance(item, Footer) and headers:
                break
            if isinstance(item, Block) and not item.attributes:
                headers += [data for data, _ in item.parts()[:item.header_parts()]]
        return fnv(b"".join(headers)) if headers else bytes(16)

    def offset_of(self, wanted):
        at = START
        for item in self.items:
            if item is wanted:
                return at
            at += len(item) if isinstance(item, bytes) else item.size()
        return at

    def record_parts(self):
        """The parts between the header and the first unit."""
        if self.footer is None:
            return [(bytes(START - 32), "zeros: no records")]
        old, out, end = self.old_footer() or self.footer, [], 32
        for place, (name, record) in enumerate(zip("AB", self.records)):
            footer = self.footer if place == self.in_force() or record.sequence == self.records[self.in_force()].sequence else old
            out += [(bytes(RECORDS[place] - end), "zeros"), *record.parts(name, self, footer, self.offset_of(footer))]
            end = RECORDS[place] + 64
        return [*out, (bytes(START - end), "zeros")]

    def copy(self):
        return copy.deepcopy(self)

    def parts(self):
        self.settle()
        out = self.header.parts() + self.record_parts()
        for item in self.items:
            out += bytes_part(item) if isinstance(item, bytes) else item.parts()
        if self.footer is not None:
            out += self.footer.parts()
        if self.tail:
            out.append((self.tail, "after the end"))
        return [(d, m) for d, m in out if d]

    def start_in_one(self):
        """The header and the records as one part."""
        self.settle()
        records = "no commit records" if self.footer is None else "commit records {} and {}".format(*(record.sequence for record in self.records))
        return joined(self.header.parts() + self.record_parts()), f"file header, {records}"

    def has_usual_start(self):
        """Returns whether header and records can be computed from the rest of the file."""
        self.settle()
        footers = [item for item in [*self.items, self.footer] if isinstance(item, Footer)]
        usual = File(*self.items)
        usual.settle()
        return state_of([self.header, self.records, [footer.versions for footer in footers]]) == state_of([Header(), usual.records, [Versions()] * len(footers)])

    def input(self):
        """A start that can be computed from the rest is one piece, because most vectors test something else. Large
        files are shown in outline."""
        is_large = len(self.items) > 16 or any(len(item.sections) > 64 for item in self.items if isinstance(item, Block))
        if not self.has_usual_start():
            return pieces(*self.parts())
        return self.outline() if is_large else self.outline(object)

    def outline(self, *detailed):
        """The input with one piece each for the start of the file, for the header of a block, and for any other item,
        except items of the `detailed` classes, whose parts are separate."""
        self.settle()
        out = [self.start_in_one()]
        for item in [*self.items, *filter(None, [self.footer])]:
            if isinstance(item, bytes):
                out += bytes_part(item)
            elif isinstance(item, detailed):
                out += item.parts()
            elif isinstance(item, Block):
                size, parts = item.header_parts(), item.parts()
                out += [(joined(parts[:size]), f"header of a block: {item.games} games, {len(item.sections)} sections"), *parts[size:]]
            else:
                out.append((joined(item.parts()), type(item).__name__.lower()))
        return pieces(*((data, meaning) for data, meaning in [*out, (self.tail, "after the end")] if data))

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
