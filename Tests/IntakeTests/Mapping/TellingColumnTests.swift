import Evidence
import Intake
import Testing

@Suite struct TellingColumnTests {
  // MARK: - Decisions

  @Test(arguments: [
    "granted", "accepted", "decision", "opt_in", "opted_out", "status", "allowed", "value", "revoked", "withdrawn",
    "isGranted", "HAS_CONSENTED", "revokedAt", "withdrawn_on", "rejected",
  ])
  func aColumnThatLooksLikeADecisionIsNamed(name: String) throws {
    #expect(try read("uid,purpose,given_at,\(name)\nu,p,1767225600,N\n").summary.undecided == [name])
    let json = #"{"uid":"u","purpose":"p","given_at":1767225600,"\#(name)":false}"#
    #expect(try read(json).summary.undecided == [name])
    let nested = #"{"uid":"u","purpose":"p","given_at":1767225600,"more":{"inner":{"\#(name)":false}}}"#
    #expect(try read(nested).summary.undecided == ["more.inner.\(name)"])
    let list = #"{"uid":"u","purpose":"p","given_at":1767225600,"more":[{"\#(name)":false}]}"#
    #expect(try read(list).summary.undecided == ["more.\(name)"])
  }

  @Test func itIsDecidedWhenMappedChosenByOrIgnored() throws {
    let table = "uid,purpose,given_at,granted\nu,p,1767225600,given\n"
    let json = #"{"uid":"u","purpose":"p","given_at":1767225600,"granted":"given"}"#
    for text in [table, json] {
      var settings = SourceSettings(kind: .consents, columns: ["uid": "uid"])
      #expect(try read(text, settings: settings).summary.undecided == ["granted"])
      settings.record.ignored = ["Granted"]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
      settings.record.ignored = []
      settings.record.filters = ["granted": ["given"]]
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
      settings = SourceSettings(kind: .consents, columns: ["state": "granted"])
      #expect(try read(text, settings: settings).summary.undecided.isEmpty)
    }
  }

  @Test func anIgnoredObjectIsNotLookedInto() throws {
    let text = #"{"uid":"u","purpose":"p","given_at":1767225600,"raw":{"granted":false}}"#
    var settings = SourceSettings(kind: .consents)
    settings.record.ignored = ["raw"]
    #expect(try read(text, settings: settings).summary.undecided.isEmpty)
    settings.record.ignored = ["note"]
    #expect(try read(text, settings: settings).summary.undecided == ["raw.granted"])
  }

  @Test func deletionsHaveDecisionsAndLogsHaveNone() throws {
    #expect(try read("uid,request_id,requested_at,state\nu,r,1767225600,x\n").summary.undecided == ["state"])
    #expect(try read("uid,at,endpoint,status\nu,1767225600,apple,x\n").summary.undecided.isEmpty)
    #expect(try read("uid,purpose,given_at,banner,notes\nu,p,1767225600,b,n\n").summary.undecided.isEmpty)
  }

  // MARK: - What happened

  @Test(arguments: ["event", "msg", "message", "action", "type", "operation", "name", "level", "Event"])
  func aColumnThatSaysWhatHappenedHasToBeNamed(name: String) throws {
    let json = #"{"uid":"u","at":1767225600,"\#(name)":"account_deleted"}"#
    let table = "uid,at,\(name)\nu,1767225600,account_deleted\n"
    for text in [json, table] {
      var settings = SourceSettings(kind: .revocations, constants: ["endpoint": "apple"])
      let result = try read(text, settings: settings)
      #expect(result.summary.records == 0)
      #expect(result.summary.rejected == 1)
      #expect(result.summary.rejects.first?.reason.contains("`\(name)` may say what happened") == true)
      settings.record.ignored = [name.lowercased()]
      #expect(try read(text, settings: settings).summary.records == 1)
      settings.record.ignored = []
      settings.record.filters = [name: ["account_deleted"]]
      #expect(try read(text, settings: settings).summary.records == 1)
      settings = SourceSettings(kind: .revocations, columns: ["outcome": name])
      settings.record.values = ["outcome": ["account_deleted": "unknown"]]
      #expect(try read(text, settings: settings).summary.records == 1)
      // As an error's text it decides nothing.
      settings = SourceSettings(kind: .revocations, columns: ["error": name])
      #expect(try read(text, settings: settings).summary.records == 0)
    }
  }

  @Test func aKindThatIsNamedOutrightDoesNotMakeARevocation() throws {
    let log = #"{"uid":"u","at":1767225600,"msg":"account_deleted"}"#
    #expect(try read(log, settings: SourceSettings(kind: .revocations)).summary.records == 0)
    // What says so itself is one.
    let own = #"{"uid":"u","at":1767225600,"msg":"done","endpoint":"apple","http_status":200}"#
    #expect(try read(own).summary.records == 1)
  }

  @Test func messagesWithinObjectsCountAndThoseOfErrorsDoNot() throws {
    let settings = SourceSettings(kind: .revocations, columns: ["uid": "fields.uid", "at": "ts"])
    let nested = #"{"ts":1767225600,"fields":{"uid":"u","message":"account_deleted"}}"#
    #expect(
      try read(nested, settings: settings).summary.rejects.first?.reason.contains("`fields.message`") == true)
    let error = #"{"ts":1767225600,"fields":{"uid":"u"},"err":{"message":"no"}}"#
    #expect(try read(error, settings: settings).summary.records == 1)
    let object = #"{"ts":1767225600,"fields":{"uid":"u"},"event":{"kind":"x"}}"#
    #expect(try read(object, settings: settings).summary.records == 0)
    var chosen = settings
    chosen.record.filters = ["event.kind": ["x"]]
    #expect(try read(object, settings: chosen).summary.records == 1)
  }
}
