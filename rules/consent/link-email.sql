-- title: An email linked to an anonymized account has the person's consent, given before the link.
-- severity: high
-- needs: [accounts, consents]
-- uses: [links]
-- rationale: >-
--   A person who hid the email address from you has not agreed to be known by an email address. Joining the two without consent undoes what Apple promised that person.
-- reasons:
--   after-link:
--     message: "The email on this account was linked before the person agreed to it, according to {detail}."
--     remediation: "Ask before linking: move the question in front of the step that links, and keep the record of the answer."
--     lacks: [consents]
--   withdrawn:
--     message: "The email on this account was linked after the consent had been withdrawn, according to {detail}."
--     remediation: "Remove the identifier, or ask again and keep the new consent record."
--     lacks: [consents]
--   expired:
--     message: "The email on this account was linked after the consent had expired, according to {detail}."
--     remediation: "Ask again before linking, and keep the new consent record."
--     lacks: [consents]
--   not-explicit:
--     message: "The consent to the email on this account is not recorded as explicit."
--     remediation: "Ask in words that name what is linked, with a choice that is not made beforehand, and record that it was explicit."
--     lacks: [consents]
--   refused:
--     message: "The email on this account was linked although the person had refused."
--     remediation: "Remove the identifier, and find out why a refusal did not stop the link."
--     lacks: [consents]
--   wrong-identifier:
--     message: "The email on this account is not the value that the consent names."
--     remediation: "Remove the identifier, or ask for this very value."
--     lacks: [consents]
--   wrong-purpose:
--     message: "The email on this account has no consent of its own: the consent on record is for another kind of link."
--     remediation: "Ask the person for consent now, or remove the identifier."
--     lacks: [consents]
--   no-record:
--     message: "The email on this account has no consent record."
--     remediation: "Ask the person for consent now, or remove the identifier. If consent was given, export its record."
--     absent: [consents]
--   order-unknown:
--     message: "Whether consent came before the email on this account is unknown: the time of the link is known only from {detail}."
--     remediation: "Export a link log, or audit every night: two snapshots around the link tell its time."
--   anonymity-unknown:
--     message: "Whether this account is anonymized is unknown, since its Apple credential comes without any address; no consent on record covers the email on this account."
--     remediation: "Keep `email` and `is_private_email` from the identity token of the person's next sign-in with Apple, and export them."
--   no-consent-source:
--     message: "The email on this account cannot be judged, because no consent records were supplied."
--     remediation: "Export the consent records and audit them together with the accounts."
--     missing: [consents]
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Any required consent is obtained before directly identifying personal information is associated with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Where the page speaks of linking providers to an account, it says that Apple requires the person's explicit consent before an Apple account is linked to other data. It makes no difference there whether the address is hidden.
--     read: 2026-11-22
-- frameworks: [firebase/anonymized-data, firebase/linked-data, gdpr/7]
WITH subject AS (
  SELECT l.link, l.account, l.kind, l.object, l.discriminator, l.identifier, l.other_identifier, l.linked_from,
    l.linked_to, l.basis, l.event_ref, l.anonymity
  FROM link l
  WHERE l.kind = 'email' AND l.anonymity <> 'none'
),
-- What each consent record of the person lacks to cover the link; 0 lacks nothing, 1 may be too late, and
-- above that the farther the miss, the greater the number.
record AS (
  SELECT s.link, c.ref, c.withdrawal_ref,
    CASE
      WHEN c.kind <> s.kind AND c.kind <> 'any' THEN 8
      WHEN c.provider <> s.object THEN 8
      WHEN c.identifier <> COALESCE(s.identifier, '')
        AND c.identifier <> COALESCE(s.other_identifier, '') THEN 7
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
  SELECT link, ref, withdrawal_ref, miss,
    ROW_NUMBER() OVER (PARTITION BY link ORDER BY miss, ref) AS place
  FROM record
)
SELECT s.account, s.object, s.discriminator,
  CASE
    WHEN v.present = 0 THEN 'inconclusive'
    WHEN n.miss = 0 THEN 'pass'
    WHEN n.miss = 1 OR s.anonymity = 'unknown' THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN v.present = 0 THEN 'no-consent-source'
    WHEN n.miss = 0 THEN NULL
    WHEN s.anonymity = 'unknown' THEN 'anonymity-unknown'
    WHEN n.miss IS NULL THEN 'no-record'
    WHEN n.miss = 1 THEN 'order-unknown'
    WHEN n.miss = 2 THEN 'after-link'
    WHEN n.miss = 3 THEN 'withdrawn'
    WHEN n.miss = 4 THEN 'expired'
    WHEN n.miss = 5 THEN 'not-explicit'
    WHEN n.miss = 6 THEN 'refused'
    WHEN n.miss = 7 THEN 'wrong-identifier'
    ELSE 'wrong-purpose'
  END AS reason,
  NULL AS due_at,
  s.linked_to AS at,
  CASE s.basis
    WHEN 'link-event' THEN 'a link event'
    WHEN 'apple-link-event' THEN 'the event that linked the Apple credential'
    WHEN 'snapshots' THEN 'two snapshots'
    WHEN 'creation' THEN 'the account''s creation and the export'
    ELSE 'the export alone'
  END AS detail,
  n.ref AS evidence_1,
  n.withdrawal_ref AS evidence_2,
  s.event_ref AS evidence_3
FROM subject s
JOIN coverage v ON v.kind = 'consents'
LEFT JOIN nearest n ON n.link = s.link AND n.place = 1
