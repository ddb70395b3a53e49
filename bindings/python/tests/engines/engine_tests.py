"""The tests for every engine that supports the data source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import loops
import pytest


class EngineTests:
    """For a module with a fixture ``spark``. ``cluster_checks`` has the checks, and needs PySpark."""

    @pytest.fixture
    def checks(self, spark: Any, files: list[str]) -> Any:
        from cluster_checks import Checks

        return Checks(spark, files)

    def test_all_columns(self, checks: Any) -> None:
        checks.all_columns()

    def test_any_partitions(self, checks: Any) -> None:
        checks.any_partitions()

    def test_positions(self, checks: Any) -> None:
        checks.positions()

    def test_answers_of_indexed_files(self, checks: Any, written: list[loops.Written]) -> None:
        checks.answers_of_indexed_files(written)

    def test_paths(self, checks: Any, tmp_path: Path) -> None:
        checks.paths(tmp_path)

    def test_filters_reach_the_files(self, checks: Any, tmp_path: Path) -> None:
        checks.filters_reach_the_files(tmp_path)

    def test_wrong_options(self, checks: Any) -> None:
        checks.wrong_options()
