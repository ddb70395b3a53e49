"""Vectors of files at the edges of rules of container, limits and tags, and of what writers may get wrong."""

import container_cases as cc
import file_bytes as fb
import index_games as ic
from append_cases import RULES as APPEND_RULES
from append_cases import shown
from file_bytes import DELETED, REPLACED, File, Section
from footer_cases import Append, appended, games, one, replacing, some
from start_cases import NONE
from start_cases import block as one_game

from plypack import zstd



def writers(files):
    """container.11, tags.2: games that a writer may confuse. Every good file is written again."""
    for name, title, tags, state, marker in [
        ("result-first", "two Result tags: the marker is that of the first", [("Result", "1-0"), ("Result", "0-1")], 0, "1-0"),
        ("result-second", "two Result tags, and the marker of the second", [("Result", "1-0"), ("Result", "0-1")], 4 << 3, "0-1"),
        ("result-third", "a Result tag that is none of the markers, and one that is", [("Result", "?"), ("Result", "*")], 2 << 3, "*"),
        ("result-none", "two Result tags, and no marker", [("Result", "1-0"), ("Result", "1-0")], 1 << 3, ""),
        ("result-other-case", "a tag result that is no Result tag", [("result", "1-0")], 3 << 3, "1-0"),
    ]:
        files.good(f"written-{name}", title, "container.11 tags.1", File(one_game(state, tags)), [cc.game(tags, termination=marker)])
    fen, result = '[FEN "8/8/8/8/8/4k3/8/4K3 w - - 0 1"', '[Result "1-0"'
    files.good("written-raw-lines", "raw lines that look like FEN and Result tags", "container.11 tags.1", raw_lines(1 << 3, fen, result),
        [cc.game([(fen,), (result,)])])
    for name, title, state, line in [("fen", "the start of a FEN tag, which is in a raw line only", 1 | 1 << 3, fen),
        ("result", "the marker of a Result tag, which is in a raw line only", 0, result)]:
        files.bad(f"raw-line-{name}", title, "container.11 tags.1", "every-section", raw_lines(state, line), "SECTION_MALFORMED")
    names = [f"N{n:03}" for n in range(258)]
    layouts = [[*range(258)], [0], [256], [1], [257], [0, 256], [256, 0]]
    made = some(*[""] * len(layouts))
    made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([name.encode() for name in names], layouts, [*range(len(layouts))])
    values = lambda n: [str(game).encode() for game, layout in enumerate(layouts) for index in layout if index == n]
    made.sections += [Section(fb.TAG_VALUES, fb.strings(values(n)), f"N{n:03}: texts") for n in range(258)]
    files.good("written-many-names", "258 tag names, of which most games have one", "tags.2 tags.3", File(made),
               [cc.game([(names[index], str(game)) for index in layout]) for game, layout in enumerate(layouts)])


def states(files):
    """container.11: states that are allowed, though importers do not write them."""
    for name, title, state, rest, shown in [
        ("continuation-with-marker", "a continuation with a marker", 4 | 3 << 3, "x", {"termination": "1-0", "continued": True}),
        ("continuation-without-start", "a continuation with an unreadable start", 6 | 1 << 3, "x", {"start": "unreadable", "continued": True}),
        ("continuation-without-text", "a continuation without text", 4 | 1 << 3, "", {"continued": True}),
        ("unreadable-start-with-marker", "an unreadable start, and a marker", 2 | 4 << 3, "x", {"start": "unreadable", "termination": "0-1"}),
        ("marker-and-unparsed-text", "a marker, and unparsed text", 5 << 3, "x", {"termination": "1/2-1/2"}),
    ]:
        block = one(rest)
        block.section(fb.STATES).stored = fb.column([state])
        files.good(f"state-{name}", title, "container.11", File(block), [{**(games(rest)[0] if rest else cc.game()), **shown}])
    text = fb.strings([b"x"])
    frame = bytearray(fb.zstd_frame(text))
    frame[4] |= 4  # a checksum of the content follows (RFC 8878, 3.1.1.1)
    frame += fb.u32(zstd.xxh64(text) & 0xFFFFFFFF)
    section = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(text))
    files.good("zstd-frame-with-checksum", "a zstd frame with a checksum of its content", "container.9", File(cc.bare_block(extra=[section])), games("x"))


def raw_lines(state, *lines):
    """A game of raw lines."""
    block = cc.bare_block(extra=[Section(fb.TAG_VALUES, fb.strings([line.encode() for line in lines]), "raw lines")])
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b""], [[0] * len(lines)], [0])
    block.section(fb.STATES).stored = fb.column([state])
    return File(block)


