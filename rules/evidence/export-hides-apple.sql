-- title: The account export can show Apple credentials.
-- severity: high
-- needs: [accounts]
-- uses: []
-- rationale: >-
--   Versions of firebase-tools before 15.19.0 leave Apple credentials out. People who signed in with Apple and shared their real address cannot be seen in such an export at all.
-- reasons:
--   export-hides-apple:
--     message: "The file `{object}` was written by a tool that leaves out Apple credentials. Only accounts with a relay address can be recognised in it."
--     remediation: "Export again with firebase-tools 15.19.0 or later, or through the Identity Toolkit."
--   generation-unknown:
--     message: "Nothing in the file `{object}` shows whether the tool that wrote it could include Apple credentials."
--     remediation: "Export with firebase-tools 15.19.0 or later. The file shows this as soon as one account has an Apple credential."
-- sources:
--   - url: https://github.com/firebase/firebase-tools/issues/3401
--     says: The export command wrote no apple.com credentials before version 15.19.0.
--     read: 2026-08-21
-- frameworks: [firebase/anonymized-data]
SELECT NULL AS account, path AS object,
  CASE export WHEN 'new' THEN 'pass' WHEN 'old' THEN 'fail' ELSE 'inconclusive' END AS verdict,
  CASE export WHEN 'new' THEN NULL WHEN 'old' THEN 'export-hides-apple' ELSE 'generation-unknown' END AS reason,
  NULL AS due_at,
  captured_at AS at,
  ref AS evidence_1
FROM source
WHERE kind = 'accounts'
