@testable import Run

/// A declared key with a value that it takes, and one that it does not.
struct DeclaredKey: CustomStringConvertible {
  /// `inputs[].path`.
  var path: String
  /// Configurations of this key alone.
  var valid: [String]
  var wrong: String
  /// The line of `wrong` that an error has to name.
  var line: Int

  var description: String { path }

  /// Every key that holds no further keys.
  static let all: [DeclaredKey] = Configuration.keys.map(\.facts).flatMap { top -> [DeclaredKey] in
    guard !top.form.keys.isEmpty else { return [DeclaredKey(top, path: top.name, above: "", indent: "")] }
    if case .list = top.form {
      // A required key stands before the others, and what depends on the kind of records has one.
      return top.form.keys.map { key in
        let head = key.name == "path" ? "\(top.name):\n  - kind: revocations\n" : "\(top.name):\n  - path: x\n"
        let kind = ["path", "kind", "captured_at", "mode"].contains(key.name) ? "" : "    kind: revocations\n"
        return DeclaredKey(key, path: "\(top.name)[].\(key.name)", above: head + kind, indent: "    ")
      }
    }
    return top.form.keys.map {
      DeclaredKey($0, path: "\(top.name).\($0.name)", above: "\(top.name):\n", indent: "  ")
    }
  }

  private init(_ key: KeyFacts, path: String, above: String, indent: String) {
    self.path = path
    valid = Self.samples(of: key).map { "\(above)\(indent)\(key.name): \($0)\n" }
    wrong = "\(above)\(indent)\(key.name): \(Self.wrong(for: key.form))\n"
    line = above.split(separator: "\n").count + 1
  }

  /// Values that the key takes, one for each form.
  private static func samples(of key: KeyFacts) -> [String] {
    switch key.name {
    case "pattern": ["'(?<uid>x)(?<at>y)'"]
    case "time_zone": ["Europe/Berlin"]
    case "columns", "constants": ["{uid: x}"]
    case "values": ["{outcome: {ok: revoked}}"]
    case "accounts": ["null", "12"]
    default: samples(of: key.form)
    }
  }

  private static func samples(of form: KeyForm) -> [String] {
    switch form {
    case .text, .path: ["x"]
    case .host: ["relay.example.com"]
    case .time: ["2026-11-20T01:00:00Z"]
    case .duration: ["72h", "30d", "90m", "45s"]
    case .share: ["5%", "0.5%"]
    case .count: ["3"]
    case .choice(let words): words.map { $0 == "\t" ? "\"\\t\"" : "'\($0)'" }
    case .kind: ["consents"]
    case .kinds: ["consents", "'consents,links'"]
    case .list(let form): samples(of: form).map { "[\($0)]" }
    case .map(_, let known, let values): samples(of: values).map { "{\(known.last ?? "x"): \($0)}" }
    case .either(let one, let other): samples(of: one) + samples(of: other)
    case .keys: []
    }
  }

  /// A value that no form of the key takes.
  private static func wrong(for form: KeyForm) -> String {
    switch form {
    case .list, .map, .keys: "x"
    case .either(_, .map): "[x]"
    case .either: "{x: x}"
    default: "[x]"
    }
  }
}
