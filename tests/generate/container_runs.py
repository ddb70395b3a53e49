"""Vectors of the moves of a block (codecs.2 to codecs.4): long games, default sizes, and runs with their errors."""

import chess
from plypack import codecs

import codec_ranked
import codes
import container_common as cc
import file_bytes as fb
import move_codes as mc
import tight
from container_common import Append, TIGHT, appended, games_block, without_records
from file_bytes import Block, DELETED, File, Section

L = "LIMIT_EXCEEDED"


def run_faults(files):
    """More plies than these few bytes can hold."""
    for name, title, plies in [
        ("run-game-too-long", "a game of more plies than one in a run may have", [65_537]),
        ("run-too-many-plies", "more plies than so few bytes may hold", [60_000] * 20),
    ]:
        files.bad(name, title, "limits.10 limits.5", "run", File(games_block(plies, [b"\0"], TIGHT)), "LIMIT_EXCEEDED")


def unread_runs(files):
    """codecs.4"""
    code = cc.run_code(["e2e4"], ["d2d4"])
    for name, title, tail, error in [("good", "is good", b"", None), ("longer", "has bytes too many", bytes(6), "TRAILING_BYTES")]:
        file = appended(Append(cc.games_block([4096, 1, 1], [b"\xff", code + tail], cc.TIGHT), edits=[(0, DELETED)]))
        if error:
            files.bad(f"second-run-{name}", f"a run that cannot be read has deleted games only; the next run {title}", "codecs.4 container.14", "run", file, error)
        else:
            files.good(f"second-run-{name}", f"a run that cannot be read has deleted games only; the next run {title}", "codecs.4 container.14", file,
                       [None, cc.game(moves=["e2e4"]), cc.game(moves=["d2d4"])])
    block = cc.games_block([1, 1, 1], [cc.run_code(["e2e4"], ["d2d4"], ["g1f3"])], cc.TIGHT, states=[8, 10, 8])
    files.add("recover-run-without-start", "the second game of a run has a ply, but no readable start: the first can be read",
        "codecs.4 container.16", "recover-file", fb.with_fields(File(block), footer=None), "run",
        needs=["codecs/tight"], games=[cc.game(moves=["e2e4"])])


def two_runs(files):
    """codecs.4: the third game brings the plies of the first run to 4,096. The kings move out and back."""
    plies = [2095, 2000, 1, 3]
    lines = [*map(cc.kings_line, plies)]
    parts = [cc.run_code(*lines[:3], fen=cc.KINGS), cc.run_code(lines[3], fen=cc.KINGS)]
    files.good("two-runs", "a run of three games, which the third makes full, and a run of one", "codecs.4 tight.7", File(cc.kings_block(plies, parts, cc.TIGHT)),
               [*map(cc.kings_game, plies)])
    files.bad("two-runs-trailing", "the same, and bytes are left over after the second run", "codecs.2 codecs.4", "two-runs",
        File(cc.kings_block(plies, [parts[0], parts[1] + bytes(6)], cc.TIGHT)), "TRAILING_BYTES")


def bounds_of_runs(files):
    """limits.5: plies of a game in a run; the state of the game is wrong at the limit."""
    without = unread_block([1], [1])
    without.sections.pop(2)
    files.bad("run-without-sizes", "runs, and no sizes of them", "container.10", "run", File(without), "SECTION_MALFORMED")
    without = cc.run_block()
    without.sections.pop(2)
    files.bad("run-without-sizes-of-good-games", "the same, and the games are good", "container.10", "run", File(without), "SECTION_MALFORMED")
    for name, plies, error in [("at", 65_536, "SECTION_MALFORMED"), ("above", 65_537, "LIMIT_EXCEEDED")]:
        files.bad(f"run-game-plies-{name}", f"a game of {plies} plies in a run", "limits.5", "run", File(unread_block([plies], [1])), error)


CHESS960 = "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"
PROMOTIONS = "1r2k2r/PPP5/8/8/8/8/ppp5/1R2K2R w Kk - 0 1"
PARAMS = {"coord16": 1, "byte": 3}
RUN_PLIES = 4096  # the plies after which a run of tight ends (codecs.4)


