-- title: After a person hides the email address again, the account no longer keeps the earlier one.
-- severity: high
-- needs: [accounts, sign-ins]
-- uses: [consents]
-- rationale: >-
--   A person may first share the email address with an app, stop using Apple there, and later return with the address hidden. Apps that match people by Apple's `sub` may keep using the address from the first time.
-- reasons:
--   real-address-kept:
--     message: "Apple has hidden this person's address since {at}. The account still has the earlier address without consent, although removal was due by {due_at}."
--     pending: "Apple has hidden this person's address since {at}. The account has the earlier address without consent. Its removal is due by {due_at}; the deadline has not passed."
--     remediation: "Read the address from each identity token, and replace a stored address as soon as `is_private_email` is true. Otherwise, ask the person for consent to keep it."
--     lacks: [consents, sign-ins]
--   export-too-old:
--     message: "Removal of the earlier address was due by {due_at}. The account export was captured before then and cannot show whether the address is gone."
--     remediation: "Export the accounts again, and repeat the audit."
--     missing: [accounts]
--   export-hides-apple:
--     message: "Apple has hidden this person's address since {at}, so an earlier real address had to be removed by {due_at}. The account has a real address without consent. Whether that address came from Apple is unknown because the account export cannot show Apple credentials."
--     pending: "Apple has hidden this person's address since {at}. The account has a real address without consent, which may have come from Apple before. If it did, it has to be removed by {due_at}; the deadline has not passed."
--     remediation: "Export the accounts with a tool that shows Apple credentials (for Firebase, firebase-tools 15.19.0 or later, or the Identity Toolkit), and repeat the audit."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The claim `is_private_email` of the identity token says whether the address that Apple shares is a relay address.
--     read: 2026-10-30
--   - url: https://github.com/invertase/react-native-apple-authentication/issues/255
--     says: A developer reports that a Firebase account shows a person's real address although the person chose to hide it when signing in with Apple.
--     read: 2026-11-22
-- frameworks: [firebase/anonymized-data, gdpr/7]
-- params:
--   - {name: unlink_within, type: duration, default: 72h}
WITH shown AS (
  -- When Apple last said that it hides nothing.
  SELECT s.account, MAX(s.at) AS last_at
  FROM sign_in s
  WHERE s.private_email = 0 AND s.at <= :as_of
  GROUP BY s.account
),
hidden AS (
  SELECT s.account, s.at, s.ref, o.last_at,
    ROW_NUMBER() OVER (PARTITION BY s.account ORDER BY s.at, s.ref) AS place
  FROM sign_in s
  LEFT JOIN shown o ON o.account = s.account
  WHERE s.private_email = 1 AND s.at <= :as_of
    AND (o.last_at IS NULL OR s.at > o.last_at)
),
-- Which credentials bring the address of the account.
brought AS (
  SELECT c.account,
    MAX(CASE WHEN c.provider = 'apple.com' THEN c.is_account_email ELSE 0 END) AS by_apple,
    MAX(c.is_account_email) AS by_any
  FROM credential c
  WHERE c.account IN (SELECT account FROM hidden)
  GROUP BY c.account
),
subject AS (
  SELECT h.account, h.at, h.ref, h.at + :unlink_within AS due_at, a.email, a.email_class, a.captured_at,
    a.export, a.ref AS account_ref,
    -- Whether the address may be another one than Apple's: a password's, or another provider's.
    CASE
      WHEN b.by_apple = 1 THEN 0
      WHEN b.by_any = 1 OR a.has_password = 1 AND h.last_at IS NULL THEN 1
      ELSE 0
    END AS is_others
  FROM hidden h
  JOIN account a ON a.account = h.account
  LEFT JOIN brought b ON b.account = h.account
  WHERE h.place = 1 AND a.anonymized = 1
),
-- A consent to the address that holds while the export shows it, whenever it was given.
covered AS (
  SELECT s.account, MIN(c.ref) AS ref
  FROM subject s
  JOIN consent c ON c.account = s.account
  WHERE (c.kind = 'email' OR c.kind = 'any') AND (c.state = 'given' OR c.state = 'renewed')
    AND (c.explicit IS NULL OR c.explicit = 1)
    AND (c.identifier IS NULL OR c.identifier = COALESCE(s.email, ''))
    AND c.given_at <= :as_of
    AND (c.withdrawn_at IS NULL OR c.withdrawn_at > :as_of)
    AND (c.expires_at IS NULL OR c.expires_at > :as_of)
  GROUP BY s.account
),
judged AS (
  SELECT s.account, s.at, s.ref, s.due_at, s.captured_at, s.account_ref, c.ref AS consent_ref,
    CASE
      WHEN s.email IS NULL OR s.email_class <> 'ordinary' OR c.account IS NOT NULL THEN 'settled'
      WHEN s.is_others = 0 THEN 'kept'
      -- A credential of Apple that the export hides may have the same address.
      WHEN s.export = 'new' THEN 'settled'
      ELSE 'hidden'
    END AS address
  FROM subject s
  LEFT JOIN covered c ON c.account = s.account
)
SELECT j.account, 'email' AS object,
  CASE
    WHEN j.address = 'settled' THEN 'pass'
    WHEN :as_of <= j.due_at THEN 'pending'
    WHEN j.address = 'hidden' THEN 'inconclusive'
    WHEN j.captured_at > j.due_at THEN 'fail'
    ELSE 'inconclusive'
  END AS verdict,
  CASE
    WHEN j.address = 'settled' THEN NULL
    WHEN j.address = 'hidden' THEN 'export-hides-apple'
    WHEN :as_of <= j.due_at OR j.captured_at > j.due_at THEN 'real-address-kept'
    ELSE 'export-too-old'
  END AS reason,
  j.due_at,
  j.at,
  j.account_ref AS evidence_1,
  j.ref AS evidence_2,
  j.consent_ref AS evidence_3
FROM judged j
