"""footers and their lists (container.12, container.13, container.14)."""

from typing import NamedTuple

from . import limits, wire
from .container import UNITS_START
from .limits import PlypackError
from .versions import EDITS

MAGIC = b"PLYF"  # container.12
FRAME_BYTES = 12
DELETED, REPLACED = 0, 1  # container.14: actions; REPLACED + k for replacement k


class Entry(NamedTuple):
    """A block."""

    at: int
    length: int
    games: int
    plies: int
    checksum: int
    attributes: int = 0  # 1: replacements


class SegmentEntry(NamedTuple):
    """An index segment."""

    at: int
    length: int
    first_block: int
    blocks: int
    checksum: int


class Part(NamedTuple):
    """An optional part."""

    kind: int
    at: int
    length: int
    checksum: int


class Footer(NamedTuple):
    blocks: list = []
    segments: list = []
    edits: list = []  # pairs of a number and an action
    parts: list = []

    def ordinary(self):
        return [block for block in self.blocks if block.attributes == 0]

    def replacements(self):
        return [block for block in self.blocks if block.attributes == 1]

    def check(self, at, required):
        """Checks the lists against each other (container.13, container.14)."""
        games, replacements = (sum(block.games for block in blocks) for blocks in (self.ordinary(), self.replacements()))
        if max(games, replacements) > limits.GAMES_IN_FILE:
            raise PlypackError("LIMIT_EXCEEDED", at, "games in the file")
        used = [action for _, action in self.edits if action != DELETED]
        refused = {
            "a segment of a block that is not listed": any(s.first_block + s.blocks > len(self.ordinary()) for s in self.segments),
            "edits without their feature": (self.edits or self.replacements()) and not required & EDITS,
            "an edit of or by what there is not": any(number >= games or action >= REPLACED + replacements for number, action in self.edits),
            "a replacement of two games": len(set(used)) < len(used),
        }
        for why, is_wrong in refused.items():
            if is_wrong:
                raise PlypackError("FOOTER_MALFORMED", at, why)


def length_at(data, start):
    """The length of the footer that starts here, by its magic and the length of its body; None if there is none."""
    if data[start : start + 4] != MAGIC or start + FRAME_BYTES > len(data):
        return None
    return int.from_bytes(data[start + 4 : start + 8], "little") + FRAME_BYTES


def checksum_of(data, end):
    """The checksum of a footer that ends here."""
    return int.from_bytes(data[end - 4 : end], "little")


def is_valid(data, start):
    """container.16: returns whether a footer starts here, with any body."""
    length = length_at(data, start)
    return length is not None and start + length <= len(data) and _has_checksum(data, start, start + length)


def _has_checksum(data, start, end):
    return wire.checksum(data[start : end - 4]) == checksum_of(data, end)


def parse_footer(data, start, end, required):
    """container.13: the footer between these offsets of a file with these required features."""
    if length_at(data, start) != end - start:
        raise PlypackError("FOOTER_MISSING", start, "no footer of this length")
    if not _has_checksum(data, start, end):
        raise PlypackError("CHECKSUM_FOOTER", start, "checksum of the footer")
    body = wire.Cursor(data[start + 8 : end - 4], start + 8)
    blocks = _parse_blocks(body, start)
    segments = [_parse_segment(body, start) for _ in range(_count(body, 8))]
    edits = _parse_edits(body)
    parts = [_parse_part(body, start) for _ in range(_count(body, 7))]
    body.end()
    footer = Footer(blocks, segments, edits, parts)
    footer.check(start, required)
    return footer


def _count(body, least):
    """limits.10: a number of entries with this minimum size in bytes."""
    position, room = body.position, body.left()
    count = body.varint()
    if count > room // least:
        body.fail("LIMIT_EXCEEDED", "more entries than fit", position)
    return count


def _place(body, at, length, start, end, position):
    if length == 0 or at < start or at + length > end:
        body.fail("FOOTER_MALFORMED", "not within the file before the footer", position)


def _parse_blocks(body, end):
    found, start = [], UNITS_START
    for _ in range(_count(body, 9)):
        entry = body.position
        at, length = start + body.varint(), body.varint()
        _place(body, at, length, start, end, entry)
        start = at + length
        position = body.position
        games = body.varint(limits.GAMES_IN_BLOCK)
        if games == 0:
            body.fail("FOOTER_MALFORMED", "a block without games", position)
        plies = body.varint(limits.PLIES_IN_BLOCK)
        if games > limits.max_games(length) or plies > limits.max_plies(length):
            body.fail("LIMIT_EXCEEDED", "more than a block of its length can hold", entry)  # limits.7
        position = body.position
        attributes = body.varint()
        if attributes > 1:
            body.fail("FOOTER_MALFORMED", "attributes", position)
        found.append(Entry(at, length, games, plies, body.u32(), attributes))
    return found


def _parse_segment(body, end):
    position = body.position
    at, length, first_block, blocks = (body.varint() for _ in range(4))
    _place(body, at, length, UNITS_START, end, position)
    if blocks == 0 or first_block + blocks >= 2**64:
        body.fail("FOOTER_MALFORMED", "a segment of no block", position)
    return SegmentEntry(at, length, first_block, blocks, body.u32())


def _parse_edits(body):
    found, following = [], 0
    for _ in range(_count(body, 2)):
        position = body.position
        number = following + body.varint()
        if number + 1 >= 2**64:
            body.fail("FOOTER_MALFORMED", "an edit of a game that cannot be", position)
        found.append((number, body.varint()))
        following = number + 1
    return found


def _parse_part(body, end):
    position = body.position
    kind, at, length = (body.varint() for _ in range(3))
    _place(body, at, length, UNITS_START, end, position)
    return Part(kind, at, length, body.u32())


def build_footer(footer):
    """container.12, container.13"""
    varints = lambda *numbers: b"".join(map(wire.varint, numbers))
    body = varints(len(footer.blocks))
    end = UNITS_START
    for block in footer.blocks:
        body += varints(block.at - end, block.length, block.games, block.plies, block.attributes) + wire.u32(block.checksum)
        end = block.at + block.length
    body += varints(len(footer.segments))
    for segment in footer.segments:
        body += varints(*segment[:4]) + wire.u32(segment.checksum)
    body += varints(len(footer.edits))
    following = 0
    for number, action in footer.edits:
        body += varints(number - following, action)
        following = number + 1
    body += varints(len(footer.parts))
    for part in footer.parts:
        body += varints(*part[:3]) + wire.u32(part.checksum)
    data = MAGIC + wire.u32(len(body)) + body
    return data + wire.u32(wire.checksum(data))
