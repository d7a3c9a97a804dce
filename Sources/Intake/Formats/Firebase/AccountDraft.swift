import Evidence
import Timestamps

/// One account while it is read: a sketch to screen it by, and what the record has besides.
struct AccountDraft {
  var sketch = AccountSketch(uid: .empty)
  var lastSignInAt: Int64?
  var isDisabled = false
  var hasPassword = false
  var hasPhoto = false
  var isPrivateEmail: Bool?

  mutating func reset() {
    sketch.uid = .empty
    sketch.tenant = nil
    sketch.email = nil
    sketch.phone = nil
    sketch.createdAt = nil
    sketch.isPrivateEmail = false
    sketch.credentials.removeAll(keepingCapacity: true)
    sketch.secondFactorPhones.removeAll(keepingCapacity: true)
    lastSignInAt = nil
    isDisabled = false
    hasPassword = false
    hasPhoto = false
    isPrivateEmail = nil
  }

  /// Screens the account, and hands it over if it is in scope.
  func deliver(to sink: inout some EvidenceSink, at place: Place) throws -> Reading {
    switch try sink.screen(sketch, at: place) {
    case .inScope: try sink.accept(.account(record), at: place)
    case .outOfScope: break
    case .duplicate: return Reading(time: nil, isDuplicate: true)
    }
    return Reading(time: sketch.createdAt)
  }

  private var record: AccountRecord {
    AccountRecord(
      uid: sketch.uid.string, tenant: sketch.tenant?.string, email: sketch.email?.string, phone: sketch.phone?.string,
      createdAt: sketch.createdAt.map(Timestamp.init(milliseconds:)),
      lastSignInAt: lastSignInAt.map(Timestamp.init(milliseconds:)), isDisabled: isDisabled, hasPassword: hasPassword,
      hasPhoto: hasPhoto, isPrivateEmail: isPrivateEmail,
      credentials: sketch.credentials.map {
        Credential(
          provider: $0.provider.string, rawID: $0.rawID?.string, email: $0.email?.string, phone: $0.phone?.string)
      },
      secondFactorPhones: sketch.secondFactorPhones.map(\.string))
  }
}
