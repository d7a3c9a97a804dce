-- title: Nearly all records match an account, past or present.
-- severity: low
-- needs: []
-- uses: [accounts]
-- scope: run
-- witnesses:
--   ambiguous_record: |
--     SELECT kind, remembered, MIN(ref) AS ref
--     FROM ambiguous_record
--     WHERE remembered = 0
--     GROUP BY kind, remembered
-- rationale: >-
--   Records that match no account indicate that two sources identify people differently. Evidence about a person is then lost.
-- reasons:
--   orphans:
--     message: "Too many records of kind `{object}` match no account, past or present: {detail}. At most {max_orphans} are allowed."
--     remediation: "Compare how the source and the export identify people: one may use a uid and the other an address, or they may belong to different projects. If a name fits two people, record the uid and the tenant as well."
--   no-history:
--     message: "Too many records of kind `{object}` match no account, and no earlier run shows which accounts existed before: {detail}. At most {max_orphans} are allowed."
--     remediation: "Audit every night. From the second run on, accounts that have disappeared are known."
--   export-incomplete:
--     message: "Too many records of kind `{object}` match no account, past or present: {detail}. At most {max_orphans} are allowed. But the account export is cut short or has rejected records, so their accounts may be among what is missing."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
--   no-accounts-source:
--     message: "No account export was supplied, so the records of kind `{object}` could not be matched with accounts."
--     remediation: "Audit them together with an account export."
--     missing: [accounts]
-- sources:
--   - url: https://firebase.google.com/docs/cli/auth
--     says: A command exports the accounts, as they are at that moment, to one file.
--     read: 2026-08-21
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: max_orphans, type: share, default: 5%, meaning: "Which share of a kind of records may match no account."}
WITH ambiguous AS (
  SELECT DISTINCT kind FROM ambiguous_record WHERE remembered = 0
)
SELECT NULL AS account, v.kind AS object,
  CASE
    WHEN a.supplied = 0 THEN 'inconclusive'
    WHEN (v.records - v.matched) * 10000 <= v.records * :max_orphans THEN 'pass'
    WHEN p.complete = 0 THEN 'inconclusive'
    -- Of those who asked to be deleted, many were gone before the first run.
    WHEN p.previous_accounts IS NULL AND v.kind IN ('deletions', 'revocations', 'account-deletions', 'notifications')
      THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN a.supplied = 0 THEN 'no-accounts-source'
    WHEN (v.records - v.matched) * 10000 <= v.records * :max_orphans THEN NULL
    WHEN p.complete = 0 THEN 'export-incomplete'
    WHEN p.previous_accounts IS NULL AND v.kind IN ('deletions', 'revocations', 'account-deletions', 'notifications')
      THEN 'no-history'
    ELSE 'orphans'
  END AS reason,
  NULL AS due_at,
  v.last_at AS at,
  (v.records - v.matched) || ' of ' || v.records ||
    CASE WHEN b.kind IS NOT NULL THEN ', counting what fits several accounts' ELSE '' END AS detail
FROM coverage v
JOIN coverage a ON a.kind = 'accounts'
LEFT JOIN population p ON 1 = 1
LEFT JOIN ambiguous b ON b.kind = v.kind
WHERE v.kind NOT IN ('accounts', 'aliases', 'provider-config') AND v.records > 0
