"""The data source in Spark, in one process and in a cluster of two workers: ``pytest -m spark``, with pyspark and Java."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import loops
import pytest
from engine_tests import EngineTests

pytestmark = pytest.mark.spark


@pytest.fixture(scope="module", params=["local[2]", "local-cluster[2,1,1024]"])
def spark(request: pytest.FixtureRequest) -> Iterator[Any]:
    pyspark = pytest.importorskip("pyspark")
    if "spark" not in request.config.getoption("-m"):
        pytest.skip("Spark is a tier of its own: pytest -m spark")
    if not shutil.which("java") or not hasattr(pyspark, "SparkContext"):
        pytest.skip("Spark needs Java and pyspark")
    import plypack

    # Workers are separate processes, which need this Python and the package.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(plypack.__file__).parent.parent), str(Path(__file__).parent)])
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(request.param).config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
    builder = builder.config("spark.sql.python.filterPushdown.enabled", "true").config("spark.executor.memory", "1g")
    session = builder.config("spark.driver.memory", "1g").config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


class TestSpark(EngineTests):
    def test_damage(self, checks: Any, tmp_path: Path) -> None:
        checks.damage(tmp_path)

    def test_opening_trees(self, checks: Any, written: list[loops.Written]) -> None:
        checks.opening_trees(written)

    def test_wrong_trees(self, checks: Any) -> None:
        checks.wrong_trees()

    def test_a_small_file_is_read_by_several_tasks(self, checks: Any, large_file: str) -> None:
        from pyspark.sql.functions import spark_partition_id

        for wanted in (1, 2, 4):
            table = checks.table(large_file, columns="game", partitions=wanted)
            assert table.count() == 2000
            assert table.select(spark_partition_id()).distinct().count() == wanted

    def test_filters_without_leave_of_spark(self, checks: Any) -> None:
        checks.spark.conf.set("spark.sql.python.filterPushdown.enabled", "false")
        try:
            query = "SELECT count(*) FROM chess WHERE game < 10"
            assert checks.sql(query, columns="game") == [(20,)]
            with pytest.raises(Exception, match="filterPushdown"):
                checks.sql(query, columns="game", filterPushdown="true")
        finally:
            checks.spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")

    def test_a_worker_is_killed(self, checks: Any, large_file: str) -> None:
        if not checks.spark.sparkContext.master.startswith("local-cluster"):
            pytest.skip("one process has no workers")

        def slow(batches: Any) -> Any:
            for batch in batches:
                time.sleep(0.25)
                yield batch

        killed: list[int] = []

        def kill() -> None:
            time.sleep(4)
            pid = _executors()[0]
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

        thread = threading.Thread(target=kill)
        table = checks.table(large_file, columns="game,ply_count", partitionBytes=1, batchRows=25)
        thread.start()
        rows = table.mapInArrow(slow, table.schema).collect()
        thread.join()
        assert killed and killed[0] not in _executors()
        assert sorted(row.game for row in rows) == list(range(2000))


def _executors() -> list[int]:
    """The executors that this process's JVM has started."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                found[int(entry.name)] = (int(status[1]), (entry / "cmdline").read_bytes())
            except OSError:
                continue

    def is_ours(pid: int) -> bool:
        return pid == os.getpid() or (pid in found and is_ours(found[pid][0]))

    return [pid for pid, (_, line) in found.items() if b"CoarseGrainedExecutorBackend" in line and b"java" in line and is_ours(pid)]
