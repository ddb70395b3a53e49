"""Index segments, valid or with one error, as annotated hex. Written from the specification."""

import chess

import file_bytes as fb
from file_bytes import crc32c, u32, varint

END = 0xFFFF  # stands for a move where games end
NOT_TOLD, OWN_CODES, RUNS = range(3)  # places of moves (index.3)


def number(i):
    """index.5"""
    z = (i + 1) * 0x9E3779B97F4A7C15 % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def piece_number(piece, square):
    return number(64 * (piece.piece_type + (0 if piece.color else 8)) + square)


def key(board):
    """index.5"""
    found = 0 if board.turn else number(1096)
    for square, piece in board.piece_map().items():
        found ^= piece_number(piece, square)
    for square in chess.SquareSet(board.clean_castling_rights()):
        found ^= number(1024 + square)
    return found ^ (number(1088 + chess.square_file(board.ep_square)) if board.has_legal_en_passant() else 0)


class Bits:
    """A bit string as text, the first bit first (index.4)."""

    def __init__(self, text=""):
        self.text = text

    def put(self, value, width):
        self.text += "".join(str(value >> bit & 1) for bit in range(width))
        return self

    def ones(self, count):
        self.text += "1" * count + "0"
        return self

    def number(self, value):
        width = (value + 1).bit_length() - 1
        return self.ones(width).put(value + 1, width)

    def list(self, numbers, below):
        if len(numbers) == below:
            return self
        low = max(1, below // (len(numbers) + 1)).bit_length() - 1
        last = -1
        for n in numbers:
            gap, last = n - last - 1, n
            self.ones(gap >> low).put(gap, low)
        return self

    def bytes(self):
        return bytes(int(self.text[at : at + 8][::-1], 2) for at in range(0, len(self.text), 8))


def checked(data):
    return data + u32(crc32c(data))


class Group:
    """Some games of a block, and the place of their moves."""

    def __init__(self, rows, fens, moves, start):
        self.rows, self.fens, self.moves, self.start = rows, fens, moves, start
        self.columns = [[row[0], row[1], (row[2] - row[1]) % 2**32, *row[3:]] for row in rows]

    def shown(self):
        return {"moves": [self.start, self.start + len(self.moves)], "games": self.rows, "fens": self.fens}

    def bits(self):
        """index.6"""
        bits = Bits()
        for column in zip(*self.columns):
            smallest = min(column)
            width = (max(column) - smallest).bit_length()
            bits.number(smallest).number(width)
            for value in column:
                bits.put(value - smallest, width)
        return bits

    def record(self):
        fens = b"".join(varint(len(fen)) + fen.encode() for fen in self.fens)
        return varint(self.start) + varint(len(self.moves)) + u32(crc32c(self.moves)) + self.bits().bytes() + fens


class Covered:
    """A block that a segment covers: at an offset, with its groups."""

    def __init__(self, block, start, groups, place=OWN_CODES, param=3):
        self.block, self.start, self.groups, self.place = block, start, groups, place
        self.games, self.param, self.other_crc = block.games, param, None
        before = {id(section): at for at, section in self.sections_at()}
        self.offset = before[id(block.section(fb.MOVES))]

    @property
    def crc(self):
        return self.block.header_crc() if self.other_crc is None else self.other_crc

    @crc.setter
    def crc(self, value):
        self.other_crc = value

    def sections_at(self):
        at = self.block.size() - sum(len(section.stored) for section in self.block.sections)
        for section in self.block.sections:
            yield at, section
            at += len(section.stored)

    def fields(self):
        """index.3"""
        out = [(varint(self.start), "offset of a block"), (u32(self.crc), "checksum of its header"),
               (varint(self.games), "its games"), (varint(self.place), "place of its moves")]
        if self.place != NOT_TOLD:
            out += [(varint(self.param), "param of its moves"), (varint(self.offset), "offset of its moves")]
        return out + ([(varint(len(self.groups)), "its groups")] if self.place == RUNS else [])


class Segment(fb.Parts):
    """A segment about blocks. `cells` has the leaves of each cell, in the form of the vectors; other parts are
    computed, and `edit` can change them: a function of the parts' bytes by name."""

    def __init__(self, covered, cells, page_bits=0, group_bits=1, behind=False, first_block=0):
        self.covered, self.cells, self.page_bits, self.group_bits = covered, cells, page_bits, group_bits
        self.behind, self.first_block, self.edits, self.optional = behind, first_block, {}, []
        self.groups = [group for block in covered for group in block.groups]
        self.games = sum(block.games for block in covered)
        self.blocks = len(covered)

    def shown(self):
        """In the form of the vectors."""
        size = len(self.cells) >> self.page_bits
        pages = [self.cells[at : at + size] for at in range(0, len(self.cells), size)]
        groups = [group.shown() for group in self.groups]
        return {"first_block": self.first_block, "blocks": len(self.covered), "groups": groups, "pages": pages}

    def edit(self, name, change):
        """Changes the bytes (for directories, the fields) with this name, before lengths and checksums are computed."""
        self.edits[name] = change
        return self

    def edited(self, name, value):
        return self.edits[name](value) if name in self.edits else value

    def cell(self, leaves):
        """A cell, and the lists after the page."""
        bits, behind = Bits(), bytearray()

        def node(leaves, depth):
            if len(leaves) == 1 and len(leaves[0]["path"]) == depth:
                self.leaf(bits, leaves[0], behind)
                return
            bits.put(0, 1)
            for bit in "01":
                node([leaf for leaf in leaves if leaf["path"][depth] == bit], depth + 1)

        node(leaves, 0)
        return bits, bytes(behind)

    def leaf(self, bits, leaf, behind):
        """index.8"""
        bits.put(1, 1)
        if "groups" not in leaf:
            bits.put(3, 2).ones(3)
            self.entry(bits, leaf, behind)
            return
        count = len(leaf["groups"])
        if 3 <= count <= 5:
            bits.put(count - 3, 2)
        else:
            bits.put(3, 2).ones(2 - count if count < 3 else 4)
            if count > 5:
                bits.number(count - 6)
        bits.list(leaf["groups"], len(self.groups))

    def entry(self, bits, leaf, behind):
        """index.9"""
        latest = max(branch[7] for branch in leaf["branches"])
        bits.number(len(leaf["branches"]) - 1).put(latest, 14)
        for packed, *results, ratings, rated, year in leaf["branches"]:
            bits.put(packed, 16)
            for count in results:
                bits.number(count)
            bits.number(sum(results) - rated).put(ratings, (9999 * rated).bit_length()).number(latest - year)
        bits.number(len(leaf["lists"]) - 1)
        last = -1
        for ply, games in leaf["lists"]:
            bits.number(ply - last - 1).number(len(games) - 1)
            last = ply
        lists = bits if not self.behind else Bits()
        bits.put(int(self.behind), 1)
        for _, games in leaf["lists"]:
            lists.list(games, self.games)
        if self.behind:
            data = lists.bytes()
            bits.number(self.edited("offset of lists", len(behind))).number(len(data)).put(crc32c(data), 32).number(leaf["lists"][0][1][0])
            behind += data

    def pages(self):
        """The bytes of each page, and of the lists after it."""
        size = len(self.cells) >> self.page_bits
        for at in range(0, len(self.cells), size):
            cells, lists = zip(*map(self.cell, self.cells[at : at + size]))
            assert not self.behind or sum(map(bool, lists)) < 2, "offsets count from the end of the page"
            cells = [self.edited("cell", cell).bytes() for cell in cells]
            page = b"".join(varint(len(cell)) for cell in cells) + b"".join(cells)
            yield self.edited("whole page", checked(self.edited("page", page))), self.edited("lists", b"".join(lists))

    def records(self):
        return [self.edited("whole record", checked(self.edited("record", group.record()))) for group in self.groups]

    def directory(self, pages, records):
        """index.3"""
        cell_bits = (len(self.cells) >> self.page_bits).bit_length() - 1
        out = [(varint(len(self.covered)), "number of blocks")] + [field for block in self.covered for field in block.fields()]
        out += [(varint(self.page_bits), "bits of a page's number"), (varint(cell_bits), "bits of a cell's number")]
        for page, lists in pages:
            out.append((varint(len(page)) + varint(len(lists)), "lengths of a page, and of the lists behind it"))
        out.append((varint(self.group_bits), "bits of a group's size"))
        records = iter(records)
        for block in self.covered:
            for group in block.groups:
                games = varint(len(group.rows)) if block.place == RUNS else b""
                out.append((games + varint(len(next(records))), "length of a record"))
        out.append((varint(len(self.optional)), "number of optional parts"))
        for part in self.optional:
            out.append((varint(part.kind) + varint(len(part)) + u32(crc32c(part)), "an optional part: kind, length, checksum"))
        return self.edited("directory", out)

    def parts(self):
        pages, records = list(self.pages()), self.records()
        fields = self.directory(pages, records)
        directory = b"".join(data for data, _ in fields)
        length = self.edited("directory length", u32(len(directory)))
        crc = self.edited("checksum", u32(crc32c(directory + length)))
        body = [(data, name) for page in pages for data, name in zip(page, ["page", "lists"])]
        body += [(record, "record of a group") for record in records]
        body += [(bytes(part), "an optional part") for part in self.optional]
        size = 16 + sum(len(data) for data, _ in body) + len(directory) + 8
        head = self.edited("head", b"PLYX" + size.to_bytes(8, "little"))
        crc_of_head = self.edited("checksum of the head", u32(crc32c(head)))
        start = [(head[:4], "index segment"), (head[4:], "its length"), (crc_of_head, "checksum of the head")]
        return start + body + fields + [(length, "length of the directory"), (crc, "its checksum")]


def with_segments(blocks, *segments):
    """A file with some blocks, and segments after them, all listed by its footer."""
    file = fb.File(*blocks)
    for segment in segments:
        add_segment(file, segment)
    return file


def add_segment(file, segment):
    """Adds a segment at the end of the file, and lists it."""
    at = fb.START + sum(item.size() for item in file.items)
    file.items.append(segment)
    file.footer.segments.append((segment, at, segment.first_block))
