"""Random files: blocks, edits, index segments and optional parts in one commit or several (container.12 to container.17)."""

from typing import NamedTuple

import file_bytes as fb
from block import RandomBlock
from segment import segment_of

COMMITS = 3


class RandomFile(NamedTuple):
    """A file, its games by number, None for deleted games, the edited numbers, and the index segments that count."""

    data: bytes
    games: list
    edited: set
    segments: list
    is_newer: bool  # so that writers of this version keep it unchanged (versions.3)


class Listed(NamedTuple):
    """A block in the list of a footer."""

    at: int
    made: RandomBlock


class Builder:
    def __init__(self, draw):
        self.draw = draw
        self.file = fb.File()
        self.at = fb.START
        self.listed = []
        self.segments = []  # a segment, its offset and its first block
        self.parts = []  # an optional part and its offset
        self.edits = {}
        self.extra = 0  # required features that nothing uses
        self.needed = 0

    def ordinary(self):
        return [block for block in self.listed if not block.made.block.attributes]

    def stored(self, attributes):
        """The games of the blocks with these attributes, as they were made."""
        return [made for block in self.listed if block.made.block.attributes == attributes for made in block.made.made]

    def build(self):
        draw = self.draw
        self._commit()
        for _ in range(COMMITS):
            if not draw.maybe("append"):
                break
            self._append(self._footer())
            self.parts = [(part, at) for part, at in self.parts if part.kind % 2]
            self._commit()
        self.file.footer = self._footer()
        self._records()
        if draw.maybe("unfinished bytes"):
            self.file.tail = draw.choice([b"PLYB", b"PLYF\0\0\0\0", draw.randbytes(70)])
        return RandomFile(self.file.bytes(), self._games(), set(self.edits), self._counting(), self.file.footer.versions.write > fb.Versions().write)

    def _append(self, item, size=None):
        self.file.items.append(item)
        self.at += item.size() if size is None else size

    def _commit(self):
        draw = self.draw
        first = len(self.stored(0))
        kept = []
        if self.ordinary() and draw.maybe("merged blocks"):
            kept = self._merged(draw.choice([1, len(self.ordinary())]))
            first -= len(kept)
        for _ in range(max(draw.one("blocks of a commit"), bool(kept))):
            self._block(RandomBlock(draw, first, kept=kept))
            first, kept = len(self.stored(0)), []
        if first and draw.maybe("edits"):
            self._edit()
        if self.ordinary() and draw.maybe("index segment"):
            self._segment()
        if draw.maybe("optional part"):
            part = fb.Part(draw.one("kind of an optional part"), draw.text() + b"part")
            self.parts.append((part, self.at))
            self._append(part, len(part))

    def _merged(self, count):
        """Takes the last ordinary blocks out of the list (container.17), and returns their games."""
        blocks = self.ordinary()[-count:]
        self.listed = [block for block in self.listed if block not in blocks]
        left = len(self.ordinary())
        self.segments = [one for one in self.segments if one[2] + one[0].blocks <= left]
        return [made for block in blocks for made in block.made.made]

    def _block(self, made):
        if self.draw.maybe("bytes between units"):
            gap = self.draw.choice([b"\0", b"PLYBPLYB", self.draw.randbytes(300)])
            self._append(gap, len(gap))
        self.listed.append(Listed(self.at, made))
        self._append(made.block)

    def _edit(self):
        """container.14"""
        draw, games = self.draw, len(self.stored(0))
        free = len(self.stored(1))
        chosen = draw.sample(range(games), min(games, draw.choice([1, 1, 2, 5])))
        actions = [draw.one("edit") for _ in chosen]
        wanted = actions.count("replaced")
        if wanted or draw.maybe("a replacement that no edit names"):
            while len(self.stored(1)) < free + wanted:
                self._block(RandomBlock(draw, len(self.stored(1)), attributes=1))
            if len(self.stored(1)) == free:
                self._block(RandomBlock(draw, free, attributes=1))
        numbers = draw.sample(range(free, free + wanted), wanted)
        for number, action in zip(chosen, actions):
            self.edits.pop(number, None)
            if action != "taken back":
                self.edits[number] = fb.DELETED if action == "deleted" else fb.REPLACED + numbers.pop()

    def _segment(self):
        blocks = self.ordinary()
        for _ in range(1 + self.draw.maybe("blocks covered twice")):
            first = self.draw.randrange(len(blocks))
            some = blocks[first : first + self.draw.randint(1, len(blocks))]
            made = segment_of(self.draw, [(block.at, block.made) for block in some], first)
            self.segments.append((made, self.at, first))
            self._append(made)

    def _counting(self):
        """index.1: in the order of their blocks."""
        taken, found = set(), []
        for made, _, first in reversed(self.segments):
            blocks = range(first, first + made.blocks)
            found += [made] if taken.isdisjoint(blocks) else []
            taken.update(blocks)
        return sorted(found, key=lambda made: made.first_block)

    def _footer(self):
        items, end = [], fb.START
        for block in self.listed:
            items += [block.at - end, block.made.block]
            end = block.at + block.made.block.size()
        footer = fb.Footer(items)
        footer.segments, footer.optional, footer.edits = [*self.segments], [*self.parts], [*self.edits.items()]
        if self.draw.maybe("feature that nothing needs"):
            self.extra |= self.draw.choice([fb.ARCHIVE, fb.EDITS])
        self.needed |= footer.needed()  # versions.5: features that were set stay set
        footer.versions.required = self.needed | self.extra
        if self.draw.maybe("optional features"):
            footer.versions.optional = self.draw.getrandbits(32)
        if self.draw.maybe("newer write version"):
            footer.versions.write = self.draw.choice([0x000B, 0xFFFF])
        return footer

    def _records(self):
        file, draw = self.file, self.draw
        file.header.versions = draw.choice([fb.Versions(), file.footer.versions])
        file.settle()
        if file.commits() > 1:
            newest = draw.number("sequence number", (3, 1000))
            file.records[file.in_force()].sequence = newest
            file.records[1 - file.in_force()].sequence = newest - 1
        if draw.maybe("file id of another writer"):
            for record in file.records:
                record.file_id = b"0123456789abcdef"

    def _games(self):
        games, replacements = [made.game for made in self.stored(0)], self.stored(1)
        for number, action in self.edits.items():
            games[number] = None if action == fb.DELETED else replacements[action - fb.REPLACED].game
        return games
