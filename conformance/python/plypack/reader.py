"""How files are opened (container.15), walked and recovered (container.16)."""

import re
from typing import NamedTuple

from . import blocks, container, footers, index, torn
from .blocks import VALUES, VALUE_CODES
from .footers import DELETED, REPLACED, Listing
from .limits import PlypackError
from .versions import ARCHIVE, Versions


class File:
    """A file's blocks, in file order, without those of replacements. `headers` are their headers."""

    def __init__(self, data, versions, headers, replacements=(), edits=None, listing=None):
        self.data = data
        self.versions = versions
        self.headers = headers
        self.replacements = replacements
        self.edits = edits or {}
        self.listing = listing  # of the footers, if the blocks were listed by them
        self.blocks = {}  # those that were read, by offset

    def games(self):
        """All games by number, None for deleted ones; raises for the first error."""
        return [found() for found in self.readers(blocks.Block.game)]

    def tags(self):
        """The tag lines of all games, None for deleted ones, without reading moves."""
        return [found() for found in self.readers(blocks.Block.tag_lines)]

    def readers(self, part):
        """For each number a function that reads a part of the game (container.14)."""
        stored, substitutes = self._readers_of(self.headers, part), self._readers_of(self.replacements, part)
        for number, action in self.edits.items():
            stored[number] = (lambda: None) if action == DELETED else substitutes[action - REPLACED]
        return stored

    def _readers_of(self, headers, part):
        return [lambda header=header, game=game: part(self._block(header), game) for header in headers for game in range(header.games)]

    def _block(self, header):
        if isinstance(header, Lost):
            raise header.error
        if header.at not in self.blocks:
            self.blocks[header.at] = blocks.Block(self.data, header)
        return self.blocks[header.at]

    def readable_games(self):
        """The games that can be read completely."""
        games = []
        for read in self.readers(blocks.Block.game):
            try:
                games.append(read())
            except PlypackError:
                pass
        return [game for game in games if game is not None]


def open_file(data):
    """container.15"""
    container.parse_header(data)
    return _listed_file(data, _listing_at_end(data), _listed_header)


def _listing_at_end(data):
    """What the footer at the end of the file says, if it is a unit."""
    try:
        listing = Listing(data, len(data))
    except PlypackError as error:
        if error.error_class == "unsupported" and Walk(data).ends_inside_a_unit():
            raise PlypackError("FOOTER_MISSING", len(data), "not a unit of the file") from error
        raise
    if not Walk(data).reaches(listing):
        raise PlypackError("FOOTER_MISSING", len(data), "not a unit of the file")
    return listing


def listing_to_append(data):
    """container.17: the last good footer; nothing may come after it but what is torn. Blocks are not looked into."""
    container.parse_header(data)
    try:
        return _listing_at_end(data)
    except PlypackError as error:
        if error.error_class == "unsupported":
            raise
        walk = Walk(data)
        walk.run()
        listing = walk.last_good()
        if listing is None or listing.end == len(data) or not torn.is_torn(walk, listing.end):
            raise
        return listing


def _listed_file(data, listing, header_of):
    ordinary, replacements = ([header_of(data, entry, listing.versions) for entry in entries] for entries in (listing.ordinary, listing.replacements))
    return File(data, listing.versions, ordinary, replacements, listing.edits, listing)


def _listed_header(data, entry, versions):
    """container.13: the header must match the list; versions.10."""
    header = container.parse_block_header(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, entry.length, entry.checksum)
    if listed != (header.games, header.plies, header.block_size(), header.checksum):
        raise PlypackError("BLOCK_MALFORMED", entry.at, "differs from the footer")
    if required_features(header) & ~versions.required:
        raise PlypackError("BLOCK_MALFORMED", entry.at, "needs a feature that the footer does not have")
    return header


def required_features(header):
    """versions.4"""
    features = 0
    for section in header.sections:
        if section.kind in (VALUES, VALUE_CODES) or section.kind == blocks.MOVES and section.param % 256 == 12:
            features |= ARCHIVE
    return features


class Lost(NamedTuple):
    """A listed block whose header cannot be read: its games are lost, but keep their numbers."""

    games: int
    error: PlypackError


def _header_or_lost(data, entry, versions):
    try:
        return _listed_header(data, entry, versions)
    except PlypackError as error:
        return Lost(entry.games, error)


