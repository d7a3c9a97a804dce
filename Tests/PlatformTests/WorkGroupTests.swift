import Foundation
import Platform
import Testing

@Suite struct WorkGroupTests {
  private struct First: Error {}
  private struct Second: Error {}

  @Test func anErrorStopsWhatTheGroupDoesAndNothingElse() throws {
    let (group, other) = (WorkGroup(), WorkGroup())
    try group.run { #expect(!Interruption.isStopping) }
    #expect(throws: First.self) { try group.run { throw First() } }
    #expect(!Interruption.isStopping)
    try other.run {
      // Within the stopped one nothing begins, and the other one goes on after it.
      #expect(throws: First.self) { try group.run { Issue.record("it began") } }
      #expect(!Interruption.isStopping)
    }
  }

  @Test func theFirstErrorIsTold() {
    let group = WorkGroup()
    #expect(throws: First.self) {
      try group.run {
        #expect(throws: First.self) { try group.run { throw First() } }
        #expect(Interruption.isStopping)
        throw Second()
      }
    }
  }

  /// Who stops the others first and says why later: their being stopped is no reason.
  @Test func whatStoppedTheWorkIsToldInsteadOfItsBeingStopped() {
    let group = WorkGroup()
    #expect(throws: First.self) {
      try group.run {
        group.stop()
        #expect(throws: Interruption.Stopped.self) { try group.run {} }
        throw First()
      }
    }
    #expect(throws: First.self) { try group.run {} }
  }

  @Test func anotherThreadIsStopped() throws {
    let group = WorkGroup()
    let (isInside, isStopped, hasEnded) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let thread = Thread {
      #expect(throws: First.self) {
        try group.run {
          isInside.signal()
          isStopped.wait()
          try Interruption.check()
        }
      }
      hasEnded.signal()
    }
    thread.start()
    isInside.wait()
    #expect(throws: First.self) { try group.run { throw First() } }
    isStopped.signal()
    hasEnded.wait()
  }
}
