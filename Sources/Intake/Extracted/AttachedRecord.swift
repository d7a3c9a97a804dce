import Evidence

/// A record that comes with an account.
struct AttachedRecord: Codable {
  /// Of its place; all else of it is that of the account's.
  var part: Int
  var record: EvidenceRecord

  private enum CodingKeys: CodingKey {
    case part
  }

  init(part: Int, record: EvidenceRecord) {
    self.part = part
    self.record = record
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    part = try container.decode(Int.self, forKey: .part)
    guard (0...Place.maximumPart).contains(part) else {
      throw DecodingError.dataCorruptedError(forKey: .part, in: container, debugDescription: "no part of a place")
    }
    record = try EvidenceRecord(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(part, forKey: .part)
    try record.encode(to: encoder)
  }
}
