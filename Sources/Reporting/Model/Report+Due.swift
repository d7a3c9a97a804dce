import Timestamps
import Vocabulary

extension Report {
  /// The deadline of a finding that nobody accepted, where it is still to come: of a pending one, which fails then, or
  /// of an inconclusive one.
  func comingDeadline(of finding: Finding) -> Timestamp? {
    guard finding.waiver == nil, let due = finding.dueAt else { return nil }
    switch finding.verdict {
    case .pending: return due
    case .inconclusive: return due >= run.asOf ? due : nil
    case .pass, .fail, .manual: return nil
    }
  }
}
