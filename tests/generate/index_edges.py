"""Vectors of an index that tell near readings of a rule apart: a second block that differs, lengths beyond 32 and 64 bits, runs of `tight`,
lists of no bytes, the last byte of a cell, and heads of a segment at the least length."""

import chess

import container_cases as cc
import file_bytes as fb
import games_file as gf
import index_file as xf
import ranked_cases
from append_cases import shown as shown_games
from file_bytes import File
from index_bounds import fields
from index_entries import Behind, Entry, one_cell
from index_games import DETAILED, GAMES, HEADER, cells_of, indexed, row, segment_of
from plypack import codecs
from search_cases import GAMBIT

LENGTHS, RECORD = "lengths of a page, and of the lists behind it", "length of a record"


def second_block(segments):
    """index.3: every block of the directory is compared."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, field, change in [
        ("checksum", "another checksum of its header", "crc", lambda crc: crc ^ 1), ("place", "another offset", "start", lambda start: start + 1),
    ]:
        segment = segment_of([(first, GAMES), (second, GAMES[:2])])
        covered = segment.covered[1]
        value = getattr(covered, field)
        setattr(covered, field, change(fb.crc32c(b"") if value is None else value))
        file = xf.with_segments([first, second], segment)
        segments.add(f"bad-second-block-{name}", f"a segment of two blocks, of which the second has {title}", "index.3", file)
        segments.search(f"bad-second-block-{name}", f"a segment of two blocks, of which the second has {title}", file, GAMES + GAMES[:2])


def wide(segments):
    """index.3: numbers of the directory have 64 bits, and their sums more."""
    least = 2**64
    for name, title, change in [
        ("page-32", "a page that is 2^32 bytes longer", fields(LENGTHS, lambda page, lists: [page + 2**32, lists])),
        ("lists-32", "lists behind a page that are 2^32 bytes longer", fields(LENGTHS, lambda page, lists: [page, lists + 2**32])),
        ("page-64", "a page and lists behind it whose sum is right modulo 2^64", fields(LENGTHS, lambda page, lists: [least - 9, page + lists + 9])),
        ("record-32", "a record that is 2^32 bytes longer", fields(RECORD, lambda size: [size + 2**32])),
        ("records-64", "two records, of which the first has 2^64 - 9 bytes",
         lambda parts: fields(RECORD, lambda size: [size + 9], 1)(fields(RECORD, lambda size: [least - 9 + size if size < 9 else size - 9 + least - size])(parts))),
        ("block-32", "a block whose offset is 2^32 larger", fields("offset of a block", lambda start: [start + 2**32])),
    ]:
        segments.bad(f"wide-{name}", title, "index.3 wire.2", lambda segment: segment.edit("directory", change), usable=False)


def runs_of_tight(segments):
    """index.3: the param is the section's, the model of `tight` included."""
    block = cc.tight_block()
    moves = block.section(fb.MOVES)
    group = xf.Group([[0, len(line.split()), 0, 0, 0, 0, 0] for line in cc.VISITING], [], moves.stored, 0)
    segment = xf.Segment([xf.Covered(block, HEADER, [group], xf.RUNS, moves.param)], [[{"path": "", "groups": [0]}]])
    file = xf.with_segments([block], segment)
    segments.chapter.add("runs-of-tight", "a run of tight, with its model in the param", "index.3 index.6", "index", input=file.outline(*DETAILED),
                         expect={"segments": [segment.shown()]})


def records(segments):
    """index.6: start and length have bounds of their own, and their sum has none."""
    file, segment = indexed(size=8, place=xf.NOT_TOLD)
    shown = segment.shown()
    segment.edit("record", lambda data: fb.varint(2**26) * 2 + data[2:])
    shown["groups"][0]["moves"] = [2**26, 2**27]
    segments.chapter.add("record-start-and-length-at", "moves of a group that begin at 2^26, and have 2^26 bytes", "index.6", "index", input=file.outline(*DETAILED), expect={"segments": [shown]})


