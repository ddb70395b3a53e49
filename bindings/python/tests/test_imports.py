"""Modules of the package import from lower modules only, types and imports in functions included: there is no cycle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import plypack

MODULES = {path.stem: path for path in Path(plypack.__file__).parent.glob("*.py")}


def imported(path):
    """The modules of the package that a module imports; ``__init__`` for other names of the package."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name if "." in alias.name else f"{alias.name}.__init__" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module not in (None, "plypack"):
            names = ["plypack." * node.level + node.module]
        elif isinstance(node, ast.ImportFrom):
            names = [f"plypack.{alias.name}" if alias.name in MODULES else "plypack.__init__" for alias in node.names]
        else:
            continue
        yield from (name.removeprefix("plypack.") for name in names if name.startswith("plypack."))


def test_modules_import_in_no_cycle():
    graph = {name: set(imported(path)) for name, path in MODULES.items()}
    assert "drawing" in graph["game"] and "to_chess" in graph["game"] and "moves" in graph["to_chess"]
    TopologicalSorter(graph).prepare()  # Raises CycleError with the modules of a cycle.
