"""The tasks of FROM_PYTHON_CHESS.md on other games: the seconds of both programs, as a table, and the tasks with different answers.

    pip install "plypack[chess,polars]"
    python benchmarks/from_python_chess.py games.pgn

Seconds are CPU time of all threads, so that other programs on the machine count little; of three runs the best, for a program that takes a
second or more of one run. Imports and packing are not in them: the first row says what packing takes. Both programs get the games of the
file as plypack writes them, in UTF-8. Games without one of the tags White, Black, Date and Result, which the programs need, and games with
an empty line among the moves, where a game ends for python-chess, are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import logging
import os
import re
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import plypack

PATH = Path(__file__).resolve().parents[1] / "FROM_PYTHON_CHESS.md"
_BLOCK = re.compile(r"^```(?:python|text)\n(.*?)^```$", re.M | re.S)
_NEEDED = {"White", "Black", "Date", "Result"}
#: An empty line that does not follow the tags.
_EMPTY_LINE = re.compile(r"(?<!\])\n\s*\n")


class Task(NamedTuple):
    title: str
    #: Whole programs.
    chess: str
    plypack: str
    #: Output of both for the games of the page.
    printed: str


def tasks_of(page: str) -> list[Task]:
    """The tasks of the page, each with its beginning of a program."""
    head, *sections = re.split(r"^### \d+\. ", page, flags=re.M)
    _, chess_head, plypack_head = _BLOCK.findall(head)
    tasks = []
    for section in sections:
        chess, plypack, printed = _BLOCK.findall(section)
        tasks.append(Task(section.partition("\n")[0], f"{chess_head}\n\n{chess}", f"{plypack_head}\n{plypack}", printed))
    return tasks


def run(program: str) -> tuple[str, float]:
    """Returns the output of a program, and the seconds of CPU time that it takes."""
    gc.collect()
    code = compile(program, "program", "exec")
    printed = io.StringIO()
    start = time.process_time()
    with contextlib.redirect_stdout(printed):
        exec(code, {"__name__": "__main__"})
    return printed.getvalue(), time.process_time() - start


def measure(program: str) -> tuple[str, float]:
    printed, best = run(program)
    if best < 1:
        best = min(best, run(program)[1], run(program)[1])
    return printed, best


def write_games(source: str) -> int:
    """Writes games.pgn, in UTF-8."""
    plypack.pack(source, "source.plypack")
    games = plypack.open("source.plypack")
    with open("games.pgn", "w", encoding="utf-8", newline="") as out:
        chosen = [game.pgn for game in games if _NEEDED <= game.headers.keys() and not _EMPTY_LINE.search(game.pgn)]
        out.write("\n".join(chosen))
    return len(chosen)


def compare(source: str, tasks: dict[int, Task]) -> None:
    count = write_games(source)
    print(f"{count:,} games, {os.path.getsize('games.pgn') / 1e6:.1f} MB of PGN; machine load {os.getloadavg()[0]:.1f}\n")
    print("| | python-chess | plypack | times |\n|---|---|---|---|")
    _, packing = run('import plypack\nplypack.pack("games.pgn", "games.plypack")')
    print(f"| Pack the games, once | | {packing:.3g} s | |", flush=True)
    different = []
    for number, task in tasks.items():
        (theirs, slow), (ours, fast) = measure(task.chess), measure(task.plypack)
        print(f"| {number}. {task.title} | {slow:.3g} s | {fast:.2g} s | {slow / fast:,.0f} |", flush=True)
        if theirs != ours:
            different.append((task.title, theirs, ours))
    print(f"\n{len(tasks) - len(different)} of {len(tasks)} tasks have the same answer")
    for title, theirs, ours in different:
        lines = zip(theirs.splitlines(), ours.splitlines())
        first = next((pair for pair in lines if pair[0] != pair[1]), (f"{len(theirs.splitlines())} lines", f"{len(ours.splitlines())} lines"))
        print(f"{title}: python-chess {first[0]!r}, plypack {first[1]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgn", help="a PGN file, also compressed")
    parser.add_argument("--task", type=int, action="append", metavar="N", help="only this task, from 1; can be given several times")
    given = parser.parse_args()
    source = os.path.abspath(given.pgn)
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    tasks = tasks_of(PATH.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        # Imports are not measured.
        exec("\n".join(re.findall(r"^(?:import|from) .*", tasks[0].chess + tasks[0].plypack, re.M)), {})
        compare(source, {number: task for number, task in enumerate(tasks, 1) if number in (given.task or range(1, len(tasks) + 1))})


if __name__ == "__main__":
    main()
