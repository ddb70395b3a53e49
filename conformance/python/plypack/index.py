"""index: the position index (spec/index.md). Searches here do not use the index; segments can be skipped and shown."""

from typing import NamedTuple

from . import search, wire
from .limits import PlypackError

MAGIC = b"PLYX"
HEAD_BYTES, TAIL_BYTES = 16, 8  # index.2
MAX_BITS, MAX_GAMES = 16, 2**28  # index.3: bits of pages, cells and groups; games
MAX_OFFSET, MAX_MOVES = 2**40, 2**26  # index.3, index.6
FEN_START = 1  # index.6
NOT_TOLD, RUNS = 0, 2  # index.3


class Block(NamedTuple):
    """A block that a segment covers (index.3)."""

    start: int
    checksum: int
    games: int
    place: int  # of the moves
    groups: int | None  # their number, if they are runs


class Directory(NamedTuple):
    """index.3. Places are offsets in the file."""

    blocks: list
    page_bits: int
    cell_bits: int
    pages: list  # start, end, end of the lists
    groups: list  # number of games, start and end of the record

    def games(self):
        return sum(block.games for block in self.blocks)


class Lists(NamedTuple):
    """The lists behind a page."""

    data: bytes
    taken: list  # start and end of the bytes of every entry that has bytes here (index.9)


class Segment(NamedTuple):
    directory: Directory
    checksum: int


def header_at(data, start):
    """container.16: the length of the segment whose magic is at this offset, and the end of its head; raises if the head is not valid (index.2)."""
    cursor = wire.Cursor(data[start : start + HEAD_BYTES], start)
    checked = cursor.take(12)
    size = int.from_bytes(checked[4:], "little")
    if size < HEAD_BYTES + TAIL_BYTES:
        raise PlypackError("BLOCK_MALFORMED", start, "no segment")
    if cursor.u32() != wire.checksum(checked):
        raise PlypackError("CHECKSUM_BLOCK", start, "checksum of the head")
    return size, start + HEAD_BYTES


def segment_between(data, start, end):
    """The segment in these bytes of a file; raises if its directory is corrupt or breaks a rule (index.2)."""
    tail = wire.Cursor(data[end - TAIL_BYTES : end])
    length, checksum = tail.u32(), tail.u32()
    at = end - TAIL_BYTES - length
    if wire.checksum(data[at : end - 4]) != checksum:
        raise PlypackError("CHECKSUM_SECTION", start, "checksum of the directory")
    return Segment(_directory(wire.Cursor(data[at : at + length]), start + HEAD_BYTES, at), checksum)


def _refuse(why):
    raise PlypackError("SECTION_MALFORMED", None, why)


# The directory (index.3)


