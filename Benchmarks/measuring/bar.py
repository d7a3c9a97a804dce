"""A bar, what was measured against it, and what could not be measured."""

import dataclasses

from measuring.process import Missing


@dataclasses.dataclass
class Bar:
    """A limit on one number. Bars that ask for several numbers have one of these for each."""

    bar: int
    what: str
    value: float
    limit: float
    unit: str = ""
    # The value has to reach the limit rather than keep to it.
    at_least: bool = False

    @property
    def is_met(self):
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def as_json(self):
        return dataclasses.asdict(self) | {"met": self.is_met}


class Measured:
    """Everything that one call of Benchmarks/run found out."""

    def __init__(self):
        self.bars = []
        # Rows of name, seconds, peak bytes, and bytes of input.
        self.times = []
        # Sentences beside the bars.
        self.notes = []
        self.passes = []
        # What the options, or a machine without a tool, left out.
        self.left_out = []
        self.failures = []

    def bar(self, number, what, value, limit, unit="", at_least=False):
        self.bars.append(Bar(number, what, value, limit, unit, at_least))

    def time(self, name, seconds, peak_bytes, input_bytes=None):
        self.times.append({"name": name, "seconds": seconds, "peak_bytes": peak_bytes, "input_bytes": input_bytes})

    def without(self, what, failure):
        """Says why something was not measured."""
        reasons = self.left_out if isinstance(failure, Missing) else self.failures
        # Each is one item of a list.
        reasons.append(f"{what}: {' '.join(str(failure).split())[-500:]}")

    def as_json(self):
        return {
            "bars": [bar.as_json() for bar in sorted(self.bars, key=lambda bar: bar.bar)], "times": self.times,
            "notes": self.notes, "passes": self.passes, "left_out": self.left_out, "failures": self.failures,
        }
