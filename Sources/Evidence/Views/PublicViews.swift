/// A view that rules may read. Its name and columns are a public contract.
package struct PublicView: Sendable {
  package struct Column: Sendable {
    package var name: String
    /// `integer` or `text`, with a question mark where it may be null.
    package var type: String
    package var meaning: String
  }

  package var name: String
  package var meaning: String
  package var columns: [Column]

  init(_ name: String, _ meaning: String, _ columns: [(String, String, String)]) {
    self.name = name
    self.meaning = meaning
    self.columns = columns.map { Column(name: $0.0, type: $0.1, meaning: $0.2) }
  }
}

extension PublicView {
  /// Grows when a column is added; a column is never renamed or taken away.
  package static let version = 1

  /// Those that are complete with the accounts, while the other evidence is still worked out.
  package static let ofAccounts: Set = ["account", "credential", "repeated_name"]

  /// Times are integer milliseconds since 1970, booleans are 0 and 1, emails, hosts, providers and purposes are
  /// lower-case, and every `ref` is a record's place, to be returned as evidence.
  package static let all: [PublicView] = [
    PublicView(
      "account", "Accounts in scope: of this run's export, of the history, and persons known only from evidence.",
      [
        ("account", "integer", "Number of the account; stable in one store."),
        ("tenant", "text?", "Tenant, where the project has several."),
        ("uid", "text?", "Null only for a person known from evidence without a uid."),
        ("email", "text?", "Top-level email."),
        ("email_class", "text?", "What the email's host is: `relay`, `look-alike` or `ordinary`."),
        ("email_resembles", "text?", "For a look-alike, the relay host that it imitates."),
        ("phone", "text?", "Top-level phone number."),
        ("has_photo", "integer", "A photo is shown."),
        ("has_password", "integer", "A password is set."),
        ("created_at", "integer?", "Creation."),
        ("known", "integer", "1 if an export, now or earlier, showed the account; 0 if only other evidence names it."),
        ("present", "integer", "1 if this run's export shows it."),
        ("captured_at", "integer?", "When the source that shows it now, or showed it last, was captured."),
        ("apple_credential", "integer", "Its newest export shows an `apple.com` credential."),
        ("apple_claim", "integer", "A claim (`is_private_email`) says Apple."),
        ("apple", "text", "`yes` if an export, now or earlier, or a notification shows Apple; `no` if the export could have shown it and did not; else `unknown`."),
        ("apple_sub", "text?", "Apple's `sub`."),
        ("relay_address", "text?", "The relay address on the account: of the Apple credential, else the email."),
        ("anonymized", "integer", "Section 5 of the contract."),
        ("export", "text?", "Whether its export can show Apple credentials: `new`, `old` or `unknown`."),
        ("ref", "integer?", "The record that shows it; null when the run's export does not."),
      ]),
    PublicView(
      "credential", "Sign-in methods of present accounts.",
      [
        ("account", "integer", "Account."),
        ("provider", "text", "`apple.com`, `google.com`, `phone`, `password`, …"),
        ("raw_id", "text?", "The provider's own id of the person."),
        ("email", "text?", "The credential's email."),
        ("email_class", "text?", "As in `account`."),
        ("email_resembles", "text?", "As in `account`."),
        ("is_account_email", "integer", "1 if the account's top-level email is the same, or neither is there."),
        ("phone", "text?", "The credential's phone number."),
        ("captured_at", "integer", "When the source that shows it was captured."),
        ("ref", "integer", "The account's record."),
      ]),
    PublicView(
      "repeated_name",
      "Relay addresses and Apple subs that more than one present account may bear; whatever is not here, one at most does.",
      [("name", "text", "The address or sub.")]),
    PublicView(
      "link", "Identifiers on present anonymized accounts other than Apple's own (section 6.1).",
      [
        ("link", "integer", "Number of the link within the run."),
        ("account", "integer", "Account."),
        ("kind", "text", "`email`, `phone` or `social`."),
        ("object", "text", "`email`, `phone`, or the provider id."),
        ("discriminator", "text?", "Tells apart links of one account with one object; null for the first."),
        ("identifier", "text?", "The linked value, normalised: email, phone number, or the provider's id of the person."),
        ("other_identifier", "text?", "For a social credential its email: a second name of the same link."),
        ("linked_from", "integer?", "The link was made at this time or later …"),
        ("linked_to", "integer?", "… and not after this; equal to `linked_from` where a link event tells it."),
        ("basis", "text", "`link-event`, `apple-link-event`, `snapshots`, `creation` (not before creation, not after capture) or `unknown`."),
        ("ref", "integer", "The account's record."),
        ("event_ref", "integer?", "The link event that gives the time."),
      ]),
    PublicView(
      "consent", "Consent records of accounts, for a kind of link: one row for each account and kind it may cover.",
      [
        ("account", "integer", "Account."),
        ("kind", "text", "`email`, `phone`, `social`, `any` (covers every link) or `profile`."),
        ("provider", "text?", "The one provider it is for; null for all of its kind."),
        ("purpose", "text", "As recorded."),
        ("given_at", "integer", "When it was given, refused or recorded."),
        ("state", "text", "`given`, `renewed`, `refused`, `requested` or `unknown`. A record withdrawn or expired at a known time is `given` with that time."),
        ("withdrawn_at", "integer?", "From this time on it does not hold; a later withdrawal record counts."),
        ("expires_at", "integer?", "From this time on it does not hold."),
        ("explicit", "integer?", "Null where the record does not say."),
        ("identifier", "text?", "The only value it covers, normalised; null for every value."),
        ("method", "text?", "How it was given."),
        ("policy_version", "text?", "For which policy version."),
        ("consent_id", "text?", "Its own id."),
        ("ref", "integer", "Its record."),
        ("withdrawal_ref", "integer?", "The record that withdraws it, if another one does."),
      ]),
    PublicView(
      "deletion_request", "Deletion requests, one row for each person (account) and request.",
      [
        ("account", "integer", "Account; a person whom no export shows has one with `known` = 0."),
        ("request_id", "text", "Request."),
        ("obligation", "text", "The id of the person's first request that is due: all due requests of one account are one obligation."),
        ("is_obligation", "integer", "1 on the row that stands for the obligation."),
        ("requested_at", "integer", "When it was made."),
        ("status", "text?", "`pending`, `in_progress`, `completed`, `cancelled`, `denied`; its last one."),
        ("due", "integer", "0 if cancelled or denied."),
        ("completed_at", "integer?", "When it was completed."),
        ("regulation", "text?", "`gdpr`, `ccpa` or `none`."),
        ("deadline_at", "integer?", "By when the regulation wants it done: one calendar month for `gdpr`, 45 days for `ccpa`."),
        ("apple", "text", "Whether the person had an Apple credential, by export, history, request or notification: `yes`, `no`, `unknown`."),
        ("manual", "integer", "The person was told to revoke by hand."),
        ("ref", "integer", "Its record."),
      ]),
    PublicView(
      "revocation", "Attempts to invalidate Apple's tokens, one row for each account they are tied to.",
      [
        ("account", "integer", "Account."),
        ("request_id", "text?", "The deletion request it names."),
        ("at", "integer", "When."),
        ("endpoint", "text?", "`apple`, `identitytoolkit`, `firebase-session` or `other`."),
        ("http_status", "integer?", "The answer's status."),
        ("token_type", "text?", "`refresh_token`, `access_token`, `authorization_code` or `id_token`."),
        ("outcome", "text?", "`revoked`, `failed` or `unknown`."),
        ("error", "text?", "Error code, such as `invalid_grant`."),
        ("client_id", "text?", "Client."),
        ("trace_id", "text?", "Trace."),
        ("code_issued_at", "integer?", "When the authorization code was issued."),
        ("refresh", "integer", "1 if the call was a refresh of a token, whose answer shows whether the token is alive."),
        ("exchanged", "integer", "1 if the same client exchanged a code for tokens in the same trace, at most 300 s before."),
        ("ref", "integer", "Its record."),
      ]),
    PublicView(
      "account_deletion", "Acts of deleting an account.",
      [
        ("account", "integer", "Account."),
        ("deleted_at", "integer", "When."),
        ("actor", "text?", "By whom."),
        ("ref", "integer", "Its record."),
      ]),
    PublicView(
      "notification", "Apple's notifications, one row each for every account of their `sub`, or one with a null account.",
      [
        ("account", "integer?", "Account; null where no account, present or past, has the `sub`."),
        ("type", "text", "`consent-revoked`, `account-deleted` (both spellings), `email-disabled`, `email-enabled`."),
        ("sub", "text", "Apple's `sub`."),
        ("event_time", "integer", "When it happened."),
        ("email", "text?", "The relay address it is about."),
        ("jti", "text?", "Its id."),
        ("verified", "integer", "1 if Apple's signature was checked."),
        ("ref", "integer", "Its record."),
      ]),
    PublicView(
      "sign_in", "Sign-ins with Apple; those with other providers are left out. The nonce itself is not kept.",
      [
        ("account", "integer?", "Account, where one is known."),
        ("at", "integer", "When."),
        ("provider", "text", "`apple.com`."),
        ("nonce", "integer", "1 if a nonce was sent."),
        ("nonce_hash", "text?", "A hash of the nonce, to tell one that is used again."),
        ("nonce_hashed", "integer?", "1 if the nonce is the lower-case hex SHA-256 of the raw one; null where the raw one is not told."),
        ("nonce_raw", "integer", "1 if the nonce is the raw one itself."),
        ("audience", "text?", "Whom Apple's token is for."),
        ("private_email", "integer?", "What Apple's token says of the address."),
        ("ref", "integer", "The record."),
      ]),
    PublicView(
      "mail", "Mail to relay addresses.",
      [
        ("account", "integer?", "Account of the recipient, where one is known."),
        ("recipient", "text", "The relay address."),
        ("sender", "text?", "The sender's address, where the log names it."),
        ("sender_domain", "text?", "Its host."),
        ("at", "integer", "When."),
        ("day", "integer", "The beginning of its day in UTC."),
        ("outcome", "text?", "`delivered`, `bounced` or `dropped`."),
        ("reply", "text?", "What the receiving server answered, lower-case."),
        ("message_id", "text?", "The mail's own id."),
        ("ref", "integer", "The record."),
      ]),
    PublicView(
      "provider_config", "How Identity Platform's provider `apple.com` is set up, for the project and its tenants.",
      [
        ("project", "text?", "The project's id: of the configuration's name, or, where that has a number, the label in `relay-audit.yaml`."),
        ("tenant", "text?", "Tenant, for a tenant's own configuration."),
        ("enabled", "integer?", "1 if it is enabled; null where that is not said."),
        ("services_id", "integer", "1 if the Services ID is set."),
        ("team_id", "integer", "1 if the team's id is set."),
        ("key_id", "integer", "1 if the key's id is set."),
        ("private_key", "integer", "1 if the key is set."),
        ("bundle_ids", "integer", "How many bundle ids there are."),
        ("bad_bundle_ids", "integer", "How many of them are none."),
        ("ref", "integer", "The record."),
      ]),
    PublicView(
      "relay_sender", "Senders that are registered with Apple, by the configuration's `relay.senders`.",
      [("name", "text", "An address, or a host.")]),
    PublicView(
      "client_id", "The app's own client ids, by the configuration's `apple.client_ids`.", [("name", "text", "The id.")]),
    PublicView(
      "signature", "Signed tokens: notifications and identity tokens, believed or not.",
      [
        ("kind", "text", "`notifications` or `sign-ins`."),
        ("sub", "text?", "Whom it speaks of, by its own words."),
        ("type", "text?", "A notification's type."),
        ("jti", "text?", "A notification's id."),
        ("at", "integer", "The time that it gives."),
        ("checked", "integer", "1 if there were keys to check it with."),
        ("problem", "text?", "`bad-signature`, `unknown-key`, `wrong-issuer` or `expired`; null where nothing is wrong."),
        ("ref", "integer", "The record."),
      ]),
    PublicView(
      "source", "The sources of this run.",
      [
        ("source", "integer", "Number."),
        ("path", "text", "Path as given."),
        ("kind", "text?", "Kind of evidence; null where not recognised."),
        ("format", "text?", "Format."),
        ("captured_at", "integer", "When it was captured."),
        ("records", "integer", "Records used."),
        ("rejected", "integer", "Records rejected."),
        ("truncated", "integer", "1 if it breaks off, or could not be read although its name is that of records."),
        ("export", "text?", "For accounts: whether it can show Apple credentials: `new`, `old`, `unknown`."),
        ("shows_tenants", "integer", "For accounts: 0 where the exporter leaves out the accounts of tenants."),
        ("ref", "integer", "The source as a whole."),
      ]),
    PublicView(
      "coverage", "The kinds of evidence, one row for each kind of section 4 but `logs`.",
      [
        ("kind", "text", "Kind."),
        ("present", "integer", "1 if a source of the run has it."),
        ("records", "integer", "Records used."),
        ("matched", "integer", "Records that mean an account, present or past."),
        ("first_at", "integer?", "The earliest of their times."),
        ("last_at", "integer?", "The latest of their times."),
      ]),
    PublicView(
      "population", "The accounts of this run and of the one before; no row where the run has no accounts source.",
      [
        ("accounts", "integer", "How many accounts this run's exports show, in scope or not."),
        ("complete", "integer", "1 if no accounts source breaks off or has rejects."),
        ("previous_accounts", "integer?", "How many the run before showed; null for the first run."),
        ("previous_captured_at", "integer?", "When its exports were captured."),
      ]),
    PublicView(
      "secret", "Keys, client secrets and tokens that stand in sources, one row for each source and kind.",
      [
        ("source", "integer", "Number of the source."),
        ("kind", "text", "`private-key`, `client-secret` or `raw-token`."),
        ("records", "integer", "How many records have one."),
        ("ref", "integer", "The first of them."),
      ]),
    PublicView(
      "return_url", "Where Apple sends people back to, one row for each address of a provider's configuration.",
      [
        ("provider_config", "integer", "The configuration's `ref`."),
        ("url", "text", "The address, lower-case."),
      ]),
    PublicView(
      "exported_tenant", "Tenants of which this run's exports show an account, in scope or not.",
      [("name", "text", "The tenant.")]),
    PublicView(
      "auth_domain", "Hosts that serve the project's sign-in pages and send its mail, by `apple.auth_domains`.",
      [("name", "text", "The host.")]),
  ]
}
