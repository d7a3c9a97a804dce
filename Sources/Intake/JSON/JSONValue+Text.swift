import Evidence

extension JSONValue {
  /// The value as JSON, for readers that take it as a text.
  var jsonText: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to output: inout String) {
    if isObject {
      output += "{"
      forEachField { key, value in
        if output.last != "{" { output += "," }
        Self.write(key, to: &output)
        output += ":"
        value.write(to: &output)
      }
      output += "}"
    } else if isArray {
      output += "["
      forEachElement { value in
        if output.last != "[" { output += "," }
        value.write(to: &output)
      }
      output += "]"
    } else if let text {
      Self.write(text, to: &output)
    } else if let integer {
      output += "\(integer)"
    } else if let bool {
      output += bool ? "true" : "false"
    } else {
      output += double.map { "\($0)" } ?? "null"
    }
  }

  private static func write(_ text: BorrowedText, to output: inout String) {
    output += "\""
    for scalar in text.string.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
