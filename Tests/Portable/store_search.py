#!/usr/bin/env python3
"""Searches the folder of a store for texts, in every form in which a file may have them.

    store_search.py find FOLDER < texts.json      a line for each place where one of the texts is: text, form, place
    store_search.py outputs FOLDER < texts.json   the same for names of files, and for files of all that was written
    store_search.py dump STORE                    a hash of all rows of all tables, in order
    store_search.py check STORE                   what is wrong with the file and with the last redaction; nothing if all is well
    store_search.py whole STORE                   brings its reports into the form of before their lists were in parts
    store_search.py keys STORE COLUMN VALUE       the 64-bit keys in remembered records whose COLUMN is VALUE
"""

import base64
import gzip
import hashlib
import io
import json
import os
import sqlite3
import sys
import urllib.parse
import zipfile


def forms(text):
    """The texts' bytes in lower case; compared with bytes in lower case, so that the case of letters does not matter."""
    plain = text.encode()
    yield "utf-8", plain
    yield "utf-16", text.encode("utf-16-le")
    yield "utf-16 big-endian", text.encode("utf-16-be")
    yield "hex", plain.hex().encode()
    yield "percent", urllib.parse.quote(text, safe="").encode()
    yield "json", json.dumps(text)[1:-1].encode()
    yield "reversed", plain[::-1]
    for shift in range(3):
        # Without the characters that depend on what stands before and after.
        encoded = base64.b64encode(b"\0" * shift + plain)
        yield "base64", encoded[(0, 2, 3)[shift] : len(encoded) - len(encoded) % 4 - 4]


def needles(texts):
    found = {}
    for text in texts:
        for form, data in forms(text):
            if len(data) > 3:
                found.setdefault((text, data.lower()), form)
    return [(text, form, data) for (text, data), form in found.items()]


def unpacked(data):
    yield "", data
    # With the method, which is always 8 (RFC 1952): of hashes, one in 65,536 begins with the first two bytes.
    if data[:3] == b"\x1f\x8b\x08":
        yield ", unpacked", gzip.decompress(data)


def rows(store):
    connection = sqlite3.connect(store)
    connection.text_factory = bytes
    tables = [name.decode() for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    for table in tables:
        cursor = connection.execute(f'SELECT * FROM "{table}"')
        names = [column[0] for column in cursor.description]
        for row in sorted(cursor.fetchall(), key=repr):
            yield table, names, row
    connection.close()


def find(folder, texts):
    searched = needles(texts)
    for root, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                data = file.read()
            low = data.lower()
            for text, form, needle in searched:
                if needle in low:
                    print(text, form, f"bytes of {name}", sep="\t")
            if not data.startswith(b"SQLite format 3"):
                continue
            for table, names, row in rows(path):
                for column, value in zip(names, row):
                    if not isinstance(value, bytes):
                        if str(value) in texts:
                            print(value, "number", f"{table}.{column}", sep="\t")
                        continue
                    for how, content in unpacked(value):
                        low = content.lower()
                        for text, form, needle in searched:
                            if needle in low:
                                print(text, form, f"{table}.{column}{how}", sep="\t")


def report(connection, run):
    """The text of a report: its frame with the parts in their places."""
    (frame,) = connection.execute("SELECT report FROM run WHERE number = ?", [run]).fetchone()
    frame = gzip.decompress(frame)
    text, done = b"", 0
    for place, items in connection.execute("SELECT place, items FROM report_part WHERE run = ? ORDER BY part", [run]):
        text += frame[done:place] + gzip.decompress(items)
        done = place
    return text + frame[done:]


def whole(store):
    connection = sqlite3.connect(store)
    for (run,) in connection.execute("SELECT number FROM run WHERE length(report) > 0").fetchall():
        text = gzip.compress(report(connection, run))
        connection.execute("UPDATE run SET report = ? WHERE number = ?", [text, run])
    connection.executescript("DELETE FROM report_part; DELETE FROM report_index; UPDATE finding SET published = NULL")
    connection.close()


def parts(path, data):
    """A file as it is, and what is packed into it; of a store, what its tables hold."""
    if data[:15] == b"SQLite format 3":
        columns = {}
        for table, names, row in rows(path):
            for name, value in zip(names, row):
                if isinstance(value, bytes):
                    columns.setdefault((table, name), []).extend(content for _, content in unpacked(value))
        for (table, name), values in columns.items():
            yield f", {table}.{name}", b"\n".join(values)
        return
    yield "", data
    if data[:2] == b"\x1f\x8b":
        yield ", unpacked", gzip.decompress(data)
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for name in archive.namelist():
                yield f", {name}", archive.read(name)


def places(needle, content):
    """Where it is in the content, and what stands around it in its line."""
    place = content.lower().find(needle)
    low = content.lower() if place >= 0 else b""
    while place >= 0:
        start = max(content.rfind(b"\n", 0, place) + 1, place - 160)
        end = content.find(b"\n", place)
        around = content[start:min(len(content) if end < 0 else end, place + 160)]
        yield around.decode("utf-8", "replace").replace("\t", " ").replace("\r", " ").strip()
        place = low.find(needle, place + len(needle))


def outputs(folder, texts):
    searched = needles(texts)
    for root, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(root, name)
            shown = os.path.relpath(path, folder)
            with open(path, "rb") as file:
                data = file.read()
            for how, content in [(", its name", shown.encode()), *parts(path, data)]:
                low = content.lower()
                for text, form, needle in searched:
                    if needle in low:
                        for around in dict.fromkeys(places(needle, content)):
                            print(text, form, shown + how, around, sep="\t")


def check(store):
    connection = sqlite3.connect(store)
    for (result,) in connection.execute("PRAGMA integrity_check"):
        if result != "ok":
            print(result)
    redactions = [
        json.loads(entry)["event"]["redaction"]
        for (entry,) in connection.execute("SELECT entry FROM ledger ORDER BY number")
        if "redaction" in json.loads(entry)["event"]
    ]
    if connection.execute("SELECT count(*) FROM forgotten_person").fetchone()[0] and not redactions:
        print("nobody says what was redacted")
    for redacted in redactions[-1]["reports"] if redactions else []:
        run = redacted["run"]
        (sha256,) = connection.execute("SELECT report_sha256 FROM run WHERE number = ?", [run]).fetchone()
        if hashlib.sha256(report(connection, run)).hexdigest() != redacted["kept_sha256"]:
            print(f"the report of run {run} has another hash than the ledger says")
        if sha256 != redacted["report_sha256"]:
            print(f"run {run} has another hash of its report than the ledger says")


def main():
    command, path = sys.argv[1], sys.argv[2]
    if command == "find":
        find(path, json.load(sys.stdin))
    elif command == "outputs":
        outputs(path, json.load(sys.stdin))
    elif command == "check":
        check(path)
    elif command == "dump":
        print(hashlib.sha256(repr(list(rows(path))).encode()).hexdigest())
    elif command == "whole":
        whole(path)
    elif command == "keys":
        column, value = sys.argv[3], sys.argv[4]
        keys = ["uid", "apple_sub", "email", "email_sha256", "phone", "private_email", "digest"]
        for row in sqlite3.connect(path).execute(
            f"SELECT {', '.join(keys)} FROM remembered_record WHERE {column} = ?", [value]
        ):
            print("\n".join(str(key) for key in row if key is not None))


if __name__ == "__main__":
    main()
