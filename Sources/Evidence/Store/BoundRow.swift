import GRDBSQLite

/// The parameters of a `WriteStatement`, of which each call to `bind` fills the next one.
///
/// Plain bytes, for the length of a row: a reference would be counted up and down for each of some forty columns of an account.
struct BoundRow {
  private let raw: RawStatement
  private let state: UnsafeMutablePointer<State>
  /// What SQLite was last told of each parameter.
  private let parameters: UnsafeMutableBufferPointer<Parameter>

  private struct State {
    var column = 0
    /// The row's strings, which SQLite reads here while it inserts: for SQLite to copy each cost a tenth of a night.
    var texts = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    var used = 0
    var places: [(column: Int, start: Int, count: Int)] = []
  }

  private struct Parameter: Equatable {
    enum Kind: UInt8 {
      case null, integer, text
    }

    var kind: Kind
    /// The number, or the address of the text.
    var value: Int64
    var count: Int
  }

  init(_ raw: RawStatement) {
    self.raw = raw
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    parameters = .allocate(capacity: Int(sqlite3_bind_parameter_count(raw.handle)))
    parameters.initialize(repeating: Parameter(kind: .null, value: 0, count: 0))
  }

  func deallocate() {
    state.pointee.texts.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    parameters.deallocate()
  }

  @inline(__always)
  @discardableResult
  func bind(_ value: Int64?) -> BoundRow {
    let column = nextColumn()
    guard let value else {
      setNull(column)
      return self
    }
    if isNew(Parameter(kind: .integer, value: value, count: 0), at: column) {
      sqlite3_bind_int64(raw.handle, Int32(column + 1), value)
    }
    return self
  }

  @inline(__always)
  @discardableResult
  func bind(_ value: Bool?) -> BoundRow { bind(value.map { $0 ? 1 : 0 } as Int64?) }

  @inline(__always)
  @discardableResult
  func bind(_ value: String?) -> BoundRow {
    let column = nextColumn()
    if let value { keep(value, for: column) } else { setNull(column) }
    return self
  }

  /// The text has to live until the statement has run.
  @inline(__always)
  @discardableResult
  func bind(_ value: BorrowedText?) -> BoundRow {
    let column = nextColumn()
    if let value { set(value, column) } else { setNull(column) }
    return self
  }

  /// Runs with what was bound since the last time.
  func run() throws {
    let bytes = BorrowedText(state.pointee.texts.assumingMemoryBound(to: UInt8.self))
    for place in state.pointee.places {
      set(BorrowedText(rebasing: bytes[place.start..<(place.start + place.count)]), place.column)
    }
    let code = sqlite3_step(raw.handle)
    sqlite3_reset(raw.handle)
    state.pointee.column = 0
    state.pointee.used = 0
    state.pointee.places.removeAll(keepingCapacity: true)
    guard code == SQLITE_DONE else { throw raw.error(code) }
  }

  @inline(__always)
  private func nextColumn() -> Int {
    defer { state.pointee.column += 1 }
    return state.pointee.column
  }

  /// SQLite keeps what it was told from row to row, and half of an account's columns say what the last one's did: to tell it
  /// only what is new took a tenth off the time in which accounts are written. A text at the same address is read anew.
  @inline(__always)
  private func isNew(_ parameter: Parameter, at column: Int) -> Bool {
    if parameters[column] == parameter { return false }
    parameters[column] = parameter
    return true
  }

  @inline(__always)
  private func setNull(_ column: Int) {
    if isNew(Parameter(kind: .null, value: 0, count: 0), at: column) { sqlite3_bind_null(raw.handle, Int32(column + 1)) }
  }

  @inline(__always)
  private func set(_ text: BorrowedText, _ column: Int) {
    // Null would be SQL's NULL.
    guard let start = text.baseAddress ?? BorrowedText("").baseAddress,
      isNew(Parameter(kind: .text, value: Int64(Int(bitPattern: start)), count: text.count), at: column)
    else { return }
    start.withMemoryRebound(to: CChar.self, capacity: text.count) { bytes in
      // A null destructor is SQLITE_STATIC: SQLite does not copy.
      _ = sqlite3_bind_text(raw.handle, Int32(column + 1), bytes, Int32(text.count), nil)
    }
  }

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

  private func grow(by count: Int) {
    let (texts, used) = (state.pointee.texts, state.pointee.used)
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: max(texts.count * 2, used + count), alignment: 1)
    larger.copyBytes(from: texts[..<used])
    texts.deallocate()
    state.pointee.texts = larger
  }
}
