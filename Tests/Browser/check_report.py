"""Opens a report in real Chromium, and checks it as its readers use it.

    check_report.py FOLDER [FOLDER ...]
    check_report.py --schema FILE [FILE ...]

Each folder holds report.html and report.json of one run. The second form validates files against the schema of their
version, and opens nothing. Prints what was checked; any difference ends it with status 1.
"""

import contextlib
import json
import os
import sys

sys.dont_write_bytecode = True

import jsonschema
from playwright.sync_api import sync_playwright

import access
import paper
from common import Stopwatch, check

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# What stands in report.html: all findings, or the worst of each of the first causes; and how many sources.
INLINE, PER_CAUSE, INLINE_CAUSES = 200, 3, 150
INLINE_SOURCES = 200
MOST_BYTES = 2_000_000
# Milliseconds until what does not come is a failure: a machine may be busy with other tests. `Stopwatch` has the bars.
MOST_WAIT = 180_000
# What looks otherwise in other reports: of each outcome the verdict, and the trend where there were earlier runs. All
# else of a report is in the first.
OTHER_COLOURS = "#verdict, .trend"
VERDICTS = ["fail", "inconclusive", "pending", "manual"]


def causes(report):
    count = {}
    for finding in report["findings"]:
        cause = (finding["rule"], finding["reason"])
        count[cause] = count.get(cause, 0) + 1
    return count


def holds_all(report):
    return len(report["findings"]) <= INLINE and len(causes(report)) <= INLINE_CAUSES


