import Timestamps

/// Generates the many accounts of the sample that have no finding, one after another.
struct Bulk {
  private var random: SplitMix64
  private let stage: Stage

  init(seed: UInt64, stage: Stage) {
    random = SplitMix64(seed: seed)
    self.stage = stage
  }

  /// 30 % have an Apple credential, 60 % of those a relay address, a quarter of these a link, with consent from before.
  mutating func next(_ index: Int) -> (account: DemoAccount, consent: DemoRecord?) {
    let name = "person-\(index)"
    let created = stage.ago(days: 30 + Int64(random.next(below: 700)), hours: Int64(random.next(below: 24)))
    let isApple = random.next(below: 100) < 30
    let isRelay = isApple && random.next(below: 100) < 60
    let host = random.next(below: 5) == 0 ? "private.icloud.com" : "privaterelay.appleid.com"
    let email = isRelay ? "\(name)@\(host)" : "\(name)@example.com"
    var account = DemoAccount(uid: "user-\(Self.padded(index))", email: email, createdAt: created, credentials: [])
    guard isApple else {
      account.credentials = [.init(provider: "google.com", id: "g-\(index)", email: email)]
      return (account, nil)
    }
    account.credentials = [.init(provider: "apple.com", id: Stage.sub(name), email: email)]
    guard isRelay, random.next(below: 4) == 0 else { return (account, nil) }
    let isPhone = random.next(below: 2) == 0
    if isPhone {
      account.phone = "+1555010\(Self.padded(index % 10_000, to: 4))"
    } else {
      account.credentials.append(.init(provider: "google.com", id: "g-\(index)", email: "\(name)@example.org"))
    }
    return (
      account,
      [
        "uid": .text(account.uid), "purpose": .text(isPhone ? "link:phone" : "link:social"), "given_at": .time(created),
        "explicit": .flag(true), "method": .text("dialog"), "policy_version": .text("3"),
      ]
    )
  }

  private static func padded(_ number: Int, to width: Int = 9) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
