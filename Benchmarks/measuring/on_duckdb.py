"""The work of an audit on DuckDB, from the NDJSON twin to findings and flagged accounts.

    on_duckdb.py FOLDER [--compare]

FOLDER/plan.json says what to do (equal_work.py), FOLDER/views has the views to load. Writes findings.json and
flagged-accounts.csv there, and prints the verdicts of each rule. `--compare` also says which of its own views differ
from those of the folder. The Python that runs it has DuckDB.
"""

import json
import os
import sys

import duckdb

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "Portable"))
from compare_on_duckdb import TYPES, with_dollars  # noqa: E402

RELAY = "split_part({0}, '@', 2) IN ('privaterelay.appleid.com', 'private.icloud.com')"
TWIN = """
CREATE TABLE line AS SELECT * FROM read_json($twin, format = 'newline_delimited', columns = {
  localId: 'VARCHAR', email: 'VARCHAR', photoUrl: 'VARCHAR', phoneNumber: 'VARCHAR', createdAt: 'BIGINT',
  providerUserInfo: 'STRUCT(providerId VARCHAR, rawId VARCHAR, email VARCHAR)[]'})
"""
# Rows of a table are numbered in the file's order.
SEEN = f"""
CREATE TABLE seen AS
SELECT row_number() OVER (ORDER BY rowid) AS account, rowid + 1 AS line, localId AS uid, lower(email) AS email,
  phoneNumber AS phone, photoUrl, createdAt, providerUserInfo AS providers,
  list_filter(providerUserInfo, lambda p: p.providerId = 'apple.com')[1] AS apple
FROM line
WHERE list_contains(list_transform(providerUserInfo, lambda p: p.providerId), 'apple.com')
  OR {RELAY.format("lower(email)")}
"""
ACCOUNT = f"""
CREATE TABLE account AS
WITH named AS (
  SELECT *, CASE WHEN {RELAY.format("lower(apple.email)")} THEN lower(apple.email)
    WHEN {RELAY.format("email")} THEN email END AS relay_address
  FROM seen
)
SELECT account, NULL::VARCHAR AS tenant, uid, email,
  CASE WHEN {RELAY.format("email")} THEN 'relay' ELSE 'ordinary' END AS email_class, NULL::VARCHAR AS email_resembles,
  phone, (photoUrl IS NOT NULL)::BIGINT AS has_photo, 0::BIGINT AS has_password, createdAt AS created_at,
  1::BIGINT AS known, 1::BIGINT AS present, $captured_at::BIGINT AS captured_at, NULL::BIGINT AS gone_at,
  (apple IS NOT NULL)::BIGINT AS apple_credential, 0::BIGINT AS apple_claim,
  CASE WHEN apple IS NULL THEN 'no' ELSE 'yes' END AS apple, apple.rawId AS apple_sub, relay_address,
  (relay_address IS NOT NULL)::BIGINT AS anonymized,
  (apple IS NOT NULL AND apple.email IS NULL AND email IS NULL)::BIGINT AS anonymity_unknown, 'new' AS export,
  ($first_ref + line)::BIGINT AS ref
FROM named
"""
CREDENTIAL = f"""
CREATE TABLE credential AS
WITH each AS (SELECT account, line, email AS account_email, unnest(providers) AS provider FROM seen)
SELECT account, provider.providerId AS provider, provider.rawId AS raw_id, lower(provider.email) AS email,
  CASE WHEN {RELAY.format("lower(provider.email)")} THEN 'relay' ELSE 'ordinary' END AS email_class,
  NULL::VARCHAR AS email_resembles,
  (account_email IS NOT DISTINCT FROM lower(provider.email))::BIGINT AS is_account_email, NULL::VARCHAR AS phone,
  $captured_at::BIGINT AS captured_at, ($first_ref + line)::BIGINT AS ref
FROM each
"""
REPEATED_NAME = """
CREATE TABLE repeated_name AS
SELECT name FROM (SELECT relay_address AS name FROM account UNION ALL SELECT apple_sub FROM account)
WHERE name IS NOT NULL GROUP BY name HAVING count(*) > 1
"""
POPULATION = """
CREATE TABLE population AS
SELECT (SELECT count(*) FROM line) AS accounts, count(*)::BIGINT AS apple_accounts, 1::BIGINT AS complete,
  NULL::BIGINT AS previous_accounts, NULL::BIGINT AS previous_captured_at
FROM account WHERE apple_credential = 1
"""
JUDGED = """
CREATE TABLE judged (rule VARCHAR, severity VARCHAR, account BIGINT, subject_tenant VARCHAR, subject_uid VARCHAR,
  subject_email VARCHAR, subject_sub VARCHAR, object VARCHAR, discriminator VARCHAR, verdict VARCHAR, reason VARCHAR,
  due_at BIGINT, "at" BIGINT, detail VARCHAR,
  evidence_1 BIGINT, evidence_2 BIGINT, evidence_3 BIGINT, evidence_4 BIGINT)
"""
MASKED = "substr({0}, 1, 1) || '…@' || split_part({0}, '@', 2)"
FINDINGS = f"""
COPY (
  SELECT j.rule, j.severity, j.verdict, j.reason, COALESCE(a.uid, j.subject_uid) AS uid,
    {MASKED.format("COALESCE(a.email, j.subject_email)")} AS email,
    '…' || right(COALESCE(a.apple_sub, j.subject_sub), 4) AS apple_sub, j.object, j.discriminator,
    strftime(make_timestamp(j.due_at * 1000), '%Y-%m-%dT%H:%M:%S.%gZ') AS due_at, j.detail,
    j.evidence_1, j.evidence_2, j.evidence_3, j.evidence_4
  FROM judged j LEFT JOIN account a ON a.account = j.account
  WHERE j.verdict <> 'pass'
  ORDER BY list_position(['critical', 'high', 'medium', 'low'], j.severity), j.rule, uid, j.object
) TO '{{folder}}/findings.json' (FORMAT json, ARRAY true)
"""
FLAGGED = f"""
COPY (
  SELECT uid, {MASKED.format("relay_address")} AS email, split_part(relay_address, '@', 2) AS relay_domain,
    array_to_string(list_sort(list_distinct(list_concat(list_transform(providers, lambda p: p.providerId),
      CASE WHEN phone IS NULL THEN [] ELSE ['phone'] END))), ' ') AS providers,
    strftime(make_timestamp(captured_at * 1000), '%Y-%m-%dT%H:%M:%S.%gZ') AS first_seen
  FROM account JOIN (SELECT account, providers FROM seen) USING (account)
  WHERE relay_address IS NOT NULL ORDER BY uid
) TO '{{folder}}/flagged-accounts.csv' (HEADER, DELIMITER ',')
"""


