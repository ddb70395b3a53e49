"""Validates JSON against the subset of JSON Schema that the schemas here use. Other keywords are errors, so that no schema
requires more than is checked."""

import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}


def violations(schema, value, root=None, place="$"):
    """Violations of the schema, as `path: message`."""
    root = root or schema
    for keyword, rule in schema.items():
        if keyword == "$ref":
            yield from violations(resolve(root, rule), value, root, place)
        elif keyword == "properties" and isinstance(value, dict):
            for name in value.keys() & rule.keys():
                yield from violations(rule[name], value[name], root, f"{place}.{name}")
        elif keyword == "items" and isinstance(value, list):
            for index, item in enumerate(value):
                yield from violations(rule, item, root, f"{place}[{index}]")
        elif keyword == "anyOf":
            if all(any(violations(choice, value, root)) for choice in rule):
                yield f"{place}: matches none of the alternatives"
        elif not holds(schema, keyword, rule, value):
            yield f"{place}: {keyword} {rule} is violated"


def resolve(root, reference):
    for name in reference.removeprefix("#/").split("/"):
        root = root[name]
    return root


def holds(schema, keyword, rule, value):
    if keyword in ("$schema", "$defs", "title", "description", "properties", "items"):
        return True
    if keyword == "type":
        return isinstance(value, TYPES[rule]) and not (rule == "integer" and isinstance(value, bool))
    if keyword == "const":
        return value == rule
    if keyword == "enum":
        return value in rule
    if keyword == "required":
        return not isinstance(value, dict) or all(name in value for name in rule)
    if keyword == "additionalProperties":
        assert rule is False
        return not isinstance(value, dict) or value.keys() <= schema["properties"].keys()
    if keyword == "minimum":
        return not isinstance(value, int) or value >= rule
    if keyword in ("minItems", "maxItems"):
        return not isinstance(value, list) or (len(value) >= rule if keyword == "minItems" else len(value) <= rule)
    if keyword == "pattern":
        return not isinstance(value, str) or re.search(rule, value) is not None
    raise ValueError(f"the keyword {keyword} is not known")
