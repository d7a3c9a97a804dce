-- title: A photo on an anonymized account whose only credential is Apple's is covered by the person's consent.
-- severity: low
-- needs: [accounts, consents]
-- uses: []
-- rationale: >-
--   Apple provides no photo. A photo that was fetched or uploaded can show who the person is.
-- reasons:
--   after-link:
--     message: "The photo was on the account before the person consented."
--     remediation: "Ask for consent before keeping a photo, and record the answer with its time."
--     lacks: [consents]
--   withdrawn:
--     message: "Consent to the photo was withdrawn before the photo was added to the account."
--     remediation: "Remove the photo, and make future withdrawals trigger the removal."
--     lacks: [consents]
--   expired:
--     message: "Consent to the photo expired before the photo was added to the account."
--     remediation: "Ask for consent again, or remove the photo."
--     lacks: [consents]
--   not-explicit:
--     message: "The consent to the photo is not recorded as explicit."
--     remediation: "Ask for consent by a clear action, such as ticking an empty box, and record that it was explicit."
--     lacks: [consents]
--   refused:
--     message: "The person refused consent to a profile photo, but the account has one."
--     remediation: "Remove the photo, and find out why the refusal did not keep it off the account."
--     lacks: [consents]
--   wrong-purpose:
--     message: "The consent on record is for other purposes and does not cover a profile photo."
--     remediation: "Ask for separate consent to the photo, or remove it."
--     lacks: [consents]
--   no-record:
--     message: "No consent record was found for the photo on this account."
--     remediation: "Ask for consent, or remove the photo. If consent was given, export its record and audit again."
--     absent: [consents]
--   order-unknown:
--     message: "Consent is on record, but whether it was in force when the photo was added is unknown."
--     remediation: "Record when each photo is added to an account."
--   no-consent-source:
--     message: "The photo on this account could not be judged because no consent records were supplied."
--     remediation: "Export the consent records, and audit them together with the accounts."
--     missing: [consents]
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: Apple provides a name and an address, but no picture.
--     read: 2026-10-30
-- frameworks: [firebase/anonymized-data, gdpr/7]
WITH subject AS (
  SELECT a.account, a.created_at, a.captured_at, a.ref
  FROM account a
  WHERE a.present = 1 AND a.anonymized = 1 AND a.has_photo = 1
    -- Any other provider may have given the photo.
    AND NOT EXISTS (SELECT 1 FROM credential c WHERE c.account = a.account AND c.provider <> 'apple.com')
),
-- What each consent lacks to cover the photo, which was set between the account's creation and its export; 0 lacks
-- nothing, 1 may be too late, and above that the farther the miss, the greater the number.
record AS (
  SELECT s.account, c.ref, c.withdrawal_ref,
    CASE
      WHEN c.kind <> 'profile' THEN 7
      WHEN c.state = 'refused' THEN 6
      WHEN c.explicit = 0 THEN 5
      WHEN c.expires_at <= COALESCE(s.created_at, -9000000000000000) THEN 4
      WHEN c.withdrawn_at <= COALESCE(s.created_at, -9000000000000000) THEN 3
      WHEN c.given_at > s.captured_at THEN 2
      WHEN c.given_at <= COALESCE(s.created_at, -9000000000000000)
        AND (c.withdrawn_at IS NULL OR c.withdrawn_at > s.captured_at)
        AND (c.expires_at IS NULL OR c.expires_at > s.captured_at) THEN 0
      ELSE 1
    END AS miss
  FROM subject s
  JOIN consent c ON c.account = s.account
  WHERE c.state <> 'requested' AND c.state <> 'unknown' AND COALESCE(c.identifier, 'photo') = 'photo'
),
nearest AS (
  SELECT account, ref, withdrawal_ref, miss, ROW_NUMBER() OVER (PARTITION BY account ORDER BY miss, ref) AS place
  FROM record
)
SELECT s.account, 'photo' AS object,
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
    WHEN n.miss = 7 THEN 'wrong-purpose'
  END AS reason,
  NULL AS due_at,
  s.captured_at AS at,
  s.ref AS evidence_1,
  n.ref AS evidence_2,
  n.withdrawal_ref AS evidence_3
FROM subject s
JOIN coverage v ON v.kind = 'consents'
LEFT JOIN nearest n ON n.account = s.account AND n.place = 1
