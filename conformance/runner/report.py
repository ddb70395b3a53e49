"""The output of `run`: while it runs, at the end, and in a file."""

import json
import sys
from collections import Counter
from pathlib import Path

import manifest
import road_map
import suite
from features import Table, columns_of

PASSED, IN_PART, SKIPPED, FAILED, BROKEN, KNOWN, NOT_FAILING = OUTCOMES = (
    "passed", "in part", "skipped", "failed", "broken", "known failure", "passes, but is known to fail",
)
BAD = (FAILED, BROKEN, NOT_FAILING)
SHOWN = 20  # maximum number of failures shown for a step; the file has all


class Report:
    def __init__(self, greeting, vectors, settings):
        self.greeting, self.settings = greeting, settings
        self.whole = Counter(map(road_map.number_of, suite.asked()))
        self.left = Counter(map(road_map.number_of, vectors))
        self.sizes = dict(self.left)
        self.is_whole = self.sizes == self.whole
        self.counts = {number: Counter() for number in self.left}
        self.rows, self.table = [], Table()

    def add(self, vector, outcome, why, asked, failed_in):
        """Prints a failure at once, and the result of a step after its last vector."""
        number = road_map.number_of(vector)
        self.rows.append((vector["id"], outcome, why))
        self.counts[number][outcome] += 1
        asked = columns_of(vector) if outcome == PASSED else asked  # some tables have no other codes to read
        self.table.add(vector, asked, failed_in if outcome in (FAILED, BROKEN, KNOWN) else None)
        self.left[number] -= 1
        self._progress("")
        if outcome in BAD:
            self._show_failure(number, f"{vector['id']}: {outcome}" + (f": {why}" if why else ""))
        if self.left[number] == 0:
            self._end_step(number)
        else:
            self._progress(f"step {number}, {road_map.STEPS[number - 1].name}: {self.sizes[number] - self.left[number]} of {self.sizes[number]}")

    @staticmethod
    def _progress(text):
        """Shows a line on a terminal, which the next line replaces."""
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)

    def _bad(self, number):
        return sum(self.counts[number][outcome] for outcome in BAD)

    def _show_failure(self, number, line):
        bad = self._bad(number)
        if bad <= SHOWN:
            print(line, flush=True)
        elif bad == SHOWN + 1:
            print("  and more in this step: --report FILE has them all", flush=True)

    def _end_step(self, number):
        step, counts = road_map.STEPS[number - 1], self.counts[number]
        is_done = counts == {PASSED: self.whole[number]}
        now = f". Now you can {step.now}" if is_done else ""
        print(f"step {number}, {step.name}: {shown(counts)}{now}", flush=True)

    def is_bad(self):
        return any(outcome in BAD for _, outcome, _ in self.rows)

    def total(self):
        return sum(self.counts.values(), Counter())

    def print_summary(self):
        for (outcome, why), count in Counter((outcome, why) for _, outcome, why in self.rows if outcome in (SKIPPED, IN_PART) and why).items():
            print(f"{count} {outcome}: {why}")
        for line in self._next():
            print(line)
        print(f"{self.greeting['name']} {self.greeting['version']}: {shown(self.total())}")
        if not self.is_whole:
            print("of the vectors that were chosen:")
        print("", *self.table.lines(), "", sep="\n")
        print(self.badge())

    def _next(self):
        """Names the next step: the first that fails, otherwise the first that is not complete."""
        failing = [number for number in self.counts if self._bad(number)]
        open_steps = [number for number in self.counts if self.counts[number][SKIPPED] + self.counts[number][IN_PART]]
        for word, numbers in (("go on at", failing), ("next may be", [] if failing else open_steps)):
            for number in sorted(numbers)[:1]:
                step = road_map.STEPS[number - 1]
                read = " ".join(f"spec/{road_map.chapter_file(name)}" for name in step.chapters)
                yield f"{word} step {number}, {step.name} ({shown(self.counts[number])}): read {read}, and run --step {number}"

    def badge(self):
        if not self.is_whole:
            return "The line for a README comes after a run of all steps."
        total = self.total()
        return self.table.badge(self.greeting, self.settings, f"{total[PASSED] + total[IN_PART]} of {total.total()} vectors")

    def write(self, path):
        """Writes JSON Lines: implementation and suite, every vector, the counts. Without times and paths, reports can be compared."""
        head = {"suite": manifest.SUITE, "spec": manifest.spec_version(), "implementation": self.greeting}
        rows = [{"id": name, "outcome": outcome, **({"why": why} if why else {})} for name, outcome, why in self.rows]
        lines = [head, *rows, {"counts": dict(self.total())}]
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def shown(counts):
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
