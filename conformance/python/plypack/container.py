"""container: the bytes of file headers and block headers (spec/container.md).

Commit records are in records.py; sections and games in blocks.py; footers in footers.py; opening in reader.py; recovery in
recovery.py; writing in writer.py.
"""

from typing import NamedTuple

from . import limits, wire
from .limits import PlypackError
from .versions import Versions

HEADER_MAGIC = b"\x8fPLY\r\n\x1a\n"  # container.2
BLOCK_MAGIC = b"PLYB"  # container.5
HEADER_BYTES = 32
UNITS_START = 1536  # container.1


def parse_header(data):
    """container.4: the versions and features of the header at the start of the data."""
    if data[:8] != HEADER_MAGIC[: len(data)]:
        raise PlypackError("NOT_PLYPACK", 0, "magic")
    if len(data) < HEADER_BYTES:
        raise PlypackError("TRUNCATED", 0, "the file ends within the header")
    if wire.checksum(data[:28]) != int.from_bytes(data[28:32], "little"):
        raise PlypackError("CHECKSUM_HEADER", 0, "checksum of the file header")
    versions = Versions.from_cursor(wire.Cursor(data[8:20], 8))
    versions.check_readable(8)
    if any(data[20:28]):
        raise PlypackError("HEADER_MALFORMED", 20, "reserved bytes")
    return versions


def build_header(versions):
    """container.3"""
    header = HEADER_MAGIC + versions.to_bytes() + bytes(8)
    return header + wire.u32(wire.checksum(header))


class Section(NamedTuple):
    kind: int
    param: int
    compression: int
    raw: int
    stored: int
    checksum: int
    at: int = 0  # offset of the stored bytes


class BlockHeader(NamedTuple):
    """A block header."""

    at: int
    size: int  # bytes of the block header
    games: int
    plies: int
    attributes: int
    first_number: int
    sections: list
    checksum: int

    def block_size(self):
        return self.size + sum(section.stored for section in self.sections)


def parse_block_header(data, start, end):
    """container.6: the header of the block between these offsets of the data."""
    prefix = wire.Cursor(data[start : min(start + 8, end)], start)
    if prefix.take(4) != BLOCK_MAGIC:
        raise PlypackError("BLOCK_MALFORMED", start, "no block magic")
    length = prefix.u32()
    if length > limits.HEADER_FIELDS:
        raise PlypackError("LIMIT_EXCEEDED", start + 4, "length of the fields")
    size = 8 + length + 4
    if start + size > end:
        raise PlypackError("TRUNCATED", start, "the block header is truncated")
    checksum = int.from_bytes(data[start + 8 + length : start + size], "little")
    if wire.checksum(data[start : start + 8 + length]) != checksum:
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the block header")
    return _parse_fields(wire.Cursor(data[start + 8 : start + 8 + length], start + 8), start, size, checksum)


def _parse_fields(fields, start, size, checksum):
    games = fields.varint(limits.GAMES_IN_BLOCK)
    if games == 0:
        fields.fail("BLOCK_MALFORMED", "a block without games", 0)
    plies = fields.varint(limits.PLIES_IN_BLOCK)
    position = fields.position
    attributes = fields.varint()
    if attributes > 1:
        fields.fail("BLOCK_MALFORMED", "attributes", position)
    first_number = fields.varint()
    count = fields.varint(limits.SECTIONS_IN_BLOCK)
    at = start + size
    sections = []
    for _ in range(count):
        sections.append(_parse_section(fields, at))
        at += sections[-1].stored
    fields.end()
    header = BlockHeader(start, size, games, plies, attributes, first_number, sections, checksum)
    _check_bounds(header, fields)
    return header


def _check_bounds(header, fields):
    """limits.2, limits.5, limits.7: a block claims no more than its size allows."""
    size = header.block_size()
    if header.games > limits.max_games(size):
        fields.fail("LIMIT_EXCEEDED", "too many games for the bytes of the block", 0)
    if header.plies > limits.max_plies(sum(section.stored for section in header.sections if section.kind == 2)):
        fields.fail("LIMIT_EXCEEDED", "too many plies for the bytes of moves", 0)
    if sum(section.raw for section in header.sections) > limits.max_expanded(size):
        fields.fail("LIMIT_EXCEEDED", "sections too long for the bytes of the block", 0)


def _parse_section(fields, at):
    position = fields.position
    kind, param, compression = (fields.varint() for _ in range(3))
    raw, stored = (fields.varint(limits.SECTION_BYTES) for _ in range(2))  # limits.2
    if compression == 0 and raw != stored:
        fields.fail("BLOCK_MALFORMED", "a stored section with two different lengths", position)
    if raw > limits.max_raw_bytes(stored):
        fields.fail("LIMIT_EXCEEDED", "raw length too large for the stored length", position)
    return Section(kind, param, compression, raw, stored, fields.u32(), at)


def build_block_header(games, plies, sections, attributes=0, first_number=0):
    """container.5, container.6"""
    numbers = [games, plies, attributes, first_number, len(sections)]
    fields = b"".join(map(wire.varint, numbers))
    for section in sections:
        fields += b"".join(map(wire.varint, section[:5])) + wire.u32(section.checksum)
    header = BLOCK_MAGIC + wire.u32(len(fields)) + fields
    return header + wire.u32(wire.checksum(header))
