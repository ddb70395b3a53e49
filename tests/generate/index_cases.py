"""Vectors of the index: keys, segments valid and invalid, and searches that give the same results with them."""

import chess

import file_bytes as fb
import games_file as gf
import index_bounds
import index_entries
import index_file as xf
import move_codes as mc
from games_file import Played
from index_games import GAMES, HEADER, Segments, indexed, segment_of
from search_cases import GAMBIT, WITH_EN_PASSANT, Searches
from vector_file import Chapter

KEYS = [
    ("start", "the standard start", chess.STARTING_FEN),
    ("black-to-move", "Black is to move", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
    ("clocks", "move counters are ignored", chess.STARTING_FEN.replace("0 1", "12 34")),
    ("some-rights", "two of the four castling rights", chess.STARTING_FEN.replace("KQkq", "Kq")),
    ("no-rights", "no castling rights", chess.STARTING_FEN.replace("KQkq", "-")),
    ("chess960", "castling rooks within", "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"),
    ("en-passant", "a legal en passant capture", WITH_EN_PASSANT),
    ("en-passant-black", "the same for Black", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"),
    ("en-passant-pinned", "an en passant capture that leaves the king in check", "8/8/8/KPp4r/8/8/8/7k w - c6 0 1"),
    ("en-passant-useless", "an en passant square and no pawn beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
    ("kings", "two kings", "8/8/8/8/8/4k3/8/4K3 w - - 0 1"),
]

ALL_RULES = "index.1 index.2 index.3 index.4 index.6 index.7 index.8 index.9"


def places(segments):
    """index.1"""
    block = gf.block(GAMES)
    file, segment = indexed()
    segments.add("none", "a file without index", "index.1", fb.File(block))
    segments.add("segment", "a segment after its block", ALL_RULES, file, segment)
    file = fb.File(block)
    file.items.append(segment)
    segments.add("not-listed", "a segment that the footer does not list", "index.1", file)
    few = segment_of([(block, GAMES)], frequent=99)
    file = xf.with_segments([block], segment, few)
    segments.add("two-segments", "of several segments, the last that is listed", "index.1", file, few)
    broken = segment_of([(block, GAMES)], frequent=99).edit("checksum", lambda crc: fb.u32(1))
    file = xf.with_segments([block], segment, broken)
    segments.add("last-unusable", "a segment that is listed later counts even if it is unusable", "index.1 index.3", file)
    segments.search("last-unusable", "a segment that is listed later counts even if it is unusable", file)
    second = gf.block(GAMES[:2])
    at = HEADER + block.size()
    of_second = segment_of([(second, GAMES[:2])], start=at, first_block=1)
    file = xf.with_segments([block, second], of_second)
    segments.add("second-block", "two blocks, and a segment for the second", "index.1 index.3", file, of_second)
    segments.search("second-block", "two blocks, and a segment for the second", file, GAMES + GAMES[:2])
    both = segment_of([(block, GAMES), (second, GAMES[:2])])
    file = xf.with_segments([block, second], both)
    segments.add("two-blocks", "a segment for two blocks", "index.1 index.3 index.6", file, both)
    segments.search("two-blocks", "a segment for two blocks", file, GAMES + GAMES[:2])
    of_first = segment_of([(block, GAMES)])
    file = xf.with_segments([block, second], both, of_first)
    segments.add("partly-replaced", "a segment does not count if one of its blocks has another that is listed later", "index.1", file, of_first)
    file = xf.with_segments([block, second], of_first, both, of_second)
    segments.add("replaced-by-replaced", "a segment does not count either if the later one does not", "index.1", file, of_second)
    file = xf.with_segments([block, second], of_second, of_first)
    segments.add("file-order", "segments are listed in the order of their blocks", "index.1", xf.with_segments([block, second], of_first, of_second), of_first, of_second)
    segments.add("order", "segments are listed in any order", "index.1", file, of_first, of_second)
    segments.search("order", "segments are listed in any order", file, GAMES + GAMES[:2])


def checksums(segments):
    """index.1: the footer names the checksum of the segment."""
    file, segment = indexed()
    at = HEADER + gf.block(GAMES).size()
    entry = b"".join(map(fb.varint, [at, segment.size(), 0, 1]))
    file.footer.segment_parts = [(fb.varint(1), "number of index segments"), (entry, "an index segment: offset, length, first block, blocks"),
                                 (fb.u32(segment.checksum() ^ 1), "another checksum of its header")]
    segments.add("other-checksum", "the footer names a segment with another checksum", "index.1 index.3 container.13", file)


def plies(segments):
    """index.9"""
    for name, title, ply in [("at", "the last ply that an entry may have", 2**32 - 2), ("above", "a ply of 2^32 - 1", 2**32 - 1)]:
        file, segment = indexed(bits=0, page_bits=0, frequent=99)
        segment.cells = [[{"path": "", "lists": [[0, [1, 2]], [2**31, [4]], [ply, [0]]], "branches": [[28, 1, 1, 1, 0, 2400, 1, 2001]]}]]
        segments.add(f"ply-{name}", title, "index.3 index.9", file, segment if name == "at" else None)


def good(segments):
    file, _ = indexed()
    segments.search("entry", "the entry of the position gives the result", file)
    for name, title, how in [
        ("groups-only", "no position has an entry", {"frequent": 99}),
        ("one-page", "one page of four cells", {"page_bits": 0}),
        ("four-pages", "four pages of one cell", {"page_bits": 2}),
        ("one-cell", "all positions in one cell", {"bits": 0, "page_bits": 0}),
        ("single-games", "groups of one game, and leaves of up to five", {"size": 1, "frequent": 99, "most": 5}),
        ("one-group", "one group: all lists are of all groups", {"size": 8, "frequent": 99}),
        ("behind-page", "lists behind the page", {"bits": 0, "page_bits": 0, "behind": True, "frequent": 4}),
        ("not-told", "the place of the moves is not told", {"place": xf.NOT_TOLD}),
        ("coord16", "a block of another codec", {"param": 1}),
    ]:
        file, segment = indexed(**how)
        segments.add(name, title, ALL_RULES, file, segment)
        segments.search(name, title, file)
    many = [Played(tags={"WhiteElo": str(2000 + n)} if n % 3 else {}) for n in range(100)]
    file, segment = indexed(many, bits=0, page_bits=0, size=4, frequent=99)
    leaves = [{"path": "00", "groups": [2, 9, 10]}, {"path": "01", "groups": []}, {"path": "10", "groups": [*range(25)]},
              {"path": "110", "groups": [24]}, {"path": "111", "groups": [*range(0, 25, 2)]}]
    segment.cells = [leaves]
    segments.add("lists", "leaves of no, one, three, some and all groups", "index.4 index.8", file, segment)


def damage(segments):
    """index.2, index.3: the directory."""

    def set_to(**values):
        return lambda segment: [setattr(segment.covered[0], name, value) for name, value in values.items()]

    def directory(change):
        return lambda segment: segment.edit("directory", change)

    def field(meaning, data):
        return directory(lambda fields: [(data if text == meaning else old, text) for old, text in fields])

    def bad(name, title, rules, change):
        segments.bad(name, title, rules, change, usable=False)

    bad("other-place", "the offset of another block", "index.3", set_to(start=HEADER + 1))
    bad("other-block", "the checksum of another block", "index.3", set_to(crc=1))
    bad("other-games", "another number of games", "index.3", set_to(games=5))
    bad("place-of-moves", "a place of moves that does not exist", "index.3", set_to(place=3))
    bad("checksum", "checksum of the directory", "index.2", lambda segment: segment.edit("checksum", lambda crc: fb.u32(1)))
    bad("directory-length", "a directory that is longer than the segment", "index.2",
        lambda segment: segment.edit("directory length", lambda length: fb.u32(2**20)))
    bad("directory-trailing", "a byte left over in the directory", "index.3 wire.7", directory(lambda fields: fields + [(b"\0", "left over")]))
    bad("directory-cut", "a truncated directory", "index.3", directory(lambda fields: fields[:-1]))
    bad("page-bits", "more pages than the limit", "index.3", field("bits of a page's number", fb.varint(17)))
    bad("cell-bits", "more cells than the limit", "index.3", field("bits of a cell's number", fb.varint(17)))
    bad("group-bits", "larger groups than the limit", "index.3", field("bits of a group's size", fb.varint(17)))
    bad("page-length", "pages that end behind the directory's start", "index.3",
        field("lengths of a page, and of the lists behind it", fb.varint(2**20) + fb.varint(0)))
    bad("record-length", "records that do not fill the segment", "index.3", field("length of a record", fb.varint(5)))
    bad("no-blocks", "no block", "index.3", directory(lambda fields: [(fb.varint(0), fields[0][1]), *fields[7:]]))


def faults(segments):
    """index.4 to index.9: the content of a segment breaks a rule."""
    bad = segments.bad

    def edit(name, change):
        return lambda segment: segment.edit(name, change)

    def cell(text):
        return edit("cell", lambda bits: xf.Bits(text))

    def column(number, *values):
        def run(segment):
            for group in segment.groups:
                for row, value in zip(group.columns, values):
                    row[number] = value

        return run

    bad("page", "the checksum of a page does not match", "index.7", edit("whole page", lambda page: page[:-1] + bytes([page[-1] ^ 1])))
    bad("page-short", "a page that is too short for its checksum", "index.7", edit("whole page", lambda page: page[:3]))
    bad("cells-short", "a page that ends before its last cell", "index.7", edit("page", lambda page: page[:-1]))
    bad("cells-long", "a byte after the last cell", "index.7", edit("page", lambda page: page + b"\0"))
    bad("record", "the checksum of a record does not match", "index.6", edit("whole record", lambda data: data[:-1] + bytes([data[-1] ^ 1])))
    bad("record-cut", "a truncated record", "index.6", edit("record", lambda data: data[:-1]))
    bad("record-trailing", "a byte left over in a record", "index.6", edit("record", lambda data: data + b"\0"))
    bad("start", "a start that does not exist", "index.6", column(0, 3))
    bad("rating", "a rating above 16 bits", "index.6", column(3, 2**16))
    bad("year", "a year above 16 bits", "index.6", column(5, 2**16))
    bad("result", "a result that does not exist", "index.6", column(6, 4))
    for name, title, text in [
        ("cell-empty", "a cell without bits", ""),
        ("cell-cut", "a node that is not there", "0" + "1111" + "10"),
        ("cell-trailing", "a byte left over in a cell", "111110" + "0" * 10),
        ("cell-left-over-bits", "a bit after the nodes that is not 0", "111110" + "01"),
        ("leaf-kind", "a leaf of no known kind", "111" + "111110"),
        ("leaf-groups", "a leaf of more groups than there are", "101"),
        ("list-number", "a group that there is not", "111" + "10" + "1110"),
        ("division", "more divisions than a key has bits", "0" * 63),
        ("number", "a number of more than 48 bits", "111" + "1110" + "1" * 60 + "0" * 60),
    ]:
        bad(name, title, "index.8", cell(text), search=name not in ("cell-trailing", "cell-left-over-bits"))
    games = [Played("d4 d5")] * 4 + [Played("Nf3", {"FEN": GAMBIT})]
    for name, title, change in [
        ("equal-lists", "entries of equal lists, each with bytes of its own", lambda at: at),
        ("shared-lists", "two entries whose lists share a byte, beside a byte of none", lambda at: min(at, 1)),
    ]:
        file, segment = indexed(games, bits=0, page_bits=0, behind=True, frequent=4)
        segment.edit("offset of lists", change)
        shared = name == "shared-lists"
        segments.add(f"{'bad-' * shared}{name}", title, "index.3 index.9", file, None if shared else segment)


# Two positions with the same key (index.5, index.7)


def same_key():
    """FENs of two different positions of one key: pieces are exchanged so that the differences of their numbers cancel out."""
    squares = [s for s in range(64) if s not in (chess.A1, chess.H8)][:36]
    pieces = [chess.Piece(kind, chess.WHITE) for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK)]
    unit = lambda s, kind: xf.piece_number(pieces[0], s) ^ xf.piece_number(pieces[kind], s)
    choice = cancelling([(unit(s, kind), (s, kind)) for s in squares for kind in (1, 2)])
    boards = [chess.Board.empty(), chess.Board.empty()]
    for board in boards:
        board.turn = chess.BLACK
        board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
        board.set_piece_at(chess.H8, chess.Piece.from_symbol("k"))
    for s in squares:
        one, other = {0: (0, 0), 1: (0, 1), 2: (0, 2), 3: (1, 2)}[((s, 1) in choice) + 2 * ((s, 2) in choice)]
        boards[0].set_piece_at(s, pieces[one])
        boards[1].set_piece_at(s, pieces[other])
    assert xf.key(boards[0]) == xf.key(boards[1]) and boards[0] != boards[1]
    return [board.fen() for board in boards]


def cancelling(vectors):
    """Names of some of these numbers whose exclusive-or is 0: elimination, each number with the set of those it is made of."""
    basis = {}
    for value, name in vectors:
        made_of = {name}
        while value:
            top = value.bit_length()
            if top not in basis:
                basis[top] = value, made_of
                break
            value, made_of = value ^ basis[top][0], made_of ^ basis[top][1]
        if not value:
            return made_of
    raise ValueError("more numbers are needed")


def collisions(segments):
    one, other = same_key()
    games = [Played(tags={"FEN": one}), Played(tags={"FEN": other})]
    for name, title, games, how in [
        ("groups", "two positions of one key, in one leaf", games, {"size": 1, "frequent": 99}),
        ("many-groups", "two positions of one key, in a leaf of more than five groups", games * 4, {"size": 1, "frequent": 99}),
        ("entry", "an entry of the other position with the same key", games[1:], {"frequent": 1}),
    ]:
        file, segment = indexed(games, **how)
        segments.add(f"same-key-{name}", title, "index.5 index.8", file, segment)
        searches = Searches(segments.chapter, file, games)
        searches.find_position(f"find-same-key-{name}", title, "index.5 index.10", one)
        searches.find_position(f"find-same-key-{name}-other", title, "index.5 index.10", other)


def make(*more):
    """Each of `more` adds files."""
    assert xf.number(0) == 0xE220A8397B1DCDAF
    assert xf.Bits().list([2, 40, 41], 100).bytes() == bytes.fromhex("640500")
    assert xf.Bits().number(0).number(1).number(2).number(9).bytes() == bytes.fromhex("d213")
    chapter = Chapter("index")
    for name, title, fen in KEYS:
        chapter.add(f"key-{name}", title, "index.5 search.1", "position-key", fen=fen, expect={"value": str(xf.key(mc.board_of(fen)))})
    segments = Segments(chapter)
    for part in (places, good, damage, faults, collisions, checksums, plies, index_entries.add, index_bounds.add, *more):
        part(segments)
    chapter.save()
