/// What the configuration says of a source's records besides the names and constants of columns
/// (docs/contract.md, section 4).
package struct RecordMapping: Hashable, Sendable {
  /// `where`: the values that a record must have, by their names of columns. Other records are skipped.
  package var filters: [String: [String]] = [:]
  /// `values`: their values to ours, by our names of columns. An empty value of ours is none.
  package var values: [String: [String: String]] = [:]
  /// `ignore`: their columns that decide nothing.
  package var ignored: [String] = []
  /// Of a table; nil to recognise it.
  package var delimiter: UInt8?
  /// Of a file without a byte order mark; nil for UTF-8.
  package var encoding: TextEncoding?
  /// A regular expression whose named groups are the columns of a text's lines.
  package var pattern: String?
  /// Of times that are written without one: a name of the IANA database.
  package var timeZone: String?
  /// Where the configuration says it: `relay-audit.yaml:7`, by the key below the entry, such as `columns.uid`; the
  /// entry itself by the empty text.
  package var places: [String: String] = [:]

  package init() {}

  package func place(of key: String) -> String? { places[key] ?? places[""] }
}

extension SourceSettings {
  /// Whether anything is said of how records are to be read.
  package var isMapped: Bool {
    !columns.isEmpty || !constants.isEmpty || record.pattern != nil || record.timeZone != nil
      || !record.filters.isEmpty || !record.values.isEmpty || !record.ignored.isEmpty
  }
}

/// What reading a source showed of its mapping.
package struct MappingUse: Hashable, Sendable {
  /// Records that `where` or `pattern` might have let through.
  package var offered: Int64 = 0
  /// The keys below the entry, such as `columns.uid`, whose columns were there.
  package var found: Set<String> = []
  /// Keys of `values` that no record had, by our column; without that of an absent value.
  package var unusedValues: [String: Set<String>] = [:]
  /// Values of mapped columns of which nothing says what they mean, by our column: a few, as they may be shown.
  package var unmapped: [String: Set<String>] = [:]
}

/// A record as it was understood, with personal data masked.
package struct MappedRecord: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  /// `line 3` or `record 7`.
  package var locator: String
  package var fields: [Field]
}
