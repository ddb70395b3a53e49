"""Lazy frames: the same rows as without filters in the scan, but fewer bytes are read."""

from __future__ import annotations

import datetime
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars
import pytest
from damaged import damage_block
from reads import counted

import plypack
import plypack.duckdb
import plypack.polars
from plypack.filters import Filter

col = polars.col

_TEXTS = ["white", "black", "event", "date", "round", "eco", "opening", "termination", "time_control", "result", "file"]
_NUMBERS = {"games": ["game", "white_rating", "black_rating", "ply_count", "day"], "plies": ["game", "ply", "position", "move"], "tree": ["position", "move", "games"]}


@pytest.mark.parametrize("table", ["games", "plies", "tree"])
def test_filters_change_no_rows(files: list[str], table: str) -> None:
    lazy = plypack.polars.scan(files, table)
    rows = lazy.collect()
    generator, used = random.Random(table), 0
    for _ in range(150):
        predicate = _random_predicate(generator, rows, table)
        used += bool(plypack.polars.filters_of(predicate))
        expected = _comparable(rows.filter(predicate), table)
        assert _comparable(lazy.filter(predicate).collect(), table).equals(expected), str(predicate)
    assert used > 60


def _comparable(frame: polars.DataFrame, table: str) -> polars.DataFrame:
    return frame.sort(frame.columns) if table == "tree" else frame


def _random_predicate(generator: random.Random, rows: polars.DataFrame, table: str) -> polars.Expr:
    predicate = _random_test(generator, rows, table)
    for _ in range(generator.randrange(3)):
        other = _random_test(generator, rows, table)
        predicate = generator.choice([predicate & other, other & predicate, predicate & other, predicate | other])
    return ~predicate if generator.random() < 0.1 else predicate


def _random_test(generator: random.Random, rows: polars.DataFrame, table: str) -> polars.Expr:
    names = _NUMBERS[table] + (_TEXTS if table == "games" else [])
    name = generator.choice(names)
    values = rows[name].drop_nulls()
    some: list[Any] = [values[generator.randrange(len(values))] for _ in range(3)]
    if name in _TEXTS:
        some[0] = generator.choice([some[0], some[0].upper(), some[0][:3], ""])
        tests = [col(name) == some[0], col(name).is_in(some), col(name).str.starts_with(some[0]), col(name) != some[1], col(name) < some[1]]
        return generator.choice([*tests, polars.lit(some[1]) == col(name), (col(name) == some[0]) | (col(name) == some[1]), col(name).is_null()])
    first, last = min(some), max(some)
    tests = [col(name) == some[0], col(name) < some[0], col(name) <= some[0], col(name) > some[0], col(name) >= some[0], some[0] < col(name)]
    closed: Any = generator.choice(["both", "left", "right", "none"])
    tests += [col(name).is_in(some), col(name).is_between(first, last, closed=closed), col(name) != some[0], col(name).is_in([*some, None])]
    if name != "day":
        tests += [col(name) < some[0] + 0.5, col(name) > -7, col(name) < -7, col(name) * 2 == some[0], col(name).cast(polars.Int8, strict=False) == 5]
    return generator.choice(tests)


def test_limits_are_before_and_after_filters(files: list[str]) -> None:
    lazy = plypack.polars.scan(files).select("file", "game", "white")
    rows = lazy.collect()
    predicate = col("white").str.starts_with("C")
    assert lazy.head(130).filter(predicate).collect().equals(rows.head(130).filter(predicate))
    assert lazy.filter(predicate).head(30).collect().equals(rows.filter(predicate).head(30))
    assert lazy.slice(100, 270).collect().equals(rows.slice(100, 270))
    assert lazy.tail(3).collect().equals(rows.tail(3))
    assert lazy.head(0).collect().equals(rows.head(0))


def test_rows_are_those_of_the_files_in_order(files: list[str]) -> None:
    lazy = plypack.polars.scan(files)
    for threads in (1, 2, 5):
        found = plypack.polars.scan(files, threads=threads).select("file", "game", "pgn").collect()
        games = [(path, number, game.pgn) for path in files for number, game in enumerate(plypack.open(path))]
        assert found.rows() == games
    assert lazy.select(polars.len()).collect().item() == len(games)


