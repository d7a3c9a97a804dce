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

  private static let flags = TellingWords.set("dryrun simulated testmode")
  private static let modes = TellingWords.set("mode runmode executionmode jobmode")
  private static let environments = TellingWords.set(
    "env environment envname environmentname deploymentenvironment deployenv nodeenv appenv railsenv")

  private static let trials = TellingWords.set("dry dryrun simulate simulated simulation test testing mock mocked noop")
  private static let places = TellingWords.set(
    "staging stage stg test testing dev develop development sandbox qa uat localhost preprod preproduction")
  private static let denials = TellingWords.set("no not non without")

  /// - Parameter name: without marks between its words, in lower case.
  static func sign(of name: String) -> Sign? {
    if flags.contains(name) || name.hasPrefix("is") && flags.contains(String(name.dropFirst(2))) { return .flag }
    if modes.contains(name) { return .mode }
    return environments.contains(name) ? .environment : nil
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
