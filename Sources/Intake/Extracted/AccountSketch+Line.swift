import Evidence
import Timestamps

// An account as an object of JSON. A field that is absent has its default: nil, false or empty.

extension JSONLine {
  mutating func add(_ account: AccountSketch) {
    add(raw: "{\"uid\":")
    add(account.uid)
    field(",\"tenant\":", account.tenant)
    field(",\"email\":", account.email)
    field(",\"phone\":", account.phone)
    field(",\"createdAt\":", account.createdAt)
    field(",\"lastSignInAt\":", account.lastSignInAt)
    if account.isDisabled { add(raw: ",\"isDisabled\":true") }
    if account.hasPassword { add(raw: ",\"hasPassword\":true") }
    if account.hasPhoto { add(raw: ",\"hasPhoto\":true") }
    field(",\"isPrivateEmail\":", account.isPrivateEmail)
    list(",\"credentials\":", account.credentials) { $0.add($1) }
    list(",\"secondFactorPhones\":", account.secondFactorPhones) { $0.add($1) }
    field(",\"displayName\":", account.displayName)
    field(",\"initialEmail\":", account.initialEmail)
    list(",\"secondFactorEmails\":", account.secondFactorEmails) { $0.add($1) }
    list(",\"claims\":", account.claims) { $0.add($1) }
    add(raw: "}")
  }

  private mutating func add(_ credential: CredentialSketch) {
    add(raw: "{\"provider\":")
    add(credential.provider)
    field(",\"rawID\":", credential.rawID)
    field(",\"email\":", credential.email)
    field(",\"phone\":", credential.phone)
    field(",\"isPrivateEmail\":", credential.isPrivateEmail)
    field(",\"displayName\":", credential.displayName)
    add(raw: "}")
  }

  private mutating func add(_ claim: ClaimSketch) {
    add(raw: "{\"key\":")
    add(claim.key)
    add(raw: ",\"value\":")
    add(claim.value)
    if claim.isPhone { add(raw: ",\"isPhone\":true") }
    add(raw: "}")
  }

  private mutating func field(_ key: StaticString, _ text: BorrowedText?) {
    guard let text else { return }
    add(raw: key)
    add(text)
  }

  private mutating func field(_ key: StaticString, _ number: Int64?) {
    guard let number else { return }
    add(raw: key)
    add(number)
  }

  private mutating func field(_ key: StaticString, _ flag: Bool?) {
    guard let flag else { return }
    add(raw: key)
    add(flag)
  }

  private mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ add: (inout JSONLine, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    self.add(raw: key)
    self.add(elements, add)
  }
}

extension AccountSketch {
  /// Takes what `JSONLine.add` wrote; nil without a uid, and with a time that no account has.
  ///
  /// # Safety
  /// Its texts are those of the value's parser.
  init?(extracted value: JSONValue) {
    self.init(uid: .empty)
    var hasUID = false
    value.forEachField { key, value in
      if key.isEqual(to: "uid"), let text = value.text {
        uid = text
        hasUID = true
      } else if key.isEqual(to: "tenant") {
        tenant = value.text
      } else if key.isEqual(to: "email") {
        email = value.text
      } else if key.isEqual(to: "phone") {
        phone = value.text
      } else if key.isEqual(to: "createdAt") {
        createdAt = value.integer
      } else if key.isEqual(to: "lastSignInAt") {
        lastSignInAt = value.integer
      } else if key.isEqual(to: "isDisabled") {
        isDisabled = value.bool ?? false
      } else if key.isEqual(to: "hasPassword") {
        hasPassword = value.bool ?? false
      } else if key.isEqual(to: "hasPhoto") {
        hasPhoto = value.bool ?? false
      } else if key.isEqual(to: "isPrivateEmail") {
        isPrivateEmail = value.bool
      } else if key.isEqual(to: "credentials") {
        value.forEachElement { credentials.append(CredentialSketch(extracted: $0)) }
      } else if key.isEqual(to: "secondFactorPhones") {
        value.forEachElement { secondFactorPhones.append($0.text ?? .empty) }
      } else if key.isEqual(to: "displayName") {
        displayName = value.text
      } else if key.isEqual(to: "initialEmail") {
        initialEmail = value.text
      } else if key.isEqual(to: "secondFactorEmails") {
        value.forEachElement { secondFactorEmails.append($0.text ?? .empty) }
      } else if key.isEqual(to: "claims") {
        value.forEachElement { claims.append(ClaimSketch(extracted: $0)) }
      }
    }
    let times = [createdAt, lastSignInAt].compactMap { $0 }
    guard hasUID, times.allSatisfy(Timestamp.range.contains) else { return nil }
  }
}

extension CredentialSketch {
  fileprivate init(extracted value: JSONValue) {
    self.init(provider: .empty)
    value.forEachField { key, value in
      if key.isEqual(to: "provider") {
        provider = value.text ?? .empty
      } else if key.isEqual(to: "rawID") {
        rawID = value.text
      } else if key.isEqual(to: "email") {
        email = value.text
      } else if key.isEqual(to: "phone") {
        phone = value.text
      } else if key.isEqual(to: "isPrivateEmail") {
        isPrivateEmail = value.bool
      } else if key.isEqual(to: "displayName") {
        displayName = value.text
      }
    }
  }
}

extension ClaimSketch {
  fileprivate init(extracted value: JSONValue) {
    self.init(
      key: value.field("key")?.text ?? .empty, value: value.field("value")?.text ?? .empty,
      isPhone: value.field("isPhone")?.bool ?? false)
  }
}
