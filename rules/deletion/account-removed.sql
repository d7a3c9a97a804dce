-- title: After a deletion request, the account is gone from exports in time; where the request is marked as completed, at once.
-- severity: high
-- needs: [deletions, accounts]
-- uses: [account-deletions]
-- rationale: >-
--   An account that is still in the export after the deadline was not deleted, whatever the status of the request says.
-- reasons:
--   still-present:
--     message: "Deletion was due by {due_at}: the deadline or, for a request that was marked as completed before it, the time of completion. A later account export still shows the account."
--     pending: "Deletion is due by {due_at}. No account export confirms it yet; the deadline has not passed."
--     remediation: "Delete the account and its data. Mark a request as completed only after the deletion."
--   export-too-old:
--     message: "Deletion was due by {due_at}. The account export was captured too early to show whether the account is gone."
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
--     message: "The request names no uid, and the export leaves out Apple credentials. The account may still exist under another name."
--     remediation: "Export again with firebase-tools 15.19.0 or later, and record the uid with each request."
--     missing: [accounts]
--   person-unknown:
--     message: "The request names an address or a phone number that no account has. The account may still exist under its relay address."
--     remediation: "Record the uid or Apple's `sub` with each request."
--   person-ambiguous:
--     message: "The person whom the request names fits several accounts, by uid, Apple's `sub` or relay address, so it is unknown which of them is to be deleted."
--     remediation: "Record the uid with each request and, in a project with tenants, the tenant. Where the account was given another uid, delete it under that one."
--   no-accounts-source:
--     message: "No account export was supplied, so nothing shows whether the account was deleted."
--     remediation: "Audit the requests together with an account export."
--     missing: [accounts]
--   apple-unknown:
--     message: "The account export still shows the account, but no evidence shows whether the person had an Apple credential."
--     remediation: "Export with a tool that includes Apple credentials, such as firebase-tools 15.19.0 or later."
-- sources:
--   - url: https://developer.apple.com/support/offering-account-deletion-in-your-app
--     says: Apps that offer account creation let people delete the account and its personal data. Apps with Sign in with Apple revoke the user's tokens.
--     read: 2026-10-30
-- frameworks: [apple/5.1.1(v), gdpr/17, ccpa/1798.105]
-- params:
--   - {name: delete_within, type: duration, default: 30d}
WITH removed AS (
  -- When a request was completed that does not say so itself.
  SELECT d.account, d.request_id, MIN(x.deleted_at) AS deleted_at
  FROM deletion_request d
  JOIN account_deletion x ON x.account = d.account
  WHERE x.deleted_at >= d.requested_at AND (d.until_at IS NULL OR x.deleted_at < d.until_at)
  GROUP BY d.account, d.request_id
),
obligation AS (
  SELECT d.account, d.request_id, d.requested_at, d.apple, d.ref, a.tenant, a.present, a.captured_at, a.gone_at,
    a.apple_sub, a.relay_address,
    CASE WHEN a.created_at > d.requested_at THEN 1 ELSE 0 END AS is_anew,
    CASE WHEN a.apple_sub IS NULL AND COALESCE(a.email_class, 'ordinary') <> 'relay' THEN 1 ELSE 0 END AS is_elsewhere,
    CASE WHEN a.known = 0 AND a.uid IS NULL THEN 1 ELSE 0 END AS is_nameless,
    CASE WHEN b.ref IS NULL THEN 0 ELSE 1 END AS is_ambiguous,
    CASE
      WHEN d.status = 'completed' AND COALESCE(d.completed_at, r.deleted_at, d.completed_from) < d.requested_at + :delete_within
        THEN COALESCE(d.completed_at, r.deleted_at, d.completed_from)
      ELSE d.requested_at + :delete_within
    END AS due_at
  FROM deletion_request d
  JOIN account a ON a.account = d.account
  LEFT JOIN ambiguous_record b ON b.ref = d.ref
  LEFT JOIN removed r ON r.account = d.account AND r.request_id = d.request_id
  WHERE d.is_obligation = 1 AND d.apple <> 'no'
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
absent AS (
  SELECT account, request_id, requested_at, tenant, apple_sub, relay_address
  FROM obligation
  WHERE present = 0
),
-- Few of all accounts, found in one pass through them.
bearer AS (
  SELECT ref, apple_sub, relay_address, apple_credential, COALESCE(tenant, '') AS tenant, created_at
  FROM account
  WHERE apple_sub IN (SELECT apple_sub FROM absent) OR relay_address IN (SELECT relay_address FROM absent)
),
-- The person's Apple Account on an account of another uid that is older than the request: it may be the one that was
-- to go. Whoever came back has a younger one.
namesake AS (
  SELECT o.account, o.request_id, b.ref
  FROM absent o
  JOIN bearer b ON b.apple_sub = o.apple_sub
  WHERE b.apple_credential = 1
    AND b.tenant = COALESCE(o.tenant, '') AND (b.created_at IS NULL OR b.created_at <= o.requested_at)
  UNION ALL
  SELECT o.account, o.request_id, b.ref
  FROM absent o
  JOIN bearer b ON b.relay_address = o.relay_address
  WHERE b.tenant = COALESCE(o.tenant, '') AND (b.created_at IS NULL OR b.created_at <= o.requested_at)
),
elsewhere AS (
  -- Only present accounts have a `ref`.
  SELECT account, request_id, MIN(ref) AS ref
  FROM namesake
  GROUP BY account, request_id
),
judged AS (
  SELECT o.account, o.request_id, o.requested_at, o.due_at, o.ref, n.ref AS other_ref,
    CASE
      WHEN e.sources = 0 THEN 'no-accounts-source'
      WHEN o.is_ambiguous = 1 THEN 'person-ambiguous'
      -- The uid was given anew: the account that was to go is gone.
      WHEN o.is_anew = 1 THEN 'pass'
      WHEN o.present = 1 AND o.apple = 'unknown' THEN 'apple-unknown'
      WHEN o.present = 1 AND :as_of <= o.due_at THEN 'pending'
      WHEN o.present = 1 AND o.captured_at > o.due_at THEN 'fail'
      WHEN o.present = 1 THEN 'export-too-old'
      WHEN n.ref IS NOT NULL THEN 'person-ambiguous'
      -- A whole export did without it before.
      WHEN o.gone_at >= o.requested_at THEN 'pass'
      WHEN o.tenant IS NOT NULL AND e.shows_tenants = 0 AND t.name IS NULL THEN 'tenant-not-exported'
      -- Whom no export ever showed, and no uid names, may stand in this one under another name.
      WHEN o.is_nameless = 1 AND e.hiding > 0 THEN 'export-hides-apple'
      -- Who asked by a real address may have an account that knows the relay address alone.
      WHEN o.is_nameless = 1 AND o.is_elsewhere = 1 THEN 'person-unknown'
      WHEN e.broken > 0 THEN 'export-incomplete'
      WHEN e.captured_at >= o.requested_at THEN 'pass'
      WHEN :as_of <= o.due_at THEN 'pending'
      ELSE 'export-too-old'
    END AS answer
  FROM obligation o
  CROSS JOIN exports e
  LEFT JOIN elsewhere n ON n.account = o.account AND n.request_id = o.request_id
  LEFT JOIN exported_tenant t ON t.name = o.tenant
)
SELECT account, request_id AS object,
  CASE answer WHEN 'pass' THEN 'pass' WHEN 'fail' THEN 'fail' WHEN 'pending' THEN 'pending' ELSE 'inconclusive' END AS verdict,
  CASE answer WHEN 'pass' THEN NULL WHEN 'fail' THEN 'still-present' WHEN 'pending' THEN 'still-present' ELSE answer END AS reason,
  due_at,
  requested_at AS at,
  ref AS evidence_1,
  other_ref AS evidence_2
FROM judged
