-- title: The Apple provider is enabled.
-- severity: high
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   With the provider switched off, people who signed up with Apple can neither sign in nor have their tokens revoked.
-- reasons:
--   disabled:
--     message: "The Apple provider is not enabled."
--     remediation: "Enable the provider, or move its people to another way to sign in."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The provider has a field that says whether it is enabled; it is left out where it is not.
--     read: 2026-08-21
-- frameworks: [firebase/anonymized-data]
SELECT NULL AS account, COALESCE(tenant, 'project') AS object,
  CASE WHEN enabled = 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN COALESCE(enabled, 0) = 0 THEN 'disabled' END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM provider_config
