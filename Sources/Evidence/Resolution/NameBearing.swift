/// From when to when an account bore a name, as far as exports show; milliseconds.
package struct NameBearing: Hashable, Sendable {
  package var account: Int64
  /// The bits of a `SubjectKey`, or `earlierAccount`.
  package var name: UInt64
  /// When an export first showed the account with the name.
  package var seen: Int64
  /// When an export last showed it without the name before that.
  package var absent: Int64?
  /// When an export last showed it with the name; nil while the newest one does.
  package var lastSeen: Int64?
  /// When an export first showed it without the name, or not at all, after that; nil where none did.
  package var ended: Int64?
  /// The account's creation.
  package var createdAt: Int64?
  /// The account's tenant.
  package var tenant: String?

  package init(
    account: Int64, name: UInt64, seen: Int64, absent: Int64? = nil, lastSeen: Int64? = nil, ended: Int64? = nil,
    createdAt: Int64? = nil, tenant: String? = nil
  ) {
    self.account = account
    self.name = name
    self.seen = seen
    self.absent = absent
    self.lastSeen = lastSeen
    self.ended = ended
    self.createdAt = createdAt
    self.tenant = tenant
  }
}

extension NameBearing {
  /// No name of evidence: such a bearing is about an earlier account with the same uid, which lasted until `ended`,
  /// when the present one was created.
  static let earlierAccount: UInt64 = 0

  /// The earliest time at which it may have begun.
  var start: Int64 { max(createdAt ?? .min, absent ?? .min) }

  /// Exports before and after the time, or at it, show the account with the name.
  func isCertain(at time: Int64) -> Bool { seen <= time && lastSeen.map { time <= $0 } ?? true }

  /// No export and no creation speaks against it.
  func isPossible(at time: Int64) -> Bool {
    isCertain(at: time) || start <= time && absent != time && ended.map { time < $0 } ?? true
  }

  /// Whether the account was made after the other one was last seen with the name, which another export lacks since.
  private func succeeds(_ other: NameBearing) -> Bool {
    guard absent == nil, let createdAt, let lastSeen = other.lastSeen, other.ended != nil else { return false }
    return lastSeen <= createdAt
  }

  /// The accounts that bore a name at a time: one, if the exports tell; several that may be meant otherwise.
  ///
  /// If nobody bore it then, the account that bore it last before is meant, since calls and notifications may follow an
  /// account's end. If the name came into use later, the first account that bore it is meant, since consent may be
  /// given before the account is created.
  ///
  /// - Parameters:
  ///   - bearings: of one name.
  ///   - time: of the record; nil if unknown, so that nobody can be excluded.
  static func bearers(of bearings: [NameBearing], at time: Int64?) -> Set<Int64> {
    func accounts(_ bearings: [NameBearing]) -> Set<Int64> { Set(bearings.map(\.account)) }
    let all = accounts(bearings)
    guard all.count > 1, let time else { return all }
    let possible = bearings.filter { $0.isPossible(at: time) }
    if !possible.isEmpty {
      let certain = accounts(possible.filter { $0.isCertain(at: time) })
      if !certain.isEmpty { return certain }
      let successors = accounts(
        possible.filter { bearing in
          possible.allSatisfy { $0.account == bearing.account || bearing.succeeds($0) }
        })
      return successors.isEmpty ? accounts(possible) : successors
    }
    let ends = bearings.filter { $0.ended.map { $0 <= time } ?? false }.compactMap(\.ended)
    if let last = ends.max() { return accounts(bearings.filter { $0.ended == last }) }
    let first = bearings.map(\.start).min()
    return accounts(bearings.filter { $0.start == first })
  }
}
