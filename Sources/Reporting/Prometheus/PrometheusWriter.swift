/// Writes gauges in Prometheus' text format, each with the project's name as a label.
struct PrometheusWriter {
  typealias Labels = [(name: String, value: String)]

  private(set) var bytes: [UInt8] = []
  private let project: String

  init(project: String) { self.project = project }

  /// - Parameter name: without `relay_audit_`, which all have.
  mutating func gauge(_ name: String, _ help: String, _ value: String) { gauges(name, help, [([], value)]) }

  mutating func gauges(_ name: String, _ help: String, _ samples: [(Labels, String)]) {
    let name = "relay_audit_\(name)"
    line("# HELP \(name) \(help)")
    line("# TYPE \(name) gauge")
    for (labels, value) in samples {
      let pairs = ([("project", project)] + labels).map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
      line("\(name){\(pairs.joined(separator: ","))} \(value)")
    }
  }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(0x0A)
  }

  /// Other control characters than the line break have no escape, and some readers end a line at them.
  private static func escaped(_ value: String) -> String {
    var result = ""
    for character in value.unicodeScalars {
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
