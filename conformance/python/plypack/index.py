"""index: the position index (spec/index.md). A search does not need it: what is here passes over pieces, and shows them."""

from typing import NamedTuple

from . import container, search, wire
from .limits import PlypackError

MAGIC = b"PLYX"
PAGE = 4096  # index.4
MOST_FIELDS, MOST_POSITIONS, MOST_ENTRY_BYTES, MOST_BUCKET_BITS, MOST_LIST_BYTES = 2**20, 2**26, 2**26, 24, 2**28  # index.2


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


class Piece(NamedTuple):
    fields: Fields
    table: bytes
    body: int  # where it begins
    end: int


def piece_at(data, start):
    """The piece at this place; raises if its head or table is damaged or cut."""
    frame = wire.Cursor(data[start : start + 8], start)
    if frame.take(4) != MAGIC:
        raise PlypackError("BLOCK_MALFORMED", start, "no piece is here")
    length = frame.u32()
    if length > MOST_FIELDS:
        raise PlypackError("LIMIT_EXCEEDED", start + 4, "length of the fields")
    head = wire.Cursor(data[start : start + 8 + length + 4], start)
    checked = head.take(8 + length)
    if head.u32() != wire.checksum(checked):
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the head")
    fields = _parse_fields(wire.Cursor(checked[8:], start + 8))
    size = sum(fields.parts())
    table_start = start + 12 + length
    body = table_start + 4 * -(-size // PAGE)
    table = wire.Cursor(data[table_start:body]).take(body - table_start)
    if wire.checksum(table) != fields.table_checksum:
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the table")
    return Piece(fields, table, body, body + size)


def piece_size(data, start):
    """How many bytes the piece at this place has."""
    return piece_at(data, start).end - start


def _parse_fields(cursor):
    """index.2"""
    fields = Fields(
        cursor.varint(), cursor.u32(), cursor.varint(), cursor.varint(), cursor.varint(MOST_POSITIONS), cursor.varint(MOST_ENTRY_BYTES),
        cursor.varint(MOST_BUCKET_BITS), cursor.varint(MOST_LIST_BYTES), cursor.u32(),
    )
    cursor.end()
    return fields


# Where pieces are (index.1)


def pieces(file):
    """For every block of an opened file its piece, or None."""
    found = {}
    start = container.HEADER_BYTES
    for at, behind in [*((entry.at, entry.at + entry.length) for entry in file.entries), (file.footer_start, None)]:
        for piece in _in_gap(file.data, start, at):
            found[piece.fields.block, piece.fields.block_checksum, piece.fields.games] = piece
        start = behind
    return [found.get((entry.at, entry.checksum, entry.games)) for entry in file.entries]


def _in_gap(data, at, end):
    """The pieces of a gap, up to the first thing that is neither a piece nor a footer."""
    while at < end:
        try:
            if data[at : at + 4] == container.FOOTER_MAGIC:
                at += int.from_bytes(data[at + 4 : at + 8], "little") + container.FOOTER_FRAME
                continue
            piece = piece_at(data, at)
        except PlypackError:
            return
        if piece.end > end:
            return
        yield piece
        at = piece.end


# What is in a piece


def contents(data, piece):
    """Records of games, entries by key, lists of buckets; raises for what breaks a rule (index.4)."""
    fields = piece.fields
    records, keys, entry_ends, entries, bucket_ends, lists = _parts(data, piece)
    keys = _numbers(keys, 8)
    if any(one >= other for one, other in zip(keys, keys[1:])):
        _refuse("keys that do not rise")
    entries = [_entry(wire.Cursor(data), fields.games) for data in _by_ends(entries, entry_ends)]
    return {
        "games": [_record(wire.Cursor(record)) for record in wire.cut(records, [10] * fields.games)],
        "entries": [{"key": str(key), **entry} for key, entry in zip(keys, entries)],
        "buckets": [_whole(_list, wire.Cursor(data), fields.games) for data in _by_ends(lists, bucket_ends)],
    }


def shown(data, piece):
    """As `contents`; None for a piece that is not there or cannot be used."""
    try:
        return piece and contents(data, piece)
    except PlypackError:
        return None


def _refuse(why):
    raise PlypackError("SECTION_MALFORMED", None, why)


def _parts(data, piece):
    """index.3, index.4: the parts of the body, whose pages are as they were written."""
    body = data[piece.body : piece.end]
    checksums = wire.Cursor(piece.table)
    for start in range(0, len(body), PAGE):
        if wire.checksum(body[start : start + PAGE]) != checksums.u32():
            raise PlypackError("CHECKSUM_SECTION", piece.body + start, "checksum of a page")
    return wire.cut(body, piece.fields.parts())


def _numbers(data, size):
    return [int.from_bytes(piece, "little") for piece in wire.cut(data, [size] * (len(data) // size))]


def _by_ends(data, ends):
    """The pieces of data that end at these places."""
    ends = _numbers(ends, 4)
    starts = [0, *ends[:-1]]
    if any(not start <= end <= len(data) for start, end in zip(starts, ends)):
        _refuse("an end out of order")
    return [data[start:end] for start, end in zip(starts, ends)]


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
        _refuse("plies that do not rise")
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
        ones = (~bits & (bits + 1)).bit_length() - 1  # how many bits from the lowest on are 1
        bits, left = bits >> ones + 1, left - ones - 1 - low
        number += 1 + (ones << low | bits % 2**low)
        bits >>= low
        if left < 0 or number >= games:
            _refuse("a list that breaks a rule")
        numbers.append(number)
    if left >= 8 or bits:
        _refuse("bits that are left over")
    return numbers


# Keys (index.5)


def _number(i):
    z = (i + 1) * 0x9E3779B97F4A7C15 % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


MEN = " PNBRQK  pnbrqk"


def key(board):
    """index.5"""
    found = 0
    for place, man in enumerate(board.men):
        if man is not None:
            found ^= _number(64 * MEN.index(man) + place)
    for rook in board.castling_rooks:
        found ^= _number(1024 + rook)
    file = search.en_passant_file(board)
    if file is not None:
        found ^= _number(1088 + file)
    return found if board.white_to_move else found ^ _number(1096)
