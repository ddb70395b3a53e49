"""SQL over files: its answers equal the answers of searches, and it reads less than the whole files."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import polars
import pytest
from reads import counted

import plypack
import plypack.duckdb
import plypack.polars

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture(scope="module")
def sql(files: list[str]) -> duckdb.DuckDBPyConnection:
    return plypack.duckdb.connect(files)


@pytest.fixture(scope="module")
def position(files: list[str]) -> str:
    """A position that several games of both files reach after a ply or more."""
    fens: Counter[str] = Counter()
    for path in files:
        plies = plypack.open(path).scan("plies", ["game", "ply", "fen"]).to_polars()
        fens.update(plies.filter(polars.col("ply") == 3)["fen"].to_list())
    return fens.most_common(1)[0][0]


def test_list(sql: duckdb.DuckDBPyConnection, files: list[str]) -> None:
    found = sql.sql("SELECT file, game FROM games WHERE white_rating >= 2000 AND day BETWEEN DATE '2013-11-22' AND '2020-12-31'").fetchall()
    databases = [(path, plypack.open(path)) for path in files]
    hits = [(path, database[hit.game]) for path, database in databases for hit in database.find(white_rating=(2000, None), date=("2013.11.22", "2020.12.31"))]
    # Dates without a day count in a search.
    assert found == [(path, game.number) for path, game in hits if _has_day(game)] and len(found) > 5
    carlsen = sql.sql("SELECT file, game FROM games WHERE white = 'Carlsen, Magnus' AND result IN ('1-0', '0-1')").fetchall()
    games = [(path, number, game) for path in files for number, game in enumerate(plypack.open(path))]
    assert carlsen == [(path, number) for path, number, game in games if game.headers.get("White") == "Carlsen, Magnus" and game.result in ("1-0", "0-1")]


def _has_day(game: plypack.Game) -> bool:
    """Returns whether the day of the date is known, from Date or otherwise from UTCDate."""
    dates = (game.headers.get(name, "") for name in ("Date", "UTCDate"))
    return "?" not in next(date for date in dates if date[:4].isdigit())


def test_find(sql: duckdb.DuckDBPyConnection, files: list[str], position: str) -> None:
    found = sql.sql(
        f"SELECT file, game, min(ply) FROM plies WHERE position = {plypack.position_key(position)} GROUP BY file, game ORDER BY file, game"
    ).fetchall()
    assert found == [(path, hit.game, hit.ply) for path in files for hit in plypack.open(path).find(fen=position)]
    assert len(found) > 20


def test_tree(sql: duckdb.DuckDBPyConnection, files: list[str], position: str) -> None:
    query = f"""SELECT move, sum(games), sum(white), sum(draws), sum(black), sum(other), sum(rating_sum), sum(rated), max(last_year)
        FROM tree WHERE position = {plypack.position_key(position)} GROUP BY move"""
    found = {move: numbers for move, *numbers in sql.sql(query).fetchall()}
    expected: dict[Any, list[Any]] = {}
    for path in files:
        for row in plypack.open(path).scan("tree", where={"fen": position}).to_polars().rows():
            known = expected.setdefault(row[1], [0] * 7 + [None])
            known[:7] = [left + right for left, right in zip(known, row[2:9])]
            known[7] = max(filter(None, (known[7], row[9])), default=None)
    assert found == expected and len(found) > 1
    branches = plypack.open(files[0]).tree(position)
    one = {move: games for move, games in plypack.duckdb.connect(files[0]).sql(query.replace("SELECT move, sum(games)", "SELECT move, sum(games)")).project("move, #2").fetchall()}
    assert one == {branch.move: branch.games for branch in branches}


def test_command(sql: duckdb.DuckDBPyConnection, files: list[str], position: str, command: str) -> None:
    def answer(*arguments: str) -> Any:
        return json.loads(subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout)

    key = plypack.position_key(position)
    found = answer("find", *files, "--fen", position, "--json")
    count = sql.sql(f"SELECT count(*) FROM (SELECT DISTINCT file, game FROM plies WHERE position = {key})").fetchall()
    assert count == [(len(found),)]
    tree = answer("tree", *files, "--fen", position, "--json")
    rows = sql.sql(f"SELECT sum(white), sum(draws), sum(black), sum(games) FROM tree WHERE position = {key} GROUP BY move").fetchall()
    assert sorted(rows) == sorted((one["white"], one["draws"], one["black"], one["games"]) for one in _branches(tree))
    listed = answer("list", *files, "--white", "=carlsen, magnus", "--white-rating", "2000..", "--json")
    count = sql.sql("SELECT count(*) FROM games WHERE lower(white) = 'carlsen, magnus' AND white_rating >= 2000").fetchall()
    assert count == [(len(listed),)] and len(listed) > 3


def _branches(tree: Any) -> list[Any]:
    return tree if isinstance(tree, list) else next(value for value in tree.values() if isinstance(value, list))


def test_columns_and_filters_reach_the_file(large_file: str) -> None:
    with counted([large_file]) as (urls, reads):

        def read_by(query: str) -> int:
            # An open file may cache its reads.
            sql = plypack.duckdb.connect(urls, threads=1)
            reads.take()
            sql.sql(query).fetchall()
            return reads.take()

        everything = read_by("SELECT * EXCLUDE (utc_timestamp) FROM games")
        assert everything > 300_000
        assert 0 < read_by("SELECT eco FROM games") < everything / 10
        assert 0 < read_by("SELECT pgn FROM games WHERE game >= 1900") < everything / 3
        assert read_by("SELECT pgn FROM games WHERE black = 'Nobody At All'") < everything / 2
        assert 0 < read_by("SELECT move FROM plies WHERE game BETWEEN 3 AND 5") < everything / 3


def test_a_tag_is_a_column_that_is_read_alone(large_file: str) -> None:
    with counted([large_file]) as (urls, reads):

        def read_by(query: str) -> tuple[int, Any]:
            sql = plypack.duckdb.connect(urls, threads=1, tags=["WhiteTitle", "BlackTitle"])
            reads.take()
            found = sql.sql(query).fetchall()
            return reads.take(), found

        of_map, in_map = read_by("SELECT count(*) FROM games WHERE tags['WhiteTitle'] = 'GM'")
        of_column, in_column = read_by("SELECT count(*) FROM games WHERE WhiteTitle = 'GM'")
        assert in_column == in_map == [(40,)]
        assert 0 < of_column < of_map / 5
        # No game has this tag, so only the names of tags are read.
        without, none = read_by("SELECT count(*) FROM games WHERE BlackTitle = 'GM'")
        assert without <= of_column and none == [(0,)]


def test_a_file_is_a_table_by_its_name(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sql = plypack.duckdb.connect(files, tags=["WhiteElo"])
    counts = [len(plypack.open(path)) for path in files]
    assert [sql.sql(f"SELECT count(*) FROM '{path}'").fetchall() for path in files] == [[(count,)] for count in counts]
    elo = [sql.sql(f"SELECT count(*) FROM {name} WHERE WhiteElo = '2850'").fetchall()[0][0] for name in ("games", *map(repr, files))]
    assert elo[0] == elo[1] + elo[2] and elo[2] > 0
    monkeypatch.chdir(Path(files[0]).parent)
    for given in ("*.plypack", ["a.plypack", "b.plypack"]):
        assert plypack.duckdb.connect(given).sql("SELECT count(*) FROM 'b.plypack' WHERE game < 7").fetchall() == [(7,)]


def test_filters_that_duckdb_asks_for(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[tuple[str, str]]] = []
    original = plypack.polars.filters_of

    def filters_of(predicate: polars.Expr | None) -> Any:
        found = original(predicate)
        asked.append([(one.column, one.operator) for one in found])
        return found

    monkeypatch.setattr(plypack.polars, "filters_of", filters_of)
    sql = plypack.duckdb.connect(files)
    cases = {
        "white = 'A'": [("white", "=")],
        "white IN ('A', 'B')": [("white", "in")],
        "white_rating > 2500 AND game < 7": [("game", "<"), ("white_rating", ">")],
        "day >= DATE '2020-01-01'": [("day", ">=")],
    }
    for condition, filters in cases.items():
        sql.sql(f"SELECT count(*) FROM games WHERE {condition}").fetchall()
        assert sorted(asked[-1]) == filters, condition
    sql.sql("SELECT count(*) FROM plies WHERE position = position_key('" + SICILIAN + "')").fetchall()
    assert asked[-1] == [("position", "=")]


def test_a_scan_by_its_name_is_read_once(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    opened = 0
    original = plypack.Scan.__arrow_c_stream__

    def counting(self: plypack.Scan, requested_schema: object | None = None) -> object:
        nonlocal opened
        opened += 1
        return original(self, requested_schema)

    # DuckDB 2 also requests the schema, which reads nothing.
    monkeypatch.setattr(plypack.Scan, "__arrow_c_stream__", counting)
    database = plypack.open(files[0])
    scan = database.scan("games", ["white", "ply_count"])
    assert duckdb.sql("SELECT count(*), sum(ply_count) FROM scan").fetchall() == [(len(database), sum(game.ply_count for game in database))]
    assert opened == 1
    duckdb.sql("SELECT count(*) FROM scan")
    assert opened == 1
