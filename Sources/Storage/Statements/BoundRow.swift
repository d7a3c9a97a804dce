import GRDBSQLite
import Platform

/// The parameters of a `WriteStatement`; each call to `bind` fills the next one.
///
/// A struct of pointers, since a reference would be retained and released for each of some forty columns of an account.
///
/// # Safety
/// The statement owns the memory behind the pointers and frees it last, by `deallocate`. SQLite does not copy texts
/// (`SQLITE_STATIC`), so their bytes must stay as they are until the parameter is bound to something else
/// (https://www.sqlite.org/c3ref/bind_blob.html). `run` therefore binds every text after the last change to its bytes,
/// and binds NULL in its place as soon as SQLite has stepped.
package struct BoundRow {
  private let raw: RawStatement
  private let state: UnsafeMutablePointer<State>
  /// The value that each parameter was last bound to.
  private let parameters: UnsafeMutableBufferPointer<Parameter>
  /// The first parameter that is part of the row's digest; beyond the last one, there is no digest.
  private let digestedFrom: Int

  private struct State {
    /// The parameter that the next `bind` fills.
    var column = 0
    /// Copies of the row's strings, one after another.
    var texts = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    var used = 0
    /// The strings in `texts` that are to be bound.
    var places: [(column: Int, start: Int, count: Int)] = []
    /// Of the values bound since the last run, from `digestedFrom` on.
    var digest = RowDigest()
  }

  private enum Parameter: Equatable {
    case null
    case integer(Int64)
    case text
  }

  init(_ raw: RawStatement, digestedFrom: Int?) {
    self.raw = raw
    self.digestedFrom = digestedFrom ?? .max
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    parameters = .allocate(capacity: Int(sqlite3_bind_parameter_count(raw.handle)))
    parameters.initialize(repeating: .null)
  }

  func deallocate() {
    state.pointee.texts.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    parameters.deallocate()
  }

  @inline(__always)
  @discardableResult
  package func bind(_ value: Int64?) -> BoundRow {
    let column = nextColumn()
    if column >= digestedFrom { state.pointee.digest.add(value) }
    guard let value else {
      setNull(column)
      return self
    }
    // SQLite keeps parameters from row to row, and half of an account's columns repeat the last account's.
    if parameters[column] != .integer(value) {
      parameters[column] = .integer(value)
      sqlite3_bind_int64(raw.handle, Int32(column + 1), value)
    }
    return self
  }

  @inline(__always)
  @discardableResult
  package func bind(_ value: Bool?) -> BoundRow { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  @inline(__always)
  @discardableResult
  package func bind(_ value: String?) -> BoundRow {
    let column = nextColumn()
    if column >= digestedFrom { state.pointee.digest.add(value) }
    if let value { keep(value, for: column) } else { setNull(column) }
    return self
  }

  /// - Parameter value: must live until the statement has run.
  @inline(__always)
  @discardableResult
  package func bind(_ value: UnsafeBufferPointer<UInt8>?) -> BoundRow {
    let column = nextColumn()
    assert(column < digestedFrom, "borrowed bytes are in no digest")
    if let value { set(value, column) } else { setNull(column) }
    return self
  }

  /// Runs with the values bound since the last run, one for each parameter.
  ///
  /// - Returns: the digest of those from `digestedFrom` on.
  /// - Throws: `StorageError`, `Interruption.Stopped`.
  @discardableResult
  package func run() throws -> RowDigest {
    try Interruption.check()
    assert(state.pointee.column == parameters.count, "a parameter was left unbound, or bound twice")
    let bytes = UnsafeBufferPointer(state.pointee.texts.assumingMemoryBound(to: UInt8.self))
    for place in state.pointee.places {
      set(UnsafeBufferPointer(rebasing: bytes[place.start..<(place.start + place.count)]), place.column)
    }
    let code = sqlite3_step(raw.handle)
    let error = code == SQLITE_DONE ? nil : raw.error(code)
    sqlite3_reset(raw.handle)
    for column in parameters.indices where parameters[column] == .text { setNull(column) }
    state.pointee.column = 0
    state.pointee.used = 0
    state.pointee.places.removeAll(keepingCapacity: true)
    if let error { throw error }
    defer { state.pointee.digest = RowDigest() }
    return state.pointee.digest
  }

  @inline(__always)
  private func nextColumn() -> Int {
    defer { state.pointee.column += 1 }
    return state.pointee.column
  }

  @inline(__always)
  private func setNull(_ column: Int) {
    guard parameters[column] != .null else { return }
    parameters[column] = .null
    sqlite3_bind_null(raw.handle, Int32(column + 1))
  }

  @inline(__always)
  private func set(_ text: UnsafeBufferPointer<UInt8>, _ column: Int) {
    parameters[column] = .text
    // SQLite takes a null pointer for NULL.
    let start = UnsafeRawPointer(text.baseAddress ?? Self.empty).assumingMemoryBound(to: CChar.self)
    // A null destructor is SQLITE_STATIC.
    sqlite3_bind_text(raw.handle, Int32(column + 1), start, Int32(text.count), nil)
  }

  /// Of a literal, which lives as long as the program.
  private static var empty: UnsafePointer<UInt8> { ("" as StaticString).utf8Start }

  private func keep(_ value: String, for column: Int) {
    var value = value
    value.withUTF8 { bytes in
      if state.pointee.used + bytes.count > state.pointee.texts.count { grow(by: bytes.count) }
      let used = state.pointee.used
      state.pointee.texts[used..<(used + bytes.count)].copyBytes(from: bytes)
      state.pointee.places.append((column, used, bytes.count))
      state.pointee.used += bytes.count
    }
  }

  /// No parameter points into the old memory: strings are bound when the statement runs.
  private func grow(by count: Int) {
    let (texts, used) = (state.pointee.texts, state.pointee.used)
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(texts.count * 2, used + count), alignment: 1)
    larger.copyBytes(from: texts[..<used])
    texts.deallocate()
    state.pointee.texts = larger
  }
}
