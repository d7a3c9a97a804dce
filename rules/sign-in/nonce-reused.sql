-- title: No nonce is accepted twice.
-- severity: high
-- needs: [sign-ins]
-- uses: []
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
)
SELECT account, 'nonce' AS object,
  CASE WHEN MAX(turn) > 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE WHEN MAX(turn) > 1 THEN 'reused' END AS reason,
  NULL AS due_at,
  MIN(CASE WHEN turn > 1 THEN used.at END) AS at,
  MIN(CASE WHEN turn > 1 THEN ref END) AS evidence_1
FROM used
GROUP BY account
