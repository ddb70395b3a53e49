"""Type hints are correct for mypy --strict and pyright's strict mode."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from documents import DOCUMENTS, TASKS, programs

import plypack


def test_mypy_accepts_the_package(monkeypatch):
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    report, errors, status = api.run([])
    assert status == 0, report + errors


RIGHT = """
import datetime, re
import plypack

games = plypack.open("games.plypack")
games.find(white="x", rating="2700..", date=(2013, datetime.date(2014, 1, 1)), sort=["white"], limit=3)
games.count(player=["x", re.compile("y")], not_={"result": "draw"}, tag={"Annotator": "x"}, nag=14)
games.tree(moves="e4", depth=2, average_rating=(None, 2000))
games.scan("games", where={"eco": "B90", "has": ["nags"]})
where: plypack.Where = {"fen": "8/8/8/8/8/8/8/8", "plies": 5}
games.find(**where)
"""

#: Each line must be refused, with the name in the message.
WRONG = """
games.find(whte="x")  # whte
games.count(ply_count=5)  # ply_count
games.find(white=5)  # white
games.find(rating=[2400, 2600])  # rating
games.tree(pattern="8")  # pattern
games.tree(depth="2")  # depth
games.count(not_={"fen": "x"})  # not_
wrong: plypack.Where = {"whte": "x"}  # whte
"""


def test_mypy_refuses_conditions_that_there_are_not(monkeypatch, tmp_path):
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    program = tmp_path / "program.py"
    program.write_text(RIGHT + WRONG)
    report, errors, _ = api.run([str(program)])
    messages = dict(re.findall(r"program\.py:(\d+): error: (.*)", report))
    lines = program.read_text().splitlines()
    wanted = {str(number): line.partition("  # ")[2] for number, line in enumerate(lines, 1) if "  # " in line}
    assert messages.keys() == wanted.keys(), report + errors
    assert all(name in messages[number] for number, name in wanted.items()), report


#: Packages that lack types, for pyright.
UNTYPED = re.compile("pandas|to_arrow|pyspark|pysail")
#: Types of values from such packages are not checked.
LENIENT = "# pyright: " + ", ".join(f"reportUnknown{what}Type=false" for what in ("Member", "Variable", "Argument", "Parameter"))


@pytest.fixture(scope="module")
def examples(tmp_path_factory):
    """A folder with the programs of the documents. Programs with Sail are left out if it is not installed."""
    folder = tmp_path_factory.mktemp("examples")
    texts = {f"{document.parent.name}_{document.stem}_{program.line}": program.text for document in DOCUMENTS for program in programs(document)}
    texts |= {f"task_{number}": task.plypack for number, task in enumerate(TASKS, 1)}
    assert len(texts) >= 36
    for name, text in texts.items():
        if "pysail" not in text or importlib.util.find_spec("pysail"):
            program = folder / f"{name.replace('-', '_').lower()}.py"
            program.write_text(f"{LENIENT}\n{text}" if UNTYPED.search(text) else text)
    return folder


def test_mypy_accepts_the_examples(examples, monkeypatch):
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    report, errors, status = api.run(["--strict", "--ignore-missing-imports", *map(str, examples.glob("*.py"))])
    assert status == 0, report + errors


def test_pyright_accepts_the_examples(examples):
    command = [sys.executable, "-m", "pyright"]
    if subprocess.run([*command, "--version"], capture_output=True).returncode:
        pytest.skip("pyright is not here: pip install pyright")
    (examples / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(Path(plypack.__file__).parents[1])]}))
    done = subprocess.run([*command, "--pythonpath", sys.executable, "-p", str(examples)], capture_output=True, text=True)
    assert done.returncode == 0 and "0 errors" in done.stdout, done.stdout + done.stderr


def test_the_package_says_that_it_has_types():
    from importlib.resources import files

    assert files("plypack").joinpath("py.typed").is_file()
