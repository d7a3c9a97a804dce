import Crypto
import Foundation

/// A normalised name of a person, as 64 bits: what joins evidence to accounts without keeping strings in memory.
package struct SubjectKey: Hashable, Sendable {
  package let bits: UInt64

  /// The names that evidence uses for a person, strongest first.
  package enum Kind: UInt8, CaseIterable, Sendable {
    case uid = 1
    case appleSub, email, emailSHA256, phone
  }

  package init(uid: BorrowedText) { bits = uid.hash(seed: Kind.uid.seed) }
  package init(appleSub: BorrowedText) { bits = appleSub.hash(seed: Kind.appleSub.seed) }
  package init(emailSHA256: BorrowedText) { bits = emailSHA256.hash(seed: Kind.emailSHA256.seed) }

  /// Trims and folds ASCII letters, so that every spelling of one address has one key.
  package init(email: BorrowedText) {
    let trimmed = email.trimmed
    if let hash = trimmed.hashOfLowercasedASCII(seed: Kind.email.seed) {
      bits = hash
    } else {
      let normal = NormalText.email(String(decoding: email, as: UTF8.self))
      bits = NormalText.withBytes(normal) { $0.hash(seed: Kind.email.seed) }
    }
  }

  /// Looks at digits alone: `+1 555 0100`, `+15550100` and `0015550100` are one number.
  package init(phone: BorrowedText) {
    var digits: UInt64 = Kind.phone.seed
    for byte in phone.phoneDigits { digits = (digits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    bits = digits.mixed
  }

  /// The key of a number by which evidence may mean one person. Nil for what is shown of a number whose other digits
  /// are hidden, which thousands of people share: marks stand for these, or nothing, and then it is short. Nil as well
  /// for a number that was made a decimal one, whose digits are somebody else's.
  package static func named(phone: BorrowedText) -> SubjectKey? {
    let digits = phone.phoneDigits.reduce(0) { count, _ in count + 1 }
    guard digits >= leastDigits, !NormalText.isObfuscated(phone: phone), !NormalText.isDecimal(phone: phone) else {
      return nil
    }
    return SubjectKey(phone: phone)
  }

  /// Exports that hide digits show five at most.
  package static let leastDigits = 6

  package init(uid: String) { self = NormalText.withBytes(uid) { SubjectKey(uid: $0) } }
  package init(appleSub: String) { self = NormalText.withBytes(appleSub) { SubjectKey(appleSub: $0) } }
  package init(email: String) { self = NormalText.withBytes(email) { SubjectKey(email: $0) } }
  package init(phone: String) { self = NormalText.withBytes(phone) { SubjectKey(phone: $0) } }
  package static func named(phone: String) -> SubjectKey? { NormalText.withBytes(phone) { named(phone: $0) } }
  package init(emailSHA256: String) {
    self = NormalText.withBytes(emailSHA256.lowercased()) { SubjectKey(emailSHA256: $0) }
  }

  /// The key of an address by its hash: lower-case hex SHA-256 of the trimmed, lower-cased address.
  package static func hashed(email: String) -> SubjectKey {
    NormalText.withBytes(NormalText.email(email)) { hashed(normalEmail: $0) }
  }

  package static func hashed(email: BorrowedText) -> SubjectKey {
    NormalText.isNormal(email: email) ? hashed(normalEmail: email) : hashed(email: email.string)
  }

  private static func hashed(normalEmail: BorrowedText) -> SubjectKey {
    let hash = Hexadecimal.text(of: SHA256.hash(data: normalEmail))
    return NormalText.withBytes(hash) { SubjectKey(emailSHA256: $0) }
  }
}

extension SubjectKey.Kind {
  /// Keeps equal texts of different kinds apart.
  ///
  /// Mixed, since the first word of a text is added to it: two plain seeds differ as two texts may.
  fileprivate var seed: UInt64 { (0xcbf2_9ce4_8422_2325 ^ UInt64(rawValue)).mixed }
}

extension BorrowedText {
  /// As `NormalText.phone` has them: without the zeros that stand for the sign of landlines.
  fileprivate var phoneDigits: some Sequence<UInt8> {
    let digits = lazy.filter { $0 &- 0x30 < 10 }
    let isSigned = first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "+")
    return digits.dropFirst(!isSigned && digits.prefix(2).elementsEqual("00".utf8) ? 2 : 0)
  }

  /// Hashes eight bytes at a time: byte by byte, hashing the texts of a snapshot took as long as parsing it.
  func hash(seed: UInt64) -> UInt64 {
    var value = seed
    var index = 0
    while index + 8 <= count {
      value.absorb(word(at: index))
      index += 8
    }
    value.absorb(tail(from: index))
    value.absorb(UInt64(count))
    return value.mixed
  }

  /// Nil if any byte is not ASCII.
  fileprivate func hashOfLowercasedASCII(seed: UInt64) -> UInt64? {
    var value = seed
    var index = 0
    var seen: UInt64 = 0
    while index + 8 <= count {
      let next = word(at: index)
      seen |= next
      value.absorb(next.lowercasedASCII)
      index += 8
    }
    let rest = tail(from: index)
    seen |= rest
    value.absorb(rest.lowercasedASCII)
    value.absorb(UInt64(count))
    return seen & 0x8080_8080_8080_8080 == 0 ? value.mixed : nil
  }

  /// # Safety
  /// `index + 8 <= count`; the callers compare it with `count` first.
  private func word(at index: Int) -> UInt64 {
    UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: UInt64.self)
  }

  /// The last bytes, fewer than eight. A text of eight bytes or more has its last word read again and shifted.
  private func tail(from start: Int) -> UInt64 {
    let rest = count - start
    guard rest > 0 else { return 0 }
    if count >= 8 { return word(at: count - 8) >> UInt64(64 - 8 * rest) }
    var value: UInt64 = 0
    for index in start..<count { value |= UInt64(self[index]) << UInt64(8 * (index - start)) }
    return value
  }
}

extension UInt64 {
  /// MurmurHash3's 64-bit finaliser: FNV alone leaves the high bits of short texts alike.
  fileprivate mutating func absorb(_ word: UInt64) {
    let product = (self ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    self = product.high ^ product.low ^ 0x2545_f491_4f6c_dd1d
  }

  /// Sets the bit that tells small letters from capitals in each of eight ASCII bytes that is a capital.
  fileprivate var lowercasedASCII: UInt64 {
    let low = self & 0x7f7f_7f7f_7f7f_7f7f
    let atLeastA = low &+ 0x3f3f_3f3f_3f3f_3f3f
    let aboveZ = low &+ 0x2525_2525_2525_2525
    return self | ((atLeastA & ~aboveZ & 0x8080_8080_8080_8080) >> 2)
  }

  var mixed: UInt64 {
    var value = self
    value ^= value >> 33
    value = value &* 0xff51_afd7_ed55_8ccd
    value ^= value >> 33
    value = value &* 0xc4ce_b9fe_1a85_ec53
    return value ^ (value >> 33)
  }
}
