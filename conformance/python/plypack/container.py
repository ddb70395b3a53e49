"""container: the bytes of file headers, block headers and footers (spec/container.md).

Sections and games are in blocks.py; opening and recovery in reader.py; writing in writer.py.
"""

from typing import NamedTuple

from . import limits, wire
from .limits import PlypackError
from .versions import Versions

HEADER_MAGIC = b"\x8fPLY\r\n\x1a\n"  # container.2
BLOCK_MAGIC = b"PLYB"  # container.5
FOOTER_MAGIC = b"PLYF"  # container.10
END_MAGIC = b"FYLP"
HEADER_BYTES = 32
FOOTER_OVERHEAD = 20
MIN_ENTRY = 8  # bytes of a block's entry in the footer


def parse_header(data):
    """container.4: the versions and features of the header at the start of the data."""
    if data[:8] != HEADER_MAGIC[: len(data)]:
        raise PlypackError("NOT_PLYPACK", 0, "magic")
    if len(data) < HEADER_BYTES:
        raise PlypackError("TRUNCATED", 0, "the file ends within the header")
    if wire.checksum(data[:28]) != int.from_bytes(data[28:32], "little"):
        raise PlypackError("CHECKSUM_HEADER", 0, "checksum of the block headerer")
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
    count = fields.varint(limits.SECTIONS_IN_BLOCK)
    at = start + size
    sections = []
    for _ in range(count):
        sections.append(_parse_section(fields, at))
        at += sections[-1].stored
    fields.end()
    return BlockHeader(start, size, games, plies, sections, checksum)


def _parse_section(fields, at):
    position = fields.position
    kind, param, compression = (fields.varint() for _ in range(3))
    raw, stored = (fields.varint(limits.SECTION_BYTES) for _ in range(2))  # limits.2
    if compression == 0 and raw != stored:
        fields.fail("BLOCK_MALFORMED", "a stored section with two different lengths", position)
    if raw > limits.max_raw_bytes(stored):
        fields.fail("LIMIT_EXCEEDED", "raw length too large for the stored length", position)
    return Section(kind, param, compression, raw, stored, fields.u32(), at)


def build_block_header(games, plies, sections):
    """container.5, container.6"""
    numbers = [games, plies, len(sections)]
    fields = b"".join(map(wire.varint, numbers))
    for section in sections:
        fields += b"".join(map(wire.varint, section[:5])) + wire.u32(section.checksum)
    header = BLOCK_MAGIC + wire.u32(len(fields)) + fields
    return header + wire.u32(wire.checksum(header))


class Entry(NamedTuple):
    """The entry of a block in the footer (container.11)."""

    at: int
    length: int
    games: int
    plies: int
    checksum: int


def find_footer(data):
    """container.11: the offset of the footer at the end of the file."""
    if len(data) < HEADER_BYTES + FOOTER_OVERHEAD or data[-4:] != END_MAGIC:
        raise PlypackError("FOOTER_MISSING", len(data), "the file does not end with a footer")
    length = int.from_bytes(data[-8:-4], "little")
    start = len(data) - length
    if length < FOOTER_OVERHEAD or start < HEADER_BYTES:
        raise PlypackError("FOOTER_MISSING", len(data), "length of the footer")
    body = int.from_bytes(data[start + 4 : start + 8], "little")
    if data[start : start + 4] != FOOTER_MAGIC or body + FOOTER_OVERHEAD != length:
        raise PlypackError("FOOTER_MISSING", start, "start of the footer")
    return start


def parse_footer(data, start, end):
    """container.11: versions and entries of the footer between these offsets."""
    if wire.checksum(data[start : end - 12]) != int.from_bytes(data[end - 12 : end - 8], "little"):
        raise PlypackError("CHECKSUM_FOOTER", start, "checksum of the footer")
    body = wire.Cursor(data[start + 8 : end - 12], start + 8)
    versions = Versions.from_cursor(body)
    versions.check_readable(start + 8)
    position = body.position
    count = body.varint()
    if count > body.left() // MIN_ENTRY:
        body.fail("LIMIT_EXCEEDED", "more blocks than entries fit", position)  # limits.8
    entries = []
    at = HEADER_BYTES
    for _ in range(count):
        entries.append(_parse_entry(body, at, start))
        at = entries[-1].at + entries[-1].length
    body.end()
    _check_sums(entries, start + 8)
    return versions, entries


def _parse_entry(body, at, footer_start):
    position = body.position
    gap, length = body.varint(), body.varint()
    if at + gap + length > footer_start:
        body.fail("FOOTER_MALFORMED", "a block ends after the footer's start", position)
    games = body.varint(limits.GAMES_IN_BLOCK)
    plies = body.varint(limits.PLIES_IN_BLOCK)
    return Entry(at + gap, length, games, plies, body.u32())


def _check_sums(entries, at):
    """limits.1"""
    if sum(entry.games for entry in entries) > limits.GAMES_IN_FILE:
        raise PlypackError("LIMIT_EXCEEDED", at, "games in the file")


def build_footer(versions, entries):
    """container.10, container.11"""
    body = versions.to_bytes() + wire.varint(len(entries))
    end = HEADER_BYTES
    for entry in entries:
        numbers = [entry.at - end, entry.length, entry.games, entry.plies]
        body += b"".join(map(wire.varint, numbers)) + wire.u32(entry.checksum)
        end = entry.at + entry.length
    footer = FOOTER_MAGIC + wire.u32(len(body)) + body
    return footer + wire.u32(wire.checksum(footer)) + wire.u32(len(body) + FOOTER_OVERHEAD) + END_MAGIC
