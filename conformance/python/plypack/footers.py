"""footers: what they list, and what several of them say together (container.12, container.13, container.14)."""

from typing import NamedTuple

from . import limits, wire
from .container import HEADER_BYTES
from .limits import PlypackError
from .versions import EDITS, Versions

MAGIC = b"PLYF"  # container.12
END_MAGIC = b"FYLP"
OVERHEAD = 20
MAX_EARLIER = 7  # container.13
DELETED, AS_WRITTEN, REPLACED = 0, 1, 2  # container.14: actions; of replacement k, REPLACED + k


class Earlier(NamedTuple):
    """An earlier footer."""

    at: int
    length: int
    checksum: int


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


class Footer(NamedTuple):
    versions: Versions
    earlier: list = []
    blocks: list = []
    segments: list = []
    edits: list = []  # pairs of a number and an action


# Bytes


def find_footer(data):
    """container.13: the offset of the footer at the end of the data."""
    if len(data) < HEADER_BYTES + OVERHEAD or data[-4:] != END_MAGIC:
        raise PlypackError("FOOTER_MISSING", len(data), "the file does not end with a footer")
    length = int.from_bytes(data[-8:-4], "little")
    start = len(data) - length
    if length < OVERHEAD or start < HEADER_BYTES:
        raise PlypackError("FOOTER_MISSING", len(data), "length of the footer")
    body = int.from_bytes(data[start + 4 : start + 8], "little")
    if data[start : start + 4] != MAGIC or body + OVERHEAD != length:
        raise PlypackError("FOOTER_MISSING", start, "start of the footer")
    return start


def length_at(data, start):
    """container.16: the length of the footer that starts here; None if there is none, apart from what is in its body."""
    length = int.from_bytes(data[start + 4 : start + 8], "little") + OVERHEAD
    end = start + length
    if data[start : start + 4] != MAGIC or end > len(data) or data[end - 8 : end] != wire.u32(length) + END_MAGIC:
        return None
    return length if wire.checksum(data[start : end - 12]) == checksum_of(data, end) else None


def checksum_of(data, end):
    """The checksum that a footer which ends here has."""
    return int.from_bytes(data[end - 12 : end - 8], "little")


def parse_footer(data, start, end, limit=None):
    """container.13: the footer between these offsets; what it lists ends at or before `limit`, its own start if there is none."""
    if wire.checksum(data[start : end - 12]) != checksum_of(data, end):
        raise PlypackError("CHECKSUM_FOOTER", start, "checksum of the footer")
    body = wire.Cursor(data[start + 8 : end - 12], start + 8)
    versions = Versions.from_cursor(body)
    versions.check_readable(start + 8)
    limit = start if limit is None else limit
    earlier = _parse_earlier(body, limit)
    blocks = _parse_blocks(body, limit)
    segments = [_parse_segment(body, limit) for _ in range(_count(body, 8))]
    edits = _parse_edits(body)
    body.end()
    return Footer(versions, earlier, blocks, segments, edits)


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


def _parse_earlier(body, end):
    position = body.position
    count = _count(body, 6)
    if count > MAX_EARLIER:
        body.fail("FOOTER_MALFORMED", "too many earlier footers", position)
    found, start = [], HEADER_BYTES
    for _ in range(count):
        position = body.position
        at, length = body.varint(), body.varint()
        _place(body, at, length, start, end, position)
        start = at + length
        found.append(Earlier(at, length, body.u32()))
    return found


def _parse_blocks(body, end):
    found, start = [], HEADER_BYTES
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
    _place(body, at, length, HEADER_BYTES, end, position)
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


def build_footer(footer):
    """container.12, container.13"""
    varints = lambda *numbers: b"".join(map(wire.varint, numbers))
    body = footer.versions.to_bytes() + varints(len(footer.earlier))
    for earlier in footer.earlier:
        body += varints(*earlier[:2]) + wire.u32(earlier.checksum)
    body += varints(len(footer.blocks))
    end = HEADER_BYTES
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
    data = MAGIC + wire.u32(len(body)) + body
    return data + wire.u32(wire.checksum(data)) + wire.u32(len(body) + OVERHEAD) + END_MAGIC


# Several footers


