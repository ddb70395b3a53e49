"""Reads the tables that stand beside the chapters (spec/tables)."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "spec" / "tables"


def integers(name):
    """ranking.4: integers in decimal digits, with spaces or line ends between them."""
    return [int(text) for text in (FOLDER / name).read_text("ascii").split()]
