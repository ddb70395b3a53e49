"""Vectors of appending to files with torn, refused and damaged ends, of edits of huge numbers, and of the bounds of an index."""

import container_cases as cc
import file_bytes as fb
import index_file as xf
from file_bytes import DELETED, File
from footer_cases import Append, appended, games, one
from index_entries import Entry, one_cell
from index_games import HEADER, indexed
from vector_file import pieces

RULES = "container.16 container.17"


def flipped(data, at):
    """The bytes with one bit changed."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


FIRST, BLOCK = appended(Append(one("a"))), one("b")
ONE = FIRST.bytes()
TWO = appended(Append(one("a")), Append(one("b"))).bytes()
START = len(ONE)  # of the block of the second append
FOOTER = START + BLOCK.size()  # and of its footer


def torn(files):
    """container.16: what a writer leaves that is killed is cut off by the next one."""
    assert TWO.startswith(ONE + BLOCK.bytes())

    def cut_off(name, title, rest):
        files.chapter.add(f"append-to-torn-{name}", f"games are added to a file with a torn end: {title}", RULES, "append-file",
                          input=FIRST.input() + pieces((rest, f"torn: {title}")), torn=len(rest), expect={"games": games("a")})

    block = BLOCK.bytes()
    cut_off("one-byte", "the first byte of a block", block[:1])
    cut_off("magic", "the magic of a segment", b"PLYX")
    cut_off("in-header", "a block that ends in its header", block[:20])
    cut_off("in-section", "a block that ends in its last section", block[:-1])
    cut_off("block", "a block without a footer", block)
    cut_off("two-blocks", "a block, and a part of another", block + block[:30])
    cut_off("in-footer", "a block, and a footer that ends in its body", TWO[START:-20])
    cut_off("in-end-of-footer", "a block, and all of a footer but its last byte", TWO[START:-1])
    cut_off("zeros", "zeros", bytes(9))
    cut_off("magic-and-zeros", "two bytes of a magic, then zeros", b"PL" + bytes(6))
    cut_off("footer-without-length", "a block, then the magic of a footer and zeros", block + b"PLYF" + bytes(5))
    cut_off("bytes-after-magic", "the magic of a block, then other bytes", b"PLYBsome bytes")
    begun, empty = one("0123456789" * 12).bytes()[:-40], fb.Footer([]).bytes()
    cut_off("content-like-footer", "a block that ends early, whose last bytes look like a footer that lists nothing", begun[:-len(empty)] + empty)


def refused(files):
    """container.17: what ends otherwise is refused with the error of opening it."""
    def refuse(name, title, data, error="FOOTER_MISSING"):
        files.chapter.add(f"append-refused-{name}", title, RULES, "append-file", **{"from": "container/appended"}, input=pieces((data, "the file")), error=error)

    block = BLOCK.bytes()
    refuse("no-magic", "after the newest footer, a byte that begins no unit", ONE + b"x")
    refuse("wrong-magic", "after the newest footer, three bytes of which two begin a magic", ONE + b"PLZ")
    refuse("magic-of-footer", "the magic of the newest footer is wrong", flipped(TWO, FOOTER))
    refuse("length-of-footer", "the length of the body of the newest footer is wrong", flipped(TWO, FOOTER + 4))
    refuse("last-length-of-footer", "the last length of the newest footer is wrong", flipped(TWO, len(TWO) - 8))
    refuse("end-of-footer-wrong", "the last byte of the newest footer is wrong", flipped(TWO, len(TWO) - 1))
    corrupt = flipped(TWO, FOOTER + 8)
    refuse("footer-then-unit", "a footer with a wrong checksum, and a block after it", corrupt + block)
    refuse("footer-then-bytes", "a footer with a wrong checksum, and the beginning of a block after it", corrupt + block[:20])
    file = appended(Append(one("a")), Append(one("b")))
    file.footer.tail = b"\0"
    refuse("malformed-footer-then-block", "a footer whose body has a byte left over, and the beginning of a block after it", file.bytes() + block[:20])
    refuse("bytes-of-block-lost", "the last block has lost bytes: the footer after it lists it", TWO[:FOOTER - 3] + TWO[FOOTER:], "FOOTER_MALFORMED")
    large = one("0123456789" * 30)
    data, end = appended(Append(one("a")), Append(large)).bytes(), START + large.size()
    refuse("bytes-of-large-block-lost", "the last block has lost bytes, and reaches beyond the end of the file: the footer in it lists it", data[:end - 200] + data[end:],
           "FOOTER_MALFORMED")
    refuse("corrupt-header", "the checksum of the file header is wrong", flipped(ONE, HEADER - 4), "CHECKSUM_HEADER")
    header_end = FOOTER - sum(len(section.stored) for section in BLOCK.sections)
    three = appended(Append(one("a")), Append(one("b")), Append(one("c"))).bytes()
    refuse("damaged-and-torn", "a torn end after a footer, and a corrupt block header before: the footer is not the last good one", flipped(three, header_end - 1) + block[:20])
    for name, title, at in [
        ("header", "the header of a block is corrupt", header_end - 1),
        ("magic", "the magic of a block is wrong", START),
        ("section", "a section of a block is corrupt", FOOTER - 1),
    ]:
        files.chapter.add(f"append-to-damaged-{name}", f"games are added to a file: {title}", "container.17", "append-file", input=pieces((flipped(three, at), "the file")),
                          damaged=True, expect={"games": games("a", "c")})


def edits(files):
    """container.13: numbers are checked when the list is read, before the earlier footers."""
    for name, title, numbers in [
        ("edit-of-the-largest-number", "an edit of game 2^64 - 1", [(2**64 - 1, "an edit: gap, action")]),
        ("edits-beyond-64-bits", "edits of games 5 and 2^64", [(5, "an edit: gap, action"), (2**64 - 6, "an edit of game 2^64: gap, action")]),
    ]:
        file = appended(Append(one("a")), Append(one("b"), edits=[(0, DELETED)]))
        file.items[1].crc = 1
        file.footer.edit_parts = [(fb.varint(len(numbers)), "number of edits"), *((fb.varint(gap) + fb.varint(DELETED), meaning) for gap, meaning in numbers)]
        files.bad(name, f"{title}: found before the earlier footer, whose checksum is wrong, is read", "container.13", "appended", file, "FOOTER_MALFORMED")


def add(files):
    for part in (torn, refused, edits):
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
    segments.chapter.add("wrong-head", "the checksum of the head is wrong: only a walk looks at it", "index.2 index.3", "index", input=parts,
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
