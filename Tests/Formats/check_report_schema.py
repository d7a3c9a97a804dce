#!/usr/bin/env python3
"""Checks reports/schema/report-2.schema.json: by docs/contract.md, section 7, whose keys it has in their order, and by
reports, which keep to it, and would not with one key more or one key less anywhere.

    check_report_schema.py REPORT.json...
"""

import copy
import json
import pathlib
import re
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The keys are data there, not the format's.
MAPS = {"population.by_relay_domain"}


def contract():
    """The keys of section 7, nested, as the page has them."""
    page = (ROOT / "docs/contract.md").read_text(encoding="utf-8")
    block = page.split("\n## 7. ")[1].split("```\n")[1]
    entries = re.split(r"\n(?=\w)", block.rstrip("\n"))
    return {key: shape(rest) for key, rest in (entry.split(None, 1) for entry in entries)}


def shape(text):
    """The keys of the first object in a text such as `[{a, b: {c}}]`; None where it has none."""
    begin = text.find("{")
    if begin < 0:
        return None
    depth, item, items = 0, "", []
    for character in text[begin + 1 :]:
        if character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
        if depth < 0:
            break
        if character == "," and depth == 0:
            items.append(item)
            item = ""
        else:
            item += character
    items.append(item)
    return {name.strip(): shape(rest) for name, _, rest in (item.partition(":") for item in items)}


# What reports of before do not have: written again, they keep their bytes.
OPTIONAL = {"waivers": {"rule", "uid", "object", "line"}}


def resolve(schema, part):
    while True:
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rsplit("/", 1)[1]]
        elif "anyOf" in part:
            part = next(one for one in part["anyOf"] if one.get("type") != "null")
        elif part.get("type") == "array":
            part = part["items"]
        else:
            return part


def compare(schema, part, keys, place):
    part = resolve(schema, part)
    if place in MAPS:
        return
    if keys is None:
        # The page does not say again what an object of this name has.
        assert "properties" not in part or place in {"findings.waiver", "rules.reasons.counts"}, place
        return
    assert list(part["properties"]) == list(keys), f"{place}: {list(part['properties'])} is not {list(keys)}"
    required = [key for key in keys if key not in OPTIONAL.get(place, ())]
    assert part["required"] == required and part["additionalProperties"] is False, place
    for key, below in keys.items():
        compare(schema, part["properties"][key], below, f"{place}.{key}".lstrip("."))


def objects(value, place=()):
    """Each object of a report, by the way to it."""
    if isinstance(value, dict):
        if ".".join(key for key in place if isinstance(key, str)) not in MAPS:
            yield place
        for key, one in value.items():
            yield from objects(one, (*place, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from objects(one, (*place, index))


def at(value, place):
    for key in place:
        value = value[key]
    return value


def check(schema, validator, path):
    report = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    error = next(validator.iter_errors(report), None)
    assert error is None, f"{path}: {error.json_path}: {error.message}"
    # Of each list one of a kind is enough.
    small = copy.deepcopy(report)
    for key in ["sources", "coverage", "rules", "findings", "requirements", "waivers", "trend"]:
        small[key] = small[key][:2]
    for rule in small["rules"]:
        rule["reasons"] = rule["reasons"][:1]
    small["flagged"]["shown"] = small["flagged"]["shown"][:1]
    changes = 0
    for place in objects(small):
        for key in at(small, place):
            changed = copy.deepcopy(small)
            del at(changed, place)[key]
            assert not validator.is_valid(changed), f"{path}: keeps to it without {key} at {place}"
            changes += 1
        changed = copy.deepcopy(small)
        at(changed, place)["another"] = None
        assert not validator.is_valid(changed), f"{path}: keeps to it with another key at {place}"
    return changes


schema = json.loads((ROOT / "reports/schema/report-2.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
compare(schema, schema, contract(), "")
validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
changes = sum(check(schema, validator, path) for path in sys.argv[1:])
print(f"{len(sys.argv) - 1} reports keep to the schema, and {changes} with a key less do not")
