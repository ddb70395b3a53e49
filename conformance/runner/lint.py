"""Checks the suite itself: files against schemas, vectors against the rules of the spec, and rules against the vectors."""

import json
import re

import json_schema
import manifest
import road_map
import suite
from checks import CHECKS

RULE = re.compile(r"^\*\*\[([a-z0-9-]+\.\d+)\]\*\*", re.MULTILINE)
CITED = re.compile(r"\b([a-z0-9-]+)\.(\d+)(?:`? to `?(?:([a-z0-9-]+)\.)?(\d+))?\b")  # annotations.4, annotations.2 to annotations.6
ERROR_ROW = re.compile(r"^\| \d{3} \| `([A-Z_]+)` \|", re.MULTILINE)
UNTESTED = suite.FOLDER / "untested-rules.txt"
EXAMPLE = re.compile(r"^(?:> |< )(\{.*\})$", re.MULTILINE)


def complaints():
    """All complaints, one per line."""
    vectors = suite.vectors()
    checks = (schemas(), ids(vectors), results(vectors), rules(vectors), sources(), error_codes(vectors), protocol())
    return [complaint for check in checks for complaint in check]


def schemas():
    vector_schema = suite.read_json(suite.FOLDER / "schema/vectors.schema.json")
    for path in suite.files():
        file, name = suite.read_json(path), path.relative_to(suite.FOLDER).as_posix()
        yield from (f"{name}: {what}" for what in json_schema.violations(vector_schema, file))
        if name != f"vectors/{file['chapter']}.json":
            yield f"{name}: is the chapter {file['chapter']}"
        if file["count"] != len(file["tests"]):
            yield f"{name}: count is wrong"
    written = suite.read_json(manifest.PATH)
    yield from (f"manifest.json: {what}" for what in json_schema.violations(suite.read_json(suite.FOLDER / "schema/manifest.schema.json"), written))
    if written != manifest.current():
        yield "manifest.json is old: python3 conformance/runner manifest"
    if road_map.PAGE.read_text("utf-8") != road_map.page():
        yield "ROADMAP.md is old: python3 conformance/runner manifest"


def ids(vectors):
    seen = set()
    for vector in vectors:
        if vector["id"] in seen:
            yield f"{vector['id']}: duplicate id"
        seen.add(vector["id"])
    for path in suite.files():
        file = suite.read_json(path)
        yield from (f"{v['id']}: is in {file['chapter']}" for v in file["tests"] if suite.chapter_of(v) != file["chapter"])


def results(vectors):
    """Result, error and expected outputs are consistent; a bad vector differs from a good one."""
    good = {vector["id"]: vector for vector in vectors if vector["result"] == "valid"}
    for vector in vectors:
        group = vector.get("error", {}).get("class")
        wanted = "valid" if group is None else "unsupported" if group == "unsupported" else "invalid"
        if vector["result"] != wanted or ("expect" in vector) != (group is None):
            yield f"{vector['id']}: result, error and expect are inconsistent"
        source = vector.get("from")
        if source and (source not in good or suite.input_of(good[source]) == suite.input_of(vector)):
            yield f"{vector['id']}: does not differ from a good {source}"
        if vector["op"] not in CHECKS:
            yield f"{vector['id']}: the runner does not know {vector['op']}"


def spec_texts():
    return {path: path.read_text("utf-8") for path in sorted(suite.SPEC.rglob("*.md"))}


def defined_rules():
    """All rules in the order of the spec. A rule that is defined twice appears twice."""
    return [rule for text in spec_texts().values() for rule in RULE.findall(text)]


def untested_rules():
    """The rules that no vector can test, with the reasons. `pgn.*` stands for all rules of a chapter."""
    lines = (line for line in UNTESTED.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    found = {}
    for rule, _, reason in (line.partition(" ") for line in lines):
        chapter = rule.removesuffix("*")
        names = [r for r in defined_rules() if r.startswith(chapter)] if rule.endswith(".*") else [rule]
        found.update(dict.fromkeys(names or [rule], reason))
    return found


def rules(vectors):
    """Every rule is defined once, and either has a vector or is listed as not testable."""
    defined, untested = defined_rules(), untested_rules()
    tested = {rule for vector in vectors for rule in vector["rules"]}
    yield from (f"{rule}: is defined twice" for rule in sorted(set(defined)) if defined.count(rule) > 1)
    yield from (f"{rule}: no vector tests it, and untested-rules.txt does not say why" for rule in dict.fromkeys(defined) if rule not in tested | untested.keys())
    yield from (f"{rule}: is in untested-rules.txt, but a vector tests it" for rule in untested if rule in tested)
    yield from (f"{rule}: is in untested-rules.txt without a reason" for rule, reason in untested.items() if not reason.strip())
    yield from (f"{rule}: is in untested-rules.txt, but not in the spec" for rule in untested if rule not in defined)
    for vector in vectors:
        yield from (f"{vector['id']}: there is no rule {rule}" for rule in vector["rules"] if rule not in defined)
        if not vector["rules"]:
            yield f"{vector['id']}: names no rule"


def cited(text):
    """The rules that a text cites, alone or as a range."""
    for chapter, first, last_chapter, last in CITED.findall(text):
        end = int(last) if last and last_chapter == chapter else int(first)
        yield from (f"{chapter}.{number}" for number in range(int(first), end + 1))


def sources():
    """Code and chapters cite rules that exist; the code cites every rule that can be tested."""
    if not suite.SOURCES.is_dir():
        return  # a suite without the reference implementation
    defined, untested = set(defined_rules()), untested_rules()
    chapters = {rule.rpartition(".")[0] for rule in defined}
    texts = {path: path.read_text("utf-8") for path in sorted(suite.SOURCES.rglob("*.rs"))}
    in_code = set()
    for path, text in {**texts, **spec_texts()}.items():
        here = {rule for rule in cited(text) if rule.rpartition(".")[0] in chapters}
        yield from (f"{path.name}: cites {rule}, which does not exist" for rule in sorted(here - defined))
        in_code |= here if path in texts else set()
    yield from (f"{rule}: no code in src cites it" for rule in sorted(defined - in_code - untested.keys()))


def error_codes(vectors):
    """Every code of limits.13 has a vector that expects it."""
    codes = ERROR_ROW.findall((suite.SPEC / "limits.md").read_text("utf-8"))
    seen = {vector["error"]["code"] for vector in vectors if "error" in vector}
    yield from (f"{code}: no vector expects it" for code in codes if code not in seen)


def protocol():
    """The examples of PROTOCOL.md follow its schema."""
    schema = suite.read_json(suite.FOLDER / "schema/protocol.schema.json")
    for example in EXAMPLE.findall((suite.FOLDER / "PROTOCOL.md").read_text("utf-8")):
        yield from (f"PROTOCOL.md: {example}: {what}" for what in json_schema.violations(schema, json.loads(example)))
