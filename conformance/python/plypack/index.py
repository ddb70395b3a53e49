"""index: the position index (spec/index.md). Searches here do not use it; segments can be skipped and shown."""

from typing import NamedTuple

from . import container, search, wire
from .limits import PlypackError

MAGIC = b"PLYX"
PAGE = 4096  # index.4
MAX_FIELDS, MAX_POSITIONS, MAX_ENTRY_BYTES, MAX_BUCKET_BITS, MAX_LIST_BYTES = 2**20, 2**26, 2**26, 24, 2**28  # index.2


class Fields(NamedTuple):
    """index.2"""

    block: int
    block_checksum: int
    games: int
    moves_length: int
    positions: int
    entries_length: int
    bucket_bits: int
    lists_length: int
    table_checksum: int

    def parts(self):
        """index.3: how many bytes each part of the body has."""
        return [10 * self.games, 8 * self.positions, 4 * self.positions, self.entries_length, 4 * 2**self.bucket_bits, self.lists_length]


class Segment(NamedTuple):
    fields: Fields
    checksum: int
    table: bytes
    body: int  # its offset
    end: int


def header_at(data, start):
    """container.15: the length of the segment at this offset, and where its header ends; raises if its header is not valid."""
    fields, header_end, _ = _header_at(data, start)
    size = sum(fields.parts())
    return header_end - start + 4 * -(-size // PAGE) + size, header_end


def _header_at(data, start):
    """The fields, the end and the checksum of the header of the segment at this offset."""
    prefix = wire.Cursor(data[start : start + 8], start)
    if prefix.take(4) != MAGIC:
        raise PlypackError("BLOCK_MALFORMED", start, "no segment magic")
    length = prefix.u32()
    if length > MAX_FIELDS:
        raise PlypackError("LIMIT_EXCEEDED", start + 4, "length of the fields")
    header = wire.Cursor(data[start : start + 8 + length + 4], start)
    checked = header.take(8 + length)
    checksum = header.u32()
    if checksum != wire.checksum(checked):
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the segment header")
    return _parse_fields(wire.Cursor(checked[8:], start + 8)), start + 12 + length, checksum


def segment_at(data, start):
    """The segment at this offset; raises if its header or table is corrupt or truncated."""
    fields, table_start, checksum = _header_at(data, start)
    size = sum(fields.parts())
    body = table_start + 4 * -(-size // PAGE)
    table = wire.Cursor(data[table_start:body]).take(body - table_start)
    if wire.checksum(table) != fields.table_checksum:
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the table")
    return Segment(fields, checksum, table, body, body + size)


def _parse_fields(cursor):
    """index.2"""
    fields = Fields(
        cursor.varint(), cursor.u32(), cursor.varint(), cursor.varint(), cursor.varint(MAX_POSITIONS), cursor.varint(MAX_ENTRY_BYTES),
        cursor.varint(MAX_BUCKET_BITS), cursor.varint(MAX_LIST_BYTES), cursor.u32(),
    )
    cursor.end()
    return fields


# Finding segments (index.1)


def segments(file):
    """For every block of an opened file its segment, or None."""
    found = [None] * len(file.headers)
    for entry in file.listing.segments:
        found[entry.first_block] = _usable(file, entry) or found[entry.first_block]
    return found


def _usable(file, entry):
    """The listed segment; None if it is not there, or of another block."""
    try:
        segment = segment_at(file.data, entry.at)
    except PlypackError:
        return None
    header = file.headers[entry.first_block]
    expected = (entry.checksum, entry.at + entry.length, header.at, header.checksum, header.games)
    fields = segment.fields
    return segment if expected == (segment.checksum, segment.end, fields.block, fields.block_checksum, fields.games) else None


# Content of a segment


def contents(data, segment):
    """Records of games, entries by key, lists of buckets; raises if a rule is broken (index.4)."""
    fields = segment.fields
    records, keys, entry_offsets, entries, bucket_offsets, lists = _parts(data, segment)
    keys = _numbers(keys, 8)
    if any(one >= other for one, other in zip(keys, keys[1:])):
        _refuse("keys not ascending")
    entries = [_entry(wire.Cursor(data), fields.games) for data in _by_offsets(entries, entry_offsets)]
    return {
        "games": [_record(wire.Cursor(record)) for record in wire.cut(records, [10] * fields.games)],
        "entries": [{"key": str(key), **entry} for key, entry in zip(keys, entries)],
        "buckets": [_whole(_list, wire.Cursor(data), fields.games) for data in _by_offsets(lists, bucket_offsets)],
    }


def shown(data, segment):
    """As `contents`; None for a segment that is missing or unusable."""
    try:
        return segment and contents(data, segment)
    except PlypackError:
        return None


def _refuse(why):
    raise PlypackError("SECTION_MALFORMED", None, why)


def _parts(data, segment):
    """index.3, index.4: the parts of the body, after a check of all pages."""
    body = data[segment.body : segment.end]
    checksums = wire.Cursor(segment.table)
    for start in range(0, len(body), PAGE):
        if wire.checksum(body[start : start + PAGE]) != checksums.u32():
            raise PlypackError("CHECKSUM_SECTION", segment.body + start, "checksum of a page")
    return wire.cut(body, segment.fields.parts())


def _numbers(data, size):
    return [int.from_bytes(segment, "little") for segment in wire.cut(data, [size] * (len(data) // size))]


def _by_offsets(data, offsets):
    """The slices of data that end at these offsets."""
    offsets = _numbers(offsets, 4)
    starts = [0, *offsets[:-1]]
    if any(not start <= end <= len(data) for start, end in zip(starts, offsets)):
        _refuse("offsets out of order")
    return [data[start:end] for start, end in zip(starts, offsets)]


def _record(cursor):
    """index.6"""
    return [cursor.u32(), cursor.u16(), cursor.u16(), cursor.u16()]


def _whole(read, cursor, *arguments):
    found = read(cursor, *arguments)
    cursor.end()
    return found


def _entry(cursor, games):
    """index.7"""
    groups = [[cursor.varint(), _list(cursor, games)] for _ in range(cursor.varint(cursor.left()))]
    branches = [[cursor.u16(), *(cursor.varint() for _ in range(7))] for _ in range(cursor.varint(cursor.left()))]
    cursor.end()
    if any(one[0] >= other[0] for one, other in zip(groups, groups[1:])):
        _refuse("plies not ascending")
    return {"groups": groups, "branches": branches}


def _list(cursor, games):
    """index.9"""
    count = cursor.varint(games)
    if count == 0:
        return []
    data = cursor.take(cursor.varint())
    bits, left = int.from_bytes(data, "little"), 8 * len(data)
    low = max(1, games // count).bit_length() - 1
    numbers, number = [], -1
    for _ in range(count):
        ones = (~bits & (bits + 1)).bit_length() - 1  # number of one bits from the lowest on
        bits, left = bits >> ones + 1, left - ones - 1 - low
        number += 1 + (ones << low | bits % 2**low)
        bits >>= low
        if left < 0 or number >= games:
            _refuse("a list that breaks a rule")
        numbers.append(number)
    if left >= 8 or bits:
        _refuse("bits left over")
    return numbers


# Keys (index.5)


def _number(i):
    z = (i + 1) * 0x9E3779B97F4A7C15 % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


PIECES = " PNBRQK  pnbrqk"


def key(board):
    """index.5"""
    found = 0
    for square, piece in enumerate(board.pieces):
        if piece is not None:
            found ^= _number(64 * PIECES.index(piece) + square)
    for rook in board.castling_rooks:
        found ^= _number(1024 + rook)
    file = search.en_passant_file(board)
    if file is not None:
        found ^= _number(1088 + file)
    return found if board.white_to_move else found ^ _number(1096)
