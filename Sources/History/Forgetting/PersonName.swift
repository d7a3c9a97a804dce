import Evidence

/// A name by which somebody says whom to forget.
package enum PersonName: Hashable, Sendable {
  case uid(String)
  case email(String)
  case phone(String)
  case appleSub(String)

  var key: UInt64 {
    switch self {
    case .uid(let uid): SubjectKey(uid: uid).bits
    case .email(let email): SubjectKey(email: email).bits
    case .phone(let phone): SubjectKey(phone: SubjectText.phone(phone)).bits
    case .appleSub(let sub): SubjectKey(appleSub: sub).bits
    }
  }

  /// The key and, of an address, that of its hash; of a number, that of its other spelling.
  var keys: Set<UInt64> {
    switch self {
    case .uid, .appleSub: [key]
    case .email(let email): [key, SubjectKey.hashed(email: email).bits]
    case .phone(let phone): [key, SubjectKey(phone: "00" + SubjectText.phone(phone)).bits]
    }
  }
}

/// All names of a person that the store has.
package struct PersonNames: Sendable {
  package internal(set) var uids: Set<String> = []
  package internal(set) var subs: Set<String> = []
  /// Normalised, as phones are.
  package internal(set) var emails: Set<String> = []
  package internal(set) var phones: Set<String> = []
  /// What identifies the person besides: ids at other providers, names that are shown.
  package internal(set) var others: Set<String> = []
  /// The bits of the keys by which evidence is matched, also of names that the store knows by their keys alone.
  var keys: Set<UInt64> = []

  mutating func add(_ name: PersonName) {
    switch name {
    case .uid(let uid): uids.insert(uid)
    case .email(let email): emails.insert(SubjectText.email(email))
    case .phone(let phone): phones.insert(SubjectText.phone(phone))
    case .appleSub(let sub): subs.insert(sub)
    }
    keys.formUnion(name.keys)
  }

  /// As texts, each once.
  package var texts: Set<String> { uids.union(subs).union(emails).union(phones).union(others) }
}
