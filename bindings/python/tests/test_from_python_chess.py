"""The programs of the page FROM_PYTHON_CHESS.md: both programs of each task print the documented output."""

import re
import shutil

import pytest
import reference
from documents import PACKAGE, PAGE, PAGE_TEXT, TASKS, programs

import plypack

#: Files that both programs of a task write.
WRITTEN = {
    "Leave out duplicates": ("unique.pgn", "unique.plypack"),
    "Write games to PGN": ("kasparov.pgn", "kasparov.pgn"),
    "Change tags": ("edited.pgn", "edited.plypack"),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copy(PACKAGE / "tests/games.pgn", tmp_path / "games.pgn")
    monkeypatch.chdir(tmp_path)
    exec(programs(PAGE.PATH)[0].text)


def games_of(path):
    """The games of a file, read by python-chess."""
    if path.endswith(".pgn"):
        return list(reference.read_all(open(path, "rb").read()))
    return [game.to_chess() for game in plypack.open(path)]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_both_programs_of_a_task_print_the_same(task, folder):
    theirs, ours = WRITTEN.get(task.title, (None, None))
    assert PAGE.run(task.chess)[0] == task.printed
    written = games_of(theirs) if theirs else []
    assert PAGE.run(task.plypack)[0] == task.printed
    others = games_of(ours) if ours else []
    assert [reference.difference(game, other) for game, other in zip(others, written, strict=True)] == [None] * len(written)
    assert len(written) == {None: 0, "kasparov.pgn": 2, "unique.plypack": 7, "edited.plypack": 8}[ours]


def test_the_page_has_all_tasks_and_their_times():
    assert [task.title for task in TASKS] == re.findall(r"^### \d+\. (.*)", PAGE_TEXT, re.M)
    rows = re.findall(r"^\| (\d+)\. (.*?) \| .* s \| .* s \| [\d,]+ \|$", PAGE_TEXT, re.M)
    assert rows == [(str(number), task.title) for number, task in enumerate(TASKS, 1)]
    assert len(TASKS) == 20 and all(task.printed.strip() for task in TASKS)


def test_the_program_compares_the_tasks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tasks = {4: TASKS[3], 8: TASKS[7]._replace(plypack="print('other')")}
    PAGE.compare(str(PACKAGE / "tests/games.pgn"), tasks)
    printed = capsys.readouterr().out
    assert printed.startswith("8 games, 0.0 MB of PGN") and "1 of 2 tasks have the same answer" in printed
    assert "Games with an ending: python-chess 'Tower, Rosa Watch, Ben 5', plypack 'other'" in printed
