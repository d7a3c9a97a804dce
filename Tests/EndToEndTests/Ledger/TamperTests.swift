import Foundation
import Run
import Storage
import Testing

/// What somebody with write access to the store changes by hand, `verify` notices, if it bears on what was reported.
@Suite struct TamperTests {
  /// What it does not notice, and why: whole tables, and columns.
  private static let unnoticed: [String: String] = {
    let later = "bears on verdicts that are still to come: no report said anything of it"
    let explained = "what explain shows beside the report's own evidence, of the last night only"
    return [
      "setting": "the keys of hashed values in reports to come",
      "timeline": explained, "finding.account": explained, "finding.first_event": explained,
      "finding.last_event": explained, "finding.uid_hash": later, "finding.object_hash": later,
      "run.passes": "how long each pass took", "run.edition": later,
      "stored_account": later, "stored_identifier": later, "account_before": later, "identifier_before": later,
      "former_name": later, "forgotten_person": later, "forgotten_name": later, "remembered_source": later,
      "remembered_*": later,
    ]
  }()

  private static func isUnnoticed(_ table: String, _ column: String) -> Bool {
    unnoticed[table] != nil || unnoticed["\(table).\(column)"] != nil
      || table.hasPrefix("remembered_") && unnoticed["remembered_*"] != nil
  }

  private let place: Workplace
  private let store: String

  /// Four nights with findings that are new, carried, waived and resolved, one of them withdrawn, one signed off.
  init() throws {
    place = try Workplace()
    store = place.path(".relay-audit/audit.sqlite").path
    try place.write("in/consents.ndjson", Sample.consent("u9", "link:phone", "2026-01-01T00:00:00Z"))
    try place.write(
      "in/deletions.ndjson",
      #"{"uid":"u3","requested_at":"2026-11-01T00:00:00Z","channel":"app","request_id":"q-3"}"# + "\n")
    try night(16, [Sample.user("u1", phone: "+15550101"), Sample.user("u3")])
    try night(17, [Sample.user("u1", phone: "+15550101"), Sample.user("u2", phone: "+15550102"), Sample.user("u3")])
    try FileManager.default.removeItem(at: place.path("in/consents.ndjson"))
    try night(18, [Sample.user("u2", phone: "+15550102"), Sample.user("u4", google: true)])
    try night(19, [Sample.user("u2", phone: "+15550102")])
    #expect(try place.run("history", "--withdraw", "3", "--reason", "another project's files").status == 0)
    #expect(try place.run("sign-off", "last", "--as", "A. Person", "--note", "Read").status == 0)
    #expect(try problems() == [])
  }

  private func night(_ day: Int, _ users: [String]) throws {
    try place.write(
      "in/users.json", "{\"users\": [\n" + (users + [Sample.user("u9")]).joined(separator: ",\n") + "]}",
      at: "2026-11-\(day)T05:00:00Z")
    let outcome = try place.run(["audit", "in", "--as-of", "2026-11-\(day)T06:00:00Z", "--out", "night-\(day)"])
    #expect([0, 1, 2].contains(outcome.status), "\(outcome)")
  }

  private func problems(in path: String? = nil) throws -> [String] {
    try Verification(
      Verification.Request(head: nil, report: nil, allowedSigners: nil),
      StoreQuery(config: nil, store: path ?? store, project: nil)
    ).problems
  }

  /// What is said after a change; the error's text where the store cannot be read any more.
  private func problems(after sql: String, arguments: [(any SQLBindable)?] = []) throws -> [String] {
    let copy = place.path("copy-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    do {
      try Connection(path: copy).execute(sql: sql, arguments: arguments)
    } catch {
      Issue.record("\(sql): \(error)")
    }
    do { return try problems(in: copy) } catch { return ["\(error)"] }
  }

  private struct Column {
    var table: String
    var name: String
    var key: String
  }

  private func columns() throws -> [Column] {
    let connection = try Connection(path: store)
    let tables = try connection.all(
      sql:
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    ) { $0.text(0) }
    return try tables.flatMap { table in
      let columns = try connection.all(sql: "SELECT name, pk FROM pragma_table_info(?)", arguments: [table]) {
        (name: $0.text(0), key: $0.integer(1))
      }
      let keys = columns.filter { $0.key > 0 }.map(\.name)
      let key = keys.isEmpty ? "rowid" : keys.joined(separator: ", ")
      return columns.map { Column(table: table, name: $0.name, key: key) }
    }
  }

  @Test func eachChangedColumnIsNoticed() throws {
    let connection = try Connection(path: store)
    var tried = 0
    for column in try columns() {
      // The first and the last value, and the first that is missing.
      for (order, isNull) in [("ASC", false), ("DESC", false), ("ASC", true)] {
        // One value shows that it is unnoticed.
        if order == "DESC" || isNull, Self.isUnnoticed(column.table, column.name) { continue }
        let place = """
          (\(column.key)) = (SELECT \(column.key) FROM \(column.table)
            WHERE \(column.name) IS \(isNull ? "" : "NOT") NULL
            ORDER BY \(column.key.split(separator: ", ").map { "\($0) \(order)" }.joined(separator: ", ")) LIMIT 1)
          """
        let exists = try connection.first(sql: "SELECT 1 FROM \(column.table) WHERE \(place)") { _ in true } ?? false
        guard exists else { continue }
        let change = """
          CASE WHEN \(column.name) IN (0, 1) THEN 1 - \(column.name)
            WHEN typeof(\(column.name)) = 'integer' THEN \(column.name) + 1000000 WHEN \(column.name) IS NULL THEN 1
            WHEN typeof(\(column.name)) = 'text' THEN \(column.name) || 'x'
            ELSE CAST(\(column.name) || x'78' AS BLOB) END
          """
        let problems = try problems(after: "UPDATE \(column.table) SET \(column.name) = \(change) WHERE \(place)")
        tried += 1
        #expect(
          problems.isEmpty == Self.isUnnoticed(column.table, column.name),
          "\(column.table).\(column.name) \(order): \(problems)")
      }
    }
    #expect(tried > 100)
  }

