import Crypto
import Evidence
import Foundation
import Reporting

/// Stage 7: writes the report's files beside those of the last run.
///
/// The worker writes the report for programs and keeps a compressed copy for the store. Then it and the caller write
/// pages until none is left.
struct ReportWriting {
  /// What the store keeps of a report.
  struct Kept: Sendable {
    /// Of `report.json`, lower-case hex.
    var sha256: String
    /// The whole report value in its kept form, compressed.
    var compressed: Data
  }

  private let folder: ReportFolder
  private let json: Background<Kept>
  private let queue: WorkQueue<ReportFile>
  private let pages: Background<Void>

  init(
    _ report: Report, formats: [any Renderer], to folder: ReportFolder, on worker: Worker?
  ) {
    self.folder = folder
    json = Background(on: worker) {
      let compressed = try Gzip.Writer()
      var hash = SHA256()
      try formats.writeJSON(
        report, to: folder, json: { hash.update(data: $0) }, kept: { try compressed.add($0) })
      return Kept(sha256: Hexadecimal.text(of: hash.finalize()), compressed: try compressed.finish())
    }
    let queue = WorkQueue(formats.filesBesideJSON(of: report))
    self.queue = queue
    pages = Background(on: worker) { try Self.write(queue, to: folder) }
  }

  private static func write(_ queue: WorkQueue<ReportFile>, to folder: ReportFolder) throws {
    while let page = queue.next() { try page.write(to: folder) }
  }

  /// Runs `body`, writes pages beside the worker, and waits for the worker.
  ///
  /// - Throws: what `body` throws, and what keeps a file from being written; the worker has stopped writing then.
  func finish<Result>(
    timer: inout PassTimer, beside body: (inout PassTimer) throws -> Result
  ) throws -> (Result, Kept) {
    do {
      let result = try body(&timer)
      return try timer.time("rest of the reports") {
        try Self.write(queue, to: folder)
        try pages.value()
        return (result, try json.value())
      }
    } catch {
      queue.cancel()
      _ = try? json.value()
      try? pages.value()
      throw error
    }
  }
}
