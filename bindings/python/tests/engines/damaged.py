"""Damage for files of the tests."""

from __future__ import annotations

from pathlib import Path

#: So many blocks has the first file of the tests.
BLOCKS = 3


def damage_block(path: str | Path, number: int) -> bytes:
    """The bytes of a file whose block of a game has a wrong byte in the middle."""
    data = bytearray(Path(path).read_bytes())
    # Blocks come in order and take nearly all of the file.
    data[int(len(data) * (number + 0.5) / BLOCKS)] ^= 0x55
    return bytes(data)
