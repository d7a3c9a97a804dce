import Demo
import Foundation

/// What is looked for in all that the program writes, so that no part of it can be there by chance. It differs from run
/// to run; `RELAY_AUDIT_SEED` repeats one.
struct CanaryMarks {
  let seed: UInt64
  /// In the name of each address, behind its first characters, which masking shows.
  let address: String
  /// Eleven digits that each number begins with, and the same for numbers in North America's groups.
  let number: String
  let groups: String
  /// In the middle of each `sub` of Apple's.
  let sub: String
  /// In each uid. Masking shows uids.
  let uid: String
  /// In addresses in names of files and folders.
  let path: String
  /// In names of persons, which nothing shows.
  let name: String

  private var random: SplitMix64
  private var count = 0

  static var seedOfThisRun: UInt64 {
    ProcessInfo.processInfo.environment["RELAY_AUDIT_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999_999)
  }

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func word(_ letters: String, _ length: Int) -> String {
      String((0..<length).map { _ in letters.randomElement(using: &random) ?? "q" })
    }
    let letters = "bcdfghjklmnpqrstvwxz"
    address = "cnry" + word(letters, 6)
    number = "1555017" + word("0123456789", 4)
    groups = "555-017-" + word("0123456789", 2)
    sub = word("0123456789abcdef", 16)
    uid = "uid" + word(letters, 6)
    path = "file" + word(letters, 6)
    name = "jane" + word(letters, 6)
    self.seed = seed
    self.random = random
  }

  /// What no report may show in a mode, and no message of an audit.
  func hidden(in mode: String) -> [String] {
    [address, number, groups, sub, name] + (mode == "hashed" ? [uid] : [])
  }

  mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  /// An address or a number, in one of the ways in which people write them.
  mutating func contact() -> String {
    count += 1
    let three = String(format: "%03d", count % 1000)
    return pick([
      "c.\(address).\(count)@example.com", "C.\(address.uppercased())+\(count)@EXAMPLE.COM",
      "\(address).\(count)@sub.example.org", "c%2B\(address)\(count)%40example.com", "é\(address)\(count)@example.com",
      "+\(number)\(three)", "%2B\(number)\(three)", "\(groups)\(String(format: "%02d", count % 100))",
    ])
  }

  mutating func addressInAPath() -> String {
    count += 1
    return "c.\(path).\(count)@example.com"
  }
}
