import Storage

/// A kind of records that the list of kinds lacks: a defect.
struct UnlistedKind: Error, CustomStringConvertible {
  var kind: EvidenceKind

  var description: String { "the kind \(kind.rawValue) is missing from EvidenceKinds.all" }
}

/// One writer for each kind in the list of kinds that has records.
struct KindWriters {
  private var byKind: [EvidenceKind: any AnyKindWriter] = [:]

  init(_ database: Connection, _ settings: EvidenceSettings) throws {
    func add<Record: KindRecord>(_ type: Record.Type) throws {
      byKind[Record.kind] = try KindWriter<Record>(database, settings)
    }
    for definition in EvidenceKinds.all {
      if let record = definition.record { try add(record) }
    }
  }

  subscript(kind: EvidenceKind) -> (any AnyKindWriter)? { byKind[kind] }

  /// - Throws: `UnlistedKind`.
  func writer<Record: KindRecord>() throws -> KindWriter<Record> {
    guard let writer = byKind[Record.kind] as? KindWriter<Record> else { throw UnlistedKind(kind: Record.kind) }
    return writer
  }
}
