-- title: After a credential is unlinked, its email address or phone number is removed from the account in time.
-- severity: high
-- needs: [accounts]
-- needs_any: [links, history]
-- uses: [links]
-- rationale: >-
--   Unlinking a provider removes the sign-in method, but often leaves the email address or phone number that came with it. The person has undone the link, yet can still be identified by it.
-- reasons:
--   residue:
--     message: "The {identifier} on this account is still that of the unlinked `{detail}` credential. Its removal was due by {due_at}."
--     pending: "The `{detail}` credential was unlinked. Removal of its {identifier} from the account is due by {due_at}; the deadline has not passed."
--     remediation: "When a credential is unlinked, clear the email address or phone number that came with it, or put the relay address in its place."
--   export-too-old:
--     message: "Removal of the {identifier} of the unlinked `{detail}` credential was due by {due_at}. The account export was captured before then and cannot show whether it is gone."
--     remediation: "Export the accounts again, and repeat the audit."
--     missing: [accounts]
--   address-unknown:
--     message: "A `{detail}` credential was unlinked, but its address is not recorded. The email address on this account may still be that of the credential."
--     remediation: "Record the address of each credential in the link log, or audit every night so that an earlier export shows it."
-- sources:
--   - url: https://firebase.google.com/docs/auth/ios/apple
--     says: Developers obtain any required consent before they associate directly identifying personal information with an anonymized Apple ID, or the other way round.
--     read: 2026-10-30
--   - url: https://github.com/firebase/firebase-ios-sdk/issues/4246
--     says: A user unlinks Google, and the account keeps Google's address as its top-level email. Firebase's maintainers answer that this is intended, because the address was adopted when the provider was linked.
--     read: 2026-11-22
--   - url: https://github.com/firebase/firebase-js-sdk/issues/3592
--     says: The same is reported for a password provider, and the answer is that it works as intended.
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
