import Evidence
import Timestamps

/// Traces of OpenTelemetry as JSON: one request a line, or one document.
///
/// https://github.com/open-telemetry/opentelemetry-proto/blob/main/examples/trace.json and, for the attributes' names,
/// https://opentelemetry.io/docs/specs/semconv/http/http-spans/
struct OTLPTraces: ProductReader {
  static let kind = EvidenceKind.logs
  static let product = "otlp-traces"

  private var join = TraceJoin()

  init(_ context: ReaderContext) {}

  static func recognise(_ head: Head) -> (score: Int, why: String)? {
    guard head.pageKeys.contains("resourceSpans") || head.keys.contains("resourceSpans") || head.keys.contains("scopeSpans")
    else { return nil }
    return (5, "it has `resourceSpans`, as OpenTelemetry's JSON has it")
  }

  func complete(_ summary: inout SourceSummary) { summary.timeUnits = [.rfc3339] }

  func leftOver() -> [(place: Place, record: EvidenceRecord)] {
    join.joined().map { ($0.place, .revocation($0.record)) }
  }

  func read(_ record: RecordFields) throws -> ProductRecord { ProductRecord() }

  /// One record is the spans of one resource.
  mutating func read(_ record: RecordFields, at place: Place) throws -> ProductRecord {
    var last: Timestamp?
    var count = 0
    for name in ["scopeSpans", "instrumentationLibrarySpans"] {
      for scope in try record.objects(name) {
        for span in try scope.objects("spans") {
          guard let time = try read(span, at: place.part(min(count, Place.maximumPart))) else { continue }
          count += 1
          last = max(last ?? time, time)
        }
      }
    }
    guard count <= Place.maximumPart else {
      throw RecordRejection("one resource has more than \(Place.maximumPart) calls to Apple in one record; split the file")
    }
    return last == nil ? .ignored("its spans are no calls to Apple") : ProductRecord(time: last)
  }

  /// Answers the time of a span that is evidence.
  private mutating func read(_ span: RecordFields, at place: Place) throws -> Timestamp? {
    let attributes = try Self.attributes(span)
    let trace = try span.text("traceId")?.lowercased()
    let person = LoggedPerson { attributes[$0] }
    if let trace { join.add(person, trace: trace) }
    guard let address = Self.address(attributes) else { return nil }
    let end = span.has("endTimeUnixNano") ? "endTimeUnixNano" : "startTimeUnixNano"
    guard let call = AppleCall(address: address) else { return nil }
    let time = try span.requiredTime(end, numbersAre: .nanoseconds)
    var record = RevocationRecord(subject: person.subject, requestID: person.requestID, at: time, traceID: trace)
    record.httpStatus = (attributes["http.response.status_code"] ?? attributes["http.status_code"]).flatMap { Int($0) }
    record.error = attributes["error"] ?? attributes["error.code"] ?? attributes["oauth.error"] ?? attributes["apple.error"]
    record.clientID = attributes["client_id"] ?? attributes["oauth.client_id"] ?? attributes["apple.client_id"]
    record.tokenType = AppleCall.tokenType(attributes["token_type_hint"] ?? attributes["token_type"] ?? attributes["tokenType"])
    switch attributes["revoked"] ?? attributes["apple.revoked"] {
    case "true": record.outcome = .revoked
    case "false": record.outcome = .failed
    default:
      // No answer came: the call failed, whatever it was.
      if record.httpStatus == nil { record.outcome = .failed }
    }
    let grant = attributes["grant_type"] ?? attributes["oauth.grant_type"]
    guard let complete = record.completed(for: call, grant: grant) else {
      if record.httpStatus.map({ (200...299).contains($0) }) == true, grant == "authorization_code", let trace {
        join.addExchange(client: record.clientID, at: time.milliseconds, trace: trace)
      }
      return nil
    }
    join.add(complete, trace: trace, at: place)
    return time
  }

  private static func attributes(_ span: RecordFields) throws -> [String: String] {
    var attributes: [String: String] = [:]
    for attribute in try span.objects("attributes") {
      guard let key = try attribute.text("key"), let value = try attribute.object("value") else { continue }
      attributes[key] = try value.text("stringValue") ?? value.text("intValue")
        ?? value.bool("boolValue").map { $0 ? "true" : "false" }
    }
    return attributes
  }

  /// The address of an outgoing call, in today's words or those of before 2023.
  private static func address(_ attributes: [String: String]) -> String? {
    if let full = attributes["url.full"] ?? attributes["http.url"] { return full }
    guard let host = attributes["server.address"] ?? attributes["net.peer.name"] ?? attributes["http.host"],
      let path = attributes["url.path"] ?? attributes["http.target"] ?? attributes["url.template"]
    else { return nil }
    return "https://\(host)\(path)"
  }
}
