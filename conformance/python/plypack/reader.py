"""How files are opened (container.14) and recovered (container.15)."""

import re

from . import blocks, container, index
from .limits import PlypackError
from .versions import Versions


class File:
    """A file's blocks, in file order. `heads` are their heads; `first_of_file` says where another file begins."""

    def __init__(self, data, versions):
        self.data = data
        self.versions = versions
        self.entries = None  # of the footer, if it was the footer that told of the blocks
        self.footer_start = None
        self.heads = []
        self.segments = []  # for every block, the first block of the file that it belongs to
        self.names = {}  # of the blocks whose names were read

    def block(self, number):
        return blocks.Block(self.data, self.heads[number], lambda name: self.name(name, number))

    def games(self):
        """All games, in order; raises for the first thing that is wrong."""
        return [game for number in range(len(self.heads)) for game in self.block(number).games()]

    def name(self, number, block):
        """tags.8: the name with this id, as the block sees it; None if its block was lost."""
        for other in range(self.segments[block], block + 1):
            head = self.heads[other]
            if head.first_name <= number < head.first_name + head.new_names:
                return self._names_of(other)[number - head.first_name]
        return None

    def _names_of(self, block):
        if block not in self.names:
            self.names[block] = blocks.block_names(self.data, self.heads[block])
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
        file.heads.append(_listed_head(data, entry, names))
        names += entry.new_names
    file.segments = [0] * len(entries)
    return file


def _listed_head(data, entry, first_name):
    """container.11: the head must be as the list says."""
    head = container.parse_head(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, first_name, entry.new_names, entry.length, entry.checksum)
    if listed != (head.games, head.plies, head.first_name, head.new_names, head.block_size(), head.checksum):
        raise PlypackError("BLOCK_MALFORMED", entry.at, "not as the footer says")
    return head


def recover(data):
    """container.15: the file made of the blocks that can be found."""
    return Search(data).run()


MAGICS = (container.BLOCK_MAGIC, container.FOOTER_MAGIC, container.HEADER_MAGIC, index.MAGIC)
MAGIC = re.compile(b"|".join(map(re.escape, MAGICS)))


class Search:
    """Looks for blocks. All places before `searched` were looked at."""

    def __init__(self, data):
        self.data = data
        self.file = File(data, self._header_versions())
        self.searched = container.HEADER_BYTES
        self.segment = 0
        self.work = 4 * len(data) + 4 * 2**20  # limits.6: bytes whose checksums may be computed

    def _header_versions(self):
        try:
            return container.parse_header(self.data)
        except PlypackError as error:
            if error.name in ("NOT_PLYPACK", "TRUNCATED") or error.error_class == "unsupported":
                raise
            return Versions()

    def run(self):
        place = self.searched
        while place is not None and self.work > 0:
            behind = self._take(place)
            place = self._next_magic() if behind is None else behind
        return self.file

    def _next_magic(self):
        found = MAGIC.search(self.data, self.searched)
        if found is None:
            return None
        self.searched = found.start() + 1
        return found.start()

    def _take(self, place):
        """What lies at this place, and where to go on behind it; None if there is nothing."""
        magic = MAGIC.match(self.data, place)
        if magic is None:
            return None
        if magic.group() == container.BLOCK_MAGIC:
            return self._take_block(place)
        if magic.group() == container.FOOTER_MAGIC:
            return self._take_footer(place)
        if magic.group() == index.MAGIC:
            return self._take_piece(place)
        return self._take_header(place)

    def _take_block(self, place):
        head = self._valid(lambda: container.parse_head(self.data, place, len(self.data)), self._length_at(place))
        if head is None:
            return None
        self.searched = place + head.size
        if place + head.block_size() > len(self.data):
            return len(self.data)
        last = self.file.heads[-1] if self.file.heads else head
        if head.first_name < last.first_name + last.new_names and last is not head:
            self.segment = len(self.file.heads)
        self.file.heads.append(head)
        self.file.segments.append(self.segment)
        return place + head.block_size()

    def _take_footer(self, place):
        end = place + self._length_at(place) + container.FOOTER_FRAME
        if end > len(self.data) or container.find_footer(self.data[:end]) != place:
            return None
        footer = self._valid(lambda: container.parse_footer(self.data, place, end), end - place)
        if footer is None:
            return None
        self.file.versions = footer[0]
        self.searched = end
        return end

    def _take_piece(self, place):
        size = self._valid(lambda: index.piece_size(self.data, place), self._length_at(place))
        if size is None or place + size > len(self.data):
            return None
        self.searched = place + size
        return place + size

    def _take_header(self, place):
        end = place + container.HEADER_BYTES
        if self._valid(lambda: container.parse_header(self.data[place:end]), container.HEADER_BYTES) is None:
            return None
        self.segment = len(self.file.heads)
        self.searched = end
        return end

    def _length_at(self, place):
        """The `u32` behind the four letters."""
        return int.from_bytes(self.data[place + 4 : place + 8], "little")

    def _valid(self, parse, bytes_to_check):
        """What the parser makes of it; None if it is damaged. A newer version is no damage."""
        self.work -= min(bytes_to_check, len(self.data))
        try:
            return parse()
        except PlypackError as error:
            if error.error_class == "unsupported":
                raise
            return None
