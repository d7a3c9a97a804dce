import Evidence

/// A uid under another name, in a file whose other columns are ours: `user_id` beside `request_id` or `email`. A uid
/// decides alone whom a record means, so that it must not be passed over.
enum OtherUID {
  private static let names = TellingWords.set(
    """
    userid firebaseuid firebaseuserid localid authuid useruid authuserid customerid accountid memberid clientuserid \
    distinctid
    """)

  /// Our columns beside which no other one has to be the uid.
  static let decisive = ["uid", "apple_sub"]

  /// What Rails calls the account beside a provider's `uid`.
  private static let owners = names.union(["user", "ownerid"])

  static func isOne(_ name: String) -> Bool { names.contains(NameWords.joined(name)) }

  static func isOwner(_ name: String) -> Bool { owners.contains(NameWords.joined(name)) }

  /// Refuses links with a `uid` beside another one: many applications call the provider's id so, as OmniAuth does.
  ///
  /// - Parameter isKnown: whether the configuration names a column.
  static func refuseProviderUID(
    _ titles: some Sequence<String>, in kind: EvidenceKind, isKnown: (String) -> Bool = { _ in false }
  ) throws(RecordRejection) {
    guard kind == .links else { return }
    var (uid, other): (String?, String?) = (nil, nil)
    for title in titles {
      if title.lowercased() == "uid" {
        uid = title
      } else if other == nil, isOwner(title), !isKnown(title) {
        other = title
      }
    }
    guard let uid, let other else { return }
    throw RecordRejection(
      """
      `\(uid)` beside `\(other)` may be the provider's id of the person, and `\(other)` the uid of the account; say \
      which is the uid in an entry of `inputs`: `columns: {uid: \(other)}` or `columns: {uid: \(uid)}`
      """)
  }

  /// - Parameter columns: ours, of the kind.
  static func refuse(_ titles: some Sequence<String>, beside columns: [OwnColumn]) throws(RecordRejection) {
    guard columns.contains(where: { $0.name == "uid" }) else { return }
    var found: String?
    for title in titles {
      if decisive.contains(title.lowercased()) { return }
      if found == nil, isOne(title) { found = title }
    }
    guard let found else { return }
    throw RecordRejection(
      """
      `\(found)` may be the uid of the account; say so in an entry of `inputs`, `columns: {uid: \(found)}`, or list it \
      under `ignore` (`relay-audit init` proposes an entry)
      """)
  }
}
