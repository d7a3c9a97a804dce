-- title: Mail to relay addresses comes from a registered sender.
-- severity: high
-- needs: [mail]
-- uses: [provider-config]
-- witnesses:
--   mail: |
--     WITH event AS (
--       SELECT sender, sender_domain, mail.at, ref, outcome,
--         CASE WHEN instr(COALESCE(reply, ''), 'unauthorized sender') > 0 THEN 1 ELSE 0 END AS is_refused
--       FROM mail
--     ),
--     told AS (
--       SELECT sender, sender_domain, MIN(ref) AS ref, MIN(event.at) AS at,
--         MIN(CASE is_refused WHEN 1 THEN ref END) AS refused_ref,
--         MAX(CASE is_refused WHEN 1 THEN event.at END) AS refused_at,
--         MAX(CASE outcome WHEN 'delivered' THEN event.at END) AS delivered_at
--       FROM event
--       WHERE sender IS NOT NULL OR is_refused = 1
--       GROUP BY sender, sender_domain
--     )
--     -- Of mail without a sender, only refusals are told.
--     SELECT NULL AS account, '' AS recipient, sender, sender_domain, told.at, 0 AS day, NULL AS outcome,
--       CASE WHEN sender IS NULL THEN 'unauthorized sender' END AS reply, NULL AS message_id, 0 AS remembered, ref
--     FROM told
--     UNION ALL
--     SELECT NULL AS account, '' AS recipient, sender, sender_domain, refused_at AS at, 0 AS day, NULL AS outcome,
--       'unauthorized sender' AS reply, NULL AS message_id, 0 AS remembered, refused_ref AS ref
--     FROM told
--     WHERE refused_at IS NOT NULL
--     UNION ALL
--     SELECT NULL AS account, '' AS recipient, sender, sender_domain, delivered_at AS at, 0 AS day,
--       'delivered' AS outcome, NULL AS reply, NULL AS message_id, 0 AS remembered, ref
--     FROM told
--     WHERE delivered_at IS NOT NULL
-- rationale: >-
--   Apple's relay drops mail from unregistered senders. People who hide their address never receive it.
-- reasons:
--   not-registered:
--     message: "Mail to relay addresses came from a sender that is not listed in `relay.senders`."
--     remediation: "Register the sender's domain or address with Apple, and list it in `relay.senders`."
--   bounced-unauthorized:
--     message: "Apple's relay rejected mail from this sender as unauthorized."
--     remediation: "Register the exact envelope domain with Apple, and check SPF and DKIM."
--   no-senders-configured:
--     message: "Whether the sender is registered is unknown because `relay.senders` is empty."
--     remediation: "List the senders that are registered with Apple in `relay.senders`."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/communicating-using-the-private-email-relay-service
--     says: Only registered domains and addresses can send mail to relay addresses.
--     read: 2026-10-30
-- frameworks: [apple/relay, firebase/anonymized-data]
WITH event AS (
  SELECT sender, sender_domain, mail.at, ref, outcome,
    CASE WHEN instr(COALESCE(reply, ''), 'unauthorized sender') > 0 THEN 1 ELSE 0 END AS is_refused
  FROM mail
),
told AS (
  SELECT sender, sender_domain, MIN(ref) AS ref, MIN(event.at) AS at,
    MIN(CASE is_refused WHEN 1 THEN ref END) AS refused_ref,
    MAX(CASE is_refused WHEN 1 THEN event.at END) AS refused_at,
    MAX(CASE outcome WHEN 'delivered' THEN event.at END) AS delivered_at
  FROM event
  WHERE sender IS NOT NULL OR is_refused = 1
  GROUP BY sender, sender_domain
),
-- A delivery after the last refusal shows that the sender was registered since.
sent AS (
  SELECT sender, sender_domain, ref, told.at,
    CASE WHEN delivered_at > refused_at THEN NULL ELSE refused_ref END AS refused_ref
  FROM told
),
known AS (
  SELECT COUNT(*) AS senders FROM relay_sender
)
-- Some mail providers' events do not name the sender; a refusal names it all the same.
SELECT NULL AS account, COALESCE(s.sender, 'unknown') AS object,
  CASE
    WHEN s.refused_ref IS NOT NULL THEN 'fail'
    WHEN k.senders = 0 THEN 'inconclusive'
    WHEN a.name IS NULL AND d.name IS NULL THEN 'fail'
    ELSE 'pass'
  END AS verdict,
  CASE
    WHEN s.refused_ref IS NOT NULL THEN 'bounced-unauthorized'
    WHEN k.senders = 0 THEN 'no-senders-configured'
    WHEN a.name IS NULL AND d.name IS NULL THEN 'not-registered'
  END AS reason,
  NULL AS due_at,
  s.at,
  COALESCE(s.refused_ref, s.ref) AS evidence_1
FROM sent s
CROSS JOIN known k
LEFT JOIN relay_sender a ON a.name = s.sender
LEFT JOIN relay_sender d ON d.name = s.sender_domain
