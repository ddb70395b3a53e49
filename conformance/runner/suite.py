"""The vectors and where they lie."""

import fnmatch
import json
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
VECTORS = FOLDER / "vectors"
SAMPLES = FOLDER / "samples"
SPEC = FOLDER.parent / "spec"
SOURCES = FOLDER.parent / "src"


class WrongUse(Exception):
    """Arguments, or files of the suite, that make no sense."""


def files():
    """The vector files in the order of their names."""
    return sorted(VECTORS.rglob("*.json"))


def read_json(path):
    return json.loads(path.read_text("utf-8"))


def vectors():
    return [vector for path in files() for vector in read_json(path)["tests"]]


def chapter_of(vector):
    return vector["id"].rpartition("/")[0]


def is_one_of(vector, patterns):
    return any(fnmatch.fnmatchcase(vector["id"], pattern) for pattern in patterns)


def select(all_vectors, only, without):
    """The vectors whose ids have one of the patterns, or all if there are none; but those of `without`."""
    chosen = [v for v in all_vectors if (not only or is_one_of(v, only)) and not is_one_of(v, without)]
    if not chosen:
        raise WrongUse(f"no vector is called {' or '.join(only)}")
    return chosen


def input_of(vector):
    """The bytes in hex, without spaces."""
    return "".join(piece.replace(" ", "") for piece, _ in vector["input"])


def codecs():
    """All codecs of the registry, codecs/README.md."""
    rows = (SPEC / "codecs/README.md").read_text("utf-8").splitlines()
    return [row.split("|")[2].strip(" `") for row in rows if row.startswith("| ") and row.split("|")[1].strip().isdigit()]
