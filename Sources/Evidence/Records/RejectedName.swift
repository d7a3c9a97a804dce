/// A name that a rejected record has, as 64 bits, which memory keeps.
package struct RejectedName: Hashable, Sendable {
  /// Nil for the id of a deletion request.
  package let kind: SubjectKey.Kind?
  package let bits: UInt64

  package init(kind: SubjectKey.Kind?, bits: UInt64) { (self.kind, self.bits) = (kind, bits) }

  /// - Parameter request: the id of a deletion request.
  package init(request: String) {
    var names = SharedNames()
    names.add("request", request)
    self.init(kind: nil, bits: names.all[0])
  }
}

extension RejectedNames {
  /// Names by which nobody can be found, such as a number whose digits are hidden, are not among them.
  package var keys: Set<RejectedName> { Set(names.compactMap(\.key)) }

  /// Without those of persons whom the store was told to forget, and whom no export shows.
  package func keys(besides forgotten: ForgottenPersons) -> Set<RejectedName> {
    guard !forgotten.isEmpty else { return keys }
    return Set(
      names.compactMap { name in
        name.key.flatMap { key in
          if case .request(let id) = name { return forgotten.isHidden(.request(id)) ? nil : key }
          return forgotten.isHidden(.key(key.bits)) ? nil : key
        }
      })
  }
}

extension RejectedNames.Name {
  fileprivate var key: RejectedName? {
    switch self {
    case .uid(let uid):
      RejectedName(of: SubjectKeys(Subject(uid: uid).withoutUserName))
    case .appleSub(let sub): RejectedName(of: SubjectKeys(Subject(appleSub: sub)))
    case .email(let email): RejectedName(of: SubjectKeys(Subject(email: email)))
    case .emailSHA256(let hash): RejectedName(of: SubjectKeys(Subject(emailSHA256: hash)))
    case .phone(let phone): RejectedName(of: SubjectKeys(Subject(phone: phone)))
    case .request(let id): RejectedName(request: id)
    }
  }
}

extension RejectedName {
  /// - Parameter keys: of which one is there.
  fileprivate init?(of keys: SubjectKeys) {
    let named: [(SubjectKey.Kind, UInt64?)] = [
      (.uid, keys.uid), (.appleSub, keys.appleSub), (.email, keys.email), (.emailSHA256, keys.emailSHA256),
      (.phone, keys.phone),
    ]
    guard let (kind, bits) = named.lazy.compactMap({ kind, bits in bits.map { (kind, $0) } }).first else { return nil }
    self.init(kind: kind, bits: bits)
  }

  /// Nil for the id of a request.
  var person: SubjectKeys? {
    var keys = SubjectKeys()
    switch kind {
    case .uid: keys.uid = bits
    case .appleSub: keys.appleSub = bits
    case .email: keys.email = bits
    case .emailSHA256: keys.emailSHA256 = bits
    case .phone: keys.phone = bits
    case nil: return nil
    }
    return keys
  }
}
