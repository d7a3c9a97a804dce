import History

/// How a command names a run: its number, the beginning of its id, `last`, or `last~N`.
package struct RunReference: Hashable, Sendable {
  private let text: String

  package static let last = RunReference("last")
  package static let secondLast = RunReference("last~1")

  /// How many characters of an id are enough.
  private static let shortestPrefix = 4

  /// - Parameter text: any; one that is none of these names no run.
  package init(_ text: String) { self.text = text }

  private var mayBeOne: Bool {
    let isID = text.count >= Self.shortestPrefix && text.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == "-" }
    return Self.steps(back: text) != nil || Int64(text).map({ $0 > 0 }) == true || isID
  }

  /// `last` is 0, `last~2` is 2.
  private static func steps(back text: String) -> Int? {
    if text == "last" { return 0 }
    guard text.hasPrefix("last~"), let steps = Int(text.dropFirst(5)), steps >= 0 else { return nil }
    return steps
  }

  /// - Parameter runs: of one project, newest first. Withdrawn ones are reached by number and id alone.
  /// - Throws: `UserError` where there is none, or several.
  func find(among runs: [RunRecord]) throws -> RunRecord {
    if let steps = Self.steps(back: text) {
      let counted = runs.filter { $0.withdrawn == nil }
      guard steps < counted.count else { throw missing }
      return counted[steps]
    }
    if let number = Int64(text), let run = runs.first(where: { $0.number == number }) { return run }
    let found = text.count < Self.shortestPrefix ? [] : runs.filter { $0.id.hasPrefix(text.lowercased()) }
    guard let run = found.first else { throw missing }
    guard found.count == 1 else {
      throw UserError(
        .usage, "\(found.count) runs have ids that begin with `\(text)`",
        remedy: "give more characters of the id, or the number of the run")
    }
    return run
  }

  private var missing: UserError {
    let problem =
      mayBeOne
      ? "this project has no run `\(text)`"
      : "`\(text)` names no run: a run has a number and an id, of which four characters or more are enough, or is "
        + "`last` or `last~N`"
    return UserError(.noSuchInput, problem, remedy: "`relay-audit history` lists the project's runs")
  }
}
