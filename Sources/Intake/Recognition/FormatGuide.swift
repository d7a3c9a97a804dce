package import Evidence

/// The documentation of a format. Each format declares its own.
package struct FormatGuide: Sendable {
  /// The format's name, or its beginning where the rest follows from the shape of the file: `auth0` of `auth0-csv`.
  package var name: String
  package var kind: EvidenceKind
  package var title: String
  package var note = ""
  /// At most three lines.
  package var example: String
  /// Of a format of our own.
  package private(set) var columns: [OwnColumn] = []

  /// Our own, then those of products, in the order of the registry.
  package static let all: [FormatGuide] = {
    let guides = Registry.formats.map { format in
      var guide = format.guide
      if format.isOwn { guide.columns = OwnColumns.list(of: format.kind) }
      return guide
    }
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
  /// A sentence about the columns that a record needs; nil if the note says it.
  package var needs: String? {
    let groups = OwnColumns.required(of: kind)
    guard !columns.isEmpty, !groups.isEmpty else { return nil }
    let parts = groups.map { group in
      let names = group.map { "`\($0)`" }
      return names.count == 1 ? names[0] : "one of " + names.joined(separator: ", ")
    }
    return "A record needs " + parts.joined(separator: "; ") + ". All other columns are optional."
  }

  private var columnTable: String {
    (needs.map { $0 + "\n\n" } ?? "") + Self.table(of: columns.filter { !OwnColumn.subject.contains($0) })
  }

  private static func table(of columns: [OwnColumn]) -> String {
    var text = "| Column | Values | Meaning | Example |\n|---|---|---|---|\n"
    for column in columns {
      let cells = ["`\(column.name)`", column.type.values, column.meaning, "`\(column.example)`"]
      text += "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }
    return text
  }

  /// The page of the documentation.
  package static var page: String {
    var text = """
      # Formats

      Files are recognised by what is in them, never by their names. `relay-audit inspect` says what each is taken for \
      and why; `--input KIND=PATH` and the configuration's `inputs` name a kind outright. Any of them may be \
      compressed with gzip. Tables are CSV (with comma, semicolon, tab or bar) or sheets of an `.xlsx` workbook; texts \
      are UTF-8, UTF-16 with a byte order mark, or what `encoding` in `inputs` says.

      In formats of our own, whose columns are listed below, a record names its person by one or more of these, and \
      any record that names a person may have them all. Other columns are kept as detail of the evidence.


      """ + table(of: OwnColumn.subject)
    for kind in EvidenceKind.allCases {
      let guides = all.filter { $0.kind == kind }
      if guides.isEmpty { continue }
      text += "\n## \(kind.rawValue)\n"
      for guide in guides {
        text += "\n### \(guide.title)\n\n`\(guide.name)`\(guide.note.isEmpty ? "" : ". \(guide.note)")\n\n"
        text += "```\n\(guide.example)\n```\n"
        if !guide.columns.isEmpty { text += "\n" + guide.columnTable }
      }
    }
    return text
  }
}
