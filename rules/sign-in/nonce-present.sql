-- title: Every Apple sign-in carries a nonce.
-- severity: high
-- needs: [sign-ins]
-- uses: []
-- witnesses_of_nobody:
--   sign_in: |
--     WITH placed AS (
--       SELECT s.account, s.at, s.provider, s.nonce, s.nonce_hash, s.nonce_form, s.nonce_hashed, s.nonce_raw, s.audience,
--         s.foreign_audience, s.private_email, s.by_uid, s.ref,
--         ROW_NUMBER() OVER (
--           ORDER BY
--             CASE
--               WHEN s.nonce_hash = '10a6a8df2138157c1c21a66c60e72459062ec5c58760a0bb8112a4bef32b73fd'
--                 OR s.nonce_hash = '0c8bd1776a3ff2c810335aa998cab1e420e6cf2ae13d2c3ea129c0ac29ea2f72' THEN 0
--               ELSE s.nonce
--             END,
--             s.at, s.ref
--         ) AS place
--       FROM sign_in s
--       WHERE s.account IS NULL
--     )
--     SELECT p.account, p.at, p.provider, p.nonce, p.nonce_hash, p.nonce_form, p.nonce_hashed, p.nonce_raw, p.audience,
--       p.foreign_audience, p.private_email, p.by_uid, p.ref
--     FROM placed p
--     WHERE p.place = 1
-- rationale: >-
--   Without a nonce, somebody else can use a stolen identity token again.
-- reasons:
--   no-nonce:
--     message: "An Apple sign-in had no nonce, or had a placeholder such as `null` or `undefined` in place of one."
--     remediation: "Create a random nonce for each sign-in, and send its SHA-256 hash to Apple."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
--     says: The nonce ties a token to the request that asked for it.
--     read: 2026-10-30
-- frameworks: [apple/tn3194]
WITH sent AS (
  SELECT account, sign_in.at, ref,
    -- `undefined` and `null`, raw or hashed: what programs write of a value that is missing.
    CASE
      WHEN nonce_hash = '10a6a8df2138157c1c21a66c60e72459062ec5c58760a0bb8112a4bef32b73fd'
        OR nonce_hash = '0c8bd1776a3ff2c810335aa998cab1e420e6cf2ae13d2c3ea129c0ac29ea2f72' THEN 0
      ELSE nonce
    END AS nonce
  FROM sign_in
),
ordered AS (
  SELECT account, sent.at, ref, nonce,
    ROW_NUMBER() OVER (PARTITION BY account ORDER BY nonce, sent.at, ref) AS place
  FROM sent
)
SELECT account, 'nonce' AS object,
  CASE nonce WHEN 1 THEN 'pass' ELSE 'fail' END AS verdict,
  CASE nonce WHEN 0 THEN 'no-nonce' END AS reason,
  NULL AS due_at,
  CASE nonce WHEN 0 THEN ordered.at END AS at,
  CASE nonce WHEN 0 THEN ref END AS evidence_1
FROM ordered
WHERE place = 1
