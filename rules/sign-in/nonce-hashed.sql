-- title: The nonce in Apple's token is the hash of the raw nonce.
-- severity: medium
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH told AS (
--       SELECT nonce_hash, MIN(ref) AS ref
--       FROM sign_in
--       WHERE nonce_raw = 1 OR nonce_hashed = 1 OR nonce_form = 'other' OR nonce_form = 'raw'
--       GROUP BY nonce_hash
--     ),
--     hashed AS (
--       SELECT nonce_hash, MIN(ref) AS ref
--       FROM sign_in
--       WHERE nonce_form = 'hash' AND nonce_raw = 0
--       GROUP BY nonce_hash
--     ),
--     placed AS (
--       SELECT s.ref, t.ref AS told_ref, h.ref AS hashed_ref,
--         ROW_NUMBER() OVER (
--           PARTITION BY s.nonce_raw, s.nonce_hashed, s.nonce_form, CASE WHEN t.ref IS NULL THEN 0 ELSE 1 END,
--             CASE WHEN h.ref IS NULL THEN 0 ELSE 1 END
--           ORDER BY s.at, s.ref) AS place
--       FROM sign_in s
--       LEFT JOIN told t ON t.nonce_hash = s.nonce_hash
--       LEFT JOIN hashed h ON h.nonce_hash = s.nonce_hash
--       WHERE s.nonce = 1 AND s.account IS NULL
--     ),
--     -- The first of those that are judged alike, and the records that tell of its nonce.
--     named AS (
--       SELECT ref FROM placed WHERE place = 1
--       UNION ALL
--       SELECT told_ref AS ref FROM placed WHERE place = 1
--       UNION ALL
--       SELECT hashed_ref AS ref FROM placed WHERE place = 1
--     ),
--     needed AS (
--       SELECT ref FROM named GROUP BY ref
--     )
--     SELECT s.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_form, s.nonce_hashed, s.nonce_raw, s.audience,
--       s.foreign_audience, s.private_email, s.by_uid, s.ref
--     FROM needed n
--     JOIN sign_in s ON s.ref = n.ref
-- rationale: >-
--   The raw nonce is a secret of the app. A nonce that is sent unhashed proves nothing to the server that receives it.
-- reasons:
--   not-hashed:
--     message: "The raw nonce was sent to Apple instead of its hash."
--     remediation: "Send the lower-case hexadecimal SHA-256 hash of the nonce to Apple, and keep the raw nonce secret."
--   mismatch:
--     message: "The nonce in the token is not the hash of the raw nonce."
--     remediation: "Reject such sign-ins: the token was issued for another request."
--   raw-nonce-unknown:
--     message: "Whether the nonce sent to Apple was hashed is unknown because no record shows both the raw nonce and its hash."
--     remediation: "Log the raw nonce beside the token for the audit, or disable this rule."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The app sends a hash of its nonce, and compares it with the one in the token.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH
-- Nonces of which a record shows the raw one. Another record of the same nonce then shows its hash, or the raw one again.
told AS (
  SELECT nonce_hash, MIN(ref) AS ref
  FROM sign_in
  WHERE nonce_raw = 1 OR nonce_hashed = 1 OR nonce_form = 'other' OR nonce_form = 'raw'
  GROUP BY nonce_hash
),
-- Nonces of which a record shows the hash.
hashed AS (
  SELECT nonce_hash, MIN(ref) AS ref
  FROM sign_in
  WHERE nonce_form = 'hash' AND nonce_raw = 0
  GROUP BY nonce_hash
),
judged AS (
  SELECT s.account, s.at, s.ref,
    CASE
      WHEN s.nonce_raw = 1 THEN 3
      WHEN s.nonce_hashed = 0 THEN 2
      WHEN s.nonce_hashed = 1 THEN 0
      WHEN s.nonce_form = 'hash' AND t.nonce_hash IS NOT NULL THEN 0
      WHEN s.nonce_form = 'raw' AND h.nonce_hash IS NOT NULL THEN 0
      WHEN s.nonce_form = 'other' AND h.nonce_hash IS NOT NULL THEN 3
      ELSE 1
    END AS miss,
    CASE
      WHEN s.nonce_hashed IS NOT NULL THEN NULL
      WHEN s.nonce_form = 'hash' THEN t.ref
      WHEN s.nonce_form = 'other' OR s.nonce_form = 'raw' THEN h.ref
    END AS other_ref
  FROM sign_in s
  LEFT JOIN told t ON t.nonce_hash = s.nonce_hash
  LEFT JOIN hashed h ON h.nonce_hash = s.nonce_hash
  WHERE s.nonce = 1
),
worst AS (
  SELECT account, judged.at, ref, other_ref, miss,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY miss DESC, judged.at, ref) AS place
  FROM judged
)
SELECT account, 'nonce' AS object,
  CASE miss WHEN 0 THEN 'pass' WHEN 1 THEN 'inconclusive' ELSE 'fail' END AS verdict,
  CASE miss WHEN 1 THEN 'raw-nonce-unknown' WHEN 2 THEN 'mismatch' WHEN 3 THEN 'not-hashed' END AS reason,
  NULL AS due_at,
  worst.at,
  ref AS evidence_1,
  other_ref AS evidence_2
FROM worst
WHERE place = 1
