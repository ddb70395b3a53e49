"""Vectors of the records of groups (index.6): columns, places of moves, runs."""

import chess
from plypack import codecs

import codec_ranked
import container_common as cc
import file_bytes as fb
import games_file as gf
import index_file as xf
from games_file import Played
from index_common import DETAILED, Entry, GAMES, HEADER, RECORD, cells_of, fields, indexed, one_cell, row
from search_common import GAMBIT


def runs_of(*groups):
    """A file of a block with two games, and a segment whose runs have these numbers of plies; the first run has all
    bytes."""
    block = cc.run_block()
    stored, rows = block.section(fb.MOVES).stored, [[[0, plies, 0, 0, 0, 0, 0] for plies in group] for group in groups]
    made = [Run(own, [], b"" if at else stored, len(stored) if at else 0) for at, own in enumerate(rows)]
    segment = xf.Segment([xf.Covered(block, HEADER, made, xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0]}]])
    return xf.with_segments([block], segment), segment


class Run(xf.Group):
    """A group that may have no games."""

    def bits(self):
        """index.6: seven columns; without values, each has the smallest value 0 and the width 0."""
        return super().bits() if self.rows else xf.Bits("00" * 7)


def runs_and_starts(segments):
    file, segment = indexed()
    parts = [[fb.u32(int.from_bytes(bytes.fromhex(data), "little") ^ 1).hex(" "), "another checksum of the head"] if meaning == "checksum of the head" else [data, meaning]
             for data, meaning in file.input()]
    segments.chapter.add("wrong-head", "the checksum of the head is wrong: only recovery looks at it", "index.2 index.3", "index", input=parts,
                         expect={"segments": [segment.shown()]})
    segments.add("empty-run", "two runs, of two games and of none", "index.3 index.6", *runs_of([2, 1], []))
    file, _ = runs_of([2, 1], [], [])
    segments.add("bad-runs-above-games", "three runs, in a block of two games", "index.3", file)
    for name, start in [("at", 2**26), ("above", 2**26 + 1)]:
        file, segment = indexed(place=xf.NOT_TOLD)
        segment.groups[0].start = start
        segments.add(f"not-told-start-{name}", f"the place of the moves is not told, and moves begin at {start}", "index.6", file, segment if name == "at" else None)
    entry = Entry(ratings=2**14 - 1, latest=2**14 - 1)
    segments.add("entry-all-bits", "a sum of ratings and a year of all one bits", "index.9", *one_cell([entry.shown()], entry.bits().text))


def with_start(data, start, length):
    """A record with another place for its moves."""
    at, numbers = 0, 0
    while numbers < 2:
        numbers += data[at] < 0x80
        at += 1
    return fb.varint(start) + fb.varint(length) + data[at:]


def places_of_moves(segments):
    """index.6: start and length of the moves of a group."""
    for name, title, start, length in [("start", "moves of groups that begin at", 2**26, 0), ("length", "moves of groups with", 0, 2**26)]:
        for more in (0, 1):
            file, segment = indexed(size=8)
            place = [start + more * (start > 0), length + more * (length > 0)]
            segment.edit("record", lambda data, place=place: with_start(data, *place))
            shown = segment.shown()
            shown["groups"][0]["moves"] = [place[0], sum(place)]
            segments.chapter.add(f"{'bad-' * more}record-{name}-{'above' if more else 'at'}", f"{title} {max(place)} bytes",
                "index.3 index.6", "index", input=file.outline(*DETAILED), expect={"segments": [None if more else shown]})
    file, segment = indexed(place=xf.NOT_TOLD)
    segment.edit("record", lambda data: with_start(data, 5, 7))
    segments.search("record-without-place", "a place of moves that is not told, and a start and a length, which have no meaning", file)


def record_bits(columns, starts=None, widths=None):
    """index.6: the columns of a group, with other smallest values or widths if the caller has some."""
    bits = xf.Bits()
    for number, column in enumerate(zip(*columns)):
        smallest = (starts or {}).get(number, min(column))
        width = (widths or {}).get(number, (max(column) - smallest).bit_length())
        bits.number(smallest).number(width)
        for value in column:
            bits.put(max(0, value - smallest), width)
    return bits


