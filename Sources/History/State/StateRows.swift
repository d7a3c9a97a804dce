package import Storage

/// Rows of the store's tables, by table.
package typealias StateRows = [String: [[SQLValue]]]

/// What the store knows of one person, or one record about nobody that it knows: a line of `state.ndjson`.
package struct StateLine: Hashable, Sendable {
  /// By which it belongs together with tonight's records.
  package var names: [UInt64]
  package var rows: StateRows

  /// - Parameter number: of the line in its file.
  /// - Returns: one line, without its end.
  package func json(number: Int) -> [UInt8] {
    var json = StateJSON()
    json.add("{\"line\":\(number),\"names\":[")
    json.list(names) { $0.add(hexadecimal: $1) }
    json.add("],\"rows\":")
    json.add(rows)
    json.add("}")
    return json.bytes
  }

  /// - Throws: `StateError`.
  package init(json: some Collection<UInt8>) throws(StateError) {
    var names: [UInt64]?
    var rows: StateRows?
    var reader = StateReader(json)
    try reader.object { reader, key throws(StateError) in
      switch key {
      case "names": names = try reader.names()
      case "rows": rows = try reader.rows()
      case "line": _ = try reader.number()
      default: throw .malformed(what: "it has a key that lines do not have")
      }
    }
    try reader.end()
    guard let names, let rows else { throw .malformed(what: "`names` or `rows` is missing") }
    self.init(names: names, rows: rows)
  }

  init(names: [UInt64], rows: StateRows) {
    self.names = names
    self.rows = rows
  }
}

/// What a run in a shard changed of one account or one record.
package struct StateChange: Hashable, Sendable {
  /// The place (`Place.ref`) of the record that shows an account which the store did not have.
  package var ref: Int64?
  /// By table, the keys of rows that are to be removed before others are put.
  package var removed: StateRows
  package var put: StateRows

  /// - Returns: one object, without the end of a line.
  package var json: [UInt8] {
    var json = StateJSON()
    json.add("{")
    if let ref { json.add("\"ref\":\(ref),") }
    if !removed.isEmpty {
      json.add("\"removed\":")
      json.add(removed)
      json.add(",")
    }
    json.add("\"put\":")
    json.add(put)
    json.add("}")
    return json.bytes
  }

  /// - Throws: `StateError`.
  package init(json: some Collection<UInt8>) throws(StateError) {
    self.init()
    var reader = StateReader(json)
    try reader.object { reader, key throws(StateError) in
      switch key {
      case "ref": ref = try reader.number()
      case "removed": removed = try reader.rows()
      case "put": put = try reader.rows()
      default: throw .malformed(what: "it has a key that changes do not have")
      }
    }
    try reader.end()
  }

  init(ref: Int64? = nil, removed: StateRows = [:], put: StateRows = [:]) {
    self.ref = ref
    self.removed = removed
    self.put = put
  }

  var isEmpty: Bool { removed.isEmpty && put.isEmpty }
}
