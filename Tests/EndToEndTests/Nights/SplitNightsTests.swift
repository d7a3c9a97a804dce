import Foundation
import Testing

/// The demo's evidence comes to one end, whether it is read in one night or over several.
@Suite struct SplitNightsTests {
  /// What is judged of tonight's records alone (docs/contract.md, section 4, Memory), or of tonight's files as they
  /// are.
  private static let tonight: Set = [
    "evidence/orphans", "evidence/population-drop", "evidence/count-mismatch", "evidence/notifications-silent",
    "evidence/signature", "relay/daily-limit", "deletion/revocation-outage", "config/secret-exposed",
  ]

  private func sample(_ name: String, seed: UInt64) throws -> (Workplace, DemoSplit) {
    let place = try Workplace()
    let outcome = try place.run("demo", "sample", "--accounts", "12", "--seed", "\(seed)")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (place, try DemoSplit(place.path("sample/\(name)")))
  }

  private func verdicts(_ night: Night) -> [String] {
    night.findings.filter { !Self.tonight.contains($0.rule) }
      .map { "\($0.rule) \($0.uid ?? "-") \($0.object ?? "-") \($0.says)" }.sorted()
  }

  private func passes(_ night: Night) throws -> [String: Int] {
    let rules = try #require(night.report["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
    return Dictionary(uniqueKeysWithValues: rules.map { ($0, night.passes($0) ?? 0) })
      .filter { !Self.tonight.contains($0.key) }
  }

  @Test(arguments: [".", "more/sign-ins-and-mail"], [1, 2, 3, 4] as [UInt64])
  func theLastNightSaysWhatOneNightSays(name: String, seed: UInt64) throws {
    let (_, split) = try sample(name, seed: seed)
    let whole = try Nights(capturedAt: 1).night(20, split.whole, config: split.configuration)
    #expect(verdicts(whole).count > 10)

    // Night after night on two seeds, and weeks apart on the others.
    let days = seed % 2 == 0 ? [17, 18, 19, 20] : [-9, 3, 17, 20]
    let times = days.map { Date(timeIntervalSince1970: Double(milliseconds($0, 1)) / 1000) }
    let nights = try Nights(capturedAt: 1, jobs: seed > 2 ? 2 : 1)
    var last = whole
    for (day, files) in zip(days, split.nights(capturedAt: times, seed: seed)) {
      last = try nights.night(day, files, config: split.configuration)
    }
    try compare(last, whole, seed)
  }

  /// A night that lacks half of the kinds, and one whose files cannot be read, change nothing in the end.
  @Test(arguments: [5, 6] as [UInt64]) func gapsChangeNothing(seed: UInt64) throws {
    let (_, split) = try sample(".", seed: seed)
    let whole = try Nights(capturedAt: 1).night(20, split.whole, config: split.configuration)
    let times = [16, 20].map { Date(timeIntervalSince1970: Double(milliseconds($0, 1)) / 1000) }
    let shown = split.nights(capturedAt: times, seed: seed)
    let kinds = split.kinds.enumerated()
    let nights = try Nights(capturedAt: 1)
    let first = try nights.night(16, shown[0], config: split.configuration)
    var lost = shown[0]
    for (number, name) in kinds where number % 2 == Int(seed % 2) { lost[name] = nil }
    var damaged = shown[0]
    for (number, name) in kinds where number % 2 != Int(seed % 2) {
      damaged[name] = damaged[name]?.replacing("2026-", with: "20x6-")
    }
    for (day, files) in [(17, lost), (18, damaged)] {
      let night = try nights.night(day, files, config: split.configuration)
      #expect(night.status == 2, "day \(day)")
      // Whoever failed before still fails.
      let failing = Set(first.findings.filter { $0.verdict == "fail" && !Self.tonight.contains($0.rule) }.map(\.id))
      #expect(failing.isSubset(of: night.findings.filter { $0.verdict == "fail" }.map(\.id)), "day \(day)")
    }
    try compare(try nights.night(20, shown[1], config: split.configuration), whole, seed)
  }

  private func compare(_ last: Night, _ whole: Night, _ seed: UInt64) throws {
    let (expected, found) = (Set(verdicts(whole)), Set(verdicts(last)))
    #expect(found.subtracting(expected).isEmpty, "seed \(seed): too much: \(found.subtracting(expected).sorted())")
    #expect(expected.subtracting(found).isEmpty, "seed \(seed): missing: \(expected.subtracting(found).sorted())")
    let (wholePasses, lastPasses) = (try passes(whole), try passes(last))
    for (rule, count) in wholePasses { #expect(lastPasses[rule] == count, "seed \(seed): passes of \(rule)") }
  }
}