def columns_of_groups(segments):
    """index.6: columns of the first group of two games."""

    def both(name, title, good, **how):
        file, segment = indexed(size=8)
        group = segment.groups[0]
        for number, value in how.pop("values", {}).items():
            group.columns[0][number] = value
            if number != 2:
                group.rows[0][number] = value
        for number, more in how.pop("added", {}).items():
            for column, row in zip(group.columns, group.rows):
                column[number] += more
                row[number] += more
        bits = record_bits(group.columns, **how)
        place = fb.varint(0) + fb.varint(len(group.moves)) + fb.u32(fb.crc32c(group.moves))
        fens = b"".join(fb.varint(len(fen)) + fen.encode() for fen in group.fens)
        segment.edit("record", lambda _: place + bits.bytes() + fens)
        group.rows[0][2] = (group.columns[0][2] + group.columns[0][1]) % 2**32
        segments.add(f"{'' if good else 'bad-'}column-{name}", title, "index.3 index.6", file, segment if good else None)

    most = 2**16 - 1
    both("most-ratings", "ratings of 2^16 - 1", True, values={3: most, 4: most})
    both("black-rating", "a rating of Black of 2^16", False, values={4: most + 1})
    for year in (2**14, most):
        both(f"year-{year}", f"the year {year}", True, values={5: year})
    both("width-32", "a column in 32 bits", True, widths={5: 32})
    both("smaller", "columns with a smallest value that no game has", True, added={3: 100, 4: 100, 5: 50}, starts={3: 0, 4: 99, 5: 7})
    both("wider", "columns in more bits than their values need", True, widths={0: 3, 1: 20, 4: 32})
    both("width-33", "a column in 33 bits, with values that need fewer", False, widths={5: 33})
    both("smallest", "a smallest value of 2^32, in a column of 0 bits", False, starts={2: 2**32}, widths={2: 0})
    for value, good in [(2**32 - 1, True), (2**32, False)]:
        both(f"plies-{'most' if good else 'above'}", f"{value} plies, in 33 bits" if not good else f"{value} plies", good, values={1: value, 2: 0})


def left_over(segments):
    """index.4: remaining bits are 0."""

    def change(segment):
        bits = {group.record(): (group.bits().bytes(), len(group.bits().text) % 8) for group in segment.groups}
        assert any(used for _, used in bits.values()), "some group leaves bits over"

        def with_bit(record):
            data, used = bits[record]
            return record.replace(data, bytes([*data[:-1], data[-1] | 0x80])) if used else record

        segment.edit("record", with_bit)

    file, segment = indexed()
    change(segment)
    title = "a bit that is not 0 after the columns of a group"
    segments.add("bad-record-bit-left-over", title, "index.3 index.4", file, None)
    segments.search("record-bit-left-over", title, file)


def fens(segments):
    """index.6: the lengths of FEN tags."""
    for name, title, more in [("short", "a FEN a byte longer than its length", -1), ("long", "a FEN a byte shorter than its length", 1)]:
        def change(data, more=more):
            at = data.find(b"rnbq")
            return data if at < 0 else data[: at - 1] + bytes([data[at - 1] + more]) + data[at:]

        segments.bad(f"record-fen-{name}", title, "index.6", lambda segment: segment.edit("record", change))


def runs_together(segments):
    """index.3: the groups of a block with runs have all its games, and no more."""
    block = cc.run_block()
    groups = [xf.Group([[0, n, 0, 0, 0, 0, 0] for n in plies], [], block.section(fb.MOVES).stored, 0) for plies in [[2, 1], [0]]]
    segment = xf.Segment([xf.Covered(block, HEADER, groups, xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0, 1]}]])
    segments.add("bad-runs-together", "runs of two games and of one, in a block of two", "index.3 index.6", xf.with_segments([block], segment))


def runs_of_tight(segments):
    """index.3: the param equals the section's, including the model of `tight`."""
    block = cc.tight_block()
    moves = block.section(fb.MOVES)
    group = xf.Group([[0, len(line.split()), 0, 0, 0, 0, 0] for line in cc.VISITING], [], moves.stored, 0)
    segment = xf.Segment([xf.Covered(block, HEADER, [group], xf.RUNS, moves.param)], [[{"path": "", "groups": [0]}]])
    segments.chapter.add("runs-of-tight", "a run of tight, with its model in the param", "index.3 index.6", "index",
        input=xf.with_segments([block], segment).outline(*DETAILED), expect={"segments": [segment.shown()]})


def starts_and_lengths(segments):
    """index.6: start and length have separate bounds; their sum has no bound."""
    file, segment = indexed(size=8, place=xf.NOT_TOLD)
    shown = segment.shown()
    segment.edit("record", lambda data: fb.varint(2**26) * 2 + data[2:])
    shown["groups"][0]["moves"] = [2**26, 2**27]
    segments.chapter.add("record-start-and-length-at", "moves of a group that begin at 2^26, and have 2^26 bytes", "index.6", "index", input=file.outline(*DETAILED), expect={"segments": [shown]})


