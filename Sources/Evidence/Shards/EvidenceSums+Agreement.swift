extension EvidenceSums {
  /// A count of the records of one kind, by its column in the view `coverage`.
  package enum Count: String, CaseIterable, Sendable {
    case records, matched, remembered
  }

  /// In what the sums of those who judge differ from the sums by which they judged, so that verdicts may be others.
  package enum Difference: Sendable {
    /// In what they read.
    case evidence
    /// In how many records there are of a kind.
    case counts
  }

  /// Nil where verdicts by other sums are verdicts by these. What is reported alone may differ: whom records belong to,
  /// and which are copies of one, depends on whether exports are believed, which those who count do not know yet.
  ///
  /// - Parameter counts: those that verdicts about people rest on.
  package func difference(from other: EvidenceSums, in counts: Set<Count>) -> Difference? {
    guard read == other.read else { return .evidence }
    return judged(by: counts) == other.judged(by: counts) ? nil : .counts
  }

  /// What does not depend on whom records belong to.
  private var read: EvidenceSums {
    var read = EvidenceSums()
    read.accounts = accounts
    read.tenants = tenants
    read.showsNoTenant = showsNoTenant
    read.duplicates = duplicates
    read.lastTransfer = lastTransfer
    read.lostColumns = lostColumns
    read.forgottenShown = forgottenShown
    read.kinds = kinds.compactMapValues { kind in
      var times = OfKind()
      (times.first, times.last) = (kind.first, kind.last)
      return times == OfKind() ? nil : times
    }
    return read
  }

  /// What the kinds of evidence show beside that.
  private func judged(by counts: Set<Count>) -> [String: OfKind] {
    kinds.compactMapValues { kind in
      var judged = OfKind()
      judged.isShown = kind.isShown
      // Where neither a source nor a record shows the kind, one that is remembered does.
      judged.remembered = kind.isShown || kind.isSupplied ? 0 : min(kind.remembered, 1)
      if counts.contains(.records) { judged.records = kind.records }
      if counts.contains(.matched) { judged.matched = kind.matched }
      if counts.contains(.remembered) { judged.remembered = kind.remembered }
      return judged == OfKind() ? nil : judged
    }
  }
}
