/// The names by which records belong together: records that share one may bear on one verdict, and those that share
/// none, not even through others, do not, but for rules over a population.
///
/// A name is the 64 bits of a `SubjectKey`. A text that is no name of a person, such as the id of a request, has the
/// key of a uid with its kind before it.
package struct SharedNames {
  package private(set) var all: [UInt64] = []
  /// The addresses among them, whose hashes are there as well.
  private var hashed: [UInt64] = []

  package init() {}

  package init(of record: EvidenceRecord) {
    let record = record.base
    if let person = record.person?.withoutUserName { add(person) }
    if let request = record.namedRequest { add("request", request) }
    add(email: record.privateEmail)
    // Another night may have read the same token with other keys.
    if let digest = record.signedToken?.digest { add("token", String(digest)) }
    record.addRelations(to: &self)
  }

  package init(of account: AccountSketch) {
    let uid = SubjectKey(uid: account.uid)
    add(uid)
    // By which the store knows an account out of scope; the uid's own where there is no tenant.
    add(bits: AccountKeys.key(uid: uid.bits, tenant: account.tenant))
    add(email: account.email)
    add(phone: account.phone)
    for credential in account.credentials {
      if credential.isApple, let sub = credential.rawID { add(SubjectKey(appleSub: sub)) }
      add(email: credential.email)
      add(phone: credential.phone)
    }
    for phone in account.secondFactorPhones { add(phone: phone) }
    for email in account.secondFactorEmails { add(email: email) }
    // What an app notes of a person is not what evidence names the person by. But where a token calls such an address
    // private, it is Apple's, and no other contact of the person.
    for email in [account.initialEmail] + account.claims.lazy.filter({ !$0.isPhone }).map(\.value) {
      if let email, Self.isOfApple(email) { add(email: email) }
    }
  }

  /// Apple's hosts alone: thousands of people may have the address of one office in their claims.
  static func isOfApple(_ email: BorrowedText) -> Bool {
    guard let host = RelayHosts.host(of: email)?.string.foldedASCII else { return false }
    return ["appleid.com", "apple.com", "icloud.com", "me.com", "mac.com"].contains {
      host == $0 || host.hasSuffix("." + $0)
    }
  }

  package mutating func add(_ others: SharedNames) {
    for name in others.all where !all.contains(name) { all.append(name) }
  }

  private mutating func add(_ person: Subject) {
    if let uid = person.uid { add(uid: uid) }
    if let sub = person.appleSub { add(appleSub: sub) }
    add(email: person.email)
    if let hash = person.emailSHA256 { add(SubjectKey(emailSHA256: hash)) }
    if let phone = person.phone { add(phone: phone) }
  }

  mutating func add(_ key: SubjectKey) { add(bits: key.bits) }

  /// - Parameter bits: of a name, as they are in `all`.
  package mutating func add(bits: UInt64) {
    if !all.contains(bits) { all.append(bits) }
  }

  /// - Parameter kind: what the text is a name of.
  package mutating func add(_ kind: StaticString, _ text: String) { add(SubjectKey(uid: "\(kind) \(text)")) }

  package mutating func add(appleSub: String) { add(SubjectKey(appleSub: appleSub)) }

  package mutating func add(uid: String) { add(SubjectKey(uid: uid)) }

  package mutating func add(phone: String) { NormalText.withBytes(phone) { add(phone: $0) } }

  /// Under its hash as well, by which other records may know it.
  package mutating func add(email: String?) {
    if let email { NormalText.withBytes(email) { add(email: $0) } }
  }

  private mutating func add(email: BorrowedText?) {
    guard let email, !email.isEmpty else { return }
    let name = SubjectKey(email: email).bits
    add(bits: name)
    // A record may show an address several times, and to hash it takes longer than to find it.
    guard !hashed.contains(name) else { return }
    hashed.append(name)
    add(SubjectKey.hashed(email: email))
  }

  private mutating func add(phone: BorrowedText?) {
    if let phone, let key = SubjectKey.named(phone: phone) { add(key) }
  }
}
