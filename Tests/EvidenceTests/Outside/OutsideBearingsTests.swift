import Testing

@testable import Evidence

@Suite struct OutsideBearingsTests {
  private let pair = NamePair(account: 7, name: 9)

  /// Runs numbered from 1, captured from ten times their number to five more.
  private func runs(_ count: Int, partial: Set<Int64> = [], other: Set<Int64> = []) -> [NamingRun] {
    (1...Int64(count)).map {
      NamingRun(
        number: $0, capturedFrom: $0 * 10, capturedTo: $0 * 10 + 5, isComplete: !partial.contains($0),
        shows: NamingRun.Shows(formats: other.contains($0) ? "other" : "same", apple: true))
    }
  }

  private func times(_ runs: [NamingRun], _ changes: [OutsideBearings.Change]) -> [[Int64?]] {
    OutsideBearings(runs).of(pair, changes, account: -1).map { [$0.seen, $0.absent, $0.lastSeen, $0.ended] }
  }

  @Test func timesAreThoseOfTheRuns() {
    #expect(times(runs(4), [(2, .borne), (4, .ended)]) == [[25, 10, 30, 45]])
    #expect(times(runs(4), [(1, .borne)]) == [[15, nil, 40, nil]])
    #expect(times(runs(4), [(1, .borne), (2, .ended), (4, .borne)]) == [[15, nil, 15, 25], [45, 30, 45, nil]])
  }

  @Test func theLastRunThatShowedTheAccountIsAWholeOneOrTheFirst() {
    func last(_ runs: [NamingRun], _ changes: [OutsideBearings.Change]) -> Int64? {
      OutsideBearings(runs).lastShown(changes, where: NamingRun.Shows(formats: "same", apple: true))
    }
    #expect(last(runs(3), [(1, .borne)]) == 30)
    #expect(last(runs(3), [(1, .borne), (3, .ended)]) == 20)
    #expect(last(runs(3, partial: [3]), [(1, .borne)]) == 20)
    #expect(last(runs(3, partial: [2, 3]), [(2, .borne)]) == 20)
    #expect(last(runs(3, other: [3]), [(1, .borne)]) == nil)
    #expect(last(runs(3), []) == nil)
  }

  @Test func aPartOfTheAccountsProvesNoAbsence() {
    #expect(times(runs(4, partial: [1, 3]), [(2, .borne), (4, .ended)]) == [[25, nil, 25, 45]])
  }

  @Test func exportsThatShowOtherThingsProveNoAbsence() {
    #expect(times(runs(3, other: [2]), [(2, .borne), (3, .ended)]) == [[25, nil, 25, nil]])
  }

  /// Projects that were joined may have noted a name twice.
  @Test func whatIsNotedTwiceCountsOnce() {
    #expect(times(runs(4), [(1, .borne), (2, .borne), (3, .ended), (4, .ended)]) == [[15, nil, 20, 35]])
    #expect(times(runs(2), [(9, .borne)]).isEmpty)
  }
}
