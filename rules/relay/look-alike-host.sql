-- title: No address imitates one of Apple's relay domains.
-- severity: high
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   An address that looks like a relay address but is none can be mistaken for one. Mail meant for a person who hides the address then goes to a stranger.
-- reasons:
--   look-alike:
--     message: "An address on this account (`{object}`) imitates the relay domain {detail}."
--     remediation: "Treat the address as hostile: stop sending mail to it, and find out how it got onto the account."
-- sources:
--   - url: https://developer.apple.com/news/?id=1ptvdtcm
--     says: Relay addresses of Sign in with Apple end in privaterelay.appleid.com, and since 2026 also in private.icloud.com.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data]
SELECT account, 'email' AS object,
  CASE email_class WHEN 'look-alike' THEN 'fail' ELSE 'pass' END AS verdict,
  CASE email_class WHEN 'look-alike' THEN 'look-alike' END AS reason,
  NULL AS due_at, captured_at AS at, email_resembles AS detail, NULL AS discriminator
FROM account
WHERE present = 1 AND email_class IS NOT NULL
UNION ALL
SELECT c.account, c.provider AS object,
  CASE c.email_class WHEN 'look-alike' THEN 'fail' ELSE 'pass' END AS verdict,
  CASE c.email_class WHEN 'look-alike' THEN 'look-alike' END AS reason,
  NULL AS due_at, c.captured_at AS at, c.email_resembles AS detail, COALESCE(c.raw_id, c.email) AS discriminator
FROM credential c
WHERE c.email_class IS NOT NULL AND c.is_account_email = 0
