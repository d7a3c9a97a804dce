import ArgumentParser

/// What `--jobs` means, for the commands that have it.
enum Jobs {
  static let help = ArgumentHelp(
    """
    How many threads share the work, at least 1 (default: one per core). A few more wait for files, the store and \
    signals.
    """, valueName: "count")

  static func check(_ jobs: Int?) throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }
}
