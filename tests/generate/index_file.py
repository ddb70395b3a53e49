"""Index segments, valid or with one error, as annotated hex. Written from the specification."""

import chess

import file_bytes as fb
from file_bytes import crc32c, u16, u32, varint

PAGE = 4096
END = 0xFFFF  # stands for a move where games end


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


def game_list(numbers, games):
    """index.9"""
    if not numbers:
        return varint(0)
    low = max(1, games // len(numbers)).bit_length() - 1
    bits, last = "", -1
    for n in numbers:
        gap, last = n - last - 1, n
        bits += "1" * (gap >> low) + "0" + "".join(str(gap >> bit & 1) for bit in range(low))
    data = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
    return varint(len(numbers)) + varint(len(data)) + data


def entry_bytes(entry, games):
    """index.7"""
    out = varint(len(entry["groups"]))
    for ply, numbers in entry["groups"]:
        out += varint(ply) + game_list(numbers, games)
    out += varint(len(entry["branches"]))
    for packed, *counts in entry["branches"]:
        out += u16(packed) + b"".join(map(varint, counts))
    return out


def end_offsets(chunks):
    """The end offset of each of the chunks."""
    found, at = b"", 0
    for segment in chunks:
        at += len(segment)
        found += u32(at)
    return found


class Segment:
    """A segment for a block at offset `start`. Fields that are None are computed from the others."""

    def __init__(self, block, start, records, entries=(), buckets=((),), moves_length=0):
        self.block_start, self.block_crc, self.games = start, block.header_crc(), block.games
        self.records, self.entries, self.buckets, self.moves_length = records, list(entries), [*map(list, buckets)], moves_length
        self.magic, self.fields_len, self.header_crc, self.table, self.table_crc = b"PLYX", None, None, None, None
        self.positions = self.entries_length = self.bucket_bits = self.lists_length = None
        self.tail, self.body_parts = b"", self.default_body()

    def shown(self):
        """As the vectors show it."""
        return {
            "games": [list(record) for record in self.records],
            "entries": [{"key": str(entry["key"]), "groups": entry["groups"], "branches": entry["branches"]} for entry in self.entries],
            "buckets": self.buckets,
        }

    def default_body(self):
        """index.3: the six parts, which may be changed."""
        records = b"".join(u32(offset) + b"".join(map(u16, others)) for offset, *others in self.records)
        entries = [entry_bytes(entry, self.games) for entry in self.entries]
        lists = [game_list(bucket, self.games) for bucket in self.buckets]
        keys = b"".join(entry["key"].to_bytes(8, "little") for entry in self.entries)
        return [records, keys, end_offsets(entries), b"".join(entries), end_offsets(lists), b"".join(lists)]

    def fields(self, table):
        choose = lambda given, default: default if given is None else given
        _, _, _, entries, _, lists = self.body_parts
        return [
            (varint(self.block_start), "offset of the block"), (u32(self.block_crc), "checksum of its header"),
            (varint(self.games), "games"), (varint(self.moves_length), "length of the moves"),
            (varint(choose(self.positions, len(self.entries))), "positions with an entry"),
            (varint(choose(self.entries_length, len(entries))), "length of the entries"),
            (varint(choose(self.bucket_bits, len(self.buckets).bit_length() - 1)), "bits of a bucket's number"),
            (varint(choose(self.lists_length, len(lists))), "length of the lists"),
            (u32(choose(self.table_crc, crc32c(table))), "checksum of the table"),
        ] + ([(self.tail, "left over")] if self.tail else [])

    def parts(self):
        body = b"".join(self.body_parts)
        table = b"".join(u32(crc32c(body[at : at + PAGE])) for at in range(0, len(body), PAGE)) if self.table is None else self.table
        fields = self.fields(table)
        data = b"".join(data for data, _ in fields)
        start = self.magic + u32(len(data) if self.fields_len is None else self.fields_len)
        crc = crc32c(start + data) if self.header_crc is None else self.header_crc
        names = ["records of the games", "keys", "end offsets of the entries", "entries", "end offsets of the bucket lists", "lists"]
        return ([(self.magic, "index segment"), (start[4:], "length of its fields")] + fields
                + [(u32(crc), "checksum of its header"), (table, "checksums of the pages"), *zip(self.body_parts, names)])

    def checksum(self):
        """The checksum of the header, after the fields."""
        return int.from_bytes(next(data for data, meaning in reversed(self.parts()) if meaning == "checksum of its header"), "little")

    def size(self):
        return sum(len(data) for data, _ in self.parts())


def with_segment(block, segment):
    """A file with one block and its segment after it."""
    file = fb.File(block)
    add_segment(file, segment)
    return file


def add_segment(file, segment, first_block=0):
    """Adds a segment at the end of the file, and lists it."""
    at = 32 + sum(item.size() for item in file.items)
    file.items.append(segment)
    file.footer.segments.append((segment, at, first_block))
