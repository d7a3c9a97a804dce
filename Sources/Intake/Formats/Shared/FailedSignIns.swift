import Evidence

/// Finds records of sign-ins that failed: nobody signed in.
struct FailedSignIns {
  /// By the names of fields: logs have the same ones in each record.
  private var signs: [String: FailureSigns.Sign?] = [:]
  private static let limit = 1000

  /// Whether a field says so.
  ///
  /// - Parameter value: reads the field's plain value; nil where it has none.
  mutating func says(_ name: String, _ value: () -> String?) -> Bool {
    guard let sign = sign(of: name), let text = value() else { return false }
    return FailureSigns.saysFailed(text, sign)
  }

  /// The name of the field that says so; nil where none does.
  mutating func field(of record: RecordFields) -> String? {
    record.field { says($0, $1) }
  }

  static func reason(_ name: String) -> String { "`\(name)` says that the sign-in failed" }

  private mutating func sign(of name: String) -> FailureSigns.Sign? {
    if let known = signs[name] { return known }
    let sign = FailureSigns.ofSignIn(name)
    if signs.count < Self.limit { signs[name] = .some(sign) }
    return sign
  }
}
