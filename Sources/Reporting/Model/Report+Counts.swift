package import Vocabulary

extension Report.Counts {
  package func count(of verdict: Verdict) -> Int {
    switch verdict {
    case .pass: pass
    case .fail: fail
    case .inconclusive: inconclusive
    case .pending: pending
    case .manual: manual
    }
  }
}
