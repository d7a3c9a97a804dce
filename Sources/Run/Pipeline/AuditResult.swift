package import Reporting

/// What a completed audit left behind.
package struct AuditResult: Sendable {
  /// As written, with personal data as configured.
  package var report: Report
  package var exitStatus: Int32
  package var reportFolder: String
  /// What a person reads first: `report.html`, or the folder where no such file was written.
  package var page: String
  /// The store that has the run; nil of a run that left nothing behind but its reports.
  package var store: String?
  package var passes: [PassTimer.Pass]
  /// The numbers of the runs of which `history.keep` removed the reports and findings, in order.
  package var removedRuns: [Int64]
}