def wandering(fen, plies, seed):
    """Boards and moves of a line by the numbers of a linear congruential generator; castling and promotions are
    preferred, and a null move follows every 13 plies if it is legal. Captures are rare, so that the line does not
    end."""
    board, state, steps = mc.board_of(fen), seed, []
    for ply in range(plies):
        state = (state * 1103515245 + 12345) % 2**31
        moves = [m for m in board.legal_moves if m.promotion] or [m for m in board.legal_moves if board.is_castling(m)]
        moves = moves or [m for m in board.legal_moves if not board.is_capture(m) or state >> 20 & 7 == 0] or [*board.legal_moves]
        if ply % 13 == 12 and not board.is_check():
            moves = [chess.Move.null()]
        if not moves:
            break
        move = sorted(moves, key=lambda m: mc.text_of(board, m))[state // 2**16 % len(moves)]
        steps.append((board.copy(stack=False), move))
        board.push(move)
    return steps


LONG_GAMES = [(None, wandering(None, 220, 17)), (None, []), (CHESS960, wandering(CHESS960, 220, 21)), (PROMOTIONS, wandering(PROMOTIONS, 60, 23))]


def long_block(codec):
    plies = [len(steps) for _, steps in LONG_GAMES]
    parts = [b"".join(codes.WHOLE_BYTES[codec](*step) for step in steps) for _, steps in LONG_GAMES]
    fens = [fen.encode() for fen, _ in LONG_GAMES if fen]
    return Block(len(LONG_GAMES), sum(plies), [
        fb.plies(plies, f"plies: {plies}"), fb.moves(b"".join(parts), "moves", PARAMS[codec]),
        fb.move_sizes([len(part) for part in parts], "bytes of each game"),
        fb.states([9 if fen else 8 for fen, _ in LONG_GAMES], "states: no marker; a FEN tag in two games"),
        fb.layouts([b"FEN"], [[], [0]], [1 if fen else 0 for fen, _ in LONG_GAMES], "a tag name, two tag layouts"),
        fb.texts(fens, "FEN: two strings"),
    ])


def long_games_shown():
    return [
        {"tags": [["FEN", fen]] if fen else [], "start": "fen" if fen else "standard", "moves": [mc.text_of(*step) for step in steps], "tokens": [],
         "termination": "", "rest": "", "continued": False}
        for fen, steps in LONG_GAMES
    ]


def long_games(files):
    for codec in PARAMS:
        files.good(f"long-games-{codec}", f"220 plies from two starts, a game without moves and one of many promotions, as {codec}",
                   f"codecs.2 codecs.3 positions.4 positions.5 {codec}.1", File(long_block(codec)), long_games_shown())


def default_sizes(files):
    """container.10: if sizes are missing, they follow from the plies (codecs.3)."""
    sans = [["e4", "e5", "Nf3"], ["d4"], [], ["Nc3", "Nf6", "Na4", "Ng8", "Nc3"]]
    for codec in PARAMS:
        lines = [codes.line(codec, None, " ".join(line)) for line in sans]
        parts = [bytes.fromhex("".join(data for data, _ in pieces)) for _, pieces in lines]
        plies = [len(line) for line in sans]
        made = Block(len(sans), sum(plies), [
            fb.plies(plies, f"plies: {plies}"), fb.moves(b"".join(parts), "moves", PARAMS[codec]),
            fb.states([8] * len(sans), "states: standard start, no marker"), fb.no_tags(len(sans)),
        ])
        games = [{**long_games_shown()[1], "moves": texts} for texts, _ in lines]
        files.good(f"default-sizes-{codec}", f"four games as {codec}, without the sizes of their codes", f"codecs.3 container.10 {codec}.1", File(made), games)


def unread_block(plies, sizes):
    """Games with these numbers of plies, and the sizes of their runs. The starts are invalid, so that nothing is
    decoded."""
    return Block(len(plies), sum(plies), [
        fb.plies(plies, f"plies: {plies}"), fb.moves(bytes(sum(sizes)), "moves: none that can be read", cc.TIGHT),
        fb.move_sizes(sizes, "bytes of each run"), fb.states([11] * len(plies), "states: start 3, which does not exist"),
        fb.no_tags(len(plies)),
    ])


def run_ends(files):
    """The number of sizes shows the ends of runs: only with the right number is the error the state of the first
    game."""
    for name, title, plies, sizes in [
        ("full", "a run ends with the game that makes it full", [RUN_PLIES - 1, 1, 1], [1, 1]),
        ("not-full", "a run of one ply less goes on", [RUN_PLIES - 2, 1, 1, 1], [1, 1]),
        ("over-full", "a long game ends its run; the next run begins at 0", [RUN_PLIES + 5, RUN_PLIES - 1, 1, 0], [1, 1, 1]),
        ("almost-full", "the second game makes a run full, and the first does not", [RUN_PLIES - 1, 1], [1]),
        ("last-full", "no empty run follows a full one", [1, RUN_PLIES], [1]),
        ("full-with-first-game", "the first game makes its run full", [RUN_PLIES, 1], [1, 1]),
    ]:
        files.bad(f"run-{name}", f"{title}; the state of the first game is wrong", "codecs.4 container.10", "run", File(unread_block(plies, sizes)), "SECTION_MALFORMED")


def unknown_models(files):
    """codecs.1, tight.1, annotations.5: tight with models that do not exist."""
    code = tight.encode_run([(chess.Board(), [chess.Move.from_uci("e2e4")])])
    for name, title, param in [("none", "the param 12 alone", 12), ("0-of-33-bits", "a model of 33 bits, which is none in 32", 12 + 256 * 2**32),
                               ("of-33-bits", "a model of 33 bits, which is one in 32", cc.TIGHT + 256 * 2**32), ("most", "the largest param of tight", 2**64 - 244)]:
        block = cc.games_block([1], [code], param)
        files.bad(f"model-{name}", f"moves of tight: {title}", "codecs.1 tight.1", "run", File(block), "UNSUPPORTED_MODEL")
        noted = cc.bare_block(plies=[1], moves=mc.byte(chess.Board(), chess.Move.from_uci("e2e4")), extra=[Section(fb.ANNOTATIONS, fb.column([2]) + b"\x10\x11", "annotations", param=param)])
        files.bad(f"annotations-model-{name}", f"annotations of tight: {title}", "codecs.1 annotations.5", "every-section", File(noted), "SECTION_MALFORMED")


def errors_in_runs(files):
    """codecs.4: errors of a game outside its code and start affect no other game of the run."""
    lines = [["e2e4"], ["d2d4"], ["g1f3"]]
    shown = [cc.game(moves=line) for line in lines]

    def recovered(name, title, block, games):
        files.add(f"recover-run-{name}", title, "codecs.4 container.16", "recover-file", without_records(block), "run",
            needs=["codecs/tight"], games=games)

    for name, title, state in [("without-marker", "no Result tag that its state names", 0), ("state-bit-6", "bit 6 in its state", 64 | 8), ("marker-6", "a marker that does not exist", 48),
                               ("continuation", "a ply, and is a continuation", 12)]:
        recovered(name, f"the second game of a run has {title}: the others can be read", cc.games_block([1, 1, 1], [cc.run_code(*lines)], cc.TIGHT, states=[8, state, 8]), [shown[0], shown[2]])
    fen = cc.games_block([1, 1, 1], [cc.run_code(*lines)], cc.TIGHT)
    fen.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[], [0]], [0, 1, 0])
    fen.sections.append(fb.texts([b"4k3/8/8/8/8/8/8/4K3 w - - 0 1"], "FEN: one string"))
    recovered("standard-start-with-fen", "the second game of a run has a FEN tag and the standard start: the others can be read", fen, [shown[0], shown[2]])
    files.good("run-start-without-plies", "the second game of a run has no readable start, and no plies", "codecs.4",
        File(cc.games_block([1, 0, 1], [cc.run_code(lines[0], lines[2])], cc.TIGHT, states=[8, 10, 8])), [shown[0], cc.game(start="unreadable"), shown[2]])
    files.good("run-of-no-plies", "a run of games without plies", "codecs.4 container.10", File(cc.games_block([0, 0], [b""], cc.TIGHT)), [cc.game(), cc.game()])
    files.bad("run-second-game-plies-above", "the second game of a run has 65,537 plies", "limits.5 limits.10", "run", File(cc.games_block([1, 65_537], [b"\0\0"], cc.TIGHT)), L)
    files.bad("run-of-no-plies-with-code", "a run of games without plies has a byte", "codecs.4 range-coder.7", "run", File(cc.games_block([0, 0], [b"\1"], cc.TIGHT)), "MOVE_MALFORMED")
    block = cc.games_block([4096, 1], [b"\xff", cc.run_code(lines[0])], cc.TIGHT)
    block.section(fb.MOVE_SIZES).stored += b"\0"
    files.bad("run-sizes-byte-after", "a byte after the sizes of two runs", "container.10 wire.7", "run", File(block), "TRAILING_BYTES")


