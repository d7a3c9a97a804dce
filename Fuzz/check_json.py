#!/usr/bin/env python3
"""Compares how relay-audit reads JSON with how Python does.

    check_json.py PROGRAM FOLDER...

PROGRAM is relay-audit-fuzz; each file in the folders is one JSON value, or none. What both read has to be the same value.
Where they differ on purpose is in `is_known`.
"""

import json
import pathlib
import subprocess
import sys


class Number(str):
    """A number as it is written."""


def pairs(items):
    # Ours keeps fields that are given twice.
    return ("object", items)


def constant(name):
    raise ValueError(f"{name} is no JSON")


def python(data):
    """Python's reading, or None."""
    try:
        return json.loads(
            data.decode("utf-8"), object_pairs_hook=pairs, parse_constant=constant, parse_int=Number, parse_float=Number)
    except (ValueError, RecursionError):
        return None


def depth(data):
    """How deep brackets are nested, of which texts may have more: an upper bound."""
    deepest = now = 0
    for byte in data:
        now += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, now)
    return deepest


def has(value, test):
    if isinstance(value, tuple):
        return any(has(key, test) or has(each, test) for key, each in value[1])
    if isinstance(value, list):
        return any(has(each, test) for each in value)
    return test(value)


def is_lone_surrogate(value):
    return isinstance(value, str) and any(0xD800 <= ord(character) < 0xE000 for character in value)


def is_large(value):
    """Beyond 64 bits, which ours refuses or reads as a number with a fraction."""
    if not isinstance(value, Number):
        return False
    try:
        return not -(2**63) <= int(value) < 2**64
    except ValueError:
        return float(value) in (float("inf"), float("-inf"))


def is_known(data, value):
    return depth(data) > 1000 or has(value, is_lone_surrogate) or has(value, is_large)


def same(left, right):
    if isinstance(left, Number) or isinstance(right, Number):
        if not (isinstance(left, Number) and isinstance(right, Number)):
            # Numbers between 2^63 and 2^64 have no use, and count as nothing.
            number = left if isinstance(left, Number) else right
            other = right if number is left else left
            return other is None and number.isdigit() and int(number) >= 2**63
        return left == right or float(left) == float(right)
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left[1]) == len(right[1]) and all(
            same(a, c) and same(b, d) for (a, b), (c, d) in zip(left[1], right[1]))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and left == right


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    files = sorted(path for folder in folders for path in pathlib.Path(folder).iterdir())
    texts = []
    for start in range(0, len(files), 500):
        part = files[start:start + 500]
        output = subprocess.run(
            [program, "--target=json", "--print-json", *part], capture_output=True, check=True,
            env={"ASAN_OPTIONS": "detect_leaks=0"}).stdout
        lines = output.split(b"\n")[:-1]
        assert len(lines) == len(part), f"{len(lines)} answers to {len(part)} files"
        texts += lines
    wrong = 0
    both = 0
    for path, text in zip(files, texts):
        data = path.read_bytes()
        theirs = python(data)
        if text == b"":
            if theirs is not None and not is_known(data, theirs):
                wrong += 1
                print(f"{path}: Python reads it, and we refuse it: {data[:200]!r}")
            continue
        ours = python(text)
        both += 1
        # A value that is null is None too.
        if theirs is None and data.strip() != b"null":
            wrong += 1
            print(f"{path}: we read it, and Python refuses it: {data[:200]!r}")
        elif not same(ours, theirs) and not is_known(data, theirs):
            wrong += 1
            print(f"{path}: we read {text[:200]!r} of {data[:200]!r}")
    print(f"{len(files)} values, {both} of them read by us, {wrong} differ from Python's")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
