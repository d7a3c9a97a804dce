"""Who reads a report without a mouse, on a telephone, in the dark, or by ear: axe-core finds nothing, the keyboard
reaches everything, nothing is cut off."""

from axe_playwright_python.sync_playwright import Axe

from common import check

SCHEMES = ("light", "dark")
# A wide screen and a telephone.
WIDTHS = (1280, 390)
MANY = 120


def check_page(page, colours):
    """Colours are compared in what the selector `colours` names."""
    check_keyboard(page)
    # More findings are more of the same.
    axe = Axe() if page.locator(".finding").count() < MANY else None
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        check(page.evaluate("() => document.documentElement.scrollWidth") <= width, f"nothing is wider than {width}")
        check_scrolling(page)
        for scheme in SCHEMES if axe else ():
            page.emulate_media(color_scheme=scheme)
            found = [
                violation for context, rules in rules_of(width, scheme, colours)
                for violation in axe.run(page, context, {"resultTypes": ["violations"], **rules}).response["violations"]
            ]
            told = [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"][:3]]
            check(not found, f"axe-core at {width} pixels, {scheme}: {told}")


def rules_of(width, scheme, colours):
    """Contexts and the rules that hold in them. Colours do not differ with the width, and only they differ in the dark:
    to compare them takes nearly all of the time."""
    if width == WIDTHS[0]:
        yield colours, {"runOnly": ["color-contrast"]}
    if scheme == SCHEMES[0]:
        yield None, {"rules": {"color-contrast": {"enabled": False}}}


def check_scrolling(page):
    """What scrolls sideways can be reached by Tab, and has a name."""
    unreachable = page.evaluate(
        "() => [...document.querySelectorAll('body *')].filter(e => e.scrollWidth > e.clientWidth + 1"
        " && ['auto', 'scroll'].includes(getComputedStyle(e).overflowX))"
        ".filter(e => e.tabIndex < 0 || e.getAttribute('role') !== 'region' || !e.getAttribute('aria-label'))"
        ".map(e => e.outerHTML.slice(0, 100))"
    )
    check(unreachable == [], f"what scrolls is reached by the keyboard: {unreachable}")


def check_keyboard(page):
    """Tab visits everything that can be used, once, in the order of the page, and what has the focus is seen."""
    count = page.evaluate(
        "() => { window.stops = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]"
        ".filter(e => e.checkVisibility()); stops[0].focus(); return stops.length }"
    )
    order = [0]
    while len(order) < min(count, 60):
        page.keyboard.press("Tab")
        order.append(page.evaluate("() => stops.indexOf(document.activeElement)"))
    check(order == list(range(len(order))), f"Tab goes in order: {order}")
    outline = page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle")
    check(outline != "none", "the focus is seen")
