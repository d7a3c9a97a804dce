import Evidence
import Timestamps

/// The fields of one flat record by our names, with the checks that all kinds share.
struct FieldSet {
  private let columns: [String]
  /// The slot after the one read last. Fields are mostly read in the order of the columns, which saves look-ups by
  /// name.
  private var next = 0
  var values: [FieldValue]
  var detail: [String: String] = [:]
  private let timeRange: ClosedRange<Int64>
  private let timeForm: TimeForm
  private(set) var timeUnits: [TimeUnit] = []

  init(columns: [String], timeRange: ClosedRange<Int64>, timeForm: TimeForm) {
    self.columns = columns
    values = Array(repeating: .absent, count: columns.count)
    self.timeRange = timeRange
    self.timeForm = timeForm
  }

  func slot(_ name: String) -> Int? { columns.firstIndex(of: name) }

  private mutating func value(_ name: String) -> FieldValue {
    let isNext = next < columns.count && columns[next] == name
    guard let slot = isNext ? next : slot(name) else {
      assertionFailure("`\(name)` is read, and not declared as a column")
      return .absent
    }
    next = slot + 1
    return values[slot]
  }

  mutating func text(_ name: String) throws(RecordRejection) -> String? {
    try Self.text(of: value(name), name)
  }

  private static func text(of value: FieldValue, _ name: String) throws(RecordRejection) -> String? {
    if value.isAbsent { return nil }
    guard let text = value.string else { throw notText(value, name) }
    if case .text(let bytes) = value, bytes.hasNUL { throw FieldError.holdsNUL(name) }
    return text
  }

  /// The texts of a list, or the one that stands in place of it. An empty list is rejected, since it would be read as
  /// if it were not there.
  mutating func texts(_ name: String) throws(RecordRejection) -> [String] {
    let value = self.value(name)
    guard case .list(let list) = value else { return try Self.text(of: value, name).map { [$0] } ?? [] }
    var elements: [FieldValue] = []
    list.forEachElement { elements.append(FieldValue($0)) }
    var texts: [String] = []
    for element in elements {
      guard let text = try Self.text(of: element, name) else { throw FieldError.notText(name) }
      texts.append(text)
    }
    guard !texts.isEmpty else { throw FieldError.notText(name) }
    return texts
  }

  /// Ids, numbers and names that are numbers come as whole ones.
  static func notText(_ value: FieldValue, _ name: String) -> RecordRejection {
    if case .real = value { FieldError.decimal(name) } else { FieldError.notText(name) }
  }

  /// The text of a column that may have a number: of a phone, or by which somebody is known.
  mutating func number(_ name: String) throws(RecordRejection) -> String? {
    guard let text = try text(name) else { return nil }
    return try PhoneText.checked(text, name)
  }

  mutating func requiredText(_ name: String) throws(RecordRejection) -> String {
    guard let text = try text(name) else { throw FieldError.missing(name) }
    return text
  }

  mutating func bool(_ name: String) throws(RecordRejection) -> Bool? {
    switch value(name) {
    case .absent: return nil
    case .bool(let value): return value
    case .integer(0): return false
    case .integer(1): return true
    case let value:
      switch value.string?.lowercased() {
      case "true", "1": return true
      case "false", "0": return false
      default:
        throw RecordRejection(
          """
          `\(name)`\(Self.shown(value, name)) neither true nor false; say under `values` in the configuration what \
          it means
          """
        )
      }
    }
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(RecordRejection) -> Choice? where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text.lowercased()) else {
      let allowed = Choice.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw RecordRejection("`\(name)`\(Self.shown(.constant(text), name)) not one of \(allowed)")
    }
    return choice
  }

  /// What clients log in place of a status where no answer came.
  static let noStatus: Set = ["0", "000", "-1"]

  /// Nil for none; 0 where the record says that no answer came.
  mutating func httpStatus(_ name: String) throws(RecordRejection) -> Int? {
    guard let text = try text(name) else { return nil }
    if Self.noStatus.contains(text) { return 0 }
    guard let status = CallWords.status(text), (100...599).contains(status) else {
      throw RecordRejection("`\(name)`\(Self.shown(.constant(text), name)) not an HTTP status from 100 to 599")
    }
    return status
  }

  /// ` is ` and the value, if it can be shown.
  private static func shown(_ value: FieldValue, _ name: String) -> String {
    value.string.map { " is \(ShownValue.refused($0, of: name)), which is" } ?? " is"
  }

  mutating func requiredTime(_ name: String) throws(RecordRejection) -> Timestamp {
    guard let time = try time(name) else { throw FieldError.missing(name) }
    return time
  }

  mutating func time(_ name: String) throws(RecordRejection) -> Timestamp? { try time(name, in: timeRange) }

  /// A time that may lie in the future.
  mutating func end(_ name: String) throws(RecordRejection) -> Timestamp? {
    if TimeText.isForever(value(name)) { return nil }
    return try time(name, in: timeRange.lowerBound...IntakeOptions.lastEnd)
  }

  private mutating func time(_ name: String, in range: ClosedRange<Int64>) throws(RecordRejection) -> Timestamp? {
    let value = self.value(name)
    if value.isAbsent { return nil }
    let (time, unit) = try TimeText.read(value, name, timeForm, in: range)
    if !timeUnits.contains(unit) { timeUnits.append(unit) }
    return Timestamp(milliseconds: time)
  }

  mutating func subject() throws(RecordRejection) -> Subject {
    let subject = Subject(
      tenant: try text("tenant"), uid: try number("uid"), email: try text("email"), phone: try number("phone"),
      appleSub: try text("apple_sub"), emailSHA256: try text("email_sha256").map { $0.lowercased() },
      isPrivateEmail: try bool("is_private_email"))
    if let hash = subject.emailSHA256, !HashedIdentity.isSHA256(hash) {
      throw RecordRejection("`email_sha256` is not 64 hexadecimal digits")
    }
    return subject
  }

  /// An address that is none names nobody, unless another name stands beside it.
  static func requireAddress(of subject: Subject) throws(RecordRejection) {
    let others = [subject.uid, subject.appleSub, subject.emailSHA256, subject.phone]
    guard others.allSatisfy({ $0 == nil }), let email = subject.email else { return }
    guard AddressText.isPlain(email) else { throw FieldError.notAddress("email") }
  }

  mutating func requiredSubject() throws(RecordRejection) -> Subject {
    let subject = try subject()
    guard !subject.isEmpty else {
      throw RecordRejection(
        "no person is named: one of `uid`, `email`, `phone`, `apple_sub`, `email_sha256` is required")
    }
    try Self.requireAddress(of: subject)
    return subject
  }
}
