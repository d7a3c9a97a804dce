import ArgumentParser
import Reporting
import Run
import Vocabulary

struct SampleCommand: WholeRunCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print a random sample of all that a rule judges, passes included, as CSV. Nothing is stored.",
    discussion: """
      Takes the inputs and options of `audit`, and reads and judges what that audit would. `--pii` and `--waivers` \
      bear on the rows, `--require` and `--max-rejects` on the exit status. `--out`, `--format`, `--fail-on`, \
      `--gate`, `--baseline` and `--max-inconclusive` have no effect. The subjects drawn are those whose ids have \
      the smallest HMAC-SHA256 under the seed, so the same inputs, store and seed give the same sample.

      Exit status: 0, or 2 if an audit by this rule alone would be incomplete; the sample is printed in both cases.
      """)

  @Option(help: ArgumentHelp("The rule whose verdicts to sample, such as consent/link-phone.", valueName: "id"))
  var rule: String

  @Option(help: ArgumentHelp("How many subjects to draw, at least 1.", valueName: "count"))
  var size: Int

  @Option(
    help: ArgumentHelp("Any text, chosen by the auditor, so that nobody else can choose the sample.", valueName: "text")
  )
  var seed: String

  @OptionGroup var inputs: InputOptions

  @OptionGroup var whole: WholeRunOptions

  @OptionGroup var judging: JudgingOptions

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if size < 1 { throw ValidationError("--size must be at least 1.") }
    if seed.isEmpty { throw ValidationError("--seed must not be empty.") }
  }

  func execute(_ diagnostics: Diagnostics) throws -> ExitCode {
    Allocation.prepare()
    let sample = try Audit.sample(
      AuditSample.Request(rule: rule, size: size, seed: seed), auditOptions, diagnostics: diagnostics)
    try StandardOutput.write(csv: Array(SampleCSV.bytes(sample.rows)))
    for gap in sample.gaps { diagnostics.warning(gap) }
    diagnostics.notice(summary(sample))
    return sample.gaps.isEmpty ? .success : ExitCode(2)
  }

  private func summary(_ sample: AuditSample) -> String {
    let counts = Verdict.allCases.compactMap { verdict in
      sample.counts[verdict].map { "\($0) \(verdict.rawValue)" }
    }
    let verdicts = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    let drawn =
      sample.rows.count < size
      ? "the sample has all of them, which are fewer than the \(size) asked for"
      : "the sample has \(sample.rows.count) of them, drawn with the seed `\(seed)`"
    let population = "`\(rule)` judges \(Counted.text(sample.population, "subject"))\(verdicts)"
    return sample.population == 0 ? "\(population); there is nothing to sample" : "\(population); \(drawn)"
  }
}
