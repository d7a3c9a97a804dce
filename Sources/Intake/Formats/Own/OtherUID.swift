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

  static func isOne(_ name: String) -> Bool { names.contains(NameWords.joined(name)) }

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
