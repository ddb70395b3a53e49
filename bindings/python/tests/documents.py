"""Programs in Markdown, with their documented output: the ``text`` block right after a program."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import NamedTuple

from places import REPOSITORY

PACKAGE = REPOSITORY / "bindings/python"
#: Documents whose programs run one after another as they are.
DOCUMENTS = [PACKAGE / "README.md", PACKAGE / "ENGINES.md", REPOSITORY / "README.md"]
#: The program that runs the tasks of the page FROM_PYTHON_CHESS.md.
_SPEC = importlib.util.spec_from_file_location("from_python_chess", PACKAGE / "benchmarks/from_python_chess.py")
PAGE = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(PAGE)
PAGE_TEXT = PAGE.PATH.read_text(encoding="utf-8")
TASKS = PAGE.tasks_of(PAGE_TEXT)

BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.M | re.S)


class Program(NamedTuple):
    document: Path
    line: int
    text: str
    #: The output; empty for a program that prints nothing.
    printed: str


def programs(document: Path) -> list[Program]:
    markdown = document.read_text(encoding="utf-8")
    return [Program(document, markdown.count("\n", 0, block.start(1)) + 1, block[1], block[2] or "") for block in BLOCK.finditer(markdown)]
