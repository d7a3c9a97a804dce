"""Holds the report formats against their schemas and readers, and against the counts of report.json.

    check_formats.py FOLDER...

Each folder has one report in all formats. Prints a line for each; what is wrong is a line too, and ends with 1.
Needs xmllint, and the packages of Tests/requirements.txt.
"""

import collections
import csv
import html.parser
import io
import json
import pathlib
import re
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree

import cmarkgfm
import jsonschema
import prometheus_client.parser

SCHEMAS = pathlib.Path(__file__).resolve().parent / "Schemas"
SEVERITIES = ["low", "medium", "high", "critical"]
VERDICTS = ["fail", "inconclusive", "pending", "manual", "waived"]
CSV_COLUMNS = (
    "id,rule,severity,verdict,reason,state,uid,object,due_at,first_seen,waived_by,message,remediation,evidence"
).split(",")


class Report:
    """What report.json says."""

    def __init__(self, folder):
        self.folder = folder
        self.json = json.loads(self.bytes("report.json"))
        self.findings = self.json["findings"]
        self.counts = collections.Counter(
            (finding["severity"], "waived" if finding["waiver"] else finding["verdict"]) for finding in self.findings)

    def bytes(self, name):
        return (self.folder / name).read_bytes()

    def text(self, name):
        return self.bytes(name).decode("utf-8")

    def total(self, verdict):
        return sum(self.counts[severity, verdict] for severity in SEVERITIES)


# --- CSV -------------------------------------------------------------------------------------------------------------


def check_csv(report):
    text = report.text("findings.csv")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    expect(rows[0] == CSV_COLUMNS, "the columns", rows[0])
    expect(text.endswith("\r\n"), "the last row has no end")
    table = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    expect(len(table) == len(report.findings), "rows", len(table), len(report.findings))
    for row, finding in zip(table, report.findings):
        for column in ["id", "rule", "severity", "verdict", "reason", "state"]:
            expect(unguarded(row[column]) == shown(finding[column]), column, row, finding)
        for column in ["due_at", "first_seen"]:
            expect(row[column] == (finding[column] or ""), column, row)
        expect(unguarded(row["uid"]) == shown(finding["subject"]["uid"]), "uid", row)
        expect(bool(row["waived_by"]) == bool(finding["waiver"]), "waived_by", row)
        for cell in row.values():
            expect(not begins_formula(cell), "a cell begins a formula", cell)
    counts = collections.Counter(
        (row["severity"], "waived" if row["waived_by"] else row["verdict"]) for row in table)
    expect(counts == report.counts, "counts", counts, report.counts)


def shown(text):
    return (text or "").replace("\0", "\N{REPLACEMENT CHARACTER}")


def unguarded(cell):
    return cell[1:] if cell.startswith("'") else cell


def begins_formula(cell):
    seen = [character for character in cell if character in "\t\r\n" or unicodedata.category(character)[0] not in "CZ"]
    return bool(seen) and unicodedata.normalize("NFKC", seen[0]) in ["=", "+", "-", "@", "\t", "\r", "\n"]


# --- JUnit -----------------------------------------------------------------------------------------------------------


def check_junit(report):
    path = report.folder / "junit.xml"
    xmllint = subprocess.run(
        ["xmllint", "--nonet", "--noout", "--schema", str(SCHEMAS / "junit-10.xsd"), str(path)],
        capture_output=True, text=True)
    expect(xmllint.returncode == 0, "xmllint", xmllint.stderr[:2000])
    root = xml.etree.ElementTree.parse(path).getroot()
    rules = report.json["rules"]
    suites = list(root)
    families = list(dict.fromkeys(rule["id"].split("/")[0] for rule in rules))
    expect([suite.get("name") for suite in suites] == families, "suites", families)
    cases = {case.get("name"): case for case in root.iter("testcase")}
    expect(sorted(cases) == sorted(rule["id"] for rule in rules), "cases", sorted(cases))
    counts = collections.Counter(
        (finding["rule"], finding["verdict"]) for finding in report.findings if not finding["waiver"])
    for rule in rules:
        failures, skips = cases[rule["id"]].findall("failure"), cases[rule["id"]].findall("skipped")
        count = counts[rule["id"], "fail"]
        if count:
            expect(len(failures) == 1 and not skips, "a failure", rule["id"])
            expect(failures[0].get("message").startswith(f"{count:,} finding"), "count", failures[0].get("message"))
            lines = [line for line in failures[0].text.split("\n") if re.match(r"ra-[0-9a-f]{16} ", line)]
            expect(len(lines) == min(count, 20), "findings shown", len(lines), count)
        elif not rule["evaluated"] or counts[rule["id"], "inconclusive"]:
            expect(len(skips) == 1 and skips[0].get("message") and not failures, "skipped with a reason", rule["id"])
        else:
            expect(not failures and not skips, "passed", rule["id"])
    for element, tag in [(root, "failures"), *((suite, "failures") for suite in suites)]:
        expect(int(element.get(tag)) == len(list(element.iter("failure"))), tag, element.attrib)
    for suite in suites:
        expect(int(suite.get("skipped")) == len(list(suite.iter("skipped"))), "skipped", suite.attrib)
        expect(int(suite.get("tests")) == len(list(suite.iter("testcase"))), "tests", suite.attrib)


