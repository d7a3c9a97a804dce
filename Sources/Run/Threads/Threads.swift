import Foundation
import Intake
import Platform

/// The threads that share a run's work. docs/architecture.md, "Threads", lists all threads and what each does.
///
/// Three are started elsewhere, because they do no work of a run: read-ahead (`ReadAhead`), which allocates nothing, so
/// that it does not compete for an arena; the line of progress on a terminal (`ProgressLine`); and the thread that a
/// signal wakes (`Interruption`).
///
/// An error on one of the threads stops the others where they next look at `Interruption`: at each row of SQLite, each
/// buffer of a source, each piece of a report.
///
/// The worker outlives the stages because glibc's malloc gives each thread one of two arenas at its first allocation.
/// When each stage had a thread of its own, two threads that wrote pages shared one arena in half of the runs, and
/// reports took three times as long.
struct Threads {
  let worker: Worker?
  let historyLoader: Worker?
  let helpers: [Worker]
  private let group: WorkGroup

  /// With more, a rule that takes long is what the others wait for.
  private static let mostHelpers = 6

  private init(worker: Worker?, historyLoader: Worker?, helpers: [Worker] = [], group: WorkGroup = WorkGroup()) {
    self.worker = worker
    self.historyLoader = historyLoader
    self.helpers = helpers
    self.group = group
  }

  /// Everything on the caller's thread.
  static var callerOnly: Threads { Threads(worker: nil, historyLoader: nil) }

  /// Falls back to the caller's thread, with a warning, where the system gives no further thread.
  ///
  /// - Parameter jobs: how many threads may work; nil for as many as there are cores.
  static func forJobs(_ jobs: Int?, _ diagnostics: Diagnostics) -> Threads {
    guard usesSeveral(jobs) else { return callerOnly }
    let group = WorkGroup()
    guard let worker = Worker(in: group), let historyLoader = Worker(in: group) else {
      diagnostics.hint(
        "the system gives no further thread (`ulimit -u` limits them, and memory may be short); going on with one")
      return callerOnly
    }
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let helpers = (0..<max(0, min(jobs - 2, mostHelpers))).compactMap { _ in Worker(in: group) }
    return Threads(worker: worker, historyLoader: historyLoader, helpers: helpers, group: group)
  }

  /// The threads that judge and write pages, apart from the caller's.
  var besideCaller: [Worker] { (worker.map { [$0] } ?? []) + helpers }

  /// What parses records ahead of the thread that reads them. With two threads the history loader does, which waits
  /// most of the time: the caller stores less than the worker reads, and a core that is free for a moment is used.
  var parsing: ParsingHelpers {
    let parsing = helpers.isEmpty ? historyLoader.map { [$0] } ?? [] : helpers
    return ParsingHelpers(count: parsing.count) { parsing[$0].add($1) }
  }

  /// How many of them read the run's evidence at a time, each through a connection of its own.
  var readers: Int { besideCaller.count }

  /// Runs the caller's part of the work, which ends soon after another thread failed. To be called once.
  ///
  /// - Throws: the first error of any of the threads.
  func run<Result>(_ body: () throws -> Result) throws -> Result { try group.run(body) }

  /// Whether more than the caller's thread may work.
  static func usesSeveral(_ jobs: Int?) -> Bool { jobs != 1 }
}
