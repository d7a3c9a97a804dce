import Evidence

/// Columns that must not be ignored silently, recognised by their names (docs/contract.md, section 4).
enum TellingColumns {
  /// Columns of consents and deletions that look like a decision.
  private static let decisions: Set<String> = Set(
    """
    granted accepted decision optin optedin optout optedout status state allowed value revoked withdrawn consented \
    consent agreed agreement approved approval rejected declined denied refused cancelled canceled completed enabled \
    disabled active inactive result outcome answer choice preference response permission permitted given valid invalid \
    deleted subscribed unsubscribed confirmed verdict resolution closed done consentgiven consentstatus consentstate \
    requeststatus requeststate statuscode
    """.split(separator: " ").map(String.init))

  /// Columns that say what happened.
  private static let events: Set<String> = [
    "event", "msg", "message", "action", "type", "operation", "name", "level", "event_type", "event_name",
  ]
  private static let nestedEvents: Set<String> = ["event", "msg", "message"]
  private static let faults: Set<String> = ["err", "error", "exception", "cause"]

  static func decide(_ kind: EvidenceKind) -> Bool { kind == .consents || kind == .deletions }

  /// `is_granted`, `hasOptedOut`, `withdrawnAt` and `REVOKED_ON` are decisions as well.
  static func isDecision(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    let plain = String(
      decoding: name.lowercased().utf8.filter { $0 >= 97 && $0 <= 122 || $0 >= 48 && $0 <= 57 }, as: UTF8.self)
    if decisions.contains(plain) { return true }
    for prefix in ["is", "has", "was"] where plain.hasPrefix(prefix) {
      if decisions.contains(String(plain.dropFirst(prefix.count))) { return true }
    }
    for suffix in ["at", "on", "date", "time", "ts", "timestamp", "flag"] where plain.hasSuffix(suffix) {
      if decisions.contains(String(plain.dropLast(suffix.count))) { return true }
    }
    return false
  }

  /// - Parameter name: in lower case.
  static func isEvent(_ name: String) -> Bool { events.contains(name) }

  /// Whether a field within an object says what happened; the text of an error does not.
  static func isEvent(_ name: String, within parent: String) -> Bool {
    nestedEvents.contains(name) && !faults.contains(parent)
  }
}

/// Finds unread columns that look like a decision.
struct UndecidedColumns {
  /// In order of first sight, at most `limit`.
  private(set) var names: [String] = []
  private let isActive: Bool
  /// Names of plain values that were looked at: most records have the same.
  private var seen: Set<String> = []
  private static let limit = 20
  private static let seenLimit = 1000
  private static let depthLimit = 4

  init(_ kind: EvidenceKind) { isActive = TellingColumns.decide(kind) }

  /// - Parameters:
  ///   - value: in JSON; fields within it are looked at as well.
  ///   - isKnown: whether the mapping names the column of a path.
  ///   - isContainer: whether the mapping names something within the object at a path.
  mutating func look(
    at name: String, _ value: JSONValue? = nil, isKnown: (String) -> Bool = { _ in false },
    isContainer: (String) -> Bool = { _ in false }
  ) {
    guard isActive else { return }
    let isPlain = value.map { !$0.isObject && !$0.isArray } ?? true
    if isPlain {
      if seen.contains(name) { return }
      if seen.count < Self.seenLimit { seen.insert(name) }
    }
    look(at: name, path: name, value, depth: 1, isKnown, isContainer)
  }

  private mutating func look(
    at name: String, path: String, _ value: JSONValue?, depth: Int, _ isKnown: (String) -> Bool,
    _ isContainer: (String) -> Bool
  ) {
    // An object that the mapping names as a whole is not looked into.
    if isKnown(path) { return }
    // DynamoDB writes `"granted": {"BOOL": true}`: what is mapped is within.
    let isWithin = value?.isObject == true && isContainer(path)
    if TellingColumns.isDecision(name), !isWithin { note(path) }
    guard let value, depth < Self.depthLimit else { return }
    value.forEachField { key, inner in
      look(at: key.string, path: path + "." + key.string, inner, depth: depth + 1, isKnown, isContainer)
    }
    value.forEachElement { element in
      element.forEachField { key, inner in
        look(at: key.string, path: path + "." + key.string, inner, depth: depth + 1, isKnown, isContainer)
      }
    }
  }

  private mutating func note(_ name: String) {
    if names.count < Self.limit, !names.contains(name) { names.append(name) }
  }
}
