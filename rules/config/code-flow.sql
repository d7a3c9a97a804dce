-- title: The Services ID, the team ID, the key ID and the private key are set.
-- severity: critical
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   Without all four, Identity Platform cannot authenticate to Apple, and no token can be revoked.
-- reasons:
--   no-services-id:
--     message: "The Services ID is not set."
--     remediation: "Enter the Services ID in the configuration of the Apple provider."
--   no-team-id:
--     message: "The Apple team ID is not set."
--     remediation: "Enter the Apple team ID in the code flow configuration."
--   no-key-id:
--     message: "The key ID is not set."
--     remediation: "Enter the ID of the Sign in with Apple key in the code flow configuration."
--   no-private-key:
--     message: "The private key is not set."
--     remediation: "Upload the private key for Sign in with Apple."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The code flow needs the team ID, the key ID and the private key.
--     read: 2026-08-21
-- frameworks: [apple/tn3194]
WITH part AS (
  SELECT project, tenant, 'services-id' AS name, services_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT project, tenant, 'team-id' AS name, team_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT project, tenant, 'key-id' AS name, key_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT project, tenant, 'private-key' AS name, private_key AS is_set, ref FROM provider_config
)
SELECT NULL AS account, tenant AS subject_tenant, name AS object, project AS discriminator,
  CASE WHEN is_set = 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN is_set = 0 THEN 'no-' || name END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM part
