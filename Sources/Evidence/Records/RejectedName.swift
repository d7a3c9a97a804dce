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
      let subject = Subject(uid: uid).withoutUserName
      return subject.uid.map { RejectedName(kind: .uid, bits: SubjectKey(uid: $0).bits) }
        ?? subject.appleSub.map { RejectedName(kind: .appleSub, bits: SubjectKey(appleSub: $0).bits) }
    case .appleSub(let sub): return RejectedName(kind: .appleSub, bits: SubjectKey(appleSub: sub).bits)
    case .email(let email): return RejectedName(kind: .email, bits: SubjectKey(email: email).bits)
    case .emailSHA256(let hash): return RejectedName(kind: .emailSHA256, bits: SubjectKey(emailSHA256: hash).bits)
    case .phone(let phone):
      return SubjectKey.named(phone: phone).map { RejectedName(kind: .phone, bits: $0.bits) }
    case .request(let id): return RejectedName(request: id)
    }
  }
}

extension RejectedName {
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
