"""Reads the tables and models in the folder of the chapters."""

from pathlib import Path

SPEC = Path(__file__).resolve().parents[3] / "spec"


def integers(name):
    """ranking.4: integers in decimal digits, with spaces or line ends between them."""
    return [int(text) for text in (SPEC / "tables" / name).read_text("ascii").split()]
