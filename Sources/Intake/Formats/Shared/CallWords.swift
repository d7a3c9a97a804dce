/// The words by which logs say whether a call came off.
enum CallWords {
  /// Names of what is true or false.
  static let successes: Set = ["success", "succeeded", "ok"]
  /// Values of what names the result.
  static let failures: Set = ["fail", "failed", "failure", "error", "errored", "unsuccessful"]
}
