"""What was measured, for people."""

import os
import platform

from measuring.material import DUCKDB
from measuring.process import read, run
from measuring.speed import REPEATS_OF_SLOW_PEERS


def machine():
    name = platform.processor() or platform.machine()
    for line in read("/proc/cpuinfo").splitlines():
        if line.startswith("model name"):
            name = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    swift = run(["swift", "--version"]).text.splitlines()[0]
    return f"{name}, {os.cpu_count()} cores, {memory:.0f} GB; Linux {platform.release()}; {swift}; DuckDB {DUCKDB}"


def table(*columns):
    return ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]


def text(result):
    lines = [
        f"{result['accounts']:,} accounts, {result['input_bytes'] / 1e6:.0f} MB; medians of {result['runs']} runs "
        f"({min(REPEATS_OF_SLOW_PEERS, result['runs'])} of the slow peers and the large run), in turn.",
        "", f"Machine: {result['machine']}.", "",
        *table("what", "time", "peak memory", "bytes a second"),
    ]
    for one in result["times"]:
        rate = f"{one['input_bytes'] / one['seconds'] / 1e6:.0f} MB" if one["input_bytes"] else ""
        lines.append(f"| {one['name']} | {one['seconds']:.2f} s | {one['peak_bytes'] / 1e6:.0f} MB | {rate} |")
    lines += ["", *table("bar", "what", "measured", "limit", "")]
    for one in result["bars"]:
        unit = " " + one["unit"] if one["unit"] else ""
        sign = "at least" if one["at_least"] else "at most"
        lines.append(
            f"| {one['bar']} | {one['what']} | {one['value']:.2f}{unit} | {sign} {one['limit']:g}{unit} | "
            f"{'met' if one['met'] else 'not met'} |")
    lines += [""] + [f"- {note}" for note in result["notes"]]
    lines += [f"- Left out: {why}" for why in result["left_out"]]
    lines += [f"- **Not measured**: {why}" for why in result["failures"]]
    lines += ["", "Steps of the median run that take 10 ms or more:", "", *table("step", "ms")]
    lines += [f"| {name} | {length} |" for name, length in result["passes"] if length >= 10]
    return "\n".join(lines) + "\n"
