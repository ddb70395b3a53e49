"""Paths of the samples and the corpora."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLES = REPOSITORY / "conformance" / "samples"
DATA = REPOSITORY.parent / "shared" / "data"

#: True to compare every game of every corpus, which takes an hour; otherwise some games of each.
FULL = os.environ.get("PLYPACK_FULL") == "1"
