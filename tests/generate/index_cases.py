"""Vectors of the index: keys, segments valid and invalid, and searches that give the same results with them."""

import chess

import file_bytes as fb
import games_file as gf
import index_file as xf
import move_codes as mc
from games_file import Played
from index_file import Segment
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

GAMES = [
    Played("d4 d5 c4 e6 Nc3", {"Result": "1-0", "WhiteElo": "2400", "BlackElo": "2100", "Date": "2001.??.??"}),
    Played("c4 e6 d4 d5 Nc3", {"Result": "0-1", "BlackElo": "1999"}),
    Played("d4 e6 c4 d5", {"Result": "1/2-1/2"}),
    Played("Nf3", {"FEN": GAMBIT}),
    Played(state=gf.CONTINUATION),
    Played("d4 d5 c4 e6 Nf3", {"Date": "1987.01.01"}, "1-0"),
]
BUCKET_BITS = 2


def record(games, number, offset):
    """index.6"""
    game = games[number]
    elsewhere = game.state is not None or "FEN" in game.tags
    result = {"1-0": 1, "1/2-1/2": 2, "0-1": 3}.get(gf.result_of(game), 0)
    return [offset | elsewhere << 31, gf.rating_of(game, True), gf.rating_of(game, False), 4 * gf.year_of(game) + result]


def records(games, encode=mc.byte):
    codes = [game.code(encode) for game in games]
    return [record(games, number, sum(map(len, codes[:number]))) for number in range(len(games))], sum(map(len, codes))


def first_arrivals(games):
    """For every position the games that have it, as number and ply."""
    found = {}
    for number, game in enumerate(games):
        seen = set()
        for ply, board in enumerate(game.boards() if game.state is None else []):
            name = gf.identity(board)
            if name not in seen:
                found.setdefault(name, (xf.key(board), []))[1].append((number, ply))
            seen.add(name)
    return list(found.values())


def entry(games, position_key, arrivals):
    """index.7"""
    groups = [[ply, [n for n, p in arrivals if p == ply]] for ply in sorted({ply for _, ply in arrivals})]
    words = {}
    for number, ply in arrivals:
        moves = games[number].moves()
        word = int.from_bytes(mc.coord16(games[number].boards()[ply], moves[ply]), "little") if ply < len(moves) else xf.END
        words[games[number].uci(ply)] = word
    rows = gf.branches(games, arrivals)
    return {"key": position_key, "groups": groups, "branches": [[words[move], *counts] for move, *counts in rows]}


def piece_of(block, start, games, moves_by_place=True, frequent=3):
    """A segment as a writer makes it: entries for positions of so many games, all others in buckets."""
    rows, length = records(games)
    entries, buckets = [], [set() for _ in range(2**BUCKET_BITS)]
    for position_key, arrivals in first_arrivals(games):
        if len(arrivals) >= frequent:
            entries.append(entry(games, position_key, arrivals))
        else:
            buckets[position_key >> 64 - BUCKET_BITS].update(number for number, _ in arrivals)
    if not moves_by_place:
        rows, length = [[row[0] & 1 << 31, *row[1:]] for row in rows], 0
    return Segment(block, start, rows, sorted(entries, key=lambda e: e["key"]), map(sorted, buckets), length)


HEADER = 32


def indexed(games=GAMES, param=3):
    block = gf.block(games, param)
    segment = piece_of(block, HEADER, games, moves_by_place=param == 3)
    return xf.with_segment(block, segment), segment


class Pieces:
    """Adds files to the chapter, with what their index says."""

    def __init__(self, chapter):
        self.chapter = chapter

    def add(self, name, title, rules, file, *pieces):
        shown = [segment and segment.shown() for segment in pieces]
        self.chapter.add(name, title, rules, "index", input=file.input(), expect={"pieces": shown})

    def bad(self, name, title, rules, change, search=True):
        """A segment with one error: it is ignored, and searches give the same results without it. `search` is for
        errors that a search detects (index.4)."""
        file, segment = indexed()
        change(segment)
        self.add(f"bad-{name}", title, f"index.4 {rules}", file, None)
        if search:
            self.search(f"bad-{name}", title, file)

    def search(self, name, title, file, games=GAMES):
        searches = Searches(self.chapter, file, games)
        searches.find_position(f"find-{name}", title, "index.1 index.10", GAMBIT)
        searches.tree(f"tree-{name}", title, "index.10 search.7", GAMBIT)


