"""The inputs that each target of scripts/fuzz begins with, made of the tests' fixtures, the rules and the examples."""

import gzip
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests" / "Fixtures"
# Longer ones would be cut by libFuzzer.
LONGEST = 4096

# Targets that share a dictionary.
DICTIONARIES = {"audit": "intake", "proposal": "intake", "mapping": "yaml", "json": "intake"}

# In the order of the targets in Fuzz/Programs.
KINDS = [
    "", "accounts", "links", "consents", "deletions", "revocations", "account-deletions", "notifications", "sign-ins", "mail",
    "provider-config", "aliases", "logs",
]


def evidence():
    """Files as products write them."""
    for path in sorted((FIXTURES / "Intake").glob("*/*")):
        if path.name != "expected.csv":
            yield path.read_bytes()[:LONGEST]


def foreign():
    """Files and logs of no known product, with the configuration that reads them where a fixture has it."""
    for path in sorted((FIXTURES / "Proposal").rglob("*")):
        if path.is_file() and path.suffix in {".csv", ".ndjson", ".json", ".log", ".txt", ".tsv"}:
            yield path.read_bytes()[:LONGEST]


def intake():
    for number, data in enumerate(evidence()):
        yield bytes([0, 0x10 | number & 3]) + data
        yield bytes([0, 0x30 | number & 3]) + data
    for kind in range(1, len(KINDS)):
        yield bytes([kind, 0x11]) + b'{"uid":"u1","at":"2026-11-01T00:00:00Z"}\n'
    first = next(evidence())
    yield bytes([0, 0]) + gzip.compress(first, mtime=0)
    yield bytes([0, 0x1A]) + b"\xff\xfe" + first.decode().encode("utf-16-le")


def workbook():
    for part in range(6):
        yield bytes([part]) + b"<a/>"
        yield bytes([part | 24]) + b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    rows = b'<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>uid</t></is></c></row></sheetData></worksheet>'
    yield bytes([0]) + rows
    yield bytes([16]) + rows
    yield bytes([1]) + b"<sst><si><t>uid</t></si><si><r><t>pur</t></r><r><t>pose</t></r><rPh><t>x</t></rPh></si></sst>"
    yield bytes([2]) + b'<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm;@"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>'


def mapping():
    entries = [
        (b"inputs: [{path: a, kind: revocations, where: {msg: [revoked, 'no']}, columns: {uid: ctx.user.id, at: ts}, "
         b"constants: {endpoint: apple}, ignore: [level]}]",
         b'{"msg":"revoked","ctx":{"user":{"id":"u1"}},"ts":1793491200,"level":"info"}\n{"msg":"other"}\n'),
        (b"inputs: [{path: a, kind: revocations, pattern: '^(?<at>[0-9TZ:.-]+) uid=(?<uid>\\S+) status=(?<http_status>\\d+)'}]",
         b"2026-11-01T00:00:00Z uid=u1 status=200\nnothing\n"),
        (b"inputs: [{path: a, kind: consents, columns: {uid: User, given_at: T}, values: {state: {Y: given, N: refused}}, "
         b"time_zone: Europe/Berlin, delimiter: ';', constants: {purpose: 'link:phone'}}]",
         b"User;T;state\nu1;2026-11-01 10:00:00;Y\nu2;2026-03-29 02:30:00;maybe\n"),
        (b"inputs: [{path: a, kind: deletions, encoding: windows-1252, time_unit: ms, columns: {uid: id, requested_at: w}, "
         b"constants: {request_id: r}}]", b"id,w\nu\xe9,1793491200000\n"),
    ]
    for config, data in entries:
        yield config + b"\n---\n" + data


def proposal():
    yield from foreign()
    yield from evidence()


def yaml():
    files = [
        (0, sorted(ROOT.glob("examples/**/*.yaml")) + sorted((ROOT / "Tests/EndToEndTests/Fixtures").rglob("*.yaml"))),
        (1, sorted(ROOT.glob("examples/**/*.yaml"))),
        (2, sorted((ROOT / "rules").glob("*/*.cases.yaml"))[::4]),
        (3, sorted((ROOT / "rules").glob("*/*.sql"))[::3]),
        (4, sorted((ROOT / "rules/frameworks").glob("*.yaml"))),
    ]
    for first, paths in files:
        for path in paths:
            yield bytes([first]) + path.read_bytes()[:LONGEST - 1]
    yield b"\1" + b"waivers:\n  - {findings: [ra-0123456789abcdef], signed_by: A. Person, date: 2026-11-01, expires: 2026-12-31, reason: r}\n"
    yield b"\0" + b"a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    yield b"\0" + b"inputs: [{path: x, kind: consents, columns: {uid: u}}]\n"


def sql():
    for path in sorted((ROOT / "rules").glob("*/*.sql")):
        lines = [line for line in path.read_text().splitlines() if not line.startswith("--")]
        yield "\n".join(lines).strip().encode()[:1024]
    yield b"SELECT account, 'a' AS object, 'pass' AS verdict, NULL AS reason, NULL AS due_at, NULL AS at FROM account"
    yield b"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"


def token():
    # Both are kept ones.
    return iter(())


def objects():
    for data in evidence():
        for line in data.splitlines():
            if line.startswith(b"{"):
                yield line


def json():
    yield from list(objects())[:60]
    yield b'[1,-0,1e5,1.5,18446744073709551615,-9223372036854775808,"\\u00e9\\ud83d\\ude00\\"",true,null,{"a":{}}]'


def pattern():
    yield b"^(?<at>[0-9TZ:.-]+) revoked uid=(?<uid>\\S+) status=(?<s>\\d+)\n2026-11-01T00:00:00Z revoked uid=u1 status=200"
    yield b"(?<a>(x+x+)+y)\nxxxxxxxxxxxxxxxxxxxx"
    yield b"(?i)(?<a>.*?)(?:b|(?<b>c))(?=d)\\Kd\nabcd"


def store():
    for first in [0, 1, 0x80, 0x81]:
        yield bytes([first])
        for place in [16, 18, 28, 100, 105, 4096, 8192, 8200]:
            yield bytes([first]) + place.to_bytes(3, "big") + b"\1\xff"


def audit():
    for data in evidence():
        yield b"\0\0" + data[:2046]


def of(target):
    return globals()[target]()
