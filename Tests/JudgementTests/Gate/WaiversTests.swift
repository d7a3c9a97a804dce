import Testing
import Timestamps
import Vocabulary

@testable import Judgement

@Suite struct WaiversTests {
  private let day = Timestamp(milliseconds: 1_795_132_800_000)

  private func entry(_ findings: [String], by name: String = "A", from: TimeSpan, to: TimeSpan) -> Waivers.Entry {
    .init(findings: findings, waiver: Waiver(signedBy: name, date: day + from, expires: day + to, reason: "Known."))
  }

  @Test func aWaiverHoldsFromItsDateToItsExpiry() {
    let waivers = Waivers([entry(["ra-1", "ra-2"], from: .days(0), to: .days(1))])
    #expect(waivers.inForce(at: day - TimeSpan(milliseconds: 1)).isEmpty)
    #expect(waivers.inForce(at: day).keys.sorted() == ["ra-1", "ra-2"])
    #expect(waivers.inForce(at: day + .days(1) - TimeSpan(milliseconds: 1)).count == 2)
    #expect(waivers.inForce(at: day + .days(1)).isEmpty)
  }

  @Test func anExpiredWaiverDoesNotHideALaterOne() {
    let waivers = Waivers([
      entry(["ra-1"], by: "new", from: .days(0), to: .days(9)),
      entry(["ra-1"], by: "old", from: .days(-9), to: .days(0)),
    ])
    #expect(waivers.inForce(at: day)["ra-1"]?.signedBy == "new")
  }
}
