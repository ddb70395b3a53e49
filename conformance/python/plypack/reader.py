"""Opens files (container.15)."""

from typing import NamedTuple

from . import blocks, container, footers, records
from .blocks import VALUES, VALUE_CODES
from .footers import DELETED, REPLACED
from .limits import PlypackError
from .versions import ARCHIVE


class File:
    """A file's blocks, in file order, without blocks of replacements. `headers` are the headers of these blocks."""

    def __init__(self, data, versions, headers, replacements=(), edits=None, footer=None):
        self.data = data
        self.versions = versions
        self.headers = headers
        self.replacements = replacements
        self.edits = edits or {}
        self.footer = footer
        self.blocks = {}  # the blocks read so far, by offset

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
    record, _ = records.in_force(data)
    return open_by(data, record, listed_header)


def committed(data, record):
    """The footer that a record names."""
    if record.end() > len(data):
        raise PlypackError("TRUNCATED", len(data), "the file has lost its end")
    footer = footers.parse_footer(data, record.footer_at, record.end(), record.versions.required)
    if footers.checksum_of(data, record.end()) != record.footer_checksum:
        raise PlypackError("CHECKSUM_FOOTER", record.footer_at, "another footer than the record names")
    return footer


def open_by(data, record, header_of):
    """The file according to this record."""
    footer = committed(data, record)
    ordinary, replacements = (list(_headers(data, entries, record.versions, header_of)) for entries in (footer.ordinary(), footer.replacements()))
    return File(data, record.versions, ordinary, replacements, dict(footer.edits), footer)


def _headers(data, entries, versions, header_of):
    number = 0
    for entry in entries:
        yield header_of(data, entry, versions, number)
        number += entry.games


def listed_header(data, entry, versions, first_number):
    """container.13: the header must match the list; versions.10."""
    header = container.parse_block_header(data, entry.at, entry.at + entry.length)
    listed = (entry.games, entry.plies, entry.attributes, first_number, entry.length, entry.checksum)
    found = (header.games, header.plies, header.attributes, header.first_number, header.block_size(), header.checksum)
    if listed != found:
        raise PlypackError("BLOCK_MALFORMED", entry.at, "differs from the footer")
    if required_features(header) & ~versions.required:
        raise PlypackError("BLOCK_MALFORMED", entry.at, "needs a feature that the file does not have")
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
