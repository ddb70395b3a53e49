"""Tests an implementation with vectors."""

from pathlib import Path

import road_map
import suite
from checks import CHECKS, Settings, Wrong, skipped
from features import OF_REQUEST, READS
from implementation import Broken
from report import BAD, BROKEN, FAILED, IN_PART, KNOWN, NOT_FAILING, PASSED, SKIPPED, Report


def read_known(path):
    """Reads expected failures: lines with an id and a reason."""
    if path is None:
        return {}
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError as error:
        raise suite.WrongUse(error) from error
    known = dict(line.partition(" ")[::2] for line in lines if line.strip() and not line.startswith("#"))
    ids = {vector["id"] for vector in suite.asked()}
    for name, reason in known.items():
        if name not in ids or not reason.strip():
            raise suite.WrongUse(f"{path}: {name}: no such vector, or no reason")
    return known


def run(implementation, vectors, known, settings=Settings()):
    report, lacking = Report(implementation.greeting, vectors, settings), suite.lacking(implementation.lacks())
    lacking |= {f"codecs/{codec}" for codec in suite.codecs() if codec not in implementation.greeting["codecs"]}
    for vector in road_map.in_order(vectors):
        one = Asked(implementation, vector)
        missing = sorted(lacking & suite.needs(vector))
        outcome, why = (SKIPPED, f"lacks {', '.join(missing)}") if missing else one.run(settings)
        if vector["id"] in known:
            outcome = NOT_FAILING if outcome in (PASSED, IN_PART) else KNOWN if outcome in BAD else outcome
        report.add(vector, outcome, why, one.columns, one.column)
    return report


class Asked:
    """A vector while it is asked: the columns of its answered requests, and the column of its last request."""

    def __init__(self, implementation, vector):
        self.implementation, self.vector = implementation, vector
        self.columns, self.column = set(), READS
        self.left_out = []  # the reasons for skipped requests

    def run(self, settings):
        """The outcome and its reason."""
        check, answers = CHECKS[self.vector["op"]](self.vector, settings), []
        try:
            requests = next(check)
            while True:
                new = self._ask(requests)
                answers += new
                requests = check.send(new)
        except StopIteration:
            # Requests for a codec that the program does not announce are skipped without a reason, and leave nothing out.
            count = len(self.left_out)
            outcome = SKIPPED if all(map(skipped, answers)) else IN_PART if count else PASSED
            return outcome, "; ".join(dict.fromkeys(self.left_out))
        except Wrong as wrong:
            return FAILED, str(wrong)
        except Broken as broken:
            return BROKEN, str(broken)

    def _ask(self, requests):
        for request in requests:
            self.column = OF_REQUEST.get(request["op"], READS)
        answers = []
        for request, answer in zip(requests, self.implementation.ask(requests)):
            answers.append(self._excused(answer))
            if skipped(answers[-1]):
                self._leave_out(request, answer)
        self.columns |= {OF_REQUEST.get(request["op"], READS) for request, answer in zip(requests, answers) if not skipped(answer)}
        return answers

    def _leave_out(self, request, answer):
        if request["op"] not in self.implementation.greeting["ops"]:
            self.left_out.append(f"does not have the operation {request['op']}")
        elif not skipped(answer):
            self.left_out.append(f"answers {answer['error']['code']}, and lacks something")

    def _excused(self, answer):
        """Vectors whose files need a part that the implementation lacks were left out before. But such an implementation may also refuse
        a file that only announces the feature of this part (versions.4)."""
        code = answer.get("error", {}).get("code")
        is_wanted = code == self.vector.get("error", {}).get("code")
        may_refuse = code == "UNSUPPORTED_FEATURE" and suite.announces_parts(self.vector)
        return self.implementation.excused(answer) if may_refuse and not is_wanted else answer
