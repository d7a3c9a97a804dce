/// A record as `EvidenceSession.store` takes it. What does not depend on the session is computed here, on the thread
/// that reads.
package struct PreparedRecord: Sendable {
  let record: EvidenceRecord
  /// Equal for records that say the same.
  let content: Int

  package init(_ record: EvidenceRecord) {
    self.record = record
    content = record.hashValue
  }
}
