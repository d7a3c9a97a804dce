import Foundation
import Platform
import Testing

@Suite struct WorkGroupTests {
  private struct First: Error {}
  private struct Second: Error {}

  /// The error that the group's work ends with, told by its type.
  private func outcome(of group: WorkGroup, _ body: () throws -> Void = {}) -> String {
    do {
      try group.run(body)
      return "done"
    } catch {
      return "\(type(of: error))"
    }
  }

  @Test func anErrorStopsWhatTheGroupDoesAndNothingElse() {
    let (group, other) = (WorkGroup(), WorkGroup())
    #expect(outcome(of: group) { try Interruption.check() } == "done")
    #expect(outcome(of: group) { throw First() } == "First")
    #expect(!Interruption.isStopping)
    let inOther = outcome(of: other) {
      // Nothing begins within the stopped one, and the other one goes on after it.
      let inner = outcome(of: group) { Issue.record("it began") }
      #expect(inner == "First")
      try Interruption.check()
    }
    #expect(inOther == "done")
  }

  @Test func theFirstErrorIsTold() {
    let group = WorkGroup()
    let outcome = outcome(of: group) {
      _ = self.outcome(of: group) { throw First() }
      #expect(Interruption.isStopping)
      throw Second()
    }
    #expect(outcome == "First")
  }

  /// Whoever stops the others tells its own error. Theirs follow from it.
  @Test func errorsOfStoppedThreadsAreNotToldInsteadOfTheirCause() {
    let group = WorkGroup()
    let outcome = outcome(of: group) {
      let other = self.outcome(of: group) {
        group.stop()
        throw Second()
      }
      #expect(other == "Second")
      #expect(self.outcome(of: group) == "Stopped")
      throw First()
    }
    #expect(outcome == "First")
  }

  /// As by a queue that nobody takes from any more, before the group is stopped.
  @Test func aThreadThatIsStoppedHasNoErrorOfItsOwn() {
    let group = WorkGroup()
    let outcome = outcome(of: group) {
      _ = self.outcome(of: group) { throw Interruption.Stopped() }
      throw First()
    }
    #expect(outcome == "First")
  }

  @Test func anotherThreadIsStopped() {
    let group = WorkGroup()
    let (isInside, isStopped, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let thread = Thread {
      let outcome = outcome(of: group) {
        isInside.signal()
        isStopped.wait()
        try Interruption.check()
      }
      #expect(outcome == "First")
      hasEnded.signal()
    }
    thread.start()
    isInside.wait()
    #expect(outcome(of: group) { throw First() } == "First")
    isStopped.signal()
    hasEnded.wait()
  }
}
