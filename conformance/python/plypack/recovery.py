"""recovery: the readable part of a file that cannot be opened (container.16)."""

import re
from typing import NamedTuple

from . import blocks, container, footers, index, records
from .limits import PlypackError
from .reader import File, Lost, listed_header, open_by
from .versions import KNOWN_FEATURES, Versions

MAGICS = (container.BLOCK_MAGIC, footers.MAGIC, index.MAGIC)
ALL_FEATURES = Versions(required=KNOWN_FEATURES)  # versions.10 is not applied
MAGIC = re.compile(b"|".join(map(re.escape, MAGICS)))


def recover(data):
    """Opens the file; if that fails, returns the games of the last footer that the walk finds, and of the blocks after it."""
    try:
        container.parse_header(data)
        record, _ = records.in_force(data)
        return open_by(data, record, _header_or_lost)
    except PlypackError as wrong:
        if wrong.error_class == "unsupported":
            raise
        error = wrong
    walk = Walk(data)
    walk.run()
    footer, found = walk.last_good()
    ordinary = _continued(_listed(data, footer.ordinary()), found)
    replacements = [header for _, header in _listed(data, footer.replacements())]
    if not ordinary and not replacements:
        raise error
    games = sum(header.games for header in ordinary)
    edits = {number: action for number, action in footer.edits if number < games}
    return File(data, ALL_FEATURES, ordinary, replacements, edits, footer)


def _header_or_lost(data, entry, versions, first_number):
    try:
        return listed_header(data, entry, versions, first_number)
    except PlypackError as error:
        return Lost(entry.games, error)


def _listed(data, entries):
    """Pairs of a first number and a header."""
    listed, number = [], 0
    for entry in entries:
        listed.append((number, _header_or_lost(data, entry, ALL_FEATURES, number)))
        number += entry.games
    return listed


def _continued(listed, found):
    """Appends the found blocks to the listed blocks; a found block replaces the listed blocks that have its game numbers."""
    for header in found:
        if header.attributes == 0:
            while listed and listed[-1][0] >= header.first_number:
                listed.pop()
            listed.append((header.first_number, header))
    return [header for _, header in listed]


class Passed(NamedTuple):
    """A footer that the walk has met."""

    start: int
    end: int
    blocks: int  # number of blocks found before it


class Walk:
    """The walk from unit to unit."""

    def __init__(self, data):
        self.data = data
        self.headers = []  # headers of the found blocks
        self.footers = []
        self.last = None  # the last unit: its kind, and the end of its header
        self.work = 4 * len(data) + 4 * 2**20  # limits.12: bytes whose checksums may be computed

    def run(self):
        at = container.UNITS_START if self._unit_at(container.UNITS_START) else 0
        while at is not None and at < len(self.data):
            unit = self._unit_at(at)
            if unit is None:
                at = self._search(self._search_start(at))
                continue
            kind, length, header_end = unit
            if at + length > len(self.data):
                return
            if kind == "footer":
                self.footers.append(Passed(at, at + length, len(self.headers)))
            elif kind != "segment":
                self.headers.append(kind)
            self.last = kind, header_end
            at += length

    def last_good(self):
        """Returns the last valid footer and the blocks after it; without one, an empty footer and all blocks."""
        for start, end, count in reversed(self.footers):
            try:
                footer = footers.parse_footer(self.data, start, end, KNOWN_FEATURES)
            except PlypackError:
                continue
            if not footer.blocks or self._has_one_of(footer, self.headers[:count]):
                return footer, self.headers[count:]
        return footers.Footer(), self.headers

    def _has_one_of(self, footer, found):
        """Returns whether the footer lists one of these headers unchanged."""
        starts = {header.at for header in found}
        for entries in (footer.ordinary(), footer.replacements()):
            number = 0
            for entry in entries:
                if entry.at in starts and isinstance(_header_or_lost(self.data, entry, ALL_FEATURES, number), container.BlockHeader):
                    return True
                number += entry.games
        return False

    def _unit_at(self, at):
        """Returns the unit that starts here, its length, and the end of its header; None if no unit starts here."""
        magic = MAGIC.match(self.data, at)
        if magic is None:
            return None
        try:
            if magic.group() == container.BLOCK_MAGIC:
                header = container.parse_block_header(self.data, at, len(self.data))
                return header, header.block_size(), at + header.size
            if magic.group() == index.MAGIC:
                segment, header_end = index.header_at(self.data, at)
                return "segment", segment, header_end
        except PlypackError:
            return None
        length = footers.is_valid(self.data, at) and footers.length_at(self.data, at)
        return ("footer", length, at + length) if length else None

    def _search_start(self, at):
        kind, header_end = self.last or (None, None)
        if kind == "segment":
            return header_end
        if isinstance(kind, container.BlockHeader):
            for section in kind.sections:
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
            if self._unit_at(at):
                return at
            at += 1
        return None