def cells(segments):
    """index.4, index.8: a byte of 0 after the last bit of a cell that fills its bytes."""
    leaf = "111" + "10" + "110"  # the last of three groups
    shown = [{"path": "", "groups": [2]}]
    segments.add("cell-of-whole-bytes", "a cell whose bits fill its byte", "index.4 index.8", *one_cell(shown, leaf))
    segments.add("bad-cell-byte-left-over", "a byte of 0 after a cell whose bits fill its byte", "index.3 index.4 index.8", one_cell([], leaf + "0" * 8)[0], None)


def empty_lists(segments):
    """index.9: the list of all games takes no bytes, and lies nowhere; but where it begins has a bound."""
    some, every = Entry(lists=((0, (1, 2, 5)), (3, (4,)))), Entry(lists=((0, (0, 1, 2, 3, 4, 5)),))
    coded = some.coded().bytes()
    assert len(coded) == 2 and every.coded().bytes() == b""
    text = "0" + some.bits(Behind(first=1), coded).text + every.bits(Behind(start=1)).text
    segments.add("behind-empty-within", "lists of no bytes that begin within those of another entry", "index.9", *one_cell([some.shown("0"), every.shown("1")], text, coded))
    for start, data, good in [(0, b"", True), (2, b"??", True), (1, b"", False), (3, b"??", False), (2**40, b"", False)]:
        name = f"{'' if good else 'bad-'}behind-empty-at-{start}-of-{len(data)}"
        title = f"lists of no bytes that begin {start} bytes after the end of the page, with {len(data)} bytes behind it"
        file, segment = one_cell([every.shown()], every.bits(Behind(start=start)).text, data)
        segments.add(name, title, "index.9" if good else "index.3 index.9", file, segment if good else None)
    one = Entry()
    file, _ = one_cell([], one.bits(Behind(first=2), one.coded().bytes()).text, one.coded().bytes())
    segments.add("bad-behind-first-of-the-list", "the second game of the lists behind the page as the first", "index.3 index.9", file, None)


def heads(segments):
    """index.2, container.16: a head of 23 bytes is no unit: a block that begins after 16 of them is found."""
    for length in (23, 24):
        block = gf.block(GAMES[:1])
        file = File(Bytes(length), block) if length == 24 else File(bytes(Bytes(length).data[:16]), block)
        file.footer = None
        segments.chapter.add(f"head-of-{length}", f"a head of {length} bytes, and a block", "index.2 container.16", "recover-file",
                             input=file.input(), expect={"games": shown_games(GAMES[:1])})


class Bytes:
    """Looks like an index segment of so many bytes, all of them head and zeros."""

    def __init__(self, length):
        head = b"PLYX" + length.to_bytes(8, "little")
        self.data = head + fb.u32(fb.crc32c(head)) + bytes(length - 16)

    def size(self):
        return len(self.data)

    def parts(self):
        return [(self.data, "a head of an index segment, and zeros")]


def other_codecs(segments):
    """index.3, index.6: groups that are runs, and games of codes of their own in another codec."""
    sources = [[GAMES, GAMES[:3]], [GAMES[3:]]]
    for codec, param, place in [("coord16", 1, xf.OWN_CODES), ("tight", cc.TIGHT, xf.RUNS)]:
        for parts, kind, how in [(sources[0], "entry", {"frequent": 3}), (sources[0], "groups", {"frequent": 99, "most": 5}), (sources[1], "one-block", {"frequent": 99, "most": 5})]:
            blocks, covered, group_of, played = [], [], [], []
            for games in parts:
                block, groups = coded(games, codec, param, place)
                covered.append(xf.Covered(block, HEADER + sum(other.size() for other in blocks), groups, place, param))
                group_of += [len(blocks)] * len(games)
                blocks.append(block)
                played += games
            segment = xf.Segment(covered, cells_of(played, group_of, **how), 1, 3)
            file = xf.with_segments(blocks, segment)
            title = f"{codec}, {'a run for each group' if place == xf.RUNS else 'a code for each game'}: {'an entry' if kind == 'entry' else 'groups'} of {'a block' if len(blocks) == 1 else 'two blocks'}"
            add = lambda name, rules, op, **more: segments.chapter.add(f"{name}{codec}-{kind}", title, rules, op, needs=[f"codecs/{codec}"], input=file.outline(*(DETAILED if op == "index" else ())), **more)
            add("", "index.3 index.6 index.8", "index", expect={"segments": [segment.shown()]})
            for what, fen in (("", GAMBIT), ("start-", chess.STARTING_FEN)):
                hits = gf.hits(played, gf.is_at(fen))
                add(f"find-{what}", "index.1 index.10", "find", query={"fen": fen}, expect={"hits": hits})
                add(f"tree-{what}", "index.10 search.7", "tree", query={"fen": fen}, expect={"branches": gf.branches(played, hits)})


