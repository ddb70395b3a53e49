"""The data source in Sail, on one machine and as a cluster of workers: ``pytest -m sail``, with pysail and pyspark-client."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine_tests import EngineTests

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


class TestSail(EngineTests):
    def test_damage(self, checks: Any, tmp_path: Path) -> None:
        # A cluster of Sail says only that a task failed twice.
        checks.damage(tmp_path, says_why=os.environ["SAIL_MODE"] == "local")
