-- title: The newest account export is recent.
-- severity: medium
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   A report on last month's accounts says nothing about today's.
-- reasons:
--   stale:
--     message: "The newest account export was captured on {at}. It may be {max_age} old at most."
--     remediation: "Export again, and let the export run before the audit each night."
--   captured-later:
--     message: "The newest account export is recorded as captured on {at}, after the time of this audit. Which accounts existed at that time is unknown."
--     remediation: "Correct the capture time, or audit at a later time."
-- sources:
--   - url: https://firebase.google.com/docs/cli/auth
--     says: A command exports the accounts, as they are at that moment, to one file.
--     read: 2026-08-21
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: max_age, type: duration, default: 36h, meaning: "How old the account export may be."}
WITH newest AS (
  SELECT ref, captured_at, ROW_NUMBER() OVER (ORDER BY captured_at DESC, ref) AS place
  FROM source
  WHERE kind = 'accounts'
)
SELECT NULL AS account, 'accounts' AS object,
  CASE WHEN captured_at <= :as_of AND :as_of - captured_at <= :max_age THEN 'pass' ELSE 'fail' END AS verdict,
  CASE
    WHEN captured_at > :as_of THEN 'captured-later'
    WHEN :as_of - captured_at > :max_age THEN 'stale'
  END AS reason,
  NULL AS due_at,
  captured_at AS at,
  ref AS evidence_1
FROM newest
WHERE place = 1