  @Test func eachRemovedRowIsNoticed() throws {
    let connection = try Connection(path: store)
    for table in [
      "ledger", "ledger_text", "run", "run_kind", "run_source", "run_rule", "finding", "report_part", "report_index",
    ] {
      let keys = try columns().first { $0.table == table }?.key ?? "rowid"
      let count = try connection.first(sql: "SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
      #expect(count > 0, "\(table)")
      for offset in Set([0, count / 2, count - 1]) {
        let problems = try problems(
          after: """
            DELETE FROM \(table)
            WHERE (\(keys)) = (SELECT \(keys) FROM \(table) ORDER BY \(keys) LIMIT 1 OFFSET \(offset))
            """)
        #expect(!problems.isEmpty, "\(table) \(offset)")
      }
    }
  }

  /// Only the head of a saved copy shows that the last entries are gone, with all that they recorded.
  @Test func aSavedHeadShowsThatTheLastRunWasRemoved() throws {
    let head = try #require(try place.report("night-19")["ledger"] as? [String: Any])["head"] as? String
    let connection = try Connection(path: store)
    try connection.execute(
      sql: """
        DELETE FROM ledger_text WHERE entry > 3; DELETE FROM ledger WHERE number > 3;
        DELETE FROM run WHERE number = 4;
        """)
    let outcome = try place.run("verify", "--head", try #require(head))
    #expect(outcome.status == 1 && outcome.output.contains("is not on the ledger's chain"), "\(outcome)")
  }

  @Test func twoRunsThatChangePlacesAreNoticed() throws {
    let swap = "UPDATE run SET report = (SELECT report FROM run r WHERE r.number = 3 - run.number) WHERE number < 3"
    #expect(try problems(after: swap).contains("the report of run 1 was changed"))
    let outcomes = "UPDATE run SET as_of = (SELECT as_of FROM run r WHERE r.number = 3 - run.number) WHERE number < 3"
    #expect(try problems(after: outcomes).contains("the as-of time of run 1 was changed"))
  }

  /// All bits of a kept report but those of gzip's header that say nothing of the content.
  @Test func flippedBytesInAReportAreNoticed() throws {
    let connection = try Connection(path: store)
    let report = try #require(
      try connection.first(sql: "SELECT report FROM run WHERE number = 2") { $0.data(0) })
    // RFC 1952: the file's time, extra flags and the operating system.
    let meaningless = 4...9
    for index in stride(from: 0, to: report.count, by: max(1, report.count / 120)) {
      var changed = report
      changed[index] ^= 0x10
      let problems = try problems(after: "UPDATE run SET report = ? WHERE number = 2", arguments: [changed])
      #expect(problems.isEmpty == meaningless.contains(index), "byte \(index): \(problems)")
    }
  }
}
