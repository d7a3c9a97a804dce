-- title: Apple's tokens are issued for the app's own client IDs.
-- severity: high
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH placed AS (
--       SELECT s.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_form, s.nonce_hashed, s.nonce_raw, s.audience,
--         s.foreign_audience, s.private_email, s.by_uid, s.ref,
--         ROW_NUMBER() OVER (ORDER BY s.foreign_audience DESC, s.at, s.ref) AS place
--       FROM sign_in s
--       WHERE s.account IS NULL AND s.audience IS NOT NULL
--     )
--     SELECT p.account, p.at, p.provider, p.nonce, p.nonce_hash, p.nonce_form, p.nonce_hashed, p.nonce_raw, p.audience,
--       p.foreign_audience, p.private_email, p.by_uid, p.ref
--     FROM placed p
--     WHERE p.place = 1
-- rationale: >-
--   A token issued for another app proves nothing about a sign-in to this one.
-- reasons:
--   unknown-audience:
--     message: "A sign-in used a token that was issued for `{detail}`, which is not listed in `apple.client_ids`."
--     remediation: "Check the audience of each token against the app's own client IDs, and reject all others. If the client ID is the app's, list it in `apple.client_ids`."
--   no-client-ids:
--     message: "The audience of the person's tokens could not be checked because no client IDs are configured."
--     remediation: "List the app's bundle IDs and Services IDs in `apple.client_ids`."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The audience is the client ID of the app that requested the token.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH known AS (
  SELECT COUNT(*) AS ids FROM client_id
),
compared AS (
  SELECT s.account, s.at, s.ref, s.audience, s.foreign_audience AS is_unknown,
    ROW_NUMBER() OVER (PARTITION BY s.account ORDER BY s.foreign_audience DESC, s.at, s.ref) AS place
  FROM sign_in s
  WHERE s.audience IS NOT NULL
)
SELECT c.account, 'audience' AS object,
  CASE WHEN k.ids = 0 THEN 'inconclusive' WHEN c.is_unknown = 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE WHEN k.ids = 0 THEN 'no-client-ids' WHEN c.is_unknown = 1 THEN 'unknown-audience' END AS reason,
  NULL AS due_at,
  CASE c.is_unknown WHEN 1 THEN c.at END AS at,
  CASE c.is_unknown WHEN 1 THEN c.audience END AS detail,
  CASE c.is_unknown WHEN 1 THEN c.ref END AS evidence_1
FROM compared c
CROSS JOIN known k
WHERE c.place = 1
