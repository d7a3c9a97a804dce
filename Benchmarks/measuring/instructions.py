"""Instructions an account: stable where clocks are not, so that changes are compared by them."""

import os
import re
import shutil

from measuring import material
from measuring.audit import Place, audit
from measuring.process import WORK, Failure, Missing, read, run, say

ACCOUNTS = 60_000


def counted(program, night, place, which):
    """Of one thread, which leaves no room for the order of threads."""
    counts = os.path.join(WORK, "callgrind.out")
    audit(
        program, [night.audit], place, "--jobs", "1", night=which,
        prefix=["valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts])
    totals = re.search(r"^(?:totals|summary): (\d+)", read(counts), re.MULTILINE)
    os.remove(counts)
    if not totals:
        raise Failure("callgrind wrote no total")
    return int(totals[1]) / ACCOUNTS


def instructions(measured, program):
    if not shutil.which("valgrind") or not shutil.which("strip"):
        raise Missing("valgrind or strip is not installed (apt-get install valgrind binutils)")
    # Older valgrinds give up on debugging information of newer compilers, which totals do not need.
    stripped = os.path.join(WORK, "stripped")
    run(["strip", "-o", stripped, program])
    night = material.night("instructions", ACCOUNTS)
    later = material.same_accounts_with_new_logs(night)
    place = Place("instructions-run")
    first = counted(stripped, night, place, 0)
    second = counted(stripped, later, place, 1)
    os.remove(stripped)
    shutil.rmtree(place.folder)
    shutil.rmtree(later.folder)
    say(f"  instructions an account: {first:,.0f}, {second:,.0f}")
    measured.notes.append(
        f"Instructions an account, of {ACCOUNTS:,}, with one thread: {first:,.0f} on a first night, {second:,.0f} on a "
        "second one with new logs.")
