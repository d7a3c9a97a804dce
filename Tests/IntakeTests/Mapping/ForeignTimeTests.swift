import Evidence
import Intake
import Testing
import Timestamps

@Suite struct ForeignTimeTests {
  private func consent(
    _ json: String, unit: TimeUnit? = nil, zone: String? = nil
  ) throws -> (time: String?, reason: String?) {
    var settings = SourceSettings(timeUnit: unit)
    if let zone {
      settings.kind = .consents
      settings.record.timeZone = zone
    }
    let result = try read(#"{"uid":"u","purpose":"p","given_at":\#(json)}"#, settings: settings)
    return (result.sink.consents.first?.givenAt.rfc3339, result.summary.rejects.first?.reason)
  }

  @Test(arguments: [
    #""2026-11-04 23:00:00.000000+00""#, #""2026-11-04 23:00:00 UTC""#, #""2026-11-05T00:00:00+01:00""#,
    #"{"$date":"2026-11-04T23:00:00Z"}"#, #"{"$date":{"$numberLong":"1793833200000"}}"#, #"{"$date":1793833200000}"#,
    #"{"_seconds":1793833200,"_nanoseconds":0}"#, #"{"seconds":"1793833200","nanos":0}"#, "1793833200.0",
    #""1793833200.000""#, #""Wed, 04 Nov 2026 23:00:00 GMT""#, "1793833200", "1793833200000",
  ])
  func readsWhatDatabasesWrite(json: String) throws {
    #expect(try consent(json).time == "2026-11-04T23:00:00.000Z")
    // In a mapping as well.
    #expect(try consent(json, zone: "Europe/Berlin").time == "2026-11-04T23:00:00.000Z")
  }

  /// Sign-ins, mail and what comes with Apple's notifications have readers of their own.
  @Test(arguments: [
    #""2026-11-04 23:00:00.000000+00""#, #""2026-11-04 23:00:00 UTC""#, #"{"$date":"2026-11-04T23:00:00Z"}"#,
    #"{"_seconds":1793833200,"_nanoseconds":0}"#, "1793833200", "1793833200000", "1793833200.0",
  ])
  func signInsAndMailAreReadTheSame(json: String) throws {
    let time = try #require(Timestamp(rfc3339: "2026-11-04T23:00:00Z"))
    let signIn = try read(#"{"uid":"u","provider":"apple.com","at":\#(json)}"#)
    #expect(signIn.summary.firstTime == time, "\(signIn.summary.rejects)")
    let mail = try read(#"{"recipient":"r@privaterelay.appleid.com","sender":"a@example.com","at":\#(json)}"#)
    #expect(mail.summary.firstTime == time, "\(mail.summary.rejects)")
  }

  @Test func signInsWithoutAZoneNeedOne() throws {
    let line = #"{"uid":"u","provider":"apple.com","at":"2026-11-04 23:00:00"}"#
    #expect(try read(line).summary.rejects.first?.reason.contains("`time_zone`") == true)
    var settings = SourceSettings(kind: .signIns)
    settings.record.timeZone = "Europe/Berlin"
    #expect(try read(line, settings: settings).summary.firstTime == Timestamp(rfc3339: "2026-11-04T22:00:00Z"))
  }

  @Test func aSerialOfExcelIsNamed() throws {
    let reason = try #require(try consent("46330").reason)
    #expect(reason.contains("as an Excel date it would be 2026-11-04"))
    // As it stands in the file.
    let half = try #require(try consent("46330.5").reason)
    #expect(half.contains("is `46330.5`, which as seconds"), "\(half)")
    #expect(try consent("60").reason?.contains("Excel") == false)
  }

  @Test func aTimeWithoutAZoneNeedsOne() throws {
    let time = #""2026-11-04 23:00:00""#
    #expect(try consent(time).reason?.contains("`time_zone`") == true)
    #expect(try consent(time, zone: "Europe/Berlin").time == "2026-11-04T22:00:00.000Z")
    #expect(try consent(time, zone: "UTC").time == "2026-11-04T23:00:00.000Z")
    #expect(try consent(#""2026-03-29 02:30:00""#, zone: "Europe/Berlin").reason?.contains("skip") == true)
    #expect(try consent(#""2026-10-25 02:30:00""#, zone: "Europe/Berlin").reason?.contains("twice") == true)
  }

  @Test(
    arguments: [
      ("1793833200000000", nil, "microseconds"), ("1793833200000000000", nil, "nanoseconds"),
      ("1793833200", .milliseconds, "seconds"), ("1793833200000", .seconds, "milliseconds"),
      ("1793833200", .rfc3339, "seconds"), ("1793833200000", .rfc3339, "milliseconds"),
    ] as [(String, TimeUnit?, String)])
  func aWrongUnitIsNamed(json: String, unit: TimeUnit?, name: String) throws {
    let reason = try #require(try consent(json, unit: unit).reason)
    #expect(reason.contains("as \(name) it would be 2026-11-04T23:00:00.000Z"))
    #expect(reason.contains("`\(json)`"))
  }

  /// Somebody put phone numbers into the column of times.
  @Test func aPhoneNumberIsNotShown() throws {
    for unit in [nil, .seconds, .milliseconds] as [TimeUnit?] {
      let reason = try #require(try consent("\"+155501701234\"", unit: unit).reason)
      #expect(reason.hasPrefix("`given_at` is `+…`, which as ") && !reason.contains("5550170"), "\(reason)")
    }
  }

  @Test func microsecondsAreAUnit() throws {
    #expect(try consent("1793833200123456", unit: .microseconds).time == "2026-11-04T23:00:00.123Z")
  }

  @Test(arguments: [
    #""0000-00-00 00:00:00""#, #""infinity""#, #"{"$date":"soon"}"#, #"{"$date":{}}"#, #"{"_seconds":"x"}"#,
    #"{"_seconds":1793833200,"_nanoseconds":-1}"#, "{}", "[]", "true", "1e30", #""1.5.5""#,
  ])
  func refusesTheRest(json: String) throws {
    let result = try consent(json)
    #expect(result.time == nil)
    #expect(result.reason?.contains("given_at") == true, "\(result)")
    #expect(try consent(json, zone: "UTC").reason?.contains("given_at") == true)
  }
}
