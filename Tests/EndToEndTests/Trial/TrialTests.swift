import Foundation
import Testing

/// The project of a first user: the deletion queue as Postgres dumps it, a consent tool's CSV, and logs of the
/// application and of a worker, over three nights in which the logs rotate. Nothing but a configuration prepares them.
@Suite struct TrialTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/Trial")
  private static let days = [5, 6, 7]

  private let configuration = try? String(contentsOf: folder.appending(path: "relay-audit.yaml"), encoding: .utf8)

  private static func files(_ folder: String) throws -> [String: String] {
    let root = self.folder.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
    var files: [String: String] = [:]
    for name in names where !root.appending(path: name).hasDirectoryPath {
      files[name] = try? String(contentsOf: root.appending(path: name), encoding: .utf8)
    }
    return files
  }

  /// The three nights as the companies' systems write them.
  private func nights(_ configuration: String) throws -> [Night] {
    let nights = try Nights(project: "trial")
    return try Self.days.enumerated().map { index, day in
      try nights.night(day, Self.files("night-\(index + 1)"), config: configuration)
    }
  }

  /// The same evidence in our own formats.
  private func ownNights() throws -> [Night] {
    let nights = try Nights(project: "trial")
    return try Self.days.enumerated().map { index, day in
      var files = try Self.files("own/night-\(index + 1)")
      files["users.json"] = try Self.files("night-\(index + 1)")["users.json"]
      return try nights.night(day, files)
    }
  }

  private let refused = Dictionary(uniqueKeysWithValues: (1...7).map { ("n\($0)", "fail refused") })
  /// Whose log says that the account was deleted, and nothing of tokens.
  private let deletedOnly = (1...5).map { "e\($0)" }

  @Test func theVerdictsAreThoseOfOurOwnFormats() throws {
    let (foreign, own) = (try nights(try #require(configuration)), try ownNights())
    try #require(foreign.count == Self.days.count && own.count == Self.days.count)
    for (foreign, own) in zip(foreign, own) { foreign.expectSameVerdicts(as: own) }
  }

  @Test func whatThreeNightsSay() throws {
    let nights = try nights(try #require(configuration))
    for night in nights { #expect(night.isComplete, "\(night.reasons)") }
    let unrevoked = Dictionary(uniqueKeysWithValues: deletedOnly.map { ($0, "fail no-revocation") })
    let phone = refused.merging(["a1": "pass", "a2": "pass", "a3": "fail no-record"]) { $1 }
    let linked = phone.merging(["a5": "pass", "a6": "fail refused", "a7": "fail no-record"]) { $1 }
    nights[0].expect("consent/link-phone", phone)
    nights[1].expect("consent/link-phone", linked)
    nights[2].expect("consent/link-phone", linked.merging(["n1": "fail after-link"]) { $1 })
    nights[2].expect("consent/withdrawn-still-linked", ["a2": "pending still-linked"])

    let revoked = unrevoked.merging(["p1": "pass", "p2": "pass", "p3": "pending failed-only"]) { $1 }
    nights[0].expect("deletion/token-revoked", revoked)
    // The calls of the first night are in no file any more.
    nights[1].expect("deletion/token-revoked", revoked.merging(["p10": "pending failed-only"]) { $1 })
    nights[2].expect(
      "deletion/token-revoked",
      revoked.merging(["p3": "pass", "p10": "pass", "p11": "pending no-revocation", "e1": "fail late"]) { $1 })
  }

  @Test func linesOfAnotherMeaningAreSkippedAndCounted() throws {
    let nights = try nights(try #require(configuration))
    func counts(_ night: Night, _ path: String) -> [Int?] {
      ["records", "skipped", "rejected"].map { night.source(path)[$0] as? Int }
    }
    #expect(counts(nights[0], "in/logs/app.log") == [1, 7, 0])
    #expect(counts(nights[0], "in/logs/worker.txt") == [2, 2, 0])
    #expect(counts(nights[2], "in/logs/app.log.1") == [1, 1, 0])
    #expect(counts(nights[2], "in/logs/worker.txt.1") == [1, 0, 0])
  }

  /// `granted: N` passes nobody: what nobody reads makes the audit incomplete.
  @Test func anUnmappedDecisionLeavesTheAuditIncomplete() throws {
    let text = try #require(configuration)
      .replacing("state: granted, ", with: "").replacing("    values: {state: {Y: given, N: refused}}\n", with: "")
    for night in try nights(text) {
      #expect(night.status == 2)
      #expect(night.reasons.contains("in/cmp/consents.csv"), "\(night.reasons)")
      #expect(night.reasons.contains("`Granted`"), "\(night.reasons)")
    }
  }

  /// However the lines are chosen, one that says `account_deleted` proves no revocation.
  @Test(
    arguments: [
      "", "    where: {level: [info, error]}\n", "    ignore: [level, msg]\n",
      "    where: {msg: apple token revokd}\n    ignore: [level]\n",
      "    where: {msg: [account_deleted, apple token revoked]}\n    ignore: [level]\n",
    ])
  func anAccountDeletedIsNoRevocation(choice: String) throws {
    let lines = try #require(configuration).split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { !$0.hasPrefix("    where:") && !$0.hasPrefix("    ignore:") }
    try #require(kept.count == lines.count - 2)
    let log = "  - path: in/logs/app.log*"
    let text = kept.map { $0.hasPrefix(log) ? log + "\n" + choice.dropLast() : String($0) }.joined(separator: "\n")
    let verdicts = try nights(text)[0].verdicts("deletion/token-revoked")
    for uid in deletedOnly { #expect(verdicts[uid] != nil, "\(uid) passes") }
  }
}
