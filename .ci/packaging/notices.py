"""Prints the licences of the crates that are linked into a package, with the notices that copies must keep:

    python3 .ci/packaging/notices.py PACKAGE [ARGUMENTS OF cargo metadata ...]
"""

import json
import subprocess
import sys
from pathlib import Path

RULE = "-" * 72


def metadata(arguments):
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def linked(graph, name):
    """The packages of others that are in what is built of a package, sorted: no macros, no build scripts, no tests."""
    packages = {package["id"]: package for package in graph["packages"]}
    nodes = {node["id"]: node for node in graph["resolve"]["nodes"]}
    found, waiting = set(), [next(key for key, package in packages.items() if package["name"] == name)]
    while waiting:
        key = waiting.pop()
        if key in found or is_macro(packages[key]):
            continue
        found.add(key)
        waiting += [
            dependency["pkg"]
            for dependency in nodes[key]["deps"]
            if any(kind["kind"] is None for kind in dependency["dep_kinds"])
        ]
    others = [packages[key] for key in found if packages[key]["source"]]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def is_macro(package):
    return any("proc-macro" in target["kind"] for target in package["targets"])


def texts(package):
    """The texts of the licences of a package, and of libraries in other languages in it; of a choice with MIT that one."""
    folder = Path(package["manifest_path"]).parent
    names = ("LICEN[CS]E*", "COPYING*", "NOTICE*", "UNLICENSE*", "*/LICEN[CS]E*")
    files = sorted(path for name in names for path in folder.glob(name) if path.is_file())
    chosen = [path for path in files if "MIT" in path.name.upper() or path.name.startswith("NOTICE")]
    is_choice = " OR " in package["license"].replace("/", " OR ")
    return [path.read_text(encoding="utf-8").strip() for path in (chosen if chosen and is_choice else files)]


def main(name, *arguments):
    packages = linked(metadata(arguments), name)
    print("This is plypack, MIT OR Apache-2.0, with the standard library of Rust (MIT OR Apache-2.0,")
    print("copyright The Rust Project Contributors), and these packages:\n")
    users = {}
    for package in packages:
        label = f"{package['name']} {package['version']}"
        print(f"{label} ({package['license']})")
        for text in texts(package):
            users.setdefault(text, []).append(label)
    for text, labels in users.items():
        print(f"\n{RULE}\n{', '.join(labels)}\n\n{text}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
