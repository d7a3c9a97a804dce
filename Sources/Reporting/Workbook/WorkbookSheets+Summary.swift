import Timestamps
import Vocabulary

extension WorkbookSheets {
  /// What was decided, the totals, and what the workbook does not hold.
  var summary: [(String, Cell)] {
    var rows: [(String, Cell)] = [("Verdict", .text(report.verdictSentence))]
    rows += report.gate.reasons.map { ("Reason", .text($0)) }
    rows += whatIsCut.map { ("Left out", .text($0)) }
    rows += decision + totals + run
    rows += report.rules.filter { !$0.evaluated }.map {
      ("Not evaluated", .text([$0.id, $0.notEvaluated].compactMap(\.self).joined(separator: ": ")))
    }
    return rows + report.limits.map { ("Not proven", .text($0.text)) }
  }

  private var whatIsCut: [String] {
    var sentences: [String] = []
    if report.findings.count > rowLimit {
      sentences.append(
        """
        The sheet Findings has the first \(HTMLText.number(rowLimit)) of \
        \(HTMLText.number(report.findings.count)) findings, the worst, because a sheet has no more rows. All are in \
        findings.csv (--format csv).
        """)
    }
    switch report.flagged {
    case nil: sentences.append("The sheet Flagged is empty: the accounts were not kept with this report.")
    case let flagged? where !flagged.holdsAll:
      sentences.append(
        """
        The sheet Flagged has the first \(HTMLText.number(flagged.first.count)) of \
        \(HTMLText.number(flagged.count)) accounts. All are in flagged-accounts.csv.
        """)
    default: break
    }
    return sentences
  }

  private var decision: [(String, Cell)] {
    let gate = report.gate
    return [
      ("Outcome", .text(gate.outcome.rawValue)), ("Exit status", .number(gate.exitStatus)),
      ("Fails at", .text(gate.failOn.name)), ("Scope", .text(gate.scope.rawValue)),
      ("Findings that fail the gate", .number(gate.failing)),
      ("Without waivers", .number(gate.failingWithoutWaivers)),
    ]
  }

  private var totals: [(String, Cell)] {
    let (tally, population) = (report.findings.tally, report.population)
    let counts = tally.total
    return [
      ("Findings", .number(report.findings.count)), ("fail", .number(counts.fail)),
      ("inconclusive", .number(counts.inconclusive)), ("pending", .number(counts.pending)),
      ("manual", .number(counts.manual)), ("waived", .number(counts.waived)),
      ("new", .number(tally.new)),
      ("existing", .number(tally.existing)),
      ("carried", .number(tally.carried)),
      ("Resolved since the previous run", .number(report.resolved.count)),
      ("Verdicts that pass", .number(report.rules.reduce(0) { $0 + $1.counts.pass })),
      ("Rules", .number(report.rules.count)),
      ("Rules not evaluated", .number(report.rules.count { !$0.evaluated })),
      ("Accounts", .number(population.accounts)), ("Apple accounts", .number(population.appleAccounts)),
      ("Anonymized accounts", .number(population.anonymizedAccounts)),
      ("Anonymity unknown", .number(population.anonymityUnknown)), ("Links", .number(population.links)),
      ("Deletion requests", .number(population.deletionRequests)),
    ]
  }

  private var run: [(String, Cell)] {
    let run = report.run
    return [
      ("Project", .text(run.project)), ("As of", .text(run.asOf.rfc3339)), ("Run", .text(run.id)),
      ("Previous run", .text(run.previousRun)), ("Started", .text(run.startedAt.rfc3339)),
      ("Finished", .text(run.finishedAt.rfc3339)), ("Tool", .text("\(run.tool.name) \(run.tool.version)")),
      ("Host", .text(run.host)), ("User", .text(run.user)), ("Configuration SHA-256", .text(run.configSHA256)),
      ("Rules SHA-256", .text(run.rulesSHA256)), ("Ledger", .text(report.ledger?.head)),
    ]
  }
}
