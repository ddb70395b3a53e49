"""Programs in Markdown, with what a document says that they print: the ``text`` block right after a program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.M | re.S)


class Program(NamedTuple):
    document: Path
    line: int
    text: str
    #: Empty for a program that prints nothing.
    printed: str


def programs(document: Path) -> list[Program]:
    markdown = document.read_text(encoding="utf-8")
    return [Program(document, markdown.count("\n", 0, block.start(1)) + 1, block[1], block[2] or "") for block in BLOCK.finditer(markdown)]
