"""Vectors of appending to damaged files, of edits of huge numbers, and of the bounds of an index."""

import container_cases as cc
import file_bytes as fb
import index_file as xf
from file_bytes import DELETED, File
from footer_cases import Append, appended, games, one
from index_entries import Entry, one_cell
from index_games import HEADER, indexed
from vector_file import pieces

RULES = "container.17"


def flipped(data, at):
    """The bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


def damaged(files):
    """container.17: damage of blocks does not keep a writer from appending."""
    three, block = appended(Append(one("a")), Append(one("b")), Append(one("c"))), one("b")
    start = three.offset("block", 1)
    end = start + block.size()
    for name, title, at in [
        ("header", "the header of a block is corrupt", end - sum(len(section.stored) for section in block.sections) - 1),
        ("magic", "the magic of a block is wrong", start),
        ("section", "a section of a block is corrupt", end - 1),
    ]:
        files.chapter.add(f"append-to-damaged-{name}", f"games are added to a file: {title}", RULES, "append-file", input=pieces((flipped(three.bytes(), at), "the file")),
                          damaged=True, expect={"games": games("a", "c")})


def edits(files):
    """container.13: numbers are checked when the list is read."""
    for name, title, numbers in [
        ("edit-of-the-largest-number", "an edit of game 2^64 - 1", [(2**64 - 1, "an edit: gap, action")]),
        ("edits-beyond-64-bits", "edits of games 5 and 2^64", [(5, "an edit: gap, action"), (2**64 - 6, "an edit of game 2^64: gap, action")]),
    ]:
        file = appended(Append(one("a")), Append(one("b"), edits=[(0, DELETED)]))
        file.footer.edit_parts = [(fb.varint(len(numbers)), "number of edits"), *((fb.varint(gap) + fb.varint(DELETED), meaning) for gap, meaning in numbers)]
        files.bad(name, title, "container.13", "appended", file, "FOOTER_MALFORMED")


def add(files):
    for part in (damaged, edits):
        part(files)


def runs_of(*groups):
    """A file of a block with two games, and a segment that says that it has runs of so many plies; the first has all bytes."""
    block = cc.run_block()
    stored, rows = block.section(fb.MOVES).stored, [[[0, plies, 0, 0, 0, 0, 0] for plies in group] for group in groups]
    made = [Run(own, [], b"" if at else stored, len(stored) if at else 0) for at, own in enumerate(rows)]
    segment = xf.Segment([xf.Covered(block, HEADER, made, xf.RUNS, cc.TIGHT)], [[{"path": "", "groups": [0]}]])
    return xf.with_segments([block], segment), segment


class Run(xf.Group):
    """A group that may have no games."""

    def bits(self):
        """index.6: seven columns, of which each has the smallest value 0 and the width 0 if there are no values."""
        return super().bits() if self.rows else xf.Bits("00" * 7)


def index(segments):
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
