-- title: A consent that a link relies on says how, for which policy version, and explicitly.
-- severity: low
-- needs: [consents]
-- uses: [accounts]
-- rationale: >-
--   The company must be able to show that the person agreed, to what, and how.
-- reasons:
--   no-method:
--     message: "The consent does not say how it was given."
--     remediation: "Record the method with each consent: the screen or the dialog that asked."
--   no-policy-version:
--     message: "The consent does not say which policy version it was given for."
--     remediation: "Record the version of the text that the person saw."
--   explicitness-unknown:
--     message: "The consent does not say whether it was given explicitly."
--     remediation: "Record that the person acted, for example by ticking an empty box."
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
lacking AS (
  SELECT account, 'explicitness' AS part, given_at, ref, CASE WHEN explicit IS NULL THEN 1 ELSE 0 END AS is_missing
  FROM relied
  UNION ALL
  SELECT account, 'method' AS part, given_at, ref, CASE WHEN method IS NULL THEN 1 ELSE 0 END AS is_missing
  FROM relied
  UNION ALL
  SELECT account, 'policy-version' AS part, given_at, ref, CASE WHEN policy_version IS NULL THEN 1 ELSE 0 END AS is_missing
  FROM relied
)
SELECT account, part AS object,
  CASE WHEN MAX(is_missing) = 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE
    WHEN MAX(is_missing) = 0 THEN NULL
    WHEN part = 'explicitness' THEN 'explicitness-unknown'
    WHEN part = 'method' THEN 'no-method'
    ELSE 'no-policy-version'
  END AS reason,
  NULL AS due_at,
  MIN(CASE WHEN is_missing = 1 THEN given_at END) AS at,
  MIN(CASE WHEN is_missing = 1 THEN ref END) AS evidence_1
FROM lacking
GROUP BY account, part
