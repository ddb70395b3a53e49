"""How files are opened (container.15)."""

from . import blocks, container, footers, records
from .blocks import VALUES, VALUE_CODES
from .footers import DELETED, REPLACED, Listing, numbered
from .limits import PlypackError
from .versions import ARCHIVE


class File:
    """A file's blocks, in file order, without those of replacements. `headers` are their headers."""

    def __init__(self, data, versions, headers, replacements=(), edits=None, listing=None):
        self.data = data
        self.versions = versions
        self.headers = headers
        self.replacements = replacements
        self.edits = edits or {}
        self.listing = listing  # of the footer, if the file was opened
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
        if not isinstance(header, container.BlockHeader):
            raise header.error  # a block that recovery could not read
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
    record, listing = opened(data)
    features = record.versions.required
    ordinary, replacements = ([listed_header(data, *entry, features) for entry in numbered(entries)] for entries in (listing.ordinary, listing.replacements))
    return File(data, record.versions, ordinary, replacements, listing.edits, listing)


def opened(data):
    """The record in force and what its footer lists. Blocks are not looked at."""
    container.parse_header(data)
    record, at = records.in_force(data)
    records.check(record, at, len(data))
    start, end = record.footer, record.end
    if record.length < footers.OVERHEAD or footers.body_length(data, start) != record.length - footers.OVERHEAD:
        raise PlypackError("FOOTER_MISSING", start, "no footer where the commit record says")
    checksum = footers.checksum_of(data, end)
    if footers.length_at(data, start) is None or checksum != record.checksum:
        raise PlypackError("CHECKSUM_FOOTER", start, "checksum of the footer")
    return record, Listing(data, start, end, record.versions.required)


def listed_header(data, entry, first, features=None):
    """container.13: the header must match the list; versions.10, if features are given."""
    header = container.parse_block_header(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, entry.attributes, first, entry.length, entry.checksum)
    if listed != (header.games, header.plies, header.attributes, header.first, header.block_size(), header.checksum):
        raise PlypackError("BLOCK_MALFORMED", entry.at, "differs from the footer")
    if features is not None and required_features(header) & ~features:
        raise PlypackError("BLOCK_MALFORMED", entry.at, "needs a feature that the commit record does not have")
    return header


def required_features(header):
    """versions.4"""
    features = 0
    for section in header.sections:
        if section.kind in (VALUES, VALUE_CODES) or section.kind == blocks.MOVES and section.param % 256 == 12:
            features |= ARCHIVE
    return features
