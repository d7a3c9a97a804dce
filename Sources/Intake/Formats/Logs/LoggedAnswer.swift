/// The call that an application's entry describes, and its answer.
struct LoggedAnswer {
  var call: AppleCall?
  var status: Int?
  var method: String?
  /// The code or the text of an error.
  var error: String?
  /// What the entry's event or message says of a revocation.
  var told: ToldRevocation?
  /// Whether a field of the payload says that the call failed.
  var saysFailed = false

  init(_ payload: RecordFields?, _ metadata: RecordFields?, _ entry: RecordFields) throws {
    for name in ["url", "request_url", "url.full", "http.url", "endpoint", "uri"] where call == nil {
      call = try payload?.looseText(name).flatMap(AppleCall.init)
    }
    if call == nil { try takeNested(payload) }
    for name in ["response", "res"] where status == nil {
      guard let payload, try payload.value(name)?.isObject == true, let answer = try payload.object(name) else {
        continue
      }
      try takeAnswer(answer)
    }
    for name in ["status_code", "http_status", "status", "statusCode"] where status == nil {
      status = try (payload?.looseText(name) ?? metadata?.looseText(name)).flatMap(CallWords.status)
    }
    for name in ["http_method", "request_method", "http.request.method", "http.method", "method"] where method == nil {
      method = AppleCall.method(try payload?.looseText(name))
    }
    // The request beside a payload is the one that came in, unless its own address is Apple's.
    let request = try entry.object("httpRequest")
    if call == nil, let outgoing = try request?.text("requestUrl").flatMap(AppleCall.init) {
      call = outgoing
      status = try request?.integer("status") ?? status
      method = AppleCall.method(try request?.text("requestMethod")) ?? method
    }
    for name in ["action", "event", "kind", "event_type", "message", "msg"] where told == nil {
      told = try payload?.looseText(name).flatMap(ToldRevocation.init)
    }
    // Nothing was called yet, or ever.
    if told == .revoked, let payload, try Self.isPlanned(payload) { told = .other }
    if let payload {
      error = try error ?? Self.error(payload) ?? metadata.flatMap { try $0.looseText("error") }
      saysFailed = try Self.saysFailed(payload)
    }
  }

  /// A call to Apple and its answer as objects, which is how Pino writes them. An incoming request is written alike,
  /// with another address.
  private mutating func takeNested(_ payload: RecordFields?) throws {
    for (request, response) in [("req", "res"), ("request", "response")] where call == nil {
      guard let outgoing = try payload?.object(request),
        let found = try (outgoing.looseText("url") ?? outgoing.looseText("uri")).flatMap(AppleCall.init)
      else { continue }
      call = found
      method = AppleCall.method(try outgoing.looseText("method"))
      guard let answer = try payload?.object(response) else { continue }
      try takeAnswer(answer)
    }
  }

  private mutating func takeAnswer(_ answer: RecordFields) throws {
    for name in ["statusCode", "status", "status_code"] where status == nil {
      status = try answer.looseText(name).flatMap(CallWords.status)
    }
    let body = try answer.looseText("body")
    error = try body?.firstMatch(of: /"error"\s*:\s*"([^"]+)"/).map { String($0.output.1) } ?? answer.looseText("error")
  }

  /// The text of the error. An object or a list is an error whatever it holds: nobody writes one for a success.
  private static func error(_ payload: RecordFields) throws -> String? {
    for name in ["error", "err", "error_code", "error_description", "errorCode", "errorMessage"] {
      if let text = try payload.looseText(name) { return text }
    }
    guard let value = try payload.value("error") else { return nil }
    guard value.isObject else {
      var isEmpty = true
      value.forEachElement { _ in isEmpty = false }
      return isEmpty ? nil : "error"
    }
    let error = try payload.object("error")
    return try ["code", "error", "message", "type"].lazy.compactMap { try error?.looseText($0) }.first ?? "error"
  }

  private static let plans: Set = [
    "pending", "queued", "scheduled", "planned", "start", "started", "starting", "begin", "attempt", "skipped",
  ]

  private static func isPlanned(_ payload: RecordFields) throws -> Bool {
    for name in ["dry_run", "dryRun", "dryrun", "mode", "env", "environment"] {
      if let sign = TrialWords.sign(of: NameWords.plain(name)), let value = try payload.looseText(name),
        TrialWords.tells(value, sign)
      {
        return true
      }
    }
    return try ["status", "phase", "state", "step", "stage"].contains { name in
      try payload.looseText(name).map { plans.contains($0.lowercased()) } ?? false
    }
  }

  private static let failures = CallWords.failures.union(["fatal", "critical"])

  private static func saysFailed(_ payload: RecordFields) throws -> Bool {
    for name in CallWords.successes where try payload.value(name)?.bool == false {
      return true
    }
    return try ["outcome", "result", "level", "severity"].contains { name in
      try payload.looseText(name).map { failures.contains($0.lowercased()) } ?? false
    }
  }
}
