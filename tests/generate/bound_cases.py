"""Vectors of counts and lengths in headers and footers, from both sides of each limit (limits.1, limits.10): at the limit the error is
another one, which is found later."""

import container_cases as cc
import file_bytes as fb
import long_cases
from container_cases import with_block
from file_bytes import File


def counts(files):
    """limits.10: a list of a footer has no more entries than its bytes may hold."""
    def bad(name, title, tail, error, **parts):
        file = File()
        for key, value in parts.items():
            setattr(file.footer, key, value)
        file.footer.tail = bytes(tail)
        files.bad(f"count-{name}", title, "limits.10 container.13", "no-games", file, error)

    one = lambda what: [(fb.varint(1), f"number of {what}")]
    for name, what, least, after, parts in [
        ("blocks", "blocks", 9, 3, {"count": 1}), ("segments", "index segments", 8, 2, {"segment_parts": one("index segments")}),
        ("edits", "edits", 2, 0, {"edit_parts": one("edits"), "optional_parts": [(b"", "nothing")]}),
        ("optional-parts", "optional parts", 7, 0, {"optional_parts": one("optional parts")}),
    ]:
        error = "TRUNCATED" if name == "edits" else "FOOTER_MALFORMED"
        bad(f"{name}-at", f"{what}: the number 1 and the bytes after it are {least} bytes; the entry is wrong", least - after - 1, error, **parts)
        bad(f"{name}-above", f"{what}: the number 1 and the bytes after it are {least - 1} bytes", least - after - 2, "LIMIT_EXCEEDED", **parts)


def headers(files):
    """limits.1"""
    def bad(name, title, error, **fields):
        change = lambda block: [setattr(block, key, value) for key, value in fields.items()]
        files.bad(name, title, "limits.1 container.6", "one-game", with_block(cc.bare_block(), change), error)

    bad("head-at-limit", "the fields of a block header have as many bytes as they may, and more than there are", "TRUNCATED", fields_len=1 << 20)
    bad("sections-at-limit", "as many sections as a block may have, and more than there are", "TRUNCATED", count=2**20 // 9)
    bad("sections-above-limit", "one section more than a block may have", "LIMIT_EXCEEDED", count=2**20 // 9 + 1)


def sections(files):
    files.bad("no-sections", "a block without sections", "container.8", "one-game", File(fb.Block(1, 0, [])), "SECTION_MALFORMED")
    made = cc.run_block()
    made.section(fb.MOVE_SIZES).stored += b"\0"
    files.bad("move-sizes-trailing-byte", "a byte is left over in the section move sizes", "container.10 wire.7", "run", File(made), "TRAILING_BYTES")
    for name, title, columns in [("fewer", "two tag names, and one column", 1), ("more", "two tag names, and three columns", 3)]:
        values = [fb.Section(fb.TAG_VALUES, fb.strings([b"x"]), "values") for _ in range(columns)]
        made = cc.bare_block(extra=values)
        made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"A", b"B"], [[0, 1]], [0])
        files.bad(f"{name}-columns", title, "tags.4", "every-section", File(made), "TAGS_MALFORMED")
    made = cc.bare_block(extra=[fb.Section(fb.ANNOTATIONS, fb.strings([b""]), "annotations of tight", param=cc.TIGHT)])
    files.bad("annotations-of-tight", "annotations whose moves are said to be of tight, and no variation", "annotations.5", "one-game", File(made), "SECTION_MALFORMED")
    made = cc.bare_block(extra=[fb.Section(15, b"new", "something new")])
    made.sections.append(fb.Section(fb.PLIES, b"\0", "plies again"))
    files.bad("section-kind-15-and-two-plies", "a section of an unknown kind, and two of one kind: the unknown one comes first", "container.7", "one-game", File(made), "UNSUPPORTED_SECTION")
    for kind, name in [(fb.ANNOTATIONS, "annotations"), (fb.COMMENT_TEXT, "comment text"), (fb.UNPARSED_TEXT, "unparsed text")]:
        made = cc.bare_block(extra=[fb.Section(kind, fb.strings([b""]) + b"\0", name, param=3 if kind == fb.ANNOTATIONS else 0)])
        files.bad(f"{name.replace(' ', '-')}-trailing-byte", f"a byte is left over in the section {name}", "container.8 wire.7", "one-game", File(made), "TRAILING_BYTES")


def two_runs(files):
    """codecs.4: the third game brings the plies of the first run to 4,096. Kings go out and back."""
    plies = [2095, 2000, 1, 3]
    lines = [*map(cc.kings_line, plies)]
    parts = [cc.run_code(*lines[:3], fen=cc.KINGS), cc.run_code(lines[3], fen=cc.KINGS)]
    files.good("two-runs", "a run of three games, which the third makes full, and a run of one", "codecs.4 tight.7", File(cc.kings_block(plies, parts, cc.TIGHT)),
               [*map(cc.kings_game, plies)])
    more = cc.kings_block(plies, [parts[0], parts[1] + bytes(6)], cc.TIGHT)
    files.bad("two-runs-trailing", "the same, and bytes are left over after the second run", "codecs.2 codecs.4", "two-runs", File(more), "TRAILING_BYTES")


def runs(files):
    """limits.5: plies of a game in a run; the state of the game is wrong at the limit."""
    without = long_cases.run_block([1], [1])
    without.sections.pop(2)
    files.bad("run-without-sizes", "runs, and no sizes of them", "container.10", "run", File(without), "SECTION_MALFORMED")
    without = cc.run_block()
    without.sections.pop(2)
    files.bad("run-without-sizes-of-good-games", "the same, and the games are good", "container.10", "run", File(without), "SECTION_MALFORMED")
    for name, plies, error in [("at", 65_536, "SECTION_MALFORMED"), ("above", 65_537, "LIMIT_EXCEEDED")]:
        file = File(long_cases.run_block([plies], [1]))
        files.bad(f"run-game-plies-{name}", f"a game of {plies} plies in a run", "limits.5", "run", file, error)


def add(files):
    counts(files)
    headers(files)
    runs(files)
    sections(files)
    two_runs(files)
