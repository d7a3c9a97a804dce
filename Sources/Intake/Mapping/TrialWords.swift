/// How columns say that a record is only a test: that nothing was done, or not in production.
enum TrialWords {
  /// How a column says it.
  enum Sign {
    /// By a yes: `dry_run`.
    case flag
    /// By how something ran: `mode: dry-run`.
    case mode
    /// By where it ran: `env: staging`.
    case environment
  }

  /// Of what was done as if.
  private static let runs = TellingWords.set("dryrun simulated simulation testmode")
  private static let flags = runs.union(TellingWords.set("test testrequest sandbox sandboxed sandboxmode"))
  private static let modes = TellingWords.set("mode runmode executionmode jobmode")
  private static let environments = TellingWords.set(
    "env environment envname environmentname deploymentenvironment deployenv nodeenv appenv railsenv")

  private static let trials = TellingWords.set("dry dryrun simulate simulated simulation test testing mock mocked noop")
  private static let places = TellingWords.set(
    "staging stage stg test testing dev develop development sandbox qa uat localhost preprod preproduction")
  private static let denials = TellingWords.set("no not non without")

  /// - Parameter name: without marks between its words, in lower case.
  static func sign(of name: String) -> Sign? {
    if isOne(name, of: flags) { return .flag }
    if modes.contains(name) { return .mode }
    return environments.contains(name) ? .environment : nil
  }

  /// Whether a column says by a yes that something was done as if.
  static func isOfRun(_ name: String) -> Bool { isOne(name, of: runs) }

  /// Whether a name is one of the words, or one with `is` before it.
  static func isOne(_ name: String, of words: Set<String>) -> Bool {
    words.contains(name) || name.hasPrefix("is") && words.contains(String(name.dropFirst(2)))
  }

  /// Whether a value of such a column says that the record is of a test.
  static func tells(_ value: String, _ sign: Sign) -> Bool {
    switch sign {
    case .flag: TellingWords.isYes(value)
    case .mode: says(value, trials)
    case .environment: says(value, places)
    }
  }

  private static func says(_ value: String, _ words: Set<String>) -> Bool {
    let found = NameWords.of(value)
    return !words.isDisjoint(with: found + NameWords.pairs(found)) && denials.isDisjoint(with: found)
  }
}
