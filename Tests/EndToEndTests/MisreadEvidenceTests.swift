import Foundation
import Testing

/// Evidence whose form is easily taken for another: read wrongly, it would clear a person.
@Suite struct MisreadEvidenceTests {
  private static let consents = "uid,purpose,given_at,expires_at\nu1,link:phone,2026-01-01T00:00:00Z,"

  private func outcome(_ name: String, _ text: String, of number: String = "+15550101") throws -> (
    status: Int32, reasons: [String]
  ) {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1", phone: number)))
    try place.write("in/\(name)", text)
    let status = try place.audit("in").status
    let sources = try #require(try place.report()["sources"] as? [[String: Any]])
    let rejects = sources.flatMap { $0["rejects"] as? [[String: Any]] ?? [] }
    return (status, rejects.compactMap { $0["reason"] as? String })
  }

  @Test func whatIsReadRightPasses() throws {
    for end in ["", "2027-02-01T00:00:00Z", "1801440000", "1801440000000"] {
      let (status, reasons) = try outcome("consents.csv", Self.consents + end + "\n")
      #expect(status == 0 && reasons.isEmpty, "\(end): \(reasons)")
    }
  }

  @Test(arguments: ["20260201000000", "202602010000", "20260201"])
  func anExpiryInDigitsOfACalendarDoesNotPass(end: String) throws {
    let (status, reasons) = try outcome("consents.csv", Self.consents + end + "\n")
    #expect(status != 0)
    #expect(reasons.count == 1 && reasons[0].contains("YYYYMMDD"), "\(reasons)")
  }

  /// A file whose kind is only said is as any file: what its records say of themselves counts.
  @Test(arguments: [
    (#""event":"account_deleted""#, true), (#""request":{"method":"POST","path":"/auth/token"}"#, true),
    (#""request":{"method":"POST","path":"/auth/token"}"#, false), (#""uri":"/auth/token""#, false),
  ])
  func aCallOfAnotherKindRevokesNothing(field: String, isDeclared: Bool) throws {
    let place = try Workplace()
    try place.write("in/users.json", Sample.export(Sample.user("u1")))
    try place.write("in/deletions.ndjson", Line.request("u1", "2026-11-10T00:00:00Z", ["status": "pending"]))
    let call = #"{"uid":"u1","at":"2026-11-10T01:00:00Z","endpoint":"apple","http_status":200,"#
    try place.write("in/revocations.ndjson", call + #""token_type":"refresh_token",\#(field)}"# + "\n")
    let kind = isDeclared ? ["--input", "revocations=in/revocations.ndjson"] : []
    let outcome = try place.run(["audit", "in", "--as-of", Workplace.asOf] + kind)
    #expect(outcome.status != 0, "\(outcome)")
    #expect(try place.findings().contains { $0.rule == "deletion/token-revoked" && $0.uid == "u1" })
  }

  @Test func linesThatEndInReturnsDoNotPass() throws {
    let text = (Self.consents + "\n").replacing("\n", with: "\r")
    let (status, reasons) = try outcome("consents.csv", text)
    #expect(status != 0)
    #expect(reasons.count == 1 && reasons[0].contains("carriage returns"), "\(reasons)")
  }

  /// The digits of the number and of its fraction are somebody else's number.
  @Test func aDecimalNumberIsNobodyElses() throws {
    let text = "phone,purpose,given_at\n15550101.0,link:phone,2026-01-01T00:00:00Z\n"
    let (status, reasons) = try outcome("consents.csv", text, of: "+155501010")
    #expect(status != 0)
    #expect(reasons.count == 1 && reasons[0].contains("decimal number"), "\(reasons)")
    #expect(try outcome("consents.csv", text.replacing("0101.0", with: "01010"), of: "+155501010").status == 0)
  }
}
