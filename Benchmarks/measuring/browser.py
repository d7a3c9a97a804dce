"""Bar 5: a report of many findings in a browser."""

import os
import shutil

from measuring import material
from measuring.audit import Place, audit
from measuring.process import ROOT, Missing, run

# Until the page has been laid out; the median of five.
SCRIPT = """
import sys, time
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    times = []
    for _ in range(5):
        page = browser.new_page()
        start = time.monotonic()
        page.goto('file://' + sys.argv[1] + '/report.html')
        page.wait_for_selector('#findings article')
        page.evaluate('document.documentElement.scrollHeight')
        times.append(time.monotonic() - start)
        page.close()
    print(sorted(times)[2])
"""


def first_page(options, measured, program):
    """A report of as many findings as the links of these accounts, of which none has a consent."""
    python = os.environ.get("RELAY_AUDIT_PYTHON", os.path.join(ROOT, ".build", "venv", "bin", "python"))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not os.path.exists(python) or not chromium:
        raise Missing("the browser is not set up (scripts/setup --tests)")
    night = material.night("findings", options.browser_accounts, "--findings")
    place = Place("findings-run")
    audit(program, [night.audit], place)
    findings = place.report()["findings"]
    seconds = float(run([python, "-c", SCRIPT, place.reports, chromium]).text)
    size = place.size("report.html")
    shutil.rmtree(place.folder)
    measured.bar(5, f"a report of {findings:,} findings, until its first page can be used", seconds, 2, "s")
    measured.notes.append(f"Bar 5: the first page of the report of {findings:,} findings has {size / 1e6:.2f} MB.")
