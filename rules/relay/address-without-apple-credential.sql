-- title: A relay address belongs to an account with an Apple credential.
-- severity: medium
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   Only Apple issues relay addresses. On an account without an Apple credential, the address was made up, was copied from elsewhere, or has outlasted the credential. Mail to it may reach nobody.
-- reasons:
--   no-apple-credential:
--     message: "The account has a relay address but no Apple credential."
--     remediation: "Find out where the address came from. Ask the person for an address that works, or restore the credential."
--   export-hides-apple:
--     message: "The account has a relay address, but its export could not have shown an Apple credential."
--     remediation: "Export again with firebase-tools 15.19.0 or later, or through the Identity Toolkit."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/news/?id=1ptvdtcm
--     says: Relay addresses of Sign in with Apple end in privaterelay.appleid.com, and since 2026 also in private.icloud.com.
--     read: 2026-10-30
--   - url: https://github.com/firebase/firebase-tools/issues/3401
--     says: The export command wrote no apple.com credentials before version 15.19.0.
--     read: 2026-08-21
-- frameworks: [firebase/anonymized-data]
SELECT account, 'email' AS object,
  CASE
    WHEN apple_credential = 1 OR apple_claim = 1 THEN 'pass'
    WHEN export = 'new' THEN 'fail'
    ELSE 'inconclusive'
  END AS verdict,
  CASE
    WHEN apple_credential = 1 OR apple_claim = 1 THEN NULL
    WHEN export = 'new' THEN 'no-apple-credential'
    ELSE 'export-hides-apple'
  END AS reason,
  NULL AS due_at,
  captured_at AS at
FROM account
WHERE present = 1 AND relay_address IS NOT NULL
