"""Damage for files of the tests."""

from __future__ import annotations

from pathlib import Path

#: Number of blocks of the tests' first file.
BLOCKS = 3


def damage_block(path: str | Path, number: int) -> bytes:
    """The bytes of the file, with a wrong byte in the middle of the game's block."""
    data = bytearray(Path(path).read_bytes())
    # Blocks come in order and take nearly all of the file.
    data[int(len(data) * (number + 0.5) / BLOCKS)] ^= 0x55
    return bytes(data)
