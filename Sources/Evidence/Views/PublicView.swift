/// A view that rules may read. Its name and columns are a public contract (`docs/views.md`).
package struct PublicView: Sendable {
  package struct Column: Sendable {
    package let name: String
    /// `integer` or `text`, with a question mark where it may be null.
    package let type: String
    package let meaning: String
    /// SQL, one expression for each `SELECT` of the view; empty where the table's column has the same name.
    fileprivate let expressions: [String]

    init(_ name: String, _ type: String, _ meaning: String, _ expressions: String...) {
      self.name = name
      self.type = type
      self.meaning = meaning
      self.expressions = expressions
    }

    var isInteger: Bool { type.hasPrefix("integer") }

    /// Whether it holds places of records, each as `Place.ref`.
    package var isPlace: Bool { name == "ref" || name.hasSuffix("_ref") || name == "provider_config" }

    fileprivate func sql(_ select: Int) -> String {
      expressions.indices.contains(select) ? "\(expressions[select]) AS \(name)" : name
    }
  }

  package let name: String
  package let meaning: String
  package let columns: [Column]
  private let sources: [String]

  /// - Parameter sources: what stands behind `FROM`, once for each `SELECT`; several are joined by `UNION ALL`.
  init(_ name: String, _ meaning: String, _ columns: [Column], from sources: String...) {
    self.name = name
    self.meaning = meaning
    self.columns = columns
    self.sources = sources
  }

  /// The query behind the view.
  var sql: String {
    sources.enumerated().map { select, source in
      "SELECT \(columns.map { $0.sql(select) }.joined(separator: ", ")) FROM \(source)"
    }.joined(separator: " UNION ALL ")
  }
}