def test_columns_filters_and_limits_reach_the_file(large_file: str) -> None:
    with counted([large_file]) as (urls, reads):

        def read_by(query: Callable[[polars.LazyFrame], polars.LazyFrame], table: str = "games") -> int:
            # An open file may cache its reads.
            lazy = plypack.polars.scan(urls, table, threads=1)
            reads.take()
            query(lazy).collect()
            return reads.take()

        everything = read_by(lambda games: games)
        assert everything > 300_000
        # Each needs another part: a column, one block of four, only the footer.
        assert 0 < read_by(lambda games: games.select("eco")) < everything / 10
        assert 0 < read_by(lambda games: games.filter(col("game") >= 1900)) < everything / 3
        assert 0 < read_by(lambda games: games.head(5)) < everything / 3
        assert 0 < read_by(lambda plies: plies.filter(col("game") == 5).select("move"), "plies") < everything / 3
        assert 0 < read_by(lambda games: games.filter(black="Nobody2").select("black", "pgn")) < everything * 0.6
        assert read_by(lambda games: games.filter(black="Nobody At All")) < everything / 2


def test_filters_are_understood() -> None:
    day = datetime.date(2020, 2, 29)
    cases: list[tuple[polars.Expr, list[Filter]]] = [
        (col("white") == "A", [Filter("white", "=", "A")]),
        ((col("white") == "A") & (col("game") < 7), [Filter("white", "=", "A"), Filter("game", "<", 7)]),
        (polars.lit(7) < col("game"), [Filter("game", ">", 7)]),
        (col("day") >= day, [Filter("day", ">=", day)]),
        (col("eco").str.starts_with("B9"), [Filter("eco", "starts", "B9")]),
        (col("eco").is_in(["A", "B"]), [Filter("eco", "in", ["A", "B"])]),
        ((col("eco") == "A") | (col("eco") == "B"), [Filter("eco", "in", ["A", "B"])]),
        (col("game").is_between(1, 5, closed="left"), [Filter("game", ">=", 1), Filter("game", "<", 5)]),
        ((col("eco") == "A") | (col("white") == "B"), []),
        (~(col("eco") == "A"), []),
        (col("white") + "x" == "A", []),
    ]
    for predicate, filters in cases:
        assert plypack.polars.filters_of(predicate) == filters, str(predicate)


def test_damage_is_an_error_of_the_query(files: list[str], tmp_path: Any) -> None:
    path = tmp_path / "damaged.plypack"
    path.write_bytes(damage_block(files[0], 1))
    with pytest.raises(Exception, match="cannot be read|checksum|corrupt"):
        plypack.polars.scan(path).select("pgn").collect()
    left = plypack.polars.scan(path, accept_damage=True).select("game", "pgn").collect()
    assert 0 < left.height < len(plypack.open(files[0]))


@pytest.mark.parametrize("classify", [False, True, "replace"])
def test_filters_see_openings_by_the_moves(tmp_path: Path, classify: Any) -> None:
    pgn = b'1. e4 c5 *\n\n[ECO "A00"]\n\n1. d4 d5 2. c4 *\n\n[ECO "?"]\n\n1. c4 d5 2. d4 *\n'
    plypack.pack(pgn, tmp_path / "a.plypack")
    lazy = plypack.polars.scan(tmp_path / "a.plypack", tags=["ECO"], classify=classify)
    rows = lazy.collect()
    codes = {False: [None, "A00", "?"], True: ["B20", "A00", "D06"], "replace": ["B20", "D06", "D06"]}
    assert rows["eco"].to_list() == codes[classify]
    for name, code in itertools.product(["eco", "ECO"], ["A00", "B20", "D06"]):
        assert lazy.filter(col(name) == code).select("game").collect().equals(rows.filter(col(name) == code).select("game"))
    connection = plypack.duckdb.connect(str(tmp_path / "a.plypack"), classify=classify)
    found = connection.sql("SELECT game FROM games WHERE eco = 'D06' ORDER BY game").fetchall()
    assert found == rows.filter(col("eco") == "D06").select("game").rows()
