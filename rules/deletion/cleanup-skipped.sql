-- title: Accounts are removed one by one where their clean-up hangs on the removal.
-- severity: medium
-- needs: [account-deletions]
-- uses: []
-- rationale: >-
--   Firebase's bulk removal starts neither functions nor extensions. What they would have cleaned up stays: the person's data, and Apple's tokens where a function revokes them.
-- reasons:
--   skipped:
--     message: "The account was removed in a batch, which starts none of the functions and extensions that clean up after a removal."
--     remediation: "Clean up by hand what the removal left behind, and remove accounts one by one, or call the clean-up yourself for each account of a batch."
--   batch:
--     message: "The account was removed in a batch; whether anything hangs on the removal is not said."
--     remediation: "Set `deletion.cleanup: triggers` if functions or extensions clean up after a removal; else see that the job which removes accounts in batches cleans up itself."
-- sources:
--   - url: https://github.com/firebase/firebase-admin-node/issues/2928
--     says: deleteUsers starts no function for the users that it deletes; Firebase's page about the management of users says so, and the reference of the call does not.
--     read: 2026-11-22
--   - url: https://github.com/firebase/firebase-functions/issues/860
--     says: A function that listens for the deletion of a user runs after deleteUser, and does not after deleteUsers.
--     read: 2026-11-22
--   - url: https://github.com/firebase/extensions/issues/1549
--     says: The extension that deletes a user's data does its work when users are deleted one by one, and not when they are deleted together.
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
