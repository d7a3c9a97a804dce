-- title: No relay address is sent more than 100 messages a day.
-- severity: low
-- needs: [mail]
-- uses: []
-- scope: run
-- rationale: >-
--   Apple forwards at most 100 messages a day to one relay address. Further messages are lost.
-- reasons:
--   over-limit:
--     message: "One relay address was sent {detail} messages within one day (UTC), the first of them on {at}. Apple forwards at most 100."
--     remediation: "Send fewer messages, or combine several into one."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service
--     says: A relay address receives at most 100 messages a day.
--     read: 2026-10-30
-- frameworks: [apple/relay, firebase/anonymized-data]
WITH one_mail AS (
  -- A mail may mean several accounts, and have several events.
  SELECT recipient, day, MIN(account) AS account, MIN(mail.at) AS at, MAX(ref) AS ref
  FROM mail
  WHERE (outcome IS NULL OR outcome = 'delivered') AND remembered = 0
  GROUP BY recipient, day, message_id, CASE WHEN message_id IS NULL THEN ref END
),
day AS (
  SELECT recipient, day, COUNT(*) AS mails, MIN(account) AS account, MIN(one_mail.at) AS at, MAX(ref) AS ref
  FROM one_mail
  GROUP BY recipient, day
),
worst AS (
  SELECT recipient, mails, account, day.at, ref, ROW_NUMBER() OVER (PARTITION BY recipient ORDER BY mails DESC, day) AS place
  FROM day
)
SELECT account, recipient AS subject_email, 'email' AS object,
  -- An account may have had several addresses.
  CASE WHEN account IS NOT NULL THEN recipient END AS discriminator,
  CASE WHEN mails > 100 THEN 'fail' ELSE 'pass' END AS verdict,
  CASE WHEN mails > 100 THEN 'over-limit' END AS reason,
  NULL AS due_at,
  worst.at,
  mails || '' AS detail,
  CASE WHEN mails > 100 THEN ref END AS evidence_1
FROM worst
WHERE place = 1
