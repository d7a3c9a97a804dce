import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

/// The state of a store, cut by persons and put together again.
@Suite struct StateTests {
  private static let isCompared: @Sendable (StateTables.Part) -> Bool = { [.persons, .shared, .added].contains($0) }

  /// A store after some nights, which was told to forget two persons after the last.
  private func nights(_ count: Int, _ files: StateFiles) throws -> EvidenceStore {
    let store = try files.store("audit")
    for number in 0..<count { try StateNight(number).audit(store) }
    try forget(in: store)
    try store.read { connection in
      // One of an account, and one about nobody.
      try connection.execute(
        sql: """
          INSERT INTO finding (id, project, rule, account, first_seen, last_seen, last_run)
          SELECT 'f' || account, 'p', 'r', account, 1, 2, 1 FROM stored_account WHERE account % 5 = 0
          UNION ALL SELECT 'nobody', 'p', 'r', NULL, 1, 2, 1
          """)
    }
    return store
  }

  private func forget(in store: EvidenceStore) throws {
    try store.read { connection in
      try connection.transaction {
        // Whose account comes again, and one of whom there are only records.
        try ForgottenStore.add(
          [.account(NamePair.account(uid: "u12", tenant: nil)): false, .key(SubjectKey(uid: "u12").bits): false],
          project: "p", tenant: nil, account: nil, at: Timestamp(milliseconds: 1), in: connection)
        try ForgottenStore.add(
          [.key(SubjectKey(appleSub: "001.17.1").bits): false], project: "p", tenant: nil, account: nil,
          at: Timestamp(milliseconds: 1), in: connection)
        let number = try connection.first(sql: "SELECT account FROM stored_account WHERE uid = 'u12'") { $0.integer(0) }
        for table in ["stored_account", "stored_identifier", "former_name", "account_before", "identifier_before"] {
          try connection.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [number])
        }
      }
    }
  }

  @Test func allLinesInOneStoreAreTheStore() throws {
    let files = try StateFiles()
    let store = try nights(3, files)
    let (_, lines) = try files.export()
    let copy = try files.copy("skeleton", to: "copy")
    try copy.read { connection in
      let state = try ShardState(importingInto: connection)
      for line in lines { try state.add(line) }
      try state.endImport()
    }
    let (before, after) = (
      try tables(of: store) { [.persons, .shared].contains($0) },
      try tables(of: copy) { [.persons, .shared].contains($0) }
    )
    // Else nothing is compared.
    for (table, rows) in before { #expect(!rows.isEmpty || table.contains("signature"), "\(table) is empty") }
    expectSame(before, after)
    // The skeleton alone is about nobody.
    let skeleton = try tables(of: try files.store("skeleton")) { $0 == .persons }
    #expect(skeleton.filter { !$0.value.isEmpty }.mapValues(\.count) == ["finding": 1])
  }

  @Test(arguments: [1, 3, 16]) func shardsLeaveTheStoreThatOneProcessLeaves(count: Int) throws {
    let files = try StateFiles()
    var store = try nights(3, files)
    // Several nights one after another, the last of which is over older captures.
    for number in [3, 4, 2] {
      var night = StateNight(number)
      if number == 2 { night.asOf += 3 }
      let (base, lines) = try files.export()
      let merged = try files.copy("audit", to: "merged")
      try night.audit(store)
      let places = divide(lines.map(\.names) + night.records.map(\.record.names), into: count)
      if count > 1 { #expect(Set(places).count > 1) }
      let changes = try (0..<count).map { shard in
        var part = night
        part.records = night.records.enumerated().filter { places[lines.count + $0.offset] == shard }.map(\.element)
        return try files.shard(
          "shard\(number)-\(shard)", lines.indices.filter { places[$0] == shard }.map { lines[$0] }, part)
      }
      try night.merge(changes, into: merged, base: base)
      expectSame(try tables(of: merged, where: Self.isCompared), try tables(of: store, where: Self.isCompared))
      let sources = { (store: EvidenceStore) in
        try store.read {
          try $0.all(sql: "SELECT id, run, path FROM remembered_source") { "\($0.integer(0)) \($0.integer(1))" }
        }
      }
      #expect(try sources(merged) == sources(store))
      let isDue = try store.read(StoreRewriting.isDue)
      #expect(try merged.read(StoreRewriting.isDue) == isDue)
      #expect(isDue || number != 3, "what was remembered of the forgotten was not removed")
      // The next night begins with the merged store.
      try FileManager.default.removeItem(atPath: files.path("audit"))
      try FileManager.default.moveItem(atPath: files.path("merged"), toPath: files.path("audit"))
      store = try files.store("audit")
    }
  }

  @Test func whoDidNotChangeIsNotAmongTheChanges() throws {
    let files = try StateFiles()
    _ = try nights(2, files)
    var night = StateNight(1)
    night.asOf += 1
    let (base, lines) = try files.export()
    let changes = try files.shard("same", lines, night)
    let accounts = changes.filter { $0.put["stored_account"] != nil }
    // A forgotten person comes back.
    #expect(accounts.count <= 1, "\(accounts.count) of \(base.firstAccount - 1)")
  }

  @Test func anotherStateIsRefused() throws {
    let files = try StateFiles()
    let store = try nights(2, files)
    let (base, _) = try files.export()
    try StateNight(2).audit(store)
    try store.read { connection in
      #expect(throws: StateError.storeHasChanged) {
        try StateMerge(into: connection, base: base, readingOrder: [0, 1])
      }
      #expect(throws: StateError.self) { try ShardState(importingInto: connection) }
    }
  }

  @Test func twoShardsThatMakeOneAccountAreRefused() throws {
    let files = try StateFiles()
    let store = try files.store("audit")
    let (base, lines) = try files.export()
    let changes = try files.shard("one", lines, StateNight(0))
    try store.read { connection in
      try connection.transaction(isKept: false) {
        let merge = try StateMerge(into: connection, base: base, readingOrder: [0, 1])
        for shard in 0...1 { for change in changes { try merge.collect(change, shard: shard) } }
        #expect(throws: StateError.repeated) { try merge.endCollecting() }
      }
    }
  }

  /// A table that a later step adds needs a part, and its reason.
  @Test func everyTableHasItsPart() throws {
    let files = try StateFiles()
    let all = try files.store("audit").read { connection in
      try connection.all(
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      ) { $0.text(0) }
    }
    #expect(Set(all) == Set(StateTables.parts.keys))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"names":["x"],"rows":{}}"#, #"{"names":[],"rows":{"finding":[1]}}"#,
    #"{"names":[],"rows":{"finding":[[1.5]]}}"#, #"{"names":[],"rows":{"finding":[[{"hex":"0"}]]}}"#,
    #"{"names":[],"rows":{"finding":[[9223372036854775808]]}}"#,
  ]) func whatIsNoLineIsRefused(text: String) {
    #expect(throws: StateError.self) { try StateLine(json: text.utf8) }
  }

  @Test func rowsOfOtherTablesAreRefused() throws {
    let files = try StateFiles()
    _ = try files.store("audit")
    _ = try files.export()
    let store = try files.store("skeleton")
    try store.read { connection in
      let state = try ShardState(importingInto: connection)
      for rows in [["run": [[SQLValue.null]]], ["nothing": [[.null]]], ["finding": [[.null]]]] as [StateRows] {
        #expect(throws: StateError.self) { try state.add(StateLine(names: [], rows: rows)) }
      }
    }
  }

  @Test func valuesAreWrittenExactly() throws {
    let row: [SQLValue] = [
      .null, .integer(.max), .integer(.min), .integer(9_007_199_254_740_993), .text("\u{0}\"\\\n\u{1F600}é"), .text(""),
      .blob(Data([0, 255])), .blob(Data()),
    ]
    let line = StateLine(names: [0, .max, 1], rows: ["finding": [row, []]])
    #expect(try StateLine(json: line.json(number: 1)) == line)
  }
}
