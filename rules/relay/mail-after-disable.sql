-- title: No mail is sent to a relay address after its owner has stopped mail forwarding.
-- severity: medium
-- needs: [mail, notifications]
-- uses: []
-- rationale: >-
--   The person told Apple to stop forwarding mail, and Apple told the app.
-- reasons:
--   disabled:
--     message: "Mail was sent to the relay address after its owner had stopped mail forwarding."
--     remediation: "Stop sending mail on `email-disabled`, and resume only on `email-enabled`."
--     lacks: [notifications]
--   no-notification-source:
--     message: "Whether the person had stopped mail forwarding is unknown because no notifications were supplied."
--     remediation: "Keep the notifications that Apple sends, and supply them to the audit."
--     missing: [notifications]
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
--     says: The event `email-disabled` means that the person stopped mail forwarding, and `email-enabled` that the person resumed it.
--     read: 2026-08-24
-- frameworks: [apple/tn3194]
WITH notice AS (
  -- Mail may not go after the first of the two, and may again from the second on.
  SELECT n.account, n.email, n.type, n.event_time, n.other_sub, n.ref,
    CASE n.type WHEN 'email-enabled' THEN n.event_time - 1 ELSE n.event_time END AS holds_after
  FROM notification n
  WHERE (n.type = 'email-disabled' OR n.type = 'email-enabled') AND n.foreign_audience = 0
),
-- Accounts that had another credential of Apple's before, and so another address.
changed AS (
  SELECT DISTINCT account FROM notification WHERE other_sub = 1
),
-- A notice is about the address that it names, whether or not an account is known by its `sub`, else about its person's.
about AS (
  SELECT m.account, m.at, m.ref, n.type, n.event_time, n.ref AS notice_ref
  FROM mail m
  JOIN notice n ON n.account = m.account
  JOIN account a ON a.account = m.account
  LEFT JOIN changed c ON c.account = m.account
  WHERE n.email IS NULL AND n.holds_after < m.at AND COALESCE(m.outcome, 'delivered') <> 'dropped'
    -- Of each credential, the notices are about its own address.
    AND n.other_sub = CASE WHEN c.account IS NULL OR m.recipient = a.relay_address THEN 0 ELSE 1 END
  UNION ALL
  SELECT m.account, m.at, m.ref, n.type, n.event_time, n.ref AS notice_ref
  FROM mail m
  JOIN notice n ON n.email = m.recipient
  WHERE n.holds_after < m.at AND COALESCE(m.outcome, 'delivered') <> 'dropped'
),
event AS (
  SELECT account, about.at, ref, type, notice_ref,
    -- Of two at the same time the stop counts, in whatever order they come.
    ROW_NUMBER() OVER (PARTITION BY account, ref ORDER BY event_time DESC, type, notice_ref DESC) AS place
  FROM about
),
after_disable AS (
  SELECT account, event.at, ref, notice_ref, ROW_NUMBER() OVER (PARTITION BY account ORDER BY event.at, ref) AS turn
  FROM event
  WHERE place = 1 AND type = 'email-disabled'
),
recipient AS (
  SELECT account, MIN(mail.at) AS at FROM mail WHERE account IS NOT NULL GROUP BY account
)
SELECT r.account, 'email' AS object,
  CASE WHEN v.present = 0 THEN 'inconclusive' WHEN d.ref IS NOT NULL THEN 'fail' ELSE 'pass' END AS verdict,
  CASE WHEN v.present = 0 THEN 'no-notification-source' WHEN d.ref IS NOT NULL THEN 'disabled' END AS reason,
  NULL AS due_at,
  COALESCE(d.at, r.at) AS at,
  d.ref AS evidence_1,
  d.notice_ref AS evidence_2
FROM recipient r
JOIN coverage v ON v.kind = 'notifications'
LEFT JOIN after_disable d ON d.account = r.account AND d.turn = 1
