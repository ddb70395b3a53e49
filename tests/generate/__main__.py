"""Writes the vectors: `python3 tests/generate`, or those of some modules: `python3 tests/generate wire tags`. Needs the package `chess`.

It is an implementation of the codecs and of the container of its own, written from the specification, so that the vectors do not come from
the library that they test. Some codes come from conformance/python; the modules that use them say so. `cargo test` reads the vectors only.
"""

import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "conformance" / "python"))

# Modules of chapters. Others have a chapter's name and a subject: their vectors are added by the module of the chapter.
CHAPTERS = (
    "codec bit_stream range_coder ranking codec_ranked codec_tight container versions wire tags annotations positions search index pgn limits mixing values"
)

for name in sys.argv[1:] or CHAPTERS.split():
    importlib.import_module(name).make()
