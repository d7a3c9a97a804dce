/// JSON that a command prints: its keys stand in the order in which they are given, which Foundation's encoders do not
/// keep.
package indirect enum OrderedJSON: Sendable {
  case text(String?)
  case number(Int?)
  case flag(Bool)
  case array([OrderedJSON])
  case object(KeyValuePairs<StaticString, OrderedJSON>)
  /// As in `report.json`.
  case finding(Report.Finding)

  package static let null = OrderedJSON.text(nil)

  package static func texts(_ texts: [String]) -> OrderedJSON { .array(texts.map(OrderedJSON.text)) }

  /// Indented by two spaces, without a line feed at its end.
  package var printed: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .number(let number): writer.number(number)
    case .flag(let flag): writer.flag(flag)
    case .array(let items): writer.array(items) { $1.write(to: &$0) }
    case .object(let members):
      writer.object { writer in
        for (key, value) in members { writer.key(key) { value.write(to: &$0) } }
      }
    case .finding(let finding): ReportJSON.write(finding, .two, &writer)
    }
  }
}
