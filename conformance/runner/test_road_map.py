"""Tests of the road map: python3 conformance/runner/test_road_map.py.

The second implementation shows which chapters a vector needs: only its modules for chapters up to the step of the vector may run.
"""

import sys
import unittest
from pathlib import Path

import checks
import road_map
import second
import suite
from features import Table

MODULES = suite.FOLDER / "python/plypack"
SMALL = suite.FOLDER / "adapters/small"

# Modules whose chapter a reader can leave out, with the keys of their steps. A codec is its own key.
CHAPTERS = {
    "index": "index", "mixing": "values", "value_streams": "values", "range_coder": "range-coder", "ranking": "ranking", "search": "search",
}
# A reader of any file needs these functions.
OF_ALL_FILES = {("index", "header_at")}

REQUESTS = {"decode-file": "read", "recover-file": "recover", "append-file": "append", "tags-of-file": "tags"}


def functions_of(vector):
    """The answer of the implementation to a vector of files, and the functions that ran for it, as module and name."""
    codes = set()

    def note(frame, event, _):
        if event == "call":
            codes.add(frame.f_code)

    request = {"op": REQUESTS[vector["op"]], "input": suite.input_of(vector), "games": [checks.ONE_MORE]}
    sys.setprofile(note)
    try:
        answer = second.answer(request)
    finally:
        sys.setprofile(None)
    return answer, {(module_of(code), code.co_name) for code in codes if code.co_filename.startswith(str(MODULES))}


def module_of(code):
    return Path(code.co_filename).relative_to(MODULES).with_suffix("").as_posix()


def keys_of(answer, functions):
    """The keys of the steps that explain these functions."""
    for module, name in functions - OF_ALL_FILES:
        if module.startswith("codecs/") and name == "decode":
            yield module.replace("_", "-")
        elif module in CHAPTERS:
            yield CHAPTERS[module]
    if any(game and game["tokens"] for game in answer.get("games", [])):
        yield "annotations"


class RoadMap(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        second.answer({"op": "crc32c", "input": ""})  # imports all modules

    def test_no_file_needs_a_later_step(self):
        """Tags of files need no codec, except final positions (tags.10)."""
        asked = [vector for vector in suite.asked() if vector["op"] in REQUESTS]
        self.assertGreater(len(asked), 300)
        for vector in asked:
            steps = {key: road_map.NUMBER_OF_KEY.get(key, 0) for key in keys_of(*functions_of(vector))}
            late = [key for key, number in steps.items() if number > road_map.number_of(vector)]
            self.assertEqual(late, [], f"{vector['id']} of step {road_map.number_of(vector)}")

    def test_lines_come_with_their_codec(self):
        for vector in suite.vectors():
            if "codec" in vector and suite.chapter_of(vector).startswith("codecs/"):
                own = road_map.NUMBER_OF_KEY[f"codecs/{vector['codec']}"]
                self.assertEqual(road_map.number_of(vector), own, vector["id"])

    def test_every_step_has_vectors_and_chapters(self):
        for number, step, count in road_map.rows():
            self.assertGreater(count, 0, step.name)
            for chapter in step.chapters:
                self.assertTrue((suite.SPEC / road_map.chapter_file(chapter)).is_file(), chapter)
            self.assertEqual(list(road_map.chosen(str(number))), [number])

    def test_wrong_steps_are_refused(self):
        for text in ("0", "99", "2-1", "wire", "1-99", ""):
            with self.assertRaises(suite.WrongUse):
                road_map.chosen(text)


class Features(unittest.TestCase):
    def test_cells_tell_passed_from_failed_and_skipped(self):
        lines = [vector for vector in suite.vectors() if vector["op"] == "line" and vector["codec"] == "byte"][:3]
        table = Table()
        table.add(lines[0], {"reads", "writes"}, None)
        self.assertEqual([table.cell("core", column) for column in ("reads", "writes", "imports")], ["yes", "yes", "-"])
        table.add(lines[1], {"reads"}, None)
        self.assertEqual([table.cell("core", column) for column in ("reads", "writes")], ["yes", "1 of 2"])
        table.add(lines[2], {"reads"}, "reads")
        self.assertEqual([table.cell("core", column) for column in ("reads", "writes")], ["1 of 3 FAIL", "1 of 3"])


class SmallAdapters(unittest.TestCase):
    def test_they_stay_small(self):
        """The road map begins with programs of fewer than 150 lines."""
        sources = [path for path in SMALL.iterdir() if path.suffix in (".c", ".py", ".mjs")]
        self.assertGreaterEqual(len(sources), 3)
        for path in sources:
            self.assertLess(len(path.read_text("utf-8").splitlines()), 150, path.name)


if __name__ == "__main__":
    unittest.main()
