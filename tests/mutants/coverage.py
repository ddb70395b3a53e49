"""The statements of the Python implementation that each vector runs: only these vectors can detect a fault in a
statement.

A copy of the implementation notes every statement that it runs, in `NOTES`, as one byte for each.
"""

import ast
import builtins
import functools
import gc
import hashlib
import json
import time

import twin  # first: it says where the runner is

import run

NOTES = bytearray()
NAME = "__notes_of_mutants__"


class Numbered:
    """The statements in functions, numbered over all modules."""

    def __init__(self):
        self.numbers = {}  # by module and line
        self.trees = {}
        for module, path in twin.modules():
            self.trees[module] = path, self._noting(module, ast.parse(path.read_text("utf-8")))

    def _noting(self, module, tree):
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        bodies = {id(body): body for function in functions for body in _bodies(function)}
        for body in bodies.values():
            for statement in [*body]:
                number = self.numbers.setdefault((module, statement.lineno), len(self.numbers))
                body.insert(body.index(statement), ast.parse(f"{NAME}[{number}] = 1").body[0])
        return tree

    def of(self, module, first_line, line):
        """The bit of the statement that has this line, in the function that starts at `first_line`; 0 if it has none."""
        lines = [at for name, at in self.numbers if name == module and first_line <= at <= line]
        return 1 << self.numbers[module, max(lines)] if lines else 0

    def of_modules(self, chosen):
        """The bits of all statements of some modules."""
        return sum(1 << number for (module, _), number in self.numbers.items() if module in chosen)


def _bodies(function):
    for node in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list) and not isinstance(node, (ast.ClassDef, ast.Lambda)):
                yield getattr(node, field)


def measure(folder, vectors, settings):
    """For every vector its statements as the bits of a number, and its time in seconds; statements of the import come
    first."""
    numbered = Numbered()
    sources = b"".join(path.read_bytes() for _, path in twin.modules()) + str(settings).encode()
    path = folder / f"coverage-{hashlib.sha256(sources).hexdigest()[:16]}.jsonl"
    known = {row["key"]: row for row in map(json.loads, path.read_text("utf-8").splitlines())} if path.exists() else {}
    wanted = {key_of(vector): vector for vector in vectors}
    missing = {key: vector for key, vector in wanted.items() if key not in known}
    if missing or "import" not in known:
        with path.open("a", encoding="utf-8") as out:
            for row in _measured(numbered, missing, settings):
                known[row["key"]] = row
                out.write(json.dumps(row) + "\n")
                out.flush()
    rows = {vector["id"]: known[key] for key, vector in wanted.items()}
    return numbered, int(known["import"]["lines"], 16), {name: (int(row["lines"], 16), row["seconds"]) for name, row in rows.items()}


def key_of(vector):
    return hashlib.sha256(json.dumps(vector, sort_keys=True).encode()).hexdigest()[:24]


def _measured(numbered, vectors, settings):
    NOTES[:] = bytes(len(numbered.numbers))
    setattr(builtins, NAME, NOTES)
    implementation = twin.with_trees(numbered.trees)
    caches = [found for found in gc.get_objects() if is_cache(found)]
    yield _row("import", 0.0)
    for number, (key, vector) in enumerate(vectors.items(), 1):
        for cache in caches:
            cache.cache_clear()  # otherwise the notes of an earlier vector would hide statements
        NOTES[:] = bytes(len(NOTES))
        start = time.process_time()
        outcome, why = run.Asked(implementation, vector).run(settings)
        if outcome in run.BAD:
            raise SystemExit(f"without any fault {vector['id']} has {outcome}: {why}")
        yield {**_row(key, round(time.process_time() - start, 4)), "id": vector["id"]}
        if number % 200 == 0:
            print(f"{number} of {len(vectors)} vectors measured", flush=True)


def _row(key, seconds):
    return {"key": key, "seconds": seconds, "lines": f"{int(''.join(map(str, reversed(NOTES))), 2):x}"}


def is_cache(found):
    return isinstance(found, functools._lru_cache_wrapper) and found.__module__.partition(".")[0] in ("plypack", "faulty_adapter")
