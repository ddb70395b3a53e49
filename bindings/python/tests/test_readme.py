"""The programs of the documents run unchanged, and print the documented output."""

import math
import os
import re
import shutil
import subprocess
import sys

import pytest
from documents import DOCUMENTS, PACKAGE, programs
from places import REPOSITORY, SAMPLES

import plypack

PROGRAMS = [program for document in DOCUMENTS for program in programs(document)]
NEEDED = {
    "pyspark": "pyspark",
    "plypack.polars": "polars",
    "duckdb": "duckdb",
    "plypack.parquet": "pyarrow",
    "to_chess": "chess",
    "to_pandas": "pandas",
    "pysail": "pysail",
    "tqdm": "tqdm",
}


def parameter(program):
    marks = [getattr(pytest.mark, tier) for tier, word in (("sail", "pysail"), ("spark", "pyspark")) if word in program.text][:1]
    return pytest.param(program, marks=marks, id=f"{program.document.relative_to(REPOSITORY)}:{program.line}")


def run(program, folder):
    command = [sys.executable, "-W", "error::UserWarning", "-c", program.text]
    # Otherwise Spark starts workers with another Python.
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """The folder of a document's reader, with the files that its first task or command makes."""
    games = tmp_path_factory.mktemp("games")
    shutil.copy(SAMPLES / "famous.pgn", games / "games.pgn")
    done = run(programs(PACKAGE / "README.md")[0], games)
    assert done.returncode == 0, done.stderr
    root = tmp_path_factory.mktemp("root")
    plypack.pack([SAMPLES / "famous.pgn", SAMPLES / "edge.pgn"], root / "samples.plypack")
    return {PACKAGE: games, REPOSITORY: root}


def test_numbers_in_the_text():
    text = " ".join((PACKAGE / "README.md").read_text(encoding="utf-8").split())
    requires = re.search(r'^requires-python = ">=(.*)"$', (PACKAGE / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1]
    assert f"fits Python {requires} and newer" in text
    percent = 100 * -math.expm1(-(10**18) / 2**65)  # of 10^9 random keys
    assert f"of 10^9 positions, two have the same with a probability of {percent:.0f} percent" in text


def test_all_programs_are_found():
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (\d)\. ", readme, re.M) == list("12345")
    for document in {program.document for program in PROGRAMS}:
        assert document.read_text(encoding="utf-8").count("```python\n") == len(programs(document))
    assert len(PROGRAMS) >= 14


@pytest.mark.parametrize("program", [parameter(program) for program in PROGRAMS])
def test_a_program_prints_what_the_document_says(program, folders):
    for word, package in NEEDED.items():
        if word in program.text:
            pytest.importorskip(package)
    if "pyspark" in program.text and "pysail" not in program.text and shutil.which("java") is None:
        pytest.skip("Spark needs Java, which is not here")
    done = run(program, folders[program.document.parent])
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip("\n") == program.printed.rstrip("\n")
