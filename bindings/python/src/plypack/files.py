"""Several files as one: lists of paths, folders, patterns and URLs."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable
from pathlib import Path

#: What a program may say where files are expected.
Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def expand(files: Files) -> list[str]:
    """The files: of a folder all that are called ``*.plypack`` in it and below, of a pattern all that fit, sorted by name.

    Raises FileNotFoundError for a pattern or a folder without any.
    """
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found = [path for entry in given for path in _of_entry(os.fspath(entry))]
    return list(dict.fromkeys(found))


def _of_entry(entry: str) -> list[str]:
    if "://" in entry or (os.path.exists(entry) and not os.path.isdir(entry)):
        return [entry]
    if os.path.isdir(entry):
        found = sorted(str(path) for path in Path(entry).rglob("*.plypack"))
    elif glob.has_magic(entry):
        found = sorted(glob.glob(entry, recursive=True))
    else:
        raise FileNotFoundError(f"there is no file {entry}")
    if not found:
        raise FileNotFoundError(f"there is no .plypack file in {entry}")
    return found
