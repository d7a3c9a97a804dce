-- title: The provider knows the app's bundle ids.
-- severity: medium
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   Tokens of an app whose bundle id is not listed are refused.
-- reasons:
--   no-bundle-id:
--     message: "No bundle id is listed."
--     remediation: "List the bundle ids of the apps that sign in with Apple."
--   invalid-bundle-id:
--     message: "A listed bundle id is none."
--     remediation: "Correct it: letters, digits, hyphens and dots, in two parts at least."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The provider lists the bundle ids of the apps that use it.
--     read: 2026-08-21
-- frameworks: [apple/tn3194]
SELECT NULL AS account, COALESCE(tenant, 'project') AS object,
  CASE WHEN bundle_ids > 0 AND bad_bundle_ids = 0 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN bundle_ids = 0 THEN 'no-bundle-id' WHEN bad_bundle_ids > 0 THEN 'invalid-bundle-id' END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM provider_config
