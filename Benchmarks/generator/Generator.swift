import Foundation

/// What was written, for readers to be held to.
struct Numbers: Encodable {
  var accounts: UInt64 = 0
  var relayAddresses: UInt64 = 0
  var phones: UInt64 = 0
  var providers: UInt64 = 0
}

struct Generator {
  let options: Options
  var noise: Random
  /// Decides which accounts differ on the next night; apart, so that all else stays the same.
  var changes: Random
  let export: Output
  let twin: Output
  let consents: Output
  let deletions: Output
  let revocations: Output
  var numbers = Numbers()

  init(_ options: Options) {
    self.options = options
    noise = Random(options.seed)
    changes = Random(options.seed &+ 1000)
    if options.isStream {
      export = Output(descriptor: STDOUT_FILENO)
      (twin, consents) = (Output(descriptor: nil), Output(descriptor: nil))
      (deletions, revocations) = (Output(descriptor: nil), Output(descriptor: nil))
      return
    }
    for name in options.onlyEvidence ? ["audit"] : ["audit", "twin"] {
      try? FileManager.default.createDirectory(
        atPath: "\(options.folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    let noAccounts = options.onlyEvidence
    export = noAccounts ? Output(descriptor: nil) : Output(options.folder + "/audit/users.json")
    twin = noAccounts ? Output(descriptor: nil) : Output(options.folder + "/twin/users.ndjson")
    consents = Output(options.folder + "/audit/consents.ndjson")
    deletions = Output(options.folder + "/audit/deletions.ndjson")
    revocations = Output(options.folder + "/audit/revocations.ndjson")
  }

  mutating func run() {
    export.add("{\"users\": [\n")
    for index in 0..<options.accounts {
      if index > 0 { export.add(",\n") }
      account(index)
      for output in [export, twin, consents, deletions, revocations] { output.endRecord() }
    }
    export.add("]}")
    for index in 0..<options.noise {
      bystander(index)
      consents.endRecord()
    }
    for output in [export, twin, consents, deletions, revocations] { output.flush() }
    if !options.isStream { writeNumbers() }
  }

  private func writeNumbers() {
    do {
      try JSONEncoder().encode(numbers).write(to: URL(fileURLWithPath: options.folder + "/numbers.json"))
    } catch {
      fail("numbers.json cannot be written: \(error.localizedDescription)")
    }
  }

  private mutating func text(_ count: Int, of alphabet: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    var bits: UInt64 = 0
    for index in 0..<count {
      if index % 8 == 0 { bits = noise.next() }
      text.append(alphabet[Int((bits & 0xff) % UInt64(alphabet.count))])
      bits >>= 8
    }
    return text
  }

  private mutating func account(_ index: UInt64) {
    // 28 characters like Firebase's, and ascending.
    let uid = Array(String(1_000_000_000_000 + index).utf8) + text(15, of: letters)
    let created = asOf - year + noise.below(year / 10 * 9)
    let isApple = options.allFindings || noise.chance(0.3)
    let isRelay = options.allFindings || isApple && noise.chance(0.6)
    let number = Array(String(index).utf8)
    let email =
      isRelay
      ? text(10, of: letters) + Array((noise.chance(0.2) ? "@private.icloud.com" : "@privaterelay.appleid.com").utf8)
      : Array("person".utf8) + number + Array("@example.com".utf8)
    let hasLink = options.allFindings || isRelay && noise.chance(0.25)
    // By turns, since a rule judges at most 5,000,000 findings.
    let hasPhone = options.allFindings ? index % 2 == 0 : hasLink && noise.chance(0.5)
    var phone = noise.below(9_000_000) + 1_000_000
    let isChanged = changes.chance(options.changed)
    if isChanged { phone = changes.below(9_000_000) + 1_000_000 }

    // Apple gives no photo: who has Apple's credential alone has a name as long as others' photo and name.
    let hasPhoto = !isApple || hasLink && !hasPhone
    let photo = Array("https://images.example.com/people/original/".utf8) + number + Array("/portrait.jpg".utf8)
    let name = Array("Person Number ".utf8) + number
    var strings: [(StaticString, [UInt8])?] = [("localId", uid), ("email", email), nil]
    // Few of those who hide their address share a name, and each of these is a finding.
    if !isRelay || index % 50 == 0 { strings.append(("displayName", hasPhoto ? name : name + photo)) }
    if hasPhoto { strings.append(("photoUrl", photo)) }
    strings.append(("lastSignedInAt", Array(String(created + 86_400_000).utf8)))
    strings.append(("createdAt", Array(String(created).utf8)))
    export.add("{")
    twin.add("{")
    for (position, pair) in strings.enumerated() {
      export.add(position > 0 ? ",\n  " : "\n  ")
      if position > 0 { twin.add(",") }
      guard let pair else {
        export.add("\"emailVerified\": true")
        twin.add("\"emailVerified\":true")
        continue
      }
      for (output, colon) in [(export, "\": \"" as StaticString), (twin, "\":\"")] {
        output.add("\"")
        output.add(pair.0)
        output.add(colon)
        output.add(pair.1)
        output.add("\"")
      }
    }
    if hasPhone || isChanged {
      export.add(",\n  \"phoneNumber\": \"+1555")
      export.add(phone)
      twin.add(",\"phoneNumber\":\"+1555")
      twin.add(phone)
      export.add("\"")
      twin.add("\"")
    }
    export.add(",\n  \"disabled\": false,\n  \"providerUserInfo\": [")
    twin.add(",\"disabled\":false,\"providerUserInfo\":[")
    if isApple {
      var sub = Array(String(100_000 + index % 900_000).utf8) + [46] + text(32, of: hexDigits) + [46]
      sub += Array(String(1000 + index % 9000).utf8)
      provider("apple.com", rawID: sub, email: email, isFirst: true, of: nil)
    } else {
      provider("google.com", rawID: googleID(), email: email, isFirst: true, of: number)
    }
    if hasLink, !hasPhone {
      provider("google.com", rawID: googleID(), email: uid + Array("@example.org".utf8), isFirst: false, of: nil)
    }
    export.add("\n  ]\n}")
    twin.add("]}\n")
    numbers.accounts += 1
    numbers.relayAddresses += isRelay ? 1 : 0
    numbers.phones += hasPhone || isChanged ? 1 : 0
    numbers.providers += hasLink && !hasPhone ? 2 : 1

    if hasLink, noise.chance(0.9), !options.onlyFindings {
      consent(uid, hasPhone ? "link:phone" : "link:social", created)
    }
    if isApple, noise.chance(0.02) { deletion(index, uid) }
  }

  private mutating func googleID() -> [UInt8] {
    Array(String(100_000_000_000_000 + noise.below(899_999_999_999_999)).utf8)
      + Array(String(100_000 + noise.below(899_999)).utf8)
  }

  private func provider(
    _ name: StaticString, rawID: [UInt8], email: [UInt8], isFirst: Bool, of person: [UInt8]?
  ) {
    export.add(isFirst ? "\n    {\n      \"providerId\": \"" : ",\n    {\n      \"providerId\": \"")
    export.add(name)
    export.add("\",\n      \"rawId\": \"")
    export.add(rawID)
    export.add("\",\n      \"email\": \"")
    export.add(email)
    twin.add(isFirst ? "{\"providerId\":\"" : ",{\"providerId\":\"")
    twin.add(name)
    twin.add("\",\"rawId\":\"")
    twin.add(rawID)
    twin.add("\",\"email\":\"")
    twin.add(email)
    if let person {
      export.add("\",\n      \"displayName\": \"Person Number ")
      export.add(person)
      twin.add("\",\"displayName\":\"Person Number ")
      twin.add(person)
    }
    export.add("\"\n    }")
    twin.add("\"}")
  }

  private func consent(_ uid: [UInt8], _ purpose: StaticString, _ time: UInt64) {
    consents.add("{\"uid\": \"")
    consents.add(uid)
    consents.add("\", \"purpose\": \"")
    consents.add(purpose)
    consents.add("\", \"given_at\": \"")
    consents.add(rfc3339(time))
    consents.add("\", \"explicit\": true, \"method\": \"dialog\", \"policy_version\": \"3\"}\n")
  }

  private mutating func bystander(_ index: UInt64) {
    let person = Array("bystander".utf8) + Array(String(index % max(1, options.accounts)).utf8)
    consent(person, index % 10 == 0 ? "link:phone" : "newsletter", asOf - 1 - index % year)
  }

  private mutating func deletion(_ index: UInt64, _ uid: [UInt8]) {
    let requested = asOf - 10 * 86_400_000 + noise.below(5 * 86_400_000)
    deletions.add("{\"uid\": \"")
    deletions.add(uid)
    deletions.add("\", \"request_id\": \"request-")
    deletions.add(index)
    deletions.add("\", \"requested_at\": \"")
    deletions.add(rfc3339(requested))
    deletions.add("\"}\n")
    guard noise.chance(0.9) else { return }
    revocations.add("{\"uid\": \"")
    revocations.add(uid)
    revocations.add("\", \"at\": \"")
    revocations.add(rfc3339(requested + 3_600_000))
    revocations.add("\", \"endpoint\": \"apple\", \"token_type\": \"refresh_token\", \"http_status\": 200}\n")
  }
}
