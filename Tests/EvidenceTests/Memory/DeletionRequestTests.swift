import Storage
import Testing

@testable import Evidence

/// Of one request, the newest capture's statement counts; what it is silent about stays as it was said before.
@Suite struct DeletionRequestTests {
  /// Statements as rows: capture, `requested_at`, status, `completed_at`; in the order of the file.
  private func request(_ rows: [(capture: Int64, at: Int64?, status: String?, completed: Int64?)]) throws
    -> DeletionRequest?
  {
    let database = try Connection(path: nil)
    let statement = try SelectStatement(database, "SELECT 1, ?, 'r', ?, ?, ?, NULL, NULL, 0, ?")
    var statements: [DeletionStatement] = []
    for (index, row) in rows.enumerated() {
      try statement.start([Int64(index), row.at, row.status, row.completed, row.capture])
      #expect(try statement.next())
      statements.append(DeletionStatement(statement))
    }
    return DeletionRequest(statements.sorted { $0.precedes($1) })
  }

  @Test func theNewestCaptureCounts() throws {
    let request = try #require(try request([(2, 10, "pending", nil), (1, 10, "completed", 15)]))
    #expect(request.status == .pending)
    #expect(request.completedAt == nil)
    #expect(request.requestedAt == 10)
  }

  @Test func withinACaptureTimeDecides() throws {
    let request = try #require(try request([(1, 10, "completed", 15), (1, 10, "pending", nil)]))
    #expect(request.status == .completed)
    #expect(request.completedAt == 15)
  }

  @Test func withinACaptureOrderDecidesWhereTimeDoesNot() throws {
    #expect(try request([(1, 10, "pending", nil), (1, 10, "denied", nil)])?.isDue == false)
    #expect(try request([(1, 10, "denied", nil), (1, 10, "pending", nil)])?.isDue == true)
  }

  @Test func theClockRunsFromTheReopening() throws {
    #expect(try request([(1, 10, "denied", nil), (2, 30, "pending", nil)])?.requestedAt == 30)
    // Without a time of its own: not before the capture that last showed it denied.
    #expect(try request([(20, 10, "denied", nil), (40, 10, "pending", nil)])?.requestedAt == 20)
    // It was never closed.
    #expect(try request([(1, 10, "pending", nil), (2, 30, "pending", nil)])?.requestedAt == 10)
  }

  @Test func aStatusAloneFollowsItsRequest() throws {
    let completed = try #require(try request([(1, nil, "completed", nil), (1, 10, "pending", nil)]))
    #expect(completed.status == .completed)
    #expect(try request([(1, nil, "completed", nil)]) == nil)
  }

  @Test func silenceChangesNothing() throws {
    let request = try #require(try request([(1, 10, "completed", 15), (2, 10, nil, nil)]))
    #expect(request.status == .completed)
    #expect(request.completedAt == 15)
  }

  /// Whoever completes what was closed had opened it again: not before the last capture that showed it closed, and not
  /// after the completion.
  @Test(arguments: [("denied", 15), ("cancelled", 15)]) func completionReopens(status: String, from: Int64) throws {
    let request = try #require(try request([(15, 10, status, 12), (40, 10, "completed", 20)]))
    #expect(request.requestedAt == from)
    #expect(request.completedAt == 20)
    #expect(try self.request([(30, 10, status, nil), (40, 10, "completed", 20)])?.requestedAt == 20)
    #expect(try self.request([(15, 10, status, 12), (40, 10, "completed", nil)])?.completedAt == nil)
  }

  @Test func whatIsAskedForAgainIsDueFromThen() throws {
    let request = try #require(try request([(1, 10, "completed", 15), (1, 20, "pending", nil)]))
    #expect(request.requestedAt == 20)
    #expect(request.status == .pending)
    #expect(request.completion == nil)
    // It was never done: the clock goes on.
    #expect(try self.request([(1, 10, "completed", 15), (2, 14, "pending", nil)])?.requestedAt == 10)
    // An update of what is done asks for nothing.
    #expect(try self.request([(1, 10, "completed", 15), (2, 30, "completed", 15)])?.requestedAt == 10)
    #expect(try self.request([(1, 10, "completed", 15), (2, 30, nil, nil)])?.completion == 15)
  }

  @Test func anAskingWithoutAStatusReopensWhatWasClosed() throws {
    let request = try #require(try request([(1, 10, "denied", nil), (1, 20, nil, nil)]))
    #expect(request.isDue)
    #expect(request.requestedAt == 20)
    #expect(try self.request([(1, 10, "denied", nil), (2, 10, nil, nil)])?.isDue == false)
  }

  @Test func completionIsNoEarlierThanTheRequest() throws {
    #expect(try request([(1, 10, "completed", nil)])?.completion == 10)
    #expect(try request([(1, 10, "completed", 5)])?.completion == 10)
    #expect(try request([(1, 10, "in_progress", 15)])?.completion == nil)
  }
}
