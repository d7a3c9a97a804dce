#!/usr/bin/env python3
"""Checks configurations against the JSON Schema that `relay-audit config --json-schema` prints.

    check_configurations.py SCHEMA < cases.json

cases.json is {"valid": {NAME: DOCUMENT}, "invalid": {NAME: DOCUMENT}}. Each case that is not as it should be is a line.
"""

import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1], encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
cases = json.load(sys.stdin)
faults = 0
for name, document in cases["valid"].items():
    for error in validator.iter_errors(document):
        faults += 1
        print(f"{name}: {error.json_path}: {error.message}")
for name, document in cases["invalid"].items():
    if validator.is_valid(document):
        faults += 1
        print(f"{name}: passes, and should not")
print(f"{len(cases['valid'])} valid, {len(cases['invalid'])} invalid, {faults} not as they should be")
sys.exit(1 if faults else 0)
