/// What the exports of an earlier run could show.
package struct EarlierSnapshot: Sendable {
  /// Milliseconds; the earliest capture of its sources.
  package let capturedFrom: Int64
  package let capturedTo: Int64
  /// Whether the run marked as gone whom they did not show: they were whole, and none was captured later.
  package let tellsWhoIsGone: Bool
  /// As `Snapshot.formats`.
  package let formats: String
  private let eachFormat: [String]
  /// Whether there are files with a part of what there is of accounts.
  private let hasCredentialFiles: Bool
  package let showsApple: Bool
  /// Whether the run read display names, claims and the like.
  package let readsProfiles: Bool
  /// Whether they show an account's own address and number. Where files of credentials are among them and something is
  /// missing, it may be the file of accounts.
  fileprivate let showsContacts: Bool

  package init(
    capturedFrom: Int64, capturedTo: Int64, tellsWhoIsGone: Bool, formats: String, showsApple: Bool,
    readsProfiles: Bool
  ) {
    self.capturedFrom = capturedFrom
    self.capturedTo = capturedTo
    self.tellsWhoIsGone = tellsWhoIsGone
    self.formats = formats
    self.showsApple = showsApple
    self.readsProfiles = readsProfiles
    eachFormat = formats.split(separator: "+").map(String.init)
    let areCredentials = eachFormat.map(CredentialFiles.have)
    hasCredentialFiles = areCredentials.contains(true)
    showsContacts = !hasCredentialFiles || tellsWhoIsGone && areCredentials.contains(false)
  }

  /// Credentials that every generation of the Firebase CLI writes.
  private static let everShown: Set = ["google.com", "facebook.com", "twitter.com", "github.com"]

  /// Whether these exports, compared with one of that format, show a credential of the provider where it is there.
  fileprivate func couldShow(_ provider: String, format: String) -> Bool {
    guard formats == format || !hasCredentialFiles && eachFormat.contains(format) else { return false }
    // Which of the files showed the account is not known.
    return eachFormat.allSatisfy { !Self.isHidden(provider, by: $0, showsApple ? .new : .unknown) }
  }

  /// Whether a format has no credential of the provider in any version: the Firebase CLI leaves them out
  /// (firebase-tools, `src/accountExporter.ts`).
  ///
  /// - Parameter formats: of a source, or as `Snapshot.formats`.
  static func isNeverShown(_ provider: String, by formats: String) -> Bool {
    isOfFirebaseCLI(formats)
      && (["password", "phone", "anonymous", "custom"].contains(provider) || provider.hasPrefix("oidc.")
        || provider.hasPrefix("saml."))
  }

  /// Whether a source leaves out credentials of the provider, whoever has them.
  ///
  /// - Parameter generation: of the source; an old one shows no credentials but those of `everShown`.
  static func isHidden(_ provider: String, by format: String, _ generation: ExportGeneration?) -> Bool {
    if isNeverShown(provider, by: format) { return true }
    guard let generation, generation != .new else { return false }
    return !(isOfFirebaseCLI(format) && everShown.contains(provider))
  }

  private static func isOfFirebaseCLI(_ formats: String) -> Bool { formats.contains("firebase-cli-") }
}

extension EvidenceSession {
  /// Whether an account that this run's exports show without a credential did not have it then, if other runs' exports
  /// show it: all of them are of one format, and show whatever credentials there are.
  var isLikeEarlier: Bool {
    earlier.snapshots.allSatisfy { $0.formats == snapshot?.formats && $0.showsApple }
  }
}

/// When an account was last shown as the store has it, as far as that is known. What it lacked then came later.
struct LastShown {
  /// Milliseconds; no later than when it was shown.
  let time: Int64
  /// The exports of that time and later. Which of them showed it last is not known.
  private let snapshots: ArraySlice<EarlierSnapshot>

  /// - Parameters:
  ///   - account: what the store has of it.
  ///   - all: the project's snapshots, in the order of their captures.
  ///   - whole: the position of the last one that tells who is gone.
  init(_ account: EarlierSightings, in all: [EarlierSnapshot], whole: Int?) {
    // Exports that break off or have rejects may lack the account, and later ones where it is gone do.
    let whole =
      account.lastSeenAt.map { last in all.lastIndex { $0.tellsWhoIsGone && $0.capturedTo <= last } } ?? whole
    let parts = [account.appleSighting, account.emailSighting, account.phoneSighting, account.nameSighting]
    let seen = parts.compactMap { $0?.seen }.reduce(account.firstSeenAt, max)
    time = whole.map { max(seen, all[$0].capturedFrom) } ?? seen
    snapshots = all[(whole ?? all.firstIndex { $0.capturedTo >= seen } ?? all.endIndex)...]
  }

  /// When a snapshot showed the account without this credential; nil where it could not have shown it.
  func absence(ofProvider provider: String, format: String, capturedAt: Int64) -> Int64? {
    couldShow(provider, format: format) ? absence(capturedAt: capturedAt) : nil
  }

  /// Whether the snapshot that showed it, compared with one of that format, shows a credential of the provider where it
  /// is there.
  func couldShow(_ provider: String, format: String) -> Bool {
    !snapshots.isEmpty && snapshots.allSatisfy { $0.couldShow(provider, format: format) }
  }

  /// When a snapshot showed the account without this name, claim or further address.
  func absenceOfProfile(format: String, capturedAt: Int64) -> Int64? {
    let couldShow = !snapshots.isEmpty && snapshots.allSatisfy { $0.formats == format && $0.readsProfiles }
    return couldShow ? absence(capturedAt: capturedAt) : nil
  }

  /// When a snapshot showed the account without this address or number of its own.
  func absenceOfContact(capturedAt: Int64) -> Int64? {
    snapshots.allSatisfy(\.showsContacts) ? absence(capturedAt: capturedAt) : nil
  }

  private func absence(capturedAt: Int64) -> Int64? { time < capturedAt ? time : nil }
}
