import Testing

@testable import Evidence

@Suite struct KnownAccountsTests {
  private func account(_ number: Int) -> KnownAccount {
    KnownAccount(account: Int64(number), content: 0, firstSeenAt: 0, isGone: false, isAsFirstSeen: true)
  }

  @Test(arguments: [0, 10, 5000, 20_000]) func everyAccountIsFoundAndNoOther(capacity: Int) {
    var accounts = KnownAccounts(capacity: capacity)
    let keys = (1...5000).map { SubjectKey(uid: "u\($0)").bits } + [0, 16, 32]
    for (index, key) in keys.enumerated() { accounts.add(account(index), under: key) }
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
    #expect(KnownAccounts(capacity: 3)[1] == nil)
  }

  @Test func whatCameLaterIsNotedByNumber() {
    var accounts = KnownAccounts()
    for number in stride(from: 3, to: 3000, by: 3) { accounts.add(account(number), under: UInt64(number)) }
    for number in [3, 1500, 2997, 4, 1, 5000] { accounts.noteLater(Int64(number)) }
    #expect(accounts.all.filter { !$0.isAsFirstSeen }.map(\.account) == [3, 1500, 2997])
  }
}
