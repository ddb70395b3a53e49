"""The form of a vector file, and writing it."""

import json
import pathlib
import re

VECTORS = pathlib.Path(__file__).resolve().parents[2] / "conformance" / "vectors"

CLASSES = {
    "INVALID_ARGUMENT": "caller", "ILLEGAL_MOVE": "caller", "ILLEGAL_POSITION": "caller",
    "INVALID_MOVE_TEXT": "caller", "INVALID_GAME": "caller",
    "NOT_PLYPACK": "malformed", "TRUNCATED": "malformed", "HEADER_MALFORMED": "malformed",
    "BLOCK_MALFORMED": "malformed", "SECTION_MALFORMED": "malformed", "VARINT_MALFORMED": "malformed",
    "FOOTER_MISSING": "malformed", "FOOTER_MALFORMED": "malformed", "MOVE_MALFORMED": "malformed",
    "TRAILING_BYTES": "malformed", "TAGS_MALFORMED": "malformed", "ANNOTATION_MALFORMED": "malformed",
    "UNSUPPORTED_VERSION": "unsupported", "UNSUPPORTED_FEATURE": "unsupported",
    "UNSUPPORTED_SECTION": "unsupported", "UNSUPPORTED_CODEC": "unsupported",
    "UNSUPPORTED_ENCODING": "unsupported", "UNSUPPORTED_MODEL": "unsupported", "LIMIT_EXCEEDED": "limit",
    "CHECKSUM_HEADER": "checksum", "CHECKSUM_BLOCK": "checksum", "CHECKSUM_SECTION": "checksum",
    "CHECKSUM_FOOTER": "checksum",
}


class Chapter:
    """The vectors of one chapter of the specification."""

    def __init__(self, name):
        self.name = name
        self.tests = []

    def add(self, name, title, rules, op, *, error=None, at=None, **fields):
        """Adds a vector. Its result follows from the code `error`; without an error the vector is valid."""
        test = {"id": f"{self.name}/{name}", "title": title, "rules": rules.split(), "op": op}
        test.update((key, value) for key, value in fields.items() if value is not None)
        if error is None:
            test["result"] = "valid"
        else:
            group = CLASSES[error]
            test["result"] = "unsupported" if group == "unsupported" else "invalid"
            test["error"] = {"class": group, "code": error} | ({} if at is None else {"at": at})
        self.tests.append(test)

    def save(self):
        """Writes the file with one key per line."""
        ids = [test["id"] for test in self.tests]
        assert len(set(ids)) == len(ids), f"ids are unique: {sorted(i for i in set(ids) if ids.count(i) > 1)}"
        header = {"schema": "vectors-1", "chapter": self.name, "count": len(self.tests)}
        lines = ["{"]
        lines += [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in header.items()]
        tests = [",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in t.items()) for t in self.tests]
        lines.append('"tests": [\n {\n' + "\n },\n {\n".join(tests) + "\n }\n]\n}\n")
        path = VECTORS / f"{self.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), encoding="utf-8")
        print(f"{self.name}: {len(self.tests)} vectors")


def hexed(data):
    """Bytes as hex; a byte that repeats 32 times or more as in `00 x 448`."""
    out = [data[m.start():m.end()].hex(" ") if m[1] is None else f"{m[1].hex()} x {len(m[0])}" for m in RUNS.finditer(data)]
    return " ".join(out)


RUNS = re.compile(rb"(?s)(.)\1{31,}|(?:(?!(.)\2{31}).)+")


def pieces(*pairs):
    """An annotated hex dump: pairs of bytes (or hex) and their meaning."""
    return [[hexed(data) if isinstance(data, bytes) else data, meaning] for data, meaning in pairs]


def tokens(text):
    """Tokens of annotations (annotations.3) from a text as in PGN: `2` plies, `$1` a NAG, `{a}` a comment, `(` and `)` a variation, `d2d4` and
    `0000` moves in it, `<a>` text that could not be parsed. A list stays."""
    if not isinstance(text, str):
        return text
    found = []
    for token in re.findall(r"\{[^}]*\}|<[^>]*>|[()]|\$\d+|\w+", text):
        if token[0] in "{<":
            found.append(("comment" if token[0] == "{" else "raw", token[1:-1]))
        elif token in ("(", ")"):
            found.append(("begin",) if token == "(" else ("end",))
        elif token[0] == "$":
            found.append(("nag", int(token[1:])))
        else:
            found.append(("plies", int(token)) if token.isdigit() and token != "0000" else ("move", token))
    return found
