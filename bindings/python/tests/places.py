"""Where the samples and the corpora are."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLES = REPOSITORY / "conformance" / "samples"
DATA = REPOSITORY.parent / "shared" / "data"

#: Whether every game of every corpus is compared, which takes an hour, or some of each.
FULL = os.environ.get("PLYPACK_FULL") == "1"
