-- title: A deletion request under a regulation is completed within the time that the regulation allows.
-- severity: medium
-- needs: [deletions]
-- uses: []
-- rationale: >-
--   Article 12(3) of the GDPR allows one month, and the regulations of the CCPA allow 45 calendar days. A request that is not recorded as completed by then is late.
-- reasons:
--   overdue:
--     message: "The regulation under which the request was made required completion by {due_at}. The request is not recorded as completed by then."
--     pending: "The regulation under which the request was made requires completion by {due_at}. The request is not recorded as completed yet; the deadline has not passed."
--     remediation: "Complete the request. If it is late, tell the person why it took longer, and monitor the deadlines in future."
--     lacks: [deletions]
--   completion-unknown:
--     message: "The deadline was {due_at}. The request is recorded as completed, but at no time, or at one before the request, so it may have been late."
--     remediation: "Record the time of completion with each request."
-- sources:
--   - url: https://dataprotection.ie/en/individuals/know-your-rights/how-long-will-it-take
--     says: Information on the action taken is provided without undue delay, and in any event within one month of receipt of the request.
--     read: 2026-11-21
--   - url: https://advisori.com/cpra/%C2%A7-7021-timelines-for-responding-to-requests-to-delete-requests-to-correct-and-requests-to-know/
--     says: A business responds to a request to delete within 45 calendar days of its receipt.
--     read: 2026-11-21
-- frameworks: [gdpr/12(3), ccpa/1798.105]
WITH request AS (
  SELECT d.account, d.request_id, d.requested_at, d.deadline_at, d.status, d.ref,
    -- A request cannot be completed before it is made, so such a time belongs to something else. A date alone is its
    -- midnight, up to a day before a request of that date.
    CASE WHEN d.completed_at >= d.requested_at - 86400000 THEN d.completed_at END AS completed_at
  FROM deletion_request d
  WHERE d.due = 1 AND d.deadline_at IS NOT NULL
)
SELECT d.account, d.request_id AS object,
  CASE
    WHEN d.completed_at <= d.deadline_at THEN 'pass'
    WHEN d.status = 'completed' AND d.completed_at IS NULL AND :as_of <= d.deadline_at THEN 'pass'
    WHEN d.status = 'completed' AND d.completed_at IS NULL THEN 'inconclusive'
    WHEN :as_of <= d.deadline_at THEN 'pending'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN d.completed_at <= d.deadline_at THEN NULL
    WHEN d.status = 'completed' AND d.completed_at IS NULL AND :as_of <= d.deadline_at THEN NULL
    WHEN d.status = 'completed' AND d.completed_at IS NULL THEN 'completion-unknown'
    ELSE 'overdue'
  END AS reason,
  d.deadline_at AS due_at,
  d.requested_at AS at,
  d.ref AS evidence_1
FROM request d
