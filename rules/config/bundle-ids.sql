-- title: The provider lists at least one bundle ID, and every listed bundle ID is valid.
-- severity: medium
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   Tokens issued to an app whose bundle ID is not listed are rejected.
-- reasons:
--   no-bundle-id:
--     message: "The provider's configuration lists no bundle ID."
--     remediation: "List the bundle IDs of the apps that use Sign in with Apple."
--   invalid-bundle-id:
--     message: "The provider's configuration lists an invalid bundle ID."
--     remediation: "Correct the bundle ID. It may contain letters, digits, hyphens and dots, and must have at least two parts separated by a dot."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The provider's configuration lists the bundle IDs of the apps that use it.
--     read: 2026-08-21
-- frameworks: [apple/tn3194]
SELECT NULL AS account, COALESCE(tenant, 'project') AS object, project AS discriminator,
  CASE WHEN bundle_ids > 0 AND bad_bundle_ids = 0 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN bundle_ids = 0 THEN 'no-bundle-id' WHEN bad_bundle_ids > 0 THEN 'invalid-bundle-id' END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM provider_config
