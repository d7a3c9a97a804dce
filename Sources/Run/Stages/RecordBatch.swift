import Evidence

/// Records in the order in which they were read, with the texts of the accounts among them.
///
/// # Safety
/// The accounts borrow their texts from `arena`, which lives as long as the batch. One thread fills a batch, passes it
/// on through a `RecordQueue`, and keeps nothing of it.
struct RecordBatch {
  let arena = TextArena()
  /// Apart from the others: an account is plain bytes, whereas copying another record retains its references.
  private var accounts: [PreparedAccount] = []
  private var others: [PreparedRecord] = []
  private var order: [(place: Place, isAccount: Bool)] = []

  var count: Int { order.count }

  mutating func add(_ account: PreparedAccount, at place: Place) {
    accounts.append(account)
    order.append((place, true))
  }

  mutating func add(_ record: EvidenceRecord, at place: Place) {
    others.append(PreparedRecord(record))
    order.append((place, false))
  }

  /// Calls `account` or `other` for each record, in order.
  func forEach(
    account: (PreparedAccount, Place) throws -> Void, other: (PreparedRecord, Place) throws -> Void
  ) rethrows {
    try withExtendedLifetime(arena) {
      var (nextAccount, nextOther) = (0, 0)
      for (place, isAccount) in order {
        if isAccount {
          try account(accounts[nextAccount], place)
          nextAccount += 1
        } else {
          try other(others[nextOther], place)
          nextOther += 1
        }
      }
    }
  }
}
