"""Queries of engines over files with an index, of many blocks, with edits: the same answers as a plain loop over the
games."""

from __future__ import annotations

from typing import Any

import duckdb
import loops
import polars
import pytest

import plypack
import plypack.duckdb
import plypack.polars

TREE = ("move", "games", "white", "draws", "black", "other", "rating_sum", "rated", "last_year")
FENS = [loops.START, loops.AFTER_E4, loops.OPEN_GAME]


@pytest.fixture(params=[1, 4 << 20], ids=["blocks", "whole files"], autouse=True)
def part_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines read files in parts of one block, and in parts of the usual size."""
    monkeypatch.setattr(plypack.polars, "PART_BYTES", request.param)


@pytest.fixture(scope="module")
def paths(written: list[loops.Written]) -> list[str]:
    return [str(one.path) for one in written]


def places(rows: list[tuple[Any, ...]], paths: list[str]) -> list[tuple[Any, ...]]:
    """Returns rows with the path in the first column replaced by the number of the file."""
    return [(paths.index(row[0]), *row[1:]) for row in rows]


@pytest.mark.parametrize("condition", loops.CONDITIONS)
def test_polars_games_by_tags(written: list[loops.Written], paths: list[str], condition: str) -> None:
    where, test = loops.CONDITIONS[condition]
    found = plypack.polars.scan(paths, "games", where).select("file", "game").collect().rows()
    assert places(found, paths) == loops.listed(written, test)


@pytest.mark.parametrize("target", loops.TARGETS)
@pytest.mark.parametrize("table", ["games", "plies"])
def test_polars_targets(written: list[loops.Written], paths: list[str], target: str, table: str) -> None:
    where, test = loops.TARGETS[target]
    ply = "first_match" if table == "games" else "ply"
    found = plypack.polars.scan(paths, table, where).select("file", "game", ply).collect().rows()
    assert places(found, paths) == loops.first_ones(loops.occurrences(written, test))


def of_white_wins(written: list[loops.Written]) -> list[tuple[Any, ...]]:
    """First matches of a position in games that White won."""
    return loops.first_ones(loops.occurrences(written, loops.same_position(loops.AFTER_E4), loops.CONDITIONS["result"][1]))


def test_polars_targets_with_conditions(written: list[loops.Written], paths: list[str]) -> None:
    where, wanted = {"fen": loops.AFTER_E4, **loops.CONDITIONS["result"][0]}, of_white_wins(written)
    assert places(plypack.polars.scan(paths, "plies", where).select("file", "game", "ply").collect().rows(), paths) == wanted and len(wanted) > 5
    by_filter = plypack.polars.scan(paths, "games", {"fen": loops.AFTER_E4}).filter(polars.col("result") == "1-0")
    assert places(by_filter.select("file", "game", "first_match").collect().rows(), paths) == wanted


@pytest.mark.parametrize("fen", FENS)
def test_polars_keys(written: list[loops.Written], paths: list[str], fen: str) -> None:
    wanted, key = loops.occurrences(written, loops.same_position(fen)), plypack.position_key(fen)
    by_option = plypack.polars.scan(paths, "plies", position=key)
    by_filter = plypack.polars.scan(paths, "plies").filter(polars.col("position") == key)
    for lazy in (by_option, by_filter):
        assert places(lazy.select("file", "game", "ply").collect().rows(), paths) == wanted
    some = by_option.filter(polars.col("game").is_between(100, 250)).select("file", "game", "ply").collect().rows()
    assert places(some, paths) == [place for place in wanted if 100 <= place[1] <= 250]


@pytest.mark.parametrize("fen", FENS)
def test_polars_tree(written: list[loops.Written], paths: list[str], fen: str) -> None:
    wanted, key = loops.tree(written, loops.occurrences(written, loops.same_position(fen))), plypack.position_key(fen)
    scans = [plypack.polars.scan(paths, "tree", {"fen": fen}), plypack.polars.scan(paths, "tree", position=key)]
    for lazy in [*scans, plypack.polars.scan(paths, "tree").filter(polars.col("position") == key)]:
        assert loops.added_up(lazy.select(TREE).collect().rows()) == wanted


def test_duckdb_games_by_tags(written: list[loops.Written], paths: list[str]) -> None:
    sql = plypack.duckdb.connect(paths)
    found = sql.sql("SELECT file, game FROM games WHERE white = 'Polgár, Judit' AND result = '1-0' AND white_rating >= 2000 ORDER BY file, game").fetchall()
    tests = [loops.CONDITIONS[name][1] for name in ("white", "result", "rating")]
    wanted = loops.listed(written, lambda game: all(test(game) for test in tests))
    assert places(found, paths) == wanted and len(wanted) > 5


@pytest.mark.parametrize("target", loops.TARGETS)
def test_duckdb_targets(written: list[loops.Written], paths: list[str], target: str) -> None:
    where, test = loops.TARGETS[target]
    sql, wanted = plypack.duckdb.connect(paths, where), loops.first_ones(loops.occurrences(written, test))
    assert places(sql.sql("SELECT file, game, ply FROM plies ORDER BY file, game").fetchall(), paths) == wanted
    assert places(sql.sql("SELECT file, game, first_match FROM games ORDER BY file, game").fetchall(), paths) == wanted
    scans = [plypack.open(path).scan("plies", ["game", "ply"], where) for path in paths]
    assert [(number, *row) for number, scan in enumerate(scans) for row in duckdb.sql("SELECT * FROM scan").fetchall()] == wanted


def test_duckdb_targets_with_conditions(written: list[loops.Written], paths: list[str]) -> None:
    sql, wanted = plypack.duckdb.connect(paths, {"fen": loops.AFTER_E4}), of_white_wins(written)
    found = sql.sql("SELECT file, game, first_match FROM games WHERE result = '1-0' ORDER BY file, game").fetchall()
    assert places(found, paths) == wanted


@pytest.mark.parametrize("fen", FENS)
def test_duckdb_keys_and_tree(written: list[loops.Written], paths: list[str], fen: str) -> None:
    sql, wanted = plypack.duckdb.connect(paths), loops.occurrences(written, loops.same_position(fen))
    found = sql.sql(f"SELECT file, game, ply FROM plies WHERE position = position_key('{fen}') ORDER BY file, game, ply").fetchall()
    assert places(found, paths) == wanted
    assert sql.sql(f"SELECT count(*) FROM plies WHERE position = position_key('{fen}') AND game >= 150").fetchall() == [(sum(game >= 150 for _, game, _ in wanted),)]
    rows = sql.sql(f"SELECT {', '.join(TREE)} FROM tree WHERE position = position_key('{fen}')").fetchall()
    assert loops.added_up(rows) == loops.tree(written, wanted)
