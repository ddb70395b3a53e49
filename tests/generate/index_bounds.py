"""Vectors of numbers of an index segment at their limits and just above them, of lengths that are one off, and of bits left over
(index.2 to index.9)."""

import container_cases as cc
import file_bytes as fb
import index_file as xf
from append_cases import shown as shown_games
from games_file import Played
from index_entries import Behind, Entry, one_cell
from index_games import DETAILED, GAMES, HEADER, indexed, segment_of

import games_file as gf

DIRECTORY = "index.2 index.3"
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
    """A change of the numbers of a field of the directory: the nth with this meaning."""

    def run(parts):
        place = [at for at, (_, text) in enumerate(parts) if text == meaning][nth]
        numbers = change(*varints(parts[place][0]))
        return [*parts[:place], (b"".join(map(fb.varint, numbers)), meaning), *parts[place + 1 :]]

    return run


def heads(segments):
    """index.2: a head that is none: only recovery looks at it."""
    block = gf.block(GAMES)
    head = lambda segment, length, magic=b"PLYX": magic + (segment.size() + length).to_bytes(8, "little")
    for name, title, change in [
        ("magic", "another magic in the head of the segment", lambda segment: segment.edit("head", lambda _: head(plain, 0, b"PLYY"))),
        ("short", "a head with a length that is one too small", lambda segment: segment.edit("head", lambda _: head(plain, -1))),
        ("checksum", "a wrong checksum of the head", lambda segment: segment.edit("checksum of the head", lambda crc: bytes([crc[0] ^ 1, *crc[1:]]))),
        ("long", "a head with a length that is one too large",
            lambda segment: segment.edit("head", lambda _: head(plain, 1))),
    ]:
        plain, changed = segment_of([(block, GAMES)]), segment_of([(block, GAMES)])
        change(changed)
        file = xf.with_segments([block], changed)
        segments.chapter.add(f"read-head-{name}", title, "index.2", "decode-file", input=file.outline(*DETAILED),
            expect={"games": shown_games(GAMES)})
        segments.search(f"head-{name}", title, file)


def blocks(segments):
    """index.3: the number of blocks."""
    first, second = gf.block(GAMES), gf.block(GAMES[:2])
    for name, title, of_segment, listed in [
        ("fewer-blocks", "a segment of one block, of which the footer says that it has two", [(first, GAMES)], 2),
        ("more-blocks", "a segment of two blocks, of which the footer says that it has one", [(first, GAMES), (second, GAMES[:2])], 1),
    ]:
        segment = segment_of(of_segment)
        segment.blocks = listed
        file = xf.with_segments([first, second], segment)
        segments.add(f"bad-{name}", title, DIRECTORY, file)
        segments.search(f"bad-{name}", title, file, GAMES + GAMES[:2])


def directory(segments):
    """index.3: every number that is one off. The segment is unusable, or (`null`) its content breaks a rule."""
    lengths, record = "lengths of a page, and of the lists behind it", "length of a record"
    for name, title, meaning, nth, change, usable in [
        ("games-fewer", "one game fewer in a block", "its games", 0, lambda n: [n - 1], False),
        ("games-more", "one game more in a block", "its games", 0, lambda n: [n + 1], False),
        ("start-before", "a block one byte before its place", "offset of a block", 0, lambda n: [n - 1], False),
        ("page-shorter", "a page a byte shorter", lengths, 0, lambda page, lists: [page - 1, lists], False),
        ("page-longer", "a page a byte longer", lengths, 0, lambda page, lists: [page + 1, lists], False),
        ("lists-longer", "lists behind a page that are a byte longer", lengths, 1, lambda page, lists: [page, lists + 1], False),
        ("page-end", "the last byte of a page among the lists behind it", lengths, 0, lambda page, lists: [page - 1, lists + 1], True),
        ("record-shorter", "the last record a byte shorter", record, 2, lambda n: [n - 1], False),
        ("record-longer", "the last record a byte longer", record, 2, lambda n: [n + 1], False),
        ("smaller-groups", "groups of one game, and records of groups of two", "bits of a group's size", 0, lambda n: [0], False),
        ("larger-groups", "groups of four games, and records of groups of two", "bits of a group's size", 0, lambda n: [2], False),
        ("fewer-cells", "half as many cells in a page", "bits of a cell's number", 0, lambda n: [n - 1], True),
        ("more-cells", "twice as many cells in a page", "bits of a cell's number", 0, lambda n: [n + 1], True),
    ]:
        segments.bad(f"one-off-{name}", title, DIRECTORY, lambda segment: segment.edit("directory", fields(meaning, change, nth)), usable)
    shift = lambda parts: fields(record, lambda n: [n + 1], 1)(fields(record, lambda n: [n - 1])(parts))
    segments.bad("one-off-records", "the last byte of a record at the beginning of the next one", "index.6",
        lambda segment: segment.edit("directory", shift))
    file, segment = indexed()
    segment.edit("directory", fields("offset of its moves", lambda n: [n + 1]))
    segments.search("one-off-moves", "moves that begin a byte later: their checksums do not match", file)


