import Evidence

/// Guesses which of a file's fields is one of our columns, from names and contents.
enum ColumnGuess {
  case none
  case one(FieldSketch, Certainty, String)
  /// It is unclear which of them is meant.
  case several([FieldSketch])

  /// The share of values that have to have the form.
  private static let nearlyAll = 0.9
  private static let most = 0.5

  /// - Parameter taken: paths of fields that are other columns already.
  init(_ column: String, _ kind: EvidenceKind, in sketch: FileSketch, taken: Set<String>) {
    let names = ColumnNames.of(kind)[column] ?? ColumnNames("")
    let present = sketch.fields.filter { $0.present > 0 && !taken.contains($0.path) }
    // A column of our own name is read as ours, whatever it holds and whatever else there is.
    let ours = present.filter { $0.path.lowercased() == column }
    // Who did it is an actor, and else somebody who is not meant.
    let free = present.filter {
      Self.fits($0, column, kind) && (column == "actor" || !ColumnNames.isOfAnother($0.path))
    }
    // OmniAuth calls the provider's id of a person `uid`: another column has the accounts' uids then.
    if column == "uid", ours.isEmpty || ours[0].known[.uid] != nil || free.contains(where: { $0.known[.uid] != nil }) {
      let guess = Self.uid(among: free, names, hasAccounts: !sketch.accounts.isEmpty)
      self = guess
      // Numbers of rows that happen to be uids: a question, unless something else names the person.
      if case .several(let fields) = guess, fields.allSatisfy({ Self.isRowNumber($0, names) }),
        Self.otherNames.contains(where: { Self.names($0, kind, in: sketch, taken: taken) })
      {
        self = .none
      }
      return
    }
    if column == "outcome", kind == .revocations {
      self = Self.outcome(ours.isEmpty ? present.filter { !ValueWords.resultNames.isDisjoint(with: $0.names) } : ours)
      return
    }
    let own = NameWords.joined(column)
    let sure = free.filter { !names.sure.isDisjoint(with: $0.names) || $0.names.contains(own) }
    // One that has its name, and no value in any record, is meant nevertheless: nobody was deleted yet.
    let isMeantEmpty = sketch.fields.contains { field in
      field.present == 0 && (!names.sure.isDisjoint(with: field.names) || field.names.contains(own))
    }
    let likely = free.filter { field in
      !isMeantEmpty && !names.likely.isDisjoint(with: field.names) && (column != "request_id" || field.isUnique)
    }
    let owners = column == "uid" && kind == .links ? present.filter { OtherUID.isOwner($0.path) } : []
    if ours.count == 1, !owners.isEmpty {
      self = .several(ours + owners)
    } else if ours.count == 1 {
      self = .one(ours[0], .sure, "it is our own name")
    } else if let happened = Self.happened(among: likely, delivered: sure) {
      self = .one(happened, .likely, "`\(sure[0].path)` beside it is when the record was delivered")
    } else if sure.count == 1 {
      self = .one(sure[0], .sure, Self.reason(column, sure[0], kind))
    } else if sure.count > 1 {
      self = .several(sure)
    } else if likely.count == 1 {
      self = .one(likely[0], .likely, Self.reason(column, likely[0], kind))
    } else {
      self = likely.isEmpty ? .none : .several(likely)
    }
  }

  /// The time at which something happened, where the surest name is of when its record was delivered, as beside
  /// `timestamp` in Segment's events: those of a device that was offline are delivered days later.
  private static func happened(among fields: [FieldSketch], delivered: [FieldSketch]) -> FieldSketch? {
    guard delivered.count == 1, delivered[0].names.contains("receivedat") else { return nil }
    let times = fields.filter { $0.names.contains("timestamp") }
    return times.count == 1 ? times[0] : nil
  }

  // MARK: - Contents

  private static func fits(_ field: FieldSketch, _ column: String, _ kind: EvidenceKind) -> Bool {
    switch column {
    case "email", "recipient", "sender": return field.share { $0 == .email } >= nearlyAll
    case "phone": return field.share { $0 == .phone } >= nearlyAll
    case "apple_sub": return field.share { $0 == .appleSub } >= nearlyAll
    case "email_sha256": return field.share { $0 == .sha256 } >= nearlyAll
    case "uid":
      return field.timeShare < most || field.share { $0 == .number } >= nearlyAll
        ? field.share { [.email, .phone, .appleSub, .bool].contains($0) } < most
          && !field.values.contains { $0.contains(" ") } : false
    case "request_id": return field.share { [.bool, .email].contains($0) } < most
    case "purpose": return !ValueWords.areStates(field)
    case "endpoint":
      return !field.hasMoreValues
        && field.values.allSatisfy { ValueWords.meaning(of: $0, as: column, in: kind, isAnswer: false) != nil }
    default:
      switch OwnColumns.type(of: column, in: kind) {
      case .time, .end: return field.timeShare >= nearlyAll
      case .bool:
        return field.share { $0 == .bool } >= nearlyAll
          || !field.hasMoreValues
            && field.values.allSatisfy { ValueWords.yesOrNo($0) != nil || ValueWords.isNothing($0) }
      case .httpStatus:
        return field.share { $0 == .httpStatus } >= nearlyAll
          || !field.hasMoreValues && field.share { $0 == .httpStatus } > 0
            && field.values.allSatisfy {
              FieldSet.noStatus.contains($0) || ValueForm.forms(of: $0).contains(.httpStatus)
            }
      case .words: return !field.hasMoreValues
      case .text: return true
      }
    }
  }

