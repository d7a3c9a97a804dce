/// The withdrawals, refusals and expiries among one person's consent records, and what they end (docs/contract.md,
/// section 6.1).
struct ConsentEnds {
  private struct End {
    var statement: ConsentStatement
    var time: Int64
    var targets: Set<PurposeMap.Target>
    /// The one consent that it ends, where it names one that is known to have been given.
    var consentID: String?
  }

  private let ends: [End]
  private let links: ConsentLinks

  /// - Parameters:
  ///   - records: all of the person, those that a newer statement replaces too: they tell what had been given.
  ///   - current: of them, those that no newer one replaces.
  ///   - targets: of a purpose.
  init(
    _ records: [ConsentStatement], current: [ConsentStatement], _ links: ConsentLinks,
    targets: (String) -> Set<PurposeMap.Target>
  ) {
    self.links = links
    // A record does not end itself.
    guard records.count > 1, records.contains(where: { $0.end != nil }) else {
      ends = []
      return
    }
    let given = Dictionary(grouping: records.filter { $0.consentID != nil && $0.isGiven }) { $0.consentID }
    ends = current.compactMap { statement in
      statement.end.map { time in
        var end = End(statement: statement, time: time, targets: targets(statement.purpose))
        let namesOne = given[statement.consentID]?.contains { record in
          Self.isBefore(record, end)
            && targets(record.purpose).contains { target in end.targets.contains { Self.overlap($0, target) } }
        }
        if namesOne == true { end.consentID = statement.consentID }
        return end
      }
    }
  }

  /// The record as it stands after all that ends it: for each identifier by itself where an end names one of them.
  func applied(to record: ConsentStatement, _ target: PurposeMap.Target) -> [ConsentStatement] {
    var record = record
    record.identifier = record.identifier.map { Self.value($0, target) }
    let ends = ends.filter { Self.ends($0, record, target) }
    guard !ends.isEmpty else { return [record] }
    if let identifier = record.identifier {
      return [Self.ended(record, by: ends.filter { isAbout($0, [identifier], target) })]
    }
    let general = ends.filter { $0.statement.identifier == nil }
    let matching = general.count == ends.count ? [] : links.matching(target)
    guard !matching.isEmpty else { return [Self.ended(record, by: general)] }
    return matching.map { link in
      var part = record
      part.identifier = link.names.first
      return Self.ended(part, by: ends.filter { isAbout($0, link.names, target) })
    }
  }

  /// Whether an end is about a value that has these names. It may be about one without a name, and about a number of
  /// which the last digits alone are known.
  private func isAbout(_ end: End, _ names: [String], _ target: PurposeMap.Target) -> Bool {
    guard let identifier = end.statement.identifier.map({ Self.value($0, target) }) else { return true }
    return names.isEmpty
      || names.contains { name in
        links.areOne(name, identifier)
          || target.kind == .phone && NormalText.isObfuscated(phone: name)
            && identifier.hasSuffix(NormalText.shownEnd(ofPhone: name))
      }
  }

  private static func ends(_ end: End, _ record: ConsentStatement, _ target: PurposeMap.Target) -> Bool {
    end.statement.ref != record.ref && end.targets.contains { includes($0, target) } && isBefore(record, end)
      && (end.consentID == nil || end.consentID == record.consentID)
  }

  private static func isBefore(_ record: ConsentStatement, _ end: End) -> Bool {
    switch ConsentState(rawValue: end.statement.state) {
    // Only a refusal does not say by itself that something had been given.
    case .refused: record.givenAt < end.time
    // A term that ran out says nothing of consent that was given anew before it did.
    case .expired: record.givenAt <= min(end.statement.givenAt, end.time)
    default: record.givenAt <= end.time
    }
  }

  private static func ended(_ record: ConsentStatement, by ends: [End]) -> ConsentStatement {
    var record = record
    for end in ends {
      if end.statement.state == ConsentState.expired.rawValue {
        record.expiresAt = record.expiresAt.map { min($0, end.time) } ?? end.time
      } else if record.withdrawnAt.map({ end.time < $0 }) ?? true {
        record.withdrawnAt = end.time
        record.withdrawalRef = end.statement.ref
      }
    }
    return record
  }

  private static func includes(_ wide: PurposeMap.Target, _ narrow: PurposeMap.Target) -> Bool {
    wide.kind == narrow.kind && (wide.provider == nil || wide.provider == narrow.provider)
  }

  private static func overlap(_ left: PurposeMap.Target, _ right: PurposeMap.Target) -> Bool {
    includes(left, right) || includes(right, left)
  }

  /// A number without its plus, for a phone.
  private static func value(_ identifier: String, _ target: PurposeMap.Target) -> String {
    target.kind == .phone && identifier.allSatisfy(\.isNumber) ? NormalText.phone(identifier) : identifier
  }
}
