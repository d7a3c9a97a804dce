import Timestamps

extension EvidenceSession {
  /// Up to when exports, of this run or an earlier one, show who bore which name; milliseconds. Nil before the first.
  package var shownUpTo: Int64? {
    [snapshot?.capturedFrom.milliseconds, previous?.capturedFrom].compactMap(\.self).max()
  }
}
