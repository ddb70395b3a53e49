"""Type hints are right, for mypy --strict."""

import re
from pathlib import Path

import pytest


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

#: Each line is refused, with the name that the message has.
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


def test_the_package_says_that_it_has_types():
    from importlib.resources import files

    assert files("plypack").joinpath("py.typed").is_file()
