"""The features of an implementation: a table by the parts of the format (codecs.1), and one line for its README."""

from collections import Counter

import manifest
import road_map

READS, WRITES, SEARCHES, IMPORTS = COLUMNS = ("reads", "writes", "searches", "imports")
PARTS = tuple(dict.fromkeys(step.part for step in road_map.STEPS))

# The column of each operation of requests; all others belong to READS.
OF_REQUEST = {
    "encode": WRITES, "encode-annotations": WRITES, "move-table": WRITES, "write": WRITES, "append": WRITES,
    "position-key": SEARCHES, "summary": SEARCHES, "index": SEARCHES, "find": SEARCHES, "tree": SEARCHES, "import": IMPORTS,
}

# The columns of each operation of vectors; all others belong to READS.
OF_VECTOR = {
    "line": (READS, WRITES), "move-table": (READS, WRITES), "encode-line": (WRITES,), "append-file": (WRITES,),
    "append-index": (WRITES, SEARCHES), "write-file": (WRITES,), "position-key": (SEARCHES,), "summary": (SEARCHES,), "index": (SEARCHES,), "find": (SEARCHES,), "tree": (SEARCHES,),
    "import": (IMPORTS,), "import-file": (IMPORTS,),
}


def columns_of(vector):
    if vector["op"] in ("decode-file", "annotations") and vector["result"] == "valid":
        return (READS, WRITES)
    return OF_VECTOR.get(vector["op"], (READS,))


class Table:
    """Counts the vectors of each part and column: all of them, the passed and the failed ones."""

    def __init__(self):
        self.all, self.passed, self.failed = Counter(), Counter(), Counter()

    def add(self, vector, asked, failed_in):
        """`asked` are the columns of the answered requests, `failed_in` is the column of the last request if the vector failed."""
        part, columns = road_map.step_of(vector).part, columns_of(vector)
        for column in columns:
            place = (part, column)
            self.all[place] += 1
            if failed_in == column or failed_in and failed_in not in columns:
                self.failed[place] += 1
            elif column in asked:
                self.passed[place] += 1

    def cell(self, part, column):
        place = (part, column)
        every, passed, failed = self.all[place], self.passed[place], self.failed[place]
        if failed:
            return f"{failed} of {every} FAIL"
        if passed in (0, every):
            return "yes" if passed else "no" if every else "-"
        return f"{passed} of {every}"

    def lines(self):
        """The table in Markdown, aligned as plain text."""
        rows = [["", *COLUMNS], *([part, *(self.cell(part, column) for column in COLUMNS)] for part in self.parts())]
        widths = [max(map(len, column)) for column in zip(*rows)]
        shown = [f"| {' | '.join(cell.ljust(width) for cell, width in zip(row, widths))} |" for row in rows]
        return [shown[0], f"|{'|'.join('-' * (width + 2) for width in widths)}|", *shown[1:]]

    def parts(self):
        """The parts of the table: the parts that files may need, and line codecs if some vector of them passed."""
        return [part for part in PARTS if part != "lines" or any(self.passed[part, column] for column in COLUMNS)]

    def badge(self, greeting, settings, how_many):
        """One line for a README: the complete and the partial features, and how they were tested."""
        claims = [f"{part} {', '.join(found)}" for part in self.parts() if (found := list(self._claims(part)))]
        strict = "" if settings.errors == "code" else f", errors compared by {settings.errors}"
        sampled = "" if settings.every == 1 else f", bad codes sampled 1 in {settings.every}"
        what = "; ".join(claims) or "nothing yet"
        return f"plypack {manifest.spec_version()} | {what} | {greeting['name']} {greeting['version']}, {how_many} (suite {manifest.SUITE}{strict}{sampled})"

    def _claims(self, part):
        for column in COLUMNS:
            cell = self.cell(part, column)
            if cell not in ("no", "-"):
                yield column if cell == "yes" else f"{column} ({cell})"
