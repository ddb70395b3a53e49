"""How files are opened (container.14) and recovered (container.15)."""

import re

from . import blocks, container, index
from .limits import PlypackError
from .versions import Versions


class File:
    """A file's blocks, in file order. `headers` are their headers."""

    def __init__(self, data, versions):
        self.data = data
        self.versions = versions
        self.entries = None  # of the footer, if the blocks were listed by one
        self.footer_start = None
        self.headers = []

    def block(self, number):
        return blocks.Block(self.data, self.headers[number])

    def games(self):
        """All games, in order; raises for the first error."""
        return [game for number in range(len(self.headers)) for game in self.block(number).games()]


def open_file(data):
    """container.14"""
    container.parse_header(data)
    start = container.find_footer(data)
    versions, entries = container.parse_footer(data, start, len(data))
    file = File(data, versions)
    file.entries = entries
    file.footer_start = start
    file.headers = [_listed_header(data, entry) for entry in entries]
    return file


def _listed_header(data, entry):
    """container.11: the header must match the list."""
    header = container.parse_block_header(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, entry.length, entry.checksum)
    if listed != (header.games, header.plies, header.block_size(), header.checksum):
        raise PlypackError("BLOCK_MALFORMED", entry.at, "differs from the footer")
    return header


def recover(data):
    """container.15: the blocks that a scan finds."""
    return Scan(data).run()


MAGICS = (container.BLOCK_MAGIC, container.FOOTER_MAGIC, index.MAGIC)
MAGIC = re.compile(b"|".join(map(re.escape, MAGICS)))


class Scan:
    """Scans for blocks. All offsets before `scanned` are done."""

    def __init__(self, data):
        self.data = data
        self.file = File(data, self._header_versions())
        self.scanned = container.HEADER_BYTES
        self.work = 4 * len(data) + 4 * 2**20  # limits.6: bytes whose checksums may be computed

    def _header_versions(self):
        try:
            return container.parse_header(self.data)
        except PlypackError as error:
            if error.name in ("NOT_PLYPACK", "TRUNCATED") or error.error_class == "unsupported":
                raise
            return Versions()

    def run(self):
        offset = self.scanned
        while offset is not None and self.work > 0:
            end = self._take(offset)
            offset = self._next_magic() if end is None else end
        return self.file

    def _next_magic(self):
        found = MAGIC.search(self.data, self.scanned)
        if found is None:
            return None
        self.scanned = found.start() + 1
        return found.start()

    def _take(self, offset):
        """Takes what starts at this offset, and returns its end; None if there is nothing."""
        magic = MAGIC.match(self.data, offset)
        if magic is None:
            return None
        if magic.group() == container.BLOCK_MAGIC:
            return self._take_block(offset)
        if magic.group() == container.FOOTER_MAGIC:
            return self._take_footer(offset)
        return self._take_segment(offset)

    def _take_block(self, offset):
        header = self._valid(lambda: container.parse_block_header(self.data, offset, len(self.data)), self._length_at(offset))
        if header is None:
            return None
        self.scanned = offset + header.size
        if offset + header.block_size() > len(self.data):
            return len(self.data)
        self.file.headers.append(header)
        return offset + header.block_size()

    def _take_footer(self, offset):
        end = offset + self._length_at(offset) + container.FOOTER_OVERHEAD
        if end > len(self.data) or container.find_footer(self.data[:end]) != offset:
            return None
        footer = self._valid(lambda: container.parse_footer(self.data, offset, end), end - offset)
        if footer is None:
            return None
        self.file.versions = footer[0]
        self.scanned = end
        return end

    def _take_segment(self, offset):
        size = self._valid(lambda: index.segment_size(self.data, offset), self._length_at(offset))
        if size is None or offset + size > len(self.data):
            return None
        self.scanned = offset + size
        return offset + size

    def _length_at(self, offset):
        """The `u32` after the magic."""
        return int.from_bytes(self.data[offset + 4 : offset + 8], "little")

    def _valid(self, parse, bytes_to_check):
        """The result of the parser; None if the data is corrupt. A newer version is not corruption."""
        self.work -= min(bytes_to_check, len(self.data))
        try:
            return parse()
        except PlypackError as error:
            if error.error_class == "unsupported":
                raise
            return None
