"""Vectors of files whose comments are made from templates, and whose tags are final positions."""

import container_cases as cc
import file_bytes as fb
import value_cases
from file_bytes import Block, File, Section
from plypack.values import GameValues
from value_cases import CLOCK, SHORT, Sections, pair

A, S = "ANNOTATION_MALFORMED", "SECTION_MALFORMED"
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6"]
VALUES = GameValues([600, 590, 585, 580, 570], [pair(30)])
# Template 0 after the first three plies; in a variation for the third, template 1; template 0 at the end.
TOKENS = bytes.fromhex("09 01  05 10 b0 18 06  10 08")
GAME = cc.game(moves=MOVES, tokens=[
    ("plies", 1), ("comment", "[%clk 0:01:00]"), ("plies", 1), ("comment", "[%clk 0:00:59]"), ("plies", 1), ("comment", "[%clk 0:00:58.5]"),
    ("begin",), ("move", "d2d4"), ("comment", " [%eval 0.3] [%clk 0:00:58] "), ("end",), ("plies", 1), ("comment", "[%clk 0:00:57]"),
])


def block(tokens=TOKENS, values=VALUES, param=3):
    """A game with comments from templates."""
    of_game = Sections([values], [len(MOVES)], [CLOCK, SHORT], [(1, 600, 0)])
    section = b"".join(data for data, _ in of_game.parts())
    found = cc.byte_block(MOVES)
    found.sections += [
        Section(fb.ANNOTATIONS, fb.column([len(tokens)]) + tokens, "annotations", param=param),
        Section(fb.VALUES, section, "values: templates, profile, 5 times, 1 evaluation"),
        Section(fb.VALUE_CODES, of_game.code, "value codes"),
    ]
    return found


def bad_run():
    """Three games in one run of values whose code ends with a byte too many; the second game has no values."""
    values = [GameValues([600, 590, 585, 580], []), GameValues([], []), GameValues([600, 600, 590, 500], [])]
    parts = Sections(values, [4] * 3, [CLOCK], [(1, 600, 0)])
    found = cc.byte_block(MOVES, MOVES, MOVES)
    found.sections += [
        Section(fb.ANNOTATIONS, fb.column([2, 0, 2]) + bytes.fromhex("09 00 09 00"), "annotations", param=3),
        Section(fb.VALUES, b"".join(data for data, _ in parts.parts()[:-1]) + fb.column([len(parts.code) + 2]), "values: a template, a profile, 8 times"),
        Section(fb.VALUE_CODES, parts.code + b"\xff\xff", "value codes, and two bytes"),
    ]
    return found


def without(found, *kinds):
    found.sections = [section for section in found.sections if section.kind not in kinds]
    return found


def add(files):
    files.chapter.add("recover-values-run", "a run of values ends with bytes too many: all its games with values are lost, the others are not",
                      "values.6 container.16", "recover-file", **{"from": "container/values"},
                      input=cc.changed(File(bad_run()), lambda f: setattr(f, "footer", None)).input(), expect={"games": [cc.game(moves=MOVES)]})
    files.good("values", "comments from templates, in the main line and in a variation", "values.3 values.4 annotations.3 container.8", File(block()), [GAME])
    no_values = cc.byte_block(MOVES[:1])
    no_values.sections.append(Section(fb.VALUE_CODES, b"", "value codes: nothing"))
    files.good("value-codes-empty", "an empty section value codes equals an absent one", "container.8 values.5", File(no_values),
               [cc.game(moves=MOVES[:1])])
    values_faults(files)
    token_faults(files)
    final_positions(files)


def values_faults(files):
    def bad(name, title, rules, found, error, at=None):
        files.bad(name, title, rules, "values", File(found), error, at)

    bad("value-codes-alone", "value codes without values", "values.5", without(block(), fb.VALUES, fb.ANNOTATIONS), S)
    bad("values-alone", "values without their codes", "values.5", without(block(), fb.VALUE_CODES), "TRUNCATED")
    bad("values-absent", "comments from templates, but there are no templates", "values.4", without(block(), fb.VALUES, fb.VALUE_CODES), A)
    for kind, name in ((fb.VALUES, "values"), (fb.VALUE_CODES, "value-codes")):
        found = block()
        found.section(kind).crc = 0
        bad(f"section-checksum-{name}", f"the checksum of the section {name.replace('-', ' ')} is wrong", "container.6", found,
            "CHECKSUM_SECTION", found.section(kind).meaning)
    found = block()
    found.sections.append(found.section(fb.VALUES))
    bad("values-twice", "two sections of values", "container.7", found, "BLOCK_MALFORMED")
    found = block()
    found.section(fb.VALUES).stored += b"\0"
    bad("values-trailing", "a byte after the columns", "values.5", found, "TRAILING_BYTES", "values")
    found = block()
    found.section(fb.VALUE_CODES).stored = found.section(fb.VALUE_CODES).stored[:-1] + b"\0"
    bad("value-codes-malformed", "a code that ends with 00", "values.6", found, A)


