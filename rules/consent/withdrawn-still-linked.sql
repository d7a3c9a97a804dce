-- title: After consent is withdrawn, the identifier is removed in time.
-- severity: high
-- needs: [accounts, consents]
-- uses: []
-- rationale: >-
--   Withdrawing consent must be as easy as giving it, and must have an effect. An identifier that stays linked can still be used.
-- reasons:
--   still-linked:
--     message: "The {identifier} is still linked to this account although the person withdrew consent to it. It had to be removed by {due_at}."
--     pending: "The person withdrew consent to the {identifier}. It has to be removed from this account by {due_at}; the deadline has not passed."
--     remediation: "Remove the identifier from the account, and make each withdrawal trigger the removal."
--     lacks: [consents]
--   export-too-old:
--     message: "The person withdrew consent to the {identifier}, which had to be removed by {due_at}. The account export was captured earlier and cannot show whether that happened."
--     remediation: "Export the accounts again, and repeat the audit."
--     missing: [accounts]
--   export-hides-credential:
--     message: "The person withdrew consent to the {identifier}, which had to be removed by {due_at}. The account export leaves out such credentials and cannot show whether that happened."
--     remediation: "Export the accounts with a tool that writes these credentials (for Firebase, the Identity Toolkit API or the Admin SDK), and repeat the audit."
--     missing: [accounts]
--   identifier-unknown:
--     message: "The person withdrew consent to a {identifier}. Whether that is the one on this account, which then had to be removed by {due_at}, is unknown: the consent record names an id or an address, and the account export does not show that of the credential."
--     remediation: "Export each credential with the provider's id of the person and with its address, and repeat the audit."
--   anonymity-unknown:
--     message: "Consent to the {identifier} was withdrawn, and the account export shows it as linked. Whether this account is anonymized is unknown because its Apple credential carries no address."
--     remediation: "Remove the identifier from the account in any case, because the person withdrew consent."
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Developers obtain any required consent before they associate directly identifying personal information with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data, firebase/linked-data, gdpr/7]
-- params:
--   - {name: unlink_within, type: duration, default: 72h}
WITH ended AS (
  -- Few accounts: to compare the consents of all with their links takes ten times as long.
  SELECT DISTINCT account FROM consent WHERE withdrawn_at IS NOT NULL
),
-- Credentials that the export leaves out. An unlink in the log says little: another one may be linked since.
hidden AS (
  SELECT DISTINCT c.account, COALESCE(c.provider, c.kind) AS object
  FROM consent c
  JOIN account a ON a.account = c.account
  WHERE c.hidden = 1 AND (a.anonymized = 1 OR a.apple = 'yes')
),
-- What identifies the person on Apple accounts, or may do so. Whether Apple hides the address makes no difference: who
-- relied on consent has to honour its withdrawal.
kept AS (
  SELECT l.account, l.kind, l.object, l.discriminator, l.identifier, l.other_identifier, l.anonymity
  FROM ended e
  JOIN link l ON l.account = e.account
  UNION ALL
  SELECT o.account, 'profile' AS kind, o.object, o.discriminator, o.identifier, NULL AS other_identifier,
    'anonymized' AS anonymity
  FROM ended e
  JOIN other_identifier o ON o.account = e.account
  UNION ALL
  SELECT account, 'social' AS kind, object, NULL AS discriminator, NULL AS identifier,
    NULL AS other_identifier, 'hidden' AS anonymity
  FROM hidden
),
matching AS (
  SELECT k.account, k.kind, k.object, COALESCE(k.discriminator, '') AS place, k.discriminator, c.ref, c.withdrawal_ref,
    c.given_at, c.withdrawn_at, c.expires_at, a.captured_at, k.anonymity,
    CASE
      WHEN c.identifier <> COALESCE(k.identifier, '') AND c.identifier <> COALESCE(k.other_identifier, '') THEN 0
      ELSE 1
    END AS is_meant
  FROM kept k
  JOIN account a ON a.account = k.account
  JOIN consent c ON c.account = k.account
  WHERE (c.kind = k.kind OR c.kind = 'any')
    AND (c.provider IS NULL OR c.provider = k.object)
    AND (c.identifier IS NULL OR c.identifier = COALESCE(k.identifier, '')
      OR c.identifier = COALESCE(k.other_identifier, '')
      -- The export does not show the value that is to be compared.
      OR k.kind = 'social'
        AND CASE WHEN instr(c.identifier, '@') > 0 THEN k.other_identifier ELSE k.identifier END IS NULL)
    AND (c.state = 'given' OR c.state = 'renewed')
    AND (c.explicit IS NULL OR c.explicit = 1)
),
-- A consent that is not taken back so far carries the link, whatever became of another. Whether one that carries it, and
-- one that is withdrawn, are for it (1) or may be (0).
carrying AS (
  SELECT account, kind, object, place, ref, withdrawn_at, is_meant,
    CASE
      WHEN given_at <= :as_of AND (withdrawn_at IS NULL OR withdrawn_at > :as_of)
        AND (expires_at IS NULL OR expires_at > captured_at) THEN is_meant
    END AS carries
  FROM matching
),
standing AS (
  SELECT account, kind, object, place, MAX(carries) AS carried,
    MIN(CASE carries WHEN 1 THEN ref END) AS carried_ref,
    MAX(CASE WHEN withdrawn_at IS NOT NULL THEN is_meant END) AS ended
  FROM carrying
  GROUP BY account, kind, object, place
),
withdrawn AS (
  SELECT m.account, m.kind, m.object, m.place, m.discriminator, m.ref, m.withdrawal_ref, m.captured_at, m.anonymity,
    m.withdrawn_at, m.withdrawn_at + :unlink_within AS due_at,
    ROW_NUMBER() OVER (
      PARTITION BY m.account, m.kind, m.object, m.place ORDER BY m.withdrawn_at DESC, m.ref) AS turn
  FROM matching m
  WHERE m.withdrawn_at <= :as_of
)
SELECT w.account, w.object, w.discriminator,
  CASE
    WHEN s.carried = 1 THEN 'pass'
    WHEN w.anonymity = 'unknown' THEN 'inconclusive'
    WHEN :as_of <= w.due_at THEN 'pending'
    WHEN w.anonymity = 'hidden' OR s.carried = 0 OR s.ended = 0 THEN 'inconclusive'
    WHEN w.captured_at > w.due_at THEN 'fail'
    ELSE 'inconclusive'
  END AS verdict,
  CASE
    WHEN s.carried = 1 THEN NULL
    WHEN w.anonymity = 'unknown' THEN 'anonymity-unknown'
    WHEN :as_of <= w.due_at THEN 'still-linked'
    WHEN w.anonymity = 'hidden' THEN 'export-hides-credential'
    WHEN s.carried = 0 OR s.ended = 0 THEN 'identifier-unknown'
    WHEN w.captured_at > w.due_at THEN 'still-linked'
    ELSE 'export-too-old'
  END AS reason,
  w.due_at,
  w.withdrawn_at AS at,
  w.ref AS evidence_1,
  w.withdrawal_ref AS evidence_2,
  s.carried_ref AS evidence_3
