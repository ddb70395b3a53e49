"""Recovery of files that cannot be opened (container.16)."""

import re
from typing import NamedTuple

from . import blocks, container, footers, index, records
from .container import UNITS_START, BlockHeader
from .footers import Listing, numbered
from .limits import PlypackError
from .reader import File, listed_header
from .versions import Versions


class Lost(NamedTuple):
    """A listed block whose header cannot be read: its games are lost, but keep their numbers."""

    games: int
    first: int
    error: PlypackError


def recover(data):
    """The games of the last footer that is good, and those of blocks after it."""
    versions = _versions(data)
    walk = Walk(data)
    walk.run()
    end, ordinary, replacements, edits = _last_good(data, walk)
    for header in walk.headers:
        if header.at >= end and header.attributes == 0:
            ordinary = [other for other in ordinary if other.first < header.first] + [header]
    games = sum(header.games for header in ordinary)
    edits = {number: action for number, action in edits.items() if number < games}  # one of a game that is no more says nothing
    return File(data, versions, ordinary, replacements, edits)


def _versions(data):
    """Those of the record in force, of the file header, or the reader's own."""
    record = records.to_recover(data)
    if record is not None:
        record.versions.check_readable(None)
        return record.versions
    try:
        return container.parse_header(data)
    except PlypackError as error:
        if error.error_class == "unsupported":
            raise
        return Versions()


def _last_good(data, walk):
    """The end of the last footer that counts; its blocks, of games and of replacements; its edits. Nothing without such a footer."""
    for start, end in reversed(walk.footers):
        try:
            listing = Listing(data, start, end)
        except PlypackError:
            continue
        ordinary, replacements = ([_header_or_lost(data, *entry) for entry in numbered(entries)] for entries in (listing.ordinary, listing.replacements))
        found = ordinary + replacements
        if not found or any(isinstance(header, BlockHeader) for header in found):
            return end, ordinary, replacements, listing.edits
    return UNITS_START, [], [], {}


def _header_or_lost(data, entry, first):
    try:
        return listed_header(data, entry, first)
    except PlypackError as error:
        return Lost(entry.games, first, error)


MAGIC = re.compile(b"|".join(map(re.escape, (container.BLOCK_MAGIC, footers.MAGIC, index.MAGIC))))


class Walk:
    """From unit to unit. A unit that reaches beyond the end of the file is none that counts, and ends the walk."""

    def __init__(self, data):
        self.data = data
        self.headers = []  # of the blocks that were found
        self.footers = []  # start and end of footers
        self.last = None  # the unit before, if it is a block
        self.work = 4 * len(data) + 4 * 2**20  # limits.12: bytes whose checksums may be computed

    def unit_at(self, at):
        """What starts here, and its length; None if no unit does."""
        magic = MAGIC.match(self.data, at)
        if magic is None:
            return None
        try:
            if magic.group() == container.BLOCK_MAGIC:
                header = container.parse_block_header(self.data, at, len(self.data))
                return header, header.block_size()
            if magic.group() == footers.MAGIC:
                length = footers.length_at(self.data, at)
                return length and ("footer", length)
            return "segment", index.length_at(self.data, at)
        except PlypackError:
            return None

    def run(self):
        at = UNITS_START
        while at is not None and at < len(self.data):
            unit = self.unit_at(at)
            if unit is None:
                at = self._search(self._search_start(at))
                continue
            kind, length = unit
            if at + length > len(self.data):
                return
            self.last = kind if isinstance(kind, BlockHeader) else None
            if self.last:
                self.headers.append(kind)
            elif kind == "footer":
                self.footers.append((at, at + length))
            at += length

    def _search_start(self, at):
        for section in self.last.sections if self.last else ():
            self.work -= section.stored
            if not blocks.is_intact(self.data, section):
                return section.at
        return at + 1

    def _search(self, at):
        while self.work > 0:
            magic = MAGIC.search(self.data, at)
            if magic is None:
                return None
            at = magic.start()
            self.work -= min(int.from_bytes(self.data[at + 4 : at + 8], "little") + 20, len(self.data) - at)
            if self.unit_at(at):
                return at
            at += 1
        return None
