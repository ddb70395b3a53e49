"""Games a second of plypack, python-chess and rust-pgn-reader-python-binding in one run, on one core.

    pip install plypack[chess] pyarrow rust-pgn-reader-python-binding
    python benchmarks/compare.py games.pgn.zst ...

Figures are games for each second of CPU time of this process, of three runs the best, so that other programs on the machine count
little. python-chess reads the first games only, it would take minutes. The parsers begin with the text of the games in memory; plypack
with the packed file, opened anew for each figure: the first row says what packing takes. What each one makes:

- main lines: python-chess a game without variations, comments and NAGs; the binding arrays of squares (and boards, it has no switch);
  plypack arrays of packed moves, for each game, or for all as the column ``moves16``.
- with clocks: python-chess the game and ``node.clock()``; the binding the same as before; plypack main lines and clocks.
- with everything: python-chess the whole game; the binding with comments, without variations; plypack ``to_chess``, which is the same as
  that of python-chess, PGN for each game, and the columns ``tags``, ``moves16``, ``evals`` and clocks.
"""

import argparse
import gc
import io
import logging
import os
import re
import tempfile
import time

import chess.pgn
import pyarrow
import rust_pgn_reader_python_binding as binding

import plypack

SLOW_GAMES = 400
CLOCKS = ["clocks_white", "clocks_black"]

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)


class MainLine(chess.pgn.GameBuilder):
    """Leaves out all but the moves."""

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_comment(self, comment):
        pass

    def visit_nag(self, nag):
        pass


def texts_of(path):
    with pyarrow.input_stream(str(path), compression="zstd" if str(path).endswith(".zst") else None) as stream:
        text = stream.read()
    starts = [found.start() for found in re.finditer(rb'(?:^\[\w+ "[^\n]*\n)*\[Event ', text, re.M)]
    return [text[start:end].decode("utf-8", "replace") for start, end in zip(starts, [*starts[1:], len(text)])]


def measure(task, program, games, work):
    best = float("inf")
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        made = work()
        best = min(best, time.process_time() - start)
        del made
    print(f"  {task:16} {program:44} {games / best:12,.0f} games/s", flush=True)


def read(texts, visitor=chess.pgn.GameBuilder):
    return [chess.pgn.read_game(io.StringIO(text), Visitor=visitor) for text in texts]


def clocks(game):
    return [node.clock() for node in game.mainline()]


def compare(path, folder):
    texts = texts_of(path)
    print(f"{path}: {len(texts)} games, machine load {os.getloadavg()[0]:.1f}")
    packed, few, games = os.path.join(folder, "games.plypack"), texts[:SLOW_GAMES], len(texts)
    column = pyarrow.chunked_array([pyarrow.array(texts)])
    parse = lambda **options: binding.parse_games(column, num_threads=1, **options)  # noqa: E731

    def scan(*columns):
        return plypack.open(packed).scan("games", columns).to_arrow()

    measure("packing", "plypack.pack", games, lambda: plypack.pack(path, packed, threads=1))
    measure("main lines", "python-chess, moves only", len(few), lambda: read(few, MainLine))
    measure("main lines", "binding, parse_games", games, parse)
    measure("main lines", "plypack, game.moves", games, lambda: [game.moves for game in plypack.open(packed)])
    measure("main lines", "plypack, scan moves16", games, lambda: scan("moves16"))
    measure("main lines", "plypack, scan moves (bytes)", games, lambda: scan("moves"))
    measure("with clocks", "python-chess, node.clock()", len(few), lambda: [clocks(game) for game in read(few)])
    measure("with clocks", "binding, parse_games", games, parse)
    measure("with clocks", "plypack, game.moves, game.clocks", games, lambda: [(game.moves, game.clocks) for game in plypack.open(packed)])
    measure("with clocks", "plypack, scan moves16, clocks", games, lambda: scan("moves16", *CLOCKS))
    measure("with everything", "python-chess, read_game", len(few), lambda: read(few))
    measure("with everything", "binding, parse_games, store_comments", games, lambda: parse(store_comments=True))
    measure("with everything", "plypack, game.to_chess()", len(few), lambda: [game.to_chess() for game in plypack.open(packed)[: len(few)]])
    measure("with everything", "plypack, game.pgn", games, lambda: [game.pgn for game in plypack.open(packed)])
    measure("with everything", "plypack, scan tags, moves16, clocks, evals", games, lambda: scan("tags", "moves16", "evals", *CLOCKS))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgn", nargs="+", help="PGN files, plain or compressed with zstd")
    with tempfile.TemporaryDirectory() as folder:
        for path in parser.parse_args().pgn:
            compare(path, folder)


if __name__ == "__main__":
    main()
