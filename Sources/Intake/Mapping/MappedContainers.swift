import Evidence

/// Objects of which a mapping reads a part, and the texts that hold some: the rest of what they say counts as well.
struct MappedContainers {
  private let plan: MappingPlan
  private var parser = NestedParser()

  init(_ plan: MappingPlan) { self.plan = plan }

  /// The object or list in a text, or in the text that it holds, which lives until the next one is parsed; nil for
  /// other texts.
  mutating func parse(_ text: BorrowedText) -> JSONValue? {
    var text = text
    for _ in 0..<PathParsers.depthLimit {
      guard let whole = text.nonEmpty, let value = parser.parse(whole) else { return nil }
      if value.isObject || value.isArray { return value }
      guard let inner = value.text else { return nil }
      text = inner
    }
    return nil
  }

  /// Why a record with the object of that name is rejected; nil if it is not, or if the value is no object.
  func refusal(of value: JSONValue, _ name: String) -> String? {
    var refusal: String?
    value.forEachField { inner, _ in refusal = refusal ?? plan.refusal(of: inner.string, within: name) }
    return refusal
  }
}
