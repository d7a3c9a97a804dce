import Evidence

extension AccountSketch {
  /// Empties it for the next record. Its lists keep their capacity.
  mutating func reset() {
    uid = .empty
    tenant = nil
    email = nil
    phone = nil
    createdAt = nil
    lastSignInAt = nil
    isDisabled = false
    hasPassword = false
    hasPhoto = false
    isPrivateEmail = nil
    credentials.removeAll(keepingCapacity: true)
    secondFactorPhones.removeAll(keepingCapacity: true)
    displayName = nil
    initialEmail = nil
    // They are empty for nearly every account, and each call to empty one costs.
    if !secondFactorEmails.isEmpty { secondFactorEmails.removeAll(keepingCapacity: true) }
    if !claims.isEmpty { claims.removeAll(keepingCapacity: true) }
  }

  /// Screens the account, and hands it over if it is in scope.
  ///
  /// - Parameters:
  ///   - claims: of the account; personal data in them is read for accounts in scope only.
  ///   - texts: keeps what is found in the claims.
  mutating func deliver(
    to sink: inout some EvidenceSink, at place: Place, with claims: CustomClaims, _ texts: TextArena
  ) throws -> Reading {
    switch try sink.screen(self, at: place) {
    case .inScope:
      claims.addContacts(to: &self, texts)
      try sink.accept(self, at: place)
    case .outOfScope: break
    case .duplicate: return Reading(time: nil, isDuplicate: true)
    }
    return Reading(time: createdAt)
  }
}