def inline_findings(report):
    counts = causes(report).values()
    each = INLINE if holds_all(report) else min(PER_CAUSE, max(1, INLINE // len(counts)))
    return sum(sorted((min(each, number) for number in counts), reverse=True)[:INLINE_CAUSES])


def visible(page):
    return page.locator(".finding:visible").count()


def check_numbers(page, report):
    figures = [text.replace(",", "") for text in page.locator("#population dd").all_inner_texts()]
    population = report["population"]
    names = ["accounts", "apple_accounts", "anonymized_accounts", "links", "deletion_requests"]
    check(figures == [str(population[name]) for name in names], f"figures {figures}")
    rows = page.locator("#rule-table tbody tr")
    check(rows.count() == len(report["rules"]), "one row for each rule")
    by_id = {rule["id"]: rule for rule in report["rules"]}
    for index in range(rows.count()):
        row = rows.nth(index)
        rule = by_id[row.locator("th").evaluate("e => e.firstChild.textContent")]
        texts = row.locator("td.number").all_inner_texts()
        numbers = [0 if text == "–" else int(text.replace(",", "")) for text in texts]
        check(("0" in texts) <= rule["evaluated"], f"{rule['id']}: no zero where nothing was evaluated")
        counts = rule["counts"]
        check(numbers == [counts[v] for v in VERDICTS + ["pass", "waived"]], f"counts of {rule['id']}: {numbers}")
    if len(report["sources"]) <= INLINE_SOURCES:
        check_sources(page, report["sources"])
    hashes = page.locator("#provenance-facts").inner_text()
    for name in ("config_sha256", "rules_sha256", "id"):
        check(report["run"][name] in hashes, f"{name} stands in full")
    words = {"pass": "No ", "fail": " found", "incomplete": "incomplete"}[report["gate"]["outcome"]]
    sentence = page.locator("#verdict-sentence").inner_text()
    check(words in sentence, f"the verdict in words: {sentence}")
    if report["gate"]["outcome"] == "fail":
        check(sentence.startswith(f"{report['gate']['failing']:,} "), f"the count comes first: {sentence}")
    check_banner(page, report)
    check_causes(page, report)


def check_sources(page, sources):
    rows = page.locator("#source-list tbody tr:has(.hash)").all_inner_texts()
    check(len(rows) == len(sources), f"one row for each source, not {len(rows)}")
    for source, row in zip(sources, rows):
        check(source["sha256"] in row and f"{source['records']:,}" in row, "hash and records of a source")


def check_causes(page, report):
    """A line a cause, with the counts of report.json, and a link to its findings."""
    expected = {}
    for finding in report["findings"]:
        counts = expected.setdefault(f"{finding['rule']}, {finding['reason']}", {})
        name = "waived" if finding["waiver"] else finding["verdict"]
        counts[name] = counts.get(name, 0) + 1
    rows = page.locator("#cause-list tbody tr").all()
    found = {}
    for row in rows:
        parts = row.locator("td.counts").inner_text().replace(",", "").split()
        found[row.locator("th a").inner_text()] = dict(zip(parts[1::2], map(int, parts[0::2])))
    if len(rows) < len(expected):
        check(len(rows) == INLINE_CAUSES, f"the first causes stand there, not {len(rows)}")
        said = page.locator("#cause-list > p").last.inner_text()
        check(f"{INLINE_CAUSES} of {len(expected):,} causes" in said, f"what is cut is said: {said}")
        check(all(expected[name] == counts for name, counts in found.items()), f"causes: {found}")
    else:
        check(found == expected, f"causes: {found}")
    trend = page.locator(".trend tbody tr").count()
    check(trend == (len(report["trend"]) + 1 if report["run"]["previous_run"] else 0), f"the trend has {trend} runs")


def check_banner(page, report):
    """An audit that lost evidence looks it, in colour and without."""
    outcome = report["gate"]["outcome"]
    banner = page.locator("#verdict")
    look = banner.evaluate("e => { const s = getComputedStyle(e); return [s.borderTopStyle, s.backgroundColor] }")
    colour = page.locator("#verdict-sentence").evaluate("e => getComputedStyle(e).color")
    green = page.evaluate(
        "() => { const e = document.body.appendChild(document.createElement('i')); e.style.color = 'var(--pass)';"
        " const c = getComputedStyle(e).color; e.remove(); return c }"
    )
    carried = report["gate"]["carried"]
    check(outcome in page.title(), "the tab says the outcome")
    check((look[0] == "dashed") == (outcome == "incomplete"), f"{outcome}: border {look[0]}")
    plain = outcome == "pass" and "pass, " not in page.locator("#verdict-word").inner_text().lower()
    check((colour == green) == plain, f"{outcome}: only a plain pass is green, not {colour}")
    check(not (plain and carried), "a pass with carried findings says so")
    waived = report["gate"]["failing_without_waivers"] > report["gate"]["failing"]
    check(not (plain and waived), "a pass by waivers says so")
    text = page.locator("#verdict-reasons").inner_text()
    for reason in report["gate"]["reasons"]:
        check(reason.replace("`", "") in text, f"the reason {reason} stands under the verdict")
    notes = page.locator(".finding[data-state=carried] .carried-note")
    check(notes.count() == min(carried, notes.count()), "carried findings are told")
    for note in notes.all():
        check("not judged again" in note.inner_text() and "by run" in note.inner_text(), "a carried finding says when")


def check_controls(page, report):
    if holds_all(report):
        check_filters(page, report)
    else:
        check_search(page, report)


def check_search(page, report):
    """Search and filters find what stands on other pages, the last finding as well, within a second."""
    findings = report["findings"]
    group = page.locator(".group").first
    check(group.is_visible() and page.locator("#results").is_hidden(), "the worst of each cause at first")
    page.focus("#search")
    page.wait_for_function("() => window.relayAuditFindings && !document.querySelector('#shown').textContent.includes('Loading')")
    rows = page.locator("#results tbody tr")
    for finding in (findings[-1], findings[len(findings) // 2]):
        watch = Stopwatch(page.context.browser)
        page.fill("#search", finding["id"])
        page.wait_for_function("id => document.querySelector('#results tbody a')?.textContent === id", arg=finding["id"])
        took = watch.stop()
        check(took < 1, f"search took {took:.2f} s")
        check(rows.count() == 1 and not group.is_visible(), "one row for one id")
    target = rows.locator("a").get_attribute("href")
    with page.expect_event("framenavigated") if not target.startswith("#") else contextlib.nullcontext():
        rows.locator("a").click()
    check(page.locator(f"[id='{finding['id']}']").count() == 1, "the row leads to the finding")
    page.go_back()
    page.fill("#search", "")
    for verdict in VERDICTS:
        expected = sum(f["verdict"] == verdict and not f["waiver"] for f in findings)
        if not expected:
            continue
        page.select_option("#filter-verdict", verdict)
        told = f"Showing the first 200 of {expected:,} " if expected > 200 else f"Showing {expected} "
        page.wait_for_function("told => document.querySelector('#shown').textContent.startsWith(told)", arg=told)
        check(rows.count() == min(200, expected), f"filter by {verdict}")
    page.fill("#search", "no such words anywhere")
    page.wait_for_function("() => document.querySelector('#shown').textContent.startsWith('Showing 0 of')")
    page.click("#reset")
    page.wait_for_function("() => document.querySelector('#results').hidden")
    check(group.is_visible(), "what stood there at first is back")


def check_filters(page, report):
    total = inline_findings(report)
    check(visible(page) == total, f"all {total} findings are shown at first, not {visible(page)}")
    shown = report["findings"]
    for verdict in VERDICTS:
        expected = page.locator(f'.finding[data-verdict="{verdict}"][data-waived="no"]').count()
        if not expected:
            continue
        page.select_option("#filter-verdict", verdict)
        check(visible(page) == expected, f"filter by {verdict}")
        check(f"Showing {expected} of" in page.locator("#shown").inner_text(), "the count is told")
        waived = page.locator(f'.finding[data-verdict="{verdict}"][data-waived="yes"]').count()
        page.select_option("#filter-state", "waived")
        check(visible(page) == waived, f"filter by {verdict} and waived")
        page.select_option("#filter-state", "")
    page.click("#reset")
    page.wait_for_function("n => document.querySelectorAll('.finding:not([hidden])').length === n", arg=total)
    if shown:
        first = shown[0]
        page.fill("#search", first["id"])
        page.wait_for_function("() => document.querySelectorAll('.finding:not([hidden])').length === 1")
        page.fill("#search", "no such words anywhere")
        page.wait_for_function("() => document.querySelectorAll('.finding:not([hidden])').length === 0")
        page.click("#reset")
        page.wait_for_function("n => document.querySelectorAll('.finding:not([hidden])').length === n", arg=total)
        page.select_option("#filter-rule", first["rule"])
        check(visible(page) == page.locator(f'.finding[data-rule="{first["rule"]}"]').count(), "filter by rule")
        page.click("#reset")
        page.select_option("#sort", "uid")
        for group in page.locator(".group .list").all()[:5]:
            uids = group.locator(".finding").evaluate_all("es => es.map(e => e.dataset.uid)")
            check(uids == sorted(uids), "order by account")
        page.select_option("#sort", "severity")


def check_links(page, url, report):
    """A link to a finding leads to it wherever it stands, and one to a cause behind a filter too."""

    def follow(name):
        page.goto("about:blank")
        page.goto(f"{url}#{name}")

    for finding in (report["findings"][0], report["findings"][-1]):
        follow(finding["id"])
        page.wait_for_selector(f"[id='{finding['id']}']:visible")
    follow("ra-0000000000000000")
    page.wait_for_function("() => document.querySelector('#shown').textContent.includes('is not in this report')")
    page.fill("#search", "no such words anywhere")
    page.wait_for_function("() => document.querySelector('.group').hidden")
    page.locator("#cause-list th a").first.click()
    page.wait_for_function("() => !document.querySelector('.group').hidden")


def check_structure(page):
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map(e => e.id)")
    check(len(ids) == len(set(ids)), "ids are unique")
    check(page.locator("h1").count() == 1, "one main heading")
    levels = page.evaluate("() => [...document.querySelectorAll('h1,h2,h3,h4')].map(e => Number(e.tagName[1]))")
    check(all(b - a <= 1 for a, b in zip(levels, levels[1:])), "no heading level is left out")
    check(page.locator("table:not(:has(caption))").count() == 0, "every table has a caption")
    policy = page.locator("#policy").get_attribute("content")
    check("'sha256-" in policy and "unsafe" not in policy, f"style and script run by their hashes: {policy}")
    check(page.locator("html").get_attribute("lang") == "en", "the language is said")
    page.keyboard.press("Tab")
    check(page.evaluate("() => document.activeElement.className") == "skip", "the first stop is the skip link")
    dangling = page.evaluate(
        "() => [...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.hash.slice(1))).length"
    )
    check(dangling == 0, "links within the page lead somewhere")


def validate(report):
    version = report["schema"].rsplit("/", 1)[1]
    with open(os.path.join(ROOT, "reports", "schema", f"report-{version}.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    sample = dict(report, findings=report["findings"][:2000])
    jsonschema.Draft202012Validator(schema).validate(sample)


def open_page(page, url, report):
    """How long the page takes until it can be used, in seconds."""
    watch = Stopwatch(page.context.browser)
    page.goto(url, wait_until="domcontentloaded")
    if report["findings"]:
        page.wait_for_selector("#search:visible")
    return watch.stop()


def check_folder(browser, folder, colours):
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    validate(report)

    url = "file://" + os.path.abspath(os.path.join(folder, "report.html"))
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.set_default_timeout(MOST_WAIT)
    problems, requests = [], []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: problems.append("dialog") or dialog.dismiss())
    page.on("request", lambda request: requests.append(request.url))
    # The better of two: the first starts a process of the browser too.
    usable = min(open_page(page, url, report) for _ in range(2))
    check_numbers(page, report)
    if report["findings"]:
        check_controls(page, report)
        check_links(page, url, report)
    others = [request.split("#")[0] for request in requests if os.path.dirname(request) != os.path.dirname(url)]
    check(others == [], f"nothing is requested from elsewhere: {others}")
    size = os.path.getsize(os.path.join(folder, "report.html"))
    check(size <= MOST_BYTES, f"report.html has {size} bytes")
    check(problems == [], f"the console is silent: {problems}")
    page.reload()
    check_structure(page)
    access.check_page(page, colours)
    if len(report["findings"]) < 6000:
        paper.check_print(page, report, os.path.join(folder, "report.pdf"))
    page.close()
    pages = check_without_scripts(browser, folder, url, report)
    print(f"{folder}: {len(report['findings'])} findings, {pages} pages, usable after {usable:.2f} s")
    check(usable < 2, f"the page is usable within 2 s, not {usable:.2f}")


def check_without_scripts(browser, folder, url, report):
    """Without scripts everything stands on the page, or on one that its links lead to."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(MOST_WAIT)
    page.goto(url)
    check(page.locator(".finding").count() == inline_findings(report), "every finding is there without scripts")
    check(page.locator("#controls").is_hidden(), "no controls without scripts")
    ids, hashes, seen, names = set(), [], 1, []
    for link in page.locator(".more a").all():
        names.append(link.get_attribute("href"))
    while True:
        ids |= set(page.locator(".finding").evaluate_all("es => es.map(e => e.id)"))
        if seen == 1 or "report-sources-" in page.url:
            hashes += page.locator("#source-list .hash").all_inner_texts()
        if not names:
            break
        name = names.pop(0)
        page.goto("file://" + os.path.abspath(os.path.join(folder, name)))
        seen += 1
        following = page.locator("#facts a", has_text="Next page")
        if following.count() and following.get_attribute("href") not in names:
            names.insert(0, following.get_attribute("href"))
    check(ids == {finding["id"] for finding in report["findings"]}, "no finding is missing from the pages")
    missing = {source["sha256"] for source in report["sources"]} - {text.split()[-1] for text in hashes}
    check(not missing, f"{len(missing)} sources are missing from the pages")
    context.close()
    return seen


def check_schema(files):
    for name in files:
        with open(name, encoding="utf-8") as file:
            validate(json.load(file))
    print(f"{len(files)} reports keep to their schema")


def main():
    if sys.argv[1:2] == ["--schema"]:
        return check_schema(sys.argv[2:])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"], timeout=MOST_WAIT
        )
        for index, folder in enumerate(sys.argv[1:]):
            check_folder(browser, folder, colours=OTHER_COLOURS if index else "body")
        browser.close()


if __name__ == "__main__":
    main()
