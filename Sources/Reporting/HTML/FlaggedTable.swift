/// The table of the first flagged accounts.
enum FlaggedTable {
  /// How many stand in it at most.
  private static let limit = 100

  static func fill(_ place: HTMLElement, _ flagged: FlaggedAccounts?) {
    guard let flagged else {
      place.add("p", "The list of flagged accounts was not kept with this report.")
      return
    }
    guard flagged.count > 0 else {
      place.add("p", "No account has a relay address or is anonymized.")
      return
    }
    let (shown, all) = (min(flagged.first.count, limit), HTMLText.number(flagged.count))
    let note = place.add("p")
    note.text(
      shown < flagged.count
        ? "\(HTMLText.number(shown)) of \(all) flagged accounts are listed here; all are in "
        : "\(HTMLText.count(flagged.count, "flagged account")), also in ")
    note.add("a", "flagged-accounts.csv").set("href", "flagged-accounts.csv")
    note.text(".")
    let body = place.table(
      caption: "Accounts with a relay address, or anonymized",
      [
        ("Account", false), ("Email", false), ("Relay domain", false), ("Sign-in methods", false),
        ("First seen", false),
      ])
    for account in flagged.first.prefix(limit) {
      let row = body.add("tr")
      row.add("td", account.uid)
      row.add("td", account.email ?? "–")
      row.add("td", account.relayDomain ?? "–")
      row.add("td", account.providers.replacing(" ", with: ", "))
      row.add("td").time(account.firstSeen)
    }
  }
}
