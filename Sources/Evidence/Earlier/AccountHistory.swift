/// What is known of the times at which an account, Apple's part of it, its email and its phone came to be shown.
struct AccountSightings: Equatable {
  /// Milliseconds.
  var firstSeenAt: Int64
  var everApple: Bool
  var everWithoutApple = false
  /// The last `sub` that was shown, where none is now: evidence may still name the person by it when the credential is
  /// gone.
  var earlierSub: String?
  var apple: Sighting?
  var email: Sighting?
  var phone: Sighting?
  var name: Sighting?
  /// Since when it is known to be anonymized, while Apple's credential may be there.
  var anonymizedAt: Int64?
}

extension AccountSightings {
  /// Everything that the account shows came with it.
  fileprivate init(firstSightOf account: StoredAccount, at time: Int64) {
    self.init(
      firstSeenAt: time, everApple: account.hasAppleCredential || account.hasAppleClaim,
      apple: account.hasAppleCredential || account.relayAddress != nil ? Sighting(seen: time) : nil,
      email: account.email.map { _ in Sighting(seen: time) }, phone: account.phone.map { _ in Sighting(seen: time) },
      name: account.displayName.map { _ in Sighting(seen: time) }, anonymizedAt: account.isShownPrivate ? time : nil)
  }

  /// Whether that is all there is to say of the account.
  func areFirstSight(of account: StoredAccount) -> Bool {
    self == AccountSightings(firstSightOf: account, at: firstSeenAt)
  }
}

/// What earlier runs knew of the accounts that this run's exports show, and what follows for when they came to be
/// shown.
final class AccountHistory {
  let earlier: any EarlierAccounts
  /// Milliseconds.
  private let asOf: Int64
  private(set) var known = KnownAccounts()
  private var isLoaded = false
  /// Names that accounts bore on an earlier night, and that the newer of the two nights does not show.
  private(set) var formerNames: [NameBearing] = []

  /// The position of the last snapshot that tells who is gone. It showed each account that the store has and that is
  /// not gone, unless a later one did.
  private lazy var lastWhole = earlier.snapshots.lastIndex(where: \.tellsWhoIsGone)
  /// Of the account that was asked for last.
  private var before: (account: Int64, sightings: EarlierSightings?)?

  var previous: PreviousSnapshot? { earlier.previous }
  /// The first number that no account has.
  var firstFree: Int64 { earlier.firstFree }

  init(_ earlier: any EarlierAccounts, asOf: Int64) {
    self.earlier = earlier
    self.asOf = asOf
  }

  /// Loads the accounts into memory, unless that was done.
  func load() throws {
    guard !isLoaded else { return }
    known = try earlier.all()
    isLoaded = true
  }

  /// The account of that key, quickest in the order in which the store has them.
  func find(_ key: UInt64) -> KnownAccount? { known.find(key) }

  /// Forgets the accounts, when nothing is asked of them any more.
  func release() {
    known = KnownAccounts()
  }

  /// The sightings of an account that the store does not have. Whether an earlier night showed it without anything of
  /// Apple's, `SubjectResolver` tells by the names of accounts out of scope.
  func firstSight(of account: StoredAccount, in source: OpenSource) -> AccountSightings {
    AccountSightings(firstSightOf: account, at: source.capturedAt)
  }

  /// What the store knows of an account; nil for a number that no account has.
  func sightings(before account: Int64) throws -> EarlierSightings? {
    if let before, before.account == account { return before.sightings }
    let sightings = try earlier.sightings(of: account)
    before = (account, sightings)
    return sightings
  }

  /// When the account was last shown as it was before; nil where a source is no newer than the last night's.
  func lastShown(_ account: EarlierSightings, before source: OpenSource) -> LastShown? {
    guard let previous, previous.capturedFrom < source.capturedAt else { return nil }
    return LastShown(account, in: earlier.snapshots, whole: lastWhole)
  }

  /// The sightings of an account that the store has, brought up to what a source shows now.
  func sightings(of old: KnownAccount, as shown: StoredAccount, in source: OpenSource) throws -> AccountSightings {
    // This holds for nearly every account, and avoids one query per account.
    if old.isAsFirstSeen, old.content == shown.content {
      return AccountSightings(firstSightOf: shown, at: min(old.firstSeenAt, source.capturedAt))
    }
    guard let before = try sightings(before: old.account) else { return firstSight(of: shown, in: source) }
    if old.content != shown.content { try noteNames(of: old.account, shown, in: source) }
    let now = source.capturedAt
    func since(_ isSame: Bool, _ sighting: Sighting?, absence: Int64?) -> Sighting {
      if isSame, var sighting {
        sighting.seen = min(sighting.seen, now)
        return sighting
      }
      return Sighting(seen: now, absent: absence)
    }
    let last = lastShown(before, before: source)
    let absence = last?.absenceOfContact(capturedAt: now)
    var sightings = AccountSightings(
      firstSeenAt: min(before.firstSeenAt, now),
      everApple: hadApple(before) || shown.hasAppleCredential || shown.hasAppleClaim,
      everWithoutApple: before.everWithoutApple, earlierSub: shown.appleSub == nil ? before.appleSub : nil)
    // Where an export hides credentials, a relay address stands for one that was there before. Where it hides none,
    // `AccountRows` takes that back.
    if shown.hasAppleCredential || shown.relayAddress != nil && before.hadApple {
      sightings.apple = since(
        before.hadApple, before.appleSighting,
        absence: last?.absence(ofProvider: "apple.com", format: source.format, capturedAt: now))
    }
    sightings.email = shown.email.map { since($0.text.string == before.email, before.emailSighting, absence: absence) }
    sightings.phone = shown.phone.map { since($0.string == before.phone, before.phoneSighting, absence: absence) }
    sightings.name = shown.displayName.map {
      since(
        $0.string == before.displayName, before.nameSighting,
        absence: last?.absenceOfProfile(format: source.format, capturedAt: now))
    }
    sightings.anonymizedAt = anonymizedAt(before, shown, now: now)
    return sightings
  }

