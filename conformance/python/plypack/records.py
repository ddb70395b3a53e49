"""records: the two commit records, one of which says which footer is in force (container.15), and the file id (container.17)."""

from typing import NamedTuple

from . import wire
from .container import UNITS_START
from .limits import PlypackError
from .versions import Versions

PLACES = (512, 1024)  # of A and B
RECORD_BYTES = 64
NO_ID = bytes(16)  # of a file that has no games yet


class Record(NamedTuple):
    """A commit record."""

    sequence: int
    footer: int  # its offset
    length: int  # of the footer
    checksum: int  # of the footer
    versions: Versions
    file_id: bytes
    reserved: bytes = bytes(8)

    @property
    def end(self):
        return self.footer + self.length

    def to_bytes(self):
        numbers = self.sequence.to_bytes(8, "little") + self.footer.to_bytes(8, "little") + wire.u32(self.length) + wire.u32(self.checksum)
        data = numbers + self.versions.to_bytes() + self.file_id + self.reserved
        return data + wire.u32(wire.checksum(data))


def parse(data, at):
    """The record at this offset; raises if its checksum is wrong."""
    if wire.checksum(data[at : at + 60]) != int.from_bytes(data[at + 60 : at + RECORD_BYTES], "little"):
        raise PlypackError("CHECKSUM_HEADER", at, "checksum of a commit record")
    cursor = wire.Cursor(data[at : at + 60], at)
    sequence, footer = (int.from_bytes(cursor.take(8), "little") for _ in range(2))
    return Record(sequence, footer, cursor.u32(), cursor.u32(), Versions.from_cursor(cursor), cursor.take(16), cursor.take(8))


def in_force(data):
    """container.15: the record in force, and its offset."""
    if len(data) < PLACES[1] + RECORD_BYTES:
        raise PlypackError("TRUNCATED", 0, "the file ends within the commit records")
    a, b = (parse(data, at) for at in PLACES)
    if a.sequence == b.sequence and a.to_bytes() != b.to_bytes():
        raise PlypackError("HEADER_MALFORMED", PLACES[0], "two records of one sequence number")
    return (b, PLACES[1]) if b.sequence > a.sequence else (a, PLACES[0])


def check(record, at, size):
    """container.15: what is wrong with the record in force, which is at this offset, of a file of this size."""
    record.versions.check_readable(at + 24)
    if record.sequence == 0 or record.footer < UNITS_START or record.end >= 2**64 or any(record.reserved):
        raise PlypackError("HEADER_MALFORMED", at, "a field of the commit record")
    if size < record.end:
        raise PlypackError("TRUNCATED", size, "the file is shorter than its commit record says")


def to_recover(data):
    """container.16: the record in force, of those that have their checksums; None if there is none, or it cannot be told."""
    valid = []
    for at in PLACES:
        try:
            valid.append(parse(data, at))
        except PlypackError:
            pass
    largest = [record for record in valid if record.sequence == max(other.sequence for other in valid)]
    return largest[0] if len({record.to_bytes() for record in largest}) == 1 else None


def with_record(data, record):
    """container.17: the file with the record that is not in force written over."""
    _, at = in_force(data)
    at = PLACES[0] if at == PLACES[1] else PLACES[1]
    return data[:at] + record.to_bytes() + data[at + RECORD_BYTES :]


def file_id(block_headers):
    """container.17: FNV-1a with 128 bits."""
    value = 0x6C62272E07BB014262B821756295C58D
    for byte in b"".join(block_headers):
        value = (value ^ byte) * 0x1000000000000000000013B % 2**128
    return value.to_bytes(16, "little")
