import Evidence
import Intake
import Testing

/// Where the configuration says what all records are for, a refused answer may stand in a column that is called by the
/// question.
@Suite struct AnsweredColumnTests {
  private static func settings(_ change: (inout SourceSettings) -> Void = { _ in }) -> SourceSettings {
    var settings = SourceSettings(kind: .consents, columns: ["uid": "user", "given_at": "at"])
    settings.constants = ["purpose": "link:phone"]
    change(&settings)
    return settings
  }

  private static func summary(_ text: String, _ settings: SourceSettings) throws -> SourceSummary {
    let summary = try read(text, settings: settings).summary
    #expect(summary.records == 1 && summary.rejected == 0, "\(text): \(summary.rejects)")
    return summary
  }

  private func undecided(json field: String, _ settings: SourceSettings = settings()) throws -> [String] {
    try Self.summary(#"{"user":"u","at":1767225600,"data":{\#(field)}}"#, settings).undecided
  }

  private func undecided(_ name: String, _ value: String, _ settings: SourceSettings = settings()) throws -> [String] {
    try Self.summary("user,at,\(name)\nu,1767225600,\(value)\n", settings).undecided
  }

  @Test(arguments: [
    (#""consents":{"phone":false}"#, ["data.consents", "data.consents.phone"]),
    (#""choices":{"terms":false}"#, ["data.choices"]),
    (#""privacyPreferences":{"ads":"declined"}"#, ["data.privacyPreferences"]),
    (#""phone":false"#, ["data.phone"]), (#""sms":"off""#, ["data.sms"]), (#""newValue":false"#, ["data.newValue"]),
    (#""answers":[{"q":"terms","a":"no"}]"#, ["data.answers"]), (#""prefs":{"ads":0}"#, ["data.prefs"]),
    (#""toggles":{"phone_link":false}"#, ["data.toggles", "data.toggles.phone_link"]),
    (#""after":{"link_google":false}"#, ["data.after.link_google"]), (#""do_not_link":true"#, ["data.do_not_link"]),
    (#""opt_outs":["phone"]"#, ["data.opt_outs"]), (#""signal":"OPT_OUT""#, ["data.signal"]),
    (#""x":{"y":{"z":"denied"}}"#, ["data.x.y.z"]), (#""phone_ok":"N""#, ["data.phone_ok"]),
    // Nobody refused.
    (#""consents":{"phone":true}"#, []), (#""phone":null"#, []), (#""phone":"+15550100""#, []),
    (#""newValue":"x""#, []),
    (#""do_not_link":false"#, []), (#""opt_outs":[]"#, []), (#""preferred":false"#, []),
    (#""settings":{"dark":false}"#, []),
    (#""phone_verified":false"#, []), (#""email":"declined@example.com""#, []), (#""is_mobile":0"#, []),
    (#""do_not_track":true"#, []), (#""newsletter":false"#, []), (#""values":{"x":0}"#, []),
    (#""newsletter":"declined""#, []), (#""email_state":"rejected""#, []), (#""signal":"OPT_IN""#, []),
    (#""note":"refused at first, then agreed""#, []), (#""x":["denied"]"#, []),
  ])
  func anAnswerIsNamed(field: String, names: [String]) throws {
    #expect(try undecided(json: field) == names, "\(field)")
  }

  @Test(arguments: [
    ("link_phone", "0", true), ("phone", "no", true), ("phone", "unchecked", true), ("phone", "+15550100", false),
    ("phone", "", false),
    ("user_consents", "false", true), ("sms", "abgelehnt", true), ("link_phone", "1", false),
    ("do_not_link", "t", true), ("antwort", "abgelehnt", true), ("col7", "refused", true), ("signal", "Opt-out", true),
    ("signal", "expired", false), ("push_permission", "denied", false),
    ("email_verified", "0", false), ("no_phone", "1", true), ("device.mobile", "0", false),
  ])
  func anAnswerOfATableIsNamed(name: String, value: String, isNamed: Bool) throws {
    #expect(try undecided(name, value) == (isNamed ? [name] : []))
    #expect(try undecided(name, value, Self.settings { $0.record.ignored = [name] }) == [])
  }

  /// Beside the answer that is read, others are to other questions.
  @Test func otherAnswersBesideTheOneThatIsReadAreHarmless() throws {
    let answers = #""consents":{"phone":true,"email":false},"#
    let meanings = ["state": ["true": "given", "false": "refused"]]
    let read = Self.settings {
      $0.columns["state"] = "data.consents.phone"
      $0.record.values = meanings
    }
    #expect(try undecided(json: answers + #""x":1"#, read) == [])
    #expect(try undecided(json: answers + #""sms":false"#, read) == ["data.sms"])
    let chosen = Self.settings { $0.record.filters = ["data.consents.phone": ["true"]] }
    #expect(try undecided(json: answers + #""x":1"#, chosen) == [])
    let table = "user,at,link_phone,link_email\nu,1767225600,1,0\n"
    for (values, names) in [(["1"], []), (["1", "0"], ["link_phone"])] {
      let settings = Self.settings { $0.record.filters = ["link_phone": values] }
      #expect(try Self.summary(table, settings).undecided == names)
    }
    // Each record says what it is for and how it stands.
    let own = Self.settings {
      $0.constants = [:]
      $0.columns["purpose"] = "data.p"
      $0.columns["state"] = "data.s"
    }
    #expect(try undecided(json: #""p":"link:phone","s":"given","channels":{"sms":false}"#, own) == [])
    #expect(try ownUndecided(#""state":"given""#) == [] && ownUndecided(#""x":1"#) == ["sms"])
  }

  private func ownUndecided(_ field: String) throws -> [String] {
    try read(#"{"uid":"u","purpose":"p","given_at":1767225600,"sms":false,\#(field)}"#).summary.undecided
  }
}