  /// Whether runs of an as-of no later than this one's showed the account with Apple.
  private func hadApple(_ before: EarlierSightings) -> Bool {
    before.everApple && before.appleSighting.map { $0.seen <= asOf } ?? true
  }

  /// - Parameter bearing: of an account that had no part in earlier runs' stores.
  func note(_ bearing: NameBearing) { formerNames.append(bearing) }

  /// Notes which names the account no longer bears; of an export that is older than the last night's, which it bore
  /// then.
  private func noteNames(of account: Int64, _ shown: StoredAccount, in source: OpenSource) throws {
    guard let names = try earlier.names(of: account) else { return }
    let now = source.capturedAt
    let earlierAccount = Self.earlierAccount(of: account, names, createdAt: shown.createdAt, shownAt: now)
    if let earlierAccount { formerNames.append(earlierAccount) }
    if let previous, now < previous.capturedFrom {
      let known = Set(names.bearings(withHashes: true, ended: nil).map(\.name))
      shown.forEachName(withHashes: true) { name in
        guard !known.contains(name) else { return }
        formerNames.append(
          NameBearing(
            account: account, name: name, seen: now, lastSeen: now,
            ended: names.firstSeenAt > now ? names.firstSeenAt : previous.capturedFrom, createdAt: names.createdAt,
            tenant: names.tenant))
      }
      return
    }
    var current: Set<UInt64> = []
    // Another account may bear a name of the one before, which bore it at another time.
    if earlierAccount == nil { shown.forEachName(withHashes: false) { current.insert($0) } }
    var former = names.bearings(notIn: current, ended: min(now, earlierAccount?.ended ?? now))
    if let before = try sightings(before: account), let sub = before.appleSub {
      let name = SubjectKey(appleSub: sub).bits
      let time = lastShownWithSub(before, in: source)
      for index in former.indices where former[index].name == name { former[index].lastSeen = time }
    }
    formerNames += former
  }

  /// When an export last showed the account's former `sub`, as far as that is known. One that breaks off may lack
  /// the account, and one that hides Apple's credentials the `sub`, which the store keeps.
  private func lastShownWithSub(_ before: EarlierSightings, in source: OpenSource) -> Int64 {
    let seen = before.appleSighting?.seen ?? before.firstSeenAt
    return before.hadAppleCredential ? lastShown(before, before: source)?.time ?? seen : seen
  }

  /// Whether the uid has another account than on the night before.
  func isAnother(_ old: KnownAccount, than shown: StoredAccount, in source: OpenSource) throws -> Bool {
    guard let names = try earlier.names(of: old.account) else { return false }
    return Self.earlierAccount(
      of: old.account, names, createdAt: shown.createdAt, shownAt: source.capturedAt) != nil
  }

  /// The account that the uid had before: an export showed one before the other was made. Nil where there was none.
  private static func earlierAccount(
    of account: Int64, _ names: EarlierNames, createdAt: Int64?, shownAt now: Int64
  ) -> NameBearing? {
    guard let createdAt, let before = names.createdAt else { return nil }
    let (made, lastSeen) = now < names.firstSeenAt ? (before, now) : (createdAt, names.lastSeenAt)
    guard lastSeen < made else { return nil }
    return NameBearing(
      account: account, name: NameBearing.earlierAccount, seen: min(names.firstSeenAt, now), lastSeen: lastSeen,
      ended: made, createdAt: min(createdAt, before), tenant: names.tenant)
  }

  /// Once known, it stays known until Apple's credential is gone: `AccountRows` tells, when the export is read.
  private func anonymizedAt(_ before: EarlierSightings, _ shown: StoredAccount, now: Int64) -> Int64? {
    // An account that was made anew under the same uid is another person's, or another beginning.
    let isSame = before.createdAt == nil || shown.createdAt == nil || before.createdAt == shown.createdAt
    // What a later export showed was not known when an older one was captured.
    let known = before.anonymizedAt.flatMap { isSame && $0 <= now ? $0 : nil }
    return known ?? (shown.isShownPrivate ? now : nil)
  }
}
