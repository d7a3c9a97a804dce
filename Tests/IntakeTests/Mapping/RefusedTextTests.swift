import Evidence
import Testing

@testable import Intake

/// Values that are rejected may be about a person, where the columns of a file are shifted.
@Suite struct RefusedTextTests {
  private func reason(state: String, at: String = "1767225600") throws -> String {
    let text = "uid;purpose;given_at;state\nu1;link:phone;\(at);\(state)\n"
    var settings = SourceSettings(kind: .consents)
    settings.record.delimiter = UInt8(ascii: ";")
    return try #require(try read(text, settings: settings).summary.rejects.first?.reason)
  }

  @Test(arguments: [
    "Max Mustermann", "max mustermann", "Mustermann", "Müller", "5550101", "192.0.2.7", "1 Main Street", "山田太郎",
    "12345 Berlin", "max.mustermann", "K-4711/22 Max",
  ])
  func whatMayBeOfAPersonIsMasked(value: String) throws {
    let masked = "`\(value.prefix(1))…`"
    for reason in [try reason(state: value), try reason(state: "", at: value)] {
      #expect(reason.contains(masked) && !reason.contains(value), "\(reason)")
    }
  }

  @Test(arguments: [
    "maybe", "MAYBE", "opt_in", "double-opt-in", "v2", "Granted", "In Progress", "Yes", "n/a", "3", "404", "zugestimmt",
    "consent:given",
  ])
  func aWordOfASystemIsShown(value: String) throws {
    #expect(try reason(state: value).contains("`\(value)`"))
  }

  @Test(arguments: [
    "2026-13-01T00:00:00Z", "01/02/2026 3 PM", "4 Nov 2026, 10:00", "20260201", "1767225600000000", "46330.5",
    "99999999999999", "0000-00-00 00:00:00", "-62135596800", "yesterday", "1e30",
  ])
  func whatIsWrittenAsATimeIsShownAmongTimes(value: String) throws {
    #expect(try reason(state: "", at: value).contains("`\(value)`"))
  }

  @Test(arguments: ["4 Marienplatz 80331", "15550101", "491555010123", "3 May Street 12"])
  func aNumberOrAStreetIsNoTime(value: String) throws {
    #expect(!(try reason(state: "", at: value).contains(value)))
  }

  @Test func soItIsOfMappedColumns() throws {
    let settings = SourceSettings(kind: .consents, columns: ["uid": "who", "state": "answer"])
    let text = "who,purpose,given_at,answer\nu1,link:phone,1767225600,Max Mustermann\n"
    let summary = try read(text, settings: settings).summary
    #expect(summary.rejects.first?.reason.contains("is `M…`, whose meaning is not configured") == true)
  }
}
