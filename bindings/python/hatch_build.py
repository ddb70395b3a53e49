"""Builds the C library, and what Python needs to call it: declarations that cffi makes of its header.

The wheel holds the very library that C programs link, so it fits every Python of the platform.
"""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = Path(__file__).resolve().parent / "src" / "plypack"
LIBRARY_NAMES = ("libplypack.so", "libplypack.dylib", "plypack.dll")


class LibraryBuildHook(BuildHookInterface):
    """Called by hatchling before it packs the wheel."""

    def initialize(self, version, build_data):
        library = built_library(self.app)
        # Not in place: programs that have loaded the old one would crash.
        new = PACKAGE / f".{library.name}.new"
        shutil.copyfile(library, new)
        new.replace(PACKAGE / library.name)
        make_declarations((ROOT / "include" / "plypack.h").read_text(encoding="utf-8"))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(library)}"
        notices = os.environ.get("PLYPACK_NOTICES")
        if notices:
            build_data["force_include"][notices] = "plypack/LICENSES.txt"


def built_library(app):
    """Returns the library of `cargo build`, or the one that PLYPACK_LIBRARY names.

    The release profile compiles faster than the profile clib, whose library is smaller; .ci/packaging/build makes its wheel of that.
    """
    given = os.environ.get("PLYPACK_LIBRARY")
    if given:
        return Path(given)
    version = re.search('(?m)^rust-version = "(.+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8")).group(1)
    needs = f"needs Rust {version} or newer (cargo) and a C compiler"
    command = ["cargo", "build", "--release", "--locked", "-p", "plypack-c"]
    app.display_info(f"plypack: {' '.join(command)} builds the C library; it {needs}")
    try:
        subprocess.run(command, cwd=ROOT, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"plypack: the C library was not built, which {needs}: {error}") from error
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    return next(folder / name for name in LIBRARY_NAMES if (folder / name).is_file())


def make_declarations(header):
    """Writes _declarations.py: importing it takes a hundredth of the time of parsing the header."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef(plain_c(header))
    ffi.set_source("plypack._declarations", None)
    ffi.compile(tmpdir=str(PACKAGE.parent))


def plain_c(header):
    """The header as cffi reads it: what C99 sees, without comments and macros that are no small numbers."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    lines, conditions = [], []
    for line in re.sub(r"\\\n", " ", text).splitlines():
        word = line.strip().split(" ")[0]
        if word.startswith("#if"):
            # No macro of C++ or of a later C is defined.
            conditions.append(word == "#ifndef")
        elif word == "#else":
            conditions[-1] = not conditions[-1]
        elif word == "#endif":
            conditions.pop()
        elif all(conditions) and (not word.startswith("#") or is_number(line)):
            lines.append(line)
    return "\n".join(lines).replace("PLYPACK_NODISCARD ", "")


def is_number(line):
    return re.fullmatch(r"#define \w+ \d+", line.strip()) is not None


def platform_tag(library):
    """manylinux with the newest glibc that the library asks for (PEP 600); elsewhere the platform as Python names it."""
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    versions = re.findall(rb"GLIBC_2\.(\d+)\b", library.read_bytes())
    if platform.startswith("linux_") and versions:
        return platform.replace("linux_", f"manylinux_2_{max(map(int, versions))}_", 1)
    return platform
