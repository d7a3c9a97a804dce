import Foundation
import Storage
import Testing
import Timestamps

@testable import Evidence
@testable import History

/// Stores in a folder of their own, and what is compared of them.
final class StateFiles {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: "\(name).sqlite").path }

  func store(_ name: String) throws -> EvidenceStore { try EvidenceStore(path: path(name)) }

  func copy(_ name: String, to other: String) throws -> EvidenceStore {
    try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
    return try store(other)
  }

  /// The skeleton of the store `audit`, and its lines as they are read again.
  func export() throws -> (base: StateBase, lines: [StateLine]) {
    try? FileManager.default.removeItem(atPath: path("skeleton"))
    // As `extract` reads it: nothing in the store or beside it is written.
    let read = try StoreReader(path: path("audit"))?.read { connection in
      let export = try StateExport(of: "p", in: connection)
      let base = try export.writeSkeleton(to: path("skeleton"))
      var lines: [StateLine] = []
      try export.forEachLine { line in
        lines.append(try StateLine(json: line.json(number: lines.count + 1)))
        #expect(lines.last == line)
      }
      return (base, lines)
    }
    return try #require(read)
  }

  /// A run in a shard, and its changes as they are read again.
  func shard(_ name: String, _ lines: [StateLine], _ night: StateNight) throws -> [StateChange] {
    let store = try copy("skeleton", to: name)
    let state = try store.read { connection in
      let state = try ShardState(importingInto: connection)
      for line in lines { try state.add(line) }
      try state.endImport()
      return state
    }
    var changes: [StateChange] = []
    try night.audit(store, .shard) { _ in
      try state.forEachChange { change in
        changes.append(try StateChange(json: change.json))
        #expect(changes.last == change)
      }
    }
    return changes
  }
}

/// The rows of a store's tables, in an order that does not depend on how they came in.
func tables(of store: EvidenceStore, where isWanted: (StateTables.Part) -> Bool) throws -> [String: [String]] {
  try store.read { connection in
    var found: [String: [String]] = [:]
    for (table, part) in StateTables.parts where isWanted(part) {
      if table == StateTables.outsideNames {
        found[table] = try connection.all(sql: "SELECT bucket, run, event, pairs FROM outside_name") { row in
          NameLog.pairs(row.data(3)).map { "\(row.integer(0)) \(row.integer(1)) \(row.integer(2)) \($0)" }
        }.flatMap { $0 }.sorted()
        continue
      }
      let columns = try StateTables.columns(of: table, in: connection)
      let list = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      found[table] = try connection.all(sql: "SELECT \(list) FROM main.\(table)") { $0.text(0) }.sorted()
    }
    return found
  }
}

func expectSame(
  _ left: [String: [String]], _ right: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(Set(left.keys) == Set(right.keys), sourceLocation: sourceLocation)
  for (table, rows) in left {
    let (here, there) = (Set(rows), Set(right[table] ?? []))
    #expect(
      rows == right[table],
      "\(table): \(here.subtracting(there).sorted().prefix(3)) | \(there.subtracting(here).sorted().prefix(3))",
      sourceLocation: sourceLocation)
  }
}

/// Divides what shares names, also through others, into shards.
func divide(_ names: [[UInt64]], into count: Int) -> [Int] {
  var parents = Array(names.indices)
  func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index { index = parents[index] }
    return index
  }
  var owners: [UInt64: Int] = [:]
  for (index, all) in names.enumerated() {
    for name in all {
      if let owner = owners[name] { parents[root(index)] = root(owner) } else { owners[name] = index }
    }
  }
  return names.indices.map { names[$0].isEmpty ? 0 : root($0) % count }
}
