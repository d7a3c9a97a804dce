import History
import Reporting
import Storage
import Vocabulary

extension Report.TrendPoint {
  /// Nil where the store does not know the run's counts.
  init?(_ run: RunRecord) {
    guard let counts = run.counts, let outcome = Outcome(rawValue: run.outcome) else { return nil }
    self.init(
      run: run.id, asOf: run.asOf, outcome: outcome, fail: counts.fail, inconclusive: counts.inconclusive,
      new: counts.new, resolved: counts.resolved)
  }

}

extension [Report.TrendPoint] {
  /// Those of the last 30 runs before one with these settings.
  static func before(_ settings: AuditSettings, in store: Connection) throws -> Self {
    try RunHistory.trend(of: settings.project, asOf: settings.asOf, limit: 30, in: store).compactMap {
      Report.TrendPoint($0)
    }
  }
}
