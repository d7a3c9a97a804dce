import Evidence
import Testing

@testable import Intake

/// Numbers and ids that were made decimal numbers on their way here.
@Suite struct PhoneTextTests {
  private static let decimals = ["15550101.0", "+15550101.00", "1.55501E+07", "1.5550101e+07", "1.5550101E7", "2E+10"]

  @Test(arguments: decimals)
  func aDecimalNumberIsRejected(phone: String) throws {
    let texts = [
      "phone,purpose,given_at\n\(phone),p,1767225600\n", #"{"phone":"\#(phone)","purpose":"p","given_at":1767225600}"#,
      "uid,purpose,given_at,identifier\nu,p,1767225600,\(phone)\n",
      "phone,provider,linked_at\n\(phone),phone,1767225600\n",
      "uid,provider,linked_at,identifier\nu,phone,1767225600,\(phone)\n",
      "uid,phone,at,provider\nu,\(phone),1767225600,apple.com\n",
      "Status,Request Type,Time Received,Request ID,phone_number\ncomplete,erasure,2026-10-01T00:00:00Z,r,\(phone)\n",
    ]
    for text in texts {
      let result = try read(text)
      #expect(result.sink.records.isEmpty && result.summary.rejected == 1, "\(text)")
      let reason = try #require(result.summary.rejects.first?.reason)
      #expect(reason.contains("decimal number") && reason.contains("export it as text"), "\(reason)")
      #expect(!reason.contains("555") && !reason.contains("E+10"), "\(reason)")
    }
  }

  @Test(arguments: [
    "+15550101", "15550101", "0015550101", "555.010.0123", "+1.555.010.0123", "+1.555.010.0000", "+1 (555) 010-0123",
    "15550100", "+1-555-010.000",
  ])
  func otherFormsStayNumbers(phone: String) throws {
    let result = try read("phone,purpose,given_at\n\(phone),p,1767225600\n")
    #expect(result.sink.consents.map(\.subject.phone) == [phone], "\(result.summary.rejects)")
  }

  private func mapped(_ json: String, as column: String) throws -> Result {
    var columns = [column: "theirs"]
    if column != "uid", column != "phone" { columns["uid"] = "who" }
    return try read(
      #"{"theirs":\#(json),"who":"u","purpose":"p","given_at":1767225600}"#,
      settings: SourceSettings(kind: .consents, columns: columns))
  }

  @Test(arguments: ["uid", "phone", "consent_id", "identifier"])
  func aMappedNumberIsWhole(column: String) throws {
    for json in ["15550101.0", "1.5550101E7", "0.5"] {
      let plain = try read(#"{"email":"a@b.c","\#(column)":\#(json),"purpose":"p","given_at":1767225600}"#)
      for (result, name) in [(try mapped(json, as: column), "theirs"), (plain, column)] {
        #expect(result.sink.records.isEmpty)
        #expect(result.summary.rejects.map(\.reason) == [FieldError.decimal(name).reason])
      }
    }
    #expect(try mapped("true", as: column).summary.rejects.map(\.reason) == ["`theirs` is not text"])
    #expect(try mapped("15550101", as: column).summary.records == 1)
  }

  /// What is only shown may be anything.
  @Test func aMappedVersionMayBeAFraction() throws {
    #expect(try mapped("1.5", as: "policy_version").sink.consents.map(\.policyVersion) == ["1.5"])
  }
}
