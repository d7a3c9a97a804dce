import Evidence

extension JoinedCredential {
  /// One row of Supabase's `auth.identities`, as the table has it and as the REST interface renames it.
  ///
  /// https://github.com/supabase/auth/blob/master/internal/models/identity.go
  init(supabase record: RecordFields, _ parser: inout NestedParser) throws {
    let data = try record.document("identity_data", &parser)
    let provider = try record.requiredText("provider")
    let claims = try data?.object("custom_claims")
    self.init(
      provider: ProviderNames.known(provider) ?? ProviderNames.social(provider, isSAML: provider.hasPrefix("sso")),
      // Before the column `provider_id`, the column `id` held the provider's id; REST answers still call it so.
      rawID: try record.text("provider_id") ?? data?.text("sub") ?? record.text("id"),
      email: try data?.text("email") ?? record.text("email"), phone: try data?.text("phone"),
      isPrivateEmail: try claims?.bool("is_private_email") ?? data?.bool("is_private_email"),
      displayName: data?.plainText("full_name") ?? data?.plainText("name"),
      linkedAt: try record.time("created_at", numbersAre: nil))
  }
}
