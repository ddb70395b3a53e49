"""Which end of a file is torn (container.16): a writer that appends cuts it off."""

from . import container, footers
from .limits import PlypackError

BEGINNINGS = [magic[:size] for magic in (container.BLOCK_MAGIC, footers.MAGIC, b"PLYX") for size in range(5)]


def is_torn(walk, start):
    """Whether what comes after the last good footer, which ends at `start`, was never finished; `walk` went to the end of the file."""
    lost = [at for at in walk.lost if at >= start]
    if any(end > start for end, _, _ in walk.footers):
        return False
    if walk.part and not walk.lost:
        return not _ends_with_footer_of(walk)
    return not _ends_with_footer(walk, start) and all(_was_begun(walk, at, is_last=at == lost[-1]) for at in lost)


def _length_at_end(data, end):
    """The length of the footer that ends here, by its last eight bytes; 0 if there is none."""
    length = int.from_bytes(data[end - 8 : end - 4], "little")
    return length if data[end - 4 : end] == footers.END_MAGIC and length >= footers.OVERHEAD else 0


def _length_at_start(data, at):
    """The length of a footer by the length of its body, which is at this offset + 4."""
    return int.from_bytes(data[at + 4 : at + 8], "little") + footers.OVERHEAD


def _ends_with_footer(walk, start):
    """Whether the file ends with a footer that was whole once, by either of its lengths."""
    data, end = walk.data, len(walk.data)
    length = _length_at_end(data, end)
    at = end - length
    if length and at >= start and (data[at : at + 4] == footers.MAGIC or _length_at_start(data, at) == length):
        return True
    at = max(walk.units_end, start)
    return data[at : at + 4] == footers.MAGIC and at + 8 <= end and _length_at_start(data, at) == end - at


def _was_begun(walk, at, is_last):
    """Whether a writer that was killed leaves what is at this offset, where no unit starts."""
    data, end = walk.data, len(walk.data)
    first = data[at : at + 4]
    if first.rstrip(b"\0") not in BEGINNINGS:
        return False
    if first != footers.MAGIC:
        return True
    ends_in_it = not any(data[at + 4 : at + 8]) or _length_at_start(data, at) > end - at
    return is_last and walk.part is None and walk.units_end <= at and (ends_in_it or at + 8 > end) and not _end_follows(data, at)


def _end_follows(data, start):
    """Whether the length and the end of a footer that starts here are somewhere after it."""
    ends = (at + 4 for at in range(start, len(data)) if data.startswith(footers.END_MAGIC, at))
    return any(_length_at_end(data, end) == end - start for end in ends)


def _ends_with_footer_of(walk):
    """Whether the file, which ends in a unit, ends with a footer that fits what the walk found."""
    data, end = walk.data, len(walk.data)
    at, part = walk.part
    start = end - _length_at_end(data, end)
    if start < at:
        return False
    try:
        newest = footers.parse_footer(data, start, end, limit=2**64)
    except PlypackError as error:
        return error.error_class == "unsupported"
    before = [earlier for earlier in newest.earlier if earlier.at + earlier.length <= at]
    try:
        listed = [block for footer in (*(footers.parse_named(data, earlier) for earlier in before), newest) for block in footer.blocks]
    except PlypackError:
        return False
    places = [(block.at, block.length, block.checksum) for block in listed]
    found = [(header.at, header.block_size(), header.checksum) for header in walk.headers]
    count = next((number for number, place in enumerate(places) if place[0] >= at), len(places))
    if places[:count] != found:
        return False
    is_listed = not isinstance(part, container.BlockHeader) or places[count : count + 1] == [(at, part.block_size(), part.checksum)]
    return is_listed or len(before) < len(newest.earlier)
