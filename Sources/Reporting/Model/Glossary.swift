/// The terms of reports, for a reader who does not know the program. Shown in `report.html` and in `docs/glossary.md`.
package enum Glossary {
  package struct Entry: Hashable, Sendable {
    package var term: String
    /// A sentence or two, in which backquotes mark names.
    package var meaning: String

    /// In the alphabet.
    fileprivate var place: String { term.replacing("`", with: "").lowercased() }
  }

  /// In the order of the alphabet.
  package static let entries: [Entry] = (people + evidence + judgement + acceptance)
    .map { Entry(term: $0, meaning: $1) }
    .sorted { $0.place < $1.place }

  /// The page `docs/glossary.md`.
  package static var page: String {
    let head = """
      # Glossary

      Generated from `Sources/Reporting/Model/Glossary.swift`; edit that, and record the page again \
      (CONTRIBUTING.md). These are the terms of the reports. `report.html` has the same list.

      | Term | Meaning |
      |---|---|

      """
    return head + entries.map { "| \($0.term) | \($0.meaning) |\n" }.joined()
  }

  /// Apple, accounts and tokens.
  private static let people: [(String, String)] = [
    ("account", "A user record in the app's own user directory, identified by its `uid`."),
    (
      "anonymized account",
      "An account that uses Sign in with Apple and has a relay address: its owner chose to hide the real email address."
    ),
    (
      "Apple Account",
      "A person's account with Apple, formerly called Apple ID. It lists the apps that the person uses with Sign in with Apple."
    ),
    (
      "Apple credential",
      "The entry on an account that lets its owner sign in with Apple. An account that has one is an Apple account."
    ),
    ("audience", "The app for which Apple issued a token or a notification, named by its client ID."),
    (
      "authorization code",
      "A code that Apple issues when a person signs in. It is valid for five minutes and can be used once, in exchange for tokens."
    ),
    (
      "client ID",
      "Apple's name for an app: a bundle ID or a Services ID. A token is bound to the client ID for which it was issued."
    ),
    (
      "client secret", "A signed token by which the app identifies itself to Apple. It is valid for six months at most."
    ),
    ("credential", "A sign-in method of an account, such as Apple, Google, a phone number or a password."),
    (
      "custom claim",
      "Data that the company stores with an account, and that the app receives with the account's tokens."
    ),
    (
      "Hide My Email",
      """
      The choice in Sign in with Apple by which the app receives a relay address in place of the person's real email \
      address. A feature of iCloud+ has the same name and is not Sign in with Apple by itself.
      """
    ),
    ("identifier", "Data that identifies a person directly: an email address, a phone number or a social credential."),
    (
      "identity token",
      "A token, signed by Apple, that tells the app who signed in and, where shared, the email address."
    ),
    (
      "link",
      "The connection of an identifier with an account that uses Sign in with Apple. The identifier may come before or after the Apple credential."
    ),
    ("nonce", "A random value that ties a token to one sign-in, so that a stolen token cannot be used again."),
    (
      "notification",
      "A signed message from Apple to the app's server. It says that a person stopped or resumed mail forwarding, revoked consent, or deleted the Apple Account."
    ),
    ("provider", "A service with which people sign in, such as Apple or Google."),
    (
      "refresh token",
      "A token that Apple issues to the app for one person, and with which the app obtains further tokens. It does not expire by itself."
    ),
    (
      "relay address",
      """
      An email address that Apple provides in place of a person's real one, and from which Apple forwards mail. It \
      usually ends in `privaterelay.appleid.com` or `private.icloud.com`.
      """
    ),
    (
      "registered sender",
      "A mail domain or address that the company registered with Apple. Apple's relay does not forward mail from other senders."
    ),
    (
      "revocation",
      "A call by which the app asks Apple to invalidate a person's tokens. Deleting an account does not replace it."
    ),
    ("social credential", "A sign-in method of another provider, such as Google or Facebook, on an account."),
    (
      "`sub`",
      "Apple's identifier of a person. It is the same in all apps of one developer team, and different in those of another team."
    ),
    (
      "team transfer",
      "The move of an app from one Apple developer team to another. Each person's `sub` changes with it."
    ),
    ("tenant", "A separate group of accounts within one project."),
    (
      "token",
      "A value that Apple issues to the app for one person. As long as it is valid, the app remains authorized in the person's Apple Account."
    ),
    ("`uid`", "The identifier of an account in the app's own user directory."),
  ]

  /// What an audit reads.
  private static let evidence: [(String, String)] = [
    ("account export", "A file that lists the accounts of a project as they were at one moment."),
    (
      "as of",
      "The time for which the audit judges. A deadline has passed if it lies before this time."
    ),
    (
      "capture time",
      "When the contents of a source were recorded. A source shows nothing of what happened later."
    ),
    ("coverage", "Which kinds of evidence are present, and how many of their records match an account."),
    (
      "evidence",
      "The records of the sources, and what earlier runs of the project read. The audit contacts no server."
    ),
    (
      "flagged account",
      "An account that has a relay address or is anonymized. `flagged-accounts.csv` lists all of them."
    ),
    (
      "kind",
      """
      What a record is evidence of: `accounts`, `links`, `consents`, `deletions` (requests for deletion), \
      `revocations`, `account-deletions`, `notifications` (from Apple), `sign-ins`, `mail`, `provider-config` (how the \
      project is set up), `aliases` (identifiers before and after a team transfer) or `logs` (several of these).
      """
    ),
    (
      "ledger",
      "A list of all runs in which each entry contains a hash of the entry before, so that a later change to an entry shows."
    ),
    (
      "ledger head",
      "The hash of the newest entry of the ledger. A copy of it that is kept elsewhere shows whether the entries up to it were changed."
    ),
    ("match", "A record matches if it names an account, past or present."),
    ("object", "What a finding is about on an account, such as an email address, a provider or a deletion request."),
    (
      "reject", "A record that could not be used because it is damaged or unclear. Its source lists it with the reason."
    ),
    ("remembered", "Read by an earlier run of the project, and still counted."),
    ("run", "One audit. It has an id and a time for which it judges."),
    ("source", "One input file. Each record is cited with its source and its place in it."),
    ("superseded", "Not read, because a newer copy of the same file was read, by this run or an earlier one."),
  ]

  /// What an audit decides.
  private static let judgement: [(String, String)] = [
    (
      "beyond capture",
      "A record that would clear a finding may be newer than all evidence of its kind. The finding is inconclusive if the kind was not supplied to this run; if it was, it fails and its citation says so."
    ),
    ("carried", "A finding of an earlier run that this run lacked the evidence to judge again. It keeps its verdict."),
    ("cause", "All findings with the same rule and the same reason."),
    (
      "consent",
      "A person's recorded agreement to a purpose. It covers a link only if it was given before the link and was in force at that time."
    ),
    ("due", "The end of the window in which something has to be done."),
    ("existing", "A finding that the previous run had and this run judged again."),
    ("fail", "A verdict: the subject does not meet the rule."),
    ("finding", "A verdict other than pass, with its reason and the records on which it rests."),
    (
      "gate",
      "The decision at the end of a run: pass, fail or incomplete. It becomes the exit status on which a pipeline acts."
    ),
    (
      "incomplete",
      "The gate's decision where required evidence is missing or could not be used, and nothing else fails the gate."
    ),
    (
      "inconclusive",
      "A verdict: the evidence shows neither that the subject meets the rule nor that it does not. The reason says what is missing."
    ),
    (
      "manual",
      "A verdict: no record shows that the app held a token, and the person was told how to revoke access by hand. This counts in place of a revocation."
    ),
    ("new", "A finding that the previous run did not have."),
    (
      "not evaluated",
      "Of a rule: it did not run, or a kind of evidence that it needs is missing. That it has no finding proves nothing."
    ),
    ("pass", "A verdict: the subject meets the rule, as far as the evidence shows."),
    ("pending", "A verdict: something has still to be done, and the deadline has not passed."),
    (
      "proof",
      "How strongly the evidence shows that Apple's tokens were revoked: strong, medium or weak. The configuration says what is required."
    ),
    (
      "requirement",
      "What a law or Apple's or Firebase's terms ask for, in our words. Each names the rules that check it."
    ),
    ("resolved", "A finding of the previous run that this run does not have, with the cause."),
    (
      "rule",
      "A statement of what has to hold. The audit checks it for each account, link, request or record in its scope."
    ),
    ("serious", "Of severity high or critical."),
    ("severity", "How serious a failure of a rule is: low, medium, high or critical."),
    ("verdict", "The result of a rule for one subject: pass, fail, inconclusive, pending or manual."),
    ("violation", "A finding with the verdict fail that is not waived."),
    (
      "window",
      "How long something may take after a request, a withdrawal or a notification. A law, the configuration or this program's standard sets it."
    ),
  ]

  /// What people accept.
  private static let acceptance: [(String, String)] = [
    (
      "baseline",
      "A list of failing findings that were known when it was written. A gate for new findings does not fail for them."
    ),
    (
      "sign-off",
      "A named person's confirmation that they accept a report as read, with a time and a note. It accepts none of the violations in it. The ledger records it."
    ),
    ("waived", "Covered by a waiver. A waived finding stays in the report but does not fail the gate."),
    ("waiver", "The acceptance of findings by a named person, with a reason, for a limited time."),
  ]
}