def largest(segments):
    """index.3: the largest numbers of a directory, and one more. Of pages without bytes the content breaks a rule, and the directory does not."""

    def both(name, title, meaning, most, make=indexed, usable=True, **more):
        file, segment = make(**more)
        segment.edit("directory", fields(meaning, lambda *_: [most]))
        shown = [segment] if usable else [None]
        segments.add(f"{name}-at", title, DIRECTORY, file, *shown)
        file, segment = make(**more)
        segment.edit("directory", fields(meaning, lambda *_: [most + 1]))
        segments.add(f"bad-{name}-above", f"{title} and one", DIRECTORY, file)

    both("moves-offset", "moves at the offset 2^40", "offset of its moves", 2**40)
    both("group-bits", "groups of 2^16 games", "bits of a group's size", 16, size=8)
    for name, title, pages, bits in [("cell-bits", "a page of 2^16 cells", 0, 16), ("page-bits", "2^16 pages", 16, 0)]:
        for more in (0, 1):
            at = [pages + more * (pages > 0), bits + more * (bits > 0)]
            file, segment = indexed(bits=0, page_bits=0, frequent=99)
            segment.edit("whole page", lambda page: b"")
            segment.edit("directory", lambda parts, at=at: with_bits(parts, *at))
            segments.add(f"{'bad-' * more}{name}-{'above' if more else 'at'}", f"{title}{' times two' * more}, all without bytes", DIRECTORY, file,
                *([] if more else [None]))


def with_bits(parts, page_bits, cell_bits):
    """These bits of pages and cells, and pages without bytes."""
    values = {"bits of a page's number": fb.varint(page_bits), "bits of a cell's number": fb.varint(cell_bits),
              "lengths of a page, and of the lists behind it": bytes(2 * 2**page_bits)}
    return [(values.get(text, data), text) for data, text in parts]


def with_start(data, start, length):
    """A record with another place of its moves."""
    at, numbers = 0, 0
    while numbers < 2:
        numbers += data[at] < 0x80
        at += 1
    return fb.varint(start) + fb.varint(length) + data[at:]


def places(segments):
    """index.6: start and length of the moves of a group."""
    for name, title, start, length in [("start", "moves of groups that begin at", 2**26, 0), ("length", "moves of groups with", 0, 2**26)]:
        for more in (0, 1):
            file, segment = indexed(size=8)
            place = [start + more * (start > 0), length + more * (length > 0)]
            segment.edit("record", lambda data, place=place: with_start(data, *place))
            shown = segment.shown()
            shown["groups"][0]["moves"] = [place[0], sum(place)]
            segments.chapter.add(f"{'bad-' * more}record-{name}-{'above' if more else 'at'}", f"{title} {max(place)} bytes", "index.3 index.6",
                "index",
                                 input=file.outline(*DETAILED), expect={"segments": [None if more else shown]})
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


def columns(segments):
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


