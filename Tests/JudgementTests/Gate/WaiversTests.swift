import Testing
import Timestamps
import Vocabulary

@testable import Judgement

@Suite struct WaiversTests {
  private let day = Timestamp(milliseconds: 1_795_132_800_000)
  private let finding = Waivers.Finding(id: "ra-1", rule: "consent/link-phone", uid: "u1", object: "phone")

  private func entry(
    _ scope: Waivers.Scope, by name: String = "A", from: TimeSpan = .days(-1), to: TimeSpan = .days(1)
  ) -> Waivers.Entry {
    .init(scope, waiver: Waiver(signedBy: name, date: day + from, expires: day + to, reason: "Known."))
  }

  private func signer(_ entries: Waivers.Entry..., at time: Timestamp? = nil, of other: Waivers.Finding? = nil)
    -> String?
  {
    WaiversInForce(Waivers(entries), at: time ?? day).waiver(of: other ?? finding)?.signedBy
  }

  @Test func aWaiverHoldsFromItsDateToItsExpiry() {
    let one = entry(.findings(["ra-2", "ra-1"]), from: .days(0), to: .days(1))
    #expect(signer(one, at: day - TimeSpan(milliseconds: 1)) == nil)
    #expect(signer(one, at: day) == "A")
    #expect(signer(one, at: day + .days(1) - TimeSpan(milliseconds: 1)) == "A")
    #expect(signer(one, at: day + .days(1)) == nil)
  }

  @Test func anExpiredWaiverDoesNotHideALaterOne() {
    #expect(
      signer(
        entry(.findings(["ra-1"]), by: "new", from: .days(0), to: .days(9)),
        entry(.findings(["ra-1"]), by: "old", from: .days(-9), to: .days(0))) == "new")
  }

  @Test func aScopeAcceptsWhatItNamesAndNothingElse() {
    let rule = "consent/link-phone"
    #expect(signer(entry(.rule(rule, uid: "u1", object: nil))) == "A")
    #expect(signer(entry(.rule(rule, uid: nil, object: "phone"))) == "A")
    #expect(signer(entry(.rule(rule, uid: "u1", object: "phone"))) == "A")
    #expect(signer(entry(.rule("consent/link-email", uid: "u1", object: nil))) == nil)
    #expect(signer(entry(.rule(rule, uid: "u2", object: nil))) == nil)
    #expect(signer(entry(.rule(rule, uid: "u1", object: "email"))) == nil)
    let nobody = Waivers.Finding(id: "ra-9", rule: rule, uid: nil, object: nil)
    #expect(signer(entry(.rule(rule, uid: "u1", object: nil)), of: nobody) == nil)
    #expect(signer(entry(.rule(rule, uid: nil, object: "phone")), of: nobody) == nil)
  }

  @Test func theLastOfTheFileCountsWhateverItsScope() {
    let (named, scoped) = (
      Waivers.Scope.findings(["ra-1"]), Waivers.Scope.rule("consent/link-phone", uid: "u1", object: nil)
    )
    #expect(signer(entry(named, by: "A"), entry(scoped, by: "B")) == "B")
    #expect(signer(entry(scoped, by: "A"), entry(named, by: "B")) == "B")
    #expect(signer(entry(scoped, by: "A"), entry(scoped, by: "B")) == "B")
  }
}
