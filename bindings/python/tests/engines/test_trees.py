"""Opening trees of many positions, without Spark: counts of parts add up to the whole, and each row has its texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import known_trees
import loops
import pyarrow
import pytest

import plypack
from plypack.trees import MAX_FILES, READ, SCHEMA, TREE, add_up, game_name, partial_counts, with_texts

#: Chess960, a null move, a repetition, a promotion, a castling, and a start with an en passant square.
_SPECIAL = """[Variant "Chess960"]
[FEN "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"]
[SetUp "1"]
[WhiteElo "2400"]
[BlackElo "2301"]

1. Nf3 Nf6 2. O-O O-O *

[Variant "Chess960"]
[FEN "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1"]
[SetUp "1"]
[WhiteElo "2301"]
[Date "1999.??.??"]

1. Nf3 Nf6 2. e4 O-O 1-0

[White "Null"]

1. e4 -- 2. d4 *

[White "Again"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 0-1

[FEN "4k3/P7/8/8/2pPp3/8/8/4K2R b K d3 0 1"]
[SetUp "1"]

1... exd3 2. a8=Q+ Kd7 3. O-O 1/2-1/2

[FEN "4k3/P7/8/8/2pPp3/8/8/4K2R b K d3 0 1"]
[SetUp "1"]

1... cxd3 2. a8=N *
"""


def _parts(paths: list[str], target_bytes: int, **options: Any) -> Iterator[tuple[int, Iterable[pyarrow.RecordBatch]]]:
    """The rows of the table ``tree`` of each part, with the numbers of the files."""
    for file, path in enumerate(paths):
        database = plypack.open(path)
        for games in database.scan("tree").partitions(target_bytes):
            scan = database.scan("tree", READ, games=games, batch_rows=100, **options)
            yield file, pyarrow.RecordBatchReader.from_stream(scan)


def _tree(paths: list[str], max_rows: int, min_games: int = 1, **options: Any) -> list[dict[str, Any]]:
    """Returns the tree of positions of many games, made from parts with ``max_rows`` rows."""
    parts = [counts for file, batches in _parts(paths, 3000, **options) for counts in partial_counts(batches, file, max_rows)]
    counts = add_up(pyarrow.Table.from_batches(parts, SCHEMA)).combine_chunks()
    made = pyarrow.Table.from_batches([with_texts(batch, lambda file: plypack.open(paths[file]), **options) for batch in counts.to_batches()])
    assert made.schema == TREE
    rows: list[dict[str, Any]] = made.to_pylist()
    games: dict[int, int] = {}
    for row in rows:
        games[row["position"]] = games.get(row["position"], 0) + row["games"]
    return [row for row in rows if games[row["position"]] >= min_games]


@pytest.mark.parametrize("max_rows", [1, 150, 1 << 20])
def test_parts_add_up_to_the_tree(written: list[loops.Written], max_rows: int) -> None:
    paths = [str(one.path) for one in written]
    for min_games, options in ((1, {}), (4, {"max_ply": 6})):
        rows = _tree(paths, max_rows, min_games, **options)
        assert known_trees.by_position(rows) == known_trees.expected(written, min_games, options.get("max_ply"))
        assert len(rows) > 100


def test_searches_find_the_same(written: list[loops.Written]) -> None:
    for one in written:
        known_trees.check_searches(_tree([str(one.path)], 150, 5), [str(one.path)])


def test_special_games(tmp_path: Path) -> None:
    path = str(tmp_path / "special.plypack")
    plypack.pack(_SPECIAL.encode(), path)
    rows = _tree([path], 1 << 20)
    known_trees.check_searches(rows, [path])
    texts = {(row["uci"], row["san"]) for row in rows}
    assert texts >= {("f1h1", "O-O"), ("f8h8", "O-O"), ("e1g1", "O-O"), ("0000", "--"), ("a7a8q", "a8=Q+"), ("a7a8n", "a8=N"), ("c4d3", "cxd3"), (None, None)}
    standard = [row for row in rows if row["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"]
    assert {row["uci"]: row["games"] for row in standard} == {"e2e4": 1, "g1f3": 1}
    shuffled = next(row for row in rows if row["fen"].startswith("bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/"))
    assert (shuffled["uci"], shuffled["games"], shuffled["rating"], shuffled["last_year"]) == ("g1f3", 2, 2351, 1999)


def test_counts_leave_before_all_rows_are_read(written: list[loops.Written]) -> None:
    file, batches = next(_parts([str(one.path) for one in written], 64 << 20))
    kept = list(batches)
    rows = 0

    def read() -> Iterator[pyarrow.RecordBatch]:
        nonlocal rows
        for batch in kept:
            rows += batch.num_rows
            yield batch

    read_before = [rows for _ in partial_counts(read(), file, 300)]
    assert read_before[0] <= 400 and read_before[-1] > 3000
    steps = [after - before for before, after in zip(read_before, read_before[1:])]
    assert max(steps) <= 400


def test_names_of_games() -> None:
    last = pyarrow.array([0, (1 << 40) - 1], pyarrow.int64())
    assert game_name(MAX_FILES - 1, last).to_pylist() == [(MAX_FILES - 1) << 40, (1 << 63) - 1]
