"""What is measured, and on what: programs, peers, and generated nights."""

import glob
import hashlib
import json
import os
import re
import shutil
import sys

from measuring.process import ROOT, WORK, Failure, Missing, run, say

DUCKDB = "2.0.0"
HERE = os.path.join(ROOT, "Benchmarks")


def program(built):
    """The program: `built`, or what the sources give."""
    if built:
        path = os.path.abspath(built)
        if not os.access(path, os.X_OK):
            raise Failure(f"{built} is no program that can be run")
        return path
    say("building the program")
    return run(["scripts/build"], cwd=ROOT).text.strip()


def compiled(name, sources, command):
    """A program of Benchmarks/, compiled again when a source is newer."""
    target = os.path.join(WORK, name)
    newest = max(os.path.getmtime(source) for source in sources)
    if not os.path.exists(target) or os.path.getmtime(target) < newest:
        say(f"building {name}")
        run([*command(target)])
    return target


def generator():
    sources = sorted(glob.glob(os.path.join(HERE, "generator", "*.swift")))
    return compiled("generate", sources, lambda target: ["swiftc", "-O", "-wmo", "-o", target, *sources])


def limit():
    """The C++ program of bar 6."""
    source = os.path.join(HERE, "limit.cpp")
    if not shutil.which("g++") or not shutil.which("pkg-config"):
        raise Missing("g++ or pkg-config is not installed (apt-get install g++ pkg-config)")
    flags = run(["pkg-config", "--cflags", "--libs", "simdjson"]).text.split()
    return compiled(
        "limit", [source], lambda target: ["g++", "-O3", "-std=c++17", "-Wall", "-o", target, source, *flags])


def python_with_duckdb():
    """A Python of its own that has DuckDB, from PyPI."""
    python = os.path.join(WORK, "venv", "bin", "python")
    marker = os.path.join(WORK, "venv", "duckdb-" + DUCKDB)
    if not os.path.exists(marker):
        say(f"fetching DuckDB {DUCKDB}")
        run([sys.executable, "-m", "venv", "--clear", os.path.join(WORK, "venv")])
        run([python, "-m", "pip", "install", "--quiet", "duckdb==" + DUCKDB])
        open(marker, "w").close()
    return python


class Night:
    """A generated night: the folder `audit`, its NDJSON twin, and how many of what it has."""

    def __init__(self, folder):
        self.folder = folder
        self.audit = os.path.join(folder, "audit")
        self.export = os.path.join(self.audit, "users.json")
        self.twin = os.path.join(folder, "twin", "users.ndjson")
        with open(os.path.join(folder, "numbers.json"), encoding="utf-8") as file:
            self.numbers = json.load(file)

    @property
    def bytes(self):
        return sum(entry.stat().st_size for entry in os.scandir(self.audit))


def night(name, accounts, *arguments):
    """Generates a night, unless the last call left the same one."""
    folder = os.path.join(WORK, name)
    with open(generator(), "rb") as file:
        stamp = f"{accounts} {' '.join(arguments)} " + hashlib.sha256(file.read()).hexdigest()
    marker = os.path.join(folder, "made")
    if not os.path.exists(marker) or open(marker).read() != stamp:
        say(f"making {name}: {accounts:,} accounts")
        shutil.rmtree(folder, ignore_errors=True)
        run([generator(), folder, str(accounts), *arguments])
        with open(marker, "w") as file:
            file.write(stamp)
    return Night(folder)


def same_accounts_with_new_logs(first):
    """The same accounts a night later, with as many records again, all of them new."""
    folder = os.path.join(WORK, "new-logs")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder + "/audit")
    shutil.copy(os.path.join(first.folder, "numbers.json"), folder)
    for entry in os.scandir(first.audit):
        target = os.path.join(folder, "audit", entry.name)
        if entry.name.startswith("users"):
            os.link(entry.path, target)
            continue
        with open(entry.path) as source, open(target, "w") as sink:
            for line in source:
                line = re.sub(r"\.(\d)(\d\d)Z", r".\2\1Z", line)
                sink.write(re.sub(r'"request-(\d+)"', r'"request-\1-again"', line))
    return Night(folder)
