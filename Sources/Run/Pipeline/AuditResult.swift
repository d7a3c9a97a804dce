package import Reporting

/// What a completed audit left behind.
package struct AuditResult: Sendable {
  /// As written, with personal data as configured.
  package var report: Report
  package var exitStatus: Int32
  package var reportFolder: String
  package var passes: [PassTimer.Pass]
  /// The numbers of the runs of which `history.keep` removed the reports and findings, in order.
  package var removedRuns: [Int64]
}
