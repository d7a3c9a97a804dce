import Testing

@testable import Evidence

/// Who bore a name at a time. Times are days.
@Suite struct NameBearingTests {
  private func bearing(
    _ account: Int64, seen: Int64, absent: Int64? = nil, lastSeen: Int64? = nil, ended: Int64? = nil,
    created: Int64? = nil
  ) -> NameBearing {
    NameBearing(
      account: account, name: 1, seen: seen, absent: absent, lastSeen: lastSeen, ended: ended, createdAt: created)
  }

  private func bearers(_ bearings: [NameBearing], _ time: Int64?) -> Set<Int64> {
    NameBearing.bearers(of: bearings, at: time)
  }

  @Test func oneBearerIsMeantAtAnyTime() {
    let one = [bearing(1, seen: 10, lastSeen: 12, ended: 13, created: 5)]
    for time in [nil, 1, 11, 20] as [Int64?] { #expect(bearers(one, time) == [1]) }
  }

  /// The old account was seen until day 20, and the one that followed it was made on day 22.
  @Test func whoRegistersAgainSucceeds() {
    let both = [
      bearing(1, seen: 10, lastSeen: 20, ended: 30, created: 1), bearing(2, seen: 30, created: 22),
    ]
    #expect(bearers(both, 15) == [1])
    #expect(bearers(both, 20) == [1])
    #expect(bearers(both, 21) == [1])
    #expect(bearers(both, 22) == [2])
    #expect(bearers(both, 25) == [2])
    #expect(bearers(both, 40) == [2])
    // Before both of them it is who came first.
    #expect(bearers(both, 0) == [1])
    #expect(bearers(both, nil) == [1, 2])
  }

  /// The name changed hands between the exports of days 20 and 30, and nobody knows when.
  @Test func whoeverMayHaveHadItIsMeant() {
    let both = [
      bearing(1, seen: 10, lastSeen: 20, ended: 30), bearing(2, seen: 30, absent: 20, created: 1),
    ]
    #expect(bearers(both, 20) == [1])
    #expect(bearers(both, 21) == [1, 2])
    #expect(bearers(both, 29) == [1, 2])
    #expect(bearers(both, 30) == [2])
  }

  @Test func twoWhoBothHaveItAreMeant() {
    let both = [bearing(1, seen: 10, created: 1), bearing(2, seen: 10, created: 5)]
    #expect(bearers(both, 3) == [1])
    #expect(bearers(both, 7) == [1, 2])
    #expect(bearers(both, 12) == [1, 2])
  }

  /// A call that comes after both accounts are gone belongs to the one that went last.
  @Test func whatComesAfterTheEndIsTheLastBearers() {
    let both = [
      bearing(1, seen: 10, lastSeen: 20, ended: 21), bearing(2, seen: 30, absent: 29, lastSeen: 40, ended: 41),
    ]
    #expect(bearers(both, 25) == [1])
    #expect(bearers(both, 50) == [2])
  }

  /// A name that an account had twice is one account's at either time.
  @Test func aNameMayComeBack() {
    let all = [
      bearing(1, seen: 10, lastSeen: 20, ended: 21), bearing(2, seen: 30, absent: 29, lastSeen: 40, ended: 41),
      bearing(1, seen: 50, absent: 49),
    ]
    #expect(bearers(all, 15) == [1])
    #expect(bearers(all, 35) == [2])
    #expect(bearers(all, 55) == [1])
  }
}
