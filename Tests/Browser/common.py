"""What all checks of a report share."""


def check(condition, what):
    if not condition:
        raise AssertionError(what)
