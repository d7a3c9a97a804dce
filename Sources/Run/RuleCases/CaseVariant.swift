import Timestamps

/// A change to a case that must not change any verdict.
enum CaseVariant: String, CaseIterable {
  case plain = "as it stands"
  case reversed = "records in another order"
  case renamed = "files with other names"
  case otherZone = "times in another zone"
  case upperCase = "addresses in capitals"
  case table = "CSV for NDJSON"
  case unrelatedAccount = "an unrelated account added"
  case irrelevantFile = "an irrelevant file added"
  case extracted = "records by way of extract"
  case apart = "people who share no name judged apart"

  static let unrelatedUID = "unrelated-account"

  var isTable: Bool { self == .table }
  var hasIrrelevantFile: Bool { self == .irrelevantFile }
  /// Whether records stand where they do in the case as it stands.
  var keepsPlaces: Bool { [.plain, .extracted, .apart].contains(self) }

  /// What to do where this variant alone comes out otherwise; nil where the difference says it.
  var remedy: String? {
    guard self == .apart else { return nil }
    return """
      a verdict rests on records of other people, whom another shard may judge: keep the query to records that share a \
      name with its subject, or declare `witnesses` (docs/contract.md, section 6.5)
      """
  }

  func fileName(_ name: String) -> String {
    // Reading goes by path: the kinds change places.
    self == .renamed ? "\(String(name.reversed()).prefix(12).hashOfCharacters)-\(name)" : name
  }

  /// The name before `fileName` changed it.
  func originalName(_ object: String) -> String {
    if self == .table, object.hasSuffix(".csv") { return object.dropLast(4) + ".ndjson" }
    guard self == .renamed, let dash = object.firstIndex(of: "-"), UInt32(object[..<dash]) != nil else { return object }
    return String(object[object.index(after: dash)...])
  }

  func order(_ records: [RuleCase.Record]) -> [RuleCase.Record] {
    self == .reversed ? records.reversed() : records
  }

  var unrelatedAccounts: [RuleCase.Record] {
    guard self == .unrelatedAccount else { return [] }
    return [
      [
        .init(name: "uid", value: .text(Self.unrelatedUID)),
        .init(name: "email", value: .text("unrelated@example.org")),
        .init(name: "created_at", value: .text("2025-01-01T00:00:00Z")),
        .init(name: "credentials", value: .list([])),
      ]
    ]
  }

  func record(_ record: RuleCase.Record) -> RuleCase.Record {
    record.map { field in
      var field = field
      switch field.value {
      case .text(let text): field.value = .text(changed(text))
      case .list(let items): field.value = .list(items.map { self.record($0) })
      case .object(let record): field.value = .object(self.record(record))
      default: break
      }
      return field
    }
  }

  private func changed(_ text: String) -> String {
    switch self {
    case .otherZone: Timestamp(rfc3339: text).map(Self.inKolkata) ?? text
    case .upperCase: text.contains("@") && !text.contains(" ") ? Self.inCapitals(text) : text
    default: text
    }
  }

  /// Of an address, ASCII letters alone may change their case.
  private static func inCapitals(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 }, as: UTF8.self)
  }

  /// The same moment at +05:30.
  private static func inKolkata(_ time: Timestamp) -> String {
    let shifted = (time + .minutes(330)).rfc3339
    return String(shifted.dropLast()) + "+05:30"
  }
}

extension StringProtocol {
  /// A number that depends on every character, the same in every run.
  fileprivate var hashOfCharacters: UInt32 {
    utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
