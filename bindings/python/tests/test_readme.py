"""The programs of the README run as they are."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import SAMPLES

import plypack

README = Path(__file__).resolve().parents[1] / "README.md"
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)
NEEDED = {
    "pyspark": "pyspark",
    "plypack.polars": "polars",
    "duckdb": "duckdb",
    "plypack.parquet": "pyarrow",
    "to_chess": "chess",
    "to_pandas": "pandas",
}


def test_there_are_five_tasks():
    assert re.findall(r"^### (\d)\. ", README.read_text(encoding="utf-8"), re.M) == list("12345")
    assert len(PROGRAMS) >= 8


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.split("\n", 1)[0] + f" {PROGRAMS.index(program) + 1}")
def test_a_program_runs(program, tmp_path):
    for words, package in NEEDED.items():
        if words in program:
            pytest.importorskip(package)
    if "pyspark" in program and shutil.which("java") is None:
        pytest.skip("Spark needs Java, which is not here")
    shutil.copy(SAMPLES / "famous.pgn", tmp_path / "games.pgn")
    if "plypack.pack(" not in program:
        plypack.pack(tmp_path / "games.pgn", tmp_path / "games.plypack")
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
