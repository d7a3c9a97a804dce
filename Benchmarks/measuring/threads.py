"""Bar 8: more threads take no more work, and say the same."""

import shutil

from measuring.audit import Place, audit
from measuring.process import Failure, ratio, say

FEW, MANY = 2, 8


def more_threads(options, measured, program, night):
    place = Place("threads")
    results, digests = {FEW: [], MANY: []}, {}
    for _ in range(options.runs):
        for jobs, turns in results.items():
            turns.append(audit(program, [night.audit], place, "--jobs", str(jobs)))
            digests[jobs] = place.report()["digest"]
            say(f"  {jobs} threads: {turns[-1].cpu_seconds:.2f} s of CPU time in {turns[-1].seconds:.2f} s")
    shutil.rmtree(place.folder)
    if digests[FEW] != digests[MANY]:
        raise Failure(f"report.json of {FEW} threads and of {MANY} differ in more than the run's id and times")
    measured.bar(
        8, f"CPU time with {MANY} threads, as a multiple of that with {FEW}",
        ratio(results[MANY], results[FEW], lambda result: result.cpu_seconds), 1.1)
    measured.notes.append(
        f"Bar 8: report.json of {FEW} threads and of {MANY} are the same but for the run's id, times and place in the "
        "ledger.")
