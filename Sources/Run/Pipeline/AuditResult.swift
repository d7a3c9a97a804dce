package import Reporting

/// What a completed audit left behind.
package struct AuditResult: Sendable {
  /// As written, with personal data as configured.
  package var report: Report
  package var exitStatus: Int32
  package var reportFolder: String
  package var passes: [PassTimer.Pass]
}
