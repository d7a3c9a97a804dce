-- title: After Apple reports a revoked consent or a deleted Apple Account, the account or its Apple credential is removed in time.
-- severity: high
-- needs: [notifications, accounts]
-- uses: [sign-ins, links]
-- rationale: >-
--   The notification says that the person revoked consent or deleted the Apple Account. An account that still has its Apple credential after the deadline shows that the app did not act on it. A person who returns is no violation.
-- reasons:
--   still-present:
--     message: "Apple reported that the person revoked consent or deleted the Apple Account. Removal was due by {due_at}, but the account still has its Apple credential."
--     pending: "Apple reported that the person revoked consent or deleted the Apple Account. Removal is due by {due_at}; the deadline has not passed."
--     remediation: "Process the notification: delete the account, or at least its Apple credential and the data that came with it."
--   export-too-old:
--     message: "Removal after Apple's notification was due by {due_at}. The account export was captured too early to show whether it took place."
--     remediation: "Export the accounts again, and repeat the audit."
--     missing: [accounts]
--   export-incomplete:
--     message: "The account is not among the records that could be read, but not every source could be read in full. The account may still exist."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
--   tenant-not-exported:
--     message: "The account belongs to a tenant, and the export leaves out the accounts of tenants. The account may still exist."
--     remediation: "Export the tenant's accounts through the Identity Toolkit."
--     missing: [accounts]
--   export-hides-apple:
--     message: "The account export cannot show Apple credentials, so nothing shows whether the app acted on Apple's notification."
--     remediation: "Export again with firebase-tools 15.19.0 or later, or through the Identity Toolkit."
--     missing: [accounts]
--   no-accounts-source:
--     message: "No account export was supplied, so nothing shows whether the app acted on Apple's notification."
--     remediation: "Audit the notifications together with an account export."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
--     says: Apple tells the server when a person stops using Apple for the app, or deletes the Apple Account.
--     read: 2026-10-30
--   - url: https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
--     says: Deleting an account includes revoking the person's tokens. If no token is held, the data is deleted nevertheless, and the person is told how to revoke access by hand.
--     read: 2026-10-30
-- frameworks: [apple/tn3194, gdpr/17]
-- params:
--   - {name: delete_within, type: duration, default: 30d}
WITH without_sub AS (
  SELECT account, relay_address
  FROM account
  WHERE apple_sub IS NULL AND (apple_credential = 1 OR apple_claim = 1)
),
meant AS (
  -- Once, however many unknown persons have the `sub`.
  SELECT DISTINCT COALESCE(w.account, n.account) AS account, n.sub, n.jti, n.type, n.event_time, n.ref, n.other_sub
  FROM notification n
  LEFT JOIN account p ON p.account = n.account
  -- Where the export hides an account's `sub`, the address in the notice tells whose account it is.
  LEFT JOIN without_sub w ON w.relay_address = n.email AND COALESCE(p.known, 0) = 0
  -- What is said to another app asks nothing of this one.
  WHERE n.foreign_audience = 0 AND (n.type = 'consent-revoked' OR n.type = 'account-deleted')
),
notice AS (
  SELECT m.account, m.sub, m.jti, m.type, m.event_time, m.ref, m.event_time + :delete_within AS due_at, a.tenant,
    COALESCE(a.present, 0) AS present,
    COALESCE(a.known, 0) AS known, a.captured_at, a.gone_at, a.created_at, a.export,
    -- Another credential in its place is not the one that the notice is about.
    CASE WHEN m.other_sub = 0 AND (a.apple_credential = 1 OR a.apple_claim = 1) THEN 1 ELSE 0 END AS has_apple
  FROM meant m
  LEFT JOIN account a ON a.account = m.account
),
-- Whoever signs in with Apple to this app, or links Apple, after the notice has come back.
back AS (
  SELECT n.account, n.ref, s.ref AS back_ref
  FROM notice n
  JOIN sign_in s ON s.account = n.account
  WHERE s.at > n.event_time AND s.foreign_audience = 0
  UNION ALL
  SELECT n.account, n.ref, l.ref AS back_ref
  FROM notice n
  JOIN link_event l ON l.account = n.account
  WHERE l.provider = 'apple.com' AND l.action = 'link' AND l.at > n.event_time
),
returned AS (
  SELECT account, ref, MIN(back_ref) AS back_ref
  FROM back
  GROUP BY account, ref
),
exports AS (
  SELECT COUNT(CASE WHEN kind = 'accounts' THEN 1 END) AS sources, MIN(CASE WHEN kind = 'accounts' THEN captured_at END) AS captured_at,
    SUM(truncated + CASE WHEN kind = 'accounts' THEN rejected ELSE 0 END) AS broken,
    MAX(shows_tenants) AS shows_tenants,
    SUM(CASE WHEN export = 'new' OR kind IS NULL THEN 0 ELSE 1 END) AS hiding
  FROM source
  -- What could not be read at all may be a part of the accounts; it counts as one that breaks off.
  WHERE kind = 'accounts' OR kind IS NULL
),
judged AS (
  SELECT n.account, n.sub, n.jti, n.type, n.event_time, n.ref, n.due_at, b.back_ref,
    CASE
      WHEN e.sources = 0 THEN 'no-accounts-source'
      -- The person came back: this is another account.
      WHEN n.present = 1 AND n.created_at > n.event_time THEN 'pass'
      WHEN b.ref IS NOT NULL THEN 'pass'
      WHEN n.present = 1 AND n.has_apple = 1 AND :as_of <= n.due_at THEN 'pending'
      WHEN n.present = 1 AND n.has_apple = 1 AND n.captured_at > n.due_at THEN 'fail'
      WHEN n.present = 1 AND n.has_apple = 1 THEN 'export-too-old'
      WHEN n.present = 1 AND n.export <> 'new' THEN 'export-hides-apple'
      -- A whole export did without it before.
      WHEN n.gone_at >= n.event_time THEN 'pass'
      WHEN n.tenant IS NOT NULL AND e.shows_tenants = 0 AND t.name IS NULL THEN 'tenant-not-exported'
      -- Whom no export ever showed may stand in this one without a sub.
      WHEN n.present = 0 AND n.known = 0 AND e.hiding > 0 THEN 'export-hides-apple'
      WHEN n.present = 0 AND e.broken > 0 THEN 'export-incomplete'
      WHEN e.captured_at >= n.event_time THEN 'pass'
      WHEN :as_of <= n.due_at THEN 'pending'
      ELSE 'export-too-old'
    END AS answer
  FROM notice n
  CROSS JOIN exports e
  LEFT JOIN returned b ON b.account = n.account AND b.ref = n.ref
  LEFT JOIN exported_tenant t ON t.name = n.tenant
),
-- Each notice has an id of its own from Apple. Where several have one, none may pass for another.
of_one_id AS (
  SELECT sub, jti
  FROM notification
  GROUP BY sub, jti
  HAVING MIN(event_time) < MAX(event_time) OR MIN(type) < MAX(type)
)
SELECT j.account, j.sub AS subject_sub, COALESCE(j.jti, j.type) AS object,
  -- Without an id, its time tells a notice from another one.
  CASE
    WHEN j.jti IS NULL THEN j.sub || ' ' || CAST(j.event_time AS VARCHAR(20))
    WHEN r.jti IS NOT NULL THEN j.type || ' ' || CAST(j.event_time AS VARCHAR(20))
  END AS discriminator,
  CASE j.answer WHEN 'pass' THEN 'pass' WHEN 'fail' THEN 'fail' WHEN 'pending' THEN 'pending' ELSE 'inconclusive' END AS verdict,
  CASE j.answer WHEN 'pass' THEN NULL WHEN 'fail' THEN 'still-present' WHEN 'pending' THEN 'still-present' ELSE j.answer END AS reason,
  j.due_at,
  j.event_time AS at,
  j.ref AS evidence_1,
  j.back_ref AS evidence_2
FROM judged j
LEFT JOIN of_one_id r ON r.sub = j.sub AND r.jti = j.jti
