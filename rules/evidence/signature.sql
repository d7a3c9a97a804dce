-- title: Every signed token verifies against Apple's keys.
-- severity: critical
-- needs: []
-- needs_any: [notifications, sign-ins]
-- uses: [notifications, sign-ins]
-- rationale: >-
--   Anybody can post to a web hook. Only Apple's signature tells a notification from a forgery, and what is forged is no evidence.
-- reasons:
--   bad-signature:
--     message: "A signed token does not bear Apple's signature. It was not used as evidence."
--     remediation: "Find out who sent it, and let the endpoint verify signatures before it stores or obeys anything."
--   unknown-key:
--     message: "A signed token names a key that is not among the configured ones. It was not used as evidence."
--     remediation: "Save Apple's keys again; if the key is still missing, treat the token as forged."
--   wrong-issuer:
--     message: "A signed token was not issued by Apple. It was not used as evidence."
--     remediation: "Find out who sent it, and let the endpoint check the issuer."
--   expired:
--     message: "A signed token had expired when it was received. It was not used as evidence."
--     remediation: "Find out why it came late: a replay of an old token looks like this."
--   no-keys:
--     message: "A signed token could not be checked, since no keys are configured."
--     remediation: "Save https://appleid.apple.com/auth/keys as a file and name it under `apple.jwks`."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
--     says: Apple signs notifications with a key of its published set.
--     read: 2026-08-24
-- frameworks: [apple/tn3194]
SELECT NULL AS account, sub AS subject_sub, COALESCE(jti, kind) AS object, type AS discriminator,
  CASE WHEN problem IS NOT NULL THEN 'fail' WHEN checked = 1 THEN 'pass' ELSE 'inconclusive' END AS verdict,
  CASE WHEN problem IS NOT NULL THEN problem WHEN checked = 1 THEN NULL ELSE 'no-keys' END AS reason,
  NULL AS due_at,
  signature.at,
  ref AS evidence_1
FROM signature
