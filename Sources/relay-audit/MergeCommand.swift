import ArgumentParser
import CMemory
import Run

struct MergeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Bring the parts of a run that was judged in shards together: reports, store and ledger.",
    discussion: """
      Takes the parts of all shards, the folder of records that they are of (--records), the sums by which they judged \
      (--sums), and the options of `audit`. Reports, store and exit status are those of one audit of the same inputs. \
      With --counts it adds the counts of all shards, and writes the sums. docs/scale.md describes the steps.
      """)

  @OptionGroup var audit: AuditCommand

  var output: OutputOptions { audit.output }

  func validate() throws {
    if audit.shard.shard != nil { throw ValidationError("--shard is for `audit`.") }
    if audit.records == nil { throw ValidationError("merge needs --records.") }
    if audit.shard.sums == nil { throw ValidationError("merge needs --sums.") }
    if audit.inputs.input.isEmpty { throw ValidationError("merge needs the parts of all shards.") }
    if audit.views != nil {
      throw ValidationError("--views is not for `merge`, which has no records: audit the same inputs without shards.")
    }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    // Both take effect only before the first thread that allocates and the first use of SQLite.
    relay_use_two_heaps()
    relay_count_no_sqlite_memory()
    var options = audit.options
    let parts = options.inputs
    options.inputs = []
    // The validation has required both.
    let (folder, sums) = (audit.records ?? "", audit.shard.sums ?? "")
    if audit.shard.counts {
      try Merge.addCounts(of: parts, in: folder, to: sums, options)
      return .success
    }
    return try audit.show(Merge.run(parts, in: folder, by: sums, options, diagnostics: diagnostics))
  }
}