def _directory(cursor, at, end):
    blocks = [_block(cursor) for _ in range(cursor.varint(cursor.left()))]
    page_bits, cell_bits = cursor.varint(MAX_BITS), cursor.varint(MAX_BITS)
    pages, groups = [], []
    for _ in range(2**page_bits):
        start = at
        page = start + cursor.varint()
        at = page + cursor.varint()
        pages.append((start, page, at))
    size = 2 ** cursor.varint(MAX_BITS)
    for block in blocks:
        left = block.games
        for _ in range(-(-left // size) if block.groups is None else block.groups):
            games = min(left, size) if block.groups is None else cursor.varint(left)
            length = cursor.varint()
            groups.append((games, at, at + length))
            at, left = at + length, left - games
        if left:
            _refuse("groups that do not hold the games of their block")
    for _ in range(cursor.varint(cursor.left() // 6)):
        cursor.varint()
        length = cursor.varint()
        if length == 0:
            _refuse("an optional part without bytes")
        at += length
        cursor.u32()
    cursor.end()
    found = Directory(blocks, page_bits, cell_bits, pages, groups)
    if at != end or not 0 < found.games() <= MAX_GAMES:
        _refuse("parts that do not fill the segment, or no games")
    return found


def _block(cursor):
    start, checksum, games, place = cursor.varint(), cursor.u32(), cursor.varint(2**16), cursor.varint(RUNS)
    if place != NOT_TOLD:
        cursor.varint()
        cursor.varint(MAX_OFFSET)
    return Block(start, checksum, games, place, cursor.varint(games) if place == RUNS else None)


# Finding segments (index.1)


def segments(file):
    """The segments of an opened file that count and are usable, with the number of the first block of each."""
    found, taken = [], set()
    for entry in reversed(file.footer.segments):
        blocks = range(entry.first_block, entry.first_block + entry.blocks)
        if taken.isdisjoint(blocks):
            segment = _usable(file, entry, blocks)
            found += [(entry.first_block, segment)] if segment else []
        taken.update(blocks)
    return sorted(found)


def _usable(file, entry, blocks):
    """The segment of an entry of the footer; None if it is unusable (index.3)."""
    try:
        segment = segment_between(file.data, entry.at, entry.at + entry.length)
    except PlypackError:
        return None
    listed = [(header.at, header.checksum, header.games) for header in file.headers[blocks.start : blocks.stop]]
    covered = [(block.start, block.checksum, block.games) for block in segment.directory.blocks]
    return segment if covered == listed and segment.checksum == entry.checksum else None


# Content of a segment


def shown(data, first, segment):
    """The groups and the leaves; None if a rule is broken (index.3)."""
    directory = segment.directory
    try:
        groups = [_group(_checked(data[start:end]), games) for games, start, end in directory.groups]
        pages = [_page(data, directory, *page) for page in directory.pages]
    except PlypackError:
        return None
    return {"first_block": first, "blocks": len(directory.blocks), "groups": groups, "pages": pages}


def _checked(data):
    """The bytes before a checksum."""
    if wire.checksum(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise PlypackError("CHECKSUM_SECTION", None, "checksum of a part")
    return data[:-4]


def _group(data, games):
    """index.6"""
    cursor = wire.Cursor(data)
    start, length = cursor.varint(MAX_MOVES), cursor.varint(MAX_MOVES)
    cursor.u32()
    bits = Bits(cursor.take(cursor.left()))
    columns = [_column(bits, games) for _ in range(7)]
    rows = [_row(*row) for row in zip(*columns)]
    cursor = wire.Cursor(bits.rest())
    fens = [cursor.take(cursor.varint(cursor.left())) for row in rows if row[0] == FEN_START]
    cursor.end()
    return {"moves": [start, start + length], "games": rows, "fens": [fen.decode("latin-1") for fen in fens]}


def _column(bits, games):
    smallest, width = bits.number(2**32 - 1), bits.number(32)
    values = [smallest + bits.take(width) for _ in range(games)]
    if max(values, default=0) >= 2**32:
        _refuse("a number above 32 bits")
    return values


def _row(start, plies, more, white, black, year, result):
    if start > 2 or max(white, black, year) >= 2**16 or result > 3:
        _refuse("a number that a column cannot have")
    return [start, plies, (plies + more) % 2**32, white, black, year, result]


def _page(data, directory, start, end, lists_end):
    """index.7"""
    cursor = wire.Cursor(_checked(data[start:end]))
    lengths = [cursor.varint(end - start) for _ in range(2**directory.cell_bits)]
    if sum(lengths) != cursor.left():
        _refuse("cells that do not fill their page")
    lists = Lists(data[end:lists_end], [])
    leaves = [list(_leaves(Bits(cursor.take(length)), directory, lists)) for length in lengths]
    taken = sorted(lists.taken)
    if any(before[1] > after[0] for before, after in zip(taken, taken[1:])):
        _refuse("lists that share their bytes")
    return leaves


def _leaves(bits, directory, lists):
    """index.8"""
    paths = [""]
    while paths:
        path = paths.pop()
        if bits.take(1) == 1:
            yield {"path": path, **_leaf(bits, directory, lists)}
        elif len(path) + directory.page_bits + directory.cell_bits < 64:
            paths += [path + "1", path + "0"]
        else:
            _refuse("more divisions than a key has bits")
    bits.end()


def _leaf(bits, directory, lists):
    """index.8"""
    count = 3 + bits.take(2)
    if count == 6:
        kind = bits.ones()
        if kind == 3:
            return _entry(bits, directory.games(), lists)
        if kind > 4:
            _refuse("a leaf of no known kind")
        count = 6 + bits.number(len(directory.groups)) if kind == 4 else 2 - kind
    return {"groups": bits.list(count, len(directory.groups))}


def _entry(bits, games, behind):
    """index.9"""
    branches = _branches(bits, games)
    plies, ply, left = [], -1, games
    for _ in range(1 + bits.number(games - 1)):
        ply += 1 + bits.number(2**32 - 1)
        if ply >= 2**32 - 1:
            _refuse("a ply above 32 bits")
        plies.append((ply, 1 + bits.number(left - 1)))
        left -= plies[-1][1]
    if bits.take(1) == 0:
        return {"lists": [[ply, bits.list(count, games)] for ply, count in plies], "branches": branches}
    start, length, checksum, first = bits.number(2**40), bits.number(2**32), bits.take(32), bits.number(games - 1)
    data = behind.data[start : start + length]
    if start + length > len(behind.data):
        _refuse("lists outside of their place")
    if length:
        behind.taken.append((start, start + length))
    if wire.checksum(data) != checksum:
        raise PlypackError("CHECKSUM_SECTION", None, "checksum of lists")
    bits = Bits(data)
    lists = [[ply, bits.list(count, games)] for ply, count in plies]
    bits.end()
    if lists[0][1][0] != first:
        _refuse("another first game than the entry names")
    return {"lists": lists, "branches": branches}


def _branches(bits, games):
    """index.9"""
    count, latest = 1 + bits.number(0xFFFF), bits.take(14)
    found = []
    for _ in range(count):
        move, *results = bits.take(16), *(bits.number(games) for _ in range(4))
        rated = sum(results) - bits.number(sum(results))
        ratings = bits.take((9999 * rated).bit_length())
        found.append([move, *results, ratings, rated, latest - bits.number(latest)])
    return found


# Bit strings (index.4)


class Bits:
    """A bit string."""

    def __init__(self, data):
        self.data, self.value, self.at = data, int.from_bytes(data, "little"), 0

    def take(self, width):
        value = self.value >> self.at & 2**width - 1
        self.at += width
        if self.at > 8 * len(self.data):
            _refuse("bits that end early")
        return value

    def ones(self):
        """Returns the number of one bits before the next zero bit."""
        count = 0
        while self.take(1):
            count += 1
        return count

    def number(self, most):
        width = self.ones()
        value = (2**width | self.take(width)) - 1
        if value > most:
            raise PlypackError("LIMIT_EXCEEDED", None, "a number of an index")
        return value

    def list(self, count, below):
        if count == below:
            return [*range(below)]
        low = max(1, below // (count + 1)).bit_length() - 1
        numbers, number = [], -1
        for _ in range(count):
            number += 1 + (self.ones() << low) + self.take(low)
            if number >= below:
                _refuse("a list that breaks a rule")
            numbers.append(number)
        return numbers

    def rest(self):
        """The bytes after the byte with the last bit read; the remaining bits of this byte are 0."""
        if self.take(-self.at % 8):
            _refuse("bits left over")
        return self.data[self.at // 8 :]

    def end(self):
        """Checks that fewer than eight bits remain, all 0."""
        if 8 * len(self.data) - self.at >= 8 or self.value >> self.at:
            _refuse("bits left over")


# Keys (index.5)


def _number(i):
    z = (i + 1) * 0x9E3779B97F4A7C15 % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


PIECES = " PNBRQK  pnbrqk"


def key(board):
    """index.5"""
    found = 0
    for square, piece in enumerate(board.pieces):
        if piece is not None:
            found ^= _number(64 * PIECES.index(piece) + square)
    for rook in board.castling_rooks:
        found ^= _number(1024 + rook)
    file = search.en_passant_file(board)
    if file is not None:
        found ^= _number(1088 + file)
    return found if board.white_to_move else found ^ _number(1096)
