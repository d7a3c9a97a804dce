-- title: The client secret works, so that Apple accepts the calls that revoke tokens.
-- severity: critical
-- needs: [revocations]
-- uses: [deletions, notifications]
-- scope: run
-- witnesses:
--   apple_call: |
--     SELECT MAX(c.at) AS at, NULL AS http_status, NULL AS error, c.client_id, c.foreign_client, 0 AS remembered,
--       MAX(c.ref) AS ref
--     FROM apple_call c
--     WHERE c.remembered = 0 AND (c.error IS NULL OR c.error <> 'invalid_client')
--     GROUP BY c.client_id, c.foreign_client
--     UNION ALL
--     SELECT c.at, c.http_status, c.error, c.client_id, c.foreign_client, c.remembered, c.ref
--     FROM apple_call c
--     WHERE c.error = 'invalid_client'
--   deletion_request: |
--     WITH served AS (
--       SELECT d.account, d.request_id
--       FROM deletion_request d
--       JOIN revocation r ON r.account = d.account
--       WHERE r.at >= d.requested_at - :clock_skew
--         AND (d.until_at IS NULL OR r.at < d.until_at)
--         AND r.shows IN ('success', 'claimed', 'dead')
--       UNION ALL
--       SELECT d.account, d.request_id
--       FROM deletion_request d
--       JOIN notification n ON n.account = d.account
--       WHERE n.event_time >= d.requested_at - :clock_skew AND n.foreign_audience = 0
--         AND (d.until_at IS NULL OR n.event_time < d.until_at)
--         AND (n.type = 'consent-revoked' OR n.type = 'account-deleted')
--     )
--     -- They are counted: which they are does not matter.
--     SELECT NULL AS account, NULL AS request_id, NULL AS obligation, 1 AS is_obligation, NULL AS requested_at,
--       NULL AS status, 1 AS due, NULL AS completed_at, NULL AS completed_from, NULL AS regulation, NULL AS deadline_at, 'unknown' AS apple,
--       0 AS manual, NULL AS until_at, NULL AS ref
--     FROM deletion_request d
--     WHERE d.is_obligation = 1 AND d.apple <> 'no'
--       AND NOT EXISTS (SELECT 1 FROM served s WHERE s.account = d.account AND s.request_id = d.request_id)
-- rationale: >-
--   A client secret is valid for six months at most. Once it has expired, or its key is gone, Apple rejects every call with `invalid_client`. No token can then be revoked until a new secret is made, while the deadlines of all open requests keep running.
-- reasons:
--   outage:
--     message: "Since {at}, Apple has answered `invalid_client` to every recorded call {detail}."
--     remediation: "Create a new client secret, check that its key, team ID and client ID are those of the app, and repeat the revocations that failed."
-- sources:
--   - url: https://github.com/get-convex/convex-auth/pull/172
--     says: The client secret is a signed token that has to expire within six months. Installations fail if nobody renews it.
--     read: 2026-11-22
--   - url: https://github.com/mikebronner/laravel-sign-in-with-apple/issues/9
--     says: Apple's token endpoint answers 400 with `invalid_client` if the client secret is invalid, in this case because it expires more than six months ahead.
--     read: 2026-11-22
-- frameworks: [apple/5.1.1(v), apple/tn3194]
-- params:
--   - {name: min_calls, type: integer, default: 5, meaning: "How many failed calls in a row count as an outage."}
--   - {name: min_time, type: duration, default: 10m, meaning: "How long calls must have failed before that counts as an outage."}
--   - {name: clock_skew, type: duration, default: 10m}
WITH made AS (
  SELECT c.at, c.ref, COALESCE(c.client_id, '') AS client,
    CASE WHEN c.error = 'invalid_client' THEN 1 ELSE 0 END AS is_refused
  FROM apple_call c
  -- A secret is one client's, and another app's client says nothing of it.
  WHERE c.foreign_client = 0 AND c.remembered = 0
),
named AS (
  SELECT DISTINCT m.client FROM made m WHERE m.client <> ''
),
judged_client AS (
  SELECT n.client FROM named n
  UNION ALL
  SELECT '' AS client FROM (SELECT COUNT(*) AS clients FROM named) c WHERE c.clients = 0
),
-- A call that names no client may be any client's.
told AS (
  SELECT k.client, m.at, m.ref, m.is_refused
  FROM made m
  JOIN judged_client k ON k.client = m.client
  UNION ALL
  SELECT n.client, m.at, m.ref, m.is_refused
  FROM made m
  CROSS JOIN named n
  WHERE m.client = ''
),
other AS (
  SELECT t.client, MAX(CASE WHEN t.is_refused = 0 THEN t.at END) AS last_at
  FROM told t
  GROUP BY t.client
),
-- The last calls, all of which were refused.
refused AS (
  SELECT t.client, COUNT(*) AS calls, MIN(t.at) AS since, MAX(t.at) AS until
  FROM told t
  JOIN other o ON o.client = t.client
  WHERE o.last_at IS NULL OR t.at > o.last_at
  GROUP BY t.client
),
judged AS (
  SELECT o.client, r.since, r.until,
    CASE
      WHEN r.calls >= :min_calls AND r.until - r.since >= :min_time THEN 1
      -- A few calls that were all refused say neither.
      WHEN o.last_at IS NOT NULL THEN 0
    END AS is_outage
  FROM other o
  LEFT JOIN refused r ON r.client = o.client
),
shown AS (
  SELECT j.client, MIN(CASE WHEN t.at = j.since THEN t.ref END) AS first_ref,
    MIN(CASE WHEN t.at = j.until THEN t.ref END) AS last_ref
  FROM judged j
  JOIN told t ON t.client = j.client
  GROUP BY j.client
),
-- Requests after which Apple's tokens were revoked, as far as anything says.
served AS (
  SELECT d.account, d.request_id
  FROM deletion_request d
  JOIN revocation r ON r.account = d.account
  WHERE r.at >= d.requested_at - :clock_skew
    AND (d.until_at IS NULL OR r.at < d.until_at)
    AND r.shows IN ('success', 'claimed', 'dead')
  UNION ALL
  SELECT d.account, d.request_id
  FROM deletion_request d
  JOIN notification n ON n.account = d.account
  WHERE n.event_time >= d.requested_at - :clock_skew AND n.foreign_audience = 0
    AND (d.until_at IS NULL OR n.event_time < d.until_at)
    AND (n.type = 'consent-revoked' OR n.type = 'account-deleted')
),
waiting AS (
  SELECT COUNT(*) AS requests
  FROM deletion_request d
  WHERE d.is_obligation = 1 AND d.apple <> 'no'
    AND NOT EXISTS (SELECT 1 FROM served s WHERE s.account = d.account AND s.request_id = d.request_id)
)
SELECT NULL AS account, 'apple' AS object, j.client AS discriminator,
  CASE j.is_outage WHEN 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE j.is_outage WHEN 1 THEN 'outage' END AS reason,
  NULL AS due_at,
  CASE j.is_outage WHEN 1 THEN j.since END AS at,
  CASE j.is_outage
    WHEN 1 THEN CASE j.client WHEN '' THEN 'of the app' ELSE 'of the client ' || j.client END
      || '. Deletion requests with no later revocation on record: '
      || CAST(w.requests AS VARCHAR(20))
  END AS detail,
  CASE j.is_outage WHEN 1 THEN s.first_ref END AS evidence_1,
  CASE j.is_outage WHEN 1 THEN s.last_ref END AS evidence_2
FROM judged j
JOIN shown s ON s.client = j.client
CROSS JOIN waiting w
WHERE j.is_outage IS NOT NULL
