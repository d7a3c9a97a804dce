import Evidence

/// Recognises values that must not be kept, whatever column they are in.
enum Secrets {
  private static let words = [
    "token", "secret", "password", "passwd", "private_key", "privatekey", "authorization", "cookie", "jwt", "assertion",
    "api_key", "apikey", "credential", "nonce",
  ]
  private static let names: Set<String> = ["code", "auth_code", "salt", "hash", "payload"]

  static func isSecret(name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || words.contains { name.contains($0) }
  }

  /// Signed tokens and PEM keys are recognised by their beginnings.
  static func isSecret(value: String) -> Bool {
    value.contains("-----BEGIN")
      || value.contains("eyJ") && value.utf8.reduce(0) { $1 == UInt8(ascii: ".") ? $0 + 1 : $0 } >= 2
  }

  /// A text without the values of the tokens and secrets that it names, as the body of an answer does.
  static func cleared(_ text: String) -> String {
    guard text.utf8.count > 24, mayName(text) else { return text }
    let bytes = Array(text.utf8)
    var (kept, copied): ([UInt8], Int) = ([], 0)
    for index in bytes.indices where endsName(bytes, at: index) {
      guard index > copied, let value = value(in: bytes, behind: index) else { continue }
      kept += bytes[copied..<value.lowerBound] + Array("…".utf8)
      copied = value.upperBound
    }
    return copied == 0 ? text : String(decoding: kept + bytes[copied...], as: UTF8.self)
  }

  /// Most texts do not: bytes are searched faster than characters.
  private static func mayName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { $0.contains("oken") || $0.contains("ecret") }
  }

  private static let endings = ["oken", "ecret"].map { Array($0.utf8) }

  private static func endsName(_ bytes: [UInt8], at index: Int) -> Bool {
    (bytes[index] == UInt8(ascii: "n") || bytes[index] == UInt8(ascii: "t"))
      && endings.contains { bytes[...index].suffix($0.count).elementsEqual($0) }
  }

  private static let shortest = 20

  /// What is assigned to a name, with quotes or without.
  private static func value(in bytes: [UInt8], behind name: Int) -> Range<Int>? {
    func end(of marks: String, from start: Int) -> Int {
      bytes[start...].firstIndex { !marks.utf8.contains($0) } ?? bytes.count
    }
    let sign = end(of: "\\\"' ", from: name + 1)
    let quote = end(of: ":=>", from: sign)
    guard quote > sign else { return nil }
    let start = end(of: "\\\"' ", from: quote)
    let last =
      bytes[start...].firstIndex { !($0.isDigit || (97...122).contains($0 | 0x20) || "._~+/%-".utf8.contains($0)) }
      ?? bytes.count
    return last - start >= shortest ? start..<last : nil
  }
}
