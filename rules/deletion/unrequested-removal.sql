-- title: For every Apple account that disappears, a deletion request, a notification from Apple or proof of revocation is on record.
-- severity: medium
-- needs: [accounts]
-- needs_any: [history, account-deletions]
-- uses: [account-deletions, deletions, revocations, notifications, sign-ins, links]
-- rationale: >-
--   If an account disappears without such a record, Apple's tokens may still be valid, and nobody knows whether the person wanted the deletion.
-- reasons:
--   vanished:
--     message: "The account is gone, and no record explains why. No deletion request was in force at the time, and neither a notification from Apple nor a revocation of Apple's tokens is on record since the person last signed in with Apple or linked it."
--     remediation: "Find out who deleted the account, revoke its tokens, and make every deletion leave a record."
--     absent: [deletions, revocations, notifications]
--   no-deletion-source:
--     message: "The account is gone, and no deletion requests were supplied that could explain it."
--     remediation: "Audit the deletion requests together with the accounts."
--     missing: [deletions]
--   export-incomplete:
--     message: "The account is not among the records that could be read, but not every source could be read in full. The account may still exist."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
--   tenant-not-exported:
--     message: "The account belongs to a tenant, and the export leaves out the accounts of tenants. The account may still exist."
--     remediation: "Export the tenant's accounts through the Identity Toolkit."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
--     says: Deleting an account includes revoking the person's tokens.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
-- params:
--   - {name: clock_skew, type: duration, default: 10m}
WITH exports AS (
  SELECT COUNT(CASE WHEN kind = 'accounts' THEN 1 END) AS sources,
    SUM(truncated + CASE WHEN kind = 'accounts' THEN rejected ELSE 0 END) AS broken, MAX(shows_tenants) AS shows_tenants
  FROM source
  -- What could not be read at all may be a part of the accounts; it counts as one that breaks off.
  WHERE kind = 'accounts' OR kind IS NULL
),
gone AS (
  SELECT a.account, a.tenant, a.created_at, COALESCE(MIN(d.deleted_at), a.captured_at) AS at,
    COALESCE(MIN(d.deleted_at), a.gone_at) AS gone_at, MIN(d.ref) AS ref
  FROM account a
  -- Deletions from before its creation were of another account with the same uid.
  LEFT JOIN account_deletion d ON d.account = a.account AND (a.created_at IS NULL OR d.deleted_at >= a.created_at)
  CROSS JOIN exports e
  WHERE a.present = 0 AND a.apple = 'yes'
  GROUP BY a.account, a.tenant, a.created_at, a.captured_at, a.gone_at, a.known, e.sources
  HAVING COUNT(d.ref) > 0 OR a.known = 1 AND e.sources > 0
),
-- Whoever signs in with Apple, or links Apple, after a notice or a revocation has come back.
arrival AS (
  SELECT account, sign_in.at
  FROM sign_in
  WHERE foreign_audience = 0
  UNION ALL
  SELECT account, link_event.at
  FROM link_event
  WHERE provider = 'apple.com' AND action = 'link'
),
returned AS (
  SELECT r.account, MAX(r.at) AS at
  FROM arrival r
  JOIN gone g ON g.account = r.account
  -- Later ones are of another account with the same uid.
  WHERE g.gone_at IS NULL OR r.at <= g.gone_at
  GROUP BY r.account
),
explained AS (
  SELECT d.account, d.requested_at AS at, 1 AS is_request, d.ref
  FROM deletion_request d
  JOIN gone g ON g.account = d.account
  WHERE d.due = 1 AND (g.gone_at IS NULL OR d.requested_at <= g.gone_at + :clock_skew)
  UNION ALL
  SELECT account, event_time AS at, 0 AS is_request, ref FROM notification
  -- The account may have had another credential of Apple's before.
  WHERE foreign_audience = 0 AND other_sub = 0 AND (type = 'consent-revoked' OR type = 'account-deleted')
  UNION ALL
  SELECT account, revocation.at, 0 AS is_request, ref FROM revocation
  WHERE shows IN ('success', 'claimed', 'dead')
),
explanation AS (
  SELECT x.account, MIN(x.ref) AS ref
  FROM explained x
  JOIN gone g ON g.account = x.account
  LEFT JOIN returned r ON r.account = x.account
  -- What was said before the account was made was said of another one.
  WHERE (g.created_at IS NULL OR x.at >= g.created_at)
    AND (x.is_request = 1 OR r.at IS NULL OR r.at <= x.at + :clock_skew)
  GROUP BY x.account
)
SELECT g.account, 'account' AS object,
  CASE
    WHEN x.account IS NOT NULL THEN 'pass'
    WHEN g.ref IS NULL AND g.tenant IS NOT NULL AND e.shows_tenants = 0 AND t.name IS NULL THEN 'inconclusive'
    WHEN g.ref IS NULL AND e.broken > 0 THEN 'inconclusive'
    WHEN v.present = 0 THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN x.account IS NOT NULL THEN NULL
    WHEN g.ref IS NULL AND g.tenant IS NOT NULL AND e.shows_tenants = 0 AND t.name IS NULL THEN 'tenant-not-exported'
    WHEN g.ref IS NULL AND e.broken > 0 THEN 'export-incomplete'
    WHEN v.present = 0 THEN 'no-deletion-source'
    ELSE 'vanished'
  END AS reason,
  NULL AS due_at,
  g.at,
  g.ref AS evidence_1,
  x.ref AS evidence_2
FROM gone g
CROSS JOIN exports e
JOIN coverage v ON v.kind = 'deletions'
LEFT JOIN explanation x ON x.account = g.account
LEFT JOIN exported_tenant t ON t.name = g.tenant
