"""manifest.json, which lists the files of the suite with checksums, and the page of the road map."""

import hashlib
import json
import re

import road_map
import suite

SUITE = "0.10.0"  # the version of the spec, and the number of the suite
PATH = suite.FOLDER / "manifest.json"


def spec_version():
    return re.search(r"version \*\*(\d+\.\d+)\*\*", (suite.SPEC / "README.md").read_text("utf-8"))[1]


def current():
    files = [
        {
            "path": path.relative_to(suite.FOLDER).as_posix(),
            "count": suite.read_json(path)["count"],
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        }
        for path in suite.files()
    ]
    return {
        "schema": "manifest-1", "suite": SUITE, "spec": spec_version(), "protocol": 1,
        "count": sum(file["count"] for file in files), "files": files,
        "steps": [
            {"step": number, "name": step.name, "part": step.part, "count": count, "now": step.now} for number, step, count in road_map.rows()
        ],
    }


def write():
    PATH.write_text(json.dumps(current(), indent=2) + "\n", "utf-8")
    road_map.PAGE.write_text(road_map.page(), "utf-8")
