-- title: After an app moves to another team, every account is given the person's new Apple `sub` in time.
-- severity: high
-- needs: [accounts, aliases]
-- uses: []
-- rationale: >-
--   When an app changes teams, Apple gives each person a new `sub`. For 60 days, the app can ask Apple for the new `sub` of each old one. After that, nobody can sign in to an account with the old `sub`, and Apple's notifications and revocations no longer find it. A person who signs in gets a second, empty account.
-- reasons:
--   old-sub:
--     message: "The account still has the Apple `sub` from before the team transfer. The new one was due by {due_at}."
--     pending: "The account has the Apple `sub` from before the team transfer. The new one is due by {due_at}; the deadline has not passed."
--     remediation: "Write the new `sub` into the account's Apple credential. After the 60 days, Apple gives out new values only if the app is transferred back first."
--   split:
--     message: "The person has two accounts: this one with the Apple `sub` from before the team transfer, and another with the new one."
--     remediation: "Find out which data belongs where, merge the two accounts with the person's consent, and keep the new `sub`."
--   time-unknown:
--     message: "The account still has the Apple `sub` from before a team transfer. The time of the transfer is unknown."
--     remediation: "Record the time of the transfer as `transferred_at`."
--   export-too-old:
--     message: "The account had the Apple `sub` from before the team transfer when the accounts were exported. The new one was due by {due_at}; the export is too old to show whether it was written in time."
--     remediation: "Export the accounts again, and repeat the audit."
--     missing: [accounts]
--   export-incomplete:
--     message: "The account has the Apple `sub` from before the team transfer. An earlier export showed another account with the new one; this run's exports could not be read in full, so that account may still exist."
--     remediation: "Supply a complete account export, and resolve what this report lists as rejected or not recognised."
--     missing: [accounts]
-- sources:
--   - url: https://developer.apple.com/documentation/technotes/tn3159-migrating-sign-in-with-apple-users-for-an-app-transfer
--     says: The endpoint that exchanges transfer identifiers for the new team's user identifiers and relay addresses works for 60 days from the day on which the app transfer is complete.
--     read: 2026-11-22
--   - url: https://developer.apple.com/documentation/signinwithapple/bringing-new-apps-and-users-into-your-team
--     says: The team that receives an app exchanges each person's transfer identifier for an identifier and a private address of its own.
--     read: 2026-11-22
-- frameworks: [apple/tn3159]
-- params:
--   - {name: migrate_within, type: duration, default: 60d}
WITH moved AS (
  SELECT old_sub, MAX(transferred_at) AS transferred_at, MIN(ref) AS ref
  FROM alias
  WHERE old_sub <> new_sub
  GROUP BY old_sub
),
-- Aliases without a time are taken to be of the transfer that the others tell of.
transfer AS (
  SELECT MAX(transferred_at) AS transferred_at FROM team_transfer
),
arrived AS (
  SELECT new_sub, MAX(transferred_at) AS transferred_at, MIN(ref) AS ref
  FROM alias
  WHERE old_sub <> new_sub
  GROUP BY new_sub
),
-- An app may be transferred again, and back: a `sub` is of before if its last transfer was away from it.
former AS (
  SELECT m.old_sub, m.transferred_at, m.ref,
    CASE WHEN v.new_sub IS NULL OR m.transferred_at > v.transferred_at THEN 1 ELSE 0 END AS is_ordered
  FROM moved m
  LEFT JOIN arrived v ON v.new_sub = m.old_sub
  WHERE v.transferred_at IS NULL OR m.transferred_at IS NULL OR m.transferred_at >= v.transferred_at
),
-- By one transfer, and by two.
successor AS (
  SELECT old_sub, new_sub
  FROM alias
  WHERE old_sub <> new_sub
  UNION ALL
  SELECT f.old_sub, t.new_sub
  FROM alias f
  JOIN alias t ON t.old_sub = f.new_sub
  WHERE t.new_sub <> f.old_sub
),
named AS (
  SELECT old_sub AS sub FROM alias
  UNION ALL
  SELECT new_sub AS sub FROM alias
),
-- Of all accounts, those that a transfer is about: without one the accounts are not gone through.
transferred AS (
  SELECT sub FROM named GROUP BY sub
),
bearer AS (
  SELECT a.account, COALESCE(a.tenant, '') AS tenant, a.apple_sub, a.captured_at, a.ref, a.present
  FROM transferred n
  JOIN account a ON a.apple_sub = n.sub
  -- Present, or that no whole export lacked: it may still exist.
  WHERE a.apple_credential = 1 AND a.known = 1 AND a.gone_at IS NULL
),
unmigrated AS (
  SELECT b.account, b.captured_at, b.ref, f.ref AS alias_ref, f.transferred_at, f.is_ordered,
    t.transferred_at AS others_at, MIN(twin.ref) AS twin_ref, COUNT(twin.account) AS twins
  FROM former f
  JOIN bearer b ON b.apple_sub = f.old_sub AND b.present = 1
  JOIN transfer t ON 1 = 1
  JOIN successor s ON s.old_sub = f.old_sub
  LEFT JOIN bearer twin ON twin.apple_sub = s.new_sub AND twin.tenant = b.tenant
  GROUP BY b.account, b.captured_at, b.ref, f.ref, f.transferred_at, f.is_ordered, t.transferred_at
),
dated AS (
  -- Only present accounts have a `ref`.
  SELECT account, captured_at, ref, alias_ref, twin_ref, twins,
    CASE is_ordered WHEN 1 THEN COALESCE(transferred_at, others_at) + :migrate_within END AS due_at
  FROM unmigrated
)
SELECT account, 'apple.com' AS object,
  CASE
    WHEN twin_ref IS NOT NULL THEN 'fail'
    WHEN due_at < :as_of AND due_at < captured_at THEN 'fail'
    WHEN due_at IS NULL OR twins > 0 OR due_at < :as_of THEN 'inconclusive'
    ELSE 'pending'
  END AS verdict,
  CASE
    WHEN twin_ref IS NOT NULL THEN 'split'
    WHEN due_at < :as_of AND due_at < captured_at THEN 'old-sub'
    WHEN twins > 0 THEN 'export-incomplete'
    WHEN due_at IS NULL THEN 'time-unknown'
    WHEN due_at < :as_of THEN 'export-too-old'
    ELSE 'old-sub'
  END AS reason,
  due_at,
  captured_at AS at,
  alias_ref AS evidence_1,
  ref AS evidence_2,
  twin_ref AS evidence_3
FROM dated
UNION ALL
SELECT b.account, 'apple.com' AS object, 'pass' AS verdict, NULL AS reason, NULL AS due_at, b.captured_at AS at,
  v.ref AS evidence_1, b.ref AS evidence_2, NULL AS evidence_3
FROM arrived v
JOIN bearer b ON b.apple_sub = v.new_sub
WHERE b.present = 1 AND b.apple_sub NOT IN (SELECT old_sub FROM former)