# --- SARIF -----------------------------------------------------------------------------------------------------------


def check_sarif(report):
    log = json.loads(report.bytes("report.sarif"))
    schema = json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text())
    validator = jsonschema.Draft4Validator(schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    [run] = log["runs"]
    results = run["results"]
    # Thousands of results take a minute.
    run["results"] = results[:200] + results[-200:] if len(results) > 400 else results
    errors = sorted(validator.iter_errors(log), key=str)
    expect(not errors, "schema", errors[:3])
    expect(len(results) == min(5000, len(report.findings)), "results", len(results))
    counts = run["properties"]["counts"]
    expect(run["properties"]["findings"] == len(report.findings), "findings", run["properties"])
    for verdict in VERDICTS:
        expect(counts[verdict] == report.total(verdict), verdict, counts)
    expect(counts["pass"] == sum(rule["counts"]["pass"] for rule in report.json["rules"]), "pass", counts)
    findings = {finding["id"]: finding for finding in report.findings}
    for result in results:
        finding = findings[result["partialFingerprints"]["relayAuditFinding/v1"]]
        expect(result["partialFingerprints"]["primaryLocationLineHash"] == finding["id"] + ":1", "hash", result)
        expect(result["ruleId"] == finding["rule"], "rule", result)
        expect(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == finding["rule"], "rule index", result)
        expect(bool(result["suppressions"]) == bool(finding["waiver"]), "suppressions", result)
        expect(result["baselineState"] == ("new" if finding["state"] == "new" else "unchanged"), "state", result)
        levels = {"critical": "error", "high": "error", "medium": "warning", "low": "note"}
        failed = finding["verdict"] == "fail"
        expect(result["level"] == (levels[finding["severity"]] if failed else "none"), "level", result)
        expect((result["kind"] == "fail") == failed, "kind", result)
        expect(len(result["locations"]) == 1, "one location", result)
        for location in result["locations"] + result.get("relatedLocations", []):
            uri = location["physicalLocation"]["artifactLocation"]["uri"]
            expect(re.fullmatch(r"(file:///)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})*", uri), "uri", uri)
        if finding["evidence"]:
            line = re.fullmatch(r"line ([1-9]\d*)", finding["evidence"][0]["locator"])
            region = result["locations"][0]["physicalLocation"].get("region")
            expect(region == ({"startLine": int(line[1])} if line else None), "region", result)
    failing = sum(1 for result in results if result["kind"] == "fail" and not result["suppressions"])
    expect(failing == min(5000, report.total("fail")), "those that fail come first", failing)
    notes = [note["descriptor"]["id"] for note in run["invocations"][0]["toolExecutionNotifications"]
             if "descriptor" in note]
    expect(("results-left-out" in notes) == (len(report.findings) > 5000), "what is left out is said", notes)
    expect(run["invocations"][0]["exitCode"] == report.json["gate"]["exit_status"], "exit status")


# --- Markdown --------------------------------------------------------------------------------------------------------

MARKUP = {"h1", "h2", "p", "strong", "ul", "li", "code", "table", "thead", "tbody", "tr", "th", "td"}


class Page(html.parser.HTMLParser):
    """The elements of a page, its text outside of `code`, and the rows of its tables."""

    def __init__(self):
        super().__init__()
        self.tags, self.text, self.rows, self.heads, self.code = collections.Counter(), "", [], [], 0
        self.is_in_cell = self.is_in_head = False

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        if tag == "tr":
            self.rows.append([])
        elif tag in ["td", "th"]:
            self.rows[-1].append("")
            self.is_in_cell = True
        elif tag in ["h1", "h2"]:
            self.heads.append("")
            self.is_in_head = True
        elif tag == "code":
            self.code += 1

    def handle_comment(self, data):
        self.tags["comment"] += 1

    def handle_endtag(self, tag):
        if tag == "code":
            self.code -= 1
        elif tag in ["td", "th"]:
            self.is_in_cell = False
        elif tag in ["h1", "h2"]:
            self.is_in_head = False

    def handle_data(self, data):
        if not self.code:
            self.text += data
        if self.is_in_head:
            self.heads[-1] += data
        if self.is_in_cell:
            self.rows[-1][-1] += data


def check_markdown(report):
    data = report.bytes("summary.md")
    expect(len(data) <= 65_536, "64 KiB", len(data))
    page = Page()
    # Otherwise HTML in it would be left out rather than found.
    unsafe = cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE
    page.feed(cmarkgfm.github_flavored_markdown_to_html(data.decode("utf-8"), unsafe))
    expect(set(page.tags) <= MARKUP, "only our markup", set(page.tags) - MARKUP)
    expect(page.tags["h1"] == 1, "one title", page.tags)
    expect(not re.search(r"@\w", page.text), "no mentions", page.text[:200])
    expect(not re.search(r"[\u202a-\u202e\u2066-\u2069]", data.decode("utf-8")), "no other direction of text")
    known = {"Causes", "Worst findings", "Due next", "Waivers that need attention", "What this report does not prove"}
    expect(set(page.heads[1:]) <= known, "only our headings", page.heads)
    totals = {row[0]: row[1:] for row in page.rows[1:6]}
    expect(page.rows[0] == ["Severity", "Fail", "Inconclusive", "Pending", "Manual", "Waived"], "head", page.rows[0])
    for severity in SEVERITIES:
        expected = [f"{report.counts[severity, verdict]:,}" for verdict in VERDICTS]
        expect(totals[severity] == expected, severity, totals, expected)
    expect(totals["all"] == [f"{report.total(verdict):,}" for verdict in VERDICTS], "all", totals)
    for row in page.rows[6:]:
        expect(len(row) == 8, "a row of causes", row)
    ledger = report.json.get("ledger")
    expect(not ledger or ledger["head"] in data.decode("utf-8"), "the ledger's head")


# --- Prometheus ------------------------------------------------------------------------------------------------------


def check_prometheus(report):
    families = {family.name: family for family in
                prometheus_client.parser.text_string_to_metric_families(report.text("relay_audit.prom"))}
    samples = [sample for family in families.values() for sample in family.samples]
    project = report.json["run"]["project"] or ""
    for family in families.values():
        expect(family.name.startswith("relay_audit_") and family.documentation, "help", family)
        expect(family.type == "gauge", "type", family)
    for sample in samples:
        expect(clean(sample.labels["project"]) == clean(project), "project", sample)
        expect(set(sample.labels) <= {"project", "severity", "verdict", "head"}, "labels", sample)
    values = {(sample.labels.get("severity"), sample.labels.get("verdict")): sample.value
              for sample in families["relay_audit_findings"].samples}
    expect(values == {(severity, verdict): report.counts[severity, verdict]
                      for severity in SEVERITIES for verdict in VERDICTS}, "findings", values)
    expect(sum(values.values()) == len(report.findings), "all findings", values)
    value = {name: family.samples[0].value for name, family in families.items()}
    expect(value["relay_audit_exit_status"] == report.json["gate"]["exit_status"], "exit status", value)
    expect(value["relay_audit_accounts"] == report.json["population"]["accounts"], "accounts", value)
    passed = report.json["gate"]["outcome"] == "pass"
    earlier = any(point["outcome"] == "pass" for point in report.json.get("trend", []))
    expect(("relay_audit_last_success_timestamp_seconds" in value) == (passed or earlier), "last success", value)
    if passed:
        expect(value["relay_audit_last_success_timestamp_seconds"] == value["relay_audit_last_run_timestamp_seconds"],
               "last success", value)
    ledger = report.json.get("ledger")
    expect(("relay_audit_ledger_runs" in value) == bool(ledger), "ledger", value)
    if ledger:
        expect(value["relay_audit_ledger_runs"] == ledger["number"], "ledger", value)
        expect(families["relay_audit_ledger_info"].samples[0].labels["head"] == ledger["head"], "head")


def clean(text):
    return "".join(character if character == "\n" or unicodedata.category(character) not in ["Cc", "Zl", "Zp"]
                   else "\N{REPLACEMENT CHARACTER}" for character in text)


# ---------------------------------------------------------------------------------------------------------------------


class Wrong(Exception):
    pass


def expect(condition, *what):
    if not condition:
        raise Wrong(" ".join(str(part) for part in what))


def main(folders):
    status = 0
    for folder in folders:
        report = Report(pathlib.Path(folder))
        for check in [check_csv, check_junit, check_sarif, check_markdown, check_prometheus]:
            try:
                check(report)
            except Wrong as error:
                print(f"{folder}: {check.__name__}: {error}"[:3000])
                status = 1
        print(f"{folder}: {len(report.findings)} findings")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
