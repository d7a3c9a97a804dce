-- title: The nonce in Apple's token is the hash of the raw one.
-- severity: medium
-- needs: [sign-ins]
-- uses: []
-- rationale: >-
--   The raw nonce is a secret of the app. Sent as it is, it proves nothing to the server that sees it.
-- reasons:
--   not-hashed:
--     message: "The nonce that Apple was sent is the raw one."
--     remediation: "Send the lower-case hex SHA-256 of the nonce to Apple, and keep the raw one."
--   mismatch:
--     message: "The nonce in the token is not the hash of the raw one."
--     remediation: "Refuse such sign-ins: the token was made for another request."
--   raw-nonce-unknown:
--     message: "Whether the nonce is a hash cannot be told, since no record has the raw one."
--     remediation: "Log the raw nonce beside the token for the audit, or leave this rule out."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The app sends a hash of its nonce, and compares it with the one in the token.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH judged AS (
  SELECT account, sign_in.at, ref,
    CASE WHEN nonce_raw = 1 THEN 3 WHEN nonce_hashed = 0 THEN 2 WHEN nonce_hashed = 1 THEN 0 ELSE 1 END AS miss
  FROM sign_in
  WHERE nonce = 1
),
worst AS (
  SELECT account, judged.at, ref, miss, ROW_NUMBER() OVER (PARTITION BY account ORDER BY miss DESC, judged.at, ref) AS place
  FROM judged
)
SELECT account, 'nonce' AS object,
  CASE miss WHEN 0 THEN 'pass' WHEN 1 THEN 'inconclusive' ELSE 'fail' END AS verdict,
  CASE miss WHEN 1 THEN 'raw-nonce-unknown' WHEN 2 THEN 'mismatch' WHEN 3 THEN 'not-hashed' END AS reason,
  NULL AS due_at,
  worst.at,
  ref AS evidence_1
FROM worst
WHERE place = 1