def places(pieces):
    """index.1"""
    block = gf.block(GAMES)
    file, segment = indexed()
    pieces.add("no-piece", "a file without index", "index.1", fb.File(block), None)
    pieces.add("piece", "a segment after its block", "index.1 index.2 index.3 index.6 index.7 index.8 index.9", file, segment)
    before = piece_of(block, HEADER, GAMES)
    before.block_start = 1000  # takes two bytes, as the resulting offset
    before.block_start = HEADER + before.size()
    file = fb.File(block)
    file.items.insert(0, before)
    file.footer.gap = before.size()
    file.footer.segments = [(before, HEADER, 0)]
    pieces.add("piece-before-block", "a segment before its block", "index.1", file, before)
    file = fb.File(block)
    old = file.footer
    file.items, file.footer = [block, old], fb.Footer([block])
    xf.add_segment(file, segment)
    pieces.add("piece-behind-footer", "a segment after an older footer", "index.1", file, segment)
    few = piece_of(block, HEADER, GAMES, frequent=99)
    file = xf.with_segment(block, segment)
    xf.add_segment(file, few)
    pieces.add("two-pieces", "of several segments, the one that is listed last", "index.1 container.11", file, few)
    file = xf.with_segment(block, segment)
    file.footer.segments = []
    pieces.add("not-listed", "a segment that is not listed is not used", "index.1 container.11", file, None)
    file = xf.with_segment(block, segment)
    file.footer.segment_parts = [(xf.varint(1), "number of index segments"),
        (b"".join(map(xf.varint, [HEADER + block.size(), segment.size(), 0, 1])), "an index segment: offset, length, first block, blocks"),
        (xf.u32(1), "another checksum")]
    pieces.add("other-checksum", "a segment with another checksum than the listed one", "index.1 container.11", file, None)
    second = gf.block(GAMES[:2])
    file = fb.File(block, second)
    at_second = piece_of(second, HEADER + block.size(), GAMES[:2])
    xf.add_segment(file, at_second, first_block=1)
    pieces.add("second-block", "two blocks, and a segment for the second", "index.1", file, None, at_second)
    pieces.search("second-block", "two blocks, and a segment for the second", file, GAMES + GAMES[:2])


def good_pieces(pieces):
    file, _ = indexed()
    pieces.search("entry", "the entry of the position gives the result", file)
    block = gf.block(GAMES)
    segment = piece_of(block, HEADER, GAMES, frequent=99)
    file = xf.with_segment(block, segment)
    pieces.add("buckets-only", "no position has an entry", "index.3 index.8", file, segment)
    pieces.search("bucket", "the games of a bucket are checked", file)
    file, segment = indexed(param=1)
    pieces.add("coord16", "a block of another codec: no offsets of moves", "index.2 index.6", file, segment)
    pieces.search("coord16", "a block of another codec", file)
    rows, length = records(GAMES)
    segment = Segment(block, HEADER, rows, buckets=[range(len(GAMES))] * 1024, moves_length=length)
    pieces.add("two-pages", "a body of two pages, all games in each bucket", "index.4 index.8 index.9", xf.with_segment(block, segment), segment)
    many = [Played() for _ in range(100)]
    block = gf.block(many)
    rows, length = records(many)
    buckets = [[2, 40, 41], [], [99], range(100)]
    segment = Segment(block, HEADER, rows, buckets=buckets, moves_length=length)
    pieces.add("lists", "the example of the chapter, no game, one game, all games", "index.9", xf.with_segment(block, segment), segment)


def damage(pieces):
    """index.2, index.4: heads, tables and pages."""

    def set_to(**values):
        return lambda segment: [setattr(segment, name, value) for name, value in values.items()]

    bad = pieces.bad
    bad("magic", "wrong magic", "index.2", set_to(magic=b"PLYY"))
    bad("other-place", "the offset of another block", "index.1", set_to(block_start=33))
    bad("other-block", "the checksum of another block", "index.1", set_to(block_crc=1))
    bad("head-checksum", "checksum of the block header", "index.2", set_to(header_crc=1))
    bad("table-checksum", "checksum of the table", "index.2", set_to(table_crc=1))
    bad("fields-length", "a length of the fields above the limit", "index.2", set_to(fields_len=2**20 + 1))
    bad("fields-trailing", "a byte left over in the fields", "index.2 wire.7", set_to(tail=b"\0"))
    bad("positions-limit", "more positions than the limit", "index.2", set_to(positions=2**26 + 1))
    bad("entries-limit", "longer entries than the limit", "index.2", set_to(entries_length=2**26 + 1))
    bad("bucket-bits-limit", "more buckets than the limit", "index.2", set_to(bucket_bits=25))
    bad("lists-limit", "longer lists than the limit", "index.2", set_to(lists_length=2**28 + 1))
    bad("page", "the checksum of a page does not match", "index.4", damage_page)


