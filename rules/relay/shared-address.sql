-- title: Each relay address, and each Apple `sub`, belongs to only one existing account of a project and tenant.
-- severity: medium
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   Two accounts with the same relay address or `sub` belong to one person. Consent, revocation or deletion for one account misses the other.
-- reasons:
--   same-address:
--     message: "Another account has the same relay address."
--     remediation: "Find out which account the person uses, merge the two with the person's consent, and remove the cause of duplicates."
--   same-sub:
--     message: "Another account has the same Apple `sub`."
--     remediation: "Find out which account the person uses, merge the two with the person's consent, and remove the cause of duplicates."
--   export-incomplete:
--     message: "An earlier export showed another account with the same relay address or Apple `sub`. This run's exports could not be read in full, so that account may still exist."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: Apple's user identifier is the same for one person in all apps of one team.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data]
WITH candidate AS (
  SELECT account, ref, COALESCE(tenant, '') AS tenant, relay_address, email, email_class, apple_sub, apple_credential
  FROM account
  -- Present, or that no whole export lacked: it may still exist.
  WHERE known = 1 AND gone_at IS NULL
    AND (relay_address IN (SELECT name FROM repeated_name) OR email IN (SELECT name FROM repeated_name)
      OR apple_sub IN (SELECT name FROM repeated_name))
),
named AS (
  SELECT account, ref, tenant, 'email' AS object, relay_address AS name FROM candidate
  UNION ALL
  -- The account's own address may be another relay address than that of its Apple credential.
  SELECT account, ref, tenant, 'email' AS object, email AS name
  FROM candidate
  WHERE email_class = 'relay' AND email <> relay_address
  UNION ALL
  SELECT account, ref, tenant, 'apple.com' AS object, apple_sub AS name FROM candidate WHERE apple_credential = 1
),
-- Only present accounts have a `ref`.
shared AS (
  SELECT object, name, tenant, MIN(ref) AS first_ref, MAX(ref) AS last_ref
  FROM named
  GROUP BY object, name, tenant
  HAVING COUNT(*) > 1
),
twin AS (
  SELECT n.account, n.object,
    MIN(CASE WHEN s.first_ref <> n.ref THEN s.first_ref WHEN s.last_ref <> n.ref THEN s.last_ref END) AS other_ref
  FROM named n
  JOIN shared s ON s.object = n.object AND s.name = n.name AND s.tenant = n.tenant
  GROUP BY n.account, n.object
)
SELECT a.account, 'email' AS object,
  CASE WHEN t.account IS NULL THEN 'pass' WHEN t.other_ref IS NULL THEN 'inconclusive' ELSE 'fail' END AS verdict,
  CASE WHEN t.other_ref IS NOT NULL THEN 'same-address' WHEN t.account IS NOT NULL THEN 'export-incomplete' END AS reason,
  NULL AS due_at,
  a.captured_at AS at,
  t.other_ref AS evidence_1
FROM account a
LEFT JOIN twin t ON t.account = a.account AND t.object = 'email'
WHERE a.present = 1 AND a.relay_address IS NOT NULL
UNION ALL
SELECT a.account, 'apple.com' AS object,
  CASE WHEN t.account IS NULL THEN 'pass' WHEN t.other_ref IS NULL THEN 'inconclusive' ELSE 'fail' END AS verdict,
  CASE WHEN t.other_ref IS NOT NULL THEN 'same-sub' WHEN t.account IS NOT NULL THEN 'export-incomplete' END AS reason,
  NULL AS due_at,
  a.captured_at AS at,
  t.other_ref AS evidence_1
FROM account a
LEFT JOIN twin t ON t.account = a.account AND t.object = 'apple.com'
WHERE a.present = 1 AND a.apple_credential = 1 AND a.apple_sub IS NOT NULL
