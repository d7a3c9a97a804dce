-- title: A name, a claim or a further address on an anonymized account has the person's consent.
-- severity: low
-- needs: [accounts, consents]
-- uses: [links]
-- rationale: >-
--   A display name, the address that the account was made with, an address or a phone number in custom claims, and an address enrolled as a second factor say who a person is who hid the email address.
-- reasons:
--   after-link:
--     message: "The `{object}` came to this account before the person agreed to it, according to {detail}."
--     remediation: "Ask before it is kept, and keep the record of the answer."
--     lacks: [consents]
--   withdrawn:
--     message: "The `{object}` came to this account after the consent had been withdrawn, according to {detail}."
--     remediation: "Remove it, and let a withdrawal remove it in future."
--     lacks: [consents]
--   expired:
--     message: "The `{object}` came to this account after the consent had expired, according to {detail}."
--     remediation: "Ask again, or remove it."
--     lacks: [consents]
--   not-explicit:
--     message: "The consent to the `{object}` on this account is not recorded as explicit."
--     remediation: "Ask in words that name what is kept, with a choice that is not made beforehand, and record that it was explicit."
--     lacks: [consents]
--   refused:
--     message: "The `{object}` is on this account although the person had refused."
--     remediation: "Remove it, and find out why a refusal did not keep it away."
--     lacks: [consents]
--   wrong-identifier:
--     message: "The `{object}` on this account is not the value that the consent names."
--     remediation: "Remove it, or ask for this very value."
--     lacks: [consents]
--   wrong-purpose:
--     message: "The `{object}` on this account has no consent of its own: the consent on record is for other things."
--     remediation: "Ask for consent to the profile by itself, or remove it."
--     lacks: [consents]
--   no-record:
--     message: "The `{object}` on this account has no consent record."
--     remediation: "Ask for consent, or remove it. If consent was given, export its record."
--     absent: [consents]
--   order-unknown:
--     message: "Whether consent came before the `{object}` on this account is unknown: the time of the latter is known only from {detail}."
--     remediation: "Audit every night: two exports around the change tell its time."
--   no-consent-source:
--     message: "The `{object}` on this account cannot be judged, because no consent records were supplied."
--     remediation: "Export the consent records and audit them together with the accounts."
--     missing: [consents]
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Any required consent is obtained before directly identifying personal information is associated with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data, gdpr/7]
WITH subject AS (
  SELECT o.account, o.object, o.discriminator, o.identifier, o.linked_from, o.linked_to, o.basis, o.ref, o.event_ref
  FROM other_identifier o
),
-- What each consent record of the person lacks to cover the identifier; 0 lacks nothing, 1 may be too late, and above
-- that the farther the miss, the greater the number.
record AS (
  SELECT s.account, s.object, s.identifier, c.ref, c.withdrawal_ref,
    CASE
      WHEN c.kind <> 'profile' THEN 8
      WHEN c.identifier <> s.identifier THEN 7
      WHEN c.state = 'refused' THEN 6
      WHEN c.explicit = 0 THEN 5
      WHEN c.expires_at <= COALESCE(s.linked_from, -9000000000000000) THEN 4
      WHEN c.withdrawn_at <= COALESCE(s.linked_from, -9000000000000000) THEN 3
      WHEN c.given_at > s.linked_to THEN 2
      WHEN c.given_at <= COALESCE(s.linked_from, -9000000000000000)
        AND (c.withdrawn_at IS NULL OR c.withdrawn_at > s.linked_to)
        AND (c.expires_at IS NULL OR c.expires_at > s.linked_to) THEN 0
      ELSE 1
    END AS miss
  FROM subject s
  JOIN consent c ON c.account = s.account
  WHERE c.state <> 'requested' AND c.state <> 'unknown'
),
nearest AS (
  SELECT account, object, identifier, ref, withdrawal_ref, miss,
    ROW_NUMBER() OVER (PARTITION BY account, object, identifier ORDER BY miss, ref) AS place
  FROM record
)
SELECT s.account, s.object, s.discriminator,
  CASE
    WHEN v.present = 0 THEN 'inconclusive'
    WHEN n.miss = 0 THEN 'pass'
    WHEN n.miss = 1 THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN v.present = 0 THEN 'no-consent-source'
    WHEN n.miss IS NULL THEN 'no-record'
    WHEN n.miss = 1 THEN 'order-unknown'
    WHEN n.miss = 2 THEN 'after-link'
    WHEN n.miss = 3 THEN 'withdrawn'
    WHEN n.miss = 4 THEN 'expired'
    WHEN n.miss = 5 THEN 'not-explicit'
    WHEN n.miss = 6 THEN 'refused'
    WHEN n.miss = 7 THEN 'wrong-identifier'
    WHEN n.miss = 8 THEN 'wrong-purpose'
  END AS reason,
  NULL AS due_at,
  s.linked_to AS at,
  CASE s.basis
    WHEN 'apple-link-event' THEN 'the event that linked the Apple credential'
    WHEN 'snapshots' THEN 'two snapshots'
    WHEN 'creation' THEN 'the account''s creation and the export'
    ELSE 'the export alone'
  END AS detail,
  s.ref AS evidence_1,
  n.ref AS evidence_2,
  n.withdrawal_ref AS evidence_3,
  s.event_ref AS evidence_4
FROM subject s
JOIN coverage v ON v.kind = 'consents'
LEFT JOIN nearest n ON n.account = s.account AND n.object = s.object AND n.identifier = s.identifier AND n.place = 1
