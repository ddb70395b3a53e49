"""Vectors of long games, several of them in a block: more than 200 plies with promotions, castlings and null moves, and of the ends of
runs (codecs.4)."""

import chess

import codes
import container_cases as cc
import file_bytes as fb
import move_codes as mc
from file_bytes import Block, File, Section

CHESS960 = "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"
PROMOTING = "1r2k2r/PPP5/8/8/8/8/ppp5/1R2K2R w Kk - 0 1"
PARAMS = {"coord16": 1, "byte": 3}
RUN_PLIES = 4096  # the plies after which a run of tight ends (codecs.4)


def wandering(fen, plies, seed):
    """Boards and moves of a line by the numbers of a linear congruential generator; castlings and promotions come first, a null
    move after every 13 plies where it is legal. Captures are rare, so that the line does not end."""
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


GAMES = [(None, wandering(None, 220, 17)), (None, []), (CHESS960, wandering(CHESS960, 220, 21)), (PROMOTING, wandering(PROMOTING, 60, 23))]


def block(codec):
    plies = [len(steps) for _, steps in GAMES]
    parts = [b"".join(codes.WHOLE_BYTES[codec](*step) for step in steps) for _, steps in GAMES]
    fens = [fen.encode() for fen, _ in GAMES if fen]
    return Block(len(GAMES), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {plies}"),
        Section(fb.MOVES, b"".join(parts), "moves", param=PARAMS[codec]),
        Section(fb.MOVE_SIZES, fb.column([len(part) for part in parts]), "bytes of each game"),
        Section(fb.STATES, fb.column([9 if fen else 8 for fen, _ in GAMES]), "states: no marker; a FEN tag in two games"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([b"FEN"], [[], [0]], [1 if fen else 0 for fen, _ in GAMES]), "a tag name, two tag layouts"),
        Section(fb.TAG_VALUES, fb.strings(fens), "FEN: two strings"),
    ])


def expected():
    return [
        {"tags": [["FEN", fen]] if fen else [], "start": "fen" if fen else "standard", "moves": [mc.text_of(*step) for step in steps], "tokens": [],
         "termination": "", "rest": "", "continued": False}
        for fen, steps in GAMES
    ]


def long_games(files):
    for codec in PARAMS:
        files.good(f"long-games-{codec}", f"220 plies from two starts, a game without moves and one of many promotions, as {codec}",
                   f"codecs.2 codecs.3 positions.4 positions.5 {codec}.1", File(block(codec)), expected())


def default_sizes(files):
    """container.10: without sizes, those that follow from the plies (codecs.3)."""
    sans = [["e4", "e5", "Nf3"], ["d4"], [], ["Nc3", "Nf6", "Na4", "Ng8", "Nc3"]]
    for codec in PARAMS:
        lines = [codes.line(codec, None, " ".join(line)) for line in sans]
        parts = [bytes.fromhex("".join(data for data, _ in pieces)) for _, pieces in lines]
        plies = [len(line) for line in sans]
        made = Block(len(sans), sum(plies), [
            Section(fb.PLIES, fb.column(plies), f"plies: {plies}"),
            Section(fb.MOVES, b"".join(parts), "moves", param=PARAMS[codec]),
            Section(fb.STATES, fb.column([8] * len(sans)), "states: standard start, no marker"),
            Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * len(sans)), "no tag names, one empty tag layout"),
        ])
        games = [{**expected()[1], "moves": texts} for texts, _ in lines]
        files.good(f"default-sizes-{codec}", f"four games as {codec}, without the sizes of their codes", f"codecs.3 container.10 {codec}.1", File(made), games)


# The ends of runs


def run_block(plies, sizes):
    """Games of so many plies whose starts do not exist, so that nothing is decoded, and the sizes of the runs."""
    return Block(len(plies), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {plies}"),
        Section(fb.MOVES, bytes(sum(sizes)), "moves: none that can be read", param=cc.TIGHT),
        Section(fb.MOVE_SIZES, fb.column(sizes), "bytes of each run"),
        Section(fb.STATES, fb.column([11] * len(plies)), "states: start 3, which does not exist"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * len(plies)), "no tag names, one empty tag layout"),
    ])


def run_ends(files):
    """The number of their sizes shows where runs end: only with the right one is the state of the first game wrong."""
    for name, title, plies, sizes in [
        ("full", "a run ends with the game that makes it full", [RUN_PLIES - 1, 1, 1], [1, 1]),
        ("not-full", "a run of one ply less goes on", [RUN_PLIES - 2, 1, 1, 1], [1, 1]),
        ("over-full", "a long game ends its run; the next run begins at 0", [RUN_PLIES + 5, RUN_PLIES - 1, 1, 0], [1, 1, 1]),
        ("almost-full", "the second game makes a run full, and the first does not", [RUN_PLIES - 1, 1], [1]),
        ("last-full", "no empty run follows a full one", [1, RUN_PLIES], [1]),
        ("full-with-first-game", "the first game makes its run full", [RUN_PLIES, 1], [1, 1]),
    ]:
        files.bad(f"run-{name}", f"{title}; the state of the first game is wrong", "codecs.4 container.10", "run", File(run_block(plies, sizes)), "SECTION_MALFORMED")


def add(files):
    long_games(files)
    default_sizes(files)
    run_ends(files)
