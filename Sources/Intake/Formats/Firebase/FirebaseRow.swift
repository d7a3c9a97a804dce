import Evidence

/// The columns of the Firebase CLI's CSV, which has no header.
enum FirebaseRow {
  /// Fields of a row by version of the CLI; every row ends with a comma, so the last field is empty.
  static let widths: Set<Int> = [27, 28, 29, 53]
  static let newWidth = 53

  static let uid = 0
  static let email = 1
  static let emailVerified = 2
  static let passwordHash = 3
  static let displayName = 5
  static let photoURL = 6
  static let createdAt = 23
  static let lastSignedInAt = 24
  static let phoneNumber = 25
  static let disabled = 26
  static let customAttributes = 27
  /// Each credential has four columns: raw id, email, display name, photo.
  static let credentials: [(provider: StaticString, column: Int)] = [
    ("google.com", 7), ("facebook.com", 11), ("twitter.com", 15), ("github.com", 19), ("apple.com", 28),
    ("microsoft.com", 32), ("gc.apple.com", 36), ("playgames.google.com", 40), ("linkedin.com", 44), ("yahoo.com", 48),
  ]

  /// Whether the fields stand in their columns: a row is never read with its columns shifted.
  static func fits(_ fields: [BorrowedText]) -> Bool {
    guard widths.contains(fields.count), fields.last?.isEmpty == true, !fields[uid].isEmpty else { return false }
    return isFlag(fields[emailVerified]) && isTime(fields[createdAt]) && isTime(fields[lastSignedInAt])
      && (fields.count < 28 || isFlag(fields[disabled]))
  }

  private static func isFlag(_ field: BorrowedText) -> Bool {
    let field = field.trimmed
    return field.isEmpty || field.isEqual(to: "true") || field.isEqual(to: "false")
  }

  private static func isTime(_ field: BorrowedText) -> Bool {
    let field = field.trimmed
    return field.isEmpty || isMilliseconds(field)
  }

  /// 12 to 14 digits: from 1973 to 5138.
  static func isMilliseconds(_ field: BorrowedText) -> Bool {
    (12...14).contains(field.count) && field.allSatisfy { $0.isDigit }
  }
}
