"""Makes random valid files, and reads them with every implementation: `python tests/random_files --seed 1 --count 1000`.

Each seed gives a file, made by the Python implementation of the format and the builders of tests/generate. The Python implementation, the
library in Rust and C, the command and, if it is built, the WebAssembly must read the games that were written; writers of the library must keep
them. A difference names seed, program and game, and keeps the file. At the end a table says how often each optional part, choice and limit
occurred; in 1,000 files each must. Needs the package `chess` for tests/generate, and a build of the workspace.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "generate"), str(ROOT / "conformance" / "python")]

from draws import Draw, known  # noqa: E402
from files import Builder  # noqa: E402
from surfaces import WASM, Surfaces  # noqa: E402

ENOUGH = 1000
SECONDS = 60  # limit for all answers about a file


def adapter_in_c(builds, folder):
    program = folder / "adapter-c"
    sources = sorted(map(str, (ROOT / "conformance" / "adapters" / "c").glob("*.c")))
    words = ["cc", "-O1", f"-I{ROOT / 'include'}", *sources, str(builds / "libplypack.a"), "-lpthread", "-lm", "-ldl", "-o", str(program)]
    subprocess.run(words, check=True)
    return program


def start(builds, folder, adapter, has_wasm):
    """Starts the programs for one worker process."""
    global surfaces
    own = pathlib.Path(tempfile.mkdtemp(dir=folder))
    programs = {"Rust": str(builds / "examples" / "adapter"), "C": str(adapter)}
    surfaces = Surfaces(programs, has_wasm, str(builds / "plypack"), own)
    signal.signal(signal.SIGALRM, takes_too_long)


def takes_too_long(_signal, _frame):
    raise TimeoutError(f"no answer within {SECONDS} s")


def check(seed):
    """Returns the parts and choices of the file; and a difference with the bytes of the file, or None."""
    draw, data = Draw(seed), b""
    signal.alarm(SECONDS)
    try:
        made = Builder(draw).build()
        data = made.data
        surfaces.check(draw, made)
    except Exception as error:
        return draw.seen, f"seed {seed}: {type(error).__name__}: {error}", data
    finally:
        signal.alarm(0)
    return draw.seen, None, b""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--seed", type=int, default=1, help="the seed of the first file")
    arguments.add_argument("--count", type=int, default=ENOUGH, help="the number of files")
    arguments.add_argument("--jobs", type=int, default=os.cpu_count())
    builds = ROOT / "target" / "debug"
    arguments.add_argument("--builds", type=pathlib.Path, default=builds, help="the folder with the library, the command and the adapter")
    options = arguments.parse_args()
    has_wasm = WASM.exists() and shutil.which("node") is not None
    if not has_wasm:
        print("SKIPPED random files in the browser package (there is no node, or it is not built)")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="plypack-random-"))
    counts, differences = collections.Counter(), 0
    setup = (options.builds, folder, adapter_in_c(options.builds, folder), has_wasm)
    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=start, initargs=setup) as pool:
        seeds = range(options.seed, options.seed + options.count)
        for seed, (seen, difference, data) in zip(seeds, pool.map(check, seeds, chunksize=8)):
            counts += seen
            if difference:
                differences += 1
                kept = pathlib.Path(tempfile.gettempdir()) / f"plypack-random-{seed}.plypack"
                kept.write_bytes(data)
                print(f"{difference}\n  the file: {kept}", file=sys.stderr)
    shutil.rmtree(folder)
    missing = [name for name in known() if not counts[name]]
    for name, count in sorted(counts.items()):
        print(f"{count:>8}  {name}")
    print(f"{options.count:>8}  files from seed {options.seed} on: {differences} with differences")
    if missing and options.count >= ENOUGH:
        print(f"never occurred: {', '.join(missing)}", file=sys.stderr)
    sys.exit(bool(differences or missing and options.count >= ENOUGH))


if __name__ == "__main__":
    main()
