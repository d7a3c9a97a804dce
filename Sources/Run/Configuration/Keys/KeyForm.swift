/// What may stand as the value of a key.
indirect enum KeyForm {
  case text
  case path
  /// `relay.example.com`.
  case host
  /// In RFC 3339.
  case time
  case duration
  /// A percentage.
  case share
  case count
  /// One of the words that the reader knows.
  case choice([String])
  /// A kind of evidence.
  case kind
  /// Kinds with commas between them.
  case kinds
  case list(KeyForm)
  /// Names, in the singular, with their values: `known` names only, or any where there are none.
  case map(names: String, known: [String] = [], values: KeyForm)
  case either(KeyForm, KeyForm)
  /// A mapping of declared keys.
  case keys([KeyFacts])

  static func choice<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> Self
  where Value.RawValue == String { .choice(Value.allCases.map(\.rawValue)) }

  /// The keys below: of a mapping, or of each entry of a list.
  var keys: [KeyFacts] {
    switch self {
    case .keys(let keys), .list(.keys(let keys)): keys
    default: []
    }
  }

  /// In a few words, with backticks around what is written as it stands.
  var words: String {
    switch self {
    case .text: "text"
    case .path: "path"
    case .host: "host name"
    case .time: "RFC 3339 time"
    case .duration: "duration"
    case .share: "share"
    case .count: "number"
    case .choice(let words): words.count == 1 ? quoted(words) : "one of \(quoted(words))"
    case .kind: "kind of evidence"
    case .kinds: "kinds of evidence with commas between them"
    case .list(.keys): "list of entries"
    case .list(.kind): "list of kinds of evidence"
    case .list(.choice(let words)): "list of \(quoted(words))"
    case .list(let form): "list of \(form.words)s"
    case .map(let names, _, let values): "{\(names): \(values.words)}"
    case .either(let one, let other): "\(one.words), or \(other.words)"
    case .keys: "mapping"
    }
  }

  private func quoted(_ words: [String]) -> String {
    // A tab may be written as such, and as `\t`.
    words.filter { $0 != "\t" }.map { "`\($0)`" }.joined(separator: " ")
  }
}