CHECKED, ROOKS, CORNERS = "8/8/8/2k5/3Pp3/8/8/4K3 b", "4k3/8/8/8/8/8/8/RR2K3 w", "r3k2r/8/8/8/8/8/8/R3K2R w"
PROMOTING, STEP, USELESS, KINGS = "8/P6k/8/8/8/8/8/K7 w - - 0 1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "4k3/8/8/8/4P3/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3"
# Games whose starts have the same pieces, and differ in one property, or only in properties that do not count
# (search.1); and moves between the same squares.
MANY_STARTS = [
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
    assert code == codecs.encode_run(codecs.BY_NAME["tight"], [codec_ranked.line_of(*line) for line in lines])
    return code


def lines_block(games, runs):
    """Games, with FEN tags for custom starts, and the codes of their runs."""
    plies, fens = [len(texts.split()) for _, texts in games], [fen for fen, _ in games if fen]
    own = [int(bool(fen)) for fen, _ in games]
    return Block(len(games), sum(plies), [
        fb.plies(plies, f"plies: {', '.join(map(str, plies))}"),
        fb.moves(b"".join(runs), "moves", cc.TIGHT),
        fb.move_sizes([len(run) for run in runs], "bytes of each run"),
        fb.states([8 + start for start in own], "states: no marker; 9 with a FEN tag"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"FEN"], [[], [0]], own) if fens else fb.tag_layouts([], [[]], own), "tag names, tag layouts"),
        *([fb.texts([fen.encode() for fen in fens], "FEN: strings")] if fens else []),
    ])


