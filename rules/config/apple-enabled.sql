-- title: The Apple provider is enabled.
-- severity: high
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   While the provider is disabled, people who signed up with Apple cannot sign in, and their tokens cannot be revoked.
-- reasons:
--   disabled:
--     message: "The Apple provider is not enabled."
--     remediation: "Enable the provider, or offer the people who use it another way to sign in."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The provider's configuration has a field that says whether the provider is enabled. The field is left out if it is not.
--     read: 2026-08-21
-- frameworks: [firebase/anonymized-data]
SELECT NULL AS account, COALESCE(tenant, 'project') AS object, project AS discriminator,
  CASE WHEN enabled = 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN COALESCE(enabled, 0) = 0 THEN 'disabled' END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM provider_config
