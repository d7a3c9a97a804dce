import Evidence
import Foundation
import History
import Reporting

/// Stage 7: writes the report's files beside those of the last run.
///
/// The worker writes the report for programs, keeps a compressed copy for the store, and seals both in the run's entry
/// of the ledger. Then all threads write pages, which show the entry's hash, until none is left. Files that tell of all
/// others come last.
struct ReportWriting {
  /// What the store keeps of a report.
  struct Kept: Sendable {
    var hashes: KeptReport.Hashes
    /// The whole report value in its kept form.
    var packed: PackedReport
    /// Nil in a run that leaves no trace.
    var entry: LedgerEntry?
    /// The run's ledger data for the report; nil in a run that leaves no trace.
    var ledger: Report.Ledger?
  }

  private struct Serialised: Sendable {
    var kept: Kept
    /// The files beside `report.json`.
    var queue: WorkQueue<ReportFile>
    /// Those that tell of all others.
    var closing: [ReportFile]
  }

  private let folder: ReportFolder
  private let serialised: Background<Serialised>
  private let pages: [Background<Void>]

  /// - Parameter seal: nil in a run that leaves no trace.
  init(
    _ report: Report, formats: [any Renderer], seal: RunSeal?, to folder: ReportFolder, on threads: Threads
  ) {
    self.folder = folder
    let serialised = Background(on: threads.worker) {
      var packing = try ReportPacking()
      var entry: LedgerEntry?
      var report = report
      let hashes = try formats.writeJSON(report, to: folder, kept: { try packing.add($0) }) { hashes in
        entry = try seal?.entry(hashes)
        return entry.map { Report.Ledger($0, reportSHA256: hashes.report) }
      }
      report.ledger = entry.map { Report.Ledger($0, reportSHA256: hashes.report) }
      let files = formats.filesBesideJSON(of: report)
      return Serialised(
        kept: Kept(
          hashes: hashes, packed: try packing.finish(), entry: entry, ledger: report.ledger),
        queue: WorkQueue(files.filter { !$0.isClosing }), closing: files.filter(\.isClosing))
    }
    self.serialised = serialised
    pages = threads.besideCaller.map { Background(on: $0) { try Self.write(serialised.value().queue, to: folder) } }
  }

  private static func write(_ queue: WorkQueue<ReportFile>, to folder: ReportFolder) throws {
    while let page = try queue.next() { try page.write(to: folder) }
  }

  /// Runs `body`, writes pages beside the other threads, and waits for them.
  ///
  /// - Throws: what `body` throws, and what keeps a file from being written; all have stopped writing then.
  func finish<Result>(
    timer: inout PassTimer, beside body: (inout PassTimer) throws -> Result
  ) throws -> (Result, Kept) {
    defer {
      serialised.abandon()
      for pages in pages { pages.abandon() }
    }
    let result = try body(&timer)
    return try timer.time("rest of the reports") {
      let serialised = try serialised.value()
      try Self.write(serialised.queue, to: folder)
      for pages in pages { try pages.value() }
      try folder.write(serialised.closing)
      return (result, serialised.kept)
    }
  }
}
