"""The Python implementation in this process: as it is, and with a fault."""

import ast
import functools
import importlib.abc
import importlib.util
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "conformance/python/plypack"
ADAPTER = ROOT / "conformance/adapters/python/main.py"
sys.path[:0] = [str(ROOT / "conformance/runner"), str(ADAPTER.parent)]

import main as adapter  # noqa: E402  as it is; what `checks` has files read with
import suite  # noqa: E402
from implementation import SKIPPED, Broken  # noqa: E402

GREETING = adapter.greeting()


def modules():
    """The names of the package's modules, and their files."""
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        yield name.removesuffix(".__init__"), path


def full_name(module):
    return "plypack" if module == "__init__" else f"plypack.{module}"


@functools.lru_cache(maxsize=None)
def imports():
    """The imports of each module."""
    names = {module for module, _ in modules()}
    return {module: set(_imported(path, "codecs" if "codecs" in path.parts else "", names)) for module, path in modules()}


def _imported(path, folder, names):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            package = folder if node.level == 1 else ""
            for parts in ([node.module], *([node.module, name.name] for name in node.names)):
                yield from {".".join(filter(None, [package, *parts]))} & names


def with_importers(chosen):
    """These modules and all modules that import them, directly or indirectly."""
    more = {module for module, imported in imports().items() if imported & chosen} | chosen
    return more if more == chosen else with_importers(more)


class InProcess:
    """An implementation that answers in this process. An exception counts as a crash."""

    greeting = GREETING

    def __init__(self, module=adapter):
        self.module = module

    def ask(self, requests):
        return [self._answer(request) for request in requests]

    def _answer(self, request):
        if request["op"] not in self.greeting["ops"] or request.get("codec", GREETING["codecs"][0]) not in GREETING["codecs"]:
            return SKIPPED
        try:
            return json.loads(json.dumps(self.module.answer({"id": 1, **request})))
        except Exception as error:
            raise Broken(f"it crashed: {type(error).__name__}: {error}") from error

    def excused(self, answer):
        return answer


class FromTrees(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Loads modules from syntax trees; the files and trees are given by name."""

    def __init__(self, trees):
        self.trees = {full_name(name): found for name, found in trees.items()}

    def find_spec(self, name, path, target=None):
        if name not in self.trees:
            return None
        file = self.trees[name][0]
        is_package = file.name == "__init__.py"
        spec = importlib.util.spec_from_loader(name, self, origin=str(file), is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [str(file.parent)]
        return spec

    def get_source(self, name):
        return self.trees[name][0].read_text("utf-8")

    def get_code(self, name):
        file, tree = self.trees[name]
        return compile(ast.fix_missing_locations(tree), str(file), "exec")


def with_trees(trees):
    """The implementation with other trees for some modules, which are loaded again with all modules that import them.
    The implementation loaded before still works, for `checks`."""
    for module in with_importers(set(trees)):
        sys.modules.pop(full_name(module), None)
    sys.meta_path.insert(0, FromTrees(trees))
    spec = importlib.util.spec_from_file_location("faulty_adapter", ADAPTER)
    faulty = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(faulty)
    return InProcess(faulty)


# Each of these vectors takes seconds: codes of tight, whose modules get no faults (places.LEFT_OUT), and long games.
# The run leaves these vectors out, so a fault that only they detect survives.
SLOW = ("codecs/tight", "samples/written/tight", "container/long-games")


def all_vectors():
    return [vector for vector in suite.asked() if not vector["id"].startswith(SLOW)]
