"""Several files as one: lists of paths, folders, patterns and URLs."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

#: Arguments that name files.
Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def expand(files: Files, storage_options: dict[str, Any] | None = None) -> list[str]:
    """Returns the files: for a folder, all files ``*.plypack`` in it and its subfolders; for a pattern, all files that
    match; sorted by name.

    A URL is a folder if it ends with ``/``, and a pattern if it has ``*`` or ``[``; ``storage_options`` are passed on to fsspec.
    Raises FileNotFoundError for a pattern or a folder without files.
    """
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found = [path for entry in given for path in _of_entry(os.fspath(entry), storage_options or {})]
    return list(dict.fromkeys(found))


def absolute(path: str) -> str:
    """Returns the absolute path; URLs unchanged."""
    return path if "://" in path else os.path.abspath(path)


def shares(sizes: Sequence[int], count: int) -> list[int]:
    """Returns how many of at least ``count`` parts each file gets: in proportion to its size, and at least one."""
    total = sum(sizes)
    return [max(1, -(-count * size // total)) if total else 1 for size in sizes]


def size_of(path: str, storage_options: dict[str, Any] | None = None) -> int:
    """Returns the size of a file in bytes."""
    if "://" not in path:
        return os.path.getsize(path)
    from .remote import file_system

    system, place = file_system(path, storage_options or {})
    return int(system.size(place))


def _of_entry(entry: str, options: dict[str, Any]) -> list[str]:
    if "://" in entry:
        return _of_url(entry, options)
    if os.path.exists(entry) and not os.path.isdir(entry):
        return [entry]
    if os.path.isdir(entry):
        found = sorted(str(path) for path in Path(entry).rglob("*.plypack"))
    elif glob.has_magic(entry):
        found = sorted(glob.glob(entry, recursive=True))
    else:
        raise FileNotFoundError(f"there is no file {entry}")
    return _some(found, entry)


def _of_url(url: str, options: dict[str, Any]) -> list[str]:
    # The query of a URL may contain any characters.
    address = url.split("?")[0]
    is_folder = address.endswith("/")
    if not is_folder and not glob.has_magic(address):
        return [url]
    from .remote import file_system

    system, path = file_system(url, options)
    found = [name for name in system.find(path) if name.endswith(".plypack")] if is_folder else system.glob(path)
    return _some(sorted(system.unstrip_protocol(name) for name in found), url)


def _some(found: list[str], entry: str) -> list[str]:
    if not found:
        raise FileNotFoundError(f"there is no .plypack file in {entry}")
    return found
