import Reporting
import Vocabulary

extension AuditResult {
  /// The arguments of the command that shows the evidence of the most serious failure that is not waived; nil where
  /// there is none, or where the store does not have it.
  package var explanation: [String]? {
    // The report has the most severe first.
    guard let store, let worst = report.findings.first(where: { $0.verdict == .fail && $0.waiver == nil }) else {
      return nil
    }
    let usual = try? Configuration.read(nil).store
    return ["explain", worst.id] + (store == usual ? [] : ["--store", store])
  }
}
