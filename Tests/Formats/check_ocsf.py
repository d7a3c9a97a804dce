#!/usr/bin/env python3
"""Checks ocsf.ndjson in each folder: every event by OCSF's schema of its version, and all of them by report.json.

    check_ocsf.py FOLDER...
"""

import collections
import json
import pathlib
import sys

import jsonschema
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema

VERDICTS = {"Fail": "fail", "Warning": "inconclusive", "Pending": "pending", "Manual": "manual"}


def validator():
    schema = OcsfJsonSchemaEmbedded(get_ocsf_schema(version="1.5.0")).get_class_schema("compliance_finding", profiles=[])
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def check(folder, validator):
    folder = pathlib.Path(folder)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    lines = (folder / "ocsf.ndjson").read_bytes().split(b"\n")
    assert lines.pop() == b"", "the last line ends"
    events = [json.loads(line) for line in lines]
    for event in events:
        assert event["metadata"]["version"] == "1.5.0"
        error = next(validator.iter_errors(event), None)
        assert error is None, f"{event['metadata']['uid']}: {error.json_path}: {error.message}"
    for event in events:
        assert event["type_uid"] == 200300 + event["activity_id"] and event["category_uid"] == 2
        assert 0 < event["severity_id"] < 6 or event["metadata"]["event_code"] == "resolved"
        assert event["time"] > 1_000_000_000_000, "milliseconds"
    assert len({event["metadata"]["uid"] for event in events}) == len(events), "events have names of their own"

    kinds = collections.defaultdict(list)
    for event in events:
        kinds[event["metadata"]["event_code"]].append(event)
    assert events[0]["metadata"]["event_code"] == "run" and len(kinds["run"]) == 1
    assert [event["finding_info"]["uid"] for event in kinds["finding"]] == [f["id"] for f in report["findings"]]
    for event, finding in zip(kinds["finding"], report["findings"]):
        assert event["compliance"]["control"] == finding["rule"]
        assert VERDICTS[event["compliance"]["status"]] == finding["verdict"]
        assert event["status"] == ("Suppressed" if finding["waiver"] else "New")
        assert event["activity_name"] == ("Create" if finding["state"] == "new" else "Update")
        assert event["severity"].lower() == finding["severity"]
        subject = finding["subject"]
        if subject["uid"]:
            assert event["resources"][0]["uid"] == subject["uid"]
        assert len(event.get("evidences", [])) == len(finding["evidence"])
    assert [event["finding_info"]["uid"] for event in kinds["resolved"]] == [r["id"] for r in report["resolved"]]
    missing = [rule["id"] for rule in report["rules"] if not rule["evaluated"]]
    assert [event["compliance"]["control"] for event in kinds["not-evaluated"]] == missing
    assert all(event["compliance"]["status"] == "Warning" for event in kinds["not-evaluated"])

    run, gate = events[0], report["gate"]
    status = {"pass": "Pass", "fail": "Fail", "incomplete": "Warning"}[gate["outcome"]]
    assert run["compliance"]["status"] == status and run["count"] == len(report["findings"])
    totals = run["unmapped"]
    assert totals["ledger"] == ((report.get("ledger") or {}).get("head"))
    assert totals["failing"] == gate["failing"] and totals["exit_status"] == gate["exit_status"]
    for verdict in VERDICTS.values():
        found = sum(f["verdict"] == verdict and f["waiver"] is None for f in report["findings"])
        assert totals[verdict] == found, verdict
    assert totals["waived"] == sum(f["waiver"] is not None for f in report["findings"])
    print(f"{folder}: {len(events)} events keep to OCSF 1.5.0")


checker = validator()
for name in sys.argv[1:]:
    check(name, checker)
