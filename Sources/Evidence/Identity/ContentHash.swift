import Timestamps

/// A hash of a record's content that is the same in every run, unlike Swift's `Hasher`.
struct ContentHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ text: String?) {
    guard let text else { return combine(0) }
    combine(NormalText.withBytes(text) { $0.hash(seed: 1) })
  }

  mutating func combine(_ number: UInt64) {
    value = (value ^ number).mixed
  }

  mutating func combine(_ number: Int64?) {
    combine(number.map { UInt64(bitPattern: $0).mixed } ?? 0)
  }

  mutating func combine(_ flag: Bool?) {
    combine(flag.map { $0 ? 2 : 1 } ?? UInt64(0))
  }
}

extension AccountRecord {
  /// Equal for records that say the same, whatever the order of their credentials and the letter case of addresses.
  var contentHash: UInt64 {
    var hash = ContentHash()
    hash.combine(email.map(NormalText.email))
    hash.combine(phone.map(NormalText.phone))
    hash.combine(createdAt?.milliseconds)
    for flag in [hasPassword, hasPhoto, isPrivateEmail] { hash.combine(flag) }
    // A sum does not depend on the order.
    hash.combine(credentials.reduce(0 as UInt64) { $0 &+ $1.contentHash })
    hash.combine(secondFactorPhones.reduce(0 as UInt64) { $0 &+ SubjectKey(phone: $1).bits })
    return hash.value.mixed
  }
}

extension Credential {
  fileprivate var contentHash: UInt64 {
    var hash = ContentHash()
    hash.combine(provider)
    hash.combine(rawID)
    hash.combine(email.map(NormalText.email))
    hash.combine(phone.map(NormalText.phone))
    hash.combine(isPrivateEmail)
    return hash.value.mixed
  }
}

extension AccountSketch {
  /// As `AccountRecord.contentHash`, of what a sketch holds.
  var contentHash: UInt64 {
    var hash = ContentHash()
    hash.combine(email.map { SubjectKey(email: $0).bits } ?? 0)
    hash.combine(phone.map { SubjectKey(phone: $0).bits } ?? 0)
    hash.combine(createdAt)
    hash.combine(isPrivateEmail)
    var credentialSum: UInt64 = 0
    for credential in credentials {
      var one = ContentHash()
      one.combine(SubjectKey(uid: credential.provider).bits)
      one.combine(credential.rawID.map { SubjectKey(uid: $0).bits } ?? 0)
      one.combine(credential.email.map { SubjectKey(email: $0).bits } ?? 0)
      one.combine(credential.phone.map { SubjectKey(phone: $0).bits } ?? 0)
      credentialSum &+= one.value.mixed
    }
    hash.combine(credentialSum)
    hash.combine(secondFactorPhones.reduce(0 as UInt64) { $0 &+ SubjectKey(phone: $1).bits })
    return hash.value.mixed
  }
}
