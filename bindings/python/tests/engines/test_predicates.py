"""Filters of Polars, DuckDB and Spark reach the file: fewer bytes are read, and the rows are the same."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from typing import Any

import chess
import polars
import pytest
from reads import Reads, counted

import plypack
import plypack.duckdb
import plypack.polars

_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
_KEY = plypack.position_key(_E4)
_DAY = datetime.date(2003, 1, 1)

#: The table, the column to read, and the filter in SQL and in Polars, which passes rows of one block of four.
_CASES: dict[str, tuple[str, str, str, polars.Expr]] = {
    "player": ("games", "pgn", "white = 'Player 3'", polars.col("white") == "Player 3"),
    "tag": ("games", "pgn", "WhiteTitle = 'T2'", polars.col("WhiteTitle") == "T2"),
    "date": ("games", "pgn", "day >= DATE '2003-01-01'", polars.col("day") >= _DAY),
    "rating": ("games", "pgn", "white_rating BETWEEN 2300 AND 2310", polars.col("white_rating").is_between(2300, 2310)),
    "speed": ("games", "pgn", "speed = 'blitz'", polars.col("speed") == "blitz"),
    "result": ("games", "pgn", "result = '0-1'", polars.col("result") == "0-1"),
    "position": ("plies", "fen", f"position = {_KEY}", polars.col("position") == _KEY),
}


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Four blocks of 200 games; each block has other players, ratings, years, time control, result and first move."""
    folder = tmp_path_factory.mktemp("predicates")
    generator = random.Random(36)
    path = folder / "blocks.plypack"
    for block, (result, first) in enumerate([("1-0", "d2d4"), ("1/2-1/2", "c2c4"), ("*", "g1f3"), ("0-1", "e2e4")]):
        games = []
        for _ in range(200):
            tags = {"White": f"Player {block}", "Black": f"Rival {generator.randrange(50)}", "Date": f"{2000 + block}.02.{generator.randrange(1, 28):02}"}
            tags |= {"Result": result, "WhiteElo": str(2000 + 100 * block + generator.randrange(10)), "WhiteTitle": f"T{block}"}
            tags["TimeControl"] = ["60", "180+2", "600+5", "5400+30"][block]
            comment = "".join(generator.choices("abcdefghijklmnopqrstuvwxyz ", k=1500))
            lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
            games.append(f"{lines}\n{{ {comment} }} {_moves(generator, first)} {result}\n\n")
        # Neighbors have different codecs: a writer merges small blocks of one codec.
        plypack.pack("".join(games).encode(), path, append=block > 0, codec="coord16" if block % 2 == 0 else "byte")
    plypack.index(path)
    assert plypack.open(path).info.blocks == 4
    return str(path)


def _moves(generator: random.Random, first: str) -> str:
    board = chess.Board()
    texts = []
    for ply in range(20):
        legal = list(board.legal_moves)
        if not legal:
            break
        move = chess.Move.from_uci(first) if ply == 0 else generator.choice(legal)
        texts.append(f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(move)}")
        board.push(move)
    return " ".join(texts)


def _bytes_and_rows(reads: Reads, read: Callable[[], list[Any]]) -> tuple[int, list[Any]]:
    reads.take()
    rows = read()
    return reads.take(), rows


@pytest.mark.parametrize("name", _CASES)
@pytest.mark.parametrize("engine", ["polars", "duckdb", "spark"])
def test_a_filter_reaches_the_file(blocks: str, engine: str, name: str) -> None:
    table, column, sql, expression = _CASES[name]
    with counted([blocks]) as (urls, reads):
        whole, all_rows = _ENGINES[engine](urls[0], table, column, "", None, reads)
        some, rows = _ENGINES[engine](urls[0], table, column, sql, expression, reads)
    expected = 200 if table == "games" else len(plypack.open(blocks).find(fen=_E4))
    assert len(all_rows) > 3 * len(rows) and len(rows) == expected
    # One block of four, the columns of the filter, and the end of the file, which each opening reads.
    assert 0 < some < 0.6 * whole


def _by_polars(url: str, table: str, column: str, sql: str, expression: polars.Expr | None, reads: Reads) -> tuple[int, list[Any]]:
    lazy = plypack.polars.scan(url, table, threads=1, tags=["WhiteTitle"] if table == "games" else [])
    wanted = lazy if expression is None else lazy.filter(expression)
    return _bytes_and_rows(reads, lambda: wanted.select(column).collect().rows())


def _by_duckdb(url: str, table: str, column: str, sql: str, expression: polars.Expr | None, reads: Reads) -> tuple[int, list[Any]]:
    connection = plypack.duckdb.connect(url, threads=1, tags=["WhiteTitle"])
    where = f" WHERE {sql}" if sql else ""
    return _bytes_and_rows(reads, lambda: connection.sql(f"SELECT {column} FROM {table}{where}").fetchall())


def _by_spark(url: str, table: str, column: str, sql: str, expression: polars.Expr | None, reads: Reads) -> tuple[int, list[Any]]:
    """Uses the reader like Spark, with the filters that Spark makes from such queries; the tests marked ``spark`` run
    it in Spark."""
    datasource = pytest.importorskip("pyspark.sql.datasource")
    from plypack.spark import PlypackDataSource

    wanted = {
        "": [],
        "white": [datasource.EqualTo(("white",), "Player 3")],
        "WhiteTitle": [datasource.EqualTo(("WhiteTitle",), "T2")],
        "day": [datasource.GreaterThanOrEqual(("day",), _DAY)],
        "white_rating": [datasource.GreaterThanOrEqual(("white_rating",), 2300), datasource.LessThanOrEqual(("white_rating",), 2310)],
        "speed": [datasource.EqualTo(("speed",), "blitz")],
        "result": [datasource.EqualTo(("result",), "0-1")],
        "position": [datasource.EqualTo(("position",), _KEY)],
    }[sql.split(" ")[0]]
    names = list(dict.fromkeys([column, *(one.attribute[0] for one in wanted)]))
    source = PlypackDataSource({"path": url, "table": table, "columns": ",".join(names), "filterPushdown": "true"})
    reader = source.reader(source.schema())
    assert list(reader.pushFilters(wanted)) == wanted

    def rows() -> list[Any]:
        return [row for part in reader.partitions() for batch in reader.read(part) for row in batch.to_pylist()]

    count, found = _bytes_and_rows(reads, rows)
    return count, [row for row in found if all(_passes(one, row[one.attribute[0]]) for one in wanted)]


def _passes(one: Any, value: Any) -> bool:
    tests: dict[str, Callable[[], bool]] = {
        "EqualTo": lambda: value == one.value,
        "GreaterThanOrEqual": lambda: value >= one.value,
        "LessThanOrEqual": lambda: value <= one.value,
    }
    return value is not None and tests[type(one).__name__]()


_ENGINES = {"polars": _by_polars, "duckdb": _by_duckdb, "spark": _by_spark}