def recover(data):
    """container.16: the blocks up to the last good footer, or those that a walk finds."""
    versions = _header_versions(data)
    try:
        listing = Listing(data, len(data))
        if not Walk(data).reaches(listing):
            listing = None
    except PlypackError as error:
        if error.error_class == "unsupported" and not Walk(data).ends_inside_a_unit():
            raise
        listing = None
    walk = Walk(data)
    if listing is None:
        walk.run()
        listing = walk.last_good()
    if listing is None:
        return File(data, versions, walk.headers)
    return _listed_file(data, listing, _header_or_lost)


def _header_versions(data):
    try:
        return container.parse_header(data)
    except PlypackError as error:
        if error.name in ("NOT_PLYPACK", "TRUNCATED") or error.error_class == "unsupported":
            raise
        return Versions()


MAGICS = (container.BLOCK_MAGIC, footers.MAGIC, index.MAGIC)
MAGIC = re.compile(b"|".join(map(re.escape, MAGICS)))


class Walk:
    """container.16: from unit to unit."""

    def __init__(self, data):
        self.data = data
        self.headers = []  # of the blocks that were found
        self.footers = []  # ends of footers, with the number of blocks before and whether all before were units
        self.lost = []  # where no unit starts
        self.units_end = 0  # the end of the last whole unit
        self.part = None  # where a unit starts that reaches beyond the end of the file, and what it is
        self.last = None  # the unit before: what it is, and where its header ends
        self.work = 4 * len(data) + 4 * 2**20  # limits.12: bytes whose checksums may be computed

    def unit_at(self, at):
        """What starts here, its length, and the end of its header; None if no unit does."""
        magic = MAGIC.match(self.data, at)
        if magic is None:
            return None
        try:
            if magic.group() == container.BLOCK_MAGIC:
                header = container.parse_block_header(self.data, at, len(self.data))
                return header, header.block_size(), at + header.size
            if magic.group() == footers.MAGIC:
                length = footers.length_at(self.data, at)
                return length and ("footer", length, at + length)
            segment, header_end = index.header_at(self.data, at)
            return "segment", segment, header_end
        except PlypackError:
            return None

    def reaches(self, listing):
        """Whether the footer at the end of the file is good."""
        at, found, broken = container.HEADER_BYTES, [], False
        while at < listing.start:
            unit = self.unit_at(at)
            if unit is None:
                broken = True
                at = min(end if start == at else start for start, end in listing.places() if start >= at)
                continue
            if isinstance(unit[0], container.BlockHeader):
                found.append(at)
            at += unit[1]
        listed = {block.at for block in listing.blocks}
        return at == listing.start and not (broken and set(found) - listed)

    def ends_inside_a_unit(self):
        """Whether the last bytes of the file are the content of a unit, and no footer."""
        at = container.HEADER_BYTES
        while unit := self.unit_at(at):
            at += unit[1]
            if at >= len(self.data):
                return at > len(self.data) or unit[0] != "footer"
        return False

    def run(self, at=container.HEADER_BYTES):
        while at is not None and at < len(self.data):
            unit = self.unit_at(at)
            if unit is None:
                self.lost.append(at)
                at = self._search(self._search_start(at))
                continue
            kind, length, header_end = unit
            if at + length > len(self.data):
                self.part = at, kind
                return
            if isinstance(kind, container.BlockHeader):
                self.headers.append(kind)
            elif kind == "footer":
                self.footers.append((at + length, len(self.headers), bool(self.lost)))
            self.last = kind, header_end
            at += length
            self.units_end = at

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
            if self.unit_at(at):
                return at
            at += 1
        return None

    def last_good(self):
        """The last good footer that the walk has reached; None if there is none."""
        for end, blocks_before, broken in reversed(self.footers):
            try:
                listing = Listing(self.data, end)
            except PlypackError as error:
                if error.error_class == "unsupported" and not broken:
                    raise
                continue
            if not broken or self._confirms(listing, blocks_before):
                return listing
        return None

    def _confirms(self, listing, blocks_before):
        listed = {block.at for block in listing.blocks}
        if not listed or any(header.at not in listed for header in self.headers[:blocks_before]):
            return False
        units = [(self.unit_at(block.at), block) for block in listing.blocks]
        return all(unit and isinstance(unit[0], container.BlockHeader) and (unit[0].checksum, unit[1]) == (block.checksum, block.length) for unit, block in units)
