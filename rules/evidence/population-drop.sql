-- title: Since the last run, the number of accounts has not fallen by more than the allowed share.
-- severity: medium
-- needs: [accounts]
-- needs_any: [history]
-- uses: []
-- scope: run
-- rationale: >-
--   A partial export looks like many deletions. If accounts are missing, every rule about accounts says less than it seems to.
-- reasons:
--   dropped:
--     message: "Since the last run, the number of accounts fell from {detail}, by more than the allowed {max_drop}."
--     remediation: "Compare the export with the project's own number of accounts, and export again if it is incomplete."
--   export-incomplete:
--     message: "Since the last run, the number of accounts fell from {detail}, by more than the allowed {max_drop}, but the export is cut short or has rejected records."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
-- sources:
--   - url: https://firebase.google.com/docs/cli/auth
--     says: A command exports the accounts, as they are at that moment, to one file.
--     read: 2026-08-21
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: max_drop, type: share, default: 20%, meaning: "Which share of the accounts may be missing compared with the run before."}
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
  previous_accounts || ' to ' || accounts AS detail
FROM population
WHERE previous_accounts IS NOT NULL
