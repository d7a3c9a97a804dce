import Foundation
import Testing

/// A run that is withdrawn leaves nothing behind, whichever runs followed it (docs/contract.md, section 9).
@Suite struct WithdrawalNightsTests {
  /// What an export shows of one account.
  private struct Shown {
    var email: String? = nil
    var relay: String? = nil
    var phone: String? = nil
    var google: String? = nil
    var hasApple = true
    var isThere = true

    func account(_ uid: String) -> String? {
      guard isThere else { return nil }
      var providers: [[String: Any]] = []
      if hasApple {
        var apple: [String: Any] = ["providerId": "apple.com", "rawId": Line.sub(uid)]
        apple["email"] = relay
        providers.append(apple)
      }
      if let google { providers.append(["providerId": "google.com", "rawId": google]) }
      var account: [String: Any] = ["localId": uid, "createdAt": "1770000000000", "providerUserInfo": providers]
      account["email"] = email
      account["phoneNumber"] = phone
      return Line.object(account)
    }
  }

  private static func full(_ uid: String) -> Shown {
    Shown(relay: Line.relay(uid), phone: "+1555010\(uid.count)", google: "g-\(uid)")
  }

  /// An account for each story: what the mistaken run showed of it, and what the others show.
  private static let stories: [(uid: String, mistaken: Shown, others: Shown)] = {
    var stories: [(uid: String, mistaken: Shown, others: Shown)] = []
    func add(_ uid: String, mistaken: (inout Shown) -> Void = { _ in }, others: (inout Shown) -> Void = { _ in }) {
      var pair = (mistaken: full(uid), others: full(uid))
      mistaken(&pair.mistaken)
      others(&pair.others)
      stories.append((uid, pair.mistaken, pair.others))
    }
    func showsItsOwnEmail(_ shown: inout Shown) {
      shown = Shown(email: "own@example.com")
    }
    add("same")
    add("alone", mistaken: { $0.isThere = false })
    add("email", mistaken: { $0.email = "more@example.com" })
    add("google", mistaken: { $0.google = nil })
    add("no-phone", mistaken: { $0.phone = nil })
    add("no-apple", mistaken: { $0.hasApple = false })
    add("new-number", mistaken: { $0.phone = "+15550109" })
    add("more-google", others: { $0.google = nil })
    add("phone-was-more", others: { $0.phone = nil })
    add("relay-was-shown", mistaken: { $0.email = "own@example.com" }, others: showsItsOwnEmail)
    add("another-google", mistaken: { $0.google = "g-other" })
    return stories
  }()

  private func files(isMistaken: Bool) -> [String: String] {
    let accounts =
      Self.stories.compactMap { (isMistaken ? $0.mistaken : $0.others).account($0.uid) }
      + [Shown(relay: Line.relay("other")).account("other")].compactMap { $0 }
    let consents = Self.stories.flatMap { story in
      [("link:phone", 7), ("link:google.com", 9), ("link:email", 7)].map { purpose, day in
        Line.consent(story.uid, time(day), ["purpose": purpose])
      }
    }
    return [
      "users.json": "{\"users\": [\n" + accounts.joined(separator: ",") + "]}", "consents.ndjson": consents.joined(),
      "deletions.ndjson": Line.request("other", time(1), ["status": "cancelled"]),
    ]
  }

  private struct Audit {
    var day: Int
    var isMistaken = false
    var isWithdrawn = false
  }

  /// The verdicts of a last night, after audits of which some were withdrawn, the first ones first.
  private func outcome(_ audits: Audit...) throws -> Set<String> {
    let nights = try Nights()
    for audit in audits { try nights.night(audit.day, files(isMistaken: audit.isMistaken)) }
    for (index, audit) in audits.enumerated() where audit.isWithdrawn {
      let outcome = try nights.run(
        "history", "--withdraw", "\(index + 1)", "--reason", "a mistake", "--project", "app")
      try #require(outcome.status == 0, "\(outcome.errors)")
    }
    let last = try nights.night(14, files(isMistaken: false))
    return Set(last.findings.map { "\($0.rule) \($0.uid ?? "-") \($0.object ?? "-") \($0.says)" })
  }

  private func expectSame(_ with: Set<String>, _ without: Set<String>) {
    #expect(with.subtracting(without) == [])
    #expect(without.subtracting(with) == [])
    #expect(!without.isEmpty)
  }

  @Test func aRunBetweenOthers() throws {
    let without = try outcome(Audit(day: 6), Audit(day: 10))
    expectSame(try outcome(Audit(day: 6), Audit(day: 8, isMistaken: true, isWithdrawn: true), Audit(day: 10)), without)
  }

  @Test(arguments: [false, true]) func aRunAndTheOneAfterIt(isMistaken: Bool) throws {
    let without = try outcome(Audit(day: 6))
    let with = try outcome(
      Audit(day: 6), Audit(day: 8, isMistaken: true, isWithdrawn: true),
      Audit(day: 10, isMistaken: isMistaken, isWithdrawn: true))
    expectSame(with, without)
  }

  /// What another run showed as well stays known.
  @Test func aRunThatShowedWhatTheNextOneDid() throws {
    let without = try outcome(Audit(day: 6), Audit(day: 10, isMistaken: true), Audit(day: 12))
    let with = try outcome(
      Audit(day: 6), Audit(day: 8, isMistaken: true, isWithdrawn: true), Audit(day: 10, isMistaken: true),
      Audit(day: 12))
    expectSame(with, without)
  }
}
