"""Places of the samples and the corpora."""

import os
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLES = REPOSITORY / "conformance" / "samples"
DATA = REPOSITORY.parent / "shared" / "data"

#: True if every game of every corpus is compared, which takes an hour; otherwise some of each.
FULL = os.environ.get("PLYPACK_FULL") == "1"
