"""Vectors of what a game's state and tags say together: its start (positions.1) and the marker of its end (container.11)."""

import container_cases as cc
import file_bytes as fb
from file_bytes import Block, File, Section

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
NONE, FEN, UNREADABLE = 8, 9, 10  # states: no marker; start standard, FEN, unreadable


def block(state, tags, plies=0, moves=b"", tokens=b"", texts=b""):
    """One game."""
    names = list(dict.fromkeys(name for name, _ in tags))
    sections = [
        Section(fb.PLIES, fb.column([plies]), "plies of the game"),
        Section(fb.MOVES, moves, "moves", param=3),
        Section(fb.STATES, fb.column([state]), "state"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([name.encode() for name in names], [[names.index(name) for name, _ in tags]], [0]), "tag names, one tag layout"),
        *(Section(fb.TAG_VALUES, fb.strings([value.encode() for other, value in tags if other == name]), f"{name}: texts") for name in names),
    ]
    if tokens:
        sections.append(Section(fb.ANNOTATIONS, fb.strings([tokens]), "annotations", param=3))
    if texts:
        sections.append(Section(fb.COMMENT_TEXT, fb.strings([texts]), "comment text"))
    return Block(1, plies, sections)


def starts(files):
    def good(name, title, state, tags, start, moves=(), code=b""):
        files.good(name, title, "positions.1 container.11 tags.1", File(block(state, tags, len(moves), code)), [cc.game(tags, moves, start=start)])

    def bad(name, title, state, tags, error="SECTION_MALFORMED", **fields):
        files.bad(name, title, "positions.1 container.11 tags.1", "every-section", File(block(state, tags, **fields)), error)

    good("fen-tag-underscores", "a FEN tag with underscores for spaces", FEN, [("FEN", KINGS.replace(" ", "_"))], "fen", ["e1e2"], b"\x01")
    good("fen-tag-black-to-move", "a FEN tag with Black to move", FEN, [("FEN", KINGS.replace("w", "b"))], "fen", ["e8e7"], b"\x05")
    good("fen-tag-twice", "two FEN tags: the first counts", FEN, [("FEN", KINGS), ("FEN", "nonsense")], "fen", ["e1e2"], b"\x01")
    good("fen-tag-among-others", "a FEN tag after others", FEN, [("SetUp", "0"), ("Fen", "nonsense"), ("FEN", KINGS)], "fen", ["e1e2"], b"\x01")
    good("unreadable-start", "a FEN tag that is none, and an unreadable start", UNREADABLE, [("FEN", "nonsense")], "unreadable")
    good("unreadable-start-without-tag", "an unreadable start without a FEN tag", UNREADABLE, [], "unreadable")
    good("unreadable-start-playable", "an unreadable start, though the FEN tag is playable", UNREADABLE, [("FEN", KINGS)], "unreadable")
    bad("fen-tag-twice-first-bad", "two FEN tags, of which only the second is a FEN", FEN, [("FEN", "nonsense"), ("FEN", KINGS)])
    bad("fen-tag-quote", "a FEN tag with an escaped quote", FEN, [("FEN", KINGS + '\\"')])
    bad("fen-tag-backslash", "a FEN tag with a backslash", FEN, [("FEN", KINGS.replace("/", "\\/", 1))])
    bad("fen-tag-two-backslashes", "a FEN tag with an escaped backslash", FEN, [("FEN", KINGS.replace(" ", "\\\\ ", 1))])
    bad("fen-tag-backslash-space", "a FEN tag with a backslash before a space", FEN, [("FEN", KINGS.replace(" ", "\\ ", 1))])
    bad("fen-tag-empty", "an empty FEN tag", FEN, [("FEN", "")])
    bad("fen-tag-of-another-case", "a tag `Fen` is no FEN tag", FEN, [("Fen", KINGS)])
    bad("unreadable-start-with-plies", "plies from an unreadable start", UNREADABLE, [("FEN", KINGS)], plies=1, moves=b"\xc0")
    bad("unreadable-start-with-variation", "a variation in a game with an unreadable start", UNREADABLE, [], "ANNOTATION_MALFORMED", tokens=b"\5\6")
    comment = block(UNREADABLE, [], tokens=b"\x22", texts=b"hm")
    files.good("unreadable-start-with-comment", "a comment in a game with an unreadable start", "container.11 annotations.2", File(comment),
               [cc.game(tokens=[("comment", "hm")], start="unreadable")])


def markers(files):
    def good(name, title, state, tags, termination):
        files.good(name, title, "container.11", File(block(state, tags)), [cc.game(tags, termination=termination)])

    def bad(name, title, state, tags):
        files.bad(name, title, "container.11", "every-section", File(block(state, tags)), "SECTION_MALFORMED")

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


def add(files):
    starts(files)
    markers(files)
