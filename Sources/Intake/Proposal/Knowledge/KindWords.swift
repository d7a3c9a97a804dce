import Evidence

/// Words by which files, columns and messages show what kind of evidence they are.
enum KindWords {
  /// Of the names of files and folders.
  private static let paths: [(kind: EvidenceKind, words: Set<String>)] = [
    (
      .consents,
      [
        "consent", "consents", "cmp", "preferences", "optin", "optins", "optout", "optouts", "withdrawal",
        "withdrawals", "permissions",
      ]
    ),
    (.accountDeletions, ["deletedusers", "deletedaccounts", "accountdeletions", "userdeletions"]),
    (
      .deletions,
      [
        "deletion", "deletions", "erasure", "erasures", "dsr", "dsar", "gdpr", "rtbf", "deletionrequests",
        "erasurerequests", "privacyrequests", "deleterequests",
      ]
    ),
    (.revocations, ["revocation", "revocations", "revoke", "revoked"]),
    (.links, ["link", "links", "linkings", "linklog"]),
    (.mail, ["mail", "mails", "emails", "smtp"]),
  ]

  /// The word of a path that speaks for a kind; the longest names first, since `deleted_users` holds other words.
  static func word(for kind: EvidenceKind, inPath path: String) -> String? {
    let words = NameWords.of(path)
    let pairs = NameWords.pairs(words)
    guard let entry = paths.first(where: { $0.kind == kind }) else { return nil }
    if kind == .deletions, word(for: .accountDeletions, inPath: path) != nil { return nil }
    return (pairs + words).first(where: entry.words.contains)
  }

  /// Words of `paths` that many files have which hold no evidence.
  private static let vague: Set<String> = ["cmp", "preferences", "permissions", "gdpr"]