def token_faults(files):
    """Tokens that do not fit to the templates and values, each in one thing."""
    times = lambda *found: GameValues([*found], [])
    one = times(600)
    for name, title, tokens, values in [
        ("template-number", "a template that does not exist", "28", one),
        ("template-plies-number", "the same with plies", "29 00", one),
        ("values-too-few", "a comment for which no time is left", "08 08", one),
        ("values-too-few-for-plies", "plies with more comments than there are times", "09 00", times(600, 600, 590)),
        ("evaluation-missing", "a comment for which there is no evaluation", "18", one),
        ("values-left", "a time that no comment uses", "08", times(600, 600)),
        ("evaluation-left", "an evaluation that no comment uses", "08", GameValues([600], [pair(0)])),
        ("template-plies-none", "plies with comments that leave all plies", "09 04", one),
        ("template-plies-too-few", "plies with comments that leave more than there are", "09 05", one),
        ("template-plies-after-plies", "a token of kind 9 directly after plies", "10 09 02", one),
        ("template-plies-in-variation", "a token of kind 9 in a variation", "10 05 10 b0 09 00 06", times(600, 600, 590)),
        ("template-plies-at-end", "a token of kind 9 after the last ply", "09 00 09 00", times(600, 600, 590, 590)),
    ]:
        files.bad(name, title, "values.4 annotations.2", "values", File(block(bytes.fromhex(tokens), values)), A)


# Tags


FINAL = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6"
INNER = "rk2r3/8/8/8/8/8/8/1KR1R2R w Eea - 0 1"  # White may castle with an inner rook


def tagged_block(names, layouts, columns, plies=(2, 0), states=(8, 9)):
    """Games e4 e5, and none; `columns` are pairs of encoding and content."""
    return Block(2, sum(plies), [
        Section(fb.PLIES, fb.column(plies), "plies of the games"),
        Section(fb.MOVES, bytes.fromhex("c0 c0")[: sum(plies)], "moves", param=3),
        Section(fb.STATES, fb.column(states), "states"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([name.encode() for name in names], layouts, [0, 1]), "tag names and layouts"),
        *[Section(fb.TAG_VALUES, content, f"{name or 'raw lines'}: encoding {encoding}", param=encoding)
          for name, (encoding, content) in zip(names, columns)],
    ])


def typed(numbers, *texts):
    return 7, fb.column(numbers) + fb.strings([text.encode() for text in texts])


def of_names(tag):
    """The second game has this tag, as a name of the block."""
    found = tagged_block(["CurrentPosition", tag], [[0], [0, 1]], [typed([1, 1]), (2, fb.column([0]))], states=(8, 9 if tag == "FEN" else 8))
    found.sections.append(Section(fb.NAMES, fb.varint(1) + fb.strings([INNER.encode()]), "one name"))
    return found


def unused(encoding):
    """The tag name FEN is listed, and no game has it: a column without values."""
    column = fb.column([]) + (fb.strings([]) if encoding == 7 else b"")
    return tagged_block(["CurrentPosition", "FEN"], [[0], [0]], [typed([1, 1]), (encoding, column)], states=(8, 8))


def final_positions(files):
    fen = (0, fb.strings([INNER.encode()]))
    names, layouts = ["CurrentPosition", "FEN"], [[0], [0, 1]]
    inner = cc.game([("CurrentPosition", "rk2r3/8/8/8/8/8/8/1KR1R2R w Ekq -"), ("FEN", INNER)], start="fen")
    shown = [cc.game([("CurrentPosition", FINAL)], ["e2e4", "e7e5"]), inner]
    good = tagged_block(names, layouts, [typed([1, 1]), fen])
    files.good("final-positions", "the positions at the end of main lines: en passant, an inner rook", "tags.5 tags.10", File(good), shown)
    for name, title, start, shown_as in [
        ("no-rights", "no castling rights", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - -"),
        ("queen-side", "rights of one side, where only one rook is", "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "r3k3/8/8/8/8/8/8/R3K3 w Qq -"),
        ("inner-black", "inner rooks of Black", "1rr1k1rr/8/8/8/8/8/8/4K3 b cg - 0 1", "1rr1k1rr/8/8/8/8/8/8/4K3 b gc -"),
    ]:
        found = tagged_block(names, layouts, [typed([1, 1]), (0, fb.strings([start.encode()]))])
        files.good(f"final-position-{name}", f"the position at the end: {title}", "tags.10 positions.3", File(found),
                   [shown[0], cc.game([("CurrentPosition", shown_as), ("FEN", start)], start="fen")])
    text = tagged_block(names, layouts, [typed([0, 1], "?"), fen])
    files.good("final-position-and-text", "one of them is text", "tags.6 tags.10", File(text),
               [cc.game([("CurrentPosition", "?")], ["e2e4", "e7e5"]), inner])
    for name, title, rules, found, error in [
        ("final-position-number", "a number that stands for no text", "tags.7", tagged_block(names, layouts, [typed([1, 2]), fen]), "TAGS_MALFORMED"),
        ("final-position-unreadable", "a game without a start has no final position", "tags.10",
         tagged_block(["CurrentPosition"], [[0], [0]], [typed([1, 1])], states=(8, 10)), "TAGS_MALFORMED"),
        ("final-position-as-start", "a start defined by the final position", "tags.5", tagged_block(names, layouts, [typed([1, 1]), typed([1])]),
         "TAGS_MALFORMED"),
        *[(f"{tag.lower()}-of-names", f"values of {tag} that are names of the block", "tags.5", of_names(tag), "TAGS_MALFORMED")
          for tag in ("FEN", "Result", "Date", "ECO", "WhiteElo", "BlackElo")],
        ("fen-of-names-unused", "a column of FEN without values that is said to hold names", "tags.5", unused(2), "TAGS_MALFORMED"),
        ("fen-of-final-positions-unused", "a column of FEN without values that is said to hold final positions", "tags.5", unused(7),
         "TAGS_MALFORMED"),
    ]:
        files.bad(name, title, rules, "final-positions", File(found), error)
