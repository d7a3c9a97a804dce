import Foundation
import Storage
package import Timestamps
package import Vocabulary

/// One past run, without its report.
package struct RunRecord: Hashable, Sendable {
  package var number: Int64
  package var id: String
  package var project: String
  package var asOf: Timestamp
  package var startedAt: Timestamp
  package var finishedAt: Timestamp
  package var outcome: String
  package var accounts: Int
  /// Over older captures than those of a run before it.
  package var isOutOfOrder: Bool
  /// Why it was withdrawn; nil where it was not.
  package var withdrawn: String?
  /// Whether it comes from before the store kept `RunNotes`.
  package var isOfFirstEdition: Bool
  /// Nil until the notes of a run of the first edition are read from its report.
  package var gateScope: GateScope?
  package var failOn: FailOn?
  package var counts: RunCounts?
  /// False where `history.keep` removed its report and findings.
  package var hasReport: Bool

  /// Of the table `r`; the report, which may have megabytes, is read by itself.
  static let columns = """
    r.number, r.id, r.project, r.as_of, r.started_at, r.finished_at, r.outcome, r.accounts, r.is_history, r.withdrawn, \
    r.edition, r.gate_scope, r.fail_on, r.counts, length(r.report) > 0
    """

  /// - Parameter row: the columns of `columns`.
  init(_ row: SelectStatement) {
    number = row.integer(0)
    id = row.text(1)
    project = row.text(2)
    asOf = Timestamp(milliseconds: row.integer(3))
    startedAt = Timestamp(milliseconds: row.integer(4))
    finishedAt = Timestamp(milliseconds: row.integer(5))
    outcome = row.text(6)
    accounts = Int(row.integer(7))
    isOutOfOrder = row.flag(8)
    withdrawn = row.optionalText(9)
    isOfFirstEdition = row.integer(10) < 2
    gateScope = row.optionalText(11).flatMap(GateScope.init)
    failOn = row.optionalText(12).flatMap { FailOn($0) }
    counts = row.isNull(13) ? nil : try? JSONDecoder().decode(RunCounts.self, from: row.data(13))
    hasReport = row.flag(14)
  }

  /// As messages name it: `run 12 of 2026-11-20T06:00:00.000Z`.
  package var name: String { "run \(number) of \(asOf.readable)" }
}

/// How many verdicts and findings a run had.
package struct RunCounts: Hashable, Sendable, Codable {
  package var pass = 0
  package var fail = 0
  package var inconclusive = 0
  package var pending = 0
  package var manual = 0
  package var waived = 0
  package var new = 0
  package var resolved = 0
  package var carried = 0

  package init() {}
}
