"""index: pieces of the position index, so far as to pass over them (spec/index.md)."""

from . import wire
from .limits import PlypackError

MAGIC = b"PLYX"
PAGE = 4096  # index.4
MOST_FIELDS, MOST_POSITIONS, MOST_ENTRY_BYTES, MOST_BUCKET_BITS, MOST_LIST_BYTES = 2**20, 2**26, 2**26, 24, 2**28  # index.2


def piece_size(data, start):
    """How many bytes the piece at this place has; raises if its head or table is damaged or cut."""
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
    body, table_checksum = _parse_fields(wire.Cursor(checked[8:], start + 8))
    table = wire.Cursor(data[start + 12 + length : start + 12 + length + 4 * -(-body // PAGE)]).take(4 * -(-body // PAGE))
    if wire.checksum(table) != table_checksum:
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the table")
    return 12 + length + len(table) + body


def _parse_fields(fields):
    """index.2, index.3: the size of the body, and the checksum of the table."""
    fields.varint()  # the block's place
    fields.u32()  # its checksum
    games = fields.varint()
    fields.varint()  # moves length
    positions = fields.varint(MOST_POSITIONS)
    entries = fields.varint(MOST_ENTRY_BYTES)
    buckets = 2 ** fields.varint(MOST_BUCKET_BITS)
    lists = fields.varint(MOST_LIST_BYTES)
    table_checksum = fields.u32()
    fields.end()
    return 10 * games + 12 * positions + entries + 4 * buckets + lists, table_checksum
