/// The list of the kinds of evidence, in the order in which they are shown.
///
/// A new kind is a folder beside this file and a line here: schema, views, summaries, coverage, limits and the keys of
/// rule cases follow from them.
enum EvidenceKinds {
  static let all: [any KindDefinition.Type] = [
    AccountKind.self,
    LinkKind.self,
    ConsentKind.self,
    DeletionKind.self,
    RevocationKind.self,
    AccountDeletionKind.self,
    NotificationKind.self,
    SignInKind.self,
    MailKind.self,
    ProviderConfigKind.self,
    AliasKind.self,
    LogKind.self,
  ]

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.kind.rawValue, $0) })
}
