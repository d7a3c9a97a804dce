-- title: Every signed token is verified with Apple's keys.
-- severity: critical
-- needs: []
-- needs_any: [notifications, sign-ins]
-- uses: [notifications, sign-ins]
-- rationale: >-
--   Anyone can post to a webhook. Only Apple's signature tells a notification from a forgery, and a forgery is no evidence.
-- reasons:
--   bad-signature:
--     message: "A signed token does not have a valid signature from Apple. It was not used as evidence."
--     remediation: "Find out who sent the token, and make the endpoint verify signatures before it stores or processes anything."
--   unknown-key:
--     message: "A signed token names a key that is not among the configured ones. It was not used as evidence."
--     remediation: "Download Apple's keys again. If the key is still missing, treat the token as forged."
--   wrong-issuer:
--     message: "A signed token was not issued by Apple. It was not used as evidence."
--     remediation: "Find out who sent the token, and make the endpoint check the issuer."
--   expired:
--     message: "A signed token was received after it had expired, or before it was issued. It was not used as evidence."
--     remediation: "Find out why the token did not arrive in its time. A replayed token looks like this."
--   no-keys:
--     message: "A signed token could not be verified because no keys are configured."
--     remediation: "Save https://appleid.apple.com/auth/keys as a file, and set its path in `apple.jwks`."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
--     says: Apple signs notifications with one of its published keys.
--     read: 2026-08-24
-- frameworks: [apple/tn3194]
SELECT NULL AS account, sub AS subject_sub, COALESCE(jti, kind) AS object,
  -- An identity token has no id, and a forger chooses all that a token says: only its text tells it from another one.
  COALESCE(type, kind) || ' ' || signature.at || COALESCE(' ' || token, '') AS discriminator,
  CASE WHEN problem IS NOT NULL THEN 'fail' WHEN checked = 1 THEN 'pass' ELSE 'inconclusive' END AS verdict,
  CASE WHEN problem IS NOT NULL THEN problem WHEN checked = 1 THEN NULL ELSE 'no-keys' END AS reason,
  NULL AS due_at,
  signature.at,
  ref AS evidence_1
FROM signature
