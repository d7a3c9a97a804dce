"""What people do in an afternoon instead: jq and DuckDB with two rules."""

import os

from measuring.process import WORK, run

# Links without consent, and deletion requests without a revocation. What an account is, who means whom and what a time
# proves is left out.
RULES = """
WITH person AS (
  SELECT localId AS uid, phoneNumber AS phone, list_transform(providerUserInfo, lambda p: p.providerId) AS providers
  FROM {users}
  WHERE email LIKE '%@privaterelay.appleid.com' OR email LIKE '%@private.icloud.com'
),
link AS (
  SELECT uid, 'link:phone' AS purpose FROM person WHERE phone IS NOT NULL AND list_contains(providers, 'apple.com')
  UNION ALL
  SELECT uid, 'link:social' FROM person WHERE list_contains(providers, 'apple.com') AND len(providers) > 1
),
consent AS (SELECT * FROM read_json('{audit}/consents.ndjson', format = 'newline_delimited')),
deletion AS (SELECT * FROM read_json('{audit}/deletions.ndjson', format = 'newline_delimited')),
revocation AS (SELECT * FROM read_json('{audit}/revocations.ndjson', format = 'newline_delimited'))
SELECT 'no consent' AS what, count(*) FROM link l
WHERE NOT EXISTS (SELECT 1 FROM consent c WHERE c.uid = l.uid AND c.purpose = l.purpose)
UNION ALL
SELECT 'no revocation', count(*) FROM deletion d
WHERE NOT EXISTS (SELECT 1 FROM revocation r WHERE r.uid = d.uid AND r.at >= d.requested_at)
"""
PROVIDER = "STRUCT(providerId VARCHAR, rawId VARCHAR, email VARCHAR)[]"
SCRIPT = """
import duckdb, sys
database = duckdb.connect()
database.execute("SET threads = 2")
print(database.execute(sys.stdin.read()).fetchall())
"""


def two_rules(python, night, users):
    query = os.path.join(WORK, "query.sql")
    with open(query, "w") as file:
        file.write(RULES.format(users=users, audit=night.audit))
    with open(query) as file:
        return run([python, "-c", SCRIPT], stdin=file)


def twin(night):
    return (
        f"read_json('{night.twin}', format = 'newline_delimited', columns = {{localId: 'VARCHAR', email: 'VARCHAR', "
        f"phoneNumber: 'VARCHAR', providerUserInfo: '{PROVIDER}'}})")


def export(night):
    """The export as it is: one object, which DuckDB reads whole."""
    return (
        f"(SELECT unnest(users, recursive := true) FROM read_json('{night.export}', "
        f"columns = {{users: 'STRUCT(localId VARCHAR, email VARCHAR, phoneNumber VARCHAR, "
        f"providerUserInfo {PROVIDER})[]'}}, maximum_object_size = 4000000000))")


def to_lines(jq, night):
    """What people do first: turn the export into lines."""
    lines = os.path.join(WORK, "jq.ndjson")
    try:
        return run([jq, "-c", ".users[]", night.export], output=lines)
    finally:
        if os.path.exists(lines):
            os.remove(lines)
