-- title: No source contains a private key, a client secret or a token.
-- severity: critical
-- needs: []
-- uses: []
-- rationale: >-
--   Exports are copied, mailed and kept. Anyone who finds a key or a token in one can use it to sign in, or to revoke access, in the name of the company or of a person.
-- reasons:
--   private-key:
--     message: "The file `{object}` contains a private key."
--     remediation: "Treat the key as compromised. Create a new key at Apple, revoke this one, and exclude keys from exports."
--   client-secret:
--     message: "The file `{object}` contains a client secret."
--     remediation: "Treat the secret as compromised. Create a new one, and exclude secrets from exports."
--   raw-token:
--     message: "The file `{object}` contains a token in clear text."
--     remediation: "Revoke the tokens, and log a hash or nothing in their place."
-- sources:
--   - url: https://developer.apple.com/documentation/sign_in_with_apple/generate_and_validate_tokens
--     says: The client secret is created with the private key, and identifies the app to Apple.
--     read: 2026-11-21
-- frameworks: [gdpr/32]
SELECT NULL AS account, s.path AS object, x.kind AS discriminator,
  CASE WHEN x.kind IS NULL THEN 'pass' ELSE 'fail' END AS verdict,
  x.kind AS reason,
  NULL AS due_at,
  s.captured_at AS at,
  COALESCE(x.ref, s.ref) AS evidence_1
FROM source s
LEFT JOIN secret x ON x.source = s.source
-- Files that are not recognised are searched too; without a secret they pass nothing.
WHERE s.kind IS NOT NULL OR x.kind IS NOT NULL
