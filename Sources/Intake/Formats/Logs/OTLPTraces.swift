import Evidence
import Timestamps

/// Traces of OpenTelemetry as JSON: one request a line, or one document.
///
/// https://github.com/open-telemetry/opentelemetry-proto/blob/main/examples/trace.json and, for the attributes' names,
/// https://opentelemetry.io/docs/specs/semconv/http/http-spans/
struct OTLPTraces: ProductReader {
  static let kind = EvidenceKind.logs
  static let product = "otlp-traces"
  static let guide = FormatGuide(
    Self.self, title: "OpenTelemetry traces as JSON",
    note:
      """
      Calls to Apple that revoke, refresh or fetch tokens. A call that names nobody belongs to the person of its \
      parent span, or else to the only person in the trace.
      """,
    example: #"""
      {"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"…","endTimeUnixNano":"…","attributes":[
       {"key":"url.full","value":{"stringValue":"https://appleid.apple.com/auth/revoke"}},
       {"key":"http.response.status_code","value":{"intValue":"200"}}]}]}]}]}
      """#)

  private var join = TraceJoin()

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard
      head.pageKeys.contains("resourceSpans") || head.keys.contains("resourceSpans") || head.keys.contains("scopeSpans")
    else { return nil }
    return (5, "it has `resourceSpans`, as OpenTelemetry's JSON has it")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.nanoseconds] }

  func leftOver() -> [(place: Place, record: EvidenceRecord)] { join.joined() }

  func read(_ record: RecordFields) throws -> ProductRecord { ProductRecord() }

  /// What a span shows.
  private struct Told {
    var span: Span?
    var person: LoggedPerson
    var call: RevocationRecord?
  }

  /// One record is the spans of one resource.
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord {
    // A record with a damaged span is rejected as a whole.
    let spans = try ["scopeSpans", "instrumentationLibrarySpans"].flatMap { name in
      try record.objects(name).flatMap { scope in try scope.objects("spans").map(Self.read) }
    }
    let calls = spans.compactMap(\.call)
    guard calls.count <= Place.maximumPart else {
      throw RecordRejection(
        "one resource has more than \(Place.maximumPart) calls to Apple in one record; split the file")
    }
    var part = 0
    for span in spans {
      join.add(span.person, span: span.span)
      if let call = span.call {
        join.add(call, span: span.span, at: place.part(part))
        part += 1
      }
    }
    return calls.isEmpty ? .ignored("none of its spans is a call to Apple") : ProductRecord(time: calls.map(\.at).max())
  }

  private static func read(_ span: RecordFields) throws -> Told {
    let attributes = try attributes(span)
    let place = Span(
      trace: Trace(try span.text("traceId")), id: try span.text("spanId"), parent: try span.text("parentSpanId"))
    func first(_ names: String...) -> String? { names.lazy.compactMap { attributes[$0] }.first }
    let person = LoggedPerson { attributes[$0] }
    guard let call = address(attributes).flatMap(AppleCall.init) else { return Told(span: place, person: person) }
    try person.checkNames()
    let end = span.has("endTimeUnixNano") ? "endTimeUnixNano" : "startTimeUnixNano"
    let time = try span.requiredTime(end, numbersAre: .nanoseconds)
    var record = RevocationRecord(
      subject: person.subject, requestID: person.requestID, at: time, traceID: try span.text("traceId"))
    record.httpStatus = first("http.response.status_code", "http.status_code").flatMap { Int($0) }
    // `error` is a flag in older instrumentation.
    record.error = ["error", "error.code", "error.type", "oauth.error", "apple.error"].lazy
      .compactMap { attributes[$0] }.first { !["true", "false"].contains($0) }
    record.clientID = first("client_id", "oauth.client_id", "apple.client_id")
    record.tokenType = AppleCall.tokenType(first("token_type_hint", "token_type", "tokenType"))
    switch first("revoked", "apple.revoked") {
    case "true": record.outcome = .revoked
    case "false": record.outcome = .failed
    default:
      // No answer came: the call failed, whatever it was.
      if record.httpStatus == nil { record.outcome = .failed }
    }
    // The client says that the call failed, whatever was answered.
    if try attributes["error"] == "true" || hasFailed(span) { record.outcome = .failed }
    record.method = AppleCall.method(first("http.request.method", "http.method"))
    let complete = record.completed(for: call, grant: first("grant_type", "oauth.grant_type"))
    return Told(span: place, person: person, call: complete)
  }

  /// Whether the span's status is that of an error: by number in OTLP's JSON, by name in what other programs write
  /// (https://opentelemetry.io/docs/specs/otel/trace/api/#set-status).
  private static func hasFailed(_ span: RecordFields) throws -> Bool {
    guard let status = try span.object("status") else { return false }
    return ["2", "STATUS_CODE_ERROR"].contains(try status.text("code"))
  }

  private static func attributes(_ span: RecordFields) throws -> [String: String] {
    var attributes: [String: String] = [:]
    for attribute in try span.objects("attributes") {
      guard let key = try attribute.text("key"), let value = try attribute.object("value") else { continue }
      attributes[key] =
        try value.text("stringValue") ?? value.text("intValue")
        ?? value.bool("boolValue").map { $0 ? "true" : "false" } ?? value.number("doubleValue").map(text)
    }
    return attributes
  }

  /// Some instrumentation has no other type for numbers.
  private static func text(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

  /// The address of an outgoing call, in today's attribute names or those in use before 2023.
  private static func address(_ attributes: [String: String]) -> String? {
    if let full = attributes["url.full"] ?? attributes["http.url"] { return full }
    guard let host = attributes["server.address"] ?? attributes["net.peer.name"] ?? attributes["http.host"],
      let path = attributes["url.path"] ?? attributes["http.target"] ?? attributes["url.template"]
    else { return nil }
    let scheme = attributes["url.scheme"] ?? attributes["http.scheme"] ?? "https"
    let port = host.contains(":") ? nil : attributes["server.port"] ?? attributes["net.peer.port"]
    return "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")\(path)"
  }
}
