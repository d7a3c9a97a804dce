import ArgumentParser
import Run

struct AuditCommand: WholeRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Audit files and folders, and write reports.",
    discussion: """
      Prints a summary: the gate's decision, which is also the exit status, and where to read on. `relay-audit --help` \
      lists the exit statuses.
      """)

  @OptionGroup var inputs: InputOptions

  @OptionGroup var whole: WholeRunOptions

  @OptionGroup var judging: JudgingOptions

  @OptionGroup(title: "Shards") var shard: ShardOptions

  @OptionGroup var output: OutputOptions

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    Allocation.prepare()
    let options = auditOptions
    if let request = try shardRequest {
      let result = try ShardAudit.run(options, request, diagnostics: diagnostics)
      try output.quiet ? () : StandardOutput.write(lines: [text(of: result, request)])
      return .success
    }
    do {
      return try Audit.run(options, diagnostics: diagnostics).show(isQuiet: output.quiet)
    } catch let error as UserError {
      throw withMeantCommand(error)
    }
  }

  /// Nil where no shard is to be judged.
  private var shardRequest: ShardAudit.Request? {
    get throws(UserError) {
      guard let lines = shard.shard, let number = shard.number, let part = shard.part else {
        guard !shard.counts, shard.sums == nil else {
          throw UserError(.usage, "--counts and --sums need --shard", remedy: "name the file of the shard's lines")
        }
        return nil
      }
      if whole.views != nil {
        throw UserError(
          .usage, "--views is not for shards", remedy: "audit the same inputs without shards, or leave it out")
      }
      guard let records = whole.records else {
        throw UserError(.usage, "--shard needs --records", remedy: "name the folder that the lines are of")
      }
      return ShardAudit.Request(
        folder: records, lines: lines, number: number.number, count: number.count, part: part, sums: shard.sums)
    }
  }

  private func text(of result: ShardAudit.Result, _ request: ShardAudit.Request) -> String {
    let read = "\(Counted.text(result.records, "record")) and \(Counted.text(result.state, "line")) of state"
    let found = request.sums == nil ? "" : ", \(Counted.text(result.findings, "finding"))"
    return "shard \(request.number) of \(request.count): \(read)\(found)"
  }

  /// A command's misspelt name is taken for a file, since `audit` is what the program does where none is named.
  private func withMeantCommand(_ error: UserError) -> UserError {
    guard error.status == .noSuchInput, let word = inputs.input.first, CommandLine.arguments.dropFirst().first == word,
      let command = NearestName.to(word, among: RelayAudit.commandNames)
    else { return error }
    var error = error
    error.remedy = "did you mean `\(Program.name) \(command)`?"
    return error
  }
}
