-- title: Every name, claim or further address on an anonymized account is covered by the person's consent.
-- severity: low
-- needs: [accounts, consents]
-- uses: [links]
-- rationale: >-
--   A display name, the address used to create the account, an address or phone number in custom claims, and an address enrolled as a second factor can each identify a person who hid the email address.
-- reasons:
--   after-link:
--     message: "The {identifier} was added to this account before the person consented. The time was established from {detail}."
--     remediation: "Ask for consent before keeping the identifier, and keep a record of the answer."
--     lacks: [consents, links]
--   withdrawn:
--     message: "The {identifier} was added to this account after consent had been withdrawn. The time was established from {detail}."
--     remediation: "Remove the identifier, and make future withdrawals trigger the removal."
--     lacks: [consents, links]
--   expired:
--     message: "The {identifier} was added to this account after consent had expired. The time was established from {detail}."
--     remediation: "Ask for consent again, or remove the identifier."
--     lacks: [consents, links]
--   not-explicit:
--     message: "The consent to keep the {identifier} on this account is not recorded as explicit."
--     remediation: "Ask for consent in words that name what is kept, offer a choice that is not preselected, and record that the consent was explicit."
--     lacks: [consents]
--   refused:
--     message: "The person refused consent, but the {identifier} is on this account."
--     remediation: "Remove the identifier, and find out why the refusal did not keep it off the account."
--     lacks: [consents]
--   wrong-identifier:
--     message: "The {identifier} on this account is not the value that the consent record names."
--     remediation: "Remove the identifier, or ask for consent to this exact value."
--     lacks: [consents]
--   wrong-purpose:
--     message: "The consent on record is for other purposes and does not cover the {identifier} on this account."
--     remediation: "Ask for separate consent to the profile data, or remove the identifier."
--     lacks: [consents]
--   no-record:
--     message: "No consent record was found for the {identifier} on this account."
--     remediation: "Ask for consent, or remove the identifier. If consent was given, export its record and audit again."
--     absent: [consents]
--   order-unknown:
--     message: "Whether consent was in force when the {identifier} was added to this account is unknown. The time could be established only from {detail}."
--     remediation: "Audit every night so that two exports narrow down the time of each change."
--   no-consent-source:
--     message: "The {identifier} on this account could not be judged because no consent records were supplied."
--     remediation: "Export the consent records, and audit them together with the accounts."
--     missing: [consents]
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Developers obtain any required consent before they associate directly identifying personal information with an anonymized Apple ID, or the other way round.
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
    WHEN 'apple-link-event' THEN 'the link event of the Apple credential'
    WHEN 'snapshots' THEN 'two account exports'
    WHEN 'creation' THEN 'the creation of the account and the account export'
    ELSE 'the account export alone'
  END AS detail,
  s.ref AS evidence_1,
  n.ref AS evidence_2,
  n.withdrawal_ref AS evidence_3,
  s.event_ref AS evidence_4
FROM subject s
JOIN coverage v ON v.kind = 'consents'
LEFT JOIN nearest n ON n.account = s.account AND n.object = s.object AND n.identifier = s.identifier AND n.place = 1
