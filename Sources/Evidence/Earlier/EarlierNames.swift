/// The names by which evidence may know an account, as earlier runs last saw them.
package struct EarlierNames: Sendable {
  package enum Name: Sendable {
    case appleSub(String)
    case email(String)
    case phone(String)
  }

  package var account: Int64
  package var uid: String
  package var tenant: String?
  /// Milliseconds, as all times here.
  package var createdAt: Int64?
  package var firstSeenAt: Int64
  /// When exports last showed the account.
  package var lastSeenAt: Int64
  /// When they no longer did; nil where none left it out.
  package var goneAt: Int64?
  package var names: [(name: Name, sighting: Sighting?)] = []

  package init(
    account: Int64, uid: String, tenant: String?, createdAt: Int64?, firstSeenAt: Int64, lastSeenAt: Int64,
    goneAt: Int64?
  ) {
    self.account = account
    self.uid = uid
    self.tenant = tenant
    self.createdAt = createdAt
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.goneAt = goneAt
  }
}

extension EarlierNames {
  /// Every name, with the time for which the account is known to have borne it.
  ///
  /// - Parameters:
  ///   - withHashes: with those of its addresses' hashes.
  ///   - ended: when an export first showed the account without them, or not at all.
  func bearings(withHashes: Bool, ended: Int64?) -> [NameBearing] {
    var found = [bearing(SubjectKey(uid: uid), nil, ended: ended)]
    for (name, sighting) in names { found += bearings(of: name, sighting, withHashes: withHashes, ended: ended) }
    return found
  }

  /// The names that an export which is newer no longer shows.
  ///
  /// - Parameter shown: the bits of the names that it shows.
  func bearings(notIn shown: Set<UInt64>, ended: Int64) -> [NameBearing] {
    names.filter { !shown.contains($0.name.key.bits) }.flatMap { name, sighting in
      bearings(of: name, sighting, withHashes: true, ended: ended)
    }
  }

  private func bearings(of name: Name, _ sighting: Sighting?, withHashes: Bool, ended: Int64?) -> [NameBearing] {
    let plain = bearing(name.key, sighting, ended: ended)
    guard withHashes, case .email(let email) = name else { return [plain] }
    return [plain, bearing(.hashed(email: email), sighting, ended: ended)]
  }

  private func bearing(_ key: SubjectKey, _ sighting: Sighting?, ended: Int64?) -> NameBearing {
    NameBearing(
      account: account, name: key.bits, seen: sighting?.seen ?? firstSeenAt, absent: sighting?.absent,
      lastSeen: lastSeenAt, ended: ended, createdAt: createdAt, tenant: tenant)
  }
}

extension EarlierNames.Name {
  var key: SubjectKey {
    switch self {
    case .appleSub(let sub): SubjectKey(appleSub: sub)
    case .email(let email): SubjectKey(email: email)
    case .phone(let phone): SubjectKey(phone: phone)
    }
  }
}
