/// What is known of an account's identifiers besides what is shown.
struct IdentifierHistory {
  struct Shown {
    var sighting: Sighting
    /// The provider's id of the person, where an earlier export had it and this one does not.
    var rawID: String?
  }

  /// In the order of the identifiers that are shown.
  var shown: [Shown]
  /// Credentials that were shown once and are no more, or are hidden.
  var unlinked: [EarlierIdentifier]

  /// Whether that is all there is to say: each was there at one time, and none is gone.
  func areAll(_ sighting: Sighting) -> Bool {
    unlinked.isEmpty && shown.allSatisfy { $0.sighting == sighting && $0.rawID == nil }
  }
}

extension AccountHistory {
  /// Of those that went last. A hostile export could link another one each night.
  private static let unlinkedLimit = 16

  /// Nil where each identifier was there at first sight.
  func identifiers(of old: KnownAccount, as shown: StoredAccount, in source: OpenSource) throws -> IdentifierHistory? {
    if old.isAsFirstSeen && old.content == shown.content { return nil }
    let before = try earlier.identifiers(of: old.account)
    let counterparts = Self.counterparts(of: shown, among: before)
    let now = source.capturedAt
    let last = try self.sightings(before: old.account).flatMap { lastShown($0, before: source) }
    return IdentifierHistory(
      shown: try shown.identifiers.map { identifier in
        guard let known = counterparts[identifier.identity] else {
          return .init(sighting: Sighting(seen: now, absent: absence(of: identifier, since: last, in: source)))
        }
        // What came later, or what the account before had under the uid, may be another person's.
        let isLacking = identifier.role == .credential && identifier.rawID == nil && known.rawID != nil
        let isKnown = try isLacking && known.sighting.seen <= now && !isAnother(old, than: shown, in: source)
        return .init(sighting: known.sighting.noLater(than: now), rawID: isKnown ? known.rawID : nil)
      },
      unlinked: try unlinked(before, counterparts, of: old, since: last, as: shown, in: source))
  }

  /// By the identities of what is shown, what it was before: the same, or the only other credential of its provider,
  /// where one of the two comes without the provider's id of the person. Whether an export has that id depends on its
  /// columns, and shows nobody to have unlinked anything.
  private static func counterparts(
    of shown: StoredAccount, among before: [EarlierIdentifier]
  ) -> [String: EarlierIdentifier] {
    let before = before.filter { $0.role != .unlinked }
    var found = Dictionary(before.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let new = shown.identifiers.filter { $0.role == .credential && found[$0.identity] == nil }
    guard !new.isEmpty else { return found }
    let identities = Set(shown.identifiers.map(\.identity))
    let left = before.filter { $0.role.isCredential && !identities.contains($0.identity) }
    for credential in new {
      let provider = credential.provider.string
      let others = left.filter { $0.provider == provider }
      guard others.count == 1, new.count(where: { $0.provider.string == provider }) == 1 else { continue }
      guard (credential.rawID == nil) != (others[0].rawID == nil) else { continue }
      if let email = credential.email?.text.string, let other = others[0].email, email != other { continue }
      found[credential.identity] = others[0]
    }
    return found
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
    _ before: [EarlierIdentifier], _ counterparts: [String: EarlierIdentifier], of old: KnownAccount,
    since last: LastShown?, as shown: StoredAccount, in source: OpenSource
  ) throws -> [EarlierIdentifier] {
    let shownNow = shown.identifiers.map(\.identity)
    let present = Set(shownNow + shownNow.compactMap { counterparts[$0]?.identity })
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
