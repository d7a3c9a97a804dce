import Evidence

/// Which of a file's records are meant, and what else says what happened.
extension EntryGuess {
  /// `where`: a file of logs or tickets has records of other things as well.
  mutating func chooseRecords() {
    switch kind {
    case .deletions: chooseRequests()
    case .revocations:
      // Other fields that say so have to be named as well before a record is read.
      guard let field = MessageField.all(in: sketch).first(where: { !$0.revoked.isEmpty }) else {
        if let other = MessageField.all(in: sketch).first(where: { !$0.doubtful.isEmpty }) {
          note(
            "No message of `\(other.path)` says just that Apple's token was revoked; `where` needs those that mean it")
          withhold()
        }
        break
      }
      chooseMessages(field, field.revoked, "each of these messages says that a token was revoked")
      if !field.namesApple {
        ask("whose tokens were revoked? Only Apple's count") { $0 == .filter(field.path) }
      }
      if !field.doubtful.isEmpty {
        note("Other messages of `\(field.path)` speak of revocations too, and may tell of attempts that failed")
      }
      askForSuccess(field.path)
    case .accountDeletions:
      guard let field = MessageField.all(in: sketch).first(where: { !$0.deleted.isEmpty }) else { break }
      chooseMessages(field, field.deleted, "each of these messages says that an account was deleted")
      askForSuccess(field.path)
    default: break
    }
  }

  private mutating func choose(_ path: String, _ values: [String], _ reason: String) {
    add(.filter(path), values, .sure, reason)
    named.insert(path)
  }

  private mutating func chooseMessages(_ field: MessageField, _ messages: [String], _ reason: String) {
    if field.isFixed {
      choose(field.path, messages, reason)
    } else {
      note("The messages of `\(field.path)` hold ids or numbers, so that `where` cannot choose them")
      withhold()
    }
  }

  /// A message may be the same whether it went well or not.
  private mutating func askForSuccess(_ path: String) {
    for field in sketch.fields where !ValueWords.successes.isDisjoint(with: field.names) {
      let others = field.values.filter { !ValueWords.isSuccess($0) }
      guard !others.isEmpty else { continue }
      ask("`\(field.path)` has \(ShownValue.text(others[0], of: "")): name the values that are a success under `where`")
      {
        $0 == .filter(path)
      }
    }
  }

  private mutating func chooseRequests() {
    let fields = sketch.fields.filter { field in
      field.present > 0 && !field.hasMoreValues && !KindWords.requestTypes.isDisjoint(with: field.names)
    }
    // Of several columns one has to do: two would pass over what only one of them names.
    let field = fields.first { $0.values.contains { KindWords.request($0) == .deletion } }
    let isChosen = field != nil
    if let field {
      let deletions = field.values.filter { KindWords.request($0) == .deletion }
      let unclear = field.values.filter { KindWords.request($0) == nil }
      choose(field.path, deletions, "only these are requests to delete")
      if !unclear.isEmpty || field.present < sketch.looked {
        let list =
          unclear.isEmpty
          ? "those without a value"
          : unclear.prefix(4).map { ShownValue.text($0, of: "") }
            .joined(separator: ", ")
        ask("are \(list) requests to delete as well? Add those that are, and take the # away") {
          $0 == .filter(field.path)
        }
        isUnclear = true
      }
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

  /// A consent that has ended covers nothing.
  mutating func askForEndings() {
    let fields = sketch.fields.filter { field in
      !named.contains(field.path) && (field.timeShare > 0.5 || field.present == 0 && sketch.titles.contains(field.path))
        && ValueWords.saysEnd(field.path) && !TellingColumns.isDecision(field.path)
    }
    guard let first = fields.first else { return }
    for field in fields {
      add(
        .column("withdrawn_at"), [field.path], .question,
        "does a time in it end the consent? `expires_at` if it was agreed before")
      named.insert(field.path)
    }
    if chosen["given_at"]?.path.lowercased() == "given_at" {
      withhold()
    } else {
      ask("what `\(first.path)` means has to be known first; then take the # away here as well") {
        $0 == .column("given_at")
      }
    }
  }

  /// Columns that look like a decision and that nothing reads leave the audit incomplete.
  mutating func askForDecisions() {
    guard TellingColumns.decide(kind) else { return }
    for field in sketch.fields where !named.contains(field.path) {
      let parts = field.path.split(separator: ".").map(String.init)
      guard parts.suffix(2).contains(where: TellingColumns.isDecision) else { continue }
      let values = field.examples(3).joined(separator: ", ")
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
        let values = field.examples(3).joined(separator: ", ")
        add(
          .ignored(field.path), [field.path], .question,
          """
          which of its values are \(kind.rawValue)? Here are \(values). Name them under `where`; until then records \
          are refused
          """
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