class Listing:
    """container.13: the newest footer, which ends here, and the earlier ones that it names."""

    def __init__(self, data, end):
        self.start = find_footer(data[:end])
        self.end = end
        self.checksum = checksum_of(data, end)
        newest = parse_footer(data, self.start, end)
        self.versions = newest.versions
        self.earlier = newest.earlier
        self.footers = [parse_named(data, earlier) for earlier in newest.earlier] + [newest]
        self.blocks = [block for footer in self.footers for block in footer.blocks]
        self.segments = [segment for footer in self.footers for segment in footer.segments]
        self.ordinary = [block for block in self.blocks if block.attributes == 0]
        self.replacements = [block for block in self.blocks if block.attributes == 1]
        every_edit = [edit for footer in self.footers for edit in footer.edits]
        self.edits = {number: action for number, action in dict(every_edit).items() if action != AS_WRITTEN}
        self._check(every_edit)

    def _check(self, every_edit):
        if any(one.at + one.length > other.at for one, other in zip(self.blocks, self.blocks[1:])):
            self._refuse("blocks out of order")
        games, replacements = (sum(block.games for block in blocks) for blocks in (self.ordinary, self.replacements))
        if max(games, replacements) > limits.GAMES_IN_FILE:
            raise PlypackError("LIMIT_EXCEEDED", self.start, "games in the file")
        if any(segment.first_block + segment.blocks > len(self.ordinary) for segment in self.segments):
            self._refuse("a segment of a block that is not listed")
        if (every_edit or self.replacements) and not self.versions.required & EDITS:
            self._refuse("edits without their feature")
        if any(number >= games or action >= REPLACED + replacements for number, action in every_edit):
            self._refuse("an edit of or by what there is not")
        used = [action for action in self.edits.values() if action >= REPLACED]
        if len(set(used)) < len(used):
            self._refuse("a replacement of two games")

    def _refuse(self, why):
        raise PlypackError("FOOTER_MALFORMED", self.start, why)

    def places(self):
        """Offsets and ends of all that the footers list, and of themselves."""
        listed = [*self.blocks, *self.segments, *self.earlier]
        return [*((unit.at, unit.at + unit.length) for unit in listed), (self.start, self.end)]


def parse_named(data, earlier):
    end = earlier.at + earlier.length
    start = earlier.at
    if earlier.length < OVERHEAD or data[start : start + 8] != MAGIC + wire.u32(earlier.length - OVERHEAD):
        raise PlypackError("FOOTER_MISSING", start, "an earlier footer")
    footer = parse_footer(data, start, end)
    if data[end - 8 : end] != wire.u32(earlier.length) + END_MAGIC:
        raise PlypackError("FOOTER_MISSING", start, "end of an earlier footer")
    if checksum_of(data, end) != earlier.checksum:
        raise PlypackError("CHECKSUM_FOOTER", start, "another footer than the one named")
    return footer


# Writing


def weight(footer):
    """container.17: what plypack does."""
    return max(1, len(footer.blocks) + len(footer.segments) + len(footer.edits))


def _worth_naming(listing, new):
    """The number of footers of the file that are not merged: those that weigh much more than all after them."""
    total = sum(map(weight, listing.footers)) + weight(new)
    ratio = next(t for t in range(2, total + 3) if t**MAX_EARLIER >= total)
    kept, own = len(listing.footers), weight(new)
    while kept and weight(listing.footers[kept - 1]) < ratio * own:
        kept -= 1
        own += weight(listing.footers[kept])
    return kept


def merged(listing, new):
    """A footer with what `new` lists, with the newest footers of the file merged into it and references to the others."""
    places = [*listing.earlier, Earlier(listing.start, listing.end - listing.start, listing.checksum)]
    kept = min(MAX_EARLIER, _worth_naming(listing, new))
    parts = [*listing.footers[kept:], new]
    edits = dict(edit for part in parts for edit in part.edits)
    needed = sorted(edit for edit in edits.items() if kept or edit[1] != AS_WRITTEN)
    blocks = [block for part in parts for block in part.blocks]
    segments = [segment for part in parts for segment in part.segments]
    return Footer(new.versions, places[:kept], blocks, segments, needed)
