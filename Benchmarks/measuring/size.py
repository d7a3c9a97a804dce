"""Bars 2, 3 and 9: many accounts, from files and from standard input; and a report of which every account is a part."""

import contextlib
import os
import shutil
import subprocess

from measuring import material
from measuring.audit import Place, audit
from measuring.process import WORK, Failure, cpu_seconds, peak, ratio, run, say, seconds

MOST_TURNS = 3
# Rules that judge a hundred times as many accounts may take longer than the minute that they have by default.
PATIENT = "rules: {time_limit: 24h}\n"


@contextlib.contextmanager
def full_memory():
    """Fills free memory with the file cache, as it is on a machine that has run for a day.

    A virtual machine gives free memory back to its host, and gets it again page by page, at a sixth of the speed. Many
    accounts need ever more pages, whereas few go through the same ones again: 7 % of the time at 20,000,000.
    """
    with open("/proc/meminfo") as file:
        free = next(int(line.split()[1]) << 10 for line in file if line.startswith("MemFree:"))
    path = os.path.join(WORK, "filler")
    with open(path, "wb+") as file:
        file.truncate(max(0, free - (1 << 30)))
        while file.read(1 << 20):
            pass
    try:
        yield
    finally:
        os.remove(path)


def large(options, measured, program, night):
    big = material.night("large", options.large)
    place = Place("large-run")
    # In turn, since the machine may be a fifth slower a minute later.
    small, turns = [], []
    for _ in range(min(MOST_TURNS, options.runs)):
        with full_memory():
            small.append(audit(program, [night.audit], place))
            turns.append(audit(program, [big.audit], place))
        say(f"  {options.large:,} accounts: {turns[-1].seconds:.1f} s, {turns[-1].bytes / 1e6:.0f} MB")
    shutil.rmtree(place.folder)
    measured.time(f"relay-audit, {options.large:,} accounts", seconds(turns), peak(turns), big.bytes)
    measured.bar(2, f"peak memory at {options.large:,} accounts", peak(turns) / 1e6, 256, "MB")
    measured.bar(
        3, f"time at {options.large:,} accounts, as a multiple of that at {options.accounts:,}",
        ratio(turns, small), 1.1 * options.large / options.accounts)
    measured.notes.append("Bars 3 and 9: free memory was filled with the file cache before.")


def patient():
    path = os.path.join(WORK, "patient.yaml")
    with open(path, "w") as file:
        file.write(PATIENT)
    return ["--config", path, "--store", ".relay-audit/audit.sqlite", "--out", "reports/out"]


def stream(program, accounts, place):
    """Audits a generator's output as it comes. Evidence other than the accounts is in files."""
    folder = os.path.join(WORK, "stream")
    shutil.rmtree(folder, ignore_errors=True)
    run([material.generator(), folder, str(accounts), "--evidence"])
    source = subprocess.Popen([material.generator(), "-", str(accounts)], stdout=subprocess.PIPE)
    try:
        result = audit(program, [folder + "/audit", "-"], place, *patient(), stdin=source.stdout)
    finally:
        # Otherwise a generator that nobody reads any more would wait for ever.
        source.stdout.close()
        source.wait()
    if source.returncode != 0:
        raise Failure(f"the generator ended with {source.returncode}")
    read = place.report()["population"]["accounts"]
    if read != accounts:
        raise Failure(f"{accounts:,} accounts went through standard input, and {read:,} were audited")
    shutil.rmtree(folder)
    say(f"  {accounts:,} accounts from standard input: {result.seconds:.1f} s, {result.bytes / 1e6:.0f} MB")
    return result


def standard_input(options, measured, program):
    place = Place("stream-run")
    with full_memory():
        small = [stream(program, options.accounts, place) for _ in range(min(MOST_TURNS, options.runs))]
        big = stream(program, options.stdin_accounts, place)
    shutil.rmtree(place.folder)
    alone = run([material.generator(), "-", str(options.accounts)], output=os.devnull)
    times = options.stdin_accounts / options.accounts
    measured.time(f"relay-audit, {options.accounts:,} accounts from standard input", seconds(small), peak(small))
    measured.time(f"relay-audit, {options.stdin_accounts:,} accounts from standard input", big.seconds, big.bytes)
    measured.bar(
        9, f"time an account at {options.stdin_accounts:,} accounts from standard input, as a multiple of that at "
        f"{options.accounts:,}", big.seconds / seconds(small) / times, 1.15)
    measured.bar(
        9, f"peak memory at {options.stdin_accounts:,} accounts from standard input", big.bytes / 1e6, 2000, "MB")
    measured.notes.append(
        f"Bar 9: the generator shares the machine; alone, it writes {options.accounts:,} accounts in "
        f"{alone.seconds:.2f} s. CPU time of the audit an account, as a multiple: "
        f"{big.cpu_seconds / cpu_seconds(small) / times:.2f}.")


def all_findings(options, measured, program):
    """A night of which every account is a finding."""
    accounts = options.all_findings
    # One consent of somebody else: without any, nobody could say that the others lack.
    night = material.night("all-findings", accounts, "--all-findings", "--noise", "1")
    place = Place("all-findings-run")
    result = audit(program, [night.audit], place, *patient(), "--format", "html,json,csv")
    facts = place.report()
    linked = facts["rules"]["consent/link-phone"]["fail"] + facts["rules"]["consent/link-social"]["fail"]
    if linked != accounts:
        raise Failure(f"{linked:,} of {accounts:,} accounts are findings (a rule judges at most 20,000,000)")
    sizes = ", ".join(
        f"{name} {place.size(name) / 1e6:.1f} MB" for name in ["report.json", "report.html", "findings.csv"])
    pages = [name for name in os.listdir(place.reports) if name.endswith(".html")]
    largest = max(place.size(name) for name in pages)
    shutil.rmtree(place.folder)
    measured.time(f"relay-audit, {accounts:,} accounts, each a finding", result.seconds, result.bytes, night.bytes)
    measured.notes.append(
        f"{accounts:,} accounts of which each is a finding: {facts['findings']:,} findings, of which report.json lists "
        f"{facts['listed']:,}; {result.seconds:.1f} s, {result.bytes / 1e6:.0f} MB; {sizes}; {len(pages):,} pages, the "
        f"largest of {largest / 1e6:.1f} MB.")
