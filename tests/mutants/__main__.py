"""Mutation test of the conformance suite: `python3 tests/mutants`. A developer's tool; Python alone is needed.

It makes faults in the Python implementation (conformance/python), by the operators of operators.py, one on every line that a rule of
the spec stands behind (places.py), and runs the vectors on each until one of them fails. Operators and seed are fixed, so that the
faults are the same in every run. A fault that no vector shows is a hole in the suite, unless it changes nothing that a rule speaks
of: those are in equivalent.txt, each with the reason.

Results are appended to a file, and what is in it is not tried again: a run can be stopped and resumed. A chapter that changed is
tried again by `--again`, only what survived by `--survivors`. What equivalent.txt lists is only tried by `--again`.
"""

import argparse
import gc
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

import twin  # first, because it sets the path of the runner

import coverage
import places
from checks import Settings
from trial import CAUGHT, SURVIVED, Trial, in_order

EQUIVALENT = Path(__file__).parent / "equivalent.txt"
FOLDER = twin.ROOT / "target/mutants"
SETTINGS = Settings(every=16)  # of the bad codes that the runner derives, every 16th: a fault shows in many
WANTED = 97  # percent


def faults_and_sources():
    """The faults by rank, and the file and tree of every module."""
    faults, sources = [], {}
    for module, path in twin.modules():
        if module not in places.LEFT_OUT:
            found, tree = places.faults_of(module, path.read_text("utf-8"))
            faults += places.one_each_line(found)
            sources[module] = path, tree
    return sorted(faults, key=lambda fault: fault.rank), sources


def equivalents():
    """Names of faults that change nothing, with the reason: one line each, and the indented reason below it."""
    found, name = {}, None
    for line in EQUIVALENT.read_text("utf-8").splitlines():
        if line.startswith("  ") and name:
            found[name] = f"{found[name]} {line.strip()}".strip()
        elif line and not line.startswith("#"):
            name = line
            found[name] = ""
    return found


def read_results(path):
    rows = map(json.loads, path.read_text("utf-8").splitlines()) if path.exists() else ()
    return {row["fault"]: row for row in rows}


class Harness:
    def __init__(self, arguments):
        self.arguments = arguments
        self.faults, self.sources = faults_and_sources()
        chosen = [fault for fault in self.faults if not arguments.only or fault.module in arguments.only]
        self.chosen = chosen[: arguments.sample]
        self.vectors = twin.all_vectors()
        self.results = read_results(arguments.results)
        self.excused = equivalents()

    def run(self):
        todo = [fault for fault in self.chosen if self._is_wanted(fault)]
        print(f"{len(self.chosen)} faults, {len(todo)} to be tried", flush=True)
        if not todo:
            return
        self.numbered, self.at_import, self.measured = coverage.measure(FOLDER, self.vectors, SETTINGS)
        self.seconds = {name: seconds for name, (_, seconds) in self.measured.items()}
        gc.freeze()  # the processes of trials share this memory
        trials = {}
        with self.arguments.results.open("a", encoding="utf-8") as out:
            while todo or trials:
                while todo and len(trials) < self.arguments.jobs:
                    trial = self._start(todo.pop(0))
                    trials[trial.pid] = trial, time.monotonic()
                pid, status = os.wait()
                trial, start = trials.pop(pid)
                row = {"fault": trial.fault.name, "line": trial.fault.line, **trial.result(status), "seconds": round(time.monotonic() - start, 2)}
                self.results[trial.fault.name] = row
                out.write(json.dumps(row) + "\n")
                out.flush()
                if row["outcome"] == SURVIVED:
                    print(f"line {trial.fault.line}: {trial.fault.name}: survived {len(trial.vectors)} vectors", flush=True)

    def _is_wanted(self, fault):
        known = self.results.get(fault.name)
        if self.arguments.again or known is None:
            return self.arguments.again or fault.name not in self.excused
        return self.arguments.survivors and known["outcome"] == SURVIVED and fault.name not in self.excused

    def _start(self, fault):
        vectors = in_order(self._reaching(fault), fault.module, self.seconds)
        return Trial(fault, self.sources[fault.module], vectors, self.seconds, SETTINGS)

    def _reaching(self, fault):
        """The vectors that run the statement. A statement that runs at import can affect every vector that uses the
        module."""
        wanted = self.numbered.of(fault.module, fault.first_line, fault.line) if fault.first_line else 0
        if not wanted or self.at_import & wanted:
            users = {module for module, imported in twin.imports().items() if fault.module in imported}
            wanted = self.numbered.of_modules({fault.module} | users - {"__init__"})
        return [vector for vector in self.vectors if self.measured[vector["id"]][0] & wanted]

    def report(self):
        """Prints figures by module. Returns whether enough faults were detected."""
        excused = self.excused
        tried = [fault for fault in self.chosen if fault.name in self.results or fault.name in excused]
        modules = {}
        for fault in tried:
            caught = self.results.get(fault.name, {}).get("outcome") == CAUGHT
            modules.setdefault(fault.module, Counter())["caught" if caught else "equivalent" if fault.name in excused else "survived"] += 1
        for module, counts in sorted(modules.items()):
            print(f"{module:26} {sum(counts.values()):5} faults {counts['caught']:5} caught {counts['survived']:4} survived {counts['equivalent']:4} equivalent")
        total = sum(modules.values(), Counter())
        count = sum(total.values())
        share = 100 * total["caught"] / max(count - total["equivalent"], 1)
        minutes = sum(self.results.get(fault.name, {}).get("seconds", 0) for fault in tried) / 60
        print(f"{count} faults: {total['caught']} caught, {total['survived']} survived, {total['equivalent']} equivalent; {share:.1f} % caught; {minutes:.0f} minutes of one core")
        wrong = [fault.name for fault in tried if fault.name in excused and self.results.get(fault.name, {}).get("outcome") == CAUGHT]
        wrong += [name for name in excused if name not in {fault.name for fault in self.faults}]
        for name in wrong:
            print(f"equivalent.txt: {name}: was caught, or is no fault")
        return share >= WANTED and not wrong


def main():
    parser = argparse.ArgumentParser(prog="tests/mutants", description="Mutation test of the conformance suite.")
    parser.add_argument("--sample", type=int, metavar="N", help="only the first N faults, in an order that the seed gives")
    parser.add_argument("--only", action="append", metavar="MODULE", help="only faults of this module; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many at a time (1)")
    parser.add_argument("--results", type=Path, default=FOLDER / "results.jsonl", metavar="FILE", help="where results are appended (target/mutants/results.jsonl)")
    parser.add_argument("--survivors", action="store_true", help="tries those again that survived")
    parser.add_argument("--again", action="store_true", help="tries all again")
    parser.add_argument("--list", action="store_true", help="lists the faults")
    arguments = parser.parse_args()
    arguments.results.parent.mkdir(parents=True, exist_ok=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    harness = Harness(arguments)
    if arguments.list:
        for fault in harness.chosen:
            print(f"line {fault.line}: {fault.name}")
        return 0
    harness.run()
    return 0 if harness.report() else 1


if __name__ == "__main__":
    sys.exit(main())
