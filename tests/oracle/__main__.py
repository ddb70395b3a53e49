"""Does random operations on databases, and compares everything with a model of them: `python tests/oracle --minutes 2`.

The command, the Python package and functions of C take turns. Some commands are killed, some copies are damaged. The model is a list of
PGN texts in memory, and knows the positions of the games from the package `chess`. Needs the packages `chess` and `plypack`, and the
command. The first difference ends the program with 1; the folder with the database then stays, and the seed and the number of the
database lead to it again (kills depend on the time).
"""

import argparse
import collections
import pathlib
import random
import shutil
import sys
import tempfile
import time

import games
import operations
from model import Model
from surfaces import Surfaces

#: Operations on a database before the next one begins.
OPERATIONS = 80


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--command", default=shutil.which("plypack"), help="the command plypack; by default the one of the path")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first database")
    arguments.add_argument("--minutes", type=float, default=2)
    options = arguments.parse_args()
    if options.command is None:
        sys.exit("SKIPPED tests/oracle (there is no command plypack: give it with --command)")
    end = time.monotonic() + 60 * options.minutes
    folder = pathlib.Path(tempfile.mkdtemp(prefix="plypack-oracle-"))
    counts, number = collections.Counter(), options.first
    surfaces = Surfaces(options.command, folder)
    try:
        pool = games.make(random.Random(options.seed), surfaces)
        while time.monotonic() < end:
            run_one(random.Random(f"{options.seed}/{number}"), surfaces, pool, end, counts)
            number += 1
    except Exception as error:
        print(f"seed {options.seed}, database {number}, files in {folder}: {error}", file=sys.stderr)
        raise
    shutil.rmtree(folder)
    for name, count in sorted(counts.items()):
        print(f"{count:>8}  {name}")
    print(f"{sum(counts.values()):>8}  operations on {number - options.first} databases, seed {options.seed}: no difference")


def run_one(choose, surfaces, pool, end, counts):
    """Makes a database and works on it."""
    for path in surfaces.folder.glob("games.plypack*"):
        path.unlink()
    model = operations.start(choose, surfaces, pool, Model())
    for _ in range(OPERATIONS):
        if time.monotonic() > end:
            break
        name, model = operations.next_one(choose, surfaces, pool, model)
        counts[name] += 1
    operations.check_all(surfaces, model)


if __name__ == "__main__":
    main()
