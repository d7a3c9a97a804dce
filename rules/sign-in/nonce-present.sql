-- title: Every Apple sign-in carries a nonce.
-- severity: high
-- needs: [sign-ins]
-- uses: []
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
SELECT account, 'nonce' AS object,
  CASE WHEN MIN(nonce) = 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN MIN(nonce) = 0 THEN 'no-nonce' END AS reason,
  NULL AS due_at,
  MIN(CASE WHEN nonce = 0 THEN sign_in.at END) AS at,
  MIN(CASE WHEN nonce = 0 THEN ref END) AS evidence_1
FROM sign_in
GROUP BY account
