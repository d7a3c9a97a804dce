import Evidence
import Foundation
import History
import Intake
import Reporting
import Storage
import Timestamps
import Vocabulary

/// What an extract for shards has of the store that the run will be added to.
struct ExtractedState: Codable {
  /// How many lines `state.ndjson` has.
  var lines: Int
  /// Whose state it is.
  var project: String
  var base: StateBase
  /// Of the skeleton's bytes, as lower-case hex.
  var skeletonSHA256: String

  static let file = "state.ndjson"
  /// A store with all that is about no person.
  static let skeleton = "skeleton.sqlite"

  private static let chunk = 1 << 18

  /// The persons of the configured project whom its store was told to forget.
  ///
  /// - Throws: `StoreError`.
  static func forgottenPersons(_ settings: AuditSettings) throws -> ForgottenPersons {
    var settings = settings
    settings.leavesTrace = false
    return try Audit.withStore(settings) { store in
      try store.read { try ForgottenStore.persons(of: settings.project, in: $0) }
    }
  }

  /// Writes the state of the configured project. Where there is no store yet, nothing is known of anybody.
  ///
  /// - Parameter forgotten: the persons that the names of the records were made with.
  /// - Throws: `UserError`, `StoreError`, `CannotWrite`.
  static func write(
    of settings: AuditSettings, _ forgotten: ForgottenPersons, to output: ReportFolder
  ) throws -> ExtractedState {
    var settings = settings
    // The store is only read.
    settings.leavesTrace = false
    return try Audit.withStore(settings) { store in
      try store.read { store in
        // In one transaction, so that all of it is from one moment.
        try store.transaction(isKept: false) {
          if let before = try RunHistory.before(asOf: settings.asOf, of: settings.project, in: store),
            try FindingHistory.open(in: before, of: store) == nil
          {
            throw UserError(
              .usage,
              """
              the store has runs of the project for \(settings.asOf.rfc3339) or later, or since \
              \(before.asOf.rfc3339) runs that were withdrawn, judged again or over older captures, and shards compare \
              with the run before alone
              """, remedy: "judge this night by one `relay-audit audit`, without shards; the next one can be cut again")
          }
          let forgottenNow = try ForgottenStore.persons(of: settings.project, in: store)
          guard forgottenNow.persons.keys == forgotten.persons.keys else {
            throw UserError(
              .storeInUse, "the store has forgotten somebody since the records were read", remedy: "extract again")
          }
          let export = try StateExport(of: settings.project, in: store)
          let (base, skeletonSHA256) = try TemporaryFolder.with { folder in
            let path = folder.appending(path: skeleton).path
            let base = try export.writeSkeleton(to: path)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try output.write(skeleton) { try $0(Array(bytes)) }
            return (base, SHA256Text.hex(of: bytes))
          }
          let lines = try output.write(file) { try writeLines(of: export, to: $0) }
          return ExtractedState(
            lines: lines, project: settings.project, base: base, skeletonSHA256: skeletonSHA256)
        }
      }
    }
  }

  private static func writeLines(of export: StateExport, to output: ([UInt8]) throws -> Void) throws -> Int {
    var waiting: [UInt8] = []
    var count = 0
    try export.forEachLine { line in
      count += 1
      waiting += line.json(number: count)
      waiting.append(UInt8(ascii: "\n"))
      guard waiting.count >= chunk else { return }
      try output(waiting)
      waiting.removeAll(keepingCapacity: true)
    }
    try output(waiting)
    return count
  }
}
