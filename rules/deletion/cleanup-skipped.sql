-- title: Accounts are deleted one by one where a deletion triggers the clean-up.
-- severity: medium
-- needs: [account-deletions]
-- uses: []
-- rationale: >-
--   Bulk deletion in Firebase triggers neither functions nor extensions. What they would have cleaned up remains: the person's data, and Apple's tokens where a function revokes them.
-- reasons:
--   skipped:
--     message: "The account was deleted in a batch. This does not trigger the functions and extensions that clean up after a deletion."
--     remediation: "Clean up by hand what the deletion left behind. In future, delete accounts one by one, or run the clean-up for each account of a batch."
--   batch:
--     message: "The account was deleted in a batch. Whether the clean-up depends on deletion triggers is unknown."
--     remediation: "If functions or extensions clean up after a deletion, set `deletion.cleanup: triggers`. Otherwise, check that the job that deletes accounts in batches also cleans up."
-- sources:
--   - url: https://github.com/firebase/firebase-admin-node/issues/2928
--     says: deleteUsers triggers no function for the users that it deletes. Firebase's page about managing users says so; the reference of the call does not.
--     read: 2026-11-22
--   - url: https://github.com/firebase/firebase-functions/issues/860
--     says: A function that listens for the deletion of a user runs after deleteUser, but not after deleteUsers.
--     read: 2026-11-22
--   - url: https://github.com/firebase/extensions/issues/1549
--     says: The extension that deletes a user's data runs when users are deleted one by one, but not when they are deleted in bulk.
--     read: 2026-11-22
-- frameworks: [gdpr/17]
-- params:
--   - {name: cleanup, type: text, default: none}
WITH removal AS (
  SELECT x.account, x.deleted_at, x.method, x.ref,
    ROW_NUMBER() OVER (
      PARTITION BY x.account
      ORDER BY CASE x.method WHEN 'batch' THEN 0 ELSE 1 END, x.deleted_at, x.ref
    ) AS place
  FROM account_deletion x
  WHERE x.method IS NOT NULL
)
SELECT account, 'account' AS object,
  CASE
    WHEN method = 'single' THEN 'pass'
    WHEN :cleanup = 'triggers' THEN 'fail'
    ELSE 'inconclusive'
  END AS verdict,
  CASE
    WHEN method = 'single' THEN NULL
    WHEN :cleanup = 'triggers' THEN 'skipped'
    ELSE 'batch'
  END AS reason,
  NULL AS due_at,
  deleted_at AS at,
  ref AS evidence_1
FROM removal
WHERE place = 1
