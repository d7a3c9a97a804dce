-- title: Services ID, team, key id and key are set.
-- severity: critical
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   Without all four, Identity Platform cannot talk to Apple, and no token can be revoked.
-- reasons:
--   no-services-id:
--     message: "The Services ID is missing."
--     remediation: "Enter the Services ID of the Apple provider."
--   no-team-id:
--     message: "The team's id is missing."
--     remediation: "Enter the Apple team's id in the code flow configuration."
--   no-key-id:
--     message: "The key's id is missing."
--     remediation: "Enter the id of the Sign in with Apple key."
--   no-private-key:
--     message: "The private key is missing."
--     remediation: "Upload the Sign in with Apple key."
-- sources:
--   - url: https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects.defaultSupportedIdpConfigs
--     says: The code flow needs the team's id, the key's id and the key.
--     read: 2026-08-21
-- frameworks: [apple/tn3194]
WITH part AS (
  SELECT tenant, 'services-id' AS name, services_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT tenant, 'team-id' AS name, team_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT tenant, 'key-id' AS name, key_id AS is_set, ref FROM provider_config
  UNION ALL
  SELECT tenant, 'private-key' AS name, private_key AS is_set, ref FROM provider_config
)
SELECT NULL AS account, tenant AS subject_tenant, name AS object,
  CASE WHEN is_set = 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE WHEN is_set = 0 THEN 'no-' || name END AS reason,
  NULL AS due_at,
  NULL AS at,
  ref AS evidence_1
FROM part
