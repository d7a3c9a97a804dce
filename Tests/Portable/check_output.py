#!/usr/bin/env python3
"""Checks what commands print as JSON against the schemas in reports/schema.

    check_output.py NAME=FILE...

NAME is that of a schema without its version, such as `history`. Each fault is a line.
"""

import json
import pathlib
import sys

import jsonschema
import referencing

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "reports" / "schema"

schemas = {file.name.removesuffix(".schema.json"): json.loads(file.read_text()) for file in FOLDER.glob("*.json")}
resources = [(schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values() if "$id" in schema]
registry = referencing.Registry().with_resources(resources)
for schema in schemas.values():
    jsonschema.Draft202012Validator.check_schema(schema)

faults = 0
for argument in sys.argv[1:]:
    name, file = argument.split("=", 1)
    validator = jsonschema.Draft202012Validator(schemas[name + "-1"], registry=registry)
    document = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    for error in validator.iter_errors(document):
        faults += 1
        print(f"{file}: {error.json_path}: {error.message}")
print(f"{len(sys.argv) - 1} documents, {faults} faults")
sys.exit(1 if faults else 0)
