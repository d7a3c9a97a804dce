import Evidence

/// The words by which names and values of columns say that a record of a kind has ended.
struct TellingWords {
  /// Of names and of values.
  private let ends: Set<String>
  /// Of values alone.
  private let refusals: Set<String>
  /// The words of `ends` that are in scripts without marks between words: they may begin a longer name.
  private let unspacedEnds: [String]
  private let unspacedRefusals: [String]

  private init(_ ends: Set<String>, refusals: Set<String> = []) {
    self.ends = ends
    self.refusals = refusals
    unspacedEnds = ends.filter(ForeignWords.isUnspaced).sorted()
    unspacedRefusals = refusals.filter(ForeignWords.isUnspaced).sorted()
  }

  static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }

  /// Nil for a kind whose records do not end.
  static func of(_ kind: EvidenceKind) -> TellingWords? { byKind[kind] }

  private static let withdrawals = set(
    """
    withdrawn withdraw withdrawal withdrew revoked revoke revocation cancelled canceled cancel cancellation \
    cancelation terminated terminate termination
    """)
  /// What consents and links come to.
  private static let removals = set(
    """
    removed remove removal unlinked unlink unlinking disconnected disconnect disconnection detached detach unbound \
    unbind unpaired unpair delinked delink dissociated dissociate deleted delete deletion erased ended stopped closed \
    inactivated inactive deactivated deactivate deactivation disabled disable expired expires expire expiry expiration \
    optedout optout unsubscribed unsubscribe superseded objected objection \
    voided void rescinded rescind lapsed tombstone tombstoned discarded discard archived invalidated invalidate \
    retracted retract annulled annul nullified destroyed destroy purged
    """)
  private static let refused = set(
    "refused refuse refusal denied deny denial declined decline rejected reject rejection")
  /// What people ask for besides to be deleted.
  private static let otherRights = set(
    "access portability rectification rectify correction correct restriction restrict export copy disclosure")
  /// What was tried did not happen, or not yet.
  private static let failures = refused.union(
    set("failed fail fails failure failing error errored unsuccessful pending attempt attempted skipped aborted"))

  private static let byKind: [EvidenceKind: TellingWords] = [
    .consents: TellingWords(
      withdrawals.union(removals).union(ForeignWords.ends), refusals: refused.union(ForeignWords.refusals)),
    .links: TellingWords(
      withdrawals.union(removals).union(ForeignWords.ends), refusals: failures.union(ForeignWords.refusals)),
    .deletions: TellingWords(
      withdrawals.union(
        set(
          """
          reopened reopen rejection denial refusal superseded duplicate duplicated aborted abort abandoned voided void \
          recovered restored reverted
          """)
      ).union(ForeignWords.withdrawals),
      refusals: refused.union(ForeignWords.refusals)),
    .accountDeletions: TellingWords(
      set(
        """
        restored restore restoration recovered recover undeleted undelete reactivated reactivate reactivation \
        reinstated reverted undone rolledback rollback \
        cancelled canceled cancel cancellation cancelation
        """), refusals: failures.union(set("scheduled queued planned"))),
  ]

  /// The words of all kinds.
  private static let any = TellingWords(
    byKind.values.reduce(into: []) { $0.formUnion($1.ends) },
    refusals: byKind.values.reduce(into: []) { $0.formUnion($1.refusals) })

  /// A time from which a record holds no more, whatever stands around it.
  private static let limits: [[String]] = [
    ["until"], ["till"], ["valid", "to"], ["valid", "through"], ["not", "after"], ["validuntil"], ["validto"],
    ["validity", "to"], ["validity", "through"], ["period", "to"], ["valid", "thru"], ["validthru"], ["valid", "upto"],
    ["validupto"], ["valid", "up", "to"], ["effective", "to"],
    ["effective", "through"], ["effectiveto"], ["gueltig", "bis"], ["gültig", "bis"], ["valido", "hasta"],
    ["válido", "hasta"], ["valido", "até"], ["válido", "até"], ["valido", "ate"], ["valido", "fino"],
    ["geldig", "tot"],
  ]
  /// What ends such a name, and says nothing alone.
  private static let limitEnds = Set(limits.filter { $0.count > 1 }.compactMap(\.last))

  /// Whether the name of a field says an end together with that of the object around it: `validity.to`.
  static func isPart(_ name: String) -> Bool { name.utf8.count <= 8 && limitEnds.contains(name.lowercased()) }

  /// They end other things as well: a name has to say what.
  private static let weak: Set<String> = ["end", "ends"]
  private static let ended: Set<String> = ["valid", "validity", "consent", "link", "period", "term"]
  private static let prefixes = set("is has was date time timestamp").union(ForeignWords.timePrefixes)
  private static let times = set("at on date time ts timestamp datetime utc gmt ms epoch day").union(ForeignWords.times)
  private static let suffixes: Set<String> = times.union([
    "flag", "by", "of", "reason", "method", "source", "channel", "id", "ref", "note", "comment",
  ])
  /// Things that end without the record.
  private static let others: Set<String> = [
    "token", "session", "code", "otp", "password", "cache", "lock", "cert", "certificate", "key", "log", "job",
    "retention",
  ]

  // MARK: - Names

  /// Whether the name says that the record has ended, or will: `removed_at`, `validUntil`, `date_of_withdrawal`.
  func isEnd(_ name: String) -> Bool {
    let all = NameWords.of(name)
    guard Self.others.isDisjoint(with: all) else { return false }
    var words = all[...]
    while words.count > 1, let last = words.last, Self.suffixes.contains(last) { words.removeLast() }
    while words.count > 1, let first = words.first, Self.prefixes.contains(first) { words.removeFirst() }
    guard let last = words.last else { return false }
    if ends.contains(last) || holdsLimit(words) || unspacedEnds.contains(where: last.hasPrefix) { return true }
    // `geri_alindi`
    if words.count > 1, ends.contains(words.suffix(2).joined()) { return true }
    if Self.weak.contains(last), hasTimes {
      let isTime = all.last.map(Self.times.contains) ?? false
      return words.count == 1 || isTime || Self.ended.contains(words[words.endIndex - 2])
    }
    // A name without marks between its words: `removedat`.
    guard words.count == 1 else { return false }
    return Self.suffixes.contains { suffix in
      guard last.hasSuffix(suffix) else { return false }
      let word = String(last.dropLast(suffix.count))
      return isOne(word) || hasTimes && Self.weak.contains(word) && Self.times.contains(suffix)
    }
  }

  private func isOne(_ word: String) -> Bool { ends.contains(word) || holdsLimit([word]) }

  /// Whether the name speaks of an end at all, so that a time in it may be the record's.
  func mentionsEnd(_ name: String) -> Bool {
    let words = NameWords.of(name)
    guard Self.others.isDisjoint(with: words) else { return false }
    return words.contains { ends.contains($0) || hasTimes && Self.weak.contains($0) }
  }

  /// Requests and deletions of accounts have deadlines, and end by what is done.
  private var hasTimes: Bool { ends.contains("expires") }

  private func holdsLimit(_ words: ArraySlice<String>) -> Bool {
    hasTimes && Self.limits.contains { words.suffix($0.count).elementsEqual($0) }
  }

  // MARK: - Values

  private static let longest = 120

  /// Whether records may be of what was tried and failed.
  var knowsFailures: Bool { refusals.contains("failed") }

  /// Whether a request is for something else than to be deleted.
  static func isOtherRequest(_ text: String) -> Bool {
    text.utf8.count <= longest && !otherRights.isDisjoint(with: NameWords.of(text))
  }

  /// Whether a text says that the record ended: `unlink`, `consent.withdrawn`, `OPT_OUT`.
  func saysEnd(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longest else { return false }
    let words = NameWords.of(text)
    let all = words + NameWords.pairs(words)
    if all.contains(where: isEndOrRefusal) { return true }
    return ForeignWords.isUnspaced(text)
      && all.contains { word in (unspacedEnds + unspacedRefusals).contains(where: word.contains) }
  }

  private static let consents: Set<String> = ["consent", "consents"]

  /// Whether a text says an end of a consent and nothing else: `ConsentWithdrawn`, `REVOKE`, `opt-out`.
  func saysOnlyEnd(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longest else { return false }
    let words = NameWords.of(text).filter { !Self.consents.contains($0) }
    return !words.isEmpty && (words.allSatisfy(isEndOrRefusal) || isEndOrRefusal(words.joined()))
  }

  private static let optOuts = set("optout optedout unsubscribed unsubscribe withdrawn revoked")

  /// Whether a text says that a consent was refused or taken back, and nothing else.
  func saysOnlyRefusal(_ text: String) -> Bool {
    let words = NameWords.of(text).filter { !Self.consents.contains($0) }
    func isOne(_ word: String) -> Bool { refusals.contains(word) || Self.optOuts.contains(word) }
    return !words.isEmpty && (words.allSatisfy(isOne) || isOne(words.joined()))
  }

  private func isEndOrRefusal(_ word: String) -> Bool { ends.contains(word) || refusals.contains(word) }

  /// Whether a word is an end or a refusal of any kind.
  static func isOne(_ word: String) -> Bool { any.isEndOrRefusal(word) }

  /// Whether a text says an end in the words of any kind.
  static func mayEnd(_ text: String) -> Bool { any.saysEnd(text) }

  private static let noes = set(
    "false f 0 no n off none null nil never n/a - \\n inactive disabled infinity"
  ).union(unset).union(ForeignWords.noes)

  /// Of the mark of a form.
  static let unset = set("unchecked unticked unselected deselected")

  private static let yeses = set("true t 1 yes y on x ✓ ✔ ja oui si sí sim evet")

  static func isYes(_ value: String) -> Bool { yeses.contains(value.lowercased()) }

  /// Whether a value says no, or that there is none: `9999-12-31` is how tables write a time without an end.
  static func isNo(_ value: String) -> Bool {
    value.utf8.count < longest && noes.contains(value.lowercased()) || value.hasPrefix("9999-")
  }
}
