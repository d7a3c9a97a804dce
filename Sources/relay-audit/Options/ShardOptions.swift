import ArgumentParser
import Run

/// Options of a run that is judged in parts (docs/scale.md).
struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Judge one shard: the lines of one part of the people, from this file or standard input (`-`). Needs --records.",
      valueName: "file"))
  var shard: String?

  @Option(
    name: .customLong("shard-number"),
    help: ArgumentHelp("Which shard it is, counted from 0, and of how many, such as 3/16.", valueName: "number"))
  var number: ShardNumber?

  @Option(help: ArgumentHelp("The file to write what the shard comes to, for `merge`.", valueName: "file"))
  var part: String?

  @Option(help: ArgumentHelp("The sums of all shards, by which each judges.", valueName: "file"))
  var sums: String?

  @Flag(help: "Count, and judge nothing: the first of two rounds.")
  var counts = false

  func validate() throws {
    guard shard != nil else {
      if number != nil || part != nil { throw ValidationError("--shard-number and --part need --shard.") }
      return
    }
    if number == nil || part == nil { throw ValidationError("--shard needs --shard-number and --part.") }
    if counts == (sums != nil) { throw ValidationError("--shard needs either --counts or --sums.") }
  }
}

/// The value of `--shard-number`.
struct ShardNumber: ExpressibleByArgument {
  /// From 0.
  let number: Int
  let count: Int

  /// So many that a number is a mistake beyond it.
  private static let most = 100_000

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], (1...Self.most).contains(count),
      (0..<count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }
}
