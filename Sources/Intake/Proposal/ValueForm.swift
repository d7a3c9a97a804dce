import Timestamps

/// What a value looks like. One value may have several forms: a number is a count or a time.
enum ValueForm: Hashable {
  case email, phone, appleSub, sha256, firebaseUID, httpStatus, number, bool
  /// A date and time with a zone, or an object that databases write for one.
  case zonedTime
  case unzonedTime
  case date
  /// A time that is written as nothing here reads it: `11/04/2026 3 PM`.
  case otherTime
  case epoch(TimeUnit)

  var isTime: Bool {
    switch self {
    case .zonedTime, .unzonedTime, .date, .otherTime, .epoch: true
    default: false
    }
  }

  /// Of a text, or of a number or bool as it is written.
  static func forms(of text: String) -> Set<ValueForm> {
    let bytes = text.utf8
    if bytes.allSatisfy(\.isDigit), !bytes.isEmpty { return forms(ofDigits: text) }
    if ["true", "false"].contains(text.lowercased()) { return [.bool] }
    if isEmail(text) { return [.email] }
    if isAppleSub(text) { return [.appleSub] }
    if let time = time(text) { return [time] }
    if bytes.first == UInt8(ascii: "+"), bytes.dropFirst().allSatisfy({ $0.isDigit || " -()".utf8.contains($0) }),
      (7...15).contains(bytes.count(where: \.isDigit))
    {
      return [.phone]
    }
    if bytes.count == 64, bytes.allSatisfy({ $0.isDigit || (97...102).contains($0) }) { return [.sha256] }
    if bytes.count == 28, bytes.allSatisfy({ $0.isDigit || (97...122).contains($0 | 0x20) }) { return [.firebaseUID] }
    return []
  }

  private static func forms(ofDigits text: String) -> Set<ValueForm> {
    guard let number = Int64(text) else { return [.number] }
    var forms: Set<ValueForm> = [.number]
    if (100...599).contains(number), text.utf8.count == 3 { forms.insert(.httpStatus) }
    if let unit = unit(of: number) { forms.insert(.epoch(unit)) }
    return forms
  }

  /// The one unit in which the number is a time of the years 2000 to 2099.
  private static func unit(of number: Int64) -> TimeUnit? {
    TimeUnit.allCases.first { unit in
      unit.milliseconds(number).map { (946_684_800_000..<4_102_444_800_000).contains($0) } ?? false
    }
  }

  private static func time(_ text: String) -> ValueForm? {
    guard (8...48).contains(text.utf8.count), text.utf8.contains(where: \.isDigit) else { return nil }
    if Timestamp(rfc3339: text) != nil { return .zonedTime }
    if let written = WrittenTime(text) { return written.offset == nil ? .unzonedTime : .zonedTime }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) {
      return Int64(parts[0]).flatMap(unit).map { .epoch($0) }
    }
    if text.utf8.count == 10, WrittenTime(text + "T00:00:00Z") != nil { return .date }
    return isOtherTime(text) ? .otherTime : nil
  }

  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Numbers with slashes or dots, or the name of a month, and little besides.
  private static func isOtherTime(_ text: String) -> Bool {
    let words = NameWords.of(text)
    let numbers = words.count { $0.utf8.allSatisfy(\.isDigit) }
    guard numbers >= 2, words.count <= 9 else { return false }
    if words.contains(where: { months.contains(String($0.prefix(3))) }) { return true }
    let first = text.split { $0 == " " || $0 == "T" || $0 == "," }.first ?? ""
    for mark in ["/", ".", "-"] where first.split(separator: mark).count == 3 {
      return first.utf8.allSatisfy { $0.isDigit || mark.utf8.contains($0) } && first.utf8.count <= 10
    }
    return false
  }

  private static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && !text.utf8.contains { $0 <= 32 || "<>\",;".utf8.contains($0) }
  }

  private static func isAppleSub(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 6 && parts[1].count == 32 && parts[2].count == 4
  }
}
