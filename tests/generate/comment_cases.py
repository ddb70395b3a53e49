"""A vector of comments with times and evaluations, as text: a writer stores them as values where it can (values.3 to values.6), and what
it wrote is read again; texts that no value gives back stay as they are."""

import container_cases as cc
import file_bytes as fb
import move_codes as mc
from file_bytes import File, Section

PLIES = 88
# Comments of a program after each ply: two clocks that run, with a pause; then evaluations of all grades and sizes.
CLOCKS = [max(0, 54000 - 331 * ply - 97 * (ply % 5) + (700 if ply % 17 == 5 else 0)) for ply in range(PLIES)]
EVALUATIONS = [(-1) ** (ply // 3) * (ply * ply * 7 % 2311) for ply in range(PLIES)]


def clock(tenths, fraction=False):
    seconds = tenths // 10
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return text + (f".{tenths % 10}" if fraction and tenths % 10 else "")


def pawns(number, short=False):
    text = f"{'-' if number < 0 else ''}{abs(number) // 100}.{abs(number) % 100:02}"
    return text[:-1] if short and text.endswith("0") else text


ODD = [
    "[%clk 0:01:00]", "[%clk 1:2:03]", "[%clk 0:00:00]", "[%clk 3728:16:12.7]", "[%clk 3728:16:12.8]", "[%clk 9999:00:00]", "[%clk 00:01:00]", "[%clk 0:60:00]", "[%clk 0:00:60]",
    "[%clk 0:00:01.0]", "[%clk 0:00:01.5]", "[%clk -0:01:00]", "[%clk]", "[%clk ]", "[%emt 0:00:03]", "[%egt 0:00:03]", "[%eval 0.00]", "[%eval 0.0]",
    "[%eval -0.00]", "[%eval 0]", "[%eval +0.3]", "[%eval 0.30]", "[%eval 0.3]", "[%eval 0.31]", "[%eval 12.345]", "[%eval 167772.15]",
    "[%eval -167772.15]", "[%eval 167772.16]", "[%eval #3]", "[%eval #-3]", "[%eval #0]", "[%eval #-0]", "[%eval #+3]", "[%eval #16777215]",
    "[%eval #16777216]", "[%eval 0.3,20]", "[%eval 01.20]", "[%eval 0.3] [%clk 0:10:00]", " [%eval 0.3]  [%clk 0:10:00] ", "a [%clk 0:10:00]", "[%clk 0:10:00] a",
    "[%clk 0:10:00][%clk 0:09:00]", "\u0001[%clk 0:10:00]", "[%clk 0:10:00\u0002]", "[%clk \u0001\u0002\u0003]", "[%clk 0.31]", "[%eval 0:10:00]", "[%clk 0:10:00]" + " " * 250, "[%clk 0:10:00]" + " " * 247,
    "", " ", "no command",
]


def games():
    """Each game as a list of comments after its plies; the last game has many after its first ply."""
    whole = [f"[%clk {clock(CLOCKS[ply])}]" for ply in range(PLIES)]
    tenths = [f"[%clk {clock(CLOCKS[ply], True)}]" for ply in range(PLIES)]
    short = [f" [%eval {pawns(EVALUATIONS[ply], True)}] [%clk {clock(CLOCKS[ply])}] " for ply in range(PLIES)]
    long = [f"[%eval {pawns(EVALUATIONS[ply])}]" if ply % 29 < 25 else f"[%eval #{(ply % 7) - 3}]" for ply in range(PLIES)]
    some = [[text] if ply % 3 == 1 else [] for ply, text in enumerate(tenths[:40])]
    return [[[text] for text in texts] for texts in (whole, tenths, short, long, [])] + [some, [ODD]]


def tokens(comments):
    """The bytes of the tokens, and their text; the tokens as they are shown."""
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


def turns():
    """values.10: evaluations of 1 and -1 at the start of a game, and where pawns follow a mate or a mate follows pawns."""
    first = ["-0.01", "#-1", "0.01", "#1", "#-1", "-0.01", "0.00", "0.01", "-0.01", "#0", "#1", "#2", "#-2"]
    return [[[f"[%eval {text}]"] for text in texts] for texts in (first, ["#-1", "-0.01"], ["#1", "0.01"])]


EVALUATION = "[%eval 0.0]"


def runs():
    """A game with 4096 values, which fill a run, and one whose times have tenths, so that its profile is another."""
    full = [EVALUATION * 24] * 170 + ["[%clk 0:10:00]" * 8] * 2
    return [[full, []], [["[%clk 0:00:07.5]"], ["[%clk 0:00:08.5]"]]]


def add(files):
    comments(files, "comments-with-values", "comments with clocks and evaluations, with other numbers, and without", games())
    comments(files, "comments-with-turns", "comments with evaluations of 1 and -1, in pawns and moves to mate", turns())
    comments(files, "comments-with-runs-of-values", "comments of a game with 4080 evaluations and 16 clock times, and of one with other clock times", runs())


def comments(files, name, title, games):
    found = [tokens(game) for game in games]
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
