"""A report on paper: printed by Chromium, and read again as text by poppler."""

import re
import subprocess

from common import check

# A report of a few thousand findings.
MOST_PAGES = 40


def squeezed(text):
    """Lines break anywhere, and a hyphen at the end of one is taken for a break within a word."""
    return re.sub(r"[\s-]+", "", text)


def check_print(page, report, path):
    # What is searched for on the screen is not what is filed.
    if report["findings"]:
        page.fill("#search", "no such words anywhere")
        page.wait_for_function("() => document.querySelector('#shown').textContent.startsWith('Showing 0 of')")
    page.emulate_media(media="print", color_scheme="light")
    check(page.locator("#controls").is_hidden(), "no controls on paper")
    page.pdf(path=path, format="A4", prefer_css_page_size=True)
    pages = int(re.search(r"^Pages:\s+(\d+)", run("pdfinfo", path), re.M)[1])
    check(pages <= MOST_PAGES, f"{len(report['findings'])} findings print on {pages} pages")
    text = squeezed(run("pdftotext", path, "-"))

    def stands(what, meaning):
        check(squeezed(what) in text, f"on paper: {meaning}: {what}")

    for number in range(1, pages + 1):
        stands(f"page {number} of {pages}", "the number of a page")
    order = ["#verdict-sentence", "#contents-title", "#causes-title", "#findings-title", "#flagged-title",
             "#scope-title", "#sources-title", "#signature-title"]
    places = page.evaluate(
        "names => names.map(name => document.querySelector(name).getBoundingClientRect().top)", order
    )
    check(places == sorted(places), "verdict, contents, causes, registers, evidence, sign-off")
    for name in (
        "#verdict-sentence", "#verdict-reasons li", ".contents a", "#cause-list caption", "#cause-list th a",
        "#cause-list .counts", "#limit-list li", "#findings-note", "#flagged-list p", "#source-list .hash",
        "#provenance-facts dd", "#signed-facts dd", ".sign dt", ".more p",
    ):
        for element in page.locator(name).all_text_contents():
            stands(element, name)
    # Cells of several lines stand beside each other.
    for element in page.locator("#waiver-list td:not(.mono)").all_text_contents():
        for word in element.split():
            stands(word, "who accepted what")
    for finding in page.locator(".finding").evaluate_all("es => es.map(e => e.id)"):
        stands(finding, "a finding that stands on the page")
    for link in page.locator(".more a").evaluate_all("es => es.map(e => e.getAttribute('href'))"):
        stands(link, "the file that has the rest")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
