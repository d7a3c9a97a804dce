import Foundation
import Testing

@testable import Evidence

/// One thread marks names while another looks others up, as screening and storing do.
///
/// What is checked is told by ThreadSanitizer (`scripts/sanitize thread`): probing for one name reads the marks of its
/// neighbours.
@Suite struct NameTableSharingTests {
  /// So many that both threads are at work at one time, however busy the machine is.
  private static let rounds = 20

  @Test func namesAreFoundWhileOthersAreMarked() {
    let keys = (0..<20_000).map { SubjectKey(uid: "person-\($0)").bits }
    let table = NameTable()
    for key in keys { table.add(key, bringsIntoScope: false) }
    let isMarked = DispatchSemaphore(value: 0)
    // A thread of its own: tasks may be given the same one, one after the other.
    let thread = Thread {
      for _ in 0..<Self.rounds {
        for index in stride(from: 0, to: keys.count, by: 2) { table.mark(keys[index], .isInSnapshot) }
      }
      isMarked.signal()
    }
    thread.start()
    var found = 0
    for _ in 0..<Self.rounds {
      found += stride(from: 1, to: keys.count, by: 2).count { table.contains(keys[$0]) }
    }
    isMarked.wait()
    #expect(found == keys.count / 2 * Self.rounds)
    let unexpected = keys.indices.filter { table.has(.isInSnapshot, keys[$0]) != ($0 % 2 == 0) }
    #expect(unexpected.isEmpty)
  }
}