FROM withdrawn w
JOIN standing s ON s.account = w.account AND s.kind = w.kind AND s.object = w.object AND s.place = w.place
WHERE w.turn = 1
UNION ALL
-- Where the export shows the account without the identifier, the withdrawal was honoured. Where it stands elsewhere on
-- the account, or may do so, consent/other-identifiers judges it.
SELECT c.account, COALESCE(c.provider, c.kind) AS object, NULL AS discriminator, 'pass' AS verdict, NULL AS reason,
  NULL AS due_at, MAX(c.withdrawn_at) AS at, NULL AS evidence_1, NULL AS evidence_2,
  NULL AS evidence_3
FROM consent c
JOIN account a ON a.account = c.account
LEFT JOIN other_identifier o ON o.account = c.account AND o.object <> 'name'
  AND c.kind = CASE WHEN instr(o.identifier, '@') > 0 THEN 'email' ELSE 'phone' END
  AND (c.identifier IS NULL OR c.identifier = o.identifier)
WHERE a.present = 1 AND (a.anonymized = 1 OR a.apple = 'yes') AND c.withdrawn_at <= :as_of
  AND (c.state = 'given' OR c.state = 'renewed')
  AND NOT EXISTS (
    SELECT 1 FROM link l
    WHERE l.account = c.account AND l.kind = c.kind AND (c.provider IS NULL OR l.object = c.provider))
  AND c.hidden = 0
  AND NOT EXISTS (SELECT 1 FROM other_identifier o WHERE o.account = c.account AND c.kind = 'profile')
  -- Other rules judge a photo, and an address that came with Apple's credential; here they are merely not gone.
  AND (c.kind <> 'profile' OR a.has_photo = 0)
  AND (c.kind <> 'email' OR COALESCE(a.email_class, '') <> 'ordinary')
GROUP BY c.account, COALESCE(c.provider, c.kind)
HAVING COUNT(o.ref) = 0
