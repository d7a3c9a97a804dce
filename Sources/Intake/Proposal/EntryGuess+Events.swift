import Evidence

/// Which of a file's records are meant, and what else says what happened.
extension EntryGuess {
  /// `where`: a file of logs or tickets has records of other things as well.
  mutating func chooseRecords() {
    switch kind {
    case .deletions: chooseRequests()
    case .revocations:
      for field in MessageField.all(in: sketch) where !field.revoked.isEmpty {
        guard field.isFixed else {
          note("The messages of `\(field.path)` hold ids or numbers, so that `where` cannot choose them")
          withhold()
          continue
        }
        choose(field.path, field.revoked, "each of these messages says that a token was revoked")
        if !field.namesApple {
          ask("whose tokens were revoked? Only Apple's count") { $0 == .filter(field.path) }
        }
        for text in field.doubtful {
          note("`\(field.path)` also has \(ShownValue.text(text, of: "")), which may tell of an attempt that failed")
        }
        if !field.deleted.isEmpty {
          note(
            "The file also tells of deleted accounts; one file is read as one kind, so export those lines to a file of their own"
          )
        }
      }
    case .accountDeletions:
      for field in MessageField.all(in: sketch) where !field.deleted.isEmpty {
        choose(field.path, field.deleted, "each of these messages says that an account was deleted")
      }
    default: break
    }
  }

  private mutating func choose(_ path: String, _ values: [String], _ reason: String) {
    add(.filter(path), values, .sure, reason)
    named.insert(path)
  }

  private mutating func chooseRequests() {
    let fields = sketch.fields.filter { field in
      field.present > 0 && !field.hasMoreValues && !KindWords.requestTypes.isDisjoint(with: field.names)
    }
    var isChosen = false
    for field in fields {
      let deletions = field.values.filter { KindWords.request($0) == .deletion }
      let unclear = field.values.filter { KindWords.request($0) == nil }
      guard !deletions.isEmpty else { continue }
      isChosen = true
      choose(field.path, deletions, "only these are requests to delete")
      guard !unclear.isEmpty else { continue }
      let list = unclear.prefix(4).map { ShownValue.text($0, of: "") }.joined(separator: ", ")
      ask("are \(list) requests to delete as well? Add those that are, and take the # away") {
        $0 == .filter(field.path)
      }
      isUnclear = true
    }
    if !isChosen, !guess.isKnown, !KindWords.saysDeletion(path: path) {
      note("Nothing says that each of these requests is one to delete")
      isUnclear = true
    }
  }

  /// Without its request ids a file of requests is not read, and an audit says so.
  mutating func holdBack() {
    let isOurs = chosen["request_id"].map { $0.path.lowercased() == "request_id" } ?? false
    if isOurs || chosen["request_id"] == nil {
      withhold()
    } else {
      ask("which of the records are requests to delete has to be known first; then take the # away here as well") {
        $0 == .column("request_id")
      }
    }
  }

  /// A status of 200 proves little unless it is known what was called.
  mutating func requireEndpoint() {
    if chosen["endpoint"] != nil { return }
    add(
      .constant("endpoint"), ["apple"], .question,
      "was Apple's https://appleid.apple.com/auth/revoke called? `identitytoolkit` for accounts:revokeToken")
    ask("which address was called has to be known first; then take the # away here and at `constants`") {
      if case .filter = $0 { true } else { false }
    }
    // Only a column that has to be named keeps the other records out.
    let isGuarded = entry.lines.contains { line in
      if case .filter(let path) = line.key { TellingColumns.isEvent(path.lowercased()) } else { false }
    }
    if !isGuarded { withhold() }
  }

  /// Columns that look like a decision and that nothing reads leave the audit incomplete.
  mutating func askForDecisions() {
    guard TellingColumns.decide(kind) else { return }
    for field in sketch.fields where !named.contains(field.path) {
      let parts = field.path.split(separator: ".").map(String.init)
      guard parts.suffix(2).contains(where: TellingColumns.isDecision) else { continue }
      let values = field.values.prefix(3).map { ShownValue.text($0, of: "") }.joined(separator: ", ")
      add(
        .ignored(field.path), [field.path], .question,
        "does it decide anything?" + (values.isEmpty ? "" : " It has \(values).") + " Map it if so, ignore it if not")
      named.insert(field.path)
    }
  }

  /// Columns that say what happened have to be named.
  mutating func readEvents() {
    for field in sketch.fields where !named.contains(field.path) && field.present > 0 {
      let parts = field.path.lowercased().split(separator: ".").map(String.init)
      let isEvent =
        parts.count == 1
        ? TellingColumns.isEvent(parts[0])
        : parts.count == 2 && TellingColumns.isEvent(parts[1], within: parts[0])
      guard isEvent else { continue }
      if let reason = harmless(field, name: parts[parts.count - 1]) {
        add(.ignored(field.path), [field.path], .likely, reason)
      } else {
        let values = field.values.prefix(3).map { ShownValue.text($0, of: "") }.joined(separator: ", ")
        add(
          .ignored(field.path), [field.path], .question,
          "which of its values are \(kind.rawValue)? Here are \(values). Name them under `where`; until then records are refused"
        )
      }
    }
  }

  /// Why a column decides nothing; nil where it may.
  private func harmless(_ field: FieldSketch, name: String) -> String? {
    if !field.values.isEmpty, field.values.allSatisfy({ ValueWords.levels.contains($0.lowercased()) }) {
      return "it is the level of a line"
    }
    let isChosen = entry.lines.contains { if case .filter = $0.key { $0.certainty != .question } else { false } }
    switch name {
    case "name" where TellingColumns.decide(kind) && (field.isUnique || field.hasMoreValues):
      return "it has the names of people"
    case "name" where isChosen && !field.hasMoreValues: return "it is the name of the logger"
    case "message" where TellingColumns.decide(kind) && field.hasMoreValues,
      "msg" where TellingColumns.decide(kind) && field.hasMoreValues:
      return "it is free text"
    default: return nil
    }
  }
}
