/// A record as `EvidenceSession.store` takes it: what can be known of it without the session may be worked out in another
/// thread.
package struct PreparedRecord: Sendable {
  let record: EvidenceRecord
  /// Equal for records that say the same.
  let content: Int

  package init(_ record: EvidenceRecord) {
    self.record = record
    content = record.hashValue
  }
}
