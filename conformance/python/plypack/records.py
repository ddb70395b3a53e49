"""records: the two commit records of a file (container.15)."""

from typing import NamedTuple

from . import wire
from .container import UNITS_START
from .limits import PlypackError
from .versions import Versions

PLACES = (512, 1024)
BYTES = 64
NO_ID = bytes(16)


class Record(NamedTuple):
    sequence: int
    footer_at: int
    footer_length: int
    footer_checksum: int
    versions: Versions
    file_id: bytes

    def end(self):
        """The end of the file; later bytes are unfinished."""
        return self.footer_at + self.footer_length

    def to_bytes(self):
        numbers = wire.u64(self.sequence) + wire.u64(self.footer_at) + wire.u32(self.footer_length) + wire.u32(self.footer_checksum)
        fields = numbers + self.versions.to_bytes() + self.file_id + bytes(8)
        return fields + wire.u32(wire.checksum(fields))


def in_force(data):
    """The record in force, and the offset of the other one."""
    if len(data) < PLACES[1] + BYTES:
        raise PlypackError("TRUNCATED", 0, "the file ends within the commit records")
    a, b = (_bytes_at(data, at) for at in PLACES)
    for at, record in zip(PLACES, (a, b)):
        if not _is_valid(record):
            raise PlypackError("CHECKSUM_HEADER", at, "checksum of a commit record")
    if _sequence(a) == _sequence(b) and a != b:
        raise PlypackError("HEADER_MALFORMED", PLACES[0], "two records with one sequence number")
    at, other = PLACES if _sequence(a) >= _sequence(b) else PLACES[::-1]
    return parse(data, at), other


def parse(data, at):
    """The record at this offset; its checksum is correct."""
    fields = wire.Cursor(_bytes_at(data, at)[:-4], at)
    sequence, footer_at, footer_length, footer_checksum = fields.u64(), fields.u64(), fields.u32(), fields.u32()
    versions = Versions.from_cursor(fields)
    versions.check_readable(at + 24)
    file_id, reserved = fields.take(16), fields.take(8)
    if sequence == 0 or footer_at < UNITS_START or footer_at + footer_length >= 2**64 or any(reserved):
        raise PlypackError("HEADER_MALFORMED", at, "a commit record")
    return Record(sequence, footer_at, footer_length, footer_checksum, versions, file_id)


def replaced(data, at, record):
    """The data with another record at this offset."""
    return data[:at] + record.to_bytes() + data[at + BYTES :]


def file_id(headers):
    """container.17: FNV-1a with 128 bits, of the bytes of all block headers."""
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in b"".join(headers):
        value = (value ^ byte) * 0x1000000000000000000013B % 2**128
    return value.to_bytes(16, "little") if headers else NO_ID


def _bytes_at(data, at):
    return bytes(data[at : at + BYTES])


def _is_valid(record):
    return len(record) == BYTES and wire.checksum(record[:-4]) == int.from_bytes(record[-4:], "little")


def _sequence(record):
    return int.from_bytes(record[:8], "little")
