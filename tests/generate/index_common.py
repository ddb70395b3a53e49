"""Files with an index, and the vectors of its content."""

import file_bytes as fb
import games_file as gf
import index_file as xf
import move_codes as mc
from games_file import Played
from index_file import Segment
from search_common import GAMBIT, Searches

GAMES = [
    Played("d4 d5 c4 e6 Nc3", {"Result": "1-0", "WhiteElo": "2400", "BlackElo": "2100", "Date": "2001.??.??"}),
    Played("c4 e6 d4 d5 Nc3", {"Result": "0-1", "BlackElo": "1999"}),
    Played("d4 e6 c4 d5", {"Result": "1/2-1/2"}),
    Played("Nf3", {"FEN": GAMBIT}),
    Played(state=gf.CONTINUATION),
    Played("d4 d5 c4 e6 Nf3", {"Date": "1987.01.01"}, "1-0"),
]
HEADER = fb.START
DETAILED = Segment, fb.Footer  # the parts that the vectors of the index show field by field


def row(game, encode):
    """index.6"""
    start = 2 if game.state is not None else int("FEN" in game.tags)
    result = {"1-0": 1, "1/2-1/2": 2, "0-1": 3}.get(gf.result_of(game), 0)
    ratings = [gf.rating_of(game, True), gf.rating_of(game, False)]
    return [start, len(game.moves()), len(game.code(encode)), *ratings, gf.year_of(game), result]


def groups_of(games, size, encode=mc.byte):
    """index.3"""
    found, at = [], 0
    for first in range(0, len(games), size):
        some = games[first : first + size]
        rows, moves = [row(game, encode) for game in some], b"".join(game.code(encode) for game in some)
        found.append(xf.Group(rows, [game.tags["FEN"] for game in some if "FEN" in game.tags], moves, at))
        at += len(moves)
    return found


def first_arrivals(games):
    """For every position its games, as number and ply."""
    found = {}
    for number, game in enumerate(games):
        seen = set()
        for ply, board in enumerate(game.boards() if game.state is None else []):
            name = gf.identity(board)
            if name not in seen:
                found.setdefault(name, (xf.key(board), []))[1].append((number, ply))
            seen.add(name)
    return list(found.values())


def entry(games, arrivals):
    """index.9"""
    lists = [[ply, [n for n, p in arrivals if p == ply]] for ply in sorted({ply for _, ply in arrivals})]
    words = {}
    for number, ply in arrivals:
        moves = games[number].moves()
        word = int.from_bytes(mc.coord16(games[number].boards()[ply], moves[ply]), "little") if ply < len(moves) else xf.END
        words[games[number].uci(ply)] = word
    rows = gf.branches(games, arrivals)
    return {"lists": lists, "branches": [[words[move], *counts] for move, *counts in rows]}


def leaves(games, positions, group_of, bits, frequent, most, path=""):
    """index.8: the leaves of positions that agree in this number of key bits."""
    groups = sorted({group_of[number] for _, arrivals in positions for number, _ in arrivals})
    has_entry = [len(arrivals) >= frequent for _, arrivals in positions]
    if has_entry == [True]:
        return [{"path": path, **entry(games, positions[0][1])}]
    if not any(has_entry) and len(groups) <= most or len({key for key, _ in positions}) == 1:
        return [{"path": path, "groups": groups}]
    found = []
    for bit in (0, 1):
        some = [(key, arrivals) for key, arrivals in positions if key >> 63 - bits & 1 == bit]
        found += leaves(games, some, group_of, bits + 1, frequent, most, path + str(bit))
    return found


def cells_of(games, group_of, bits=2, frequent=3, most=1):
    """The leaves of all cells; positions of `frequent` games or more have entries."""
    positions = first_arrivals(games)
    in_cell = lambda cell: [(key, arrivals) for key, arrivals in positions if key >> 64 - bits == cell]
    return [leaves(games, in_cell(cell), group_of, bits, frequent, most) for cell in range(2**bits)]


