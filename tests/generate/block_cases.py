"""Vectors of the sections of a block: bytes that are left over, columns that are missing, runs that are not read, and starts whose
final positions show which rights they keep."""

import container_cases as cc
import edge_lines
import file_bytes as fb
import noted_cases
from file_bytes import DELETED, File, Section
from footer_cases import Append, appended
from noted_cases import typed

S = "SECTION_MALFORMED"


def left_over(files):
    """container.8, container.10: a column, or the texts of all games, and a byte after it."""
    for kind, name in [(fb.STATES, "states"), (fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment-text"), (fb.UNPARSED_TEXT, "unparsed-text")]:
        block = cc.full_block()
        section = block.section(kind)
        section.stored += b"\0"
        files.bad(f"{name}-byte-after", f"a byte after the {name.replace('-', ' ')} of the last game", "container.8", "every-section", File(block),
                  "TRAILING_BYTES", section.meaning)
    file = cc.move_sizes_file()
    section = file.items[0].section(fb.MOVE_SIZES)
    section.stored += b"\0"
    files.bad("move-sizes-byte-after", "a byte after the sizes of the moves", "container.10", "move-sizes", file, "TRAILING_BYTES", section.meaning)


def columns(files):
    """tags.4, annotations.5"""
    block = cc.full_block()
    block.sections.append(Section(fb.TAG_VALUES, fb.strings([]), "a column for no name", param=0))
    files.bad("tag-values-too-many", "a column of tag values more than names", "tags.4", "every-section", File(block), "TAGS_MALFORMED")
    block = cc.bare_block()
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"White"], [[]], [0])
    files.bad("tag-values-too-few", "a name that no game has, and no column for it", "tags.4", "one-game", File(block), "TAGS_MALFORMED")
    for param, name, error in [(2, "coord12", "UNSUPPORTED_CODEC"), (cc.TIGHT, "tight", S)]:
        block = cc.full_block()
        block.section(fb.ANNOTATIONS).param = param
        files.bad(f"variation-codec-{name}", f"variations of {name}", "annotations.5", "every-section", File(block), error)


def runs(files):
    """codecs.4"""
    code = cc.run_code(["e2e4"], ["d2d4"])
    for name, title, tail, error in [("good", "is good", b"", None), ("longer", "has bytes too many", bytes(6), "TRAILING_BYTES")]:
        block = cc.games_block([4096, 1, 1], [b"\xff", code + tail], cc.TIGHT)
        file = appended(Append(block, edits=[(0, DELETED)]))
        if error:
            files.bad(f"second-run-{name}", f"a run that cannot be read has deleted games only; the next run {title}", "codecs.4 container.14", "run", file, error)
        else:
            files.good(f"second-run-{name}", f"a run that cannot be read has deleted games only; the next run {title}", "codecs.4 container.14", file,
                       [None, cc.game(moves=["e2e4"]), cc.game(moves=["d2d4"])])
    block = cc.games_block([1, 1, 1], [cc.run_code(["e2e4"], ["d2d4"], ["g1f3"])], cc.TIGHT, states=[8, 10, 8])
    files.chapter.add("recover-run-without-start", "the second game of a run has a ply, but no readable start: the first can be read", "codecs.4 container.16", "recover-file",
                      **{"from": "container/run"}, needs=["codecs/tight"], input=cc.changed(File(block), lambda f: setattr(f, "footer", None)).input(),
                      expect={"games": [cc.game(moves=["e2e4"])]})


# Starts, and the first four fields of their FEN after positions.2.
STARTS = [
    ("8/8/8/8/8/4k3/8/4K3 w - - 0 1", "8/8/8/8/8/4k3/8/4K3 w - -"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q -"),
    ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "r3k3/8/8/8/8/8/8/4K3 b q -"),
    ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - -"),
    ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "4k3/8/8/8/8/8/8/4K2R w - -"),
    ("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "4k3/8/8/8/8/8/4K3/R6R w - -"),
    ("r6r/4k3/8/8/8/8/8/4K3 w kq - 0 1", "r6r/4k3/8/8/8/8/8/4K3 w - -"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - -"),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - -"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"),
    ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3"),
]


def final_positions(files):
    """tags.10: games without plies, so that the final position is the start."""
    for number, (start, final) in enumerate(STARTS + edge_lines.FINAL):
        file = File(noted_cases.tagged_block(["CurrentPosition", "FEN"], [[0, 1], [0, 1]], [typed([1, 1]), (0, fb.strings([start.encode()] * 2))],
                                             plies=(0, 0), states=(9, 9)))
        files.good(f"final-position-of-start-{number}", f"the position of the start {start}", "tags.10 positions.2", file,
                   [cc.game([("CurrentPosition", final), ("FEN", start)], start="fen")] * 2)
    block = noted_cases.tagged_block(["CurrentPosition"], [[0], [0]], [(0, fb.strings([b"?", b"8/8 w"]))], plies=(0, 0), states=(10, 8))
    files.good("final-position-of-no-start", "a tag CurrentPosition that is text, in a game with an unreadable start", "tags.10", File(block),
               [cc.game([("CurrentPosition", "?")], start="unreadable"), cc.game([("CurrentPosition", "8/8 w")])])


def header_limits(files):
    """limits.1, limits.5, limits.7: at the limit, the header is good, but the block that it begins reaches beyond the end of the file
    (container.16); above, it begins no unit, and the list leads to it."""
    def bad(name, title, rules, error, games=1, plies=0, stored=0):
        block = cc.bare_block(extra=[Section(64, b"", "nothing", stored_len=1 << 17, raw_len=1 << 17)] if games > 1 else [])
        block.games, block.plies = games, plies
        if stored:
            block.section(fb.MOVES).stored_len = block.section(fb.MOVES).raw_len = stored
        file = File(block)
        entry = b"".join(map(fb.varint, [0, block.size(), 1, 0, 0]))
        file.footer.count, file.footer.entries = 1, [(entry, "gap, length, games, plies, attributes"), (fb.u32(block.header_crc()), "checksum of its block header")]
        files.bad(name, title, rules, "one-game", file, error)

    for name, more, error in [("at", 0, "BLOCK_MALFORMED"), ("above", 1, "LIMIT_EXCEEDED")]:
        bad(f"header-games-{name}", f"a block header with {2**16 + more} games", "limits.1 limits.7", error, games=2**16 + more)
        bad(f"header-plies-{name}", f"a block header with {2**28 + more} plies", "limits.1 limits.5", error, plies=2**28 + more, stored=2**24)


def add(files):
    for part in (left_over, columns, runs, final_positions, header_limits):
        part(files)
