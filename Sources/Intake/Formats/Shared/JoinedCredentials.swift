import Evidence
import Timestamps

/// A credential from another file than its account's, kept until the account is read.
struct JoinedCredential {
  var provider: String
  var rawID: String?
  var email: String?
  var phone: String?
  var isPrivateEmail: Bool?
  /// The name that the provider gave.
  var displayName: String?
  /// The time of the link, where the file has one.
  var linkedAt: Timestamp?

  func sketch(in texts: TextArena) -> CredentialSketch {
    CredentialSketch(
      provider: texts.copy(provider), rawID: rawID.map { texts.copy($0) }, email: email.map { texts.copy($0) },
      phone: phone.map { texts.copy($0) }, isPrivateEmail: isPrivateEmail,
      displayName: displayName.map { texts.copy($0) })
  }

  func link(of uid: String) -> EvidenceRecord? {
    linkedAt.map {
      .link(LinkRecord(subject: Subject(uid: uid), provider: provider, linkedAt: $0, identifier: rawID))
    }
  }
}

/// Products that export credentials in a file separate from the accounts.
package enum JoinedProduct: Hashable {
  case supabase, okta

  /// The product of a file that has a part of what is known of each account; nil for any other.
  ///
  /// - Parameter format: its name.
  package init?(format: String) {
    func isOf(_ products: String...) -> Bool { products.contains { format.hasPrefix($0 + "-") } }
    if isOf(SupabaseAccounts.product, SupabaseIdentities.product) {
      self = .supabase
    } else if isOf(OktaUsers.product, OktaProviderUsers.product) {
      self = .okta
    } else {
      return nil
    }
  }

  init?(_ format: (any Format)?) {
    switch format {
    case is ProductFormat<SupabaseAccounts>, is ProductFormat<SupabaseIdentities>: self = .supabase
    case is ProductFormat<OktaUsers>, is ProductFormat<OktaProviderUsers>: self = .okta
    default: return nil
    }
  }
}

/// Credentials that the files of a run have for the accounts of other files.
///
/// It keeps everybody's credentials, since who uses Apple is known only when all files have been read.
///
/// # Safety
/// Sound as `@unchecked Sendable` because one `SourceReader` owns it and reads one source at a time: the thread that
/// reads the next source starts after the one before has ended.
final class JoinedCredentials: @unchecked Sendable {
  private let sources: [RecognisedSource]
  private let options: IntakeOptions
  private var credentials: [JoinedProduct: [String: (place: Place, all: [JoinedCredential])]] = [:]
  private var claimed: [JoinedProduct: Set<String>] = [:]
  private var unread: [JoinedProduct: Int] = [:]

  init(_ sources: [RecognisedSource] = [], options: IntakeOptions) {
    self.sources = sources
    self.options = options
    for product in sources.compactMap({ JoinedProduct($0.format) }) { unread[product, default: 0] += 1 }
  }

  func add(_ credential: JoinedCredential, of uid: String, in product: JoinedProduct, at place: Place) {
    credentials[product, default: [:]][uid, default: (place, [])].all.append(credential)
  }

  /// An account's credentials. They stay, since another copy of the account needs them too.
  func take(of uid: String, in product: JoinedProduct) -> [JoinedCredential] {
    guard let found = credentials[product]?[uid] else { return [] }
    claimed[product, default: []].insert(uid)
    return found.all
  }

  /// After the last file of the product, calls `body` for each person who has credentials but is in no file of users.
  /// The record is valid until `body` returns.
  func takeUnclaimed(
    after format: (any Format)?, _ body: (Place, ProductRecord) throws -> Void
  ) rethrows {
    guard let product = JoinedProduct(format) else { return }
    unread[product, default: 1] -= 1
    guard unread[product] == 0, let unclaimed = credentials.removeValue(forKey: product) else { return }
    let known = claimed.removeValue(forKey: product) ?? []
    let texts = TextArena()
    try withExtendedLifetime(texts) {
      for (uid, found) in unclaimed.sorted(by: { $0.value.place < $1.value.place }) where !known.contains(uid) {
        texts.removeAll()
        let first = found.all.first { $0.provider == "apple.com" } ?? found.all[0]
        var account = AccountSketch(uid: texts.copy(uid))
        account.email = first.email.map { texts.copy($0) }
        account.createdAt = found.all.compactMap(\.linkedAt).min()?.milliseconds
        account.credentials = found.all.map { $0.sketch(in: texts) }
        try body(found.place, ProductRecord(account: account, evidence: found.all.compactMap { $0.link(of: uid) }))
      }
    }
  }

  // MARK: - Files that are read twice

  /// Whether a listing of Okta's has a user of Apple's; the file may be read after those that depend on it.
  private(set) lazy var hasOktaAppleUsers = OktaProviderUsers.haveAppleUsers(files(of: OktaProviderUsers.self))
  private(set) lazy var realms = KeycloakRealms(files(of: KeycloakAccounts.self))
  private(set) lazy var linkedCognitoUsers = CognitoLinks(files(of: CognitoAccounts.self))

  private func files<Product: ProductReader>(of product: Product.Type) -> [SecondReading] {
    sources.filter { $0.format is ProductFormat<Product> }.map { SecondReading(source: $0, options: options) }
  }
}
