"""Vectors of states (container.11): starts, markers of the end, continuations, and the tags beside them."""

from plypack import zstd

import container_common as cc
import file_bytes as fb
from container_common import BY_FEN, NONE, TWO_KINGS, UNREADABLE, games, one, one_game, some
from file_bytes import File, Section

S = "SECTION_MALFORMED"


def starts(files):
    def good(name, title, state, tags, start, moves=(), code=b""):
        files.good(name, title, "positions.1 container.11 tags.1", File(one_game(state, tags, len(moves), code)), [cc.game(tags, moves, start=start)])

    def bad(name, title, state, tags, error="SECTION_MALFORMED", **fields):
        files.bad(name, title, "positions.1 container.11 tags.1", "every-section", File(one_game(state, tags, **fields)), error)

    good("fen-tag-underscores", "a FEN tag with underscores for spaces", BY_FEN, [("FEN", TWO_KINGS.replace(" ", "_"))], "fen", ["e1e2"], b"\x01")
    good("fen-tag-black-to-move", "a FEN tag with Black to move", BY_FEN, [("FEN", TWO_KINGS.replace("w", "b"))], "fen", ["e8e7"], b"\x05")
    good("fen-tag-twice", "two FEN tags: the first counts", BY_FEN, [("FEN", TWO_KINGS), ("FEN", "nonsense")], "fen", ["e1e2"], b"\x01")
    good("fen-tag-among-others", "a FEN tag after others", BY_FEN, [("SetUp", "0"), ("Fen", "nonsense"), ("FEN", TWO_KINGS)], "fen", ["e1e2"], b"\x01")
    good("unreadable-start", "a FEN tag that is none, and an unreadable start", UNREADABLE, [("FEN", "nonsense")], "unreadable")
    good("unreadable-start-without-tag", "an unreadable start without a FEN tag", UNREADABLE, [], "unreadable")
    good("unreadable-start-playable", "an unreadable start, though the FEN tag is playable", UNREADABLE, [("FEN", TWO_KINGS)], "unreadable")
    bad("fen-tag-twice-first-bad", "two FEN tags, of which only the second is a FEN", BY_FEN, [("FEN", "nonsense"), ("FEN", TWO_KINGS)])
    bad("fen-tag-quote", "a FEN tag with an escaped quote", BY_FEN, [("FEN", TWO_KINGS + '\\"')])
    bad("fen-tag-backslash", "a FEN tag with a backslash", BY_FEN, [("FEN", TWO_KINGS.replace("/", "\\/", 1))])
    bad("fen-tag-two-backslashes", "a FEN tag with an escaped backslash", BY_FEN, [("FEN", TWO_KINGS.replace(" ", "\\\\ ", 1))])
    bad("fen-tag-backslash-space", "a FEN tag with a backslash before a space", BY_FEN, [("FEN", TWO_KINGS.replace(" ", "\\ ", 1))])
    bad("fen-tag-empty", "an empty FEN tag", BY_FEN, [("FEN", "")])
    bad("fen-tag-of-another-case", "a tag `Fen` is no FEN tag", BY_FEN, [("Fen", TWO_KINGS)])
    bad("unreadable-start-with-plies", "plies from an unreadable start", UNREADABLE, [("FEN", TWO_KINGS)], plies=1, moves=b"\xc0")
    bad("unreadable-start-with-variation", "a variation in a game with an unreadable start", UNREADABLE, [], "ANNOTATION_MALFORMED", tokens=b"\5\6")
    files.good("unreadable-start-with-comment", "a comment in a game with an unreadable start", "container.11 annotations.2",
        File(one_game(UNREADABLE, [], tokens=b"\x22", texts=b"hm")), [cc.game(tokens="{hm}", start="unreadable")])


def markers(files):
    def good(name, title, state, tags, termination):
        files.good(name, title, "container.11", File(one_game(state, tags)), [cc.game(tags, termination=termination)])

    def bad(name, title, state, tags):
        files.bad(name, title, "container.11", "every-section", File(one_game(state, tags)), "SECTION_MALFORMED")

    for number, marker in enumerate(["*", "1-0", "0-1", "1/2-1/2"], 2):
        good(f"marker-{number}", f"the marker {marker} without a tag", number << 3, [], marker)
        good(f"marker-{number}-of-tag", f"the marker {marker} of the tag", 0, [("Result", marker)], marker)
        good(f"marker-{number}-and-tag", f"the marker {marker} and another result in the tag", number << 3, [("Result", "?")], marker)
    good("marker-none-and-tag", "no marker, and a result in the tag", NONE, [("Result", "1-0")], "")
    good("marker-of-first-tag", "two Result tags: the first counts", 0, [("Result", "0-1"), ("Result", "1-0")], "0-1")
    bad("marker-of-second-tag", "two Result tags, of which only the second is a marker", 0, [("Result", "?"), ("Result", "1-0")])
    bad("marker-of-empty-tag", "an empty Result tag", 0, [("Result", "")])
    bad("marker-of-tag-of-another-case", "a tag `result` is no Result tag", 0, [("result", "1-0")])
    bad("marker-of-part-of-tag", "a Result tag that begins with a marker", 0, [("Result", "1-0 ")])
    bad("marker-6", "marker 6 does not exist", 48, [("Result", "1-0")])
    bad("marker-7", "marker 7 does not exist", 56, [("Result", "1-0")])
    bad("state-bit-6", "bit 6 of a state", 64 | NONE, [])
    bad("state-bit-8", "bit 8 of a state", 256 | NONE, [])


