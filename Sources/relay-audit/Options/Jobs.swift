import ArgumentParser

/// What `--jobs` means, for the commands that have it.
enum Jobs {
  static let help = ArgumentHelp(
    "The largest number of threads, at least 1 (default: one per core).", valueName: "count")

  static func check(_ jobs: Int?) throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1.") }
  }
}
