-- title: Every consent that a link relies on is recorded with its method, its policy version, and the fact that it was explicit.
-- severity: low
-- needs: [consents]
-- uses: [accounts]
-- rationale: >-
--   The company must be able to demonstrate that the person consented, to what, and how.
-- reasons:
--   no-method:
--     message: "The consent record does not state how consent was given."
--     remediation: "Record the method with each consent, such as the screen or the dialog that asked for it."
--   no-policy-version:
--     message: "The consent record does not state the policy version for which consent was given."
--     remediation: "Record the version of the text that the person saw."
--   explicitness-unknown:
--     message: "The consent record does not state whether consent was explicit."
--     remediation: "Record that the person consented by a clear action, such as ticking an empty box."
-- sources:
--   - url: https://gdprhub.eu/Article_7_GDPR
--     says: The controller must be able to demonstrate that the person consented.
--     read: 2026-10-30
-- frameworks: [gdpr/7]
WITH relied AS (
  SELECT c.account, c.ref, c.given_at, c.method, c.policy_version, c.explicit
  FROM consent c
  JOIN link l ON l.account = c.account
  WHERE (c.kind = l.kind OR c.kind = 'any')
    AND (c.provider IS NULL OR c.provider = l.object)
    AND (c.identifier IS NULL OR c.identifier = COALESCE(l.identifier, '')
      OR c.identifier = COALESCE(l.other_identifier, ''))
    AND (c.state = 'given' OR c.state = 'renewed')
    AND (c.explicit IS NULL OR c.explicit = 1)
    -- The record of an end was never in force itself.
    AND (c.withdrawn_at IS NULL OR c.withdrawn_at > c.given_at)
    AND (c.expires_at IS NULL OR c.expires_at > c.given_at)
),
-- The first record that lacks each part.
lacking AS (
  SELECT account,
    MIN(CASE WHEN explicit IS NULL THEN given_at END) AS explicit_at,
    MIN(CASE WHEN explicit IS NULL THEN ref END) AS explicit_ref,
    MIN(CASE WHEN method IS NULL THEN given_at END) AS method_at,
    MIN(CASE WHEN method IS NULL THEN ref END) AS method_ref,
    MIN(CASE WHEN policy_version IS NULL THEN given_at END) AS policy_at,
    MIN(CASE WHEN policy_version IS NULL THEN ref END) AS policy_ref
  FROM relied
  GROUP BY account
)
SELECT account, 'explicitness' AS object,
  CASE WHEN explicit_ref IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN explicit_ref IS NOT NULL THEN 'explicitness-unknown' END AS reason,
  NULL AS due_at, explicit_at AS at, explicit_ref AS evidence_1
FROM lacking
UNION ALL
SELECT account, 'method' AS object,
  CASE WHEN method_ref IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN method_ref IS NOT NULL THEN 'no-method' END AS reason,
  NULL AS due_at, method_at AS at, method_ref AS evidence_1
FROM lacking
UNION ALL
SELECT account, 'policy-version' AS object,
  CASE WHEN policy_ref IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN policy_ref IS NOT NULL THEN 'no-policy-version' END AS reason,
  NULL AS due_at, policy_at AS at, policy_ref AS evidence_1
FROM lacking
