import Evidence

/// Guesses the kind of evidence in a file.
struct KindGuess {
  var kind: EvidenceKind
  var certainty: Certainty
  var reason: String
  /// The file shows it, or the user has said it.
  var isKnown = false
  /// A table with a provider and a time, as links, sign-ins and sessions are.
  private(set) var mayBeOfSignIns = false
  /// Of a stream that tells of several kinds: the field of its messages, and those of this kind.
  private(set) var events: (path: String, values: [String])?

  /// The reasons for a kind, and their weight.
  private struct Signs {
    var weight = 0
    var reasons: [String] = []

    mutating func add(_ weight: Int, _ reason: String) {
      self.weight += weight
      reasons.append(reason)
    }
  }

  /// Columns that hardly any other kind has.
  private static let defining: [(kind: EvidenceKind, columns: [String])] = [
    (.consents, ["purpose", "given_at", "withdrawn_at"]), (.deletions, ["request_id", "requested_at"]),
    (.accountDeletions, ["deleted_at"]), (.links, ["provider", "linked_at"]), (.mail, ["recipient", "sender"]),
    (.revocations, ["token_type"]),
  ]
  private static let minimum = 2
  private static let enough = 4

  /// Nil without a sign of any kind, or if two kinds have as many.
  init?(_ sketch: FileSketch, path: String) {
    var found: [(kind: EvidenceKind, signs: Signs)] = Self.defining.map { kind, columns in
      var signs = Signs()
      if let word = KindWords.word(for: kind, inPath: path) { signs.add(2, "its path says \"\(word)\"") }
      for column in columns {
        let names = ColumnNames.of(kind)[column]?.sure ?? []
        let type = OwnColumns.type(of: column, in: kind)
        guard let field = sketch.fields.first(where: { !names.isDisjoint(with: $0.names) && $0.present > 0 }),
          type != .time || field.timeShare > 0.5
        else { continue }
        signs.add(2, "it has `\(field.path)`")
      }
      return (kind, signs)
    }
    func add(_ kind: EvidenceKind, _ weight: Int, _ reason: String) {
      for index in found.indices where found[index].kind == kind { found[index].signs.add(weight, reason) }
    }
    for field in sketch.fields {
      if ValueWords.isAnswer(field.names) { add(.consents, 2, "`\(field.path)` says what was answered") }
      if !KindWords.requestTypes.isDisjoint(with: field.names),
        field.values.contains(where: { KindWords.request($0) == .deletion })
      {
        add(.deletions, 3, "`\(field.path)` has requests to delete")
      }
    }
    let messages = MessageField.all(in: sketch)
    if let field = messages.first(where: { !$0.revoked.isEmpty }) {
      add(.revocations, 6, "`\(field.path)` says that a token was revoked")
    } else if let field = messages.first(where: { !$0.deleted.isEmpty }) {
      add(.accountDeletions, 5, "`\(field.path)` says that an account was deleted")
    } else if let field = messages.first(where: { !$0.doubtful.isEmpty }) {
      add(.revocations, 3, "`\(field.path)` mentions revocations")
    }
    let ranked = found.sorted { $0.signs.weight > $1.signs.weight }
    guard ranked[0].signs.weight >= Self.minimum, ranked[0].signs.weight > ranked[1].signs.weight else { return nil }
    kind = ranked[0].kind
    certainty = ranked[0].signs.weight >= Self.enough ? .sure : .likely
    reason = ranked[0].signs.reasons.prefix(3).joined(separator: ", ")
    mayBeOfSignIns = kind == .links && ranked[0].signs.weight == Self.minimum && !KindWords.saysIdentities(path: path)
  }

  /// Nil where no message says that an account was deleted.
  private init?(deletionsIn sketch: FileSketch) {
    guard let field = MessageField.all(in: sketch).first(where: { !$0.deleted.isEmpty }) else { return nil }
    kind = .accountDeletions
    certainty = .sure
    reason = "`\(field.path)` says that an account was deleted"
  }

  /// Nil where no message is of the kind.
  private init?(_ kind: EvidenceKind, inStreamOf sketch: FileSketch) {
    let found = MessageField.fields(of: sketch).lazy.compactMap { field in
      let values = field.values.filter { KindWords.tells($0, of: kind) && MessageField.isFixed($0) }
      return values.isEmpty ? nil : (field.path, values)
    }
    guard let events = found.first else { return nil }
    self.kind = kind
    self.events = events
    certainty = .likely
    reason = "`\(events.0)` tells of them as well"
  }

  /// The kinds of a stream's other messages, besides one that is known.
  static func others(in sketch: FileSketch, besides kind: EvidenceKind?) -> [KindGuess] {
    // Files of other kinds are known by their columns, and hold nothing else.
    guard kind == nil || kind == .revocations || kind == .accountDeletions else { return [] }
    // A log may tell of both.
    let deletions = kind == .revocations ? [KindGuess(deletionsIn: sketch)].compactMap(\.self) : []
    return deletions
      + [EvidenceKind.deletions, .consents, .links].filter { $0 != kind }.compactMap {
        KindGuess($0, inStreamOf: sketch)
      }
  }

  init(known kind: EvidenceKind, reason: String) {
    self.kind = kind
    certainty = .sure
    isKnown = true
    self.reason = reason
  }
}

/// A field of messages that say what happened.
struct MessageField {
  let path: String
  /// Messages that a token was revoked, and whether each names Apple.
  private(set) var revoked: [String] = []
  private(set) var namesApple = true
  private(set) var doubtful: [String] = []
  /// Of the doubtful ones, those of calls that failed, as far as `where` can compare them.
  private(set) var failed: [String] = []
  private(set) var deleted: [String] = []
  /// Messages that may mean a deleted account as well.
  private(set) var otherDeletions: [String] = []

  /// The messages do not contain ids, so that `where` can compare them.
  var isFixed: Bool { (revoked + deleted).allSatisfy(Self.isFixed) }

  static func isFixed(_ text: String) -> Bool {
    !text.contains("@") && !text.utf8.contains(where: \.isDigit) && ShownValue.masked(text, of: "") == text
  }

  private static let names: Set<String> = [
    "event", "msg", "message", "action", "type", "operation", "name", "eventtype", "eventname", "text", "textpayload",
    "log", "logmessage", "activity",
  ]

  static func all(in sketch: FileSketch) -> [MessageField] { fields(of: sketch).map(MessageField.init) }

  static func fields(of sketch: FileSketch) -> [FieldSketch] {
    sketch.fields.filter { $0.names.first.map(names.contains) == true }
  }

  private init(_ field: FieldSketch) {
    path = field.path
    for text in field.tellingMessages {
      switch KindWords.message(text) {
      case .revoked(let isOfApple):
        revoked.append(text)
        namesApple = namesApple && isOfApple
      case .doubtful:
        doubtful.append(text)
        if KindWords.saysFailed(text), Self.isFixed(text) { failed.append(text) }
      case .accountDeleted: deleted.append(text)
      case nil: break
      }
    }
    otherDeletions = field.values.filter(KindWords.mayTellOfDeletedAccount)
  }
}