def damage_page(segment):
    body = b"".join(segment.body_parts)
    segment.table = xf.u32(xf.crc32c(body) ^ 1)


def edit(part, change):
    """Changes a part of the body."""

    def run(segment):
        segment.body_parts[part] = change(segment.body_parts[part])

    return run


def faults(pieces):
    """index.7 to index.9: the content of a segment breaks a rule, with valid checksums."""
    bad = pieces.bad
    bad("keys-order", "descending keys", "index.3", edit(1, lambda keys: keys[8:16] + keys[:8] + keys[16:]), search=False)
    bad("keys-twice", "a duplicate key", "index.3", edit(1, lambda keys: keys[:8] + keys[:8] + keys[16:]), search=False)
    bad("entry-end", "an entry that ends beyond the entries", "index.3", edit(2, lambda ends: ends[:-4] + xf.u32(2**20)))
    bad("entry-end-order", "entries out of order", "index.3", edit(2, lambda ends: ends[4:8] + ends[:4] + ends[8:]))
    bad("bucket-end", "a list that ends beyond the lists", "index.3", edit(4, lambda ends: ends[:-4] + xf.u32(2**20)))
    bad("entry-trailing", "a byte left over in an entry", "index.7", entries_as(lambda data: data + b"\0"))
    bad("entry-cut", "a truncated entry", "index.7", entries_as(lambda data: data[:-1]))
    for name, title, data in [
        ("number", "a game that the block does not have", "01 01 3f"),
        ("count", "more games than the block has", "07 01 00"),
        ("left-over-bits", "a bit after the list that is not 0", "06 01 40"),
        ("left-over-byte", "a byte after the list", "06 02 00 00"),
        ("cut", "a truncated list", "03 00"),
        ("length", "a length beyond the end", "03 04 00"),
        ("trailing", "a byte after the bytes of the list", "06 01 00 00"),
    ]:
        bad(f"list-{name}", title, "index.9", every_bucket(bytes.fromhex(data)))


def every_bucket(data):
    def run(segment):
        segment.body_parts[4:] = [xf.end_offsets([data] * len(segment.buckets)), data * len(segment.buckets)]

    return run


def entries_as(change):
    def run(segment):
        entries = [change(xf.entry_bytes(entry, segment.games)) for entry in segment.entries]
        segment.body_parts[2:4] = [xf.end_offsets(entries), b"".join(entries)]

    return run


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


def collisions(pieces):
    one, other = same_key()
    games = [Played(tags={"FEN": one}), Played(tags={"FEN": other})]
    for name, title, games, frequent in [
        ("bucket", "two positions of one key, in one bucket", games, 99),
        ("entry", "an entry of the other position with the same key", games[1:], 1),
    ]:
        block = gf.block(games)
        segment = piece_of(block, HEADER, games, frequent=frequent)
        file = xf.with_segment(block, segment)
        pieces.add(f"same-key-{name}", title, "index.5 index.7", file, segment)
        searches = Searches(pieces.chapter, file, games)
        searches.find_position(f"find-same-key-{name}", title, "index.5 index.10", one)
        searches.find_position(f"find-same-key-{name}-other", title, "index.5 index.10", other)


def make():
    assert xf.number(0) == 0xE220A8397B1DCDAF and xf.game_list([2, 40, 41], 100) == bytes.fromhex("0303440500")
    chapter = Chapter("index")
    for name, title, fen in KEYS:
        chapter.add(f"key-{name}", title, "index.5 search.1", "position-key", fen=fen, expect={"value": str(xf.key(mc.board_of(fen)))})
    pieces = Pieces(chapter)
    for part in (places, good_pieces, damage, faults, collisions):
        part(pieces)
    chapter.save()
