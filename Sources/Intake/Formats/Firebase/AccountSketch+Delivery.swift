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
  }

  /// Screens the account, and hands it over if it is in scope.
  func deliver(to sink: inout some EvidenceSink, at place: Place) throws -> Reading {
    switch try sink.screen(self, at: place) {
    case .inScope: try sink.accept(self, at: place)
    case .outOfScope: break
    case .duplicate: return Reading(time: nil, isDuplicate: true)
    }
    return Reading(time: createdAt)
  }
}
