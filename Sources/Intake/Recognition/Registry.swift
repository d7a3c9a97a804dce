import Evidence

/// Every format, one a line.
enum Registry {
  static let formats: [any Format] = [
    FirebaseJSONFormat(dialect: .cli),
    FirebaseJSONFormat(dialect: .emulator),
    FirebaseJSONFormat(dialect: .server),
    FirebaseCSVFormat(),
    AdminSDKFormat(),
    ProductFormat<Auth0Accounts>(),
    ProductFormat<CognitoAccounts>(),
    ProductFormat<SupabaseAccounts>(),
    ProductFormat<SupabaseIdentities>(),
    ProductFormat<KeycloakAccounts>(),
    ProductFormat<OktaProviderUsers>(),
    ProductFormat<OktaUsers>(),
    ProductFormat<KantaraReceipts>(),
    ProductFormat<ISO27560Records>(),
    ProductFormat<OneTrustReceipts>(),
    ProductFormat<FidesPreferences>(),
    ProductFormat<OpenDSRRequests>(),
    ProductFormat<FidesRequests>(),
    ProductFormat<TranscendRequests>(),
    ProductFormat<CloudLoggingEntries>(),
    ProductFormat<OTLPTraces>(),
    OwnFormat<ConsentFields>(),
    OwnFormat<LinkFields>(),
    OwnFormat<DeletionFields>(),
    OwnFormat<RevocationFields>(),
    OwnFormat<AccountDeletionFields>(),
    OwnFormat<NotificationFields>(),
    OwnFormat<AliasFields>(),
  ]
}
