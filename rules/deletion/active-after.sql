-- title: There is no activity on an account after its removal.
-- severity: high
-- needs: []
-- needs_any: [account-deletions, deletions]
-- uses: [account-deletions, deletions, sign-ins, mail, links, consents]
-- rationale: >-
--   A sign-in, a link or a consent on a removed account shows that the account or its data still exists. Mail to its address shows that the address was kept.
-- reasons:
--   active:
--     message: "Activity on the account was recorded on {at}, after its removal."
--     remediation: "Find out which system still has the account, delete its data there, and end the sessions that outlasted the removal."
--   may-be-new:
--     message: "Activity was recorded on {at}, after the account was removed. It may belong to another account of the same person."
--     remediation: "Log the uid with each sign-in, mail, link and consent, and audit them together with an account export."
-- sources:
--   - url: https://firebase.google.com/docs/auth/admin/manage-sessions
--     says: An ID token is valid for an hour. Refresh tokens expire when the user is deleted.
--     read: 2026-11-22
--   - url: https://github.com/firebase/firebase-admin-node/issues/550
--     says: After a user is deleted, the app stays signed in as long as the token that it holds is valid.
--     read: 2026-11-22
--   - url: https://fixgdpr.xyz/blog/gdpr-right-to-erasure
--     says: Deleting the account's record is only one step. The person's data has to be deleted from every other system that holds it.
--     read: 2026-11-22
-- frameworks: [gdpr/17, ccpa/1798.105]
-- params:
--   - {name: clock_skew, type: duration, default: 10m}
WITH act AS (
  SELECT account, deleted_at AS at, ref
  FROM account_deletion
),
-- A completed request says when the account was removed where no log does.
done AS (
  SELECT d.account, d.completed_at AS at, d.ref
  FROM deletion_request d
  LEFT JOIN act x ON x.account = d.account AND x.at >= d.requested_at - :clock_skew
    AND (d.until_at IS NULL OR x.at < d.until_at - :clock_skew)
  WHERE d.is_obligation = 1 AND d.completed_at IS NOT NULL AND x.account IS NULL
),
removed AS (
  SELECT account, act.at, ref FROM act
  UNION ALL
  SELECT account, done.at, ref FROM done
),
ordered AS (
  SELECT account, removed.at, ref,
    MIN(removed.at) OVER (PARTITION BY account) AS first_at,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY removed.at DESC, ref) AS place
  FROM removed
),
removal AS (
  SELECT o.account, o.at, o.first_at, o.ref,
    -- The uid was given anew, or may have been.
    CASE WHEN a.created_at > o.at OR a.present = 1 AND a.created_at IS NULL THEN 1 ELSE 0 END AS is_anew
  FROM ordered o
  JOIN account a ON a.account = o.account
  WHERE o.place = 1
),
activity AS (
  SELECT r.account, s.at, s.by_uid, s.ref
  FROM removal r
  JOIN sign_in s ON s.account = r.account
  WHERE s.foreign_audience = 0
  UNION ALL
  SELECT r.account, m.at, 0 AS by_uid, m.ref
  FROM removal r
  JOIN mail m ON m.account = r.account
  UNION ALL
  SELECT r.account, l.at, l.by_uid, l.ref
  FROM removal r
  JOIN link_event l ON l.account = r.account
  -- To unlink is a part of cleaning up, as is the end of a consent.
  WHERE l.action = 'link'
  UNION ALL
  SELECT r.account, c.given_at AS at, c.by_uid, c.ref
  FROM removal r
  JOIN consent c ON c.account = r.account
  WHERE COALESCE(c.withdrawn_at, c.given_at + 1) > c.given_at AND COALESCE(c.expires_at, c.given_at + 1) > c.given_at
  UNION ALL
  SELECT r.account, o.at, o.by_uid, o.ref
  FROM removal r
  JOIN other_activity o ON o.account = r.account
),
later AS (
  SELECT r.account, y.at, y.ref,
    -- Between two removals the uid may have been given anew.
    CASE WHEN y.by_uid = 1 AND y.at > r.at + :clock_skew AND r.is_anew = 0 THEN 1 ELSE 0 END AS is_sure
  FROM removal r
  JOIN activity y ON y.account = r.account
  WHERE y.at > r.first_at + :clock_skew
),
deciding AS (
  SELECT account, later.at, ref, is_sure,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY is_sure DESC, later.at, ref) AS place
  FROM later
),
known AS (
  SELECT MAX(present) AS present
  FROM coverage
  WHERE kind IN ('sign-ins', 'mail', 'links', 'consents')
)
SELECT r.account, 'account' AS object,
  CASE d.is_sure WHEN 1 THEN 'fail' WHEN 0 THEN 'inconclusive' ELSE 'pass' END AS verdict,
  CASE d.is_sure WHEN 1 THEN 'active' WHEN 0 THEN 'may-be-new' END AS reason,
  NULL AS due_at,
  COALESCE(d.at, r.at) AS at,
  r.ref AS evidence_1,
  d.ref AS evidence_2
FROM removal r
-- Where nothing tells of what happens on accounts, nothing is known of removed ones.
JOIN known k ON k.present = 1
LEFT JOIN deciding d ON d.account = r.account AND d.place = 1
