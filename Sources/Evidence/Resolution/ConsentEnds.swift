/// The withdrawals, refusals and expiries among one person's consent records, and what they end (docs/contract.md,
/// section 6.1).
struct ConsentEnds {
  private let table: ConsentEndTable
  private let links: ConsentLinks

  /// - Parameters:
  ///   - records: all of the person's, including those that a newer statement replaces: they show what had been given.
  ///   - current: those that no newer one replaces.
  ///   - targets: of a purpose, given, or withdrawn or refused.
  init(
    _ records: [ConsentStatement], current: [ConsentStatement], _ links: ConsentLinks,
    targets: (_ purpose: String, _ isRevoked: Bool) -> Set<PurposeMap.Target>
  ) {
    self.links = links
    var table = ConsentEndTable()
    // A record does not end itself.
    if records.count > 1, records.contains(where: { $0.end != nil }) {
      let given = Self.given(records)
      for (place, statement) in current.enumerated() {
        guard let time = statement.end else { continue }
        let end = ConsentEndTable.End(
          ref: statement.ref, time: time, reach: Self.reach(of: statement, at: time), place: place)
        let own = targets(statement.purpose, !statement.isExpiry)
        // If it names a consent that is known to have been given, it ends that one alone.
        let namesOne = statement.consentID.flatMap { given[$0] }?.contains { purpose, givenAt in
          givenAt <= end.reach
            && targets(purpose, false).contains { target in own.contains { Self.overlap($0, target) } }
        }
        for target in own {
          table.add(
            end, target, value: statement.identifier.flatMap { Self.named($0, target, links) },
            consentID: namesOne == true ? statement.consentID : nil, isExpiry: statement.isExpiry)
        }
      }
      table.close()
    }
    self.table = table
  }

  /// The record after all that ends it; one for each identifier if an end names one of them.
  func applied(to record: ConsentStatement, _ target: PurposeMap.Target) -> [ConsentStatement] {
    var record = record
    record.identifier = record.identifier.map { links.spelled(Self.value($0, target), target) }
    guard !table.isEmpty else { return [record] }
    if let identifier = record.identifier { return [ended(record, target, about: values([identifier], target))] }
    let isNamed = [true, false].contains {
      table.earliest(of: record, target, about: [.anyNamed], isExpiry: $0) != nil
    }
    let matching = isNamed ? links.matching(target) : []
    guard !matching.isEmpty else { return [ended(record, target, about: [.unnamed])] }
    return matching.map { link in
      var part = record
      part.identifier = link.names.first
      return ended(part, target, about: values(link.names, target))
    }
  }

  /// The values in ends that may concern something with these names: none, another spelling, or a number of which only
  /// the last digits are known, may be meant too.
  private func values(_ names: [String], _ target: PurposeMap.Target) -> [ConsentEndTable.Value] {
    guard !names.isEmpty else { return [.unnamed, .anyNamed] }
    var values = Set(names.flatMap(links.namesOfOne))
    for name in names {
      guard target.kind == .phone, NormalText.isObfuscated(phone: name) else {
        values.formUnion(table.spellings(of: name, target.kind))
        continue
      }
      let end = NormalText.shownEnd(ofPhone: name)
      values.formUnion(table.phones.filter { $0.hasSuffix(end) })
    }
    return [.unnamed] + values.map { .named($0) }
  }

  private func ended(
    _ record: ConsentStatement, _ target: PurposeMap.Target, about values: [ConsentEndTable.Value]
  ) -> ConsentStatement {
    var record = record
    if let expiry = table.earliest(of: record, target, about: values, isExpiry: true) {
      record.expiresAt = record.expiresAt.map { min($0, expiry.time) } ?? expiry.time
    }
    if let end = table.earliest(of: record, target, about: values, isExpiry: false),
      record.withdrawnAt.map({ end.time < $0 }) ?? true
    {
      record.withdrawnAt = end.time
      record.withdrawalRef = end.ref
    }
    return record
  }

  /// When consent to each purpose was first given under each id.
  private static func given(_ records: [ConsentStatement]) -> [String: [String: Int64]] {
    var given: [String: [String: Int64]] = [:]
    for record in records where record.isGiven {
      guard let id = record.consentID else { continue }
      let known = given[id]?[record.purpose] ?? .max
      given[id, default: [:]][record.purpose] = min(known, record.givenAt)
    }
    return given
  }

  /// The time of the latest consent that a statement can end.
  private static func reach(of statement: ConsentStatement, at time: Int64) -> Int64 {
    switch ConsentState(rawValue: statement.state) {
    // An expiry does not end consent that was renewed before it.
    case .expired: min(statement.givenAt, time)
    // A row that ends at the moment at which the next one begins must not end the next one.
    default: statement.givenAt < time ? time - 1 : time
    }
  }

  private static func includes(_ wide: PurposeMap.Target, _ narrow: PurposeMap.Target) -> Bool {
    wide.kind == narrow.kind && (wide.provider == nil || wide.provider == narrow.provider)
  }

  private static func overlap(_ left: PurposeMap.Target, _ right: PurposeMap.Target) -> Bool {
    includes(left, right) || includes(right, left)
  }

  /// What an end names; nil for a text that nobody can compare, with which any number or address may be meant.
  private static func named(_ identifier: String, _ target: PurposeMap.Target, _ links: ConsentLinks) -> String? {
    let isOfContacts = target.kind == .phone || target.kind == .email
    let isClear = !isOfContacts || SpelledValue.isOne(identifier) || links.names(identifier)
    return isClear ? value(identifier, target) : nil
  }

  /// A number without its plus, for a phone.
  private static func value(_ identifier: String, _ target: PurposeMap.Target) -> String {
    target.kind == .phone && identifier.allSatisfy(\.isNumber) ? NormalText.phone(identifier) : identifier
  }
}
