extension EvidenceRecord {
  package var kind: EvidenceKind { type(of: base).kind }

  /// The record itself, whatever its kind.
  var base: any KindRecord {
    switch self {
    case .consent(let record): record
    case .link(let record): record
    case .deletion(let record): record
    case .revocation(let record): record
    case .accountDeletion(let record): record
    case .notification(let record): record
    case .signIn(let record): record
    case .mail(let record): record
    case .other(let box): box.record
    }
  }

  init(_ record: any KindRecord) {
    self =
      switch record {
      case let record as ConsentRecord: .consent(record)
      case let record as LinkRecord: .link(record)
      case let record as DeletionRecord: .deletion(record)
      case let record as RevocationRecord: .revocation(record)
      case let record as AccountDeletionRecord: .accountDeletion(record)
      case let record as NotificationRecord: .notification(record)
      case let record as SignInRecord: .signIn(record)
      case let record as MailRecord: .mail(record)
      default: .other(BoxedRecord(record))
      }
  }
}

/// `{"kind": "consents", "record": {…}}`. The fields of a record are its properties, and times are in milliseconds.
extension EvidenceRecord: Codable {
  private enum CodingKeys: CodingKey {
    case kind, record
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(EvidenceKind.self, forKey: .kind)
    guard let type = kind.definition.record else {
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "records of kind \(kind.rawValue) are no such records")
    }
    func decode<Record: KindRecord>(_ type: Record.Type) throws -> any KindRecord {
      try container.decode(type, forKey: .record)
    }
    self.init(try decode(type))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(base, forKey: .record)
  }
}
