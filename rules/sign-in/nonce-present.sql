-- title: Every Apple sign-in carries a nonce.
-- severity: high
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH placed AS (
--       SELECT s.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_form, s.nonce_hashed, s.nonce_raw, s.audience,
--         s.foreign_audience, s.private_email, s.by_uid, s.ref, ROW_NUMBER() OVER (ORDER BY s.nonce, s.at, s.ref) AS place
--       FROM sign_in s
--       WHERE s.account IS NULL
--     )
--     SELECT p.account, p.at, p.provider, p.nonce, p.nonce_hash, p.nonce_form, p.nonce_hashed, p.nonce_raw, p.audience,
--       p.foreign_audience, p.private_email, p.by_uid, p.ref
--     FROM placed p
--     WHERE p.place = 1
-- rationale: >-
--   Without a nonce, somebody else can use a stolen identity token again.
-- reasons:
--   no-nonce:
--     message: "An Apple sign-in carried no nonce."
--     remediation: "Create a random nonce for each sign-in, and send its SHA-256 hash to Apple."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The nonce ties a token to the request that asked for it.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH ordered AS (
  SELECT account, sign_in.at, ref, nonce,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY nonce, sign_in.at, ref) AS place
  FROM sign_in
)
SELECT account, 'nonce' AS object,
  CASE nonce WHEN 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE nonce WHEN 0 THEN 'no-nonce' END AS reason,
  NULL AS due_at,
  CASE nonce WHEN 0 THEN ordered.at END AS at,
  CASE nonce WHEN 0 THEN ref END AS evidence_1
FROM ordered
WHERE place = 1
