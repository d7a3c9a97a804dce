"""Bar 7: DuckDB at the work of an audit. This file says what the work is; on_duckdb.py does it."""

import datetime
import glob
import json
import os
import re
import shutil

from measuring.audit import AS_OF, CAPTURED_AT
from measuring.process import ROOT, WORK, Failure, run

SENTENCE = (
    "the peer reads and screens the accounts of the NDJSON twin, makes the views `account`, `credential`, "
    "`repeated_name` and `population`, judges every rule with 2 threads, and writes findings as JSON and flagged "
    "accounts as CSV; it is spared who is who (it loads all other views from files that `--views` wrote), findings' "
    "ids, messages and citations, pages and the store.")
# What the peer makes itself. It loads all other views.
MADE = ["account", "credential", "repeated_name", "population"]
UNITS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
PARAMETER = re.compile(
    r"^--\s+- \{name: (?P<name>\w+), type: (?P<type>\w+), default: (?P<value>[^},]+)(?:, meaning: \".*\")?\}$",
    re.MULTILINE)


class Peer:
    """DuckDB, with all that it needs to judge a night as the program did."""

    def __init__(self, python, night, place, facts):
        """Takes the views and reports from the place's last run, and holds the peer's result to them once."""
        self.night = night
        self.facts = facts
        self.folder = os.path.join(WORK, "equal-work")
        self.command = [python, os.path.join(ROOT, "Benchmarks", "measuring", "on_duckdb.py"), self.folder]
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        shutil.move(os.path.join(place.folder, "views"), self.folder)
        shutil.copy(os.path.join(place.reports, "flagged-accounts.csv"), os.path.join(self.folder, "expected.csv"))
        with open(os.path.join(self.folder, "plan.json"), "w", encoding="utf-8") as file:
            json.dump(self.plan(), file)
        self.compare(run([*self.command, "--compare"]))

    def plan(self):
        with open(os.path.join(self.folder, "views", "source.ndjson"), encoding="utf-8") as file:
            sources = [json.loads(line) for line in file]
        accounts = [source["ref"] for source in sources if source["kind"] == "accounts"]
        if len(accounts) != 1:
            raise Failure(f"one source of accounts is expected, and {len(accounts)} are there")
        return {
            "twin": self.night.twin, "captured_at": milliseconds(CAPTURED_AT[0]), "first_ref": accounts[0],
            "views": views(), "made": MADE, "rules": rules(milliseconds(AS_OF[0])),
        }

    def run(self):
        result = run(self.command)
        self.check_counts(json.loads(result.text))
        return result

    def compare(self, result):
        """Its views, row by row, its counts, and its flagged accounts, line by line, have to be the program's."""
        found = json.loads(result.text)
        if found["differences"]:
            raise Failure(f"DuckDB's views differ from those of --views: {found['differences']}")
        self.check_counts(found)
        with open(os.path.join(self.folder, "flagged-accounts.csv"), "rb") as ours:
            with open(os.path.join(self.folder, "expected.csv"), "rb") as theirs:
                if ours.read() != theirs.read().replace(b"\r\n", b"\n"):
                    raise Failure("DuckDB's flagged-accounts.csv differs from the program's")

    def check_counts(self, found):
        verdicts = ["pass", "fail", "inconclusive", "pending", "manual"]
        for rule, counts in self.facts["rules"].items():
            expected = {verdict: counts[verdict] for verdict in verdicts if counts[verdict]}
            judged = found["rules"].get(rule, {})
            if judged != expected:
                raise Failure(f"{rule}: DuckDB judges {judged}, and the program {expected}")
        if found["findings"] != self.facts["findings"]:
            raise Failure(f"DuckDB wrote {found['findings']} findings, and the program {self.facts['findings']}")


def milliseconds(time):
    return int(datetime.datetime.fromisoformat(time).timestamp() * 1000)


def views():
    """The columns of each view with their types, from the page that a test keeps up to date."""
    with open(os.path.join(ROOT, "docs", "views.md"), encoding="utf-8") as file:
        parts = re.split(r"^## (\w+)$", file.read(), flags=re.MULTILINE)[1:]
    return {
        name: re.findall(r"^\| `(\w+)` \| (integer|text)\??", text, re.MULTILINE)
        for name, text in zip(parts[::2], parts[1::2])
    }


def rules(as_of):
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "rules", "*", "*.sql"))):
        with open(path, encoding="utf-8") as file:
            sql = file.read()
        severity = re.search(r"^-- severity: (\w+)$", sql, re.MULTILINE)
        parameters = {match["name"]: value(match, path) for match in PARAMETER.finditer(sql)}
        if not severity or len(re.findall(r"^--\s+- \{name: .*\btype: ", sql, re.MULTILINE)) != len(parameters):
            raise Failure(f"the metadata of {path} cannot be read")
        found.append({
            "id": os.path.relpath(path, os.path.join(ROOT, "rules")).removesuffix(".sql"), "severity": severity[1],
            "sql": sql, "parameters": {"as_of": as_of, **parameters},
        })
    return found


def value(match, path):
    """A parameter's default as rules compare it: durations in milliseconds, shares in ten-thousandths."""
    text = match["value"].strip()
    if match["type"] == "integer":
        return int(text)
    if match["type"] == "share":
        return round(float(text.removesuffix("%")) * 100)
    if match["type"] == "duration":
        number, unit = re.fullmatch(r"(\d+)([a-z]+)", text).groups()
        return int(number) * UNITS[unit]
    if match["type"] == "text":
        return text
    raise Failure(f"{path}: the parameter {match['name']} is of a type that is not known")
