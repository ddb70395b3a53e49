"""The data source in Sail, on one machine and as a cluster of workers: ``pytest -m sail``, with pysail and pyspark-client."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.sail


@pytest.fixture(scope="module", params=["local", "local-cluster"])
def spark(request: pytest.FixtureRequest) -> Iterator[Any]:
    pytest.importorskip("pysail")
    if "sail" not in request.config.getoption("-m"):
        pytest.skip("Sail is a tier of its own: pytest -m sail")
    os.environ["SAIL_MODE"] = request.param
    from pysail.spark import SparkConnectServer
    from pyspark.sql import SparkSession

    server = SparkConnectServer()
    server.start()
    _, port = server.listening_address
    session = SparkSession.builder.remote(f"sc://localhost:{port}").create()
    yield session
    session.stop()
    server.stop()


@pytest.fixture
def checks(spark: Any, files: list[str]) -> Any:
    from cluster_checks import Checks

    return Checks(spark, files)


def test_all_columns(checks: Any) -> None:
    checks.all_columns()


def test_any_partitions(checks: Any) -> None:
    checks.any_partitions()


def test_positions(checks: Any) -> None:
    checks.positions()


def test_paths(checks: Any, tmp_path: Path) -> None:
    checks.paths(tmp_path)


def test_filters_reach_the_files(checks: Any, tmp_path: Path) -> None:
    checks.filters_reach_the_files(tmp_path)


def test_damage(checks: Any, tmp_path: Path) -> None:
    # A cluster of Sail says only that a task failed twice.
    checks.damage(tmp_path, says_why=os.environ["SAIL_MODE"] == "local")


def test_wrong_options(checks: Any) -> None:
    checks.wrong_options()
