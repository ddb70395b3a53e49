"""Tests an implementation with vectors."""

import json
from collections import Counter
from pathlib import Path

import manifest
import suite
from checks import CHECKS, Settings, Wrong, skipped
from implementation import Broken

PASSED, IN_PART, SKIPPED, FAILED, BROKEN, KNOWN, NOT_FAILING = OUTCOMES = (
    "passed", "in part", "skipped", "failed", "broken", "known failure", "passes, but is known to fail",
)
BAD = (FAILED, BROKEN, NOT_FAILING)


def read_known(path):
    """Expected failures: lines of an id and a reason."""
    if path is None:
        return {}
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError as error:
        raise suite.WrongUse(error) from error
    known = dict(line.partition(" ")[::2] for line in lines if line.strip() and not line.startswith("#"))
    ids = {vector["id"] for vector in suite.vectors()}
    for name, reason in known.items():
        if name not in ids or not reason.strip():
            raise suite.WrongUse(f"{path}: {name}: no such vector, or no reason")
    return known


def run(implementation, vectors, known, settings=Settings()):
    report, lacking = Report(implementation.greeting), suite.lacking(implementation.lacks())
    lacking |= {f"codecs/{codec}" for codec in suite.codecs() if codec not in implementation.greeting["codecs"]}
    for vector in vectors:
        missing = sorted(lacking & suite.needs(vector))
        outcome, why = (SKIPPED, f"lacks {', '.join(missing)}") if missing else run_vector(implementation, vector, settings)
        if vector["id"] in known:
            outcome = NOT_FAILING if outcome in (PASSED, IN_PART) else KNOWN if outcome in BAD else outcome
        report.add(vector, outcome, why)
    return report


def run_vector(implementation, vector, settings):
    """The outcome, and why."""
    check, answers = CHECKS[vector["op"]](vector, settings), []
    try:
        requests = next(check)
        while True:
            new = [excused(vector, implementation, answer) for answer in implementation.ask(requests)]
            answers += new
            requests = check.send(new)
    except StopIteration:
        count = sum(map(skipped, answers))
        return (SKIPPED if count == len(answers) else IN_PART if count else PASSED), ""
    except Wrong as wrong:
        return FAILED, str(wrong)
    except Broken as broken:
        return BROKEN, str(broken)


def excused(vector, implementation, answer):
    """A file may use a codec or a part that the implementation says it does not have; it may not call that anything else."""
    wanted = vector.get("error", {}).get("code")
    return answer if "error" in answer and answer["error"]["code"] == wanted else implementation.excused(answer)


class Report:
    def __init__(self, greeting):
        self.greeting = greeting
        self.rows = []

    def add(self, vector, outcome, why):
        """Says at once what is bad, and how a chapter ended when another begins."""
        chapter = suite.chapter_of(vector)
        if self.rows and self.rows[-1][1] != chapter:
            self._print_chapter()
        self.rows.append((vector["id"], chapter, outcome, why))
        if outcome in BAD:
            print(f"{vector['id']}: {outcome}: {why}" if why else f"{vector['id']}: {outcome}", flush=True)

    def _print_chapter(self):
        chapter = self.rows[-1][1]
        print(f"  {chapter}: {self._counts(chapter)}", flush=True)

    def is_bad(self):
        return any(outcome in BAD for _, _, outcome, _ in self.rows)

    def print_summary(self):
        if self.rows:
            self._print_chapter()
        for why, count in Counter(why for _, _, outcome, why in self.rows if outcome == SKIPPED and why).items():
            print(f"{count} skipped: {why}")
        print(f"{self.greeting['name']} {self.greeting['version']}: {self._counts(None)}")

    def _counts(self, chapter):
        counts = Counter(row[2] for row in self.rows if chapter in (None, row[1]))
        return ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])

    def write(self, path):
        """JSON Lines: who was tested with what, every vector, the counts. No times and no paths, so that reports can be compared."""
        head = {"suite": manifest.SUITE, "spec": manifest.spec_version(), "implementation": self.greeting}
        rows = [{"id": name, "outcome": outcome, **({"why": why} if why else {})} for name, _, outcome, why in self.rows]
        lines = [head, *rows, {"counts": dict(Counter(row[2] for row in self.rows))}]
        Path(path).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
