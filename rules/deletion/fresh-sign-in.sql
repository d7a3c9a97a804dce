-- title: A code that is used for a revocation is fresh.
-- severity: low
-- needs: [revocations]
-- uses: [sign-ins]
-- rationale: >-
--   An authorization code lives for five minutes. A revocation with an older one fails, or was never made.
-- reasons:
--   stale-code:
--     message: "The authorization code was older than allowed when it was used for the revocation."
--     remediation: "Ask the person to sign in again just before the deletion, and use that code."
--   no-fresh-sign-in:
--     message: "No sign-in precedes the revocation by little enough for its code to be valid."
--     remediation: "Ask the person to sign in again just before the deletion, and use that code."
--     absent: [sign-ins]
--   code-age-unknown:
--     message: "Nothing tells how old the authorization code was."
--     remediation: "Record when the code was issued, or audit the sign-ins as well."
--     missing: [sign-ins]
-- sources:
--   - url: https://developer.apple.com/documentation/sign_in_with_apple/generate_and_validate_tokens
--     says: An authorization code is valid for five minutes and for one use.
--     read: 2026-11-21
-- frameworks: [apple/tn3194]
-- params:
--   - {name: max_code_age, type: duration, default: 5m}
WITH used AS (
  SELECT r.account, COALESCE(r.request_id, 'revocation') AS object, r.at, r.code_issued_at, r.ref
  FROM revocation r
  WHERE r.token_type = 'authorization_code'
),
signed_in AS (
  SELECT u.ref, MAX(s.ref) AS sign_in_ref
  FROM used u
  JOIN sign_in s ON s.account = u.account
  WHERE s.at <= u.at AND u.at - s.at <= :max_code_age
  GROUP BY u.ref
)
SELECT u.account, u.object,
  CASE
    WHEN u.at - u.code_issued_at <= :max_code_age THEN 'pass'
    WHEN u.code_issued_at IS NOT NULL THEN 'fail'
    WHEN v.present = 0 THEN 'inconclusive'
    WHEN s.ref IS NOT NULL THEN 'pass'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN u.at - u.code_issued_at <= :max_code_age THEN NULL
    WHEN u.code_issued_at IS NOT NULL THEN 'stale-code'
    WHEN v.present = 0 THEN 'code-age-unknown'
    WHEN s.ref IS NOT NULL THEN NULL
    ELSE 'no-fresh-sign-in'
  END AS reason,
  NULL AS due_at,
  u.at,
  u.ref AS evidence_1,
  s.sign_in_ref AS evidence_2
FROM used u
JOIN coverage v ON v.kind = 'sign-ins'
LEFT JOIN signed_in s ON s.ref = u.ref
