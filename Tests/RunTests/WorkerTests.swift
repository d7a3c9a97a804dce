import Foundation
import Platform
import Testing

@testable import Run

@Suite struct WorkerTests {
  private struct Stop: Error {}

  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [Int] = []

    func add(_ number: Int) { lock.withLock { numbers.append(number) } }
    var all: [Int] { lock.withLock { numbers } }
  }

  @Test func oneThreadDoesTheWorkInItsOrder() throws {
    let (worker, log) = (try #require(Worker(in: WorkGroup())), Log())
    let threads = (0..<200).map { number in
      Background(on: worker) {
        log.add(number)
        return ObjectIdentifier(Thread.current)
      }
    }
    let first = try threads[0].value()
    for thread in threads { #expect(try thread.value() == first) }
    #expect(first != ObjectIdentifier(Thread.current))
    #expect(log.all == Array(0..<200))
  }

  @Test func whatItThrowsReachesWhoWaits() throws {
    let worker = try #require(Worker(in: WorkGroup()))
    let log = Log()
    let (failing, later) = (Background<Int>(on: worker) { throw Stop() }, Background(on: worker) { log.add(1) })
    #expect(throws: Stop.self) { try failing.value() }
    // What follows is a part of the same work, and is not begun.
    #expect(throws: Stop.self) { try later.value() }
    #expect(log.all.isEmpty)
  }

  /// The caller takes items until the worker fails, and none after that.
  @Test func anErrorOfTheWorkerEndsTheQueue() throws {
    let group = WorkGroup()
    let worker = try #require(Worker(in: group))
    let queue = WorkQueue(Array(0..<1000))
    let (mayFail, log) = (DispatchSemaphore(value: 0), Log())
    let failing = Background<Void>(on: worker) {
      mayFail.wait()
      throw Stop()
    }
    #expect(throws: Stop.self) {
      try group.run {
        while let item = try queue.next() {
          log.add(item)
          guard item == 2 else { continue }
          mayFail.signal()
          _ = try? failing.value()
        }
      }
    }
    #expect(log.all == [0, 1, 2] && queue.taken == 3)
  }

  @Test func workThatIsAbandonedEndsSoon() throws {
    let worker = try #require(Worker(in: WorkGroup()))
    let (hasBegun, log) = (DispatchSemaphore(value: 0), Log())
    let work = Background(on: worker) {
      hasBegun.signal()
      // Many seconds, where nothing stops it.
      for _ in 0..<10_000 {
        try Interruption.check()
        Thread.sleep(forTimeInterval: 0.001)
      }
      log.add(1)
    }
    let next = Background(on: worker) { log.add(2) }
    hasBegun.wait()
    work.abandon()
    #expect(throws: Interruption.Stopped.self) { try work.value() }
    #expect(throws: Interruption.Stopped.self) { try next.value() }
    #expect(log.all.isEmpty)
  }

  @Test func workThatEndedStopsNothingWhenItIsAbandoned() throws {
    let worker = try #require(Worker(in: WorkGroup()))
    let work = Background(on: worker) { 1 }
    #expect(try work.value() == 1)
    work.abandon()
    #expect(try Background(on: worker) { 2 }.value() == 2)
  }

  @Test func withoutAWorkerItIsDoneAtOnce() throws {
    let log = Log()
    let work = Background(on: nil) { log.add(1) }
    #expect(log.all == [1])
    try work.value()
  }

  @Test func workThatIsGivenIsDoneAlthoughNobodyNeedsTheWorker() throws {
    let work = Background(on: Worker(in: WorkGroup())) { 3 }
    #expect(try work.value() == 3)
  }

  /// A run counts on it: the ledger of ten million accounts has to be gone before what follows is begun.
  @Test func whatItNeededIsGoneWhenItIsDone() throws {
    final class Needed: Sendable {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log.add(1) }
    }
    func work(_ log: Log, on worker: Worker?) -> Background<Int> {
      let needed = Needed(log)
      return Background(on: worker) { needed.log.all.count }
    }
    let worker = try #require(Worker(in: WorkGroup()))
    for worker in [worker, nil] {
      for _ in 0..<100 {
        let log = Log()
        let work = work(log, on: worker)
        #expect(try work.value() == 0)
        #expect(log.all == [1])
      }
    }
  }
}
