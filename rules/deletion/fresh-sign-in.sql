-- title: An authorization code that is used for a revocation is fresh.
-- severity: low
-- needs: [revocations]
-- uses: [sign-ins]
-- since: [sign-ins]
-- rationale: >-
--   An authorization code is valid for five minutes, and a person obtains one by signing in. If a log reports success with an older code, the log is wrong or the call was never made.
-- reasons:
--   stale-code:
--     message: "The authorization code was more than {max_code_age} old when it was used for the revocation, or its recorded time of issue is later than its use."
--     remediation: "Ask the person to sign in again just before the deletion, and use that code. If the code seems to have been issued after its use, compare the clocks of the systems that record the two times."
--   no-fresh-sign-in:
--     message: "No sign-in is on record within {max_code_age} before the revocation, so nothing shows that the code was valid."
--     remediation: "Ask the person to sign in again just before the deletion, and use that code."
--     absent: [sign-ins]
--   code-age-unknown:
--     message: "The age of the authorization code is unknown."
--     remediation: "Record when each code is issued, or include the sign-ins in the audit."
--     missing: [sign-ins]
-- sources:
--   - url: https://developer.apple.com/documentation/sign_in_with_apple/generate_and_validate_tokens
--     says: An authorization code is valid for five minutes and can be used once.
--     read: 2026-11-21
-- frameworks: [apple/tn3194]
-- params:
--   - {name: max_code_age, type: duration, default: 5m, meaning: "How old an authorization code may be when it is used for a revocation."}
WITH used AS (
  -- Calls of one moment for one request are judged as one, by the worst of their codes.
  SELECT r.account, COALESCE(r.request_id, 'revocation') AS object, r.at, MIN(r.ref) AS ref,
    -- No code is issued after its use.
    MAX(CASE WHEN r.at - r.code_issued_at > :max_code_age OR r.at < r.code_issued_at THEN 1 ELSE 0 END) AS stale,
    MAX(CASE WHEN r.code_issued_at IS NULL THEN 1 ELSE 0 END) AS of_unknown_age
  FROM revocation r
  -- Only codes have a time of issue: a record with one need not say what was sent.
  WHERE r.token_type = 'authorization_code' OR (r.token_type IS NULL AND r.code_issued_at IS NOT NULL)
  GROUP BY r.account, COALESCE(r.request_id, 'revocation'), r.at
),
signed_in AS (
  SELECT u.ref, MAX(s.ref) AS sign_in_ref
  FROM used u
  JOIN sign_in s ON s.account = u.account
  WHERE s.foreign_audience = 0 AND s.at <= u.at AND u.at - s.at <= :max_code_age
  GROUP BY u.ref
),
reasoned AS (
  SELECT u.account, u.object, u.at, u.ref, s.sign_in_ref,
    CASE
      WHEN u.stale = 1 THEN 'stale-code'
      WHEN v.present = 1 AND s.ref IS NULL THEN 'no-fresh-sign-in'
      WHEN u.of_unknown_age = 1 AND v.present = 0 THEN 'code-age-unknown'
    END AS reason
  FROM used u
  JOIN coverage v ON v.kind = 'sign-ins'
  LEFT JOIN signed_in s ON s.ref = u.ref
)
SELECT r.account, r.object, CAST(r.at AS VARCHAR(20)) AS discriminator,
  CASE
    WHEN r.reason IS NULL THEN 'pass'
    WHEN r.reason = 'code-age-unknown' THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  r.reason,
  NULL AS due_at,
  r.at,
  r.ref AS evidence_1,
  r.sign_in_ref AS evidence_2
FROM reasoned r
