"""A whole run of the program: from files to reports and history."""

import json
import os
import shutil
import sys

from measuring.process import WORK, Failure, run

# A night is captured an hour before it is judged, and the next one a day later.
AS_OF = ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"]
CAPTURED_AT = ["2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z"]

# Reads a report in a process of its own, since a large one would count as memory of what is started next.
READ_REPORT = """
import hashlib, json, sys
report = json.load(open(sys.argv[1], encoding="utf-8"))
rules = {rule["id"]: rule["counts"] for rule in report["rules"]}
population = report["population"]
for key in ["id", "started_at", "finished_at", "host", "user"]:
    report["run"].pop(key)
report.pop("ledger")
for finding in report["findings"]:
    finding.pop("judged_in")
print(json.dumps({
    "rules": rules, "population": population, "listed": len(report["findings"]),
    "digest": hashlib.sha256(json.dumps(report).encode()).hexdigest(),
}))
"""


class Place:
    """A folder that the program runs in, with its store and reports."""

    def __init__(self, name):
        self.folder = os.path.join(WORK, name)
        self.reports = os.path.join(self.folder, "reports", "out")
        self.store = os.path.join(self.folder, ".relay-audit", "audit.sqlite")

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def size(self, name):
        return os.path.getsize(os.path.join(self.reports, name))

    def written(self):
        """What tells one run's report from another's; None where there is none."""
        try:
            entry = os.stat(os.path.join(self.reports, "report.json"))
        except FileNotFoundError:
            return None
        return entry.st_ino, entry.st_mtime_ns

    def report(self):
        """What the report counts, and a digest of all in it that two runs have in common."""
        facts = json.loads(run([sys.executable, "-c", READ_REPORT, self.reports + "/report.json"]).text)
        # The report lists a part of what a rule found; its counts are of all, whatever came of it but a pass.
        facts["findings"] = sum(
            count for counts in facts["rules"].values() for verdict, count in counts.items() if verdict != "pass")
        facts["failing"] = sum(counts["fail"] for counts in facts["rules"].values())
        return facts


def command(program, inputs, *options, night=0):
    return [
        program, "audit", *inputs, "--as-of", AS_OF[night], "--captured-at", CAPTURED_AT[night], "--verbose", *options]


def audit(program, inputs, place, *options, night=0, prefix=(), **rest):
    """Runs it: in a new store, or, for a later night, in the place's. Status 1 says that there are findings."""
    if night == 0:
        place.clear()
    before = place.written()
    result = run(
        [*prefix, *command(program, inputs, *options, night=night)], cwd=place.folder, allowed=(0, 1), **rest)
    # Other programs end with 1 when they fail.
    if place.written() in (None, before):
        raise Failure(f"the audit wrote no report: {result.errors[-500:].strip()}")
    return result


def passes(result):
    """The steps that the program told, in milliseconds."""
    found = []
    for line in result.errors.splitlines():
        name, _, rest = line.removeprefix("relay-audit: ").rpartition(": ")
        number, _, unit = rest.partition(" ")
        if number.isdigit() and unit.startswith("ms"):
            found.append((name.replace(WORK, ""), int(number)))
    if not found:
        raise Failure("the program told no steps with --verbose")
    return found
