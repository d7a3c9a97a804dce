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
WITH address AS (
  SELECT relay_address AS name, COALESCE(tenant, '') AS tenant, MIN(ref) AS first_ref, MAX(ref) AS last_ref
  FROM account
  WHERE present = 1 AND relay_address IN (SELECT name FROM repeated_name)
  GROUP BY relay_address, COALESCE(tenant, '')
  HAVING COUNT(*) > 1
),
sub AS (
  SELECT apple_sub AS name, COALESCE(tenant, '') AS tenant, MIN(ref) AS first_ref, MAX(ref) AS last_ref
  FROM account
  WHERE present = 1 AND apple_credential = 1 AND apple_sub IN (SELECT name FROM repeated_name)
  GROUP BY apple_sub, COALESCE(tenant, '')
  HAVING COUNT(*) > 1
)
SELECT a.account, 'email' AS object,
  CASE WHEN s.name IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN s.name IS NOT NULL THEN 'same-address' END AS reason,
  NULL AS due_at,
  a.captured_at AS at,
  CASE WHEN s.first_ref = a.ref THEN s.last_ref ELSE s.first_ref END AS evidence_1
FROM account a
LEFT JOIN address s ON s.name = a.relay_address AND s.tenant = COALESCE(a.tenant, '')
WHERE a.present = 1 AND a.relay_address IS NOT NULL
UNION ALL
SELECT a.account, 'apple.com' AS object,
  CASE WHEN s.name IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN s.name IS NOT NULL THEN 'same-sub' END AS reason,
  NULL AS due_at,
  a.captured_at AS at,
  CASE WHEN s.first_ref = a.ref THEN s.last_ref ELSE s.first_ref END AS evidence_1
FROM account a
LEFT JOIN sub s ON s.name = a.apple_sub AND s.tenant = COALESCE(a.tenant, '')
WHERE a.present = 1 AND a.apple_credential = 1 AND a.apple_sub IS NOT NULL
