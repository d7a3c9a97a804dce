import Foundation
import Storage
import Testing

/// The timelines of a store that several projects share.
@Suite struct TimelineTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:email", "2026-01-01T00:00:00Z"))
  }

  /// - Returns: the id of the finding that the uid's phone number has no consent.
  private func night(_ day: Int, _ project: String, _ uid: String) throws -> String {
    try place.write(
      "in/users.json", Sample.export(Sample.user(uid, phone: "+15550101"), Sample.user("u9")),
      at: "2026-11-\(day)T05:00:00Z")
    try place.run("audit", "in", "--project", project, "--as-of", "2026-11-\(day)T06:00:00Z")
    return try #require(try place.findings().first { $0.rule == "consent/link-phone" }?.id)
  }

  private func timeline(_ id: String, _ flags: String...) throws -> String {
    let told = try place.run(["explain", id] + flags)
    #expect(told.status == 0, "\(told)")
    let parts = told.output.components(separatedBy: "\nTimeline:\n")
    return try #require(parts.count == 2 ? parts[1] : nil, "\(told)")
  }

  private func countOfEvents() throws -> Int64 {
    let store = try Connection(path: place.path(".relay-audit/audit.sqlite").path)
    return try store.first(sql: "SELECT count(*) FROM timeline") { $0.integer(0) } ?? -1
  }

  @Test func eachProjectKeepsThoseOfItsLastRun() throws {
    let one = try night(18, "one", "u1")
    let told = try timeline(one)
    #expect(told.contains("[in/users.json, record 1]"), "\(told)")
    let two = try night(18, "two", "u2")
    let others = try timeline(two)
    #expect(try timeline(one) == told)
    // Neither project's nights add to the other's, nor to what there was before.
    let size = try countOfEvents()
    for day in 19...21 {
      #expect(try night(day, "two", "u2") == two)
      #expect(try night(day, "one", "u1") == one)
      #expect(try countOfEvents() == size, "day \(day)")
    }
    #expect(try timeline(one).split(separator: "\n").count == told.split(separator: "\n").count)
    #expect(try timeline(two).split(separator: "\n").count == others.split(separator: "\n").count)
    #expect(try timeline(one, "--run", "1", "--project", "one").contains("not kept"))
    // The id tells the project, and nothing of another project is shown under the name of this one.
    #expect(try place.run("explain", one, "--project", "one").status == 0)
    #expect(try place.run("explain", one, "--project", "two").status == 66)

    #expect(try place.run("forget", "--uid", "u1", "--project", "one").status == 0)
    #expect(try place.run("explain", one).status == 66)
    #expect(try timeline(two).split(separator: "\n").count == others.split(separator: "\n").count)
    #expect(try countOfEvents() < size)
  }
}
