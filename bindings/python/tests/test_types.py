"""Type hints are right, for mypy --strict."""

from pathlib import Path

import pytest


def test_mypy_accepts_the_package(monkeypatch):
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    report, errors, status = api.run([])
    assert status == 0, report + errors


def test_the_package_says_that_it_has_types():
    from importlib.resources import files

    assert files("plypack").joinpath("py.typed").is_file()
