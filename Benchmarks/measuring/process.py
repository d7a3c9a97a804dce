"""Programs that are run and measured."""

import dataclasses
import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, ".build", "benchmarks")


class Failure(Exception):
    """What keeps something from being measured."""


class Missing(Failure):
    """A tool that this machine lacks: what needs it is left out."""


@dataclasses.dataclass
class Finished:
    seconds: float
    # Of all threads, the system's part included.
    cpu_seconds: float
    # The peak. Linux counts the memory of whoever starts a program as its first: this program reads no large file.
    bytes: int
    text: str
    errors: str


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, *, allowed=(0,), output=None, **options):
    """Runs a command to its end. Its standard output goes to the file `output`, or else into the answer."""
    sink_path = output or os.path.join(WORK, "output")
    errors_path = os.path.join(WORK, "errors")
    with open(sink_path, "wb") as sink, open(errors_path, "wb") as errors:
        start = time.monotonic()
        try:
            process = subprocess.Popen(command, stdout=sink, stderr=errors, **options)
        except OSError as error:
            raise Failure(f"{command[0]} cannot be run: {error.strerror}") from error
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            raise
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    messages = read(errors_path)
    if process.returncode not in allowed:
        raise Failure(f"{' '.join(command[:3])} … failed ({process.returncode}): {messages[-2000:].strip()}")
    return Finished(
        seconds=seconds, cpu_seconds=usage.ru_utime + usage.ru_stime, bytes=usage.ru_maxrss * 1024,
        text="" if output else read(sink_path), errors=messages)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def seconds(results):
    """The median."""
    return statistics.median(result.seconds for result in results)


def cpu_seconds(results):
    return statistics.median(result.cpu_seconds for result in results)


def ratio(turns, others, of=lambda result: result.seconds):
    """The median of the ratios of turns: a bad minute of the machine falls on both runs of a turn."""
    return statistics.median(of(one) / of(other) for one, other in zip(turns, others))


def peak(results):
    return max(result.bytes for result in results)
