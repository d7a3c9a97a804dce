// Writes the benchmark's data from a seed: a Firebase export, its NDJSON twin, and the evidence around it.
//
//     generate FOLDER ACCOUNTS [--seed N] [--changed SHARE] [--noise CONSENTS] [--findings]
//
// FOLDER/audit gets what relay-audit reads, FOLDER/twin the same accounts as NDJSON. 30 % of the accounts have an Apple
// credential, 60 % of those a relay address, a quarter of these a link; there are consents for 90 % of the links, deletion
// requests for 2 % of the Apple accounts, and revocations for 90 % of the requests. Accounts ascend by uid, as Firebase
// writes them; one takes about 505 bytes of the export.
//
// `--changed 0.001` writes the next night: so large a share of the accounts has another phone number, and nothing else
// differs. `--noise 10000000` adds so many consents of people who have nothing of Apple, nine in ten of them to a
// newsletter. `--findings` leaves all consents out, so that every link is a finding.
//
// Every value is made up; hosts and numbers are reserved ones.

import Foundation

/// xorshift64*: the same numbers on every machine.
struct Random {
  var state: UInt64

  init(_ seed: UInt64) { state = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_f491_4f6c_dd1d
  }

  mutating func chance(_ share: Double) -> Bool { Double(next() >> 11) < share * Double(1 << 53 as UInt64) }
  mutating func below(_ limit: UInt64) -> UInt64 { next() % limit }
}

/// A file that is written in large pieces.
final class Output {
  private let descriptor: Int32
  private var bytes: [UInt8] = []

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { fail("\(path) cannot be written") }
    bytes.reserveCapacity(1 << 21)
  }

  func add(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
  func add(_ text: [UInt8]) { bytes.append(contentsOf: text) }
  func add(_ number: UInt64, digits: Int = 0) {
    let text = String(number)
    for _ in 0..<max(0, digits - text.utf8.count) { bytes.append(48) }
    bytes.append(contentsOf: text.utf8)
  }

  func endRecord() { if bytes.count > 1 << 20 { flush() } }

  func flush() {
    var start = 0
    while start < bytes.count {
      let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + start, $0.count - start) }
      guard written > 0 else { fail("the disk is full") }
      start += written
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("generate: \(message)\n".utf8))
  exit(1)
}

let asOf: UInt64 = 1_795_132_800_000  // 2026-11-20T00:00:00Z, in milliseconds
let year: UInt64 = 365 * 86_400_000
let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
let hexDigits = Array("0123456789abcdef".utf8)

/// RFC 3339, of a day and a time of day in milliseconds; days are counted from 1970.
func rfc3339(_ milliseconds: UInt64) -> [UInt8] {
  // Howard Hinnant's civil_from_days: https://howardhinnant.github.io/date_algorithms.html
  let days = milliseconds / 86_400_000 + 719_468
  let era = days / 146_097
  let ofEra = days - era * 146_097
  let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
  let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * ofYear + 2) / 153
  let day = ofYear - (153 * shifted + 2) / 5 + 1
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  let time = milliseconds % 86_400_000
  func two(_ value: UInt64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  let rest = time % 1000
  return Array(
    "\(year)-\(two(month))-\(two(day))T\(two(time / 3_600_000)):\(two(time / 60_000 % 60)):\(two(time / 1000 % 60)).\(rest < 10 ? "00" : rest < 100 ? "0" : "")\(rest)Z"
      .utf8)
}

struct Options {
  var folder = ""
  var accounts: UInt64 = 0
  var seed: UInt64 = 1
  var changed = 0.0
  var noise: UInt64 = 0
  var onlyFindings = false

  init(_ arguments: [String]) {
    var plain: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--seed": seed = rest.popFirst().flatMap(UInt64.init) ?? 1
      case "--changed": changed = rest.popFirst().flatMap(Double.init) ?? 0
      case "--noise": noise = rest.popFirst().flatMap(UInt64.init) ?? 0
      case "--findings": onlyFindings = true
      default: plain.append(argument)
      }
    }
    guard plain.count == 2, let count = UInt64(plain[1]) else { fail("a folder and a number of accounts are needed") }
    folder = plain[0]
    accounts = count
  }
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

  init(_ options: Options) {
    self.options = options
    noise = Random(options.seed)
    changes = Random(options.seed &+ 1000)
    for name in ["audit", "twin"] {
      try? FileManager.default.createDirectory(
        atPath: "\(options.folder)/\(name)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    export = Output(options.folder + "/audit/users.json")
    twin = Output(options.folder + "/twin/users.ndjson")
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
    let isApple = noise.chance(0.3)
    let isRelay = isApple && noise.chance(0.6)
    let number = Array(String(index).utf8)
    let email =
      isRelay
      ? text(10, of: letters) + Array((noise.chance(0.2) ? "@private.icloud.com" : "@privaterelay.appleid.com").utf8)
      : Array("person".utf8) + number + Array("@example.com".utf8)
    let hasLink = isRelay && noise.chance(0.25)
    let hasPhone = hasLink && noise.chance(0.5)
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

var generator = Generator(Options(Array(CommandLine.arguments.dropFirst())))
generator.run()
