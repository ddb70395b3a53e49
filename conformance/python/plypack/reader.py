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
        self.file_starts = []  # for every block, the first block of the (concatenated) file that it belongs to
        self.names = {}  # by block, as far as they were read

    def block(self, number):
        return blocks.Block(self.data, self.headers[number], lambda name: self.name(name, number))

    def games(self):
        """All games, in order; raises for the first error."""
        return [game for number in range(len(self.headers)) for game in self.block(number).games()]

    def name(self, number, block):
        """tags.8: the name with this id, for this block; None if the name's block was lost."""
        for other in range(self.file_starts[block], block + 1):
            header = self.headers[other]
            if header.first_name <= number < header.first_name + header.new_names:
                return self._names_of(other)[number - header.first_name]
        return None

    def _names_of(self, block):
        if block not in self.names:
            self.names[block] = blocks.block_names(self.data, self.headers[block])
        return self.names[block]


def open_file(data):
    """container.14"""
    container.parse_header(data)
    start = container.find_footer(data)
    versions, entries = container.parse_footer(data, start, len(data))
    file = File(data, versions)
    file.entries = entries
    file.footer_start = start
    names = 0
    for entry in entries:
        file.headers.append(_listed_header(data, entry, names))
        names += entry.new_names
    file.file_starts = [0] * len(entries)
    return file


def _listed_header(data, entry, first_name):
    """container.11: the header must match the list."""
    header = container.parse_block_header(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, first_name, entry.new_names, entry.length, entry.checksum)
    if listed != (header.games, header.plies, header.first_name, header.new_names, header.block_size(), header.checksum):
        raise PlypackError("BLOCK_MALFORMED", entry.at, "differs from the footer")
    return header


def recover(data):
    """container.15: the blocks that a scan finds."""
    return Scan(data).run()


MAGICS = (container.BLOCK_MAGIC, container.FOOTER_MAGIC, container.HEADER_MAGIC, index.MAGIC)
MAGIC = re.compile(b"|".join(map(re.escape, MAGICS)))


class Scan:
    """Scans for blocks. All offsets before `scanned` are done."""

    def __init__(self, data):
        self.data = data
        self.file = File(data, self._header_versions())
        self.scanned = container.HEADER_BYTES
        self.file_start = 0
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
        if magic.group() == index.MAGIC:
            return self._take_segment(offset)
        return self._take_header(offset)

    def _take_block(self, offset):
        header = self._valid(lambda: container.parse_block_header(self.data, offset, len(self.data)), self._length_at(offset))
        if header is None:
            return None
        self.scanned = offset + header.size
        if offset + header.block_size() > len(self.data):
            return len(self.data)
        last = self.file.headers[-1] if self.file.headers else header
        if header.first_name < last.first_name + last.new_names and last is not header:
            self.file_start = len(self.file.headers)
        self.file.headers.append(header)
        self.file.file_starts.append(self.file_start)
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

    def _take_header(self, offset):
        end = offset + container.HEADER_BYTES
        if self._valid(lambda: container.parse_header(self.data[offset:end]), container.HEADER_BYTES) is None:
            return None
        self.file_start = len(self.file.headers)
        self.scanned = end
        return end

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
