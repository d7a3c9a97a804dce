-- title: Few records match no account, past or present.
-- severity: low
-- needs: []
-- uses: [accounts]
-- scope: run
-- rationale: >-
--   Records of strangers mean that two sources name people differently, and that what is missing on one side is lost on the other.
-- reasons:
--   orphans:
--     message: "More of the {object} than allowed match no account, past or present{detail}."
--     remediation: "Compare how the source and the export name people: a uid against an address, one project against another. Where a name is two people's, record the uid, and the tenant with it."
--   no-history:
--     message: "More of the {object} than allowed match no account, and no earlier run shows who was there before{detail}."
--     remediation: "Audit every night: from the second on, those who are gone are known."
--   no-accounts-source:
--     message: "No export was supplied, so nothing shows whom the {object} mean."
--     remediation: "Audit them together with an export of the accounts."
--     missing: [accounts]
-- sources:
--   - url: https://firebase.google.com/docs/cli/auth
--     says: Accounts are exported by a command that writes one file, as they are at that moment.
--     read: 2026-08-21
-- frameworks: [gdpr/5(1)(d)]
-- params:
--   - {name: max_orphans, type: share, default: 5%}
WITH ambiguous AS (
  SELECT DISTINCT kind FROM ambiguous_record WHERE remembered = 0
)
SELECT NULL AS account, v.kind AS object,
  CASE
    WHEN a.supplied = 0 THEN 'inconclusive'
    WHEN (v.records - v.matched) * 10000 <= v.records * :max_orphans THEN 'pass'
    -- Of those who asked to be deleted, many were gone before the first run.
    WHEN p.previous_accounts IS NULL AND v.kind IN ('deletions', 'revocations', 'account-deletions', 'notifications')
      THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN a.supplied = 0 THEN 'no-accounts-source'
    WHEN (v.records - v.matched) * 10000 <= v.records * :max_orphans THEN NULL
    WHEN p.previous_accounts IS NULL AND v.kind IN ('deletions', 'revocations', 'account-deletions', 'notifications')
      THEN 'no-history'
    ELSE 'orphans'
  END AS reason,
  NULL AS due_at,
  v.last_at AS at,
  CASE
    WHEN b.kind IS NOT NULL THEN '; some of them bear a name that fits several accounts, and mean none of these'
    ELSE ''
  END AS detail
FROM coverage v
JOIN coverage a ON a.kind = 'accounts'
LEFT JOIN population p ON 1 = 1
LEFT JOIN ambiguous b ON b.kind = v.kind
WHERE v.kind NOT IN ('accounts', 'aliases', 'provider-config') AND v.records > 0