def other_codecs(segments):
    """index.3, index.6: groups that are runs, and games with their own codes in another codec."""
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
    lines = [codec_ranked.line_of(game.tags.get("FEN") or chess.STARTING_FEN, [game.uci(ply) for ply in range(len(game.moves()))]) for game in games]
    of = codecs.BY_NAME[codec]
    parts = [codecs.encode_run(of, lines)] if place == xf.RUNS else [codecs.encode_run(of, [line]) for line in lines]
    block = gf.block(games)
    moves = block.section(fb.MOVES)
    moves.stored, moves.param = b"".join(parts), param
    block.sections.append(fb.move_sizes([len(part) for part in parts], "bytes of each run, or game"))
    rows = [row(game, lambda *_: b"") for game in games]
    if place == xf.OWN_CODES:
        rows = [[*before[:2], len(part), *before[3:]] for before, part in zip(rows, parts)]
    return block, [xf.Group(rows, [game.tags["FEN"] for game in games if "FEN" in game.tags], moves.stored, 0)]


def plies_of_32_bits(segments):
    """index.6: values of 32 bits."""
    for name, title, values in [("", "numbers of plies up to 2^32 - 1", (2**32 - 2, 2**32 - 1)), ("bad-", "2^32 - 1 and 2^32 plies", (2**32 - 1, 2**32))]:
        file, segment = indexed()
        for row, column, plies in zip(segment.groups[0].rows, segment.groups[0].columns, values):
            column[2] = (row[2] - plies) % 2**32
            row[1] = column[1] = plies
        segments.add(f"{name}column", f"a group of games with {title}", "index.6", file, None if name else segment)


def games_of_runs(segments):
    """index.3: the groups of a block with runs have the games given in the directory."""
    block = cc.run_block()
    for name, title, plies in [("", "a run of two games", [2, 1]), ("bad-", "a run of one game, in a block of two", [2]),
                               ("bad-more-", "a run of three games, in a block of two", [2, 1, 0])]:
        group = xf.Group([[0, n, 0, 0, 0, 0, 0] for n in plies], [], block.section(fb.MOVES).stored, 0)
        segment = xf.Segment([xf.Covered(block, HEADER, [group], xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0]}]])
        segments.add(f"{name}runs", title, "index.3 index.6", xf.with_segments([block], segment), *([] if name else [segment]))


def sums_of_runs(segments):
    """index.3: the games of a run."""
    for name, title, plies, change in [
        ("wide-run", "a run of 2^32 + 2 games, in a block of two", [[2, 1]], [2**32 + 2]),
        ("sum-of-runs", "runs of 3 and of 2^32 - 1 games, in a block of two", [[2, 1], []], [3, 2**32 - 1]),
    ]:
        file, segment = runs_of(*plies)

        def run(parts, change=change):
            for nth, games in enumerate(change):
                parts = fields(RECORD, lambda _, length: [games, length], nth)(parts)
            return parts

        segment.edit("directory", run)
        segments.add(f"bad-{name}", title, "index.3", file)


def smallest(segments):
    """index.6: the smallest value of a column without values."""
    for name, value in [("", 2**32 - 1), ("bad-", 2**32)]:
        file, segment = runs_of([2, 1], [])
        record, other = segment.groups[1].record(), xf.Bits().number(value).text + "0" + "00" * 6
        changed = record[:-len(segment.groups[1].bits().bytes())] + xf.Bits(other).bytes()
        segment.edit("record", lambda data, record=record, changed=changed: changed if data == record else data)
        segments.add(f"{name}column-smallest-of-none", f"a smallest value of {value} in a group of no games", "index.3 index.6", file, None if name else segment)


def exchanged_moves(segments):
    """index.6: the checksum of the moves, if other bytes could be read as moves."""
    games = [Played("d4 d5 c4 e6 Nc3"), Played("e4 e5 Nf3 Nc6 Bb5")]
    file, segment = indexed(games, bits=0, page_bits=0, size=1, frequent=99, most=5)
    one, two = segment.groups
    one.start, two.start = two.start, one.start
    assert len(one.moves) == len(two.moves)
    segments.search("exchanged-moves", "two groups of which each names the place of the other's moves, and the checksum of its own", file, games)
