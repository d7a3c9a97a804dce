-- title: Apple sends people back only to the project's own return URLs.
-- severity: medium
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   A return URL outside the project hands the authorization code, and with it access to the account, to whoever operates that address.
-- reasons:
--   wrong-return-url:
--     message: "The return URL {detail} belongs neither to the project nor to a configured domain."
--     remediation: "Remove the URL from the Services ID at Apple, or list its host in `apple.auth_domains`."
--   return-url-unknown:
--     message: "The evidence does not show which return URLs are registered with Apple."
--     remediation: "Add the return URLs that are registered for the Services ID to the provider's configuration as `returnUrls`."
--   project-unknown:
--     message: "The project ID is unknown, so the project's own return URL could not be determined."
--     remediation: "Set the project ID as `project` in the configuration."
-- sources:
--   - url: https://firebase.google.com/docs/auth/web/apple
--     says: The return URL to register is the path __/auth/handler of PROJECT_ID.firebaseapp.com.
--     read: 2026-11-21
-- frameworks: [apple/tn3194]
WITH own AS (
  SELECT p.ref, 'https://' || p.project || '.firebaseapp.com/__/auth/handler' AS url
  FROM provider_config p
  UNION ALL
  SELECT p.ref, 'https://' || d.name || '/__/auth/handler' AS url
  FROM provider_config p
  CROSS JOIN auth_domain d
)
SELECT NULL AS account, p.tenant AS subject_tenant, 'return-url' AS object,
  COALESCE(p.project, '') || COALESCE(' ' || r.url, '') AS discriminator,
  CASE
    WHEN r.url IS NULL THEN 'inconclusive'
    WHEN o.url IS NOT NULL THEN 'pass'
    WHEN p.project IS NULL THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN r.url IS NULL THEN 'return-url-unknown'
    WHEN o.url IS NOT NULL THEN NULL
    WHEN p.project IS NULL THEN 'project-unknown'
    ELSE 'wrong-return-url'
  END AS reason,
  NULL AS due_at,
  NULL AS at,
  r.url AS detail,
  p.ref AS evidence_1
FROM provider_config p
LEFT JOIN return_url r ON r.provider_config = p.ref
LEFT JOIN own o ON o.ref = p.ref AND o.url = r.url
