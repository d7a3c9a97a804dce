import Demo
import Foundation
import Testing

/// Addresses that go from one person to another, while some of them have nothing of Apple's.
@Suite struct NamesHandedOnTests {
  private struct Person {
    var uid: String
    /// The night since which there is an Apple credential; nil for never.
    var appleSince: Int?
  }

  /// Who has which address on which night, at random.
  private struct World {
    var persons: [Person] = []
    /// By night, the address of each person.
    var addresses: [[String]] = []

    init(nights: Int, _ random: inout SplitMix64) {
      for number in 0..<6 {
        persons.append(
          Person(uid: "u\(number)", appleSince: number < 4 ? .random(in: 0..<nights, using: &random) : nil))
      }
      for _ in 0..<nights {
        let pool = (0..<5).map { "shared\($0)@example.com" }.shuffled(using: &random)
        addresses.append(
          persons.indices.map { .random(using: &random) && $0 < pool.count ? pool[$0] : "own\($0)@example.com" })
      }
    }

    func user(_ index: Int, _ night: Int) -> String {
      let person = persons[index]
      let (email, phone) = (addresses[night][index], "+155501\(index + 10)")
      if person.appleSince ?? .max <= night { return Sample.user(person.uid, email: email, phone: phone) }
      return """
        {
          "localId": "\(person.uid)",
          "email": "\(email)",
          "createdAt": "1770000000000",
          "phoneNumber": "\(phone)",
          "providerUserInfo": [{"providerId": "google.com", "rawId": "g-\(person.uid)"}]
        }
        """
    }

    func export(_ night: Int) -> String {
      "{\"users\": [\n" + persons.indices.map { user($0, night) }.joined(separator: ",\n") + "\n]}\n"
    }

    /// Breaks off after half of the accounts.
    func part(_ night: Int) -> String {
      "{\"users\": [\n" + persons.indices.prefix(3).map { user($0, night) }.joined(separator: ",\n") + ",\n"
    }
  }

  private func consent(_ address: String, _ night: Int) -> String {
    Line.object([
      "email": address, "purpose": "link:phone", "given_at": time(night + 1, 5), "explicit": true, "method": "dialog",
      "policy_version": "3",
    ])
  }

  /// Each consent, given when a night's accounts were exported, is that of whoever had the address then; also where it
  /// was read the night after, and where a part of the accounts was exported in between.
  @Test(arguments: 0..<6) func consentIsThatOfWhoeverHadTheAddress(round: Int) throws {
    let count = 5
    var random = SplitMix64(seed: UInt64(round))
    let world = World(nights: count, &random)
    let parts: Set<Int> = round % 3 == 2 ? [.random(in: 1..<(count - 1), using: &random)] : []
    let given = (0..<5).compactMap { number -> (address: String, night: Int)? in
      let (address, night) = ("shared\(number)@example.com", Int.random(in: 0..<count, using: &random))
      // Nobody's is whoever's had it before or has it next.
      return parts.contains(night) || !world.addresses[night].contains(address) ? nil : (address, night)
    }
    try judge(world, given, parts: parts, round: round)
  }

  /// A part of the accounts, read between two whole exports, is not taken for the last of these.
  @Test func aPartIsNotTheExportBefore() throws {
    var random = SplitMix64(seed: 5)
    var world = World(nights: 5, &random)
    for (index, night) in [1, 3, 4, 3].enumerated() { world.persons[index].appleSince = night }
    func own(_ number: Int) -> String { "own\(number)@example.com" }
    func shared(_ number: Int) -> String { "shared\(number)@example.com" }
    world.addresses = [
      [own(0), own(1), shared(1), shared(3), shared(4), own(5)],
      [shared(3), shared(4), shared(1), shared(0), shared(2), own(5)],
      [shared(0), own(1), shared(2), shared(4), shared(3), own(5)],
      [shared(3), shared(0), shared(1), shared(4), own(4), own(5)],
      [shared(3), own(1), own(2), own(3), shared(0), own(5)],
    ]
    try judge(world, [(shared(1), 3), (shared(3), 1), (shared(4), 3)], parts: [2], round: 2)
  }

  private func judge(
    _ world: World, _ given: [(address: String, night: Int)], parts: Set<Int>, round: Int
  ) throws {
    let count = world.addresses.count
    let nights = try Nights(jobs: round % 2 + 1)
    var last: Night?
    for night in 0..<count {
      let isShown = { (consent: (address: String, night: Int)) in
        night == count - 1 || round % 3 == 1 && consent.night == night - 1
      }
      last = try nights.night(
        night + 1,
        [
          "users.json": parts.contains(night) ? world.part(night) : world.export(night),
          "consents.ndjson": Line.consent("stranger", time(1)) + given.filter(isShown).map(consent).joined(),
          "links.ndjson": (0..<4).map { Line.link("u\($0)", time(count, 5)) }.joined(),
        ])
    }
    let consented = Set(
      given.compactMap { consent in
        world.addresses[consent.night].firstIndex(of: consent.address).map { world.persons[$0].uid }
      })
    let expected = Dictionary(
      uniqueKeysWithValues: (0..<4).map { ("u\($0)", consented.contains("u\($0)") ? "pass" : "fail no-record") })
    let story = "\(world) \(given), parts \(parts)"
    try #require(last).expect("consent/link-phone", expected, "\(story)")
  }

  /// Somebody whose account was deleted after the export registers anew, and then agrees and asks for deletion.
  @Test(arguments: [true, false]) func aRecordOfAfterTheExportMayMeanTheNextAccount(isByAddress: Bool) throws {
    let name: [String: Any] = isByAddress ? ["email": Line.relay("u1")] : ["apple_sub": "001.s.1"]
    func user(_ uid: String, created: Int, _ more: String = "") -> String {
      """
      {"localId":"\(uid)","email":"\(Line.relay("u1"))","createdAt":"\(created)","providerUserInfo":\
      [{"providerId":"apple.com","rawId":"001.s.1","email":"\(Line.relay("u1"))"}\(more)]}
      """
    }
    func export(_ user: String) -> String { #"{"users": [\#(Sample.user("z9")),\#(user)]}"# }
    let records = [
      "consents.ndjson": Line.object(
        name.merging([
          "purpose": "link:google.com", "given_at": time(8, 5, 30), "explicit": true, "method": "m",
          "policy_version": "1",
        ]) { $1 }),
      "deletions.ndjson": Line.object(name.merging(["request_id": "r1", "requested_at": time(8, 5, 50)]) { $1 }),
      "revocations.ndjson": Line.revocation("z9", time(5)),
    ]
    let anew = export(
      user("u2", created: milliseconds(8, 5, 20), #",{"providerId":"google.com","rawId":"g1"}"#))
    let nights = try Nights()
    try nights.night(8, records.merging(["users.json": export(user("u1", created: milliseconds(1)))]) { $1 })
    for files in [["revocations.ndjson": Line.revocation("z9", time(5))], records] {
      let later = files.merging(["users.json": anew]) { $1 }
      let night = try nights.night(20, later.merging(["links.ndjson": link]) { $1 })
      #expect(night.verdicts("consent/link-social").isEmpty)
      #expect(night.verdicts("deletion/token-revoked") == ["u2": "fail no-revocation"])
    }
  }

  private let link = Line.object([
    "uid": "u2", "provider": "google.com", "linked_at": time(8, 5, 40), "action": "link",
  ])
}