def depths(segments):
    """index.8: a page and a cell have bits of the key, too."""
    for more in (0, 1):
        depth = 62 + more
        file, segment = indexed(frequent=99)
        leaves = [{"path": "0" * depth, "groups": []}] + [{"path": "0" * at + "1", "groups": []} for at in reversed(range(depth))]
        segment.cells = [leaves] * 4
        segments.add(f"{'bad-' * more}deepest-leaf-of-cells", f"leaves after {depth} bits in each of two cells of two pages", "index.3 index.8", file,
            None if more else segment)


def counts(segments):
    """index.8: a leaf of more groups than there are."""
    many = [Played()] * 25
    for count in (25, 26):
        text = xf.Bits("111").ones(4).number(count - 6).text + ("1" * 40 + "0" * 40) * (count > 25)
        segments.add(f"{'bad-' * (count > 25)}leaf-of-{count}", f"a leaf of {count} of 25 groups", "index.3 index.8",
                     *one_cell([{"path": "", "groups": [*range(25)]}], text, games=many, size=1)[:1], None if count > 25 else segment_of_25(many))
    segments.add("bad-list-above", "a list of two groups of three whose last number is 3", "index.3 index.4",
        one_cell([], "1110" + xf.Bits().ones(1).ones(1).text)[0], None)


def segment_of_25(many):
    _, segment = indexed(many, bits=0, page_bits=0, size=1, frequent=99)
    segment.cells = [[{"path": "", "groups": [*range(25)]}]]
    return segment


def cells(segments):
    """index.7, index.9: lists behind a page, of entries in two cells of it."""
    one, two = Entry(), Entry(lists=((0, (1, 2, 5)), (3, (4,))))
    lengths = lambda *parts: b"".join(fb.varint(len(part)) for part in parts) + b"".join(parts)

    def both(name, title, other, start, first):
        lists = [one.coded().bytes(), other.coded().bytes()]
        file, segment = indexed(bits=1, page_bits=0, frequent=99)
        segment.cells = [[one.shown()], [other.shown()]]
        texts = [one.bits(Behind(), lists[0]).bytes(), other.bits(Behind(start=start, first=first), lists[1]).bytes()]
        segment.edit("page", lambda _: lengths(*texts)).edit("lists", lambda _: b"".join(lists[: 1 + bool(start)]))
        segments.add(name, title, "index.3 index.7 index.9", file, segment if start else None)

    both("behind-two-cells", "lists of entries in two cells of a page", two, len(one.coded().bytes()), 1)
    both("bad-behind-two-cells", "two entries in two cells of a page, of the same lists", one, 0, 0)


def pages(segments):
    """index.9: bytes between the end of the page and the lists: each page has lists of its own."""
    one, two = Entry(), Entry(lists=((0, (1, 2, 5)), (3, (4,))))
    behind = iter([one.coded().bytes(), two.coded().bytes()] * 99)
    file, segment = indexed(bits=1, page_bits=1, frequent=99)
    segment.cells = [[one.shown()], [two.shown()]]
    texts = [one.bits(Behind(), one.coded().bytes()).text, two.bits(Behind(first=1), two.coded().bytes()).text]
    cells = iter(texts * 99)
    segment.edit("cell", lambda _: xf.Bits(next(cells))).edit("lists", lambda _: next(behind))
    segments.add("behind-two-pages", "lists behind two pages, for each page from its end on", "index.7 index.9", file, segment)


def years(segments):
    """index.9: the latest year has 14 bits."""
    entry = Entry(latest=2**14 - 1, before=2**14 - 1)
    segments.add("entry-latest-year", "the latest year 16,383, and a branch of year 0", "index.9", *one_cell([entry.shown()], entry.bits().text))


def runs(segments):
    """index.3: the groups of a block with runs have all its games, and no more."""
    block = cc.run_block()
    groups = [xf.Group([[0, n, 0, 0, 0, 0, 0] for n in plies], [], block.section(fb.MOVES).stored, 0) for plies in [[2, 1], [0]]]
    segment = xf.Segment([xf.Covered(block, HEADER, groups, xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0, 1]}]])
    segments.add("bad-runs-together", "runs of two games and of one, in a block of two", "index.3 index.6", xf.with_segments([block], segment))


def add(segments):
    for part in (heads, blocks, directory, largest, places, columns, left_over, fens, depths, counts, cells, pages, years, runs):
        part(segments)
