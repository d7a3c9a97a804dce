/// What is known of the times of an account's identifiers.
struct IdentifierHistory {
  /// In the order of the identifiers that are shown.
  var shown: [Sighting]
  /// Credentials that were shown once and are no more, or are hidden.
  var unlinked: [EarlierIdentifier]

  /// Whether that is all there is to say: each was there at one time, and none is gone.
  func areAll(_ sighting: Sighting) -> Bool { unlinked.isEmpty && shown.allSatisfy { $0 == sighting } }
}

extension AccountHistory {
  /// Of those that went last. A hostile export could link another one each night.
  private static let unlinkedLimit = 16

  /// Nil where each identifier was there at first sight.
  func identifiers(of old: KnownAccount, as shown: StoredAccount, in source: OpenSource) throws -> IdentifierHistory? {
    if old.isAsFirstSeen && old.content == shown.content { return nil }
    let before = try earlier.identifiers(of: old.account)
    let sightings = Dictionary(
      before.filter { $0.role != .unlinked }.map { ($0.identity, $0.sighting) }, uniquingKeysWith: { first, _ in first }
    )
    let now = source.capturedAt
    let last = try self.sightings(before: old.account).flatMap { lastShown($0, before: source) }
    return IdentifierHistory(
      shown: shown.identifiers.map { identifier in
        sightings[identifier.identity]?.noLater(than: now)
          ?? Sighting(seen: now, absent: absence(of: identifier, since: last, in: source))
      },
      unlinked: try unlinked(before, of: old, since: last, as: shown, in: source))
  }

  /// When a snapshot showed the account without the identifier; nil where it could not have shown it.
  private func absence(
    of identifier: StoredAccount.Identifier, since last: LastShown?, in source: OpenSource
  ) -> Int64? {
    identifier.role == .profile
      ? last?.absenceOfProfile(format: source.format, capturedAt: source.capturedAt)
      : last?.absence(ofProvider: identifier.provider.string, format: source.format, capturedAt: source.capturedAt)
  }

  private func unlinked(
    _ before: [EarlierIdentifier], of old: KnownAccount, since last: LastShown?, as shown: StoredAccount,
    in source: OpenSource
  ) throws -> [EarlierIdentifier] {
    let present = Set(shown.identifiers.map(\.identity))
    var gone = before.filter { $0.role.isCredential && !present.contains($0.identity) }
    if shown.hasAppleCredential {
      gone.removeAll { $0.provider == "apple.com" }
    } else if let apple = try sightings(before: old.account)?.appleCredential {
      gone.append(apple)
    }
    // What the account before had under the uid was not unlinked from this one.
    if try gone.isEmpty || isAnother(old, than: shown, in: source) { return [] }
    let now = source.capturedAt
    // An export that is older than the last one lacks what came later.
    guard let last else {
      return gone.filter { identifier in
        switch identifier.role {
        case .unlinked: (identifier.sighting.absent ?? .max) <= now
        case .hidden: identifier.sighting.seen <= now
        default: false
        }
      }
    }
    let carried = gone.map { identifier in
      var unlinked = identifier
      if identifier.role != .unlinked {
        guard !EarlierSnapshot.isNeverShown(identifier.provider, by: source.format) else {
          unlinked.role = .hidden
          return unlinked
        }
        unlinked.role = .unlinked
        unlinked.sighting = Sighting(seen: max(identifier.sighting.seen, last.time))
      }
      // `HiddenIdentifiers` takes it back where the export turns out to be one that may hide the provider.
      if unlinked.sighting.absent == nil, last.couldShow(identifier.provider, format: source.format) {
        unlinked.sighting.absent = now
      }
      return unlinked
    }
    return Array(
      carried.sorted { ($0.sighting.absent ?? .max, $0.identity) > ($1.sighting.absent ?? .max, $1.identity) }
        .prefix(Self.unlinkedLimit))
  }
}
