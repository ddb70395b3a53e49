"""footers: what they list (container.12, container.13, container.14)."""

from typing import NamedTuple

from . import limits, wire
from .container import UNITS_START
from .limits import PlypackError
from .versions import EDITS

MAGIC = b"PLYF"  # container.12
OVERHEAD = 12
DELETED, REPLACED = 0, 1  # container.14: actions; of replacement k, REPLACED + k


class Entry(NamedTuple):
    """A block."""

    at: int
    length: int
    games: int
    plies: int
    attributes: int  # 1: replacements
    checksum: int


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


def body_length(data, start):
    """The length of the body by the footer that is to start here; None without its magic."""
    frame = data[start : start + 8]
    return int.from_bytes(frame[4:], "little") if len(frame) == 8 and frame[:4] == MAGIC else None


def checksum_of(data, end):
    """The checksum that a footer which ends here has."""
    return int.from_bytes(data[end - 4 : end], "little")


def length_at(data, start):
    """container.16: the length of the footer that starts here; None if there is none, apart from what is in its body."""
    length = body_length(data, start)
    end = start + OVERHEAD + (length or 0)
    if length is None or end > len(data) or wire.checksum(data[start : end - 4]) != checksum_of(data, end):
        return None
    return end - start


def parse_footer(data, start, end):
    """container.13: the lists of the footer between these offsets, whose frame is right."""
    body = wire.Cursor(data[start + 8 : end - 4], start + 8)
    blocks = _parse_blocks(body, start)
    segments = [_parse_segment(body, start) for _ in range(_count(body, 8))]
    edits = _parse_edits(body)
    parts = [_parse_part(body, start) for _ in range(_count(body, 7))]
    body.end()
    return Footer(blocks, segments, edits, parts)


def _count(body, least):
    """limits.10: a number of entries that take so many bytes at least."""
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
        found.append(Entry(at, length, games, plies, attributes, body.u32()))
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
        body += varints(block.at - end, *block[1:5]) + wire.u32(block.checksum)
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


class Listing:
    """container.13, container.14: what the footer between these offsets lists. `features` are the required ones of the file; None in
    recovery, where they are not known."""

    def __init__(self, data, start, end, features=None):
        self.start = start
        self.footer = parse_footer(data, start, end)
        self.segments = self.footer.segments
        self.ordinary = [block for block in self.footer.blocks if block.attributes == 0]
        self.replacements = [block for block in self.footer.blocks if block.attributes == 1]
        self.edits = dict(self.footer.edits)
        self._check(features)

    def games(self):
        """The number of games, deleted and replaced ones included."""
        return sum(block.games for block in self.ordinary)

    def _check(self, features):
        replacements = sum(block.games for block in self.replacements)
        if max(self.games(), replacements) > limits.GAMES_IN_FILE:
            raise PlypackError("LIMIT_EXCEEDED", self.start, "games in the file")
        if any(segment.first_block + segment.blocks > len(self.ordinary) for segment in self.segments):
            self._refuse("a segment of a block that is not listed")
        if (self.edits or self.replacements) and features is not None and not features & EDITS:
            self._refuse("edits without their feature")
        if any(number >= self.games() or action >= REPLACED + replacements for number, action in self.edits.items()):
            self._refuse("an edit of or by what there is not")
        used = [action for action in self.edits.values() if action >= REPLACED]
        if len(set(used)) < len(used):
            self._refuse("a replacement of two games")

    def _refuse(self, why):
        raise PlypackError("FOOTER_MALFORMED", self.start, why)


def numbered(entries):
    """Entries of one list with the number of the first game of each."""
    first = 0
    for entry in entries:
        yield entry, first
        first += entry.games
