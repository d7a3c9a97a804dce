#!/usr/bin/env python3
"""Checks oscal-ar.json in each folder: by OSCAL's own model, which compliance-trestle generates from the schema, and by
report.json.

    check_oscal.py FOLDER...
"""

import json
import pathlib
import sys
import uuid

from trestle.oscal.assessment_results import AssessmentResults


def properties(item):
    return {one["name"]: one["value"] for one in item.get("props", [])}


def strings(value):
    if isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def check(folder):
    folder = pathlib.Path(folder)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    path = folder / "oscal-ar.json"
    assert AssessmentResults.oscal_read(path) is not None
    document = json.loads(path.read_text(encoding="utf-8"))["assessment-results"]

    resources = {one["uuid"]: one for one in document["back-matter"]["resources"]}
    references = {text[1:] for text in strings(document) if text.startswith("#")}
    assert references <= resources.keys(), "every reference leads somewhere"
    assert {"#" + name for name in resources} >= {document["import-ap"]["href"]}
    [result] = document["results"]
    observations = {one["uuid"]: one for one in result.get("observations", [])}
    findings = result.get("findings", [])
    names = [document["uuid"], result["uuid"], *resources, *observations, *(one["uuid"] for one in findings)]
    assert len(set(names)) == len(names), "names are unique"
    assert all(uuid.UUID(name).version == 5 for name in names), "names follow from what they name"

    totals = properties(result)
    assert totals.get("ledger-head") == (report.get("ledger") or {}).get("head")
    gate = report["gate"]
    assert totals["outcome"] == gate["outcome"] and int(totals["failing"]) == gate["failing"]
    assert int(totals["findings"]) == len(report["findings"])
    shown = report["findings"][: int(totals["observations-shown"])]
    assert [properties(one)["finding"] for one in observations.values()] == [one["id"] for one in shown]
    if len(shown) < len(report["findings"]):
        assert f"Of {len(report['findings']):,} findings the worst {len(shown):,} are listed" in result["remarks"]
    for limit in report.get("limits", []):
        assert limit["text"] in result["remarks"]
    for verdict in ["fail", "inconclusive", "pending", "manual"]:
        found = sum(one["verdict"] == verdict and one["waiver"] is None for one in report["findings"])
        assert int(totals[verdict]) == found, verdict
    assert int(totals["waived"]) == sum(one["waiver"] is not None for one in report["findings"])

    assert len(findings) == len(report["rules"])
    related = set()
    for finding, rule in zip(findings, report["rules"]):
        counts = rule["counts"]
        assert properties(finding)["rule"] == rule["id"]
        assert {name: int(properties(finding)[name]) for name in counts} == counts
        is_met = rule["evaluated"] and not (counts["fail"] or counts["inconclusive"] or counts["waived"])
        assert finding["target"]["status"]["state"] == ("satisfied" if is_met else "not-satisfied"), rule["id"]
        mine = [one["observation-uuid"] for one in finding.get("related-observations", [])]
        assert [properties(observations[one])["rule"] for one in mine] == [rule["id"]] * len(mine)
        related.update(mine)
    assert related == set(observations), "every observation belongs to a finding"

    states = {}
    for selection in result["reviewed-controls"]["control-selections"]:
        for one in selection.get("props", []):
            states[one["class"]] = one["value"]
    for requirement in report.get("requirements", []):
        token = requirement["id"].replace("/", ".").replace("(", ".").replace(")", ".").replace("..", ".").strip(".")
        assert states.get(token) == (requirement["state"] if requirement["rules"] else None), requirement["id"]
    hashes = {one["rlinks"][0]["hashes"][0]["value"] for one in resources.values() if "rlinks" in one}
    assert hashes == {source["sha256"] for source in report["sources"]}
    print(f"{folder}: {len(observations)} observations and {len(findings)} findings keep to OSCAL")


for name in sys.argv[1:]:
    check(name)
