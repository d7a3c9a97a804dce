import Evidence
import Foundation
import History
import Intake
import Platform
import Storage
import Timestamps

/// A run over one part of the people, which writes what it finds for `Merge` (docs/scale.md).
package enum ShardAudit {
  package struct Request: Sendable {
    /// That `extract --for-shards` wrote to.
    package var folder: String
    /// The shard's lines: a file, or `-` for standard input.
    package var lines: String
    /// From 0.
    package var number: Int
    package var count: Int
    /// The file to write the part to.
    package var part: String
    /// The file of sums to judge by; nil to count, and judge nothing.
    package var sums: String?

    package init(folder: String, lines: String, number: Int, count: Int, part: String, sums: String?) {
      (self.folder, self.lines, self.number, self.count) = (folder, lines, number, count)
      (self.part, self.sums) = (part, sums)
    }

    /// - Throws: `UserError` where the shard's lines cannot be read, or the part would replace something else.
    fileprivate func checkFiles() throws(UserError) {
      let files = FileManager.default
      guard lines == "-" || files.isFile(lines) && files.isReadableFile(atPath: lines) else {
        throw UserError(
          .noSuchInput, "\(lines) is not there or cannot be read",
          remedy: "name the file of the shard's lines, or `-` for standard input")
      }
      try OwnFile.check(part, begin: Data("{\"\(PartLine.header.rawValue)\":".utf8), "part")
    }
  }

  /// What was read.
  package struct Result: Sendable {
    package var records: Int
    package var state: Int
    package var findings: Int
  }

  /// The store that the run will be added to is not touched.
  ///
  /// - Throws: `UserError`, `ConfigurationError`, `StoreError`, `MalformedLines`, `CannotWrite`; then no part is written.
  package static func run(_ options: AuditOptions, _ request: Request, diagnostics: Diagnostics) throws -> Result {
    let basis = try ShardBasis(options, in: request.folder).ofShards
    try request.checkFiles()
    let sums = try request.sums.map(WholeSums.read)
    let common = try basis.common(shards: request.count, sums: sums?.sha256)
    if let sums, sums.0.common != (try basis.common(shards: request.count, sums: nil)) {
      throw UserError(
        .unusableData,
        "\(request.sums ?? "") was made of other counts: of another extract, configuration or number of shards",
        remedy: "add the counts of this run's shards")
    }
    diagnostics.showContacts(asIn: basis.settings.configuration.personalData)
    let threads = Threads.forJobs(basis.settings.jobs, diagnostics)
    return try TemporaryFolder.with { folder in
      let store = try openSkeleton(of: request.folder, basis.state, in: folder)
      let lines = try ShardLines(path: request.lines, options: basis.settings.intake(diagnostics))
      let state = try store.read { store in
        let state = try ShardState(importingInto: store)
        try lines.readState { try state.add(StateLine(json: $0)) }
        try state.endImport()
        return state
      }
      return try OwnFile.write(to: request.part) { output in
        let writer = PartWriter(to: output)
        try writer.add(.header, PartHeader(common: common, shard: request.number))
        let found = try store.run(basis.settings.evidence, readers: threads.readers, isKept: false) { session, store in
          session.whole = sums?.0.sums
          session.isCount = sums == nil
          return try threads.run {
            try AuditRun(
              session: session, store: store, settings: basis.settings.withOwnIDs(in: store), rules: basis.rules,
              startedAt: .now,
              threads: threads, diagnostics: diagnostics.quiet
            ).writePart(
              of: ShardInputs(basis.sources, lines), judges: sums != nil, state: state, to: writer)
          }
        }
        try writer.close(records: lines.records, state: lines.state)
        return Result(records: lines.records.count, state: lines.state.count, findings: found)
      }
    }
  }

  /// - Parameter folder: the process's own.
  private static func openSkeleton(
    of records: String, _ state: ExtractedState, in folder: URL
  ) throws -> EvidenceStore {
    let skeleton = "\(records)/\(ExtractedState.skeleton)"
    guard let data = FileManager.default.contents(atPath: skeleton) else {
      throw UserError(
        .noSuchInput, "\(skeleton) is not there or cannot be read",
        remedy: "give each shard the whole folder that `relay-audit extract --for-shards` wrote, but for its lines")
    }
    guard SHA256Text.hex(of: data) == state.skeletonSHA256 else {
      throw UserError(
        .unusableData, "\(skeleton) is not the one that was written with \(records)/\(ExtractedSources.file)",
        remedy: "give each shard the folder of one extract")
    }
    try OpenFolder(folder.path).makeFile(ExtractedState.skeleton, of: Array(data))
    return try EvidenceStore(path: folder.appending(path: ExtractedState.skeleton).path, isDurable: false)
  }
}
