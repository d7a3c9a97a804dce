import Storage

/// One credential that is gone. Times are milliseconds.
struct UnlinkedCredential {
  var provider: String
  var rawID: String?
  var email: String?
  var phone: String?
  var from: Int64?
  var to: Int64
  var eventRef: Int64?
}

/// A present account, as far as its unlinked credentials go.
struct UnlinkedAccount {
  private let email: String?
  private let isRelay: Bool
  private let emailAbsentAt: Int64?
  private let phone: String?
  private let phoneAbsentAt: Int64?
  private let hasPassword: Bool
  private let capturedAt: Int64
  private let shown: [EarlierIdentifier]
  /// Those that are hidden as well: an event may unlink one.
  private let gone: [EarlierIdentifier]

  /// - Parameter row: email, whether it is a relay address, its absence, phone, its absence, password, Apple's
  ///   credential, its `sub`, its email, capture.
  init(_ row: SelectStatement, _ identifiers: [EarlierIdentifier]) {
    email = row.optionalText(0)
    isRelay = row.flag(1)
    emailAbsentAt = row.optionalInteger(2)
    phone = row.optionalText(3)
    phoneAbsentAt = row.optionalInteger(4)
    hasPassword = row.flag(5)
    capturedAt = row.integer(9)
    var shown = identifiers.filter { $0.role == .credential }
    if row.flag(6) {
      shown.append(
        EarlierIdentifier(
          provider: "apple.com", rawID: row.optionalText(7), email: row.optionalText(8), phone: nil, role: .credential,
          sighting: Sighting(seen: row.integer(9))))
    }
    self.shown = shown
    gone = identifiers.filter(\.role.isEarlier)
  }

  /// - Parameter events: of the account.
  func unlinked(_ events: [LinkEvent]) -> [UnlinkedCredential] {
    var found = gone.filter { $0.role == .unlinked }.compactMap { identifier in
      identifier.sighting.absent.map {
        UnlinkedCredential(
          provider: identifier.provider, rawID: identifier.rawID, email: identifier.email, phone: identifier.phone,
          from: identifier.sighting.seen, to: $0)
      }
    }
    let events = events.sorted { ($0.at, $0.isUnlink ? 0 : 1, $0.ref) < ($1.at, $1.isUnlink ? 0 : 1, $1.ref) }
    for (index, event) in events.enumerated() where event.isUnlink {
      let isOverruled = events[(index + 1)...].contains { later in
        later.provider == event.provider && Self.agree(later.identifier, event.identifier)
      }
      if isOverruled || isShown(event) { continue }
      let known = gone.first { $0.provider == event.provider && Self.names($0, event.identifier) }
      // The event's time is exact.
      found.removeAll { $0.provider == event.provider && (known == nil || $0.rawID == known?.rawID) }
      var credential = UnlinkedCredential(
        provider: event.provider, rawID: known?.rawID, email: known?.email, phone: known?.phone, from: event.at,
        to: event.at, eventRef: event.ref)
      if credential.email == nil, credential.phone == nil { tellAddress(of: &credential, event, events[..<index]) }
      found.append(credential)
    }
    return found
  }

  private static func agree(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }

  private static func names(_ credential: EarlierIdentifier, _ identifier: String?) -> Bool {
    guard let identifier else { return true }
    return [credential.rawID, credential.email, credential.phone].contains(identifier)
  }

  /// Whether an export from after the event shows the credential: it is there again, or was never gone.
  private func isShown(_ event: LinkEvent) -> Bool {
    guard capturedAt > event.at else { return false }
    if event.provider == "password", hasPassword { return true }
    return shown.contains { $0.provider == event.provider && Self.names($0, event.identifier) }
  }

  /// Fills in the address or number of a credential that no export showed.
  private func tellAddress(
    of credential: inout UnlinkedCredential, _ event: LinkEvent, _ earlier: ArraySlice<LinkEvent>
  ) {
    let links = earlier.filter { !$0.isUnlink && $0.provider == event.provider }
    let named = ([event.identifier] + links.reversed().map(\.identifier)).compactMap { $0 }
    if event.provider == "phone" {
      // A number that came to the account later belongs to another credential.
      credential.phone = named.first ?? (phoneAbsentAt.map { $0 >= event.at } == true ? nil : phone)
      return
    }
    // An export from before the event shows it still.
    credential.email =
      named.first { $0.contains("@") }
      ?? shown.first { $0.provider == event.provider && Self.names($0, event.identifier) }?.email
    guard credential.email == nil, email != nil, emailAbsentAt.map({ $0 < event.at }) != false else { return }
    // The address of a password is the account's own, and a relay address is Apple's.
    if event.provider == "apple.com" ? isRelay : LinkBuilder.emailProviders.contains(event.provider) && !isRelay {
      credential.email = email
    }
  }
}
