"""Bar 4: second nights, and what remembering costs."""

import os
import shutil
import statistics

from measuring import material
from measuring.audit import Place, audit
from measuring.process import WORK, peak, ratio, say


def few_changes(options, measured, program, night):
    """The same store audits a night on which 0.1 % of the accounts differ."""
    place = Place("nights")
    changed = material.night("night-2", options.accounts, "--changed", "0.001")
    first, second, growth = [], [], []
    for _ in range(options.runs):
        first.append(audit(program, [night.audit], place))
        before = os.path.getsize(place.store)
        second.append(audit(program, [changed.audit], place, night=1))
        growth.append(os.path.getsize(place.store) / before - 1)
        say(f"  nights: {first[-1].seconds:.2f} s, {second[-1].seconds:.2f} s")
    shutil.rmtree(place.folder)
    measured.bar(
        4, "time of the second night, 0.1 % changed, as a multiple of the first's", ratio(second, first), 1.0)
    measured.bar(4, "growth of the store on that night", statistics.median(growth) * 100, 2, "%")


def new_logs(options, measured, program, night):
    """What remembering costs a first night, and a second night whose logs are new."""
    place = Place("memory")
    config = os.path.join(WORK, "forgetful.yaml")
    with open(config, "w") as file:
        file.write("history: {remember: 0}\n")
    forget = ["--config", config, "--store", ".relay-audit/audit.sqlite", "--out", "reports/out"]
    later = material.same_accounts_with_new_logs(night)
    remembering, forgetting, second = [], [], []
    for _ in range(options.runs):
        forgetting.append(audit(program, [night.audit], place, *forget))
        remembering.append(audit(program, [night.audit], place))
        second.append(audit(program, [later.audit], place, night=1))
        say(f"  memory: {forgetting[-1].seconds:.2f} s without, {remembering[-1].seconds:.2f} s, "
            f"{second[-1].seconds:.2f} s")
    shutil.rmtree(place.folder)
    shutil.rmtree(later.folder)
    records = 0
    for entry in os.scandir(night.audit):
        if entry.name.endswith(".ndjson"):
            with open(entry.path, "rb") as file:
                records += sum(1 for _ in file)
    measured.bar(
        4, "time of a second night whose logs are new, as a multiple of the first's", ratio(second, remembering), 1.1)
    measured.bar(
        4, f"what remembering {records:,} records adds to a first night",
        (ratio(remembering, forgetting) - 1) * 100, 8, "%")
    measured.bar(2, f"peak memory of that second night at {options.accounts:,} accounts", peak(second) / 1e6, 200, "MB")
