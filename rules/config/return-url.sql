-- title: Apple sends people back to the project's own address.
-- severity: medium
-- needs: [provider-config]
-- uses: []
-- rationale: >-
--   A return URL that is not the project's own hands the code, and with it the account, to whoever answers there.
-- reasons:
--   wrong-return-url:
--     message: "The return URL {detail} is neither the project's nor that of a configured domain."
--     remediation: "Remove the URL from the Services ID at Apple, or name its host under apple.auth_domains."
--   return-url-unknown:
--     message: "Nothing tells which return URLs are registered with Apple."
--     remediation: "Add the URLs that the Services ID has at Apple to the provider's configuration, as returnUrls."
--   project-unknown:
--     message: "The project's id is not known, so its own address is not."
--     remediation: "Name the project's id as project in the configuration."
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
SELECT NULL AS account, p.tenant AS subject_tenant, 'return-url' AS object, r.url AS discriminator,
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
