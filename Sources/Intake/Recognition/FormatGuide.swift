package import Evidence

/// What the program and the documentation say about a format. Each format declares its own.
package struct FormatGuide: Sendable {
  /// The format's name, or its beginning where the rest follows from the shape of the file: `auth0` of `auth0-csv`.
  package var name: String
  package var kind: EvidenceKind
  package var title: String
  package var note = ""
  /// At most three lines.
  package var example: String

  /// Our own, then those of products, in the order of the registry.
  package static let all: [FormatGuide] = {
    let guides = Registry.formats.map(\.guide)
    return guides.filter { $0.name == ownName } + guides.filter { $0.name != ownName }
  }()

  /// The name that all kinds of our own format share.
  static let ownName = "relay-audit"
}

extension FormatGuide {
  init<Product: ProductReader>(_ product: Product.Type, title: String, note: String = "", example: String) {
    self.init(name: product.product, kind: product.kind, title: title, note: note, example: example)
  }

  init<Fields: OwnFields>(_ fields: Fields.Type) {
    self.init(
      name: Self.ownName, kind: fields.kind, title: "Our own \(fields.kind.rawValue), as NDJSON, a JSON array or CSV",
      note: fields.note, example: fields.example)
  }
}

extension FormatGuide {
  /// The page of the documentation.
  package static var page: String {
    var text = """
      # Formats

      Files are recognised by what is in them, never by their names. `relay-audit inspect` says what each is taken for and \
      why; `--input KIND=PATH` and the configuration's `inputs` name a kind outright. Any of them may be compressed with \
      gzip. Tables are CSV (with comma, semicolon, tab or bar) or sheets of an `.xlsx` workbook; texts are UTF-8, UTF-16 \
      with a byte order mark, or what `encoding` in `inputs` says.

      """
    for kind in EvidenceKind.allCases {
      let guides = all.filter { $0.kind == kind }
      if guides.isEmpty { continue }
      text += "\n## \(kind.rawValue)\n"
      for guide in guides {
        text += "\n### \(guide.title)\n\n`\(guide.name)`\(guide.note.isEmpty ? "" : ". \(guide.note)")\n\n"
        text += "```\n\(guide.example)\n```\n"
      }
    }
    return text
  }
}
