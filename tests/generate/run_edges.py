"""Vectors of runs (codecs.4): games from several starts, games without moves at all places, and which games an error leaves."""

import chess

import container_cases as cc
import file_bytes as fb
import move_codes as mc
import ranked_cases
import tight
from file_bytes import Block, File, Section
from plypack import codecs

CHECKED, ROOKS, CORNERS = "8/8/8/2k5/3Pp3/8/8/4K3 b", "4k3/8/8/8/8/8/8/RR2K3 w", "r3k2r/8/8/8/8/8/8/R3K2R w"
PROMOTING, STEP, USELESS, KINGS = "8/P6k/8/8/8/8/8/K7 w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "4k3/8/8/8/4P3/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3"

# Games whose starts have the same pieces, and differ in one thing, or in nothing that counts (search.1); and moves between the same squares.
GAMES = [
    ("", ""), ("", "e2e4 e7e5 0000 g8f6"), (f"{CHECKED} - d3 0 1", "c5b4 e1e2"), (f"{CHECKED} - - 0 1", "c5b4 e1e2"), (f"{CHECKED} - d3 0 1", "e4d3 e1d2"),
    (f"{ROOKS} A - 0 1", "b1b2 e8e7"), (f"{ROOKS} B - 0 1", "b1b2 e8e7"), (f"{ROOKS} B - 0 1", "e1b1 e8e7"), (f"{CORNERS} KQkq - 0 1", "e1g1 e8c8"), (f"{CORNERS} Kq - 0 1", "e1g1 e8c8"),
    (PROMOTING, "a7a8q h7g6"), (PROMOTING, "a7a8n h7g6"), (PROMOTING, ""), (STEP, "f1h1 e8e7"), (STEP, "f1g1 e8e7"), (f"{USELESS} - e3 0 1", "e8e7 e1e2"), (f"{USELESS} - - 0 1", "e8e7 e1e2"),
    (f"{KINGS} w - - 0 1", "e1e2 0000 e2e3 e8e7"), (f"{KINGS} b - - 0 1", "e8e7 0000 e7e6 e1e2"), ("", "e2e4 e7e5 0000 b8c6"), ("", ""),
]
PLAIN = [("", "e2e4 e7e5 g1f3"), ("", "d2d4"), ("", "")]


def code_of(games):
    """The code of a run; conformance/python writes the same."""
    lines = [(fen or chess.STARTING_FEN, texts.split()) for fen, texts in games]
    code = tight.encode_run([(mc.board_of(fen), [move for _, move in mc.steps_of(fen, texts)]) for fen, texts in lines])
    assert code == codecs.encode_run(codecs.BY_NAME["tight"], [ranked_cases.line_of(*line) for line in lines])
    return code


def block(games, runs):
    """Games with FEN tags where they have a start of their own, and the codes of their runs."""
    plies, fens = [len(texts.split()) for _, texts in games], [fen for fen, _ in games if fen]
    own = [int(bool(fen)) for fen, _ in games]
    return Block(len(games), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {', '.join(map(str, plies))}"),
        Section(fb.MOVES, b"".join(runs), "moves", param=cc.TIGHT),
        Section(fb.MOVE_SIZES, fb.column([len(run) for run in runs]), "bytes of each run"),
        Section(fb.STATES, fb.column([8 + start for start in own]), "states: no marker; 9 with a FEN tag"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"FEN"], [[], [0]], own) if fens else fb.tag_layouts([], [[]], own), "tag names, tag layouts"),
        *([Section(fb.TAG_VALUES, fb.strings([fen.encode() for fen in fens]), "FEN: strings")] if fens else []),
    ])


def shown(games):
    return [{"tags": [["FEN", fen]] if fen else [], "start": "fen" if fen else "standard", "moves": texts.split(), "tokens": [], "termination": "", "rest": "", "continued": False}
            for fen, texts in games]


