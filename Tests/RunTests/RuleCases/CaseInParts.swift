import Foundation
import Storage
import Testing

@testable import Evidence
@testable import Judgement
@testable import Run

/// A case whose people are judged in groups of those who share names, directly or through others.
struct CaseInParts {
  let ruleCase: RuleCase
  private let folder: URL
  private let settings: [AuditSettings]
  private let nights: [PartedRecords]
  let groups: [String?]

  private static let diagnostics = Diagnostics(format: .text, isQuiet: true, isVerbose: false)

  /// - Parameter folder: for the case's files.
  init(_ ruleCase: RuleCase, in folder: URL) throws {
    self.ruleCase = ruleCase
    self.folder = folder
    var settings: [AuditSettings] = []
    var folders: [URL] = []
    for (index, night) in (ruleCase.earlierNights + [ruleCase.lastNight]).enumerated() {
      let inputs = folder.appending(path: "night-\(index)")
      try FileManager.default.createDirectory(at: inputs, withIntermediateDirectories: true)
      for (name, text) in ruleCase.files { try Data(text.utf8).write(to: inputs.appending(path: name)) }
      try CaseFiles(folder: inputs).write(night, config: ruleCase.config, variant: .plain)
      var options = AuditOptions()
      options.config = inputs.appending(path: AuditSettings.defaultConfig).path
      options.asOf = night.asOf
      settings.append(try AuditSettings(options))
      folders.append(folder.appending(path: "whole-\(index)"))
      _ = try Extraction(
        of: Inputs(settings[index], diagnostics: Self.diagnostics), settings[index], to: folders[index].path,
        Self.diagnostics)
    }
    self.settings = settings
    let names = JoinedNames()
    nights = try folders.map { try PartedRecords(of: $0, names) }
    let found = Set(nights.flatMap { $0.names.compactMap { $0.first.map(names.root) } }).sorted()
    // Records without a name are judged with the first.
    groups = found.isEmpty ? [nil] : found
  }

  /// Hands the evidence of each group on the last night to `body`, with the facts about the whole.
  func forEachGroup(_ facts: WholeFacts, _ body: (CaseEvidence) throws -> Void) throws {
    for (number, group) in groups.enumerated() {
      let store = folder.appending(path: "store-\(number).sqlite").path
      try EmptyStore.write(to: store)
      for (index, night) in nights.enumerated() {
        let place = folder.appending(path: "part-\(number)-\(index)")
        try night.write(group, withNameless: number == 0, to: place)
        var settings = settings[index]
        settings.configuration.store = store
        let inputs = try ExtractedInputs(in: place.path, settings, diagnostics: Self.diagnostics)
        try RuleCaseRunner.load(inputs, settings, .plain, Self.diagnostics) { evidence in
          guard index == nights.count - 1 else { return }
          try facts.write(to: evidence.session.database)
          // The store reads the run's tables through a connection of its own.
          try evidence.session.publish()
          try body(evidence)
        }
      }
    }
  }
}

/// What the run's tables say of the whole, so that a part can be told.
struct WholeFacts {
  private static let tables = [
    RunTables.context, RunTables.coverage, RunTables.exportedTenants, RunTables.teamTransfers,
  ]

  private let rows: [[[SQLValue]]]

  init(_ database: Connection) throws {
    rows = try Self.tables.map { table in
      try database.all(sql: "SELECT * FROM \(table.name)") { row in
        table.columns.indices.map { index in
          // Each column has integers or texts alone.
          table.columns[index].declaration.contains(" INTEGER")
            ? row.optionalInteger(Int32(index)).map(SQLValue.integer) ?? .null
            : row.optionalText(Int32(index)).map(SQLValue.text) ?? .null
        }
      }
    }
  }

  func write(to database: Connection) throws {
    for (table, rows) in zip(Self.tables, rows) {
      try database.execute(sql: "DELETE FROM \(table.name)")
      let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
      for row in rows {
        try database.execute(
          sql: "INSERT INTO \(table.name) VALUES (\(marks))",
          arguments: row.map { value in
            switch value {
            case .integer(let number): number
            case .text(let text): text
            case .null, .blob: nil
            }
          })
      }
    }
  }
}

/// Names, of which those are one that a record has together.
private final class JoinedNames {
  private var above: [String: String] = [:]

  func root(_ name: String) -> String {
    var name = name
    while let next = above[name] { name = next }
    return name
  }

  func join(_ names: [String]) {
    guard let first = names.first else { return }
    for name in names.dropFirst() where root(name) != root(first) { above[root(name)] = root(first) }
  }
}

/// A folder of records, of which those of a group can be written to one of their own.
private struct PartedRecords {
  private let sources: ExtractedSources
  private let lines: [String]
  let names: [[String]]
  private let joined: JoinedNames

  private struct Line: Decodable {
    var names: [String]
  }

  init(of folder: URL, _ joined: JoinedNames) throws {
    sources = try ExtractedSources.read(in: folder.path)
    lines = try String(contentsOf: folder.appending(path: ExtractedSources.records), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    names = try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).names }
    self.joined = joined
    for names in names { joined.join(names) }
  }

  func write(_ group: String?, withNameless: Bool, to folder: URL) throws {
    var sources = sources
    var written: [String] = []
    var next = 0
    for index in sources.inReadingOrder.indices {
      let end = next + sources.inReadingOrder[index].lines
      let own = (next..<end).filter { names[$0].first.map { joined.root($0) == group } ?? withNameless }
      for line in own {
        let number = "{\"line\":\(written.count + 1),"
        written.append(lines[line].replacing(/^\{"line":\d+,/, with: number) + "\n")
      }
      sources.inReadingOrder[index].lines = own.count
      next = end
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(sources.json).write(to: folder.appending(path: ExtractedSources.file))
    try Data(written.joined().utf8).write(to: folder.appending(path: ExtractedSources.records))
  }
}
