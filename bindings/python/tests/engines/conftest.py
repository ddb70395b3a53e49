"""Files of games for the tests of engines: small files with all kinds of tags."""

from __future__ import annotations

import random
import shutil

import chess
import pytest
from damaged import BLOCKS

import plypack

GAMES_OF_A_BLOCK = 120

_PLAYERS = ["Carlsen, Magnus", "CARLSEN, MAGNUS", "carlsen", "Đurić, Stefan", "Duric, Stefan", "Müller, Karl", "Mueller", "?", "", "O'Neil", "O`Neil", 'Bob \\"B\\"']
_EVENTS = ["Bundesliga", "BUNDESLIGA 1", "Rated Blitz game", "ﬁnal", "final", "Straße", "Strasse"]
_DATES = ["2013.11.22", "2013.11.??", "2013.??.??", "????.??.??", "1899.02.31", "2020.02.29", "2001.01.01", "x", "2013.11.23"]
_RATINGS = ["2850", "2851", "0", "-", "", "12000", "1500", "9999", "1", "2500.5"]
_RESULTS = ["1-0", "0-1", "1/2-1/2", "*", "?"]
_STARTS = [None, None, None, "8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "8/8/4k3/8/8/3QK3/8/8 b - - 0 1"]


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two files: one with several blocks, and a small one."""
    folder = tmp_path_factory.mktemp("engines")
    generator = random.Random(17)
    first, second = folder / "a.plypack", folder / "b.plypack"
    for block in range(BLOCKS):
        pgn = folder / f"{block}.pgn"
        pgn.write_bytes(b"".join(_game(generator) for _ in range(GAMES_OF_A_BLOCK)))
        plypack.pack(pgn, first, append=block > 0)
    small = folder / "small.pgn"
    small.write_bytes(b"".join(_game(generator) for _ in range(40)))
    plypack.pack(small, second)
    return [str(first), str(second)]


@pytest.fixture(scope="session")
def large_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of 400 KB with four blocks of 500 games: the read bytes are only significant if a read of the file's end
    is not the whole file."""
    folder = tmp_path_factory.mktemp("large")
    generator = random.Random(4)
    lines = [_line(generator, chess.Board(), 140) for _ in range(40)]
    for block in range(4):
        pgn = folder / f"{block}.pgn"
        with pgn.open("w") as file:
            for game in range(500):
                comment = "".join(generator.choices("abcdefghijklmnopqrstuvwxyz ", k=40))
                tags = f'[White "Player {generator.randrange(300)}"]\n[Black "Nobody{block}"]\n[Event "{generator.random()}"]\n[ECO "A{game % 90:02}"]\n[WhiteTitle "{"GM" if game % 50 == 7 else "FM"}"]'
                file.write(f"{tags}\n\n{{ {comment} }} {' '.join(generator.choice(lines))} *\n\n")
        # Neighbors have different codecs: a writer merges small blocks of one codec.
        plypack.pack(pgn, folder / "large.plypack", append=block > 0, codec="coord16" if block % 2 == 0 else "byte")
    return str(folder / "large.plypack")


@pytest.fixture(scope="session")
def command() -> str:
    """The command `plypack`, if it exists."""
    found = shutil.which("plypack")
    if found is None:
        pytest.skip("the command `plypack` is not on the path")
    return found


def _game(generator: random.Random) -> bytes:
    tags = {"White": _PLAYERS, "Black": _PLAYERS, "Event": _EVENTS, "Date": _DATES, "Result": _RESULTS, "WhiteElo": _RATINGS, "BlackElo": _RATINGS}
    tags |= {"ECO": ["B90", "B9", "A00", "b90", ""], "Round": ["1", "2.1", "?"], "TimeControl": ["600+5", "600", "-", "1/259200"]}
    tags |= {"UTCDate": ["2015.01.31", "2015.01.??"], "UTCTime": ["23:59:59", "?"], "Opening": ["Sicilian Defense"], "Termination": ["Normal", "Time forfeit"]}
    lines = [f'[{name} "{generator.choice(values)}"]' for name, values in tags.items() if generator.random() < 0.85]
    start = generator.choice(_STARTS)
    board = chess.Board(start) if start else chess.Board()
    if start:
        lines += ['[SetUp "1"]', f'[FEN "{start}"]']
    moves = _line(generator, board, generator.choice([0, 1, 2, 9, 24, 40]), comments=0.3)
    text = "\n".join(lines) + "\n\n" + " ".join([*moves, generator.choice(["1-0", "0-1", "1/2-1/2", "*"])]) + "\n\n"
    return text.encode("latin-1" if generator.random() < 0.1 else "utf-8", "replace")


def _line(generator: random.Random, board: chess.Board, plies: int, comments: float = 0) -> list[str]:
    texts = []
    for ply in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        # Few first moves, so that games reach the same positions.
        move = generator.choice(legal[:2] if ply < 6 else legal)
        texts.append(f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(move)}")
        if generator.random() < comments:
            texts.append("{ [%clk 0:01:30] [%eval 0.35] }")
        board.push(move)
    return texts
