-- title: Apple's notifications arrive, and are addressed to this app.
-- severity: medium
-- needs: [notifications, accounts]
-- uses: []
-- scope: run
-- witnesses:
--   notification: |
--     -- Which apps are named, and the first record that names others alone.
--     SELECT NULL AS account, '' AS type, '' AS sub, 0 AS event_time, NULL AS email, NULL AS jti, 0 AS verified,
--       '' AS audience, foreign_audience, 0 AS other_sub, 0 AS other_sub_then, remembered, MIN(ref) AS ref
--     FROM notification
--     WHERE remembered = 0 AND audience IS NOT NULL
--     GROUP BY foreign_audience, remembered
-- rationale: >-
--   Apple tells a server when people revoke consent or delete their Apple Account. If the endpoint is down, or belongs to another app, no notification arrives. The rules about notifications then have nothing to judge, and report no violation.
-- reasons:
--   silent:
--     message: "With this many Apple accounts, a recent notification from Apple would be expected. Newest notification on record: {at}."
--     remediation: "Trigger a notification: change the settings of a test person's Apple Account, and follow the notification from Apple to the log that is audited."
--   foreign-audience:
--     message: "Apple's notifications are addressed only to other apps."
--     remediation: "Compare the endpoint that is registered with Apple for each app with `apple.client_ids` in the configuration."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
--     says: Apple posts notifications of changed mail forwarding, revoked consent and deleted Apple Accounts to the endpoint that is registered for the app. The audience of the token is the app's identifier.
--     read: 2026-11-22
-- frameworks: [apple/tn3194]
-- params:
--   - {name: max_silence, type: duration, default: 30d, meaning: "How long no notification may arrive from Apple."}
--   - {name: least_accounts, type: integer, default: 500, meaning: "How many Apple accounts a project must have before silence is judged."}
WITH heard AS (
  SELECT COUNT(audience) AS named, SUM(CASE WHEN audience IS NOT NULL AND foreign_audience = 0 THEN 1 ELSE 0 END) AS ours,
    MIN(CASE WHEN foreign_audience = 1 THEN ref END) AS foreign_ref
  FROM notification
  WHERE remembered = 0
)
SELECT NULL AS account, 'notifications' AS object,
  CASE
    WHEN h.named > 0 AND h.ours = 0 THEN 'fail'
    WHEN p.apple_accounts >= :least_accounts AND COALESCE(:as_of - v.last_at, :max_silence + 1) > :max_silence
      THEN 'inconclusive'
    ELSE 'pass'
  END AS verdict,
  CASE
    WHEN h.named > 0 AND h.ours = 0 THEN 'foreign-audience'
    WHEN p.apple_accounts >= :least_accounts AND COALESCE(:as_of - v.last_at, :max_silence + 1) > :max_silence
      THEN 'silent'
  END AS reason,
  NULL AS due_at,
  v.last_at AS at,
  CASE WHEN h.ours = 0 THEN h.foreign_ref END AS evidence_1
FROM coverage v
JOIN population p ON 1 = 1
JOIN heard h ON 1 = 1
WHERE v.kind = 'notifications' AND v.supplied = 1