def coded(games, codec, param, place):
    """A block of these games in a codec, and its group."""
    lines = [ranked_cases.line_of(game.tags.get("FEN") or chess.STARTING_FEN, [game.uci(ply) for ply in range(len(game.moves()))]) for game in games]
    of = codecs.BY_NAME[codec]
    parts = [codecs.encode_run(of, lines)] if place == xf.RUNS else [codecs.encode_run(of, [line]) for line in lines]
    block = gf.block(games)
    moves = block.section(fb.MOVES)
    moves.stored, moves.param = b"".join(parts), param
    block.sections.append(fb.Section(fb.MOVE_SIZES, fb.column([len(part) for part in parts]), "bytes of each run, or game"))
    rows = [row(game, lambda *_: b"") for game in games]
    if place == xf.OWN_CODES:
        rows = [[*before[:2], len(part), *before[3:]] for before, part in zip(rows, parts)]
    return block, [xf.Group(rows, [game.tags["FEN"] for game in games if "FEN" in game.tags], moves.stored, 0)]


def optional(segments):
    """index.3: optional parts, of kinds that nobody knows."""
    some = lambda *kinds: [fb.Part(kind, bytes([n + 1] * (n + 2))) for n, kind in enumerate(kinds)]
    for name, title, parts in [("one", "an optional part", some(1)), ("kinds", "optional parts of kinds 2, 2, 0 and 2^64 - 1", some(2, 2, 0, 2**64 - 1))]:
        file, segment = indexed()
        segment.optional = parts
        segments.add(f"optional-{name}", title, "index.3", file, segment)
        segments.search(f"optional-{name}", title, file)

    def changed(name, title, change, usable=False):
        file, segment = indexed()
        segment.optional = some(1)
        segment.edit("directory", lambda fields: change(fields[:-2], fields[-2][0], fields[-1]))
        segments.add(name, title, "index.3", file, *[segment] * usable)
        segments.search(name, title, file)

    count, part = "number of optional parts", "an optional part: kind, length, checksum"
    entry = lambda length, data: (fb.varint(1) + fb.varint(length) + data[2:], part)
    changed("optional-checksum", "an optional part with another checksum, which nothing looks at", lambda before, number, last: [*before, (number, count), (last[0][:2] + fb.u32(1), part)], True)
    changed("bad-optional-of-no-bytes", "an optional part of no bytes, and bytes that are no part's", lambda before, number, last: [*before, (number, count), entry(0, last[0])])
    changed("bad-optional-length", "an optional part that is one byte longer", lambda before, number, last: [*before, (number, count), entry(3, last[0])])
    changed("bad-optional-length-32", "an optional part that is 2^32 bytes longer", lambda before, number, last: [*before, (number, count), entry(2**32 + 2, last[0])])
    changed("bad-optional-too-many", "two optional parts, of which one is there", lambda before, number, last: [*before, (fb.varint(2), count), last])
    changed("bad-optional-none", "a number of no optional parts, and one is there", lambda before, number, last: [*before, (fb.varint(0), count)])
    changed("bad-optional-missing", "no number of optional parts", lambda before, number, last: before)


def add(segments):
    for part in (optional, second_block, wide, runs_of_tight, records, cells, empty_lists, heads, other_codecs):
        part(segments)
