/// When a link was made, as far as the evidence shows: not before `from`, not after `to`, in milliseconds.
struct LinkTime: Hashable {
  var from: Int64?
  var to: Int64?
  var basis: Basis
  var eventRef: Int64?

  enum Basis: String {
    case linkEvent = "link-event"
    case appleLinkEvent = "apple-link-event"
    case snapshots, creation, unknown
  }
}

extension LinkTime {
  /// When both had happened.
  fileprivate func later(_ other: LinkTime) -> LinkTime {
    guard let from, let to, let otherFrom = other.from, let otherTo = other.to else { return self }
    var later = (otherTo, otherFrom) > (to, from) ? other : self
    later.from = max(from, otherFrom)
    later.to = max(to, otherTo)
    return later
  }

  fileprivate func endingNoEarlier(than time: Int64) -> LinkTime {
    var longer = self
    longer.to = to.map { max($0, time) }
    return longer
  }
}

/// A link event of one account.
struct LinkEvent: Hashable {
  var provider: String
  var at: Int64
  var isUnlink: Bool
  var identifier: String?
  var ref: Int64
}

/// When snapshots first showed something, and when one last showed the account without it; milliseconds.
package struct Sighting: Hashable, Sendable {
  package var seen: Int64
  package var absent: Int64?

  package init(seen: Int64, absent: Int64? = nil) {
    self.seen = seen
    self.absent = absent
  }

  /// With what an export shows that was captured at `time`, which may be before the others.
  func noLater(than time: Int64) -> Sighting {
    time < seen ? Sighting(seen: time, absent: absent.flatMap { $0 < time ? $0 : nil }) : self
  }
}

/// Works out link times (docs/contract.md, section 6.1): best evidence first, and never earlier than the Apple
/// credential where that one joined an account that had the identifier already.
struct LinkTimes {
  let createdAt: Int64?
  let capturedAt: Int64
  let apple: Sighting?
  let events: [LinkEvent]

  /// Milliseconds by which the clocks of logs and accounts may differ.
  private static let skew: Int64 = 600_000

  /// Milliseconds after the account's creation within which Apple's link event is that of a sign-up. Later, Apple was
  /// added to an existing account.
  private static let signUp: Int64 = 60_000

  /// - Parameters:
  ///   - providers: the names that link events may give to this link.
  ///   - isOnly: whether nothing else on the account can have been there before the Apple credential.
  ///   - others: the sightings of links to which link events give the same names.
  func time(
    of providers: Set<String>, identifiers: [String], sighting: Sighting?, isOnly: Bool, others: [Sighting] = []
  ) -> LinkTime {
    let own =
      event(of: providers, identifiers: identifiers, sighting, others)
      ?? sighting.flatMap { sighting in
        sighting.absent.flatMap { absent in
          // What lacked it was another account, before this one was made.
          createdAt.map { $0 > absent } == true ? nil : LinkTime(from: absent + 1, to: sighting.seen, basis: .snapshots)
        }
      }
    let to = sighting.map { min($0.seen, capturedAt) } ?? capturedAt
    if let apple = appleTime {
      if let own { return own.later(apple) }
      // Something has to be there for Apple to join it. Of several, each may have come after Apple's credential.
      return isOnly && !hasOther(than: providers, before: apple) ? apple : apple.endingNoEarlier(than: to)
    }
    if let own { return own }
    guard let createdAt else { return LinkTime(from: nil, to: to, basis: .unknown) }
    return LinkTime(from: createdAt, to: max(createdAt, to), basis: .creation)
  }

  /// Whether another credential than Apple's and those of the providers was linked before that time.
  private func hasOther(than providers: Set<String>, before time: LinkTime) -> Bool {
    events.contains { event in
      event.provider != "apple.com" && !providers.contains(event.provider) && !event.isUnlink
        && time.to.map { event.at < $0 } == true
    }
  }

  /// When the Apple credential was added to an existing account; nil if it was not, or this is unknown.
  private var appleTime: LinkTime? {
    if var event = event(of: ["apple.com"], identifiers: [], apple), let at = event.from {
      event.basis = .appleLinkEvent
      // After an unlink, it came back to an account that was there.
      guard event.to == at else { return event }
      // Another credential was linked first, so it was no sign-up with Apple.
      let isJoining = events.contains { $0.provider != "apple.com" && !$0.isUnlink && $0.at < at }
      return isJoining || createdAt.map({ at > $0 + Self.signUp }) ?? false ? event : nil
    }
    guard let apple, let absent = apple.absent else { return nil }
    if let createdAt, createdAt > absent { return nil }
    return LinkTime(from: absent + 1, to: apple.seen, basis: .snapshots)
  }

  /// The event that made what the snapshot shows: the first link after the last unlink.
  ///
  /// - Parameters:
  ///   - sighting: of the link. An event before a snapshot that lacked it made a link that was gone by then.
  ///   - others: as in `time`.
  private func event(
    of providers: Set<String>, identifiers: [String], _ sighting: Sighting?, _ others: [Sighting] = []
  ) -> LinkTime? {
    if events.isEmpty { return nil }
    let relevant = events.filter { event in
      guard providers.contains(event.provider), event.at <= capturedAt else { return false }
      if let absent = sighting?.absent, event.at < absent - Self.skew { return false }
      // An event before the account's creation is about another account.
      if let createdAt, event.at < createdAt - Self.skew { return false }
      guard let identifier = event.identifier, !identifiers.isEmpty else { return true }
      return identifiers.contains(identifier)
    }.sorted { ($0.at, $0.isUnlink ? 0 : 1, $0.ref) < ($1.at, $1.isUnlink ? 0 : 1, $1.ref) }
    let lastUnlink = relevant.last(where: \.isUnlink)
    // A snapshot of before an unlink says nothing of what came after it.
    let seen = sighting.flatMap { sighting in (lastUnlink?.at ?? .min) < sighting.seen ? sighting.seen : nil }
    let link = relevant.first { event in
      !event.isUnlink && event.at >= lastUnlink?.at ?? .min && !isOfAnother(event, than: seen, among: others)
    }
    if let link { return LinkTime(from: link.at, to: link.at, basis: .linkEvent, eventRef: link.ref) }
    // It was unlinked and is there again, and no event shows since when.
    return lastUnlink.map { unlink in
      LinkTime(from: unlink.at, to: min(seen ?? capturedAt, capturedAt), basis: .linkEvent, eventRef: unlink.ref)
    }
  }

  /// Whether an event without an identifier, after a snapshot that showed one link, made another that came since.
  private func isOfAnother(_ event: LinkEvent, than seen: Int64?, among others: [Sighting]) -> Bool {
    guard event.identifier == nil, let seen, event.at > seen + Self.skew else { return false }
    return others.contains { other in
      other.absent.map { event.at >= $0 - Self.skew } == true && event.at <= other.seen + Self.skew
    }
  }
}