  /// The kind of statements about people that the name of a file says; nil where it says none, or several.
  static func kind(inNameOf path: String) -> EvidenceKind? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let kinds = [EvidenceKind.consents, .accountDeletions, .deletions, .revocations].filter { kind in
      word(for: kind, inPath: name).map { !vague.contains($0) } ?? false
    }
    return kinds.count == 1 ? kinds[0] : nil
  }

  /// Of tables in which frameworks keep what is linked to each account.
  private static let identityTables: Set<String> = [
    "identity", "identities", "useridentities", "socialaccount", "socialaccounts", "connectedaccounts",
    "linkedaccounts", "externallogins", "userlogins",
  ]

  static func saysIdentities(path: String) -> Bool {
    let words = NameWords.of(path)
    return !identityTables.isDisjoint(with: words + NameWords.pairs(words))
      || word(for: .links, inPath: path) != nil
  }

  /// Further names of files that hold no accounts.
  private static let records: Set<String> = [
    "request", "requests", "notification", "notifications", "notices", "webhooks", "signins", "logins", "events",
    "aliases", "log", "logs", "traces", "unlinks",
  ]
  private static let extensions: Set<String> = ["json", "ndjson", "jsonl", "csv", "tsv", "xlsx", "gz"]

  /// Whether the last word of a file's name, dates and numbers apart, says that it holds records of events or
  /// statements: `user_consents-2026-11-04.csv` does, and `links/users.json` does not.
  static func areOfRecords(path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let words = NameWords.of(name).filter { !extensions.contains($0) && $0.contains(where: \.isLetter) }
    let last = [words.last, words.count > 1 ? words.suffix(2).joined() : nil].compactMap(\.self)
    return last.contains { word in records.contains(word) || paths.contains { $0.words.contains(word) } }
  }

  /// Of requests that are all to delete; a file of `gdpr` or `dsr` has others as well.
  private static let deletionPaths: Set<String> = [
    "deletion", "deletions", "erasure", "erasures", "rtbf", "deletionrequests", "erasurerequests", "deleterequests",
  ]

  static func saysDeletion(path: String) -> Bool {
    word(for: .deletions, inPath: path).map(deletionPaths.contains) ?? false
  }

  // MARK: - Messages

  enum Message {
    /// Says that Apple's token was revoked; the flag tells whether it names Apple.
    case revoked(namesApple: Bool)
    /// Mentions a revocation that failed or has not happened yet.
    case doubtful
    case accountDeleted
  }

  private static let doubts: Set<String> = [
    "fail", "failed", "failure", "error", "unable", "not", "no", "cannot", "skip", "skipped", "skipping", "retry",
    "retrying", "will", "start", "starting", "attempt", "attempting", "scheduled", "queued", "pending", "calling",
    "revoking", "revoke", "requested", "request", "deleting", "delete", "if", "when", "unless", "before", "job", "dry",
    "simulated", "mock", "test", "false", "partially",
    "locally",
  ]
  /// All words that a message of success may have. Any other word may be a name, or qualify the success.
  private static let plain: Set<String> = [
    "apple", "siwa", "sign", "in", "with", "refresh", "access", "oauth", "authorization", "auth", "token", "tokens",
    "revoked", "revocation", "succeeded", "success", "successful", "successfully", "completed", "done", "ok", "was",
    "has",
    "been", "the", "a", "of", "for", "at", "user", "users", "account", "s",
  ]

  static func saysOnly(_ words: Set<String>) -> Bool { words.isSubset(of: plain) }

  private static let deletedAccount: Set<String> = [
    "account", "user", "deleted", "firebase", "auth", "was", "has", "been", "the", "of",
  ]

  /// Whether anything was revoked.
  static func saysRevoked(_ text: String) -> Bool {
    let words = Set(NameWords.of(text))
    return words.contains("revoked") && words.isDisjoint(with: doubts) || isRevoked(message(text))
  }

  private static func isRevoked(_ message: Message?) -> Bool { if case .revoked? = message { true } else { false } }

  /// Nil for a message of something else.
  static func message(_ text: String) -> Message? {
    let words = Set(NameWords.of(text))
    if words.contains(where: { $0.hasPrefix("revo") }) {
      let namesApple = !words.isDisjoint(with: ["apple", "siwa"])
      guard namesApple || !words.isDisjoint(with: ["token", "tokens"]) else { return nil }
      let isSuccess = saysOnly(words) && !words.isDisjoint(with: ["revoked", "revocation"])
      return isSuccess ? .revoked(namesApple: namesApple) : .doubtful
    }
    // A user that was deleted may be a row of any database.
    return words.contains("deleted") && !words.isDisjoint(with: ["account", "firebase", "auth"])
      && words.isSubset(of: deletedAccount) ? .accountDeleted : nil
  }

  private static let failures: Set<String> = ["fail", "failed", "failure", "error", "unable", "cannot", "rejected"]

  /// Whether a doubtful message says that a call failed.
  static func saysFailed(_ text: String) -> Bool { !failures.isDisjoint(with: NameWords.of(text)) }

  private static let removals: Set<String> = [
    "deleted", "deletion", "removed", "removal", "erased", "erasure", "purged", "purge", "closed", "closure", "wiped",
    "destroyed", "terminated", "anonymized", "anonymised",
  ]

  /// Whether an account may be gone, in other words than those by which `message` knows it.
  static func mayTellOfDeletedAccount(_ text: String) -> Bool {
    let words = Set(NameWords.of(text))
    return !words.isDisjoint(with: removals) && words.isDisjoint(with: requests)
      && !words.isDisjoint(with: ["account", "user", "firebase", "auth"])
      && message(text) == nil
  }

  /// Words of an event for each kind that streams have besides revocations and deletions: one of each set.
  private static let streams: [EvidenceKind: [Set<String>]] = [
    .deletions: [requests.union(["submitted", "received"]), deletionWords],
    .consents: [["consent", "consents", "consented", "optin", "optout"]],
    .links: [
      ["linked", "link", "unlinked", "unlink", "connected", "disconnected"],
      [
        "account", "identifier", "identity", "provider", "social", "phone", "email", "credential", "google", "facebook",
      ],
    ],
  ]

  /// Whether an event in a stream of several kinds is one of the kind.
  static func tells(_ event: String, of kind: EvidenceKind) -> Bool {
    let all = NameWords.of(event)
    let words = Set(all + NameWords.pairs(all))
    return streams[kind]?.allSatisfy { !$0.isDisjoint(with: words) } ?? false
  }

  private static let requests: Set<String> = ["request", "requests", "requested"]

  // MARK: - Requests

  /// What people request besides deletion.
  private static let otherRequests: Set<String> = [
    "access", "portability", "rectification", "correction", "donotsell", "restriction", "objection", "optout",
    "dataaccess",
    "dataportability", "dataexport", "export", "updatedata", "question", "incident", "problem", "bug", "task",
    "billing",
    "feedback", "login", "password", "story", "epic", "subtask", "featurerequest", "servicerequest", "information",
  ]
  private static let deletionWords: Set<String> = ["deletion", "delete", "erasure", "erase", "forgotten", "forget"]
  private static let companions: Set<String> = [
    "account", "data", "user", "request", "right", "to", "be", "my", "me", "personal", "gdpr", "ccpa", "dsr", "of",
    "the",
    "information", "privacy",
  ]

  enum Request { case deletion, other }

  /// What a value in a column of request types means; nil if unknown.
  static func request(_ value: String) -> Request? {
    let words = NameWords.of(value)
    guard !words.isEmpty, words.count <= 6 else { return nil }
    if words.contains(where: deletionWords.contains) {
      return words.allSatisfy { deletionWords.contains($0) || companions.contains($0) } ? .deletion : nil
    }
    let rest = words.filter { !["request", "right", "to", "of", "gdpr", "data", "subject"].contains($0) }.joined()
    return otherRequests.contains(rest) || otherRequests.contains(words.joined()) ? .other : nil
  }

  /// Columns that say what a request is for.
  static let requestTypes: Set<String> = [
    "requesttype", "type", "issuetype", "tickettype", "category", "requestcategory", "action", "right", "requestkind",
    "eventtype", "event", "topic", "reason", "ticketform", "operation",
  ]
}
