/// The files of a new rule: a rule that works, with its cases, to be changed into another.
enum RuleTemplate {
  static let rule = """
    -- title: Every anonymized account has a way to sign in besides Apple.
    -- severity: low
    -- needs: [accounts]
    -- uses: []
    -- rationale: >-
    --   Say why it matters, in words that a compliance officer understands.
    -- reasons:
    --   apple-only:
    --     message: "Apple is the only way to sign in to this account."
    --     remediation: "Say what to do about it."
    -- sources:
    --   - url: https://example.com/policy
    --     says: What the source says, in your words.
    --     read: 2026-01-31
    -- frameworks: []

    -- One row for each subject, passes included. `relay-audit rules check` says what is wrong with a query.
    SELECT a.account, 'sign-in' AS object,
      CASE WHEN a.has_password = 1 OR c.account IS NOT NULL THEN 'pass' ELSE 'fail' END AS verdict,
      CASE WHEN a.has_password = 1 OR c.account IS NOT NULL THEN NULL ELSE 'apple-only' END AS reason,
      NULL AS due_at,
      a.captured_at AS at,
      a.ref AS evidence_1
    FROM account a
    LEFT JOIN (
      SELECT DISTINCT account FROM credential WHERE provider <> 'apple.com'
    ) c ON c.account = a.account
    WHERE a.present = 1 AND a.anonymized = 1

    """

  static let cases = """
    cases:
      - name: Apple alone
        accounts: [{uid: u1, email: a1@privaterelay.appleid.com, credentials: [{provider: apple.com, id: s1}]}]
        expect: [{subject: u1, object: sign-in, verdict: fail, reason: apple-only}]
      - name: A password as well
        accounts: [{uid: u1, email: a1@privaterelay.appleid.com, password: hash, \
    credentials: [{provider: apple.com, id: s1}]}]
        expect: [{subject: u1, object: sign-in, verdict: pass}]
      - name: Another provider as well
        accounts: [{uid: u1, email: a1@privaterelay.appleid.com, \
    credentials: [{provider: apple.com, id: s1}, {provider: google.com, id: g1}]}]
        expect: [{subject: u1, object: sign-in, verdict: pass}]
      - name: An account that is not anonymized is not judged
        accounts: [{uid: u1, email: real@example.com, credentials: [{provider: google.com, id: g1}]}]
        expect: []

    """
}