def load(database, folder, name, columns, table):
    types = ", ".join(f"'{column}': '{TYPES[kind]}'" for column, kind in columns)
    database.execute(
        f"CREATE TABLE {table} AS SELECT * FROM read_json('{folder}/views/{name}.ndjson', "
        f"format = 'newline_delimited', columns = {{{types}}})")


def make_views(database, folder, plan):
    place = {"captured_at": plan["captured_at"], "first_ref": plan["first_ref"]}
    database.execute(TWIN, {"twin": plan["twin"]})
    database.execute(SEEN)
    database.execute(ACCOUNT, place)
    database.execute(CREDENTIAL, place)
    database.execute(REPEATED_NAME)
    database.execute(POPULATION)
    for name, columns in plan["views"].items():
        if name not in plan["made"]:
            load(database, folder, name, columns, name)


def judge(database, rules):
    database.execute(JUDGED)
    for rule in rules:
        sql, names = with_dollars(rule["sql"])
        # A column that the query lacks is null.
        database.execute(
            f"INSERT INTO judged BY NAME SELECT '{rule['id']}' AS rule, '{rule['severity']}' AS severity, * "
            f"FROM (\n{sql}\n)",
            {name: rule["parameters"][name] for name in names})
    found = {}
    for rule, verdict, count in database.execute("SELECT rule, verdict, count(*) FROM judged GROUP BY ALL").fetchall():
        found.setdefault(rule, {})[verdict] = count
    return found


def differences(database, folder, plan):
    """How many rows of its views the others lack, and the other way round."""
    found = {}
    for name in plan["made"]:
        load(database, folder, name, plan["views"][name], "other")
        columns = ", ".join(f'"{column}"' for column, _ in plan["views"][name])
        for ours, theirs in [(name, "other"), ("other", name)]:
            lacking = f"SELECT {columns} FROM {ours} EXCEPT ALL SELECT {columns} FROM {theirs}"
            count = database.execute(f"SELECT count(*) FROM ({lacking})").fetchone()[0]
            # The view promises names that may repeat, and these are those that do.
            if count and (name, ours) != ("repeated_name", "other"):
                found[f"{name}, rows of {'DuckDB' if ours == name else '--views'} alone"] = count
        database.execute("DROP TABLE other")
    return found


def main(folder, *flags):
    with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
        plan = json.load(file)
    database = duckdb.connect(":memory:", config={"threads": 2})
    make_views(database, folder, plan)
    result = {"rules": judge(database, plan["rules"])}
    result["findings"] = database.execute(FINDINGS.format(folder=folder)).fetchone()[0]
    database.execute(FLAGGED.format(folder=folder))
    if "--compare" in flags:
        result["differences"] = differences(database, folder, plan)
    print(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
