/// The values of JSON-LD: a text, an object with an id, or a list of either.
enum LinkedNames {
  static func all(_ record: RecordFields, _ name: String) throws -> [String] { try whole(record, name).map(local) }

  /// With their namespaces.
  static func whole(_ record: RecordFields, _ name: String) throws -> [String] {
    let texts = try record.texts(name)
    if !texts.isEmpty { return texts }
    return try record.objects(name).compactMap { object in
      try object.text(anyOf: "dct:identifier", "dct:title", "@value", "@id", "@type", "dpv:hasIdentifier")
    }
  }

  /// A text, or the value of a typed literal, as it is written.
  static func literal(_ record: RecordFields, _ name: String) throws -> (text: String, type: String?)? {
    if let text = try record.texts(name).first { return (text, nil) }
    guard let object = try record.objects(name).first else { return nil }
    let type = try object.texts("@type").first.map(local)
    let value = try object.text(anyOf: "@value", "rdf:value", "time:hasXSDDuration", "dpv:hasEndTime", "dct:date")
    return value.map { ($0, type) } ?? type.map { ($0, nil) }
  }

  /// Without the namespace: `ex:LinkPhone` and `https://example.com/purposes#LinkPhone` are `LinkPhone`. A purpose such
  /// as `link:phone` is no namespace.
  static func local(_ name: String) -> String {
    if name.contains("://") {
      let end = name.split(whereSeparator: { "#/".contains($0) }).last.map(String.init)
      return end ?? name
    }
    guard !name.hasPrefix("link"), let colon = name.firstIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }
}
