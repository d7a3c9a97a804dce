/// One normalised record of one source, of any kind but accounts: those come in as `AccountSketch`.
package enum EvidenceRecord: Hashable, Sendable {
  case consent(ConsentRecord)
  case link(LinkRecord)
  case deletion(DeletionRecord)
  case revocation(RevocationRecord)
  case accountDeletion(AccountDeletionRecord)
  case notification(NotificationRecord)
  case signIn(SignInRecord)
  case mail(MailRecord)
  case providerConfig(ProviderConfigRecord)
  case alias(AliasRecord)
}

/// The kinds of evidence, by the names that `--input` and `--require` take.
package enum EvidenceKind: String, CaseIterable, Sendable {
  case accounts, links, consents, deletions, revocations
  case accountDeletions = "account-deletions"
  case notifications
  case signIns = "sign-ins"
  case mail
  case providerConfig = "provider-config"
  case aliases, logs
}
