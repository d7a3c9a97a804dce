-- title: One relay address, and one Apple sub, belongs to one present account of a project and tenant.
-- severity: medium
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   Two accounts with one relay address, or one sub, are one person twice: consent, revocation and deletion of the one will miss the other.
-- reasons:
--   same-address:
--     message: "Another account has the same relay address."
--     remediation: "Find out which account is the person's, merge the two with consent, and stop the path that makes duplicates."
--   same-sub:
--     message: "Another account has the same Apple sub."
--     remediation: "Find out which account is the person's, merge the two with consent, and stop the path that makes duplicates."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: Apple's user identifier is the same for one person in all apps of one team.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data]
WITH named AS (
  SELECT account, COALESCE(tenant, '') AS tenant, 'email' AS object, relay_address AS name, captured_at, ref
  FROM account
  WHERE present = 1 AND relay_address IS NOT NULL
  UNION ALL
  SELECT c.account, COALESCE(a.tenant, '') AS tenant, 'apple.com' AS object, c.raw_id AS name, a.captured_at, a.ref
  FROM credential c
  JOIN account a ON a.account = c.account
  WHERE c.provider = 'apple.com' AND c.raw_id IS NOT NULL
),
shared AS (
  SELECT account, object, captured_at, ref,
    COUNT(*) OVER (PARTITION BY object, tenant, name) AS accounts,
    MIN(ref) OVER (PARTITION BY object, tenant, name) AS first_ref,
    MAX(ref) OVER (PARTITION BY object, tenant, name) AS last_ref
  FROM named
)
SELECT account, object,
  CASE WHEN accounts > 1 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE
    WHEN accounts > 1 AND object = 'email' THEN 'same-address'
    WHEN accounts > 1 THEN 'same-sub'
  END AS reason,
  NULL AS due_at,
  captured_at AS at,
  CASE
    WHEN accounts > 1 AND first_ref = ref THEN last_ref
    WHEN accounts > 1 THEN first_ref
  END AS evidence_1
FROM shared
