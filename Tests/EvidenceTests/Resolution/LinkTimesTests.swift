import Testing

@testable import Evidence

@Suite struct LinkTimesTests {
  private let created: Int64 = 1_000_000
  private let captured: Int64 = 9_000_000

  private func time(
    _ events: [LinkEvent] = [], identifier: Sighting? = nil, apple: Sighting? = nil, createdAt: Int64? = 1_000_000,
    isOnly: Bool = true
  ) -> LinkTime {
    LinkTimes(createdAt: createdAt, capturedAt: captured, apple: apple, events: events)
      .time(of: ["google.com"], identifiers: ["g-1"], sighting: identifier ?? Sighting(seen: captured), isOnly: isOnly)
  }

  private func event(
    _ at: Int64, _ provider: String = "google.com", unlink: Bool = false, identifier: String? = nil
  ) -> LinkEvent {
    LinkEvent(provider: provider, at: at, isUnlink: unlink, identifier: identifier, ref: at)
  }

  @Test func anEventIsExact() {
    #expect(
      time([event(2_000_000)]) == LinkTime(from: 2_000_000, to: 2_000_000, basis: .linkEvent, eventRef: 2_000_000))
  }

  @Test func theFirstOfSeveralEventsCounts() {
    #expect(time([event(3_000_000), event(2_000_000)]).to == 2_000_000)
  }

  @Test func anUnlinkEndsWhatWasLinkedBefore() {
    let events = [event(2_000_000), event(4_000_000, unlink: true), event(5_000_000)]
    #expect(time(events).from == 5_000_000)
    #expect(
      time(Array(events.prefix(2))) == LinkTime(from: 4_000_000, to: captured, basis: .linkEvent, eventRef: 4_000_000))
  }

  @Test func anEventOfAnotherValueOrAfterTheCaptureIsNotThisLinks() {
    #expect(time([event(2_000_000, identifier: "g-2")]).basis == .creation)
    #expect(time([event(9_500_000)]).basis == .creation)
  }

  @Test func anAppleCredentialThatJoinedLaterGivesTheTime() {
    let joined = event(5_000_000, "apple.com")
    #expect(time([joined]) == LinkTime(from: 5_000_000, to: 5_000_000, basis: .appleLinkEvent, eventRef: 5_000_000))
    #expect(time([joined, event(2_000_000)]).from == 5_000_000)
    #expect(time([joined, event(7_000_000)]).from == 7_000_000)
  }

  /// Of several identifiers without an event of their own, each may have come after Apple's credential.
  @Test func anIdentifierThatMayHaveComeAfterAppleHasAnInterval() {
    let joined = event(5_000_000, "apple.com")
    func interval(to end: Int64) -> LinkTime {
      LinkTime(from: 5_000_000, to: end, basis: .appleLinkEvent, eventRef: 5_000_000)
    }
    #expect(time([joined], isOnly: false) == interval(to: captured))
    #expect(time([joined], identifier: Sighting(seen: 6_000_000), isOnly: false) == interval(to: 6_000_000))
    // An export showed it by then.
    #expect(time([joined], identifier: Sighting(seen: 4_000_000), isOnly: false) == interval(to: 5_000_000))
    // The account began with what another event tells of.
    #expect(time([event(created, "phone"), joined]) == interval(to: captured))
    #expect(time([joined, event(6_000_000)], isOnly: false).from == 6_000_000)
  }

  @Test func aSignUpWithAppleIsNoLink() {
    #expect(time([event(created + 2000, "apple.com")]).basis == .creation)
  }

  @Test func snapshotsEncloseTheTime() {
    let found = time(identifier: Sighting(seen: 6_000_000, absent: 4_000_000))
    #expect(found == LinkTime(from: 4_000_001, to: 6_000_000, basis: .snapshots))
    let apple = time(
      identifier: Sighting(seen: 6_000_000, absent: 4_000_000), apple: Sighting(seen: 8_000_000, absent: 5_000_000))
    #expect(apple == LinkTime(from: 5_000_001, to: 8_000_000, basis: .snapshots))
  }

  /// What was linked by an event of before that was gone by then.
  @Test func anEventOfBeforeASnapshotWithoutTheLinkIsAnotherLinks() {
    let found = time([event(2_000_000)], identifier: Sighting(seen: 6_000_000, absent: 4_000_000))
    #expect(found == LinkTime(from: 4_000_001, to: 6_000_000, basis: .snapshots))
    #expect(time([event(5_000_000)], identifier: Sighting(seen: 6_000_000, absent: 4_000_000)).from == 5_000_000)
    #expect(
      time([event(2_000_000), event(5_000_000)], identifier: Sighting(seen: 6_000_000, absent: 4_000_000)).from
        == 5_000_000)
    // A log's clock may be ten minutes behind.
    #expect(time([event(3_500_000)], identifier: Sighting(seen: 6_000_000, absent: 4_000_000)).from == 3_500_000)
    let apple = time([event(2_000_000, "apple.com")], apple: Sighting(seen: 8_000_000, absent: 5_000_000))
    #expect(apple == LinkTime(from: 5_000_001, to: 8_000_000, basis: .snapshots))
    let unlinked = [event(2_000_000), event(5_000_000, unlink: true)]
    #expect(time(unlinked, identifier: Sighting(seen: 6_000_000, absent: 4_000_000)).from == 5_000_000)
  }

  @Test func withoutEvidenceTheTimeLiesBetweenCreationAndCapture() {
    #expect(time() == LinkTime(from: created, to: captured, basis: .creation))
    #expect(time(createdAt: nil) == LinkTime(from: nil, to: captured, basis: .unknown))
    #expect(time(identifier: Sighting(seen: 3_000_000)).to == 3_000_000)
  }
}
