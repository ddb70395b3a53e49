"""Values of tags with the escapes of PGN (tags.1)."""

from __future__ import annotations

import re


def escaped(value: str) -> str:
    """The value with a backslash before each quote and backslash."""
    return re.sub(r'(["\\])', r"\\\1", value)


def unescaped(value: str) -> str:
    """The value without the backslash before a quote or a backslash."""
    return re.sub(r'\\(["\\])', r"\1", value)
