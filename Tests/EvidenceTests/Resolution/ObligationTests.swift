import Storage
import Testing

@testable import Evidence

/// Which requests of one account ask for the same.
@Suite struct ObligationTests {
  private func obligations(
    _ requests: [(id: String, at: Int64, completed: Int64?)], _ life: AccountLife = AccountLife()
  ) throws -> [Obligation] {
    let database = try Connection(path: nil)
    let statement = try SelectStatement(database, "SELECT 1, 1, ?, ?, ?, ?, NULL, NULL, 0, 1")
    var made: [DeletionRequest] = []
    for request in requests {
      let status = request.completed == nil ? "pending" : "completed"
      try statement.start([request.id, request.at, status, request.completed])
      #expect(try statement.next())
      made += [DeletionStatement(statement)].compactMap { DeletionRequest([$0]) }
    }
    return Obligation.all(of: made, life)
  }

  private func ids(_ obligations: [Obligation]) -> [[String]] { obligations.map { $0.requests.map(\.requestID) } }

  @Test func requestsOfOneAccountAreOneObligation() throws {
    let found = try obligations([("b", 20, nil), ("a", 10, nil)])
    #expect(ids(found) == [["a", "b"]])
    #expect(found.first?.until == nil)
  }

  @Test func completionEndsIt() throws {
    let found = try obligations([("a", 10, 15), ("b", 15, nil), ("c", 16, nil), ("d", 30, nil)])
    #expect(ids(found) == [["a", "b"], ["c", "d"]])
    #expect(found.map(\.until) == [16, nil])
    #expect(found.first?.completed?.requestID == "a")
  }

  @Test func theFirstCompletionCounts() throws {
    #expect(try obligations([("a", 10, 40), ("b", 11, 12)]).first?.completed?.requestID == "b")
  }

  @Test func anAccountMadeAnewEndsIt() throws {
    let life = AccountLife(createdAt: 15)
    let found = try obligations([("a", 10, nil), ("b", 14, nil), ("c", 15, nil)], life)
    #expect(ids(found) == [["a", "b"], ["c"]])
    #expect(found.map(\.until) == [15, nil])
    #expect(try obligations([("a", 10, nil)], life).first?.until == 15)
    #expect(try obligations([("a", 15, nil), ("b", 20, nil)], life).map(\.until) == [nil])
  }

  @Test func absenceEndsIt() throws {
    #expect(
      ids(try obligations([("a", 10, nil), ("b", 15, nil), ("c", 16, nil)], AccountLife(goneAt: 15)))
        == [["a", "b"], ["c"]])
    // It was gone before anybody asked.
    #expect(ids(try obligations([("a", 10, nil), ("b", 15, nil)], AccountLife(goneAt: 9))) == [["a", "b"]])
    #expect(ids(try obligations([("a", 10, nil), ("b", 15, nil)], AccountLife(goneAt: 10))) == [["a"], ["b"]])
  }

  @Test func deletionEndsIt() throws {
    let life = AccountLife(removals: [100], clockSkew: 10)
    #expect(ids(try obligations([("a", 50, nil), ("b", 110, nil), ("c", 111, nil)], life)) == [["a", "b"], ["c"]])
    // Apps delete first and file the request after.
    #expect(ids(try obligations([("a", 110, nil), ("b", 200, nil)], life)) == [["a"], ["b"]])
    #expect(ids(try obligations([("a", 111, nil), ("b", 200, nil)], life)) == [["a", "b"]])
  }
}
