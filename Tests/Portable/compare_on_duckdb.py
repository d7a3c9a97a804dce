"""Judges the cases of one rule on DuckDB, and compares each row with what SQLite said.

    compare_on_duckdb.py FOLDER

The folder holds rule.json, the queries and the views' columns, and case-N.json, each with the views' rows, the
parameters and SQLite's rows of each query. Prints how many cases came out alike, or each difference, which ends it with status 1.
"""

import collections
import json
import pathlib
import re
import sys

import duckdb

TYPES = {"integer": "BIGINT", "text": "VARCHAR"}
# A parameter stands neither in a text nor in a comment.
PARAMETER = re.compile(r"'(?:[^']|'')*'|--[^\n]*|:(?P<name>[a-z_]+)")


def declared(column):
    kind = column["type"]
    # `at` is a keyword where nothing stands before it.
    return f'"{column["name"]}" {TYPES[kind.removesuffix("?")]}{"" if kind.endswith("?") else " NOT NULL"}'


def with_dollars(sql):
    """The query with parameters as DuckDB writes them, and their names: it takes no others."""
    names = {match["name"] for match in PARAMETER.finditer(sql) if match["name"]}
    return PARAMETER.sub(lambda match: "$" + match["name"] if match["name"] else match[0], sql), names


def load(database, views, case):
    for view in views:
        name, width = view["name"], len(view["columns"])
        rows = case["views"].get(name, [])
        if rows:
            row = "(" + ", ".join("?" * width) + ")"
            values = [value for cells in rows for value in cells]
            database.execute(f"INSERT INTO {name} VALUES " + ", ".join([row] * len(rows)), values)


def judged(database, sql, names, columns, case):
    """DuckDB's rows as a multiset; a column that the query lacks is null."""
    result = database.execute(sql, {name: case["parameters"][name] for name in names})
    positions = {column[0]: index for index, column in enumerate(result.description)}
    return collections.Counter(
        tuple(row[positions[column]] if column in positions else None for column in columns) for row in result.fetchall())


def differences(database, rule, case, queries):
    found = []
    try:
        load(database, rule["views"], case)
        for (sql, names, columns), rows in zip(queries, case["rows"], strict=True):
            duck = judged(database, sql, names, columns, case)
            lite = collections.Counter(tuple(row) for row in rows)
            found += [f"  SQLite alone: {row}" for row in (lite - duck).elements()]
            found += [f"  DuckDB alone: {row}" for row in (duck - lite).elements()]
    except duckdb.Error as error:
        return [f"  DuckDB: {error}"]
    return found


def main(folder):
    rule = json.loads((folder / "rule.json").read_text(encoding="utf-8"))
    queries = [(*with_dollars(query["sql"]), query["columns"]) for query in rule["queries"]]
    database = duckdb.connect(":memory:", config={"threads": 1})
    for view in rule["views"]:
        database.execute(f'CREATE TABLE {view["name"]} ({", ".join(map(declared, view["columns"]))})')
    paths = sorted(folder.glob("case-*.json"), key=lambda path: int(path.stem.removeprefix("case-")))
    alike = 0
    for path in paths:
        case = json.loads(path.read_text(encoding="utf-8"))
        found = differences(database, rule, case, queries)
        for name in case["views"]:
            database.execute(f"DELETE FROM {name}")
        if found:
            print("\n".join([f'{rule["rule"]}: {case["name"]}'] + found))
        else:
            alike += 1
    print(f"{alike} cases alike")
    return 0 if alike == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
