-- title: After a proven revocation, none of the person's tokens is refreshed successfully.
-- severity: critical
-- needs: [revocations]
-- uses: [deletions, sign-ins, accounts, notifications, links]
-- rationale: >-
--   Apple refuses to refresh a revoked token. A successful refresh after that shows that a token of the person is still valid: another one was revoked, or none at all. The app then still has access to the person's Apple Account. A refresh is on record where logs or traces show calls to Apple's token endpoint, or where a record states `outcome: refreshed`.
-- reasons:
--   alive:
--     message: "A token of the person was refreshed successfully on {at}, after proof that Apple's tokens had been revoked."
--     remediation: "Find the token that is still in use, revoke it with the client ID for which it was issued, and delete it wherever it is kept."
--     lacks: [sign-ins, links]
--   signed-in-again:
--     message: "A token of the person was refreshed successfully on {at}, after a revocation. The person had signed in again in the meantime, so it may be a new token."
--     remediation: "Check whether the person returned voluntarily. If not, revoke the new tokens as well."
-- sources:
--   - url: https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens
--     says: After a successful answer, the token is invalid. One call revokes one token, and the answer is the same for a token that was already invalid.
--     read: 2026-11-22
--   - url: https://developer.apple.com/forums/thread/651237
--     says: A refresh token does not expire by itself. Changes to the person's Apple Account invalidate it, and only a new sign-in yields another one.
--     read: 2026-11-22
-- frameworks: [apple/5.1.1(v), apple/tn3194, gdpr/17, ccpa/1798.105]
-- params:
--   - {name: clock_skew, type: duration, default: 10m}
WITH proof AS (
  -- Only a return after `since_at` explains that a token is valid after the proof.
  SELECT r.account, r.at, r.at AS since_at, r.ref
  FROM revocation r
  WHERE r.shows IN ('success', 'claimed')
  UNION ALL
  -- A refusal to refresh tells of one token that is dead, and whoever has several devices has such without any
  -- revocation. Where deletion was requested, deletion/token-revoked takes it for proof. Whoever returned since the
  -- request has newer tokens, whichever one was refused.
  SELECT r.account, r.at, CASE WHEN r.at < d.requested_at THEN r.at ELSE d.requested_at END AS since_at, r.ref
  FROM deletion_request d
  JOIN revocation r ON r.account = d.account
  JOIN account a ON a.account = d.account
  WHERE d.is_obligation = 1 AND r.shows = 'dead' AND r.at >= d.requested_at - :clock_skew
    -- A request that alone denies the Apple credential is contradicted by the refusal.
    AND (d.apple <> 'no' OR a.apple = 'unknown')
    -- The uid may have had another account, of another Apple Account, before this one.
    AND CASE WHEN d.requested_at < a.created_at THEN 1 ELSE 0 END = CASE WHEN r.at < a.created_at THEN 1 ELSE 0 END
  UNION ALL
  SELECT n.account, n.event_time AS at, n.event_time AS since_at, n.ref
  FROM notification n
  -- The tokens of a credential that replaced the notification's were not revoked.
  WHERE n.foreign_audience = 0 AND n.other_sub_then = 0 AND (n.type = 'consent-revoked' OR n.type = 'account-deleted')
),
-- One person may have had several accounts, one after the other.
refreshing AS (
  SELECT u.account, a.apple_sub
  FROM token_use u
  JOIN account a ON a.account = u.account
  WHERE u.kind = 'refresh' AND u.foreign_client = 0
  GROUP BY u.account, a.apple_sub
),
proof_of_person AS (
  SELECT account, proof.at, since_at, ref
  FROM proof
  UNION ALL
  SELECT f.account, p.at, p.since_at, p.ref
  FROM proof p
  JOIN account a ON a.account = p.account
  JOIN refreshing f ON f.apple_sub = a.apple_sub
),
-- Proofs and refreshes in order of time; of one moment, refreshes come first. A join of the two would take hours for an
-- account with thousands of each.
timed AS (
  SELECT account, proof_of_person.at, 1 AS turn, ref, since_at
  FROM proof_of_person
  UNION ALL
  SELECT u.account, u.at, 0 AS turn, u.ref, NULL AS since_at
  FROM token_use u
  -- The tokens of another app were not revoked, and need not be.
  WHERE u.kind = 'refresh' AND u.foreign_client = 0
),
placed AS (
  SELECT account, timed.at, turn, ref,
    MAX(since_at) OVER (
      PARTITION BY account ORDER BY timed.at, turn, ref ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS proven_at
  FROM timed
),
-- Each refresh with the last proof before it.
refreshed AS (
  SELECT account, placed.at, ref, proven_at
  FROM placed
  WHERE turn = 0 AND proven_at IS NOT NULL
),
person AS (
  SELECT account, MIN(proof_of_person.at) AS first_at
  FROM proof_of_person
  GROUP BY account
),
-- What brings a person new tokens.
returned AS (
  SELECT f.account, f.ref, b.at, b.ref AS returned_ref
  FROM refreshed f
  JOIN sign_in b ON b.account = f.account
  WHERE b.foreign_audience = 0 AND b.at > f.proven_at AND b.at <= f.at
  UNION ALL
  SELECT f.account, f.ref, b.at, b.ref AS returned_ref
  FROM refreshed f
  JOIN token_use b ON b.account = f.account
  WHERE b.kind = 'exchange' AND b.foreign_client = 0 AND b.at > f.proven_at AND b.at <= f.at
  UNION ALL
  SELECT f.account, f.ref, b.at, b.ref AS returned_ref
  FROM refreshed f
  JOIN link_event b ON b.account = f.account
  WHERE b.provider = 'apple.com' AND b.action = 'link' AND b.at > f.proven_at AND b.at <= f.at
  UNION ALL
  SELECT f.account, f.ref, b.created_at AS at, b.ref AS returned_ref
  FROM refreshed f
  JOIN account b ON b.account = f.account
  WHERE b.created_at > f.proven_at AND b.created_at <= f.at
),
renewed AS (
  SELECT account, ref, MAX(returned.at) AS at, MAX(returned_ref) AS returned_ref
  FROM returned
  GROUP BY account, ref
),
judged AS (
  SELECT f.account, f.at, f.ref, f.proven_at, n.returned_ref, CASE WHEN n.at IS NULL THEN 1 ELSE 0 END AS is_alive,
    ROW_NUMBER() OVER (
      PARTITION BY f.account ORDER BY CASE WHEN n.at IS NULL THEN 0 ELSE 1 END, f.at, f.ref
    ) AS place
  FROM refreshed f
  LEFT JOIN renewed n ON n.account = f.account AND n.ref = f.ref
),
told AS (
  SELECT account, first_at, NULL AS is_alive, NULL AS at, NULL AS ref, NULL AS returned_ref, NULL AS proven_at
  FROM person
  UNION ALL
  SELECT account, NULL AS first_at, is_alive, judged.at, ref, returned_ref, proven_at
  FROM judged
  WHERE place = 1
),
shown AS (
  SELECT account, MIN(first_at) AS first_at, MIN(is_alive) AS is_alive, MIN(told.at) AS at, MIN(ref) AS ref,
    MIN(returned_ref) AS returned_ref, MIN(proven_at) AS proven_at
  FROM told
  GROUP BY account
),
cited AS (
  SELECT s.account, s.first_at, s.is_alive, s.at, s.ref, s.returned_ref, MIN(p.ref) AS proof_ref
  FROM shown s
  JOIN proof_of_person p ON p.account = s.account
  WHERE s.at IS NULL AND p.at = s.first_at OR p.since_at = s.proven_at AND p.at < s.at
  GROUP BY s.account, s.first_at, s.is_alive, s.at, s.ref, s.returned_ref
)
SELECT s.account, 'apple.com' AS object,
  CASE s.is_alive WHEN 1 THEN 'fail' WHEN 0 THEN 'inconclusive' ELSE 'pass' END AS verdict,
  CASE s.is_alive WHEN 1 THEN 'alive' WHEN 0 THEN 'signed-in-again' END AS reason,
  NULL AS due_at,
  COALESCE(s.at, s.first_at) AS at,
  s.proof_ref AS evidence_1,
  s.ref AS evidence_2,
  s.returned_ref AS evidence_3
FROM cited s
