#!/usr/bin/env python3
"""Reads findings.xlsx of each folder with openpyxl, and compares it with report.json.

    check_workbook.py FOLDER...
    check_workbook.py --text FILE       prints what the workbook holds, a cell a line
"""

import json
import pathlib
import stat
import sys
import zipfile

import openpyxl

SHEETS = ["Summary", "Findings", "Requirements", "Waivers", "Sources", "Flagged"]


def rows(sheet):
    """Each row as a dictionary by the header's titles."""
    lines = sheet.iter_rows()
    header = [cell.value for cell in next(lines)]
    return [dict(zip(header, [cell.value for cell in line])) for line in lines]


def holds(value, text):
    """Whether a cell has a text; of one that a cell cannot have as it is, whether it has any."""
    if not text:
        return value is None
    if text.isprintable() and "_x" not in text and len(text.encode("utf-16-le")) <= 2 * 32767:
        return value == text
    return isinstance(value, str)


def print_text(path):
    book = openpyxl.load_workbook(path)
    print(f"title: {book.properties.title}; created: {book.properties.created.isoformat()}")
    for sheet in book:
        widths = [sheet.column_dimensions[openpyxl.utils.get_column_letter(1 + n)].width for n in range(sheet.max_column)]
        print(f"== {sheet.title}: frozen at {sheet.freeze_panes}, filter {sheet.auto_filter.ref}, widths {widths}")
        for line in sheet.iter_rows():
            for cell in line:
                if cell.value is not None:
                    print(f"{cell.coordinate} {cell.data_type} {cell.value!r}")


def check(folder):
    folder = pathlib.Path(folder)
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    path = folder / "findings.xlsx"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600, "the owner's alone"
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert not [name for name in archive.namelist() if "external" in name.lower() or "vba" in name.lower()]
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == SHEETS
    for sheet in book:
        assert sheet.freeze_panes == "A2" and sheet.auto_filter.ref.startswith("A1:"), sheet.title
        for line in sheet.iter_rows():
            for cell in line:
                assert cell.data_type != "f", f"{sheet.title} {cell.coordinate} is a formula"
                assert cell.value is None or isinstance(cell.value, (str, int)), cell.coordinate
                if cell.row > 1 and isinstance(cell.value, str):
                    assert cell.number_format == "@", cell.coordinate
                    assert len(cell.value.encode("utf-16-le")) <= 2 * 32767, cell.coordinate
    findings = rows(book["Findings"])
    shown = report["findings"][: len(findings)]
    assert [line["id"] for line in findings] == [one["id"] for one in shown]
    for line, one in zip(findings, shown):
        for key in ["rule", "severity", "verdict", "reason", "state", "due_at", "first_seen"]:
            assert holds(line[key], one[key]), f"{one['id']}: {key}"
        for key in ["uid", "tenant", "email", "apple_sub"]:
            assert holds(line[key], one["subject"][key]), f"{one['id']}: {key}"
        for key in ["object", "message"]:
            assert holds(line[key], one[key]), f"{one['id']}: {key}"
        waiver = one["waiver"] or {"signed_by": None, "expires": None}
        assert holds(line["waived_by"], waiver["signed_by"]) and holds(line["waived_until"], waiver["expires"])
    # The first of each name: Reason and Not proven stand several times.
    summary = {}
    for line in rows(book["Summary"]):
        summary.setdefault(line["what"], line["value"])
    assert summary["Ledger"] == (report.get("ledger") or {}).get("head")
    assert summary["Outcome"] == report["gate"]["outcome"]
    assert summary["Findings"] == len(report["findings"])
    assert summary["Findings that fail the gate"] == report["gate"]["failing"]
    for verdict in ["fail", "inconclusive", "pending", "manual"]:
        found = sum(one["verdict"] == verdict and one["waiver"] is None for one in report["findings"])
        assert summary[verdict] == found, verdict
    assert summary["waived"] == sum(one["waiver"] is not None for one in report["findings"])
    assert summary["Verdicts that pass"] == sum(one["counts"]["pass"] for one in report["rules"])
    if len(findings) < len(report["findings"]):
        told = [line["value"] for line in rows(book["Summary"]) if line["what"] == "Left out"]
        assert any(f"{len(findings):,} of {len(report['findings']):,} findings" in text for text in told), told
    assert [line["sha256"] for line in rows(book["Sources"])] == [one["sha256"] for one in report["sources"]]
    if report["schema"].endswith("/2"):
        assert [line["id"] for line in rows(book["Requirements"])] == [one["id"] for one in report["requirements"]]
        assert len(rows(book["Waivers"])) == len(report["waivers"])
        assert len(rows(book["Flagged"])) == len(report["flagged"]["shown"])
    print(f"{folder}: a workbook with {len(findings)} findings says what report.json says")


if sys.argv[1] == "--text":
    print_text(sys.argv[2])
else:
    for name in sys.argv[1:]:
        check(name)
