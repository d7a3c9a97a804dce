package import Vocabulary

extension Report.Counts {
  /// Of version 2, all that was judged.
  var total: Int { pass + fail + inconclusive + pending + manual + waived }

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
