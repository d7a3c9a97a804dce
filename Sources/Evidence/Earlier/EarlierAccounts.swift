package import Storage
package import Timestamps

/// What earlier runs knew of a project's accounts, and what they are told of this run's. `History` implements it over
/// the store; whoever calls it owns the store's connection.
package protocol EarlierAccounts: AnyObject {
  /// What the last run with accounts saw; nil for the first.
  var previous: PreviousSnapshot? { get }

  /// What the newest whole exports showed that were captured before that time, in milliseconds; where none were, the
  /// same as `previous`.
  func wholeSnapshot(before time: Int64) throws -> PreviousSnapshot?

  /// What the exports of all runs could show, in the order of their captures.
  var snapshots: [EarlierSnapshot] { get }

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

  /// The identifiers other than Apple's that the account was last shown with, and the credentials that it had before.
  func identifiers(of account: Int64) throws -> [EarlierIdentifier]

  /// By what evidence may know the account; nil for a number that no account has.
  func names(of account: Int64) throws -> EarlierNames?

  /// Names that accounts bore on earlier nights and no longer do.
  func formerNames() throws -> [NameBearing]

  /// The values of `AccountTable.unseen` for an account that the run's exports do not show; nil for a number that no
  /// account has.
  func row(of account: Int64) throws -> [SQLValue]?

  /// Notes that an export which could have shown Apple shows the account without it. That it was anonymized counts no
  /// longer.
  func markShownWithoutApple(_ account: Int64) throws

  /// Notes that other evidence shows an account to be anonymized. Nothing for an account that the store does not have.
  ///
  /// - Parameter time: when the export that shows it was captured, in milliseconds.
  func markAnonymized(_ account: Int64, at time: Int64) throws

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
  ///
  /// - Parameter showAbsences: whether a credential that they lack was not there yet.
  func keepFirstSights(showAbsences: Bool) throws

  /// Notes names that accounts bore once, and that newer exports no longer show.
  func keep(_ formerNames: [NameBearing]) throws

  /// The project's runs that noted the names of accounts out of scope, in the order of their captures.
  var namingRuns: [NamingRun] { get }

  /// What these runs noted in a bucket, in the same order.
  func notesOfNames(in bucket: Int) throws -> [NameNote]

  /// Notes what a run changed in a bucket, in place of what was noted of it.
  ///
  /// - Parameter run: the run's number; nil for this run.
  func keep(_ changes: NameChanges, of run: Int64?, in bucket: Int) throws

  /// The persons whom the store was told to forget.
  func forgottenPersons() throws -> ForgottenPersons

  /// Notes that an export shows a forgotten person again.
  func markBack(_ person: Int64, as account: Int64) throws

  /// Notes further names of a forgotten person, by their hashes, and forgets remembered records of that person.
  ///
  /// - Parameter records: ids of remembered records.
  func forget(_ names: [ForgottenHash.Name], of person: Int64, records: [Int64]) throws
}

/// What the store knows of an account beside what it shows.
package struct EarlierSightings: Sendable {
  /// Milliseconds.
  package var firstSeenAt: Int64
  /// Of an account that is gone, when the run before that was captured; milliseconds.
  package var lastSeenAt: Int64?
  package var everApple: Bool
  package var everWithoutApple: Bool
  /// Whether it was last shown with an Apple credential, or with the relay address of one that the export may hide.
  package var hadApple: Bool
  /// Whether it was last shown with an Apple credential.
  package var hadAppleCredential: Bool
  package var appleSub: String?
  /// The address of Apple's credential, else the relay address of the account.
  package var appleEmail: String?
  package var email: String?
  package var phone: String?
  package var displayName: String?
  /// Milliseconds.
  package var createdAt: Int64?
  /// When it was first known to be anonymized, if it still counts as that; milliseconds.
  package var anonymizedAt: Int64?
  package var appleSighting: Sighting?
  package var emailSighting: Sighting?
  package var phoneSighting: Sighting?
  package var nameSighting: Sighting?

  package init(
    firstSeenAt: Int64, lastSeenAt: Int64?, everApple: Bool, everWithoutApple: Bool, hadApple: Bool,
    hadAppleCredential: Bool,
    appleSub: String?, appleEmail: String?, email: String?, phone: String?, displayName: String?, createdAt: Int64?,
    anonymizedAt: Int64?, appleSighting: Sighting?, emailSighting: Sighting?, phoneSighting: Sighting?,
    nameSighting: Sighting?
  ) {
    self.firstSeenAt = firstSeenAt
    self.lastSeenAt = lastSeenAt
    self.everApple = everApple
    self.everWithoutApple = everWithoutApple
    self.hadApple = hadApple
    self.hadAppleCredential = hadAppleCredential
    self.appleSub = appleSub
    self.appleEmail = appleEmail
    self.email = email
    self.phone = phone
    self.displayName = displayName
    self.createdAt = createdAt
    self.anonymizedAt = anonymizedAt
    self.appleSighting = appleSighting
    self.emailSighting = emailSighting
    self.phoneSighting = phoneSighting
    self.nameSighting = nameSighting
  }
}

extension EarlierSightings {
  /// Apple's credential, if the account was last shown with one.
  var appleCredential: EarlierIdentifier? {
    guard hadAppleCredential else { return nil }
    return EarlierIdentifier(
      provider: "apple.com", rawID: appleSub, email: appleEmail, phone: nil, role: .credential,
      sighting: appleSighting ?? Sighting(seen: firstSeenAt))
  }
}

/// An identifier that an earlier run saw on an account.
package struct EarlierIdentifier: Sendable {
  package var provider: String
  package var rawID: String?
  package var email: String?
  package var phone: String?
  package var role: IdentifierRole
  package var sighting: Sighting

  package init(
    provider: String, rawID: String?, email: String?, phone: String?, role: IdentifierRole, sighting: Sighting
  ) {
    self.provider = provider
    self.rawID = rawID
    self.email = email
    self.phone = phone
    self.role = role
    self.sighting = sighting
  }

  /// - Parameter row: of `columns` and no others.
  package init(_ row: SelectStatement) {
    self.init(
      provider: row.text(0), rawID: row.optionalText(1), email: row.optionalText(2), phone: row.optionalText(3),
      role: IdentifierRole(rawValue: row.integer(4)) ?? .credential, sighting: row.sighting(5))
  }

  /// Of `identifier_row`, and of the store's table after it.
  package static let columns = "provider, raw_id, email, phone, role, seen_at, absent_at"

  /// As `StoredAccount.Identifier.identity`; of a credential that is unlinked or hidden, as it was before.
  var identity: String {
    StoredAccount.Identifier.identity(
      provider: provider, person: rawID ?? phone ?? email, role.isEarlier ? .credential : role)
  }
}
