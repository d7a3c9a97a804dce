/// The id of a trace.
struct Trace: Hashable {
  private var high: UInt64 = 0
  private var low: UInt64 = 0
  /// An id in a form that is not W3C's.
  private var other: String?

  /// Nil for no id: to OpenTelemetry one of zeros alone is none.
  init?(_ text: String?) {
    guard let text, text.contains(where: { $0 != "0" }) else { return nil }
    if text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    {
      self.high = high
      self.low = low
    } else {
      other = text.lowercased()
    }
  }
}

/// A place in a trace.
struct Span {
  let trace: Trace
  /// The ids of the span and of its parent, within the trace; nil if the log does not have them.
  let id: UInt64?
  let parent: UInt64?

  /// - Returns: nil outside of any trace.
  init?(trace: Trace?, id: String? = nil, parent: String? = nil) {
    guard let trace else { return nil }
    self.trace = trace
    self.id = Self.number(id)
    self.parent = Self.number(parent)
  }

  /// Ids are 8 bytes in hex. To OpenTelemetry one of zeros alone is none.
  private static func number(_ text: String?) -> UInt64? {
    guard let text, text.utf8.count <= 16, let number = UInt64(text, radix: 16), number != 0 else { return nil }
    return number
  }
}

/// The spans of traces, and whom they name.
struct SpanTree {
  private struct Key: Hashable {
    var trace: Trace
    var span: UInt64
  }

  private var parents: [Key: UInt64] = [:]
  /// Packed; empty if entries of one span name two persons.
  private var persons: [Key: String] = [:]

  /// The most levels that are followed, so that a cycle ends. Spans are seldom nested deeper.
  private static let deepest = 256

  mutating func add(_ span: Span, _ person: LoggedPerson) {
    guard let id = span.id else { return }
    let key = Key(trace: span.trace, span: id)
    if let parent = span.parent { parents[key] = parent }
    guard !person.isEmpty else { return }
    let packed = person.packed
    guard let known = persons.updateValue(packed, forKey: key), known != packed else { return }
    persons[key] = known.isEmpty ? "" : LoggedPerson(packed: known).merged(with: person)?.packed ?? ""
  }

  /// The person whom the span names, or else its nearest ancestor that names one, with what further ancestors add about
  /// the same person; nil if none names anybody.
  func person(of span: Span) -> LoggedPerson? {
    var found: LoggedPerson?
    var next = span.id ?? span.parent
    for _ in 0..<Self.deepest {
      guard let id = next else { break }
      let key = Key(trace: span.trace, span: id)
      if let packed = persons[key] {
        guard !packed.isEmpty else { break }
        let person = LoggedPerson(packed: packed)
        guard let merged = found.map({ $0.merged(with: person) }) ?? person else { break }
        found = merged
      }
      next = id == span.id ? span.parent ?? parents[key] : parents[key]
    }
    return found
  }
}