def written_games(files):
    """container.11, tags.2: games that a writer may confuse. The runner has every valid file written again."""
    for name, title, tags, state, marker in [
        ("result-first", "two Result tags: the marker is that of the first", [("Result", "1-0"), ("Result", "0-1")], 0, "1-0"),
        ("result-second", "two Result tags, and the marker of the second", [("Result", "1-0"), ("Result", "0-1")], 4 << 3, "0-1"),
        ("result-third", "a Result tag that is none of the markers, and one that is", [("Result", "?"), ("Result", "*")], 2 << 3, "*"),
        ("result-none", "two Result tags, and no marker", [("Result", "1-0"), ("Result", "1-0")], 1 << 3, ""),
        ("result-other-case", "a tag result that is no Result tag", [("result", "1-0")], 3 << 3, "1-0"),
    ]:
        files.good(f"written-{name}", title, "container.11 tags.1", File(one_game(state, tags)), [cc.game(tags, termination=marker)])
    fen, result = '[FEN "8/8/8/8/8/4k3/8/4K3 w - - 0 1"', '[Result "1-0"'
    files.good("written-raw-lines", "raw lines that look like FEN and Result tags", "container.11 tags.1", raw_lines_file(1 << 3, fen, result),
        [cc.game([(fen,), (result,)])])
    for name, title, state, line in [("fen", "the start of a FEN tag, which is in a raw line only", 1 | 1 << 3, fen),
        ("result", "the marker of a Result tag, which is in a raw line only", 0, result)]:
        files.bad(f"raw-line-{name}", title, "container.11 tags.1", "every-section", raw_lines_file(state, line), "SECTION_MALFORMED")
    names = [f"N{n:03}" for n in range(258)]
    layouts = [[*range(258)], [0], [256], [1], [257], [0, 256], [256, 0]]
    made = some(*[""] * len(layouts))
    made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([name.encode() for name in names], layouts, [*range(len(layouts))])
    values = lambda n: [str(game).encode() for game, layout in enumerate(layouts) for index in layout if index == n]
    made.sections += [fb.texts(values(n), f"N{n:03}: texts") for n in range(258)]
    files.good("written-many-names", "258 tag names, of which most games have one", "tags.2 tags.3", File(made),
               [cc.game([(names[index], str(game)) for index in layout]) for game, layout in enumerate(layouts)])


def unusual_states(files):
    """container.11: states that are allowed, though importers do not write them."""
    for name, title, state, rest, shown in [
        ("continuation-with-marker", "a continuation with a marker", 4 | 3 << 3, "x", {"termination": "1-0", "continued": True}),
        ("continuation-without-start", "a continuation with an unreadable start", 6 | 1 << 3, "x", {"start": "unreadable", "continued": True}),
        ("continuation-without-text", "a continuation without text", 4 | 1 << 3, "", {"continued": True}),
        ("unreadable-start-with-marker", "an unreadable start, and a marker", 2 | 4 << 3, "x", {"start": "unreadable", "termination": "0-1"}),
        ("marker-and-unparsed-text", "a marker, and unparsed text", 5 << 3, "x", {"termination": "1/2-1/2"}),
    ]:
        files.good(f"state-{name}", title, "container.11", File(fb.with_content(one(rest), fb.STATES, fb.column([state]))),
            [{**(games(rest)[0] if rest else cc.game()), **shown}])
    text = fb.strings([b"x"])
    frame = bytearray(fb.zstd_frame(text))
    frame[4] |= 4  # a checksum of the content follows (RFC 8878, 3.1.1.1)
    frame += fb.u32(zstd.xxh64(text) & 0xFFFFFFFF)
    section = Section(fb.UNPARSED_TEXT, bytes(frame), "unparsed text: x", compression=1, raw_len=len(text))
    files.good("zstd-frame-with-checksum", "a zstd frame with a checksum of its content", "container.9", File(cc.bare_block(extra=[section])), games("x"))


