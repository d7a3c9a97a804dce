-- title: The number of accounts did not fall by more than is allowed since the last run.
-- severity: medium
-- needs: [accounts]
-- needs_any: [history]
-- uses: []
-- scope: run
-- rationale: >-
--   Half an export looks like many deletions. Where accounts are missing, every rule about them says less than it seems to.
-- reasons:
--   dropped:
--     message: "There are {detail}."
--     remediation: "Compare the export with the project's own count of users, and export again if it is not whole."
--   export-incomplete:
--     message: "There are {detail}, but the export breaks off or has rejected records."
--     remediation: "Export again, and look at the rejects of the accounts source."
--     missing: [accounts]
-- sources:
--   - url: https://firebase.google.com/docs/cli/auth
--     says: Accounts are exported by a command that writes one file, as they are at that moment.
--     read: 2026-08-21
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: max_drop, type: share, default: 20%}
SELECT NULL AS account, 'accounts' AS object,
  CASE
    WHEN accounts * 10000 >= previous_accounts * (10000 - :max_drop) THEN 'pass'
    WHEN complete = 0 THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN accounts * 10000 >= previous_accounts * (10000 - :max_drop) THEN NULL
    WHEN complete = 0 THEN 'export-incomplete'
    ELSE 'dropped'
  END AS reason,
  NULL AS due_at,
  previous_captured_at AS at,
  'fewer accounts than the allowed share of the last run leaves' AS detail
FROM population
WHERE previous_accounts IS NOT NULL
