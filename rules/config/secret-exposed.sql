-- title: No source carries a private key, a client secret or a token.
-- severity: critical
-- needs: []
-- uses: []
-- rationale: >-
--   Exports are copied, mailed and kept. Who finds a key or a token in one can sign in, or revoke, in the company's or a person's name.
-- reasons:
--   private-key:
--     message: "{object} carries a private key."
--     remediation: "Take the key for known: make a new one at Apple, withdraw this one, and leave keys out of exports."
--   client-secret:
--     message: "{object} carries a client secret."
--     remediation: "Take the secret for known: make a new one, and leave secrets out of exports."
--   raw-token:
--     message: "{object} carries a token as it was issued."
--     remediation: "Revoke the tokens, and log a hash or nothing in their place."
-- sources:
--   - url: https://developer.apple.com/documentation/sign_in_with_apple/generate_and_validate_tokens
--     says: The client secret is made with the private key, and whoever has it is the app to Apple.
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
WHERE s.kind IS NOT NULL
