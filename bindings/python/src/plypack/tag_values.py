"""Values of tags with the escapes of PGN (tags.1)."""

from __future__ import annotations

import re
from typing import Literal

#: Opening tags by the moves: none, missing ones, or all.
Classify = bool | Literal["replace"]


def classify_number(classify: Classify) -> int:
    """Returns the library's constant for ``classify``. Raises ValueError for another value."""
    if classify not in (False, True, "replace"):
        raise ValueError(f"classify is {classify!r}; it must be False, True or 'replace'")
    return 2 if classify == "replace" else int(classify)


def escaped(value: str) -> str:
    """Returns the value with a backslash before each quote and backslash."""
    return re.sub(r'(["\\])', r"\\\1", value)


def unescaped(value: str) -> str:
    """Returns the value without the backslash before a quote or a backslash."""
    return re.sub(r'\\(["\\])', r"\1", value)
