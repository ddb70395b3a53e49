"""Vectors of long games, several of them in a block: more than 200 plies with promotions, castlings and null moves, and of the ends of
runs (codecs.4)."""

import chess

import codes
import file_bytes as fb
import move_codes as mc
from bit_strings import packed
from file_bytes import Block, File, Section
from vector_file import Chapter

CHESS960 = "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"
PROMOTING = "1r2k2r/PPP5/8/8/8/8/ppp5/1R2K2R w Kk - 0 1"
PARAMS = {"coord16": 1, "coord12": 2, "byte": 3, "block-index": 4, "pgc": 5, "mgc": 6, "varlen": 7, "bits": 8}
# Most plies of a run before the game that ends it (codecs.4).
RUN_PLIES = {"mgc": 8192, "varlen": 8192, "bits": 8192, "rank-3bit": 4096, "huffman": 4096, "arith": 4096}
RUN_PARAMS = {"mgc": 6, "varlen": 7, "bits": 8, "rank-3bit": 9, "huffman": 10, "arith": 11}


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


def codes_of(codec):
    """The code of the section `moves`, and the bytes of every run, or of every game of a codec without runs."""
    if codec in codes.WHOLE_BYTES:
        games = [b"".join(codes.WHOLE_BYTES[codec](*step) for step in steps) for _, steps in GAMES]
        return games
    lines = ["".join(codes.bits_of_line(codec, steps)) for _, steps in GAMES]
    padding = codes.BITS[codec][1]
    return [packed("".join(lines), padding)] if codec in RUN_PLIES else [packed(line, padding) for line in lines]


def block(codec):
    plies = [len(steps) for _, steps in GAMES]
    parts = codes_of(codec)
    fens = [fen.encode() for fen, _ in GAMES if fen]
    return Block(len(GAMES), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {plies}"),
        Section(fb.MOVES, b"".join(parts), "moves", param=PARAMS[codec]),
        Section(fb.MOVE_SIZES, fb.column([len(part) for part in parts]), "bytes of each run, or game"),
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
                   f"codecs.2 codecs.3 codecs.4 positions.4 positions.5 {codec}.1", File(block(codec)), expected())


def default_sizes(files):
    """container.10: without sizes, those that follow from the plies (codecs.3)."""
    sans = [["e4", "e5", "Nf3"], ["d4"], [], ["Nc3", "Nf6", "Na4", "Ng8", "Nc3"]]
    for codec in ("coord16", "coord12", "byte", "block-index", "pgc"):
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


NO_RUN_PLIES = "codecs.4 container.10"


def run_block(codec, plies, sizes):
    """Games of so many plies whose first code stands for no move, so that nothing is decoded, and the sizes of the runs."""
    return Block(len(plies), sum(plies), [
        Section(fb.PLIES, fb.column(plies), f"plies: {plies}"),
        Section(fb.MOVES, bytes(sum(sizes)), "moves: none that can be read", param=RUN_PARAMS[codec]),
        Section(fb.MOVE_SIZES, fb.column(sizes), "bytes of each run"),
        Section(fb.STATES, fb.column([11] * len(plies)), "states: start 3, which does not exist"),
        Section(fb.TAG_LAYOUTS, fb.tag_layouts([], [[]], [0] * len(plies)), "no tag names, one empty tag layout"),
    ])


def run_ends(files):
    """Where runs end is told by the number of their sizes: only with the right one is it the state of the first game that is wrong."""
    for codec, most in RUN_PLIES.items():
        for name, title, plies, sizes in [
            ("full", "a run ends with the game that makes it full", [most - 1, 1, 1], [1, 1]),
            ("not-full", "a run of one ply less goes on", [most - 2, 1, 1, 1], [1, 1]),
            ("over-full", "a long game ends its run; the next run begins at 0", [most + 5, most - 1, 1, 0], [1, 1, 1]),
            ("almost-full", "the second game makes a run full, and the first does not", [most - 1, 1], [1]),
            ("last-full", "no empty run follows a full one", [1, most], [1]),
            ("full-with-last-ply", "the last ply of a block makes its run full", [most - 1, 1], [1]),
            ("full-with-first-game", "the first game makes its run full", [most, 1], [1, 1]),
        ]:
            files.bad(f"run-{name}-{codec}", f"{codec}: {title}; the state of the first game is wrong", NO_RUN_PLIES, "run",
                      File(run_block(codec, plies, sizes)), "SECTION_MALFORMED")


def add(files):
    long_games(files)
    default_sizes(files)
    run_ends(files)
