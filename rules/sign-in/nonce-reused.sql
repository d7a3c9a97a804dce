-- title: No nonce is accepted twice.
-- severity: high
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH used AS (
--       SELECT account, sign_in.at, ref, nonce_hash,
--         DENSE_RANK() OVER (PARTITION BY nonce_hash ORDER BY sign_in.at) AS turn
--       FROM sign_in
--       WHERE nonce_hash IS NOT NULL
--     ),
--     record AS (
--       SELECT nonce_hash, used.at, ref
--       FROM used
--       WHERE account IS NOT NULL
--       GROUP BY nonce_hash, used.at, ref
--     ),
--     moment AS (
--       SELECT nonce_hash, record.at, COUNT(*) AS records
--       FROM record
--       GROUP BY nonce_hash, record.at
--     ),
--     person AS (
--       SELECT nonce_hash, used.at, account, COUNT(*) AS records
--       FROM used
--       WHERE account IS NOT NULL
--       GROUP BY nonce_hash, used.at, account
--     ),
--     several AS (
--       SELECT m.nonce_hash, m.at
--       FROM moment m
--       JOIN person p ON p.nonce_hash = m.nonce_hash AND p.at = m.at
--       GROUP BY m.nonce_hash, m.at, m.records
--       HAVING MAX(p.records) < m.records
--     ),
--     judged AS (
--       SELECT u.at, u.ref, u.nonce_hash, CASE WHEN u.turn > 1 OR s.at IS NOT NULL THEN 1 ELSE 0 END AS is_reused
--       FROM used u
--       LEFT JOIN several s ON s.nonce_hash = u.nonce_hash AND s.at = u.at
--       WHERE u.account IS NULL
--     ),
--     ordered AS (
--       SELECT judged.at, ref, nonce_hash, is_reused,
--         ROW_NUMBER() OVER (ORDER BY is_reused DESC, judged.at, ref) AS place
--       FROM judged
--     )
--     SELECT NULL AS account, ordered.at, 'apple.com' AS provider, 1 AS nonce, nonce_hash, NULL AS nonce_form,
--       NULL AS nonce_hashed, 0 AS nonce_raw, NULL AS audience, 0 AS foreign_audience, NULL AS private_email, 0 AS by_uid,
--       ref
--     FROM ordered
--     WHERE place = 1
--     UNION ALL
--     -- One before it stands for whatever shows that the nonce was used before.
--     SELECT NULL AS account, ordered.at - 1 AS at, 'apple.com' AS provider, 1 AS nonce, nonce_hash, NULL AS nonce_form,
--       NULL AS nonce_hashed, 0 AS nonce_raw, NULL AS audience, 0 AS foreign_audience, NULL AS private_email, 0 AS by_uid,
--       ref
--     FROM ordered
--     WHERE place = 1 AND is_reused = 1
-- rationale: >-
--   A nonce that is accepted again lets an attacker replay a stolen token.
-- reasons:
--   reused:
--     message: "The same nonce was accepted in more than one sign-in."
--     remediation: "Discard each nonce after its first use, and reject a sign-in that repeats one."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: A new nonce is created for each request.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH used AS (
  SELECT account, sign_in.at, ref, nonce_hash,
    -- One sign-in may mean several accounts, and stand in two logs: the same moment is the same turn.
    DENSE_RANK() OVER (PARTITION BY nonce_hash ORDER BY sign_in.at) AS turn
  FROM sign_in
  WHERE nonce_hash IS NOT NULL
),
record AS (
  SELECT nonce_hash, used.at, ref
  FROM used
  WHERE account IS NOT NULL
  GROUP BY nonce_hash, used.at, ref
),
-- Records of one moment.
moment AS (
  SELECT nonce_hash, record.at, COUNT(*) AS records
  FROM record
  GROUP BY nonce_hash, record.at
),
person AS (
  SELECT nonce_hash, used.at, account, COUNT(*) AS records
  FROM used
  WHERE account IS NOT NULL
  GROUP BY nonce_hash, used.at, account
),
-- Records of one moment that have no account in common are of several sign-ins.
several AS (
  SELECT m.nonce_hash, m.at
  FROM moment m
  JOIN person p ON p.nonce_hash = m.nonce_hash AND p.at = m.at
  GROUP BY m.nonce_hash, m.at, m.records
  HAVING MAX(p.records) < m.records
),
judged AS (
  SELECT u.account, u.at, u.ref, CASE WHEN u.turn > 1 OR s.at IS NOT NULL THEN 1 ELSE 0 END AS is_reused
  FROM used u
  LEFT JOIN several s ON s.nonce_hash = u.nonce_hash AND s.at = u.at
),
ordered AS (
  SELECT account, judged.at, ref, is_reused,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY is_reused DESC, judged.at, ref) AS place
  FROM judged
)
SELECT account, 'nonce' AS object,
  CASE is_reused WHEN 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE is_reused WHEN 1 THEN 'reused' END AS reason,
  NULL AS due_at,
  CASE is_reused WHEN 1 THEN ordered.at END AS at,
  CASE is_reused WHEN 1 THEN ref END AS evidence_1
FROM ordered
WHERE place = 1