def segment_of(blocks, start=HEADER, size=2, place=xf.OWN_CODES, param=3, first_block=0, page_bits=1, behind=False, **how):
    """A segment about consecutive blocks from an offset on, given with their games."""
    covered, group_of, games = [], [], []
    for block, own in blocks:
        groups = groups_of(own, size, gf.ENCODERS[param])
        if place == xf.NOT_TOLD:
            groups = [xf.Group([[*row[:2], 0, *row[3:]] for row in group.rows], group.fens, b"", 0) for group in groups]
        before = sum(len(block.groups) for block in covered)
        group_of += [before + number // size for number in range(len(own))]
        covered.append(xf.Covered(block, start, groups, place, param))
        games += own
        start += block.size()
    return Segment(covered, cells_of(games, group_of, **how), page_bits, size.bit_length() - 1, behind, first_block)


def indexed(games=GAMES, param=3, **how):
    block = gf.block(games, param)
    segment = segment_of([(block, games)], param=param, **how)
    return xf.with_segments([block], segment), segment


class Segments:
    """Adds files to the chapter, with the content of their index."""

    def __init__(self, chapter):
        self.chapter = chapter

    def add(self, name, title, rules, file, *segments):
        shown = [segment and segment.shown() for segment in segments]
        self.chapter.add(name, title, rules, "index", input=file.outline(*DETAILED), expect={"segments": shown})

    def bad(self, name, title, rules, change, usable=True, search=True):
        """A segment with one error: searches give the same results without it. `usable` is for errors outside the
        directory, `search` for errors that a search detects (index.3)."""
        file, segment = indexed()
        change(segment)
        self.add(f"bad-{name}", title, f"index.3 {rules}", file, *([None] if usable else []))
        if search:
            self.search(f"bad-{name}", title, file)

    def both(self, name, title, rules, file, *segments, games=GAMES):
        """Adds the file, and searches in it."""
        self.add(name, title, rules, file, *segments)
        self.search(name, title, file, games)

    def search(self, name, title, file, games=GAMES):
        searches = Searches(self.chapter, file, games)
        searches.find_position(f"find-{name}", title, "index.1 index.10", GAMBIT)
        searches.tree(f"tree-{name}", title, "index.10 search.7", GAMBIT)


ALL_RULES = "index.1 index.2 index.3 index.4 index.6 index.7 index.8 index.9"

EMPTY = "111110"  # a leaf of no groups (index.8)


def varints(data):
    """The numbers in these bytes."""
    found, value, shift = [], 0, 0
    for byte in data:
        value, shift = value | (byte & 0x7F) << shift, shift + 7
        if byte < 0x80:
            found.append(value)
            value = shift = 0
    return found


def fields(meaning, change, nth=0):
    """A change of the numbers of a field of the directory: the nth field with this meaning."""

    def run(parts):
        place = [at for at, (_, text) in enumerate(parts) if text == meaning][nth]
        numbers = change(*varints(parts[place][0]))
        return [*parts[:place], (fb.varints(*numbers), meaning), *parts[place + 1 :]]

    return run


LENGTHS, RECORD = "lengths of a page, and of the lists behind it", "length of a record"

E2E4 = 28 << 6 | 12  # packed (moves.1)


class Behind:
    """An entry's fields for lists after the page; a field that is None is computed from the bytes of the lists."""

    def __init__(self, start=0, length=None, checksum=None, first=0):
        self.start, self.length, self.checksum, self.first = start, length, checksum, first

    def put(self, bits, lists):
        length = len(lists) if self.length is None else self.length
        checksum = fb.crc32c(lists) if self.checksum is None else self.checksum
        bits.number(self.start).number(length).put(checksum, 32).number(self.first)


class Entry:
    """An entry with one branch, as bits; numbers may be above their limits."""

    def __init__(self, results=(1, 1, 1, 0), unrated=2, ratings=2400, before=0, latest=2001, branches=1, lists=((0, (0, 2, 4)),), ply=0):
        self.results, self.unrated, self.ratings, self.before = results, unrated, ratings, before
        self.latest, self.branches, self.lists, self.first_ply = latest, branches, lists, ply

    def shown(self, path=""):
        rated = sum(self.results) - self.unrated
        branch = [E2E4, *self.results, self.ratings, rated, self.latest - self.before]
        return {"path": path, "lists": [[ply, list(games)] for ply, games in self.lists], "branches": [branch]}

    def bits(self, behind=None, coded=b""):
        bits = xf.Bits("111" + "1110").number(self.branches - 1).put(self.latest, 14).put(E2E4, 16)
        for count in (*self.results, self.unrated):
            bits.number(count)
        rated = max(0, sum(self.results) - self.unrated)
        bits.put(self.ratings, (9999 * rated).bit_length()).number(self.before).number(len(self.lists) - 1)
        last = -1
        for ply, games in self.lists:
            bits.number(ply - last - 1).number(len(games) - 1)
            last = ply
        bits.put(int(behind is not None), 1)
        if behind:
            behind.put(bits, coded)
        else:
            bits.text += self.coded().text
        return bits

    def coded(self):
        bits = xf.Bits()
        for _, games in self.lists:
            bits.list(games, len(GAMES))
        return bits


def one_cell(leaves, text, behind=b"", **how):
    """A file whose index has one cell, with these leaves and bits."""
    file, segment = indexed(bits=0, page_bits=0, frequent=99, **how)
    segment.cells = [leaves or [{"path": "", "groups": []}]]
    segment.edit("cell", lambda _: xf.Bits(text)).edit("lists", lambda _: behind)
    return file, segment
