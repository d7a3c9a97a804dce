import Evidence
import Testing
import Timestamps

@testable import Intake

/// Times that are written as a calendar has them, in digits alone.
@Suite struct CalendarDigitsTests {
  private func reason(_ json: String, of column: String, unit: TimeUnit? = nil, zone: String? = nil) throws -> String? {
    var settings = SourceSettings(timeUnit: unit)
    if let zone {
      settings.kind = .consents
      settings.record.timeZone = zone
    }
    let other = column == "given_at" ? "" : #""given_at":1767225600,"#
    let result = try read(#"{"uid":"u","purpose":"p",\#(other)"\#(column)":\#(json)}"#, settings: settings)
    #expect(result.sink.records.isEmpty == (result.summary.rejected == 1))
    return result.summary.rejects.first?.reason
  }

  @Test(arguments: [
    ("20260201000000", "(YYYYMMDDhhmmss)"), (#""20260201000000""#, "(YYYYMMDDhhmmss)"),
    ("20260201000000.0", "(YYYYMMDDhhmmss)"), (#""20260201000000.0""#, "(YYYYMMDDhhmmss)"),
    (#"{"$date":{"$numberLong":"20260201000000"}}"#, "(YYYYMMDDhhmmss)"), ("99991231235959", "(YYYYMMDDhhmmss)"),
    ("202602010000", "(YYYYMMDDhhmm)"), (#""202602282359""#, "(YYYYMMDDhhmm)"), ("20240229", "(YYYYMMDD)"),
  ])
  func areNoNumbersSince1970(json: String, form: String) throws {
    for column in ["given_at", "expires_at"] {
      for zone in [nil, "UTC"] {
        let reason = try #require(try reason(json, of: column, zone: zone))
        #expect(reason.contains("`\(column)` is `") && reason.contains("looks like"), "\(reason)")
        #expect(reason.contains(form) && reason.contains("RFC 3339"), "\(reason)")
      }
    }
    #expect(try reason(json, of: "given_at", unit: .milliseconds)?.contains(form) == true)
  }

  @Test func aTableIsReadTheSame() throws {
    let result = try read(
      "uid,purpose,given_at,expires_at\nu1,p,2026-01-01T00:00:00Z,20260201000000\nu2,p,2026-01-01T00:00:00Z,\n")
    #expect(result.summary.rejects.map(\.locator) == ["line 2"])
    #expect(result.sink.consents.map(\.subject.uid) == ["u2"])
  }

  @Test(
    arguments: [
      // No such month, day, hour, minute or second; too early; digits too many or too few.
      20_261_301, 20_260_230, 20_260_201_240_000, 20_260_201_006_000, 20_260_201_000_061, 202_602_312_359, 18_991_231,
      18_991_231_235_959, 2_026_020_100, 202_602_010, 2_026_020_100_000_000, -20_260_201_000_000, 0,
    ] as [Int64])
  func otherNumbersAreNone(number: Int64) {
    #expect(CalendarDigits.form(of: number) == nil)
  }

  /// A number is refused only where no unit makes it a time that anybody means.
  @Test func noTimeSince1970IsTakenForOne() {
    for seconds in stride(from: 315_532_800 as Int64, to: 7_258_118_400, by: 43_201) {
      for factor in [1, 1000, 1_000_000] as [Int64] {
        let number = seconds * factor
        if CalendarDigits.form(of: number) != nil { Issue.record("\(number)") }
      }
    }
    // Milliseconds of the next century, and what some products write for "never".
    for day in stride(from: 7_258_118_400_000 as Int64, to: 10_413_792_000_000, by: 86_400_000) {
      if CalendarDigits.form(of: day) != nil { Issue.record("\(day)") }
    }
    #expect(CalendarDigits.form(of: IntakeOptions.lastEnd) == nil)
    for number in [253_402_300_799, 253_402_250_400, 999_912_312_359] as [Int64] {
      #expect(CalendarDigits.form(of: number) == nil, "\(number)")
    }
  }

  @Test func farEndsAreStillRead() throws {
    for end in ["4102444800", "4102444800000", "253402300799", "253402300799999", #""9999-12-31T23:59:59Z""#] {
      #expect(try reason(end, of: "expires_at") == nil, "\(end)")
    }
  }
}
