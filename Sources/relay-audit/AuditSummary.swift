import ArgumentParser
import Reporting
import Run
import Vocabulary

/// What `audit` prints: the verdict first, then the counts, then what to do next. What is zero on most nights has no
/// line.
struct AuditSummary {
  private let report: Report
  private let page: String
  private let explanation: [String]?
  private let removedRuns: [Int64]

  init(_ result: AuditResult) {
    report = result.report
    page = result.page
    explanation = result.explanation
    removedRuns = result.removedRuns
  }

  var lines: [String] {
    [report.verdictSentence] + report.gate.reasons.map { "  \($0)" } + [population, verdicts, findings]
      + [remembered, waivers].compactMap { $0 } + notes + sources + [removed].compactMap { $0 }
      + [report.ledger.map { "Ledger: \($0.head)" }].compactMap { $0 } + ["Report: \(page)"] + next
  }

  /// Of the first line. A pass that is not a plain one is not green.
  var colour: Colour {
    switch report.gate.outcome {
    case .pass: report.passQualification == nil ? .green : .yellow
    case .fail: .red
    case .incomplete: .yellow
    }
  }

  private var next: [String] {
    explanation.map { ["To see the evidence of the most serious finding:", "  " + ShellCommand.text($0)] } ?? []
  }

  private var population: String {
    let population = report.population
    let unknown = population.anonymityUnknown > 0 ? " (unknown for \(population.anonymityUnknown.grouped))" : ""
    return "Audited: \(Counted.text(population.accounts, "account")), \(population.appleAccounts.grouped) with Apple, "
      + "\(population.anonymizedAccounts.grouped) anonymized\(unknown); \(Counted.text(population.links, "link")); "
      + "\(Counted.text(population.deletionRequests, "deletion request"))."
  }

  private var verdicts: String {
    var counts = Verdict.allCases.map { verdict in
      "\(report.rules.reduce(0) { $0 + $1.counts.count(of: verdict) }.grouped) \(verdict.rawValue)"
    }
    let waived = report.rules.reduce(0) { $0 + $1.counts.waived }
    if waived > 0 { counts.append("\(waived.grouped) waived") }
    return "Verdicts: \(counts.joined(separator: ", "))."
  }

  private var findings: String {
    let all = report.findings.count
    // All are new then, which says nothing. Later runs may be there, or runs under another name of the project.
    guard report.run.previousRun != nil else {
      return "Findings: \(all == 0 ? "none" : "\(all.grouped)"), with no earlier run to compare with."
    }
    let new = report.findings.tally.new
    let left = report.gate.carried
    let carried =
      left > 0 ? ", \(left.grouped) carried over because \(left == 1 ? "it" : "they") could not be judged again" : ""
    let causes = ResolutionCause.allCases.compactMap { cause in
      let count = report.resolved.count { $0.cause == cause }
      return count > 0 ? "\(count.grouped) \(cause.rawValue.replacing("-", with: " "))" : nil
    }
    let why = causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))"
    let open = all == 0 ? "none" : "\(all.grouped), of which \(new.grouped) new\(carried)"
    let turned = report.turnedSentence.map { " " + $0 } ?? ""
    return "Findings: \(open); \(report.resolved.count.grouped) resolved\(why).\(turned)"
  }

  private var remembered: String? {
    let kinds = report.coverage.filter { $0.remembered > 0 }.map { "\($0.kind) (\($0.remembered.grouped))" }
    return kinds.isEmpty ? nil : "Remembered from earlier runs: \(kinds.joined(separator: ", "))."
  }

  /// Those that ask for something.
  private var waivers: String? {
    let states: [Report.WaiverState] = [.expiring, .expired, .unused, .unknown, .notYet]
    let counts = states.compactMap { state in
      let count = report.waivers.count { $0.state == state }
      return count > 0 ? "\(count.grouped) \(state.rawValue.replacing("-", with: " "))" : nil
    }
    return counts.isEmpty ? nil : "Waivers: \(counts.joined(separator: ", "))."
  }

  /// What the configuration disables, and what the comparison with earlier nights rests on.
  private var notes: [String] {
    let codes: Set = [
      "no-baseline", "baseline-run", "baseline-stale", "project-new", "run-is-history", "run-before-removed",
      "forgotten", "forgotten-back", Report.cutCode, Report.disabledCode,
    ]
    return report.limits.filter { codes.contains($0.code ?? "") }.map(\.text)
  }

  private var sources: [String] {
    var lines: [String] = []
    let superseded = report.sources.filter(\.superseded).map(\.path)
    if !superseded.isEmpty {
      let rest = superseded.count > 3 ? " and \(superseded.count - 3) more" : ""
      lines.append(
        "Not read, because other copies supersede them: \(superseded.prefix(3).joined(separator: ", "))\(rest).")
    }
    let unrecognised = report.sources.count { $0.kind == nil && !$0.superseded }
    if unrecognised > 0 {
      let were = unrecognised == 1 ? "was" : "were"
      lines.append("\(unrecognised) of \(Counted.text(report.sources.count, "file")) \(were) not recognised.")
    }
    return lines
  }

  private var removed: String? {
    guard let first = removedRuns.first, let last = removedRuns.last else { return nil }
    let runs =
      switch removedRuns.count {
      case 1: "run \(first)"
      case ...5: "runs \(removedRuns.map(String.init).joined(separator: ", "))"
      default: "\(removedRuns.count) runs, from run \(first) to run \(last)"
      }
    return "Removed by `history.keep`: the reports and findings of \(runs)."
  }
}

extension AuditResult {
  /// Prints the summary.
  ///
  /// - Returns: the run's exit status.
  func show(isQuiet: Bool) throws(UserError) -> ExitCode {
    // Cron mails what is printed: nothing on a good night.
    guard !isQuiet || exitStatus != 0 else { return .success }
    let summary = AuditSummary(self)
    do {
      try StandardOutput.write(lines: summary.lines, first: summary.colour)
    } catch {
      var error = error
      error.remedy = "the audit is complete, and its reports are in \(reportFolder)"
      throw error
    }
    return ExitCode(exitStatus)
  }
}
