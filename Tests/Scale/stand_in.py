"""Stands in for relay-audit where a test is about moving lines: it keeps the same bargain with Spark's script, and checks
what it is handed. Its inputs are lines `{"names": [...], ...}`; its report lists each record with its group.

Its store is a list of groups that earlier nights had, each a line of state, so that state has to come to the shard of
its records."""

import json
import os
import sys


def value(words, name):
    return words[words.index(name) + 1] if name in words else None


def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file.read().split("\n")[:-1]]


def write(path, values):
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in values)


def fail(text, status=65):
    print(f"error: {text}", file=sys.stderr)
    sys.exit(status)


def extract(words):
    out, store = value(words, "--out"), value(words, "--store")
    inputs = words[:words.index(next(word for word in words if word.startswith("--")))]
    records = [line for path in inputs for line in read(path)]
    state = read(store) if store and os.path.exists(store) else []
    os.mkdir(out, 0o700)
    write(f"{out}/records.ndjson", ({"line": line, **each} for line, each in enumerate(records, 1)))
    write(f"{out}/state.ndjson", ({"line": line, **each} for line, each in enumerate(state, 1)))
    write(f"{out}/sources.json", [{"records": len(records), "state": len(state), "inputs": inputs}])
    write(f"{out}/skeleton.sqlite", ["about nobody"])


def audit(words):
    if "--shard" not in words:
        # Asked whether it would take these options.
        fail(*("no such option", 64) if "--no-such" in words else ("no records", 66))
    assert value(words, "--shard") == "-" and value(words, "--records") == "run"
    shard = value(words, "--shard-number")
    if read("run/skeleton.sqlite") != ["about nobody"]:
        fail("no skeleton")
    state, records = [], []
    for line in sys.stdin.buffer.read().decode().split("\n")[:-1]:
        line = json.loads(line)
        (state if "rows" in line else records).append(line)
        if "rows" in line and records:
            fail("state after records")
    numbers = [each["line"] for each in records]
    if numbers != sorted(set(numbers)):
        fail("records out of order")
    if "--counts" in words:
        write(value(words, "--part"), [{"shard": shard, "records": len(records)}])
        return
    total = read(value(words, "--sums"))[0]["records"]
    lines = [{"of": "state", **each} for each in state] + [{"of": "records", **each} for each in records]
    write(value(words, "--part"), [*lines, {"shard": shard, "of all": total, "lines": len(lines)}])


def merge(words):
    run, sums = value(words, "--records"), value(words, "--sums")
    parts = words[words.index(run) + 1:]
    parts = parts[:next(index for index, word in enumerate(parts) if word.startswith("--"))]
    expected = read(f"{run}/sources.json")[0]
    if "--counts" in words:
        write(sums, [{"records": sum(part["records"] for path in parts for part in read(path))}])
        return
    whose, judged = {}, []
    for shard, path in enumerate(parts):
        *lines, last = read(path)
        if last.get("lines") != len(lines) or last["shard"] != f"{shard}/{len(parts)}":
            fail(f"the part of shard {shard} is not whole")
        if last["of all"] != expected["records"]:
            fail("the sums are wrong")
        for line in lines:
            if not line["names"] and shard != 0:
                fail("a line without names is not in shard 0")
            for name in line["names"]:
                if whose.setdefault(name, shard) != shard:
                    fail("a name is in two shards")
        judged += lines
    for kind in ("state", "records"):
        numbers = sorted(each["line"] for each in judged if each["of"] == kind)
        if numbers != list(range(1, expected[kind] + 1)):
            fail(f"not every line of {kind} was judged once")
    records = sorted((each for each in judged if each["of"] == "records"), key=lambda each: each["line"])
    out = value(words, "--out")
    os.makedirs(out, 0o700, exist_ok=True)
    write(f"{out}/report.json", [{"inputs": expected["inputs"], "state": expected["state"]}, *records])
    if store := value(words, "--store"):
        write(store, ({"names": names, "rows": {}} for names in
                      sorted({tuple(each["names"]) for each in records if each["names"]})))
    sys.exit(1)


{"extract": extract, "audit": audit, "merge": merge}[sys.argv[1]](sys.argv[2:])
