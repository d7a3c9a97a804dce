-- title: Apple's tokens are revoked before the account is deleted.
-- severity: medium
-- needs: [deletions, revocations, account-deletions]
-- uses: [notifications]
-- rationale: >-
--   The tokens are usually deleted with the account. After that, the app can no longer revoke them, and it remains listed in the person's Apple Account.
-- reasons:
--   deleted-before-revocation:
--     message: "The account was deleted, and no earlier revocation of Apple's tokens is on record."
--     remediation: "Revoke the tokens first, and delete the account only after Apple has answered."
--     lacks: [revocations, notifications]
--   apple-unknown:
--     message: "No evidence shows whether the person had an Apple credential."
--     remediation: "Record with each request whether the account has an Apple credential."
--   no-revocation-source:
--     message: "The account was deleted, and no revocation log was supplied that could show an earlier revocation."
--     remediation: "Export the revocation log, and audit it together with the requests."
--     missing: [revocations]
-- sources:
--   - url: https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
--     says: Deleting an account includes revoking the person's tokens. If no token is held, the data is deleted nevertheless, and the person is told how to revoke access by hand.
--     read: 2026-10-30
--   - url: https://github.com/firebase/firebase-ios-sdk/issues/9906
--     says: Deleting the user does not revoke Apple's token; revokeToken runs before the deletion.
--     read: 2026-08-21
-- frameworks: [apple/tn3194]
-- params:
--   - {name: clock_skew, type: duration, default: 10m}
WITH asked AS (
  SELECT d.account, d.request_id, d.requested_at, d.until_at, d.apple, d.manual, d.ref, a.created_at,
    -- What happened before it may have been about an earlier obligation of the account.
    LAG(d.until_at) OVER (PARTITION BY d.account ORDER BY d.requested_at, d.request_id) AS from_at
  FROM deletion_request d
  JOIN account a ON a.account = d.account
  WHERE d.is_obligation = 1 AND d.apple <> 'no'
),
-- Where a token was held, to tell the person to revoke by hand is not enough (deletion/token-revoked).
held AS (
  SELECT d.account, d.request_id
  FROM asked d
  JOIN revocation r ON r.account = d.account
  WHERE CASE WHEN d.requested_at < d.created_at THEN 1 ELSE 0 END = CASE WHEN r.at < d.created_at THEN 1 ELSE 0 END
    AND (d.from_at IS NULL OR r.at >= d.from_at - :clock_skew)
    AND (d.until_at IS NULL OR r.at < d.until_at)
    AND r.refresh = 0 AND r.shows <> 'session'
    AND (r.token_type IS NOT NULL OR r.outcome = 'revoked' OR r.outcome = 'failed'
      OR r.endpoint <> 'other' OR r.endpoint IS NULL AND r.http_status IS NOT NULL)
  UNION ALL
  -- What a code from before the request was exchanged for may not have been kept.
  SELECT d.account, d.request_id
  FROM asked d
  JOIN token_use u ON u.account = d.account
  WHERE u.foreign_client = 0
    AND (u.kind = 'refresh' OR u.at > d.requested_at - :clock_skew)
    AND (d.from_at IS NULL OR u.at >= d.from_at - :clock_skew)
    AND (d.until_at IS NULL OR u.at < d.until_at)
    AND (d.created_at IS NULL OR d.requested_at < d.created_at OR u.at >= d.created_at)
),
token_held AS (
  SELECT account, request_id FROM held GROUP BY account, request_id
),
deleted AS (
  SELECT d.account, d.request_id, d.requested_at, d.apple, d.ref, d.created_at, MIN(x.deleted_at) AS deleted_at,
    MIN(x.ref) AS deletion_ref
  FROM asked d
  JOIN account_deletion x ON x.account = d.account
  LEFT JOIN token_held h ON h.account = d.account AND h.request_id = d.request_id
  WHERE (d.manual = 0 OR h.account IS NOT NULL) AND x.deleted_at >= d.requested_at - :clock_skew
    -- The uid may have had another account before, of another Apple Account.
    AND CASE WHEN d.requested_at < d.created_at THEN 1 ELSE 0 END = CASE WHEN x.deleted_at < d.created_at THEN 1 ELSE 0 END
    -- What came later was asked for by another request, or done to another account.
    AND (d.until_at IS NULL OR x.deleted_at < d.until_at - :clock_skew OR d.until_at = d.created_at)
  GROUP BY d.account, d.request_id, d.requested_at, d.apple, d.ref, d.created_at
),
-- Calls that revoked a token, or are said to have done so, and refusals of tokens that are dead.
revoked AS (
  SELECT r.account, d.request_id, MIN(r.at) AS at, MIN(r.ref) AS ref
  FROM revocation r
  JOIN deleted d ON d.account = r.account
  WHERE r.at >= d.requested_at - :clock_skew
    AND CASE WHEN d.requested_at < d.created_at THEN 1 ELSE 0 END = CASE WHEN r.at < d.created_at THEN 1 ELSE 0 END
    AND r.shows IN ('success', 'claimed', 'dead')
  GROUP BY r.account, d.request_id
),
-- Apple's own word that the tokens are dead: of the whole Apple Account at any time, of this app since the request.
gone_at_apple AS (
  SELECT n.account, d.request_id, MIN(n.event_time) AS at
  FROM notification n
  JOIN deleted d ON d.account = n.account
  WHERE n.foreign_audience = 0
    AND CASE WHEN d.requested_at < d.created_at THEN 1 ELSE 0 END = CASE WHEN n.event_time < d.created_at THEN 1 ELSE 0 END
    -- What Apple says of a credential that the account had before leaves the tokens of its present one alive.
    AND n.other_sub_then = 0
    AND (n.type = 'account-deleted' OR n.type = 'consent-revoked' AND n.event_time >= d.requested_at - :clock_skew)
  GROUP BY n.account, d.request_id
)
SELECT d.account, d.request_id AS object,
  CASE
    WHEN r.at <= d.deleted_at OR g.at <= d.deleted_at THEN 'pass'
    WHEN d.apple = 'unknown' THEN 'inconclusive'
    WHEN v.present = 0 THEN 'inconclusive'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN r.at <= d.deleted_at OR g.at <= d.deleted_at THEN NULL
    WHEN d.apple = 'unknown' THEN 'apple-unknown'
    WHEN v.present = 0 THEN 'no-revocation-source'
    ELSE 'deleted-before-revocation'
  END AS reason,
  NULL AS due_at,
  d.deleted_at AS at,
  d.ref AS evidence_1,
  d.deletion_ref AS evidence_2,
  r.ref AS evidence_3
FROM deleted d
JOIN coverage v ON v.kind = 'revocations'
LEFT JOIN revoked r ON r.account = d.account AND r.request_id = d.request_id
LEFT JOIN gone_at_apple g ON g.account = d.account AND g.request_id = d.request_id