def good(files):
    def add(name, title, games, rules="codecs.4"):
        files.good(f"runs-{name}", title, f"{rules} tight.1", File(block(games, [code_of(games)])), shown(games))

    add("of-many-starts", "a run of games whose starts differ in little, with null moves, and games without moves at all places", GAMES,
        "codecs.4 codecs.6 index.5 tight.2 tight.7")
    add("without-plies", "a run of two games without moves has no bytes", [("", ""), (PROMOTING, "")])
    add("first-without-plies", "a run whose first game has no moves", [("", ""), ("", ""), *PLAIN])


def wrong(files):
    """An error after the last move belongs to the last game of the run, whatever it has."""
    def add(name, title, games, code, error, left):
        made = block(games, [code])
        files.bad(f"runs-{name}", title, "codecs.4 tight.1", "run", File(made), error)
        files.chapter.add(f"recover-runs-{name}", f"{title}; which games can be read", "codecs.4 limits.11", "recover-file", **{"from": "container/run"}, needs=["codecs/tight"],
                          input=File(made).input(), expect={"games": shown(games[:left])})

    code = code_of(PLAIN)
    # Zeros do not change what the range coder reads.
    add("trailing", "bytes too many, after a last game without moves", PLAIN, code + bytes(6), "TRAILING_BYTES", 2)
    add("trailing-without-plies", "two bytes in a run of games without moves", [("", ""), ("", "")], b"\xff\xff", "TRAILING_BYTES", 1)
    games = [("", "e2e4 e7e5"), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8h7"), ("", "")]
    unplayed = [(fen, texts if "h8h7" not in texts else "") for fen, texts in games]
    add("after-mate", "the second game has a move where none is legal", games, code_of(unplayed), "MOVE_MALFORMED", 1)


KING, NO_FEN = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1"
# Beside a first and a last game: state and FEN tag of the game between them, the moves that its code stands for, and which games can be read.
BETWEEN = [
    ("standard-with-fen-tag", "a standard start, and a FEN tag, which does not fit: the others are read", 8, KING, "e2e4 e7e5", [0, 2]),
    ("standard-with-fen-tag-without-plies", "the same in a game without moves", 8, KING, "", [0, 2]),
    ("unreadable-without-plies", "an unreadable start, and no moves", 10, NO_FEN, "", [0, 1, 2]),
    ("unreadable-with-plies", "an unreadable start, and moves", 10, NO_FEN, "e2e4", [0]),
    ("start-3-without-plies", "start 3, which does not exist, and no moves", 11, None, "", [0]),
    ("no-fen-without-plies", "a FEN tag that is none, and no moves", 9, NO_FEN, "", [0]),
    ("without-fen-tag-without-plies", "a start by a FEN tag that is not there, and no moves", 9, None, "", [0]),
    ("marker-of-no-tag", "no marker, and no Result tag that has one", 0, None, "e2e4 e7e5", [0, 2]),
    ("unused-bits", "unused bits of the state", 72, None, "e2e4 e7e5", [0, 2]),
]


def starts(files):
    """codecs.4: a game that has no start ends what can be read of a run; other errors of a game are its own."""
    for name, title, state, fen, texts, left in BETWEEN:
        games = [("", "d2d4 d7d5"), ("", texts), ("", "c2c4 c7c5")]
        made = block(games, [code_of(games)])
        made.section(fb.STATES).stored = fb.column([8, state, 8])
        made.section(fb.STATES).meaning = f"states: {state} of the second game"
        if fen:
            made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[], [0]], [0, 1, 0])
            made.sections.append(Section(fb.TAG_VALUES, fb.strings([fen.encode()]), "FEN: a string"))
        expected = shown(games)
        expected[1] |= {"tags": [["FEN", fen]] if fen else [], "start": "unreadable"}
        if len(left) == 3:
            files.good(f"runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 tight.1", File(made), expected)
            continue
        files.chapter.add(f"recover-runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 limits.11", "recover-file",
                          needs=["codecs/tight"], input=File(made).input(), expect={"games": [expected[game] for game in left]})
        files.bad(f"runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 tight.1", "run", File(made), "SECTION_MALFORMED")


def add(files):
    good(files)
    wrong(files)
    starts(files)
