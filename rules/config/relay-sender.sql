-- title: The address from which the project sends mail is registered with Apple.
-- severity: high
-- needs: [provider-config]
-- uses: [mail]
-- rationale: >-
--   Firebase sends mail from noreply@PROJECT.firebaseapp.com. Apple's relay drops mail from unregistered senders, so people with a relay address receive neither verification nor password reset messages.
-- reasons:
--   not-registered:
--     message: "The sender address {detail} is not among the registered senders that the configuration lists."
--     remediation: "Register the address with Apple under Sign in with Apple for Email Communication, and list it in `relay.senders`."
--   no-senders-configured:
--     message: "The configuration lists no registered senders, so the project's sender address could not be checked."
--     remediation: "List the senders that are registered with Apple in `relay.senders`."
--   project-unknown:
--     message: "The project ID is unknown, so the project's sender address could not be determined."
--     remediation: "Set the project ID as `project` in the configuration."
-- sources:
--   - url: https://firebase.google.com/docs/auth/web/apple
--     says: noreply@PROJECT_ID.firebaseapp.com, or the sender of customised templates, is registered with Apple for relayed mail.
--     read: 2026-11-21
-- frameworks: [apple/relay]
WITH sender AS (
  SELECT p.ref, p.project || '.firebaseapp.com' AS host
  FROM provider_config p
  UNION ALL
  SELECT p.ref, d.name AS host
  FROM provider_config p
  CROSS JOIN auth_domain d
),
registered AS (
  SELECT s.ref, COUNT(*) AS hosts
  FROM sender s
  JOIN relay_sender r ON r.name = s.host OR r.name = 'noreply@' || s.host
  GROUP BY s.ref
),
configured AS (
  SELECT COUNT(*) AS senders FROM relay_sender
)
SELECT NULL AS account, p.tenant AS subject_tenant, 'sender' AS object, p.project AS discriminator,
  CASE
    WHEN k.senders = 0 THEN 'inconclusive'
    WHEN g.ref IS NOT NULL THEN 'pass'
    WHEN p.project IS NULL THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN k.senders = 0 THEN 'no-senders-configured'
    WHEN g.ref IS NOT NULL THEN NULL
    WHEN p.project IS NULL THEN 'project-unknown'
    ELSE 'not-registered'
  END AS reason,
  NULL AS due_at,
  NULL AS at,
  'noreply@' || p.project || '.firebaseapp.com' AS detail,
  p.ref AS evidence_1
FROM provider_config p
CROSS JOIN configured k
LEFT JOIN registered g ON g.ref = p.ref
