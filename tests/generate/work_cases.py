"""Vectors of small files that ask for much work of a reader that does it more than once, or more of it than it needs (limits.8, limits.10)."""

import file_bytes as fb
from file_bytes import Block, File, Section

NULL_MOVE = 0x0F


def final_positions(lines, plies):
    """A game of null moves that has its final position in many tags; and a block of a game whose code stands for no move, which is read after it."""
    layouts = fb.varint(1) + fb.strings([b"F"]) + fb.varint(1) + fb.varint(lines)
    first = Block(1, plies, [
        Section(fb.PLIES, fb.column([plies]), f"{plies} plies"),
        fb.packed(fb.MOVES, "null moves", (NULL_MOVE, plies), param=3),
        Section(fb.STATES, fb.column([8]), "state: standard start, no marker"),
        fb.packed(fb.TAG_LAYOUTS, f"one tag name, a tag layout of {lines} lines", layouts, (0, lines), fb.column([0])),
        fb.packed(fb.TAG_VALUES, "the final position, in each tag line", b"\1", (1, lines), fb.strings([]), param=7),
    ])
    second = Block(1, 1, [
        Section(fb.PLIES, fb.column([1]), "one ply"), Section(fb.MOVES, b"\x0a", "a code that stands for no move", param=3), Section(fb.STATES, fb.column([8]), "state"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0]), "no tag names, one empty tag layout"),
    ])
    return File(first, second)


def growing(blocks):
    """A zstd frame without the size of its content, with many blocks of 128 KiB; it is said to have 100 bytes."""
    block = (1 << 1 | 2**17 << 3).to_bytes(3, "little") + b"\0"
    frame = bytes.fromhex("28b52ffd 00 38") + block * (blocks - 1) + (1 | 1 << 1 | 2**17 << 3).to_bytes(3, "little") + b"\0"
    return frame


def add(cases):
    cases.chapter.add("final-positions-once", "the final position of a game of 40,000 plies in 20,000 tags: it is computed once; then a game that is malformed", "limits.8 tags.10",
                      "decode-file", input=final_positions(20_000, 40_000).input(), error="MOVE_MALFORMED")
    frame = growing(2**13)
    made = Block(1, 0, [
        Section(fb.PLIES, fb.column([0]), "plies"), Section(fb.MOVES, b"", "moves", param=3), Section(fb.STATES, fb.column([8]), "state: standard start, no marker"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0]), "no tag names, one empty tag layout"),
        Section(fb.UNPARSED_TEXT, frame, "a zstd frame without the size of its content, which has 2^30 bytes", compression=1, raw_len=100),
    ])
    cases.file("zstd-grows", "a zstd frame of 32 KiB that does not tell its size grows to 2^30 bytes; it is said to have 100", "limits.10 container.9", made, "SECTION_MALFORMED")
