package import Storage
import Timestamps

extension EvidenceSession {
  /// Up to when exports, of this run or an earlier one, show who bore which name; milliseconds. Nil before the first.
  package var shownUpTo: Int64? {
    [snapshot?.capturedFrom.milliseconds, previous?.capturedFrom].compactMap(\.self).max()
  }

  /// Whether a record's person is out of scope and shown by this run's exports.
  func showsOutOfScope(_ keys: SubjectKeys) -> Bool {
    // A uid decides alone; without one, any other name does.
    keys.uid.map(scope.isInSnapshot) ?? keys.withoutUID.contains(where: scope.isInSnapshot)
  }

  /// Whether a record's person is out of scope and not known to be gone: exports that leave accounts out do not tell.
  ///
  /// - Parameters:
  ///   - row: of a query.
  ///   - index: the first of the columns `uid`, `apple_sub`, `email`, `email_sha256` and `phone` of the record's keys.
  package func mayExistOutOfScope(_ row: SelectStatement, from index: Int32) -> Bool {
    snapshot?.isComplete != true || showsOutOfScope(SubjectKeys(row, from: index))
  }
}