  private static func reason(_ column: String, _ field: FieldSketch, _ kind: EvidenceKind) -> String {
    switch column {
    case "email", "recipient", "sender": return "its values are addresses"
    case "phone": return "its values are phone numbers"
    case "apple_sub": return "its values have the form of Apple's ids"
    case "email_sha256": return "its values have the form of SHA-256"
    case "request_id": return field.isUnique ? "each record has its own" : "its name says it"
    case "endpoint": return "its values are the addresses that revoke tokens"
    default:
      switch OwnColumns.type(of: column, in: kind) {
      case .time, .end: return "its name says it, and its values are times"
      case .httpStatus: return "its values are HTTP statuses"
      default: return "its name says it"
      }
    }
  }

  /// What became of calls. A value that is not understood would reject its record.
  private static func outcome(_ fields: [FieldSketch]) -> ColumnGuess {
    let known = fields.filter { field in
      !field.hasMoreValues
        && field.values.allSatisfy {
          RevocationOutcome(rawValue: $0) != nil
            || ValueWords.meaning(of: $0, as: "outcome", in: .revocations, isAnswer: false) != nil
        }
    }
    if known.count == 1 { return .one(known[0], .likely, "its values say what became of the call") }
    return fields.isEmpty ? .none : .several(fields)
  }

  // MARK: - Accounts

  /// Our other columns by which a record may name its person.
  private static let otherNames = OwnColumn.names.filter { $0 != "uid" }

  /// Whether a field is surely one of these.
  private static func names(_ column: String, _ kind: EvidenceKind, in sketch: FileSketch, taken: Set<String>) -> Bool {
    if case .one(_, .sure, _) = ColumnGuess(column, kind, in: sketch, taken: taken) { true } else { false }
  }

  /// Whether its values are numbers, and its name does not say that they are of people.
  private static func isRowNumber(_ field: FieldSketch, _ names: ColumnNames) -> Bool {
    field.share { $0 == .number } >= most && names.sure.union(names.likely).isDisjoint(with: field.names)
  }

  /// A name alone does not show that an id is the uid of exported accounts: companies have ids of their own.
  private static func uid(among fields: [FieldSketch], _ names: ColumnNames, hasAccounts: Bool) -> ColumnGuess {
    func matches(_ field: FieldSketch) -> Int { field.known[.uid] ?? 0 }
    let named = fields.filter { !names.sure.isDisjoint(with: $0.names) }
    let likely = fields.filter { !names.likely.isDisjoint(with: $0.names) }
    let known = fields.filter { field in
      let share = Double(matches(field)) / Double(field.present)
      // Numbers may be ids of anything.
      let isNumber = field.share { $0 == .number } >= most
      return share >= most
        || matches(field) > 0 && !isNumber && (named + likely).contains { $0.path == field.path }
    }
    let own = named.filter { $0.path.lowercased() == "uid" }
    // Accounts with small numbers for uids have the numbers of any rows.
    let surely = known.filter { !isRowNumber($0, names) }
    if surely.count == 1 {
      let (field, all) = (surely[0], surely[0].present)
      return .one(field, .sure, "\(matches(field)) of \(all) values are uids of the exported accounts")
    }
    // An entry of an audit log names who did it and whom it was done to.
    if !surely.isEmpty { return .several(surely) }
    if !known.isEmpty, named.isEmpty { return .several(known) }
    if let field = (own.count == 1 ? own : named.count == 1 ? named : []).first {
      return .one(
        field, own.isEmpty ? .likely : .sure,
        "its name says it" + (hasAccounts ? ", though none of its values is a uid of the exported accounts" : ""))
    }
    if !named.isEmpty { return .several(named) }
    if likely.count == 1, likely[0].share({ $0 == .firebaseUID }) >= nearlyAll, !hasAccounts {
      return .one(likely[0], .likely, "its values have the form of Firebase's uids")
    }
    return likely.isEmpty ? .none : .several(likely)
  }
}
