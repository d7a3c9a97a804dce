package import Evidence

/// The columns of our own formats, which a configuration may map and fill.
package enum OwnColumns {
  private static let byKind: [EvidenceKind: Set<String>] = {
    func columns<Fields: OwnFields>(_ fields: Fields.Type) -> (EvidenceKind, Set<String>) {
      (Fields.kind, Set(Fields.columns))
    }
    let subject = Set(FieldSet.subjectColumns)
    return Dictionary(uniqueKeysWithValues: [
      columns(ConsentFields.self), columns(LinkFields.self), columns(DeletionFields.self),
      columns(RevocationFields.self),
      columns(AccountDeletionFields.self), columns(NotificationFields.self), columns(AliasFields.self),
      (.signIns, subject.union(SignIns.columns)), (.mail, Set(OwnMail.columns)),
    ])
  }()

  /// Nil for a kind that has no format of ours: its columns are those of a product.
  package static func names(of kind: EvidenceKind?) -> Set<String>? {
    guard let kind else { return nil }
    return byKind[kind]
  }
}
