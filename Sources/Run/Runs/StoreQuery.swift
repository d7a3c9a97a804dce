import History
import Platform
import Storage

/// The store that a command reads, and the project whose runs it is about. Nil leaves a choice to the configuration.
package struct StoreQuery: Sendable {
  package var config: String?
  package var store: String?
  package var project: String?

  package init(config: String?, store: String?, project: String?) {
    self.config = config
    self.store = store
    self.project = project
  }

  /// Gives `body` the store and the name of the project: the one named, else the configured one, else the store's only
  /// one. Nothing can be written.
  ///
  /// - Throws: `UserError` where there is no store, no run of the project, or a choice of several projects;
  ///   `ConfigurationError`, `StoreError`, and what `body` throws.
  func read<Result>(_ body: (_ store: Connection, _ project: String) throws -> Result) throws -> Result {
    let configuration = try Configuration.read(config)
    let path = store ?? configuration.store
    return try Self.reading(path) { connection in
      try body(connection, choose(configuration, connection, path))
    }
  }

  /// Gives `body` the store, for a question about all of its projects. Nothing can be written.
  ///
  /// - Throws: `UserError` where there is no store, or no run of the project that is named; `ConfigurationError`,
  ///   `StoreError`, and what `body` throws.
  func readAll<Result>(_ body: (_ store: Connection) throws -> Result) throws -> Result {
    let path = try store ?? Configuration.read(config).store
    return try Self.reading(path) { connection in
      if let project { _ = try Self.choose(project, among: RunHistory.projects(in: connection), path) }
      return try body(connection)
    }
  }

  private static func reading<Result>(_ path: String, _ body: (Connection) throws -> Result) throws -> Result {
    guard let reader = try StoreReader(path: path) else { throw isMissing(path) }
    return try reader.read(body)
      ?? TemporaryFolder.with { try reader.read(copyIn: $0, body) }
  }

  private static func isMissing(_ path: String) -> UserError {
    UserError(
      .noSuchInput, "there is no store at \(path)", remedy: "run an audit first, or name the store with --store")
  }

  /// Gives `body` the store in a transaction, for a change by hand, which the ledger records.
  func change<Result>(_ body: (_ store: Connection, _ project: String) throws -> Result) throws -> Result {
    try change(body) { _, _ in }
  }

  /// The same, and then gives `after` the store outside of the transaction.
  func change<Result>(
    _ body: (_ store: Connection, _ project: String) throws -> Result,
    then after: (_ store: Connection, _ result: inout Result) throws -> Void
  ) throws -> Result {
    let configuration = try Configuration.read(config)
    let path = store ?? configuration.store
    guard let store = try EvidenceStore.existing(path: path) else { throw Self.isMissing(path) }
    return try store.read { store in
      let project = try choose(configuration, store, path)
      // What cannot be completed is the next audit's to tell.
      _ = try ReportPlaces.completeDue(in: store)
      var result = try store.transaction {
        try LedgerAdoption.adopt(in: store)
        return try body(store, project)
      } beforeCommit: { _ in
        try Interruption.commit()
      }
      try after(store, &result)
      return result
    }
  }

  private func choose(_ configuration: Configuration, _ store: Connection, _ path: String) throws -> String {
    try Self.choose(project ?? configuration.project, among: RunHistory.projects(in: store), path)
  }

  private static func choose(_ name: String?, among known: [String], _ path: String) throws -> String {
    if let name {
      guard known.contains(name) else {
        throw UserError(
          .noSuchInput, "the store \(path) has no runs of the project `\(name)`",
          remedy: known.isEmpty ? "run an audit first" : "name one of \(list(known)) with --project")
      }
      return name
    }
    guard let only = known.first else {
      throw UserError(.noSuchInput, "the store \(path) has no runs", remedy: "run an audit first")
    }
    guard known.count == 1 else {
      throw UserError(
        .usage, "the store \(path) has several projects", remedy: "name one of \(list(known)) with --project")
    }
    return only
  }

  private static func list(_ projects: [String]) -> String {
    projects.map { $0.isEmpty ? "`` (without a name)" : "`\($0)`" }.joined(separator: ", ")
  }
}
