package import Storage
package import Timestamps

/// What earlier runs knew of a project's accounts, and what they are told of this run's. `History` implements it over the
/// store; whoever calls it owns the store's connection.
package protocol EarlierAccounts: AnyObject {
  /// What the last run with accounts saw; nil for the first.
  var previous: PreviousSnapshot? { get }

  /// Whether accounts captured then are older than those of an earlier run.
  func isOlder(_ capturedTo: Timestamp) throws -> Bool

  /// The first number that no account has.
  var firstFree: Int64 { get }

  /// All accounts.
  ///
  /// - Throws: `StorageError`, as do all others.
  func all() throws -> KnownAccounts

  /// When an account, and what it has, came to be shown; nil for a number that no account has.
  func sightings(of account: Int64) throws -> EarlierSightings?

  /// The credentials other than Apple's, and second factors, that the account was last shown with.
  func identifiers(of account: Int64) throws -> [EarlierIdentifier]

  /// By what evidence may know the account; nil for a number that no account has.
  func names(of account: Int64) throws -> EarlierNames?

  /// Names that accounts bore on earlier nights and no longer do.
  func formerNames() throws -> [NameBearing]

  /// The values of `AccountTable.unseen` for an account that the run's exports do not show; nil for a number that no
  /// account has.
  func row(of account: Int64) throws -> [SQLValue]?

  /// Notes that an export which could have shown Apple shows the account without it.
  func markShownWithoutApple(_ account: Int64) throws

  /// Notes that the exports no longer show an account.
  ///
  /// - Parameters:
  ///   - time: when they were captured, in milliseconds.
  ///   - lastSeen: when the exports that last showed it were captured, in milliseconds.
  func markGone(_ account: Int64, at time: Int64, lastSeen: Int64) throws

  /// Copies accounts that are new or have changed from the run's tables, once they are complete.
  ///
  /// - Parameter accounts: nil where they are too many to be listed.
  func keep(_ accounts: [Int64]?) throws

  /// The same for exports that are older than those of an earlier run: what they show was there already, and what is
  /// known of today stays. Accounts that are new are gone since.
  func keepFirstSights() throws

  /// Notes names that accounts bore once, and that newer exports no longer show.
  func keep(_ formerNames: [NameBearing]) throws
}

/// What the store knows of an account beside what it shows.
package struct EarlierSightings: Sendable {
  /// Milliseconds.
  package var firstSeenAt: Int64
  package var everApple: Bool
  package var everWithoutApple: Bool
  /// Whether it was last shown with an Apple credential or a relay address.
  package var hadApple: Bool
  package var appleSub: String?
  package var email: String?
  package var phone: String?
  package var appleSighting: Sighting?
  package var emailSighting: Sighting?
  package var phoneSighting: Sighting?

  package init(
    firstSeenAt: Int64, everApple: Bool, everWithoutApple: Bool, hadApple: Bool, appleSub: String?, email: String?,
    phone: String?, appleSighting: Sighting?, emailSighting: Sighting?, phoneSighting: Sighting?
  ) {
    self.firstSeenAt = firstSeenAt
    self.everApple = everApple
    self.everWithoutApple = everWithoutApple
    self.hadApple = hadApple
    self.appleSub = appleSub
    self.email = email
    self.phone = phone
    self.appleSighting = appleSighting
    self.emailSighting = emailSighting
    self.phoneSighting = phoneSighting
  }
}

/// An identifier that an earlier run saw on an account.
package struct EarlierIdentifier: Sendable {
  package var provider: String
  /// The provider's id of the person, else the phone number, else the address.
  package var person: String?
  package var isFactor: Bool
  package var sighting: Sighting

  package init(provider: String, person: String?, isFactor: Bool, sighting: Sighting) {
    self.provider = provider
    self.person = person
    self.isFactor = isFactor
    self.sighting = sighting
  }
}
