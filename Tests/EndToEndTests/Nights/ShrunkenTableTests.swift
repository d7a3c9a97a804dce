import Foundation
import Testing

/// Tables of consents and requests that show fewer rows than on the night before, and are not called snapshots.
@Suite struct ShrunkenTableTests {
  private func files(_ consents: String) -> [String: String] {
    [
      "users.json": Export.users(["u1"]), "consents.ndjson": consents,
      "deletions.ndjson": Line.request("u1", time(5)), "revocations.ndjson": Line.revocation("u1", time(5, 1)),
    ]
  }

  private let table = (1...4).map { Line.consent("u\($0)", time($0)) }

  private func limits(_ night: Night) throws -> [String] {
    try #require(night.report["limits"] as? [[String: Any]]).filter { $0["code"] as? String == "fewer-rows" }
      .compactMap { $0["text"] as? String }
  }

  @Test func fewerRowsAreToldOf() throws {
    let nights = try Nights()
    try nights.night(6, files(table.joined()))
    let fewer = try nights.night(7, files(table.prefix(3).joined()))
    #expect(
      try limits(fewer).map { $0.prefix(74) } == [
        "`in/consents.ndjson` shows 3 of the 4 records that it showed before, and r"
      ])
    #expect(try limits(nights.night(8, files(table.prefix(3).joined()))).isEmpty)
    // It reaches less far back.
    #expect(try limits(nights.night(9, files(table.suffix(2).joined()))).isEmpty)
  }

  @Test(arguments: ["", "[]", "uid,purpose,given_at\n"]) func noRowsAreToldOf(text: String) throws {
    let nights = try Nights()
    try nights.night(6, files(table.joined()))
    let empty = try nights.night(7, files(text))
    let sentence = "`in/consents.ndjson` shows none of the records that it showed before (4)."
    #expect(try limits(empty).map { $0.prefix(sentence.count) } == [sentence[...]])
    #expect(empty.errors.contains(sentence))
    #expect(empty.status == 0)
    #expect(try limits(nights.night(8, files(text))).isEmpty)
    // Half of them are back.
    #expect(try limits(nights.night(9, files(table.prefix(2).joined()))).count == 1)
  }

  /// What an export of the rows since the last one shows on a quiet day.
  @Test func aWindowMayBeEmpty() throws {
    let nights = try Nights()
    for (day, text) in [
      (6, table.joined()), (7, Line.consent("u5", time(6, 20))), (8, ""), (9, Line.consent("u6", time(8, 20))),
      (10, ""),
    ] {
      #expect(try limits(nights.night(day, files(text))).isEmpty, "day \(day)")
    }
  }

  @Test func whatASnapshotLacksIsGone() throws {
    let nights = try Nights()
    let config = "inputs: [{path: in/consents.ndjson, kind: consents, mode: snapshot}]\n"
    try nights.night(6, files(table.joined()), config: config)
    #expect(try limits(nights.night(7, files(""), config: config)).isEmpty)
  }
}
