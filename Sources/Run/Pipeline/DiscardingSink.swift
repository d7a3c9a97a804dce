import Evidence

/// Accepts every record and keeps none.
struct DiscardingSink: EvidenceSink {
  mutating func screen(_ account: AccountSketch, at place: Place) throws -> Screening { .outOfScope }
  mutating func accept(_ account: AccountSketch, at place: Place) {}
  mutating func accept(_ record: EvidenceRecord, at place: Place) {}
}
