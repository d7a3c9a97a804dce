#!/usr/bin/env python3
"""Checks statement.json in each folder: by in-toto's own reader, by the files that it names, and by report.json.

    check_statement.py FOLDER...
"""

import hashlib
import json
import pathlib
import sys

import google.protobuf.json_format as json_format
from in_toto_attestation.predicates.test_result.v0 import test_result_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.resource_descriptor import ResourceDescriptor
from in_toto_attestation.v1.statement import Statement


def check(folder):
    folder = pathlib.Path(folder)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    text = (folder / "statement.json").read_text(encoding="utf-8")
    # Neither reader takes a key that the specification does not have.
    statement = json_format.Parse(text, statement_pb2.Statement())
    Statement.copy_from_pb(statement).validate()
    assert statement.predicate_type == "https://in-toto.io/attestation/test-result/v0.1"
    predicate = json.loads(text)["predicate"]
    result = json_format.ParseDict(predicate, test_result_pb2.TestResult())
    for descriptor in result.configuration:
        ResourceDescriptor.copy_from_pb(descriptor).validate()

    names = [subject.name for subject in statement.subject]
    assert len(set(names)) == len(names), "names are unique"
    roles = {subject.name: subject.annotations["role"] for subject in statement.subject}
    reports = {subject.name: subject.digest["sha256"] for subject in statement.subject if roles[subject.name] == "report"}
    files = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.is_file() and file.name != "statement.json"
    }
    assert reports == files, "every file beside it, as it is"
    digests = {subject.digest["sha256"] for subject in statement.subject if roles[subject.name] == "source"}
    assert digests == {source["sha256"] for source in report["sources"]}

    gate = report["gate"]
    assert result.result in {"pass": ["PASSED", "WARNED"]}.get(gate["outcome"], ["FAILED"]), result.result
    listed = [*result.passed_tests, *result.warned_tests, *result.failed_tests]
    assert sorted(listed) == sorted(rule["id"] for rule in report["rules"]), "every rule, once"
    failing = {one["rule"] for one in report["findings"] if one["verdict"] == "fail" and one["waiver"] is None}
    assert set(result.failed_tests) == failing
    assert all(rule["evaluated"] for rule in report["rules"] if rule["id"] in result.passed_tests)
    parts = {part.name: part for part in result.configuration}
    assert parts["configuration"].digest["sha256"] == report["run"]["config_sha256"]
    assert parts["rules"].digest["sha256"] == report["run"]["rules_sha256"]
    assert parts["configuration"].annotations["failing"] == gate["failing"]
    ledger = report.get("ledger")
    assert ("ledger" in parts) == (ledger is not None)
    if ledger:
        assert f"{ledger['number']}:{parts['ledger'].digest['sha256']}" == ledger["head"]
    print(f"{folder}: a statement over {len(files)} reports and {len(digests)} sources keeps to in-toto")


for name in sys.argv[1:]:
    check(name)
