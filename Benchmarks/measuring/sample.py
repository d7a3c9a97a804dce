"""Bar 10: a sample, as a gate in a pipeline audits it."""

import shutil

from measuring import material
from measuring.audit import Place, audit
from measuring.process import seconds

ACCOUNTS, RUNS = 500, 20


def small_sample(measured, program):
    night = material.night("sample", ACCOUNTS)
    place = Place("sample-run")
    turns = [audit(program, [night.audit], place) for _ in range(RUNS)]
    shutil.rmtree(place.folder)
    measured.bar(10, f"{ACCOUNTS} accounts, from start to exit, median of {RUNS}", seconds(turns) * 1000, 150, "ms")
