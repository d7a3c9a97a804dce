package import Evidence

/// The columns of our own formats, which a configuration may map and fill.
package enum OwnColumns {
  private struct Kind {
    /// In the order of the documentation.
    var columns: [OwnColumn]
    /// Groups of columns; of each group one at least has to be there.
    var required: [[String]]

    init<Fields: OwnFields>(_ fields: Fields.Type) {
      self.init(columns: Fields.columns, required: Fields.required)
    }

    init(columns: [OwnColumn], required: [[String]]) {
      // Some kinds have columns of the subject as columns of their own.
      var seen: Set<String> = []
      self.columns = columns.filter { seen.insert($0.name).inserted }
      self.required = required
    }
  }

  private static let byKind: [EvidenceKind: Kind] = [
    .consents: Kind(ConsentFields.self), .links: Kind(LinkFields.self), .deletions: Kind(DeletionFields.self),
    .revocations: Kind(RevocationFields.self), .accountDeletions: Kind(AccountDeletionFields.self),
    .notifications: Kind(NotificationFields.self), .aliases: Kind(AliasFields.self),
    .signIns: Kind(columns: OwnColumn.subject + SignIns.columns, required: []),
    .mail: Kind(columns: OwnMail.columns, required: [["recipient"], ["sender"], ["at"]]),
  ]

  /// Empty for a kind that has no format of ours.
  package static func list(of kind: EvidenceKind) -> [OwnColumn] { byKind[kind]?.columns ?? [] }

  package static func required(of kind: EvidenceKind) -> [[String]] { byKind[kind]?.required ?? [] }

  /// The names of all kinds.
  package static let all = Set(byKind.values.flatMap(\.columns).map(\.name))

  /// Nil for a kind that has no format of ours: its columns are those of a product.
  package static func names(of kind: EvidenceKind?) -> Set<String>? {
    guard let kind else { return nil }
    return byKind[kind].map { Set($0.columns.map(\.name)) }
  }

  /// The type of a column; text for a name that the kind does not have.
  package static func type(of column: String, in kind: EvidenceKind) -> ColumnType {
    list(of: kind).first { $0.name == column }?.type ?? .text
  }
}
