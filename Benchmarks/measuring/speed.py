"""Bars 1, 2, 5, 6 and 7: a night beside its peers, in turn, so that all share the machine's good and bad minutes."""

import json
import shutil
import statistics

from measuring import equal_work, material, peers
from measuring.audit import Place, audit, passes
from measuring.process import Failure, cpu_seconds, peak, ratio, run, say, seconds

REPEATS_OF_SLOW_PEERS = 3
# simdjson reads no document of 4 GiB.
MOST_ACCOUNTS = 7_000_000

OURS, LIMIT = "relay-audit", "simdjson, four fields, 1 thread"
TWO_RULES, ALL_RULES = "DuckDB, NDJSON twin, two rules", "DuckDB, NDJSON twin, equal work"
JQ, ON_EXPORT = "jq to NDJSON", "DuckDB, export as it is, two rules"


class SideBySide:
    """Runs in turn; a peer that fails once is left out from then on."""

    def __init__(self, measured):
        self.measured = measured
        self.results = {}
        self.failed = set()

    def add(self, name, measure):
        if name in self.failed:
            return
        try:
            result = measure()
        except Failure as failure:
            self.failed.add(name)
            self.results.pop(name, None)
            say(f"  {name}: {failure}")
            self.measured.without(name, failure)
            return
        self.results.setdefault(name, []).append(result)
        say(f"  {name}: {result.seconds:.2f} s, {result.bytes / 1e6:.0f} MB")


def side_by_side(options, measured, program, night):
    place = Place("run")
    turns = SideBySide(measured)
    # Without the program's own numbers there is nothing to compare, so its failure ends this.
    audit(program, [night.audit], place, "--views", "views")
    facts = place.report()
    check_population(facts, night)
    python = material.python_with_duckdb()
    jq = shutil.which("jq")
    if not jq:
        measured.left_out.append("bar 1: jq is not installed (apt-get install jq)")
    limit = prepared(measured, "bar 6", material.limit)
    peer = prepared(measured, "bar 7", lambda: equal_work.Peer(python, night, place, facts))
    ours = []
    for turn in range(options.runs):
        ours.append(audit(program, [night.audit], place))
        say(f"  {OURS}: {ours[-1].seconds:.2f} s, {ours[-1].bytes / 1e6:.0f} MB")
        if limit:
            turns.add(LIMIT, lambda: read_fields(limit, night))
        turns.add(TWO_RULES, lambda: peers.two_rules(python, night, peers.twin(night)))
        if peer:
            turns.add(ALL_RULES, peer.run)
        if turn < REPEATS_OF_SLOW_PEERS:
            if jq:
                turns.add(JQ, lambda: peers.to_lines(jq, night))
            if not options.quick:
                turns.add(ON_EXPORT, lambda: peers.two_rules(python, night, peers.export(night)))
    turns.results = {OURS: ours, **turns.results}
    state(options, measured, turns.results, night)


def prepared(measured, bar, prepare):
    try:
        return prepare()
    except Failure as failure:
        say(f"  {bar}: {failure}")
        measured.without(bar, failure)
        return None


def check_population(facts, night):
    population = facts["population"]
    shown = (population["accounts"], sum(population["by_relay_domain"].values()))
    made = (night.numbers["accounts"], night.numbers["relayAddresses"])
    if shown != made:
        raise Failure(f"the report has (accounts, relay addresses) {shown}, and the data {made}")


def read_fields(limit, night):
    """The fields that it read have to be those that were generated."""
    if night.numbers["accounts"] > MOST_ACCOUNTS:
        raise Failure(f"simdjson reads documents below 4 GiB, about {MOST_ACCOUNTS:,} accounts")
    result = run([limit, night.export])
    found = json.loads(result.text)
    wrong = {name: (found.get(name), made) for name, made in night.numbers.items() if found.get(name) != made}
    if wrong or found["characters"] != 28 * night.numbers["accounts"]:
        raise Failure(f"the C++ program did not read what was generated: {wrong or found}")
    return result


def state(options, measured, results, night):
    ours = results[OURS]
    accounts = night.numbers["accounts"]
    for name, list_ in results.items():
        # DuckDB reads the twin, which is smaller; bytes a second are those of the export.
        measured.time(name, seconds(list_), peak(list_), night.bytes)
    if JQ in results and TWO_RULES in results:
        detour = seconds(results[JQ]) + seconds(results[TWO_RULES])
        measured.bar(
            1, "times faster than jq to NDJSON, then DuckDB with two rules", detour / seconds(ours), 8, at_least=True)
    measured.bar(2, f"peak memory at {accounts:,} accounts", peak(ours) / 1e6, 200, "MB")
    middle = sorted(ours, key=lambda result: result.seconds)[len(ours) // 2]
    measured.passes = passes(middle)
    # Threads judge side by side, so that the rules' own times do not add up to a time of the run.
    share = statistics.median(dict(passes(result))["judging"] / 1000 / result.seconds for result in ours)
    measured.bar(5, "share of the run in which rules are judged", share * 100, 20, "%")
    if LIMIT in results:
        measured.bar(
            6, "time, as a multiple of that of the C++ program that reads four fields",
            ratio(ours, results[LIMIT]), 2.0)
        counts = json.loads(results[LIMIT][0].text)
        measured.notes.append(
            f"Bar 6: the C++ program found {counts['accounts']:,} accounts, {counts['relayAddresses']:,} relay "
            f"addresses, {counts['phones']:,} phone numbers and {counts['providers']:,} providers, as many as were "
            "generated.")
    if ALL_RULES in results:
        measured.bar(
            7, "time, as a multiple of DuckDB's on equal work", ratio(ours, results[ALL_RULES]), 1.0)
        measured.notes.append("Bar 7: " + equal_work.SENTENCE)
    measured.notes.append(
        f"CPU time of the median run: {cpu_seconds(ours):.2f} s, {cpu_seconds(ours) / accounts * 1e6:.2f} µs an "
        "account.")
