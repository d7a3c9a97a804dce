/// The call that an application's entry describes, and its answer.
struct LoggedAnswer {
  var call: AppleCall?
  var status: Int?
  var method: String?

  init(_ payload: RecordFields?, _ metadata: RecordFields?, _ entry: RecordFields) throws {
    for name in ["url", "request_url", "url.full", "http.url"] where call == nil {
      call = try payload?.looseText(name).flatMap(AppleCall.init)
    }
    for name in ["status_code", "http_status", "status"] where status == nil {
      status = try (payload?.looseText(name) ?? metadata?.looseText(name)).flatMap { Int($0) }
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
  }
}
