import Testing

@testable import Evidence

@Suite struct KnownAccountsTests {
  private func account(_ number: Int) -> KnownAccount {
    KnownAccount(account: Int64(number), content: 0, firstSeenAt: 0, isGone: false, isAsFirstSeen: true)
  }

  @Test func everyAccountIsFoundAndNoOther() {
    let keys = (1...5000).map { SubjectKey(uid: "u\($0)").bits } + [0, 16, 32]
    var accounts = KnownAccounts(keys: keys, accounts: keys.indices.map(account))
    #expect(accounts.all.map(\.account) == keys.indices.map(Int64.init))
    for (index, key) in keys.enumerated() { #expect(accounts[key]?.account == Int64(index)) }
    for (index, key) in keys.enumerated() { #expect(accounts.find(key)?.account == Int64(index)) }
    for (index, key) in keys.enumerated().reversed() { #expect(accounts.find(key)?.account == Int64(index)) }
    for number in 5001...20_000 {
      let key = SubjectKey(uid: "u\(number)").bits
      #expect(accounts[key] == nil && accounts.find(key) == nil)
    }
  }

  @Test func nothingIsFoundInNone() {
    #expect(KnownAccounts()[0] == nil)
    #expect(KnownAccounts(keys: [3], accounts: [account(1)])[1] == nil)
  }

  @Test func ofTwoWithOneKeyTheFirstCounts() {
    var accounts = KnownAccounts(keys: [7, 8, 7, 9, 8], accounts: (0..<5).map(account))
    #expect(accounts.all.map(\.account) == [0, 1, 3])
    #expect([7, 8, 9].map { accounts.find($0)?.account } == [0, 1, 3])
  }
}
