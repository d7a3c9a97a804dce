"""What all checks of a report share."""

import time


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Stopwatch:
    """What the browser takes for something, in seconds, whatever else the machine does meanwhile: the time on the
    clock, or the time on the processor of all its processes, whichever is less."""

    def __init__(self, browser):
        self.session = browser.new_browser_cdp_session()
        self.start = time.monotonic()
        self.before = self._processors()

    def _processors(self):
        """By process: https://chromedevtools.github.io/devtools-protocol/tot/SystemInfo"""
        processes = self.session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {process["id"]: process["cpuTime"] for process in processes}

    def stop(self):
        clock = time.monotonic() - self.start
        after = self._processors()
        self.session.detach()
        return min(clock, sum(seconds - self.before.get(id, 0) for id, seconds in after.items()))
