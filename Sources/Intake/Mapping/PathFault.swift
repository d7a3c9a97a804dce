import Evidence

/// Why a path cannot be followed to its end in a record, so that nobody knows whether the record has a value there.
/// A record without the key is no fault: its value is absent.
struct PathFault: Error {
  enum Kind {
    /// Two keys fit.
    case twice
    /// A text that begins as JSON and is none, or breaks off.
    case broken
    /// A text, a number or a boolean, which hold nothing.
    case plain
    /// A list, of which the path chooses no element.
    case list
    /// JSON in texts in texts, deeper than anybody writes it.
    case deep
  }

  var kind: Kind
  /// How many parts of the path were not followed.
  var rest: Int

  /// Whether the record certainly has no value at the path, other than an absent one.
  var isElsewhere: Bool {
    switch kind {
    case .plain, .list: true
    case .twice, .broken, .deep: false
    }
  }

  /// - Parameters:
  ///   - path: as the configuration writes it.
  ///   - label: what was to be read, with backticks.
  func rejection(of path: String, _ label: String) -> RecordRejection {
    if case .twice = kind { return FieldError.twice(path) }
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    let place = parts.dropLast(rest).joined(separator: ".")
    return RecordRejection("\(label) cannot be read: `\(place)` \(problem(place))")
  }

  private func problem(_ place: String) -> String {
    switch kind {
    case .twice: "occurs twice"
    case .broken: "holds JSON that is broken or cut short; export it whole, or correct it"
    case .plain: "holds no object; correct the path, or the record"
    case .list: "holds a list; choose an element by its number, as in `\(place).0`"
    case .deep: "holds JSON in more than \(PathParsers.depthLimit) texts within each other; unpack it first"
    }
  }
}
