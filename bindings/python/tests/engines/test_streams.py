"""Streams of files on servers, whose bytes Python reads, for consumers that hold Python's lock while they wait."""

from __future__ import annotations

import threading
from pathlib import Path

import duckdb
import fsspec
import nanoarrow
import polars
import pyarrow
import pytest
from reads import counted

import plypack


@pytest.mark.parametrize("consumer", ["nanoarrow", "polars", "pyarrow", "duckdb", "released early"])
def test_remote_streams_end(large_file: str, consumer: str) -> None:
    local = plypack.open(large_file).scan("games", ["game", "pgn"]).to_arrow()
    found: list[int] = []

    def read(scan: plypack.Scan) -> None:
        if consumer == "nanoarrow":
            found.append(sum(batch.length for batch in nanoarrow.c_array_stream(scan)))
        elif consumer == "polars":
            found.append(polars.DataFrame(scan).height)
        elif consumer == "pyarrow":
            found.append(pyarrow.table(scan).num_rows)
        elif consumer == "duckdb":
            found.append(duckdb.connect().register("scan", scan).sql("SELECT count(pgn) FROM scan").fetchall()[0][0])
        else:
            reader = pyarrow.RecordBatchReader.from_stream(scan)
            first = reader.read_next_batch().num_rows
            reader.close()
            found.append(local.num_rows if 0 < first <= local.num_rows else first)

    with counted([large_file]) as (urls, _):
        scan = plypack.open(urls[0]).scan("games", ["game", "pgn"], {"black": "nobody"}, batch_rows=100)
        # The search reads parts of the file on threads of the library. All games are found.
        threads = [threading.Thread(target=read, args=(scan,), daemon=True) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
            assert not thread.is_alive()
    assert found == [local.num_rows] * 3


def test_errors_of_remote_streams(large_file: str) -> None:
    with counted([large_file]) as (urls, _):
        scan = plypack.open(urls[0]).scan("games", ["pgn"])
        data = bytearray(Path(large_file).read_bytes())
        data[100_000:200_000] = bytes(100_000)
        fsspec.filesystem("memory").pipe_file("/counted/0.plypack", bytes(data))
        with pytest.raises(Exception, match="game"):
            pyarrow.table(scan)
