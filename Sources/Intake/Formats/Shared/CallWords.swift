/// The words by which logs say whether a call came off.
enum CallWords {
  /// Names of what is true or false.
  static let successes: Set = ["success", "succeeded", "ok"]
  /// The same, by what was to be done.
  static let deeds = TellingWords.set("executed performed completed done")
  /// Names of what was answered: an HTTP status, or the word for one.
  static let answers = TellingWords.set(
    "statuscode responsecode responsestatus resultcode httpcode httpstatus httpstatuscode")
  /// Values of what names the result.
  static let failures: Set = ["fail", "failed", "failure", "error", "errored", "unsuccessful"]

  /// Whether an answer is an HTTP status of a failure.
  static func isFailingStatus(_ text: String) -> Bool { status(text).map { (400...599).contains($0) } ?? false }

  /// The status of `200`, and of `200 OK` and `HTTP/1.1 200 OK` as HTTP writes it.
  static func status(_ text: String) -> Int? {
    if text.hasPrefix("HTTP/"), let space = text.firstIndex(of: " ") {
      return status(String(text[text.index(after: space)...]))
    }
    let number = text.prefix { $0 != " " }
    if number.count != 3 || number.count == text.count { return Int(text) }
    // Beside a success, other words are no reason of HTTP's.
    let isSuccess = number.hasPrefix("2")
    return isSuccess && !failures.isDisjoint(with: NameWords.of(text)) ? nil : Int(number)
  }
}
