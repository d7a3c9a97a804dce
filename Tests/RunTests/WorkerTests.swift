import Foundation
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
    let (worker, log) = (try #require(Worker()), Log())
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
    let worker = try #require(Worker())
    let (stopped, done) = (Background<Int>(on: worker) { throw Stop() }, Background(on: worker) { 7 })
    #expect(throws: Stop.self) { try stopped.value() }
    // And what follows is done.
    #expect(try done.value() == 7)
  }

  @Test func withoutAWorkerItIsDoneAtOnce() throws {
    let log = Log()
    let work = Background(on: nil) { log.add(1) }
    #expect(log.all == [1])
    try work.value()
  }

  @Test func workThatIsGivenIsDoneAlthoughNobodyNeedsTheWorker() throws {
    let work = Background(on: Worker()) { 3 }
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
    let worker = try #require(Worker())
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