def raw_lines_file(state, *lines):
    """A game of raw lines."""
    block = cc.bare_block(extra=[fb.texts([line.encode() for line in lines], "raw lines")])
    block.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b""], [[0] * len(lines)], [0])
    block.section(fb.STATES).stored = fb.column([state])
    return File(block)


def states_and_tags(files):
    """container.11"""
    rules = "container.11"
    for bit in (16, 24, 31):
        files.bad(f"state-bit-{bit}", f"bit {bit} of a state", rules, "every-section", File(one_game(1 << bit | NONE, [])), S)
    files.bad("empty-fen-tag-and-standard-start", "an empty FEN tag, and the standard start", rules, "every-section", File(one_game(NONE, [("FEN", "")])), S)
    many = [(f"T{n}", "x") for n in range(40)]
    tags = [*many, ("FEN", TWO_KINGS), ("Result", "1-0")]
    files.good("fen-and-result-after-many", "FEN and Result tags after 40 others", rules, File(one_game(1, tags)), [cc.game(tags, start="fen", termination="1-0")])
    files.bad("fen-after-many", "a FEN tag after 40 others, and the standard start", rules, "every-section", File(one_game(NONE, [*many, ("FEN", TWO_KINGS)])), S)
    files.bad("continuation-with-raw-line", "a continuation with a raw line", rules, "continuation", File(cc.continued_block([8, 12], tags=[b""])), S)
    first = one_game(BY_FEN, [("FEN", TWO_KINGS)])
    first.sections = [section for section in first.sections if section.kind != fb.STATES]
    files.bad("fen-tag-without-states", "a FEN tag, and no section of states", rules, "every-section", File(first), S)
    second = one_game(0, [("Result", "0-1")])
    second.sections = [section for section in second.sections if section.kind != fb.STATES]
    files.good("states-absent", "a Result tag, and no section of states", "container.8 container.11", File(second), [cc.game([("Result", "0-1")], termination="0-1")])
    for name, tag, value, state, encoding, data, shown in [
        ("result-of-dictionary", "Result", "1-0", 0, 1, fb.varint(1) + fb.strings([b"1-0"]) + fb.column([0]), {"termination": "1-0"}),
        ("result-as-string", "Result", "1/2-1/2", 0, 5, fb.column([0]) + fb.strings([b"1/2-1/2"]), {"termination": "1/2-1/2"}),
        ("result-as-code", "Result", "0-1", 0, 6, fb.column([0]) + fb.strings([b"0-1"]), {"termination": "0-1"}),
        ("fen-of-dictionary", "FEN", TWO_KINGS, BY_FEN, 1, fb.varint(1) + fb.strings([TWO_KINGS.encode()]) + fb.column([0]), {"start": "fen"}),
        ("fen-as-date", "FEN", TWO_KINGS, BY_FEN, 4, fb.column([0]) + fb.strings([TWO_KINGS.encode()]), {"start": "fen"}),
    ]:
        block = one_game(state, [(tag, value)])
        section = block.section(fb.TAG_VALUES)
        section.param, section.stored = encoding, data
        files.good(f"state-{name}", f"the tag {tag} in encoding {encoding}", "container.11 tags.5", File(block), [cc.game([(tag, value)], **shown)])
    files.good("state-unreadable-with-marker-of-tag", "an unreadable start, and the marker of the Result tag", "container.11", File(one_game(2, [("Result", "1-0")])),
        [cc.game([("Result", "1-0")], start="unreadable", termination="1-0")])


def bytes_in_fens(files):
    """A FEN in a tag with a byte that neither ends nor separates fields."""

    for name, title, change in [("nul-after", "a byte 00 after the FEN", lambda fen: fen + b"\0"), ("nul-within", "a byte 00 for a space", lambda fen: fen.replace(b" ", b"\0", 1)),
                                ("byte-a0", "a byte A0 for a space", lambda fen: fen.replace(b" ", b"\xa0", 1)), ("byte-a0-after", "a byte A0 after the FEN", lambda fen: fen + b"\xa0"),
                                ("tab-after", "a tab after the FEN", lambda fen: fen + b"\t"), ("byte-ff", "a byte FF after the FEN", lambda fen: fen + b"\xff")]:
        made = cc.one_game(cc.BY_FEN, [("FEN", cc.TWO_KINGS)])
        made.section(fb.TAG_VALUES).stored = fb.strings([change(cc.TWO_KINGS.encode())])
        files.bad(f"fen-tag-{name}", title, "positions.1 container.11", "every-section", File(made), "SECTION_MALFORMED")
