import Evidence

/// Files that are not recognised, though their names say what they hold.
package enum NamedEvidence {
  /// Marks a file with records of people as an unreadable one of the kind that its name says. Nothing but the audit
  /// would else tell that requests or withdrawals of a company's own form are not judged, and it would pass.
  package static func doubt(in sources: inout [RecognisedSource]) {
    for index in sources.indices {
      guard case .unrecognised(let why) = sources[index].outcome, sources[index].supersededBy == nil,
        sources[index].namesPeople, sources[index].file.settings.kind == nil,
        let kind = KindWords.kind(inNameOf: sources[index].file.path)
      else { continue }
      sources[index].fail(as: kind, "it is not recognised, and its name says that it holds \(kind.rawValue): \(why)")
    }
  }

  /// Whether one of the columns names a person.
  static func namesPeople(_ columns: some Sequence<String>) -> Bool {
    columns.contains { column in
      let name = NameWords.joined(column)
      return ColumnNames.subject.contains { $0.value.sure.contains(name) } || userIDs.contains(name)
    }
  }

  private static let userIDs: Set = ["userid", "customerid", "accountid", "memberid", "user", "customer"]
}
