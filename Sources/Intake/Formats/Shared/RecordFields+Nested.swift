import Evidence

extension RecordFields {
  func object(_ name: String) throws(RecordRejection) -> RecordFields? {
    guard let value = try value(name), value.isObject else { return nil }
    return RecordFields(value, timeRange: timeRange, prefix: "\(prefix)\(name).")
  }

  /// The objects of a list; one object counts as a list of one.
  ///
  /// - Parameter orTexts: the list is a mere list of texts in some exports, or one text.
  func objects(_ name: String, orTexts: Bool = false) throws(RecordRejection) -> [RecordFields] {
    guard let value = try value(name) else { return [] }
    if orTexts, value.text != nil { return [] }
    if value.isObject { return [RecordFields(value, timeRange: timeRange, prefix: "\(prefix)\(name).")] }
    guard value.isArray else { throw FieldError.notList(prefix + name) }
    var objects: [RecordFields] = []
    value.forEachElement { element in
      guard element.isObject else { return }
      objects.append(
        RecordFields(element, timeRange: timeRange, prefix: "\(prefix)\(name)[\(objects.count)]."))
    }
    return objects
  }

  /// The texts of a list; one text counts as a list of one.
  func texts(_ name: String) throws(RecordRejection) -> [String] {
    guard let value = try value(name) else { return try text(name).map { [$0] } ?? [] }
    if let text = value.text?.nonEmpty { return [text.string] }
    var texts: [String] = []
    value.forEachElement { element in
      if let text = element.text?.nonEmpty { texts.append(text.string) }
    }
    return texts
  }

  /// An object that is the field's value, or that the field holds as JSON text, as the cells of tables do.
  ///
  /// # Safety
  /// Parsed text belongs to `parser`: the result is valid until it parses again.
  func document(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> RecordFields? {
    if let object = try object(name) { return object }
    guard let parsed = try parsed(name, &parser) else { return nil }
    guard parsed.isObject else { throw RecordRejection("`\(prefix)\(name)` is not a JSON object") }
    return RecordFields(parsed, timeRange: timeRange, prefix: "\(prefix)\(name).")
  }

  /// As `document`, for a list of objects.
  func documents(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> [RecordFields] {
    if let value = try value(name), value.isArray { return try objects(name) }
    guard let parsed = try parsed(name, &parser) else { return [] }
    guard parsed.isArray else { throw RecordRejection("`\(prefix)\(name)` is not a JSON list") }
    var objects: [RecordFields] = []
    parsed.forEachElement { element in
      guard element.isObject else { return }
      objects.append(
        RecordFields(element, timeRange: timeRange, prefix: "\(prefix)\(name)[\(objects.count)]."))
    }
    return objects
  }

  private func parsed(_ name: String, _ parser: inout NestedParser) throws(RecordRejection) -> JSONValue? {
    let inJSON = try value(name)?.text?.nonEmpty
    guard let text = cell(name) ?? inJSON else { return nil }
    guard let parsed = parser.parse(text) else { throw RecordRejection("`\(prefix)\(name)` is not JSON") }
    return parsed
  }

  /// Every text and number of an object, by name.
  var plainValues: [String: String] {
    var values: [String: String] = [:]
    guard case .object(let object) = content else { return values }
    object.forEachField { key, value in
      if let detail = FieldValue(value).detail { values[key.string] = detail }
    }
    return values
  }
}