def lines_shown(games):
    return [{"tags": [["FEN", fen]] if fen else [], "start": "fen" if fen else "standard", "moves": texts.split(), "tokens": [], "termination": "", "rest": "", "continued": False}
            for fen, texts in games]


def good_runs(files):
    def add(name, title, games, rules="codecs.4"):
        files.good(f"runs-{name}", title, f"{rules} tight.1", File(lines_block(games, [code_of(games)])), lines_shown(games))

    add("of-many-starts", "a run of games whose starts differ in little, with null moves, and games without moves at all places", MANY_STARTS,
        "codecs.4 codecs.6 index.5 tight.2 tight.7")
    add("without-plies", "a run of two games without moves has no bytes", [("", ""), (PROMOTING, "")])
    add("first-without-plies", "a run whose first game has no moves", [("", ""), ("", ""), *PLAIN])


def errors_after_runs(files):
    """An error after the last move belongs to the last game of the run, whatever that game contains."""
    def add(name, title, games, code, error, left):
        made = lines_block(games, [code])
        files.bad(f"runs-{name}", title, "codecs.4 tight.1", "run", File(made), error)
        files.add(f"recover-runs-{name}", f"{title}; which games can be read", "codecs.4 limits.11", "recover-file", File(made), "run",
            needs=["codecs/tight"], games=lines_shown(games[:left]))

    code = code_of(PLAIN)
    # Zeros do not change what the range coder reads.
    add("trailing", "bytes too many, after a last game without moves", PLAIN, code + bytes(6), "TRAILING_BYTES", 2)
    add("trailing-without-plies", "two bytes in a run of games without moves", [("", ""), ("", "")], b"\xff\xff", "TRAILING_BYTES", 1)
    games = [("", "e2e4 e7e5"), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "h8h7"), ("", "")]
    unplayed = [(fen, texts if "h8h7" not in texts else "") for fen, texts in games]
    add("after-mate", "the second game has a move where none is legal", games, code_of(unplayed), "MOVE_MALFORMED", 1)


KING, NO_FEN = "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/8 w - - 0 1"
# The state and FEN tag of a game between a first and a last game, the moves of its code, and the readable games.
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


def starts_within_runs(files):
    """codecs.4: a game without a start makes the rest of a run unreadable; other errors of a game affect only that
    game."""
    for name, title, state, fen, texts, left in BETWEEN:
        games = [("", "d2d4 d7d5"), ("", texts), ("", "c2c4 c7c5")]
        made = lines_block(games, [code_of(games)])
        made.section(fb.STATES).stored = fb.column([8, state, 8])
        made.section(fb.STATES).meaning = f"states: {state} of the second game"
        if fen:
            made.section(fb.TAG_LAYOUTS).stored = fb.tag_layouts([b"FEN"], [[], [0]], [0, 1, 0])
            made.sections.append(fb.texts([fen.encode()], "FEN: a string"))
        expected = lines_shown(games)
        expected[1] |= {"tags": [["FEN", fen]] if fen else [], "start": "unreadable"}
        if len(left) == 3:
            files.good(f"runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 tight.1", File(made), expected)
            continue
        files.add(f"recover-runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 limits.11",
            "recover-file", File(made), needs=["codecs/tight"], games=[expected[game] for game in left])
        files.bad(f"runs-{name}", f"of a run of three games the second has {title}", "codecs.4 container.11 tight.1", "run", File(made), "SECTION_MALFORMED")
