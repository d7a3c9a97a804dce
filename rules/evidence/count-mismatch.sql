-- title: The number of exported accounts matches the number that the configuration or the export states.
-- severity: medium
-- needs: [accounts]
-- uses: []
-- scope: run
-- rationale: >-
--   A partial export looks like a complete one. Only a count from elsewhere shows that accounts are missing, or that two projects were exported into one folder.
-- reasons:
--   fewer:
--     message: "Fewer accounts were exported than stated: {detail}."
--     remediation: "Export all pages and all tenants again, and compare the result with the project's own number of accounts."
--   more:
--     message: "More accounts were exported than stated: {detail}."
--     remediation: "Check whether the inputs hold an export of another project or of another night, and update the stated number."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v1/QueryUserInfoResponse
--     says: The answer of accounts:query gives, beside the accounts, their number.
--     read: 2026-11-22
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: expected_accounts, type: integer, default: -1}
--   - {name: accounts_tolerance, type: share, default: 0.1%}
WITH counted AS (
  SELECT p.accounts, COALESCE(SUM(s.rejected), 0) AS rejected
  FROM population p
  JOIN source s ON s.kind = 'accounts'
  WHERE :expected_accounts >= 0
  GROUP BY p.accounts
),
-- Some state the number on this page, and some the number on all pages together.
pages AS (
  SELECT path, captured_at, ref, shown_records, stated_records,
    SUM(shown_records) OVER (PARTITION BY stated_records) AS shown_together
  FROM source
  WHERE kind = 'accounts' AND stated_records IS NOT NULL
),
stated AS (
  SELECT path, captured_at, ref, stated_records,
    CASE
      WHEN shown_together * 10000 <= stated_records * (10000 + :accounts_tolerance) THEN shown_together
      ELSE shown_records
    END AS shown
  FROM pages
)
SELECT NULL AS account, 'accounts' AS object,
  CASE
    WHEN (accounts + rejected) * 10000 < :expected_accounts * (10000 - :accounts_tolerance) THEN 'fail'
    WHEN accounts * 10000 > :expected_accounts * (10000 + :accounts_tolerance) THEN 'fail'
    ELSE 'pass'
  END AS verdict,
  CASE
    WHEN (accounts + rejected) * 10000 < :expected_accounts * (10000 - :accounts_tolerance) THEN 'fewer'
    WHEN accounts * 10000 > :expected_accounts * (10000 + :accounts_tolerance) THEN 'more'
  END AS reason,
  NULL AS due_at,
  NULL AS at,
  accounts || CASE WHEN rejected > 0 THEN ' and ' || rejected || ' rejected' ELSE '' END ||
    ', where the configuration states ' || :expected_accounts AS detail,
  NULL AS evidence_1
FROM counted
UNION ALL
SELECT NULL AS account, path AS object,
  CASE
    WHEN shown * 10000 < stated_records * (10000 - :accounts_tolerance) THEN 'fail'
    WHEN shown * 10000 > stated_records * (10000 + :accounts_tolerance) THEN 'fail'
    ELSE 'pass'
  END AS verdict,
  CASE
    WHEN shown * 10000 < stated_records * (10000 - :accounts_tolerance) THEN 'fewer'
    WHEN shown * 10000 > stated_records * (10000 + :accounts_tolerance) THEN 'more'
  END AS reason,
  NULL AS due_at,
  captured_at AS at,
  shown || ', where the file itself states ' || stated_records AS detail,
  ref AS evidence_1
FROM stated
