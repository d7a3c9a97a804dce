-- title: When a credential is unlinked, its address and its phone number go in time.
-- severity: high
-- needs: [accounts]
-- uses: [links]
-- rationale: >-
--   Unlinking a provider takes the sign-in method away, and often leaves the address or the number that it brought on the account. The person has taken back what was linked, and is known by it all the same.
-- reasons:
--   residue:
--     message: "The `{object}` on this account is still the one that the unlinked `{detail}` credential brought; it was due to be gone by {due_at}."
--     remediation: "Clear the account's email or phone number when the credential that brought it is unlinked, or put the relay address in its place."
--   export-too-old:
--     message: "The export was made before {due_at}, when the `{object}` of the unlinked `{detail}` credential was due to be gone, and cannot tell whether it is."
--     remediation: "Export again and audit again."
--     missing: [accounts]
--   address-unknown:
--     message: "A `{detail}` credential was unlinked, and nothing tells which address it had, so the email on this account may still be that one."
--     remediation: "Record the address of a credential in the log of links, or audit every night: an export from before tells it."
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Any required consent is obtained before directly identifying personal information is associated with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
--   - url: https://github.com/firebase/firebase-ios-sdk/issues/4246
--     says: A user unlinks Google, and the account keeps Google's address as its top-level email. Firebase's people answer that this is intended, since the address was taken over when the provider was linked.
--     read: 2026-11-22
--   - url: https://github.com/firebase/firebase-js-sdk/issues/3592
--     says: The same is reported of a password provider, and is said to work as intended.
--     read: 2026-11-22
-- frameworks: [firebase/anonymized-data, gdpr/7, gdpr/17]
-- params:
--   - {name: unlink_within, type: duration, default: 72h}
WITH unlinked AS (
  SELECT u.account, u.provider, u.email, u.phone, u.unlinked_to, u.event_ref, u.unlinked_to + :unlink_within AS due_at,
    a.email AS account_email, a.email_class, a.phone AS account_phone, a.has_password, a.captured_at, a.ref
  FROM unlinked_credential u
  JOIN account a ON a.account = u.account
  WHERE a.anonymized = 1 OR a.apple = 'yes' OR u.provider = 'apple.com'
),
-- What another credential brings is there by right of that one. An export from before still shows the one unlinked.
held AS (
  SELECT u.account, u.provider, u.email, u.phone, u.unlinked_to, u.event_ref, u.due_at, u.account_email, u.email_class,
    u.account_phone, u.has_password, u.captured_at, u.ref,
    MAX(CASE WHEN c.is_account_email = 1 AND (c.provider <> u.provider OR u.captured_at > u.unlinked_to)
      THEN 1 ELSE 0 END) AS is_held
  FROM unlinked u
  LEFT JOIN credential c ON c.account = u.account
  GROUP BY u.account, u.provider, u.email, u.phone, u.unlinked_to, u.event_ref, u.due_at, u.account_email, u.email_class,
    u.account_phone, u.has_password, u.captured_at, u.ref
),
judged AS (
  SELECT h.account, h.provider, h.unlinked_to, h.due_at, h.captured_at, h.ref, h.event_ref,
    CASE WHEN h.provider = 'phone' THEN 'phone' ELSE 'email' END AS object,
    CASE
      WHEN h.provider = 'phone' THEN CASE WHEN h.phone = h.account_phone THEN 2 ELSE 0 END
      WHEN h.is_held = 1 THEN 0
      -- A password signs in with the account's own address.
      WHEN h.has_password = 1 AND h.provider <> 'password' THEN 0
      WHEN h.email = h.account_email THEN 2
      WHEN h.email IS NULL AND h.email_class = 'ordinary' THEN 1
      ELSE 0
    END AS state
  FROM held h
),
-- One row for the email of an account and one for its phone number: the worst, and of those the one due first.
worst AS (
  SELECT j.account, j.provider, j.unlinked_to, j.due_at, j.captured_at, j.ref, j.event_ref, j.object, j.state,
    ROW_NUMBER() OVER (PARTITION BY j.account, j.object ORDER BY j.state DESC, j.due_at, j.provider, j.event_ref) AS place
  FROM judged j
)
SELECT w.account, w.object,
  CASE
    WHEN w.state = 0 THEN 'pass'
    WHEN w.state = 1 THEN 'inconclusive'
    WHEN :as_of <= w.due_at THEN 'pending'
    WHEN w.captured_at > w.due_at THEN 'fail'
    ELSE 'inconclusive'
  END AS verdict,
  CASE
    WHEN w.state = 0 THEN NULL
    WHEN w.state = 1 THEN 'address-unknown'
    WHEN :as_of <= w.due_at OR w.captured_at > w.due_at THEN 'residue'
    ELSE 'export-too-old'
  END AS reason,
  w.due_at,
  w.unlinked_to AS at,
  w.provider AS detail,
  w.ref AS evidence_1,
  w.event_ref AS evidence_2
FROM worst w
WHERE w.place = 1
