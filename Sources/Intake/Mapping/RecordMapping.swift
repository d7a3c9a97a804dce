/// The configuration of a source's records besides the names and constants of columns
/// (docs/contract.md, section 4).
package struct RecordMapping: Hashable, Sendable {
  /// `where`: the values that a record must have, by the source's column. Other records are skipped.
  package var filters: [String: [String]] = [:]
  /// `values`: by our column, the source's values and what they mean. An empty meaning is no value.
  package var values: [String: [String: String]] = [:]
  /// `ignore`: the source's columns that decide nothing.
  package var ignored: [String] = []
  /// The delimiter of a table; nil to recognise it.
  package var delimiter: UInt8?
  /// The encoding of a file without a byte order mark; nil for UTF-8.
  package var encoding: TextEncoding?
  /// A regular expression whose named groups are the columns of a text's lines.
  package var pattern: String?
  /// The zone of times that are written without one: a name of the IANA database.
  package var timeZone: String?
  /// The places in the configuration, such as `relay-audit.yaml:7`, by the key below the entry, such as `columns.uid`;
  /// the entry's own place by the empty text.
  package var places: [String: String] = [:]

  package init() {}

  package func place(of key: String) -> String? { places[key] ?? places[""] }
}

extension SourceSettings {
  /// Whether the configuration says anything about how records are read.
  package var isMapped: Bool {
    !columns.isEmpty || !constants.isEmpty || record.pattern != nil || record.timeZone != nil
      || !record.filters.isEmpty || !record.values.isEmpty || !record.ignored.isEmpty
  }
}

/// How reading a source used its mapping.
package struct MappingUse: Hashable, Codable, Sendable {
  /// Records that `where` or `pattern` were applied to.
  package var offered: Int64 = 0
  /// Anything of it was looked at, if only the header of a table.
  package var isLooked = false
  /// The keys below the entry, such as `columns.uid`, whose columns were found, or may be there unseen.
  package var found: Set<String> = []
  /// Keys of `values` that no record had, by our column; the key of an absent value is left out.
  package var unusedValues: [String: Set<String>] = [:]
  /// A few values of mapped columns without a configured meaning, masked, by our column.
  package var unmapped: [String: Set<String>] = [:]
  /// By a column of `where`, values that it left out and that end a record, masked.
  package var endsLeftOut: [String: [String]] = [:]
  /// By such a column, a value that it left out and that differs only in capitals from one that is named there.
  package var spellingsLeftOut: [String: String] = [:]
}

/// A record as it was understood, with personal data masked.
package struct MappedRecord: Hashable, Codable, Sendable {
  package struct Field: Hashable, Codable, Sendable {
    package var name: String
    package var value: String
  }

  /// `line 3` or `record 7`.
  package var locator: String
  package var fields: [Field]
}
