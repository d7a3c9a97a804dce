-- title: Every deletion request of a person with an Apple credential leads, in time, to proof that Apple's tokens were revoked.
-- severity: critical
-- needs: [deletions, revocations]
-- uses: [accounts, notifications, sign-ins]
-- since: [revocations, notifications]
-- rationale: >-
--   Deleting the account leaves Apple's tokens valid. The app remains listed in the person's Apple Account and can still be used to sign in. Apple requires the tokens to be revoked.
-- reasons:
--   late:
--     message: "Apple's tokens were revoked only after the deadline of {due_at}."
--     remediation: "Revoke the tokens while handling the request rather than in a later job, and monitor the queue of that job."
--     lacks: [revocations, notifications]
--   before-request:
--     message: "Apple's tokens were revoked only before the request. Nothing shows that tokens issued since then were revoked."
--     remediation: "Revoke the tokens again when the deletion is requested."
--     lacks: [revocations, notifications]
--   weak-proof:
--     message: "A revocation of Apple's tokens is on record, but its proof is {detail}. At least {required_proof} proof is required."
--     remediation: "Log the HTTP status of each call to Apple's revocation endpoint, together with the person and the request."
--     lacks: [revocations, notifications]
--   wrong-token:
--     message: "Apple answered the revocation call with success, but the call sent a type of token that Apple does not revoke."
--     remediation: "Send the refresh token or the access token. Exchange an authorization code first, or pass it to `accounts:revokeToken`."
--     lacks: [revocations, notifications]
--   foreign-client:
--     message: "A revocation call was answered with success, but it named a client ID that is not one of the app's. Apple's tokens are bound to the client ID for which they were issued."
--     remediation: "Revoke each token with the client ID for which it was issued, or list that client ID in `apple.client_ids`."
--     lacks: [revocations, notifications]
--   failed-only:
--     message: "Every recorded attempt to revoke Apple's tokens failed."
--     remediation: "Find the cause in the error of the last attempt, and revoke again. The usual cause is an expired client secret."
--     lacks: [revocations, notifications]
--   session-only:
--     message: "Only Firebase's own sessions were revoked. This does not affect Apple's tokens."
--     remediation: "Also call Apple's revocation endpoint or `accounts:revokeToken`."
--     lacks: [revocations, notifications]
--   no-revocation:
--     message: "No revocation of Apple's tokens is on record for this request."
--     remediation: "If the app holds a token, revoke it now. If it holds none, tell the person how to revoke access by hand, and record that you did."
--     absent: [revocations]
--     lacks: [notifications]
--   apple-unknown:
--     message: "It is unknown whether the person had an Apple credential: no evidence shows it, or the request denies it and other evidence contradicts the request."
--     remediation: "Record with each request whether the account has an Apple credential, and audit every night."
--   no-revocation-source:
--     message: "No revocation log was supplied, so nothing shows whether Apple's tokens were revoked."
--     remediation: "Export the revocation log, and audit it together with the requests."
--     missing: [revocations]
-- sources:
--   - url: https://developer.apple.com/documentation/technotes/tn3194-handling-account-deletions-and-revoking-tokens-for-sign-in-with-apple
--     says: Deleting an account includes revoking the person's tokens. If no token is held, the data is deleted nevertheless, and the person is told how to revoke access by hand.
--     read: 2026-10-30
--   - url: https://developer.apple.com/support/offering-account-deletion-in-your-app
--     says: Apps that offer account creation let people delete the account and its personal data. Apps with Sign in with Apple revoke the user's tokens.
--     read: 2026-10-30
-- frameworks: [apple/5.1.1(v), apple/tn3194, gdpr/17, ccpa/1798.105]
-- params:
--   - {name: revoke_within, type: duration, default: 72h}
--   - {name: clock_skew, type: duration, default: 10m}
--   - {name: required_proof, type: text, default: medium}
WITH denied AS (
  SELECT d.account, d.request_id, d.requested_at, d.until_at, a.created_at
  FROM deletion_request d
  JOIN account a ON a.account = d.account
  -- By a request alone: no export could have shown the credential.
  WHERE d.apple = 'no' AND a.apple = 'unknown'
),
-- What says the opposite of a request that denies the Apple credential.
contrary AS (
  SELECT d.account, d.request_id, d.requested_at, d.until_at, d.created_at, r.at, r.ref
  FROM denied d
  JOIN revocation r ON r.account = d.account
  WHERE r.shows IN ('success', 'claimed', 'dead', 'failed', 'wrong-token')
  UNION ALL
  SELECT d.account, d.request_id, d.requested_at, d.until_at, d.created_at, u.at, u.ref
  FROM denied d
  JOIN token_use u ON u.account = d.account
  WHERE u.foreign_client = 0
  UNION ALL
  SELECT d.account, d.request_id, d.requested_at, d.until_at, d.created_at, s.at, s.ref
  FROM denied d
  JOIN sign_in s ON s.account = d.account
  WHERE s.foreign_audience = 0 AND s.at <= d.requested_at
),
contradicted AS (
  SELECT account, request_id, MIN(ref) AS ref
  FROM contrary
  WHERE (until_at IS NULL OR contrary.at < until_at)
    -- The uid may have had another account before.
    AND (created_at IS NULL OR requested_at < created_at OR contrary.at >= created_at)
  GROUP BY account, request_id
),
obligation AS (
  SELECT d.account, d.request_id, d.requested_at, d.until_at, d.manual, d.ref, c.ref AS contrary_ref,
    CASE d.apple WHEN 'no' THEN 'unknown' ELSE d.apple END AS apple,
    d.requested_at + :revoke_within AS due_at,
    -- What happened before it may have been about an earlier obligation of the account.
    LAG(d.until_at) OVER (PARTITION BY d.account ORDER BY d.requested_at, d.request_id) AS from_at,
    CASE :required_proof WHEN 'weak' THEN 1 WHEN 'strong' THEN 3 ELSE 2 END AS required
  FROM deletion_request d
  LEFT JOIN contradicted c ON c.account = d.account AND c.request_id = d.request_id
  WHERE d.is_obligation = 1 AND (d.apple <> 'no' OR c.ref IS NOT NULL)
),
-- What each attempt is worth (docs/contract.md, section 6.3): 3 strong, 2 medium, 1 weak; below that the near misses, the
-- nearest first, and -5 for what shows nothing.
attempt AS (
  SELECT d.account, d.request_id, d.requested_at, r.at, r.ref,
    CASE r.shows
      WHEN 'dead' THEN 3
      -- Tokens that were fetched a moment before, by the same client in one trace, are the person's.
      WHEN 'success' THEN CASE r.exchanged WHEN 1 THEN 3 ELSE 2 END
      WHEN 'claimed' THEN 1
      WHEN 'wrong-token' THEN -1
      WHEN 'foreign-client' THEN -2
      WHEN 'failed' THEN -3
      WHEN 'session' THEN -4
      ELSE -5
    END AS worth,
    CASE WHEN r.error = 'invalid_grant' AND r.token_type = 'refresh_token' AND r.foreign_client = 0
      AND COALESCE(r.endpoint, 'apple') = 'apple' THEN 1 ELSE 0 END AS is_dead_token,
    -- Whether a token was held: then to tell the person to revoke by hand is not enough.
    CASE
      WHEN r.at < d.from_at - :clock_skew OR r.at >= d.until_at THEN 0
      WHEN r.refresh = 1 OR r.endpoint = 'firebase-session' THEN 0
      WHEN r.token_type IS NOT NULL OR r.outcome = 'revoked' OR r.outcome = 'failed' THEN 1
      WHEN r.endpoint = 'other' THEN 0
      WHEN r.endpoint IS NOT NULL OR r.http_status IS NOT NULL THEN 1
      ELSE 0
    END AS has_token
  FROM obligation d
  JOIN revocation r ON r.account = d.account
  JOIN account a ON a.account = d.account
  -- The uid may have had another account before, of another Apple Account. A record that names the request is about it.
  WHERE (r.request_id = d.request_id
      OR CASE WHEN d.requested_at < a.created_at THEN 1 ELSE 0 END = CASE WHEN r.at < a.created_at THEN 1 ELSE 0 END)
    -- What is done in time counts, though the person has asked once more.
    AND (d.until_at IS NULL OR r.at < d.until_at OR r.at <= d.due_at)
),
first_success AS (
  SELECT account, request_id, MIN(attempt.at) AS at
  FROM attempt
  WHERE worth > 0 AND attempt.at >= requested_at - :clock_skew
  GROUP BY account, request_id
),
proof AS (
  SELECT t.account, t.request_id, t.at, t.ref,
    -- A refresh token that Apple refuses after a revocation was reported is dead.
    CASE WHEN t.is_dead_token = 1 AND t.at > f.at THEN 3 ELSE t.worth END AS worth
  FROM attempt t
  LEFT JOIN first_success f ON f.account = t.account AND f.request_id = t.request_id
  UNION ALL
  SELECT n.account, d.request_id, n.event_time AS at, n.ref, CASE n.verified WHEN 1 THEN 3 ELSE 2 END AS worth
  FROM notification n
  JOIN obligation d ON d.account = n.account
  JOIN account a ON a.account = n.account
  WHERE CASE WHEN d.requested_at < a.created_at THEN 1 ELSE 0 END = CASE WHEN n.event_time < a.created_at THEN 1 ELSE 0 END
    -- What Apple says of a credential that the account had before leaves the tokens of its present one alive.
    AND n.other_sub_then = 0
    AND n.foreign_audience = 0 AND (n.type = 'consent-revoked' OR n.type = 'account-deleted')
    AND (d.until_at IS NULL OR n.event_time < d.until_at OR n.event_time <= d.due_at)
),
judged AS (
  SELECT o.account, o.request_id,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew AND p.at <= o.due_at AND p.worth >= o.required
      THEN 1 ELSE 0 END) AS is_proven,
    MAX(CASE WHEN p.at > o.due_at AND p.worth >= o.required THEN 1 ELSE 0 END) AS is_late,
    MAX(CASE WHEN p.at < o.requested_at - :clock_skew AND p.worth >= o.required THEN 1 ELSE 0 END) AS is_before,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew THEN p.worth ELSE 0 END) AS weak_worth,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew AND p.worth = -1 THEN 1 ELSE 0 END) AS is_wrong_token,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew AND p.worth = -2 THEN 1 ELSE 0 END) AS is_foreign,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew AND p.worth = -3 THEN 1 ELSE 0 END) AS is_failed,
    MAX(CASE WHEN p.at >= o.requested_at - :clock_skew AND p.worth = -4 THEN 1 ELSE 0 END) AS is_session
  FROM obligation o
  JOIN proof p ON p.account = o.account AND p.request_id = o.request_id
  GROUP BY o.account, o.request_id
),
-- After Apple deleted the Apple Account no token is left to be revoked; a deadline missed before that stays missed.
gone_at_apple AS (
  SELECT n.account, o.request_id, MIN(n.ref) AS ref
  FROM notification n
  JOIN obligation o ON o.account = n.account
  JOIN account a ON a.account = n.account
  WHERE n.type = 'account-deleted' AND n.foreign_audience = 0 AND n.event_time <= o.due_at
    AND n.other_sub_then = 0
    AND CASE WHEN o.requested_at < a.created_at THEN 1 ELSE 0 END = CASE WHEN n.event_time < a.created_at THEN 1 ELSE 0 END
  GROUP BY n.account, o.request_id
),
deciding AS (
  SELECT o.account, o.request_id, p.ref,
    ROW_NUMBER() OVER (
      PARTITION BY o.account, o.request_id
      ORDER BY
        CASE WHEN p.at >= o.requested_at - :clock_skew AND p.at <= o.due_at THEN 0 ELSE 1 END, p.worth DESC, p.at, p.ref
    ) AS place
  FROM obligation o
  JOIN proof p ON p.account = o.account AND p.request_id = o.request_id
),
held AS (
  SELECT account, request_id, MAX(has_token) AS has_token
  FROM attempt
  GROUP BY account, request_id
),
-- A token in use shows as well that one was held. What a code from before the request was exchanged for may not have
-- been kept.
in_use AS (
  SELECT d.account, d.request_id, MIN(u.ref) AS ref
  FROM obligation d
  JOIN token_use u ON u.account = d.account
  JOIN account a ON a.account = d.account
  WHERE d.manual = 1 AND u.foreign_client = 0
    AND (u.kind = 'refresh' OR u.at > d.requested_at - :clock_skew)
    AND (d.from_at IS NULL OR u.at >= d.from_at - :clock_skew)
    AND (d.until_at IS NULL OR u.at < d.until_at)
    AND (a.created_at IS NULL OR d.requested_at < a.created_at OR u.at >= a.created_at)
  GROUP BY d.account, d.request_id
),
reasoned AS (
  SELECT o.account, o.request_id, o.requested_at, o.due_at, o.apple, o.ref, g.ref AS gone_ref,
    COALESCE(o.contrary_ref, u.ref) AS held_ref,
    CASE WHEN o.manual = 1 AND COALESCE(h.has_token, 0) = 0 AND u.ref IS NULL THEN 1 ELSE 0 END AS is_manual,
    COALESCE(j.is_proven, 0) AS is_proven, CASE j.weak_worth WHEN 2 THEN 'medium' WHEN 1 THEN 'weak' END AS proof,
    CASE
      WHEN j.is_late = 1 THEN 'late'
      WHEN j.is_before = 1 THEN 'before-request'
      WHEN j.weak_worth > 0 THEN 'weak-proof'
      WHEN j.is_wrong_token = 1 THEN 'wrong-token'
      WHEN j.is_foreign = 1 THEN 'foreign-client'
      WHEN j.is_failed = 1 THEN 'failed-only'
      WHEN j.is_session = 1 THEN 'session-only'
      ELSE 'no-revocation'
    END AS miss
  FROM obligation o
  LEFT JOIN judged j ON j.account = o.account AND j.request_id = o.request_id
  LEFT JOIN gone_at_apple g ON g.account = o.account AND g.request_id = o.request_id
  LEFT JOIN held h ON h.account = o.account AND h.request_id = o.request_id
  LEFT JOIN in_use u ON u.account = o.account AND u.request_id = o.request_id
)
SELECT r.account, r.request_id AS object,
  CASE
    WHEN r.is_proven = 1 OR r.gone_ref IS NOT NULL THEN 'pass'
    WHEN r.apple = 'unknown' THEN 'inconclusive'
    WHEN r.is_manual = 1 THEN 'manual'
    WHEN v.present = 0 THEN 'inconclusive'
    WHEN :as_of <= r.due_at THEN 'pending'
    ELSE 'fail'
  END AS verdict,
  CASE
    WHEN r.is_proven = 1 OR r.gone_ref IS NOT NULL THEN NULL
    WHEN r.apple = 'unknown' THEN 'apple-unknown'
    WHEN r.is_manual = 1 THEN r.miss
    WHEN v.present = 0 THEN 'no-revocation-source'
    ELSE r.miss
  END AS reason,
  r.due_at,
  r.requested_at AS at,
  r.proof AS detail,
  r.ref AS evidence_1,
  d.ref AS evidence_2,
  r.gone_ref AS evidence_3,
  -- Cited once, where it decides as well.
  CASE WHEN d.ref = r.held_ref THEN NULL ELSE r.held_ref END AS evidence_4
FROM reasoned r
JOIN coverage v ON v.kind = 'revocations'
LEFT JOIN deciding d ON d.account = r.account AND d.request_id = r.request_id AND d.place = 1