def damaged(files):
    """limits.11: damage of games that were deleted or replaced, or of replacements of no game, is none of the file."""
    rules = "container.14 limits.11"
    bad = cc.games_block([1, 1, 1], [bytes.fromhex("c0"), b"\x0a", bytes.fromhex("c0")], 3)
    e4 = cc.game(moves=["e2e4"])
    files.good("damaged-deleted-game", "a deleted game has a code that stands for no move", rules, appended(Append(bad, edits=[(1, DELETED)])),
        [e4, None, e4])
    other = replacing(one("new"))
    files.good("damaged-replaced-game", "a replaced game has a code that stands for no move", rules,
        appended(Append(bad, other, edits=[(1, REPLACED)])), [e4, *games("new"), e4])
    unused = replacing(cc.games_block([1], [b"\x0a"], 3))
    files.good("damaged-replacement-of-none", "a replacement of no game has a code that stands for no move", rules,
        appended(Append(one("a"), unused)), games("a"))
    tokens = one_game(NONE, [], tokens=b"\6")
    files.good("damaged-deleted-tokens", "a deleted game has tokens that break a rule", rules,
        appended(Append(one("a"), tokens, edits=[(1, DELETED)])), [*games("a"), None])


def chains(files):
    """container.13: eight footers, of which each lists a block and an index segment more."""
    played = ic.GAMES[:2]
    file, at, listed, places, segments = File(), fb.START, [], [], []
    for number in range(8):
        block = ic.gf.block(played)
        block.number = number * len(played)
        segment = ic.segment_of([(block, played)], start=at, first_block=number)
        listed.append(block)
        places.append((segment, at + block.size(), number))
        made = fb.Footer(list(listed))
        made.segments = list(places)
        file.items += [block, segment, made]
        at += block.size() + segment.size() + made.size()
        listed.append(segment.size() + made.size())
        segments.append(segment)
    file.footer = file.items.pop()
    files.chapter.add("eight-footers-with-segments", "eight footers, of which each lists a block and an index segment more", "container.13 index.1", "index",
        needs=["index"],
                      input=file.input(), expect={"segments": [segment.shown() for segment in segments]})
    files.chapter.add("append-to-eight-footers-with-segments",
        "games are added to a file: it has eight footers, each with a block and an index segment", APPEND_RULES,
                      "append-file", input=file.input(), expect={"games": shown(played) * 8})


def features(files):
    """versions.6, versions.10: the features of the newest footer alone count."""
    block = cc.bare_block()
    block.sections.append(Section(fb.VALUES, b"", "values: nothing"))
    file = appended(Append(block), Append(one("b")))
    file.footer.versions.required = 0
    files.chapter.add("feature-of-an-earlier-footer", "a section values, and its feature in an earlier footer alone", "versions.6 versions.10",
        "decode-file",
                      **{"from": "container/appended"}, input=file.input(), error="BLOCK_MALFORMED")
    file = appended(Append(block), Append(one("b")))
    file.header.versions, file.items[1].versions.required, file.footer.versions.required = fb.Versions(required=1), 0, 0
    files.chapter.add("feature-of-the-header", "a section values, and its feature in the file header alone", "versions.6 versions.10", "decode-file",
                      **{"from": "container/appended"}, input=file.input(), error="BLOCK_MALFORMED")


def trailing(files):
    """wire.7: a byte remains after each kind of column of tags."""
    typed = fb.column([0]) + fb.strings([b"x"])
    for param, name, data in [(0, "texts", fb.strings([b"x"])), (1, "dictionary", fb.varint(1) + fb.strings([b"x"]) + fb.column([0])),
        (2, "names", fb.column([0])), (3, "number", typed),
                              (4, "date", typed), (5, "result", typed), (6, "eco", typed), (7, "final-position", typed)]:
        block = cc.bare_block(extra=[Section(fb.TAG_VALUES, data + b"\0", f"{name}, and a byte", param=param)] + [Section(fb.NAMES,
            fb.varint(1) + fb.strings([b"x"]), "names")] * (param == 2))
        block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"X"], [[0]], [0])
        files.bad(f"tag-values-{name}-byte-after", f"a byte after a column of tags: {name}", "tags.5 tags.6 wire.7", "every-section", File(block),
            "TRAILING_BYTES")
    for kind, name, data in [(fb.PLIES, "plies", fb.column([0]) + b"\0"), (fb.TAG_LAYOUTS, "tag-layouts", fb.tag_layouts([], [[]], [0]) + b"\0"),
        (fb.NAMES, "names", fb.varint(0) + fb.strings([]) + b"\0")]:
        block = cc.bare_block(extra=[Section(fb.NAMES, b"", "names")] * (kind == fb.NAMES))
        block.section(kind).stored = data
        files.bad(f"{name}-byte-after", f"a byte after the section {name.replace('-', ' ')}", "container.8 wire.7", "every-section", File(block),
            "TRAILING_BYTES")


def appends(files):
    """container.17: the larger of two versions is written."""
    file = File(one("a"))
    file.header.versions = file.footer.versions = fb.Versions(write=8)
    files.chapter.add("append-to-older-write-version", "games are added to a file: its write version is older than that of the writer", APPEND_RULES,
        "append-file",
                      input=file.input(), expect={"games": games("a")})


def add(files):
    for part in (writers, states, damaged, chains, features, trailing, appends):
        part(files)
