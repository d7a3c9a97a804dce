-- title: Every social credential linked to an anonymized account is covered by consent given before the link.
-- severity: high
-- needs: [accounts, consents]
-- uses: [links]
-- rationale: >-
--   A person who hides the email address has not agreed to be identified by a social credential. Linking the two without consent undoes the privacy that Apple promised that person.
-- reasons:
--   after-link:
--     message: "The {identifier} was linked to this anonymized account before the person consented. The time of the link was established from {detail}."
--     remediation: "Ask for consent before linking: put the question before the step that links, and keep a record of the answer."
--     lacks: [consents, links]
--   withdrawn:
--     message: "The {identifier} was linked to this anonymized account after consent had been withdrawn. The time of the link was established from {detail}."
--     remediation: "Remove the identifier, or ask again and keep the new consent record."
--     lacks: [consents, links]
--   expired:
--     message: "The {identifier} was linked to this anonymized account after consent had expired. The time of the link was established from {detail}."
--     remediation: "Ask for consent again before linking, and keep the new consent record."
--     lacks: [consents, links]
--   not-explicit:
--     message: "The consent to link the {identifier} is not recorded as explicit."
--     remediation: "Ask for consent in words that name what is linked, offer a choice that is not preselected, and record that the consent was explicit."
--     lacks: [consents]
--   refused:
--     message: "The person refused consent, but the {identifier} is linked to this anonymized account."
--     remediation: "Remove the identifier, and find out why the refusal did not prevent the link."
--     lacks: [consents]
--   wrong-identifier:
--     message: "The {identifier} linked to this anonymized account is not the one that the consent record names."
--     remediation: "Remove the identifier, or ask for consent to this exact value."
--     lacks: [consents]
--   wrong-purpose:
--     message: "The consent on record is for another kind of link and does not cover the {identifier}."
--     remediation: "Ask the person for consent now, or remove the identifier."
--     lacks: [consents]
--   no-record:
--     message: "No consent record was found for the {identifier} linked to this anonymized account."
--     remediation: "Ask the person for consent now, or remove the identifier. If consent was given, export its record and audit again."
--     absent: [consents]
--   order-unknown:
--     message: "Whether consent was in force when the {identifier} was linked is unknown. The time of the link could be established only from {detail}."
--     remediation: "Supply a link log, or audit every night so that two exports narrow down the time of each link."
--   identifier-unknown:
--     message: "Whether consent covers the {identifier} is unknown. The consent record names an id or an address, and the account export does not show that of the credential."
--     remediation: "Export each credential with the provider's id of the person and with its address, and repeat the audit."
--   anonymity-unknown:
--     message: "Whether this account is anonymized is unknown because its Apple credential carries no address. The evidence shows no consent that covers the {identifier}."
--     remediation: "At the person's next sign-in with Apple, keep `email` and `is_private_email` from the identity token, and include them in the export."
--   no-consent-source:
--     message: "The {identifier} linked to this account could not be judged because no consent records were supplied."
--     remediation: "Export the consent records, and audit them together with the accounts."
--     missing: [consents]
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Developers obtain any required consent before they associate directly identifying personal information with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: In its part about linking providers to an account, the page says that Apple requires explicit consent before an Apple account is linked to other data. It does not distinguish whether the address is hidden.
--     read: 2026-11-22
-- frameworks: [firebase/anonymized-data, firebase/linked-data, gdpr/7]
WITH subject AS (
  SELECT l.link, l.account, l.kind, l.object, l.discriminator, l.identifier, l.other_identifier, l.linked_from,
    l.linked_to, l.basis, l.event_ref, l.anonymity
  FROM link l
  WHERE l.kind = 'social' AND l.anonymity <> 'none'
),
-- What each consent record of the person lacks to cover the link; 0 lacks nothing, 1 may be too late, 2 may be for
-- another credential, and above that the farther the miss, the greater the number.
record AS (
  SELECT s.link, c.ref, c.withdrawal_ref,
    CASE
      WHEN c.kind <> s.kind AND c.kind <> 'any' THEN 9
      WHEN c.provider <> s.object THEN 9
      WHEN c.identifier <> COALESCE(s.identifier, '')
        AND c.identifier <> COALESCE(s.other_identifier, '')
        AND CASE WHEN instr(c.identifier, '@') > 0 THEN s.other_identifier ELSE s.identifier END IS NOT NULL THEN 8
      WHEN c.state = 'refused' THEN 7
      WHEN c.explicit = 0 THEN 6
      WHEN c.expires_at <= COALESCE(s.linked_from, -9000000000000000) THEN 5
      WHEN c.withdrawn_at <= COALESCE(s.linked_from, -9000000000000000) THEN 4
      WHEN c.given_at > s.linked_to THEN 3
      -- The export does not show the value of the credential that is to be compared.
      WHEN c.identifier <> COALESCE(s.identifier, '')
        AND c.identifier <> COALESCE(s.other_identifier, '') THEN 2
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
  SELECT link, ref, withdrawal_ref, miss,
    ROW_NUMBER() OVER (PARTITION BY link ORDER BY miss, ref) AS place
  FROM record
)
SELECT s.account, s.object, s.discriminator,
  CASE
    WHEN v.present = 0 THEN 'inconclusive'
    WHEN n.miss = 0 THEN 'pass'
    WHEN n.miss < 3 OR s.anonymity = 'unknown' THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN v.present = 0 THEN 'no-consent-source'
    WHEN n.miss = 0 THEN NULL
    WHEN s.anonymity = 'unknown' THEN 'anonymity-unknown'
    WHEN n.miss IS NULL THEN 'no-record'
    WHEN n.miss = 1 THEN 'order-unknown'
    WHEN n.miss = 2 THEN 'identifier-unknown'
    WHEN n.miss = 3 THEN 'after-link'
    WHEN n.miss = 4 THEN 'withdrawn'
    WHEN n.miss = 5 THEN 'expired'
    WHEN n.miss = 6 THEN 'not-explicit'
    WHEN n.miss = 7 THEN 'refused'
    WHEN n.miss = 8 THEN 'wrong-identifier'
    ELSE 'wrong-purpose'
  END AS reason,
  NULL AS due_at,
  s.linked_to AS at,
  CASE s.basis
    WHEN 'link-event' THEN 'a link event'
    WHEN 'apple-link-event' THEN 'the link event of the Apple credential'
    WHEN 'snapshots' THEN 'two account exports'
    WHEN 'creation' THEN 'the creation of the account and the account export'
    ELSE 'the account export alone'
  END AS detail,
  n.ref AS evidence_1,
  n.withdrawal_ref AS evidence_2,
  s.event_ref AS evidence_3
FROM subject s
JOIN coverage v ON v.kind = 'consents'
LEFT JOIN nearest n ON n.link = s.link AND n.place = 1
