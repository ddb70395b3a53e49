"""Vectors of times and evaluations in files (values.1 to values.6): comments from templates, and as text."""

import chess
from plypack.values import GameValues

import container_common as cc
import file_bytes as fb
import move_codes as mc
from file_bytes import File, Section
from values import CLOCK, MOST_EVALUATION, MOST_TIME, SHORT, Sections, pair

A, L, S, T = "ANNOTATION_MALFORMED", "LIMIT_EXCEEDED", "SECTION_MALFORMED", "TRUNCATED"
COMMENTED_PLIES = 88
# Comments of a program after each ply: two running clocks, with a pause; then evaluations of all classes and sizes.
CLOCKS = [max(0, 54000 - 331 * ply - 97 * (ply % 5) + (700 if ply % 17 == 5 else 0)) for ply in range(COMMENTED_PLIES)]
EVALUATIONS = [(-1) ** (ply // 3) * (ply * ply * 7 % 2311) for ply in range(COMMENTED_PLIES)]


def clock_text(tenths, fraction=False):
    seconds = tenths // 10
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}" + (f".{tenths % 10}" if fraction and tenths % 10 else "")


def pawns_text(number, short=False):
    text = f"{'-' if number < 0 else ''}{abs(number) // 100}.{abs(number) % 100:02}"
    return text[:-1] if short and text.endswith("0") else text


ODD_COMMENTS = [
    "[%clk 0:01:00]", "[%clk 1:2:03]", "[%clk 0:00:00]", "[%clk 3728:16:12.7]", "[%clk 3728:16:12.8]", "[%clk 9999:00:00]", "[%clk 00:01:00]", "[%clk 0:60:00]", "[%clk 0:00:60]",
    "[%clk 0:00:01.0]", "[%clk 0:00:01.5]", "[%clk -0:01:00]", "[%clk]", "[%clk ]", "[%emt 0:00:03]", "[%egt 0:00:03]", "[%eval 0.00]", "[%eval 0.0]",
    "[%eval -0.00]", "[%eval 0]", "[%eval +0.3]", "[%eval 0.30]", "[%eval 0.3]", "[%eval 0.31]", "[%eval 12.345]", "[%eval 167772.15]",
    "[%eval -167772.15]", "[%eval 167772.16]", "[%eval #3]", "[%eval #-3]", "[%eval #0]", "[%eval #-0]", "[%eval #+3]", "[%eval #16777215]",
    "[%eval #16777216]", "[%eval 0.3,20]", "[%eval 01.20]", "[%eval 0.3] [%clk 0:10:00]", " [%eval 0.3]  [%clk 0:10:00] ", "a [%clk 0:10:00]", "[%clk 0:10:00] a",
    "[%clk 0:10:00][%clk 0:09:00]", "\u0001[%clk 0:10:00]", "[%clk 0:10:00\u0002]", "[%clk \u0001\u0002\u0003]", "[%clk 0.31]", "[%eval 0:10:00]", "[%clk 0:10:00]" + " " * 250, "[%clk 0:10:00]" + " " * 247,
    "", " ", "no command",
]


def commented_games():
    """Each game as a list of comments after its plies; the last game has many after its first ply."""
    whole = [f"[%clk {clock_text(CLOCKS[ply])}]" for ply in range(COMMENTED_PLIES)]
    tenths = [f"[%clk {clock_text(CLOCKS[ply], True)}]" for ply in range(COMMENTED_PLIES)]
    short = [f" [%eval {pawns_text(EVALUATIONS[ply], True)}] [%clk {clock_text(CLOCKS[ply])}] " for ply in range(COMMENTED_PLIES)]
    long = [f"[%eval {pawns_text(EVALUATIONS[ply])}]" if ply % 29 < 25 else f"[%eval #{(ply % 7) - 3}]" for ply in range(COMMENTED_PLIES)]
    some = [[text] if ply % 3 == 1 else [] for ply, text in enumerate(tenths[:40])]
    return [[[text] for text in texts] for texts in (whole, tenths, short, long, [])] + [some, [ODD_COMMENTS]]


def comment_tokens(comments):
    """The bytes of the tokens, their text, and the tokens in vectors."""
    data, texts, shown, waiting = b"", b"", [], 0
    for after in comments:
        waiting += 1
        if not after:
            continue
        data += fb.varint(waiting << 4)
        shown.append(("plies", waiting))
        waiting = 0
        for text in after:
            data += fb.varint(len(text.encode()) << 4 | 2)
            texts += text.encode()
            shown.append(("comment", text))
    return data, texts, shown


def turns_of_sign():
    """values.10: evaluations of 1 and -1 at the start of a game, and changes from a mate to pawns and from pawns to a
    mate."""
    first = ["-0.01", "#-1", "0.01", "#1", "#-1", "-0.01", "0.00", "0.01", "-0.01", "#0", "#1", "#2", "#-2"]
    return [[[f"[%eval {text}]"] for text in texts] for texts in (first, ["#-1", "-0.01"], ["#1", "0.01"])]


EVALUATION = "[%eval 0.0]"


def runs_of_values():
    """A game with 4096 values, which fill a run, and a game whose times have tenths, so that it has another profile."""
    full = [EVALUATION * 24] * 170 + ["[%clk 0:10:00]" * 8] * 2
    return [[full, []], [["[%clk 0:00:07.5]"], ["[%clk 0:00:08.5]"]]]


def comments_as_values(files):
    comments_file(files, "comments-with-values", "comments with clocks and evaluations, with other numbers, and without", commented_games())
    comments_file(files, "comments-with-turns", "comments with evaluations of 1 and -1, in pawns and moves to mate", turns_of_sign())
    comments_file(files, "comments-with-runs-of-values", "comments of a game with 4080 evaluations and 16 clock times, and of one with other clock times", runs_of_values())


def comments_file(files, name, title, games):
    found = [comment_tokens(game) for game in games]
    plies = [len(game) for game in games]
    code = b"".join(mc.coord16(*step) for count in plies for step in mc.steps_of(cc.KINGS, cc.kings_line(count)))
    block = cc.kings_block(plies, [code], 1)
    block.sections.pop(2)
    block.sections += [
        Section(fb.ANNOTATIONS, fb.strings([data for data, _, _ in found]), "annotations: comments", param=1),
        comment_text(b"".join(texts for _, texts, _ in found), fb.column([len(texts) for _, texts, _ in found])),
    ]
    files.good(name, title, "values.1 values.2 values.3 values.4 container.8",
               File(block), [cc.kings_game(count, shown) for count, (_, _, shown) in zip(plies, found)])


def comment_text(texts, lengths):
    """The section, compressed if most of it is one evaluation again and again."""
    repeated, _, rest = texts.rpartition(EVALUATION.encode() * 2)
    count = len(repeated) // len(EVALUATION) + 2
    if not repeated or texts != EVALUATION.encode() * count + rest:
        return Section(fb.COMMENT_TEXT, lengths + texts, "comment text")
    return fb.packed(fb.COMMENT_TEXT, f"comment text: {EVALUATION} {count} times, and other text", lengths, (EVALUATION.encode(), count), rest)


def no_templates(files):
    """values.4: tokens of the kinds 8 and 9 in a block without templates."""
    for name, title, tokens, plies in [
        ("8", "a token of kind 8", "08", 1), ("8-after-a-ply", "a token of kind 8 after a ply", "10 08", 1), ("8-of-another-template", "a token of kind 8 with template 1", "18", 1),
        ("9", "a token of kind 9", "09 00", 1), ("9-that-leaves-all", "a token of kind 9 that leaves all plies", "09 01", 1), ("9-cut", "a token of kind 9 that ends early", "09", 1),
        ("9-without-plies", "a token of kind 9 in a game without plies", "09 00", 0),
    ]:
        data = bytes.fromhex(tokens)
        made = cc.bare_block(plies=[plies], moves=b"\xc0" * plies, extra=[Section(fb.ANNOTATIONS, fb.column([len(data)]) + data, "annotations", param=3)])
        files.bad(f"templates-of-none-kind-{name}", f"{title}, in a block without values", "values.4", "every-section", File(made),
                  "TRUNCATED" if name == "9-cut" else "ANNOTATION_MALFORMED")


LINE = ["e2e4", "e7e5", "g1f3", "b8c6"]
VALUES = GameValues([600, 590, 585, 580, 570], [pair(30)])
# Template 0 after the first three plies; in a variation for the third, template 1; template 0 at the end.
VALUES_TOKENS = bytes.fromhex("09 01  05 10 b0 18 06  10 08")
VALUES_GAME = cc.game(moves=LINE, tokens=[
    ("plies", 1), ("comment", "[%clk 0:01:00]"), ("plies", 1), ("comment", "[%clk 0:00:59]"), ("plies", 1), ("comment", "[%clk 0:00:58.5]"),
    ("begin",), ("move", "d2d4"), ("comment", " [%eval 0.3] [%clk 0:00:58] "), ("end",), ("plies", 1), ("comment", "[%clk 0:00:57]"),
])


def values_block(tokens=VALUES_TOKENS, values=VALUES, param=3):
    """A game with comments from templates."""
    of_game = Sections([values], [len(LINE)], [CLOCK, SHORT], [(1, 600, 0)])
    section = b"".join(data for data, _ in of_game.parts())
    found = cc.byte_block(LINE)
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
    found = cc.byte_block(LINE, LINE, LINE)
    found.sections += [
        Section(fb.ANNOTATIONS, fb.column([2, 0, 2]) + bytes.fromhex("09 00 09 00"), "annotations", param=3),
        Section(fb.VALUES, b"".join(data for data, _ in parts.parts()[:-1]) + fb.column([len(parts.code) + 2]), "values: a template, a profile, 8 times"),
        Section(fb.VALUE_CODES, parts.code + b"\xff\xff", "value codes, and two bytes"),
    ]
    return found


def without(found, *kinds):
    found.sections = [section for section in found.sections if section.kind not in kinds]
    return found


def values_files(files):
    files.add("recover-values-run", "a run of values ends with bytes too many: all its games with values are lost, the others are not",
        "values.6 container.16", "recover-file", fb.with_fields(File(bad_run()), footer=None), "values", games=[cc.game(moves=LINE)])
    files.good("values", "comments from templates, in the main line and in a variation", "values.3 values.4 annotations.3 container.8", File(values_block()), [VALUES_GAME])
    files.good("value-codes-empty", "an empty section value codes equals an absent one", "container.8 values.5",
        File(fb.with_more(cc.byte_block(LINE[:1]), Section(fb.VALUE_CODES, b"", "value codes: nothing"))), [cc.game(moves=LINE[:1])])


def values_faults(files):
    def bad(name, title, rules, found, error, at=None):
        files.bad(name, title, rules, "values", File(found), error, at)

    bad("value-codes-alone", "value codes without values", "values.5", without(values_block(), fb.VALUES, fb.ANNOTATIONS), S)
    bad("values-alone", "values without their codes", "values.5", without(values_block(), fb.VALUE_CODES), "TRUNCATED")
    bad("values-absent", "comments from templates, but there are no templates", "values.4", without(values_block(), fb.VALUES, fb.VALUE_CODES), A)
    for kind, name in ((fb.VALUES, "values"), (fb.VALUE_CODES, "value-codes")):
        found = values_block()
        found.section(kind).crc = 0
        bad(f"section-checksum-{name}", f"the checksum of the section {name.replace('-', ' ')} is wrong", "container.6", found,
            "CHECKSUM_SECTION", found.section(kind).meaning)
    found = values_block()
    found.sections.append(found.section(fb.VALUES))
    bad("values-twice", "two sections of values", "container.7", found, "BLOCK_MALFORMED")
    found = values_block()
    found.section(fb.VALUES).stored += b"\0"
    bad("values-trailing", "a byte after the columns", "values.5", found, "TRAILING_BYTES", "values")
    found = values_block()
    found.section(fb.VALUE_CODES).stored = found.section(fb.VALUE_CODES).stored[:-1] + b"\0"
    bad("value-codes-malformed", "a code that ends with 00", "values.6", found, A)


def token_faults(files):
    """Tokens that contradict the templates and values, each in one way."""
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
        files.bad(name, title, "values.4 annotations.2", "values", File(values_block(bytes.fromhex(tokens), values)), A)


CODES = {"coord16": mc.coord16(chess.Board(), chess.Move.from_uci("d2d4"))}


def of_tokens(data, values, moves, templates=(CLOCK, SHORT), texts=b""):
    """A game of `byte` whose comments are made from templates."""
    made = Sections([values], [len(moves)], templates, [(1, 600, 0)])
    section = b"".join(part for part, _ in made.parts())
    found = cc.byte_block(moves)
    found.sections += [Section(fb.ANNOTATIONS, fb.column([len(data)]) + data, "annotations", param=3), Section(fb.VALUES, section, "values"),
                       Section(fb.VALUE_CODES, made.code, "value codes")]
    if texts:
        found.sections.append(Section(fb.COMMENT_TEXT, fb.strings([texts]), "comment text"))
    return found


def texts_of_values(files):
    """values.1, values.2: comments are text."""
    times = [0, 1, 9, 10, 599, 600, 35_999, 36_000, 36_001, 359_999, 360_000, 3_599_999, 3_600_000, 3_600_009, 36_000_000, MOST_TIME]
    shown = ["0:00:00", "0:00:00.1", "0:00:00.9", "0:00:01", "0:00:59.9", "0:01:00", "0:59:59.9", "1:00:00", "1:00:00.1", "9:59:59.9", "10:00:00", "99:59:59.9", "100:00:00",
             "100:00:00.9", "1000:00:00", "3728:16:12.7"]
    tokens = lambda found: [("comment", text) for text in found]
    files.good("times-as-text", "times: hours of one to four digits, with and without tenths", "values.1",
        File(of_tokens(b"\x08" * len(times), GameValues(times), [], [b"\1"])), [cc.game(tokens=tokens(shown))])
    numbers = [0, 1, -1, 9, 10, -10, 30, 99, 100, -100, -101, 110, 1000, 9_999, 10_000, -10_000, MOST_EVALUATION, -MOST_EVALUATION]
    long = ["0.00", "0.01", "-0.01", "0.09", "0.10", "-0.10", "0.30", "0.99", "1.00", "-1.00", "-1.01", "1.10", "10.00", "99.99", "100.00", "-100.00", "167772.15", "-167772.15"]
    short = ["0.0", "0.01", "-0.01", "0.09", "0.1", "-0.1", "0.3", "0.99", "1.0", "-1.0", "-1.01", "1.1", "10.0", "99.99", "100.0", "-100.0", "167772.15", "-167772.15"]
    mates = [f"#{n}" for n in (0, 1, -1, 10, -10, 100, MOST_EVALUATION, -MOST_EVALUATION)]
    for name, byte, expected in [("short", b"\2", short), ("long", b"\3", long)]:
        block = of_tokens(b"\x08" * (len(numbers) + len(mates)), GameValues([], [*map(pair, numbers), *map(pair, mates)]), [], [byte])
        files.good(f"evaluations-as-{name}-text", f"evaluations in their {name} text, and mates, which have one", "values.2", File(block), [cc.game(tokens=tokens([*expected, *mates]))])
    block = of_tokens(b"\x08", GameValues([10, 20], [pair(30), pair(40), pair("#5")]), [], [b"\3\1\2 \1\3"])
    files.good("template-of-many-values", "a template with times and evaluations in both texts, next to each other", "values.3", File(block), [cc.game(tokens=tokens(["0.300:00:010.4 0:00:02#5"]))])


def template_comments(files):
    """values.4"""
    moves = LINE
    one = lambda *times: GameValues([*times], [])
    clock = lambda tenths: ("comment", f"[%clk 0:00:{tenths // 10:02}{f'.{tenths % 10}' if tenths % 10 else ''}]")
    ply = ("plies", 1)

    def good(name, title, data, values, tokens, line=moves, **fields):
        files.good(f"template-{name}", title, "values.4", File(of_tokens(bytes.fromhex(data), values, line, **fields)), [cc.game(moves=line, tokens=tokens)])

    def bad(name, title, data, values, line=moves, **fields):
        files.bad(f"template-{name}", title, "values.4 annotations.2", "values", File(of_tokens(bytes.fromhex(data), values, line, **fields)), A)

    good("plies-of-one-ply", "comments after all plies of a game of one", "09 00", one(590), [ply, clock(590)], moves[:1])
    good("plies-then-plies", "comments after two plies, then a ply and a comment", "09 02 10 08", one(590, 580, 570), [ply, clock(590), ply, clock(580), ply, clock(570)])
    good("plies-twice", "comments after one ply, and of the same template after the rest", "09 03 09 00", one(590, 580, 570, 560), [token for t in (590, 580, 570, 560) for token in (ply, clock(t))])
    good("plies-after-comment", "a comment, and then comments after the plies", "08 09 00", one(595, 590, 580, 570, 560), [clock(595), *(token for t in (590, 580, 570, 560) for token in (ply, clock(t)))])
    good("in-nested-variation", "a comment from a template in a variation of a variation", "10 05 10 b0 05 10 c0 08 06 06", one(590),
         [ply, ("begin",), ("move", "d2d4"), ("begin",), ("move", "e2e4"), clock(590), ("end",), ("end",)])
    good("before-text", "comments from templates and of text", "08 12 08", one(590, 580), [clock(590), ("comment", "x"), clock(580)], texts=b"x")
    bad("plies-in-variation-after-nag", "a token of kind 9 in a variation, after a NAG", "10 05 10 b0 11 09 00 06", one(600, 590, 580))
    bad("plies-in-variation-first", "a token of kind 9 at the beginning of a variation", "10 05 09 00 06", one(600, 590, 580))
    bad("plies-left-of-all", "kind 9 leaves as many plies as are left", "10 08 09 03", one(600))
    bad("values-without-tokens", "a time, and no tokens", "", one(600))
    bad("evaluation-for-a-time", "a template of a time, and an evaluation", "08", GameValues([], [pair(3)]))
    bad("plies-of-no-template", "kind 9 with the number after the last template", "29 00", one(600, 600, 600, 600))


def values_of_blocks(files):
    """values.5, annotations.5: each block has its own templates, profiles and codecs."""
    line = LINE[:1]
    clock = of_tokens(b"\x08", GameValues([590]), line)
    evaluation = of_tokens(b"\x08", GameValues([], [pair(30)]), line, [b"[%eval \3]"])
    shown = [cc.game(moves=line, tokens=[("comment", text)]) for text in ("[%clk 0:00:59]", "[%eval 0.30]")]
    files.good("values-of-two-blocks", "two blocks with a template each", "values.5", File(clock, evaluation), shown)
    other = cc.bare_block(extra=[Section(fb.ANNOTATIONS, fb.column([1]) + b"\x08", "annotations: a comment from a template", param=3)])
    files.bad("template-of-another-block", "a block without values, after one with a template: a comment from it", "values.4 values.5",
        "values", fb.with_fields(File(clock, other), footer__versions__required=fb.ARCHIVE), A)
    for first, second, name in [(3, 1, "byte-coord16"), (1, 3, "coord16-byte")]:
        tokens = {3: bytes.fromhex("10 05 10 b0 06"), 1: bytes.fromhex("10 05 10") + CODES["coord16"] + b"\6"}
        made = []
        for param in (first, second):
            made.append(fb.with_more(cc.games_block([1], [b"\xc0"], 3),
                Section(fb.ANNOTATIONS, fb.column([len(tokens[param])]) + tokens[param], "annotations", param=param)))
        game = cc.game(moves=line, tokens="1 (d2d4)")
        files.good(f"variation-codecs-{name}", "two blocks, the variations of which are of two codecs", "annotations.5", File(*made), [game, game])
    limit = 2**17 + 64 * 100
    for name, count, error in [("at", limit, T), ("above", limit + 1, L)]:
        codes, size = fb.zstd_runs((b"\1"[0], 100))
        section = fb.varint(1) + fb.strings([CLOCK]) + fb.varint(1) + fb.varint(1) + fb.varint(600) + fb.varint(0) + fb.column([0]) + fb.column([2 * count]) + fb.column([0]) + fb.column([101])
        block = cc.bare_block(extra=[Section(fb.VALUES, section, f"values: {count} times"), Section(fb.VALUE_CODES, codes, "value codes: 100 bytes", compression=1, raw_len=size)])
        files.bad(f"values-of-compressed-codes-{name}", f"{count} times, and 100 bytes of codes that are compressed: the raw bytes count", "limits.6 values.5", "values", File(block), error)


def wide_templates(files):
    """values.4: indices of templates, and remaining plies."""
    for name, title, tokens in [("template", "the template number 2^32", VALUES_TOKENS[:-1] + fb.varint(8 + 16 * 2**32)),
                                ("template-of-plies", "comments after plies of the template number 2^32",
                                    fb.varint(9 + 16 * 2**32) + VALUES_TOKENS[1:]),
                                ("plies-left", "comments after all plies but 2^32 + 1",
                                    fb.varint(9) + fb.varint(2**32 + 1) + VALUES_TOKENS[2:])]:
        files.bad(f"wide-{name}", title, "values.4", "values", File(values_block(tokens)), "ANNOTATION_MALFORMED")
