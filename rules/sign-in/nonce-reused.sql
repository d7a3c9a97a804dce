-- title: No nonce is accepted twice.
-- severity: high
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH turned AS (
--       SELECT account, sign_in.at, ref, nonce_hash,
--         DENSE_RANK() OVER (PARTITION BY nonce_hash, CASE WHEN audience IS NULL THEN 0 ELSE 1 END ORDER BY sign_in.at) AS turn,
--         MIN(sign_in.at) OVER (PARTITION BY nonce_hash) AS first_at
--       FROM sign_in
--       WHERE nonce_hash IS NOT NULL
--     ),
--     used AS (
--       SELECT account, turned.at, ref, nonce_hash,
--         CASE WHEN turn = 1 AND turned.at <= first_at + :token_life THEN 0 ELSE 1 END AS is_later
--       FROM turned
--     ),
--     record AS (
--       SELECT nonce_hash, ref
--       FROM used
--       WHERE account IS NOT NULL AND is_later = 0
--       GROUP BY nonce_hash, ref
--     ),
--     moment AS (
--       SELECT nonce_hash, COUNT(*) AS records
--       FROM record
--       GROUP BY nonce_hash
--     ),
--     person AS (
--       SELECT nonce_hash, account, COUNT(*) AS records
--       FROM used
--       WHERE account IS NOT NULL AND is_later = 0
--       GROUP BY nonce_hash, account
--     ),
--     several AS (
--       SELECT m.nonce_hash
--       FROM moment m
--       JOIN person p ON p.nonce_hash = m.nonce_hash
--       GROUP BY m.nonce_hash, m.records
--       HAVING MAX(p.records) < m.records
--     ),
--     judged AS (
--       SELECT u.at, u.ref, u.nonce_hash, CASE WHEN u.is_later = 1 OR s.nonce_hash IS NOT NULL THEN 1 ELSE 0 END AS is_reused
--       FROM used u
--       LEFT JOIN several s ON s.nonce_hash = u.nonce_hash
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
-- params:
--   - {name: token_life, type: duration, default: 10m, meaning: "How long an identity token of Apple is valid, within which its nonce may be seen again."}
WITH turned AS (
  SELECT account, sign_in.at, ref, nonce_hash,
    -- One sign-in may mean several accounts, and stand in two logs: the same moment is the same turn. Apple's token has
    -- the time of its issue, and the app's log that of the sign-in.
    DENSE_RANK() OVER (PARTITION BY nonce_hash, CASE WHEN audience IS NULL THEN 0 ELSE 1 END ORDER BY sign_in.at) AS turn,
    MIN(sign_in.at) OVER (PARTITION BY nonce_hash) AS first_at
  FROM sign_in
  WHERE nonce_hash IS NOT NULL
),
used AS (
  SELECT account, turned.at, ref, nonce_hash,
    CASE WHEN turn = 1 AND turned.at <= first_at + :token_life THEN 0 ELSE 1 END AS is_later
  FROM turned
),
record AS (
  SELECT nonce_hash, ref
  FROM used
  WHERE account IS NOT NULL AND is_later = 0
  GROUP BY nonce_hash, ref
),
-- Records of the first sign-in with a nonce.
moment AS (
  SELECT nonce_hash, COUNT(*) AS records
  FROM record
  GROUP BY nonce_hash
),
person AS (
  SELECT nonce_hash, account, COUNT(*) AS records
  FROM used
  WHERE account IS NOT NULL AND is_later = 0
  GROUP BY nonce_hash, account
),
-- Records of one moment that have no account in common are of several sign-ins.
several AS (
  SELECT m.nonce_hash
  FROM moment m
  JOIN person p ON p.nonce_hash = m.nonce_hash
  GROUP BY m.nonce_hash, m.records
  HAVING MAX(p.records) < m.records
),
judged AS (
  SELECT u.account, u.at, u.ref, CASE WHEN u.is_later = 1 OR s.nonce_hash IS NOT NULL THEN 1 ELSE 0 END AS is_reused
  FROM used u
  LEFT JOIN several s ON s.nonce_hash = u.nonce_hash
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
