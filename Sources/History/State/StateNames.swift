import Evidence
import Storage

/// The names of what the store knows of a person: those that tonight's records of the person have (`SharedNames`), and
/// those that tie rows of the store to each other.
struct StateNames {
  private enum Form {
    /// The bits of a name.
    case bits
    case uid, appleSub, email, phone, request
    case other(StaticString)
  }

  /// By table, the columns that have names.
  private let plans: [String: [(column: Int, form: Form)]]
  private let roleColumn: Int?
  private let forgotten: ForgottenPersons

  /// By table; columns of `MemoryTables.contents` are declared there.
  private static let forms: [String: [String: Form]] = [
    "stored_account": [
      "account": .other("account"), "uid": .uid, "uid_key": .bits, "email": .email, "apple_email": .email,
      "relay_address": .email, "phone": .phone, "apple_sub": .appleSub,
    ],
    "stored_identifier": ["email": .email, "phone": .phone],
    "former_name": ["name": .bits],
    "outside_name": ["account": .bits, "name": .bits],
    "finding": [:],
    // The account's number ties a record to its account also where that is no longer there.
    MemorySchema.keys: [
      "account": .other("account"), "uid": .bits, "apple_sub": .bits, "email": .bits, "email_sha256": .bits,
      "phone": .bits, "private_email": .bits, "email_text": .email, "request_id": .request,
    ],
  ]

  /// - Parameter forgotten: of the project.
  /// - Throws: `StorageError`.
  init(of store: Connection, forgotten: ForgottenPersons) throws {
    self.forgotten = forgotten
    var plans: [String: [(column: Int, form: Form)]] = [:]
    for (table, forms) in Self.forms {
      plans[table] = try StateTables.columns(of: table, in: store).enumerated()
        .compactMap { index, column in forms[column].map { (index, $0) } }
    }
    for contents in MemoryTables.contents {
      let table = MemorySchema.contents(contents)
      plans[table] = try StateTables.columns(of: table, in: store).enumerated()
        .compactMap { index, column in
          MemoryTables.sharedNames[column].map { name in
            switch name {
            case .appleSub: (index, .appleSub)
            case .email: (index, .email)
            case .other(let kind): (index, .other(kind))
            }
          }
        }
    }
    self.plans = plans
    roleColumn = try StateTables.columns(of: "stored_identifier", in: store).firstIndex(of: "role")
  }

  func names(of rows: StateRows) -> [UInt64] {
    var names = SharedNames()
    var requests: [String] = []
    for table in rows.keys.sorted() {
      guard let plan = plans[table], let rows = rows[table] else { continue }
      for row in rows where table != "stored_identifier" || isName(row) {
        for (column, form) in plan where column < row.count {
          add(row[column], form, to: &names)
          if case .request = form, case .text(let id) = row[column] { requests.append(id) }
        }
      }
    }
    names.tie(forgotten, requests: requests)
    return names.all
  }

  /// What an app notes of a person is not what evidence names the person by.
  private func isName(_ identifier: [SQLValue]) -> Bool {
    guard let roleColumn, roleColumn < identifier.count else { return true }
    return identifier[roleColumn] != .integer(IdentifierRole.profile.rawValue)
  }

  private func add(_ value: SQLValue, _ form: Form, to names: inout SharedNames) {
    switch (value, form) {
    case (.integer(let number), .bits):
      let bits = UInt64(bitPattern: number)
      // 0 stands for no name.
      if bits != 0, !Self.shortNumbers.contains(bits) { names.add(bits: bits) }
    case (.integer(let number), .other(let kind)): names.add(kind, String(number))
    case (.text(let text), .uid): names.add(uid: text)
    case (.text(let text), .appleSub): names.add(appleSub: text)
    case (.text(let text), .email): names.add(email: text)
    case (.text(let text), .phone): names.add(phone: text)
    case (.text(let text), .request): names.add("request", text)
    case (.text(let text), .other(let kind)): names.add(kind, text)
    default: break
    }
  }

  /// The keys of numbers that are too short to be a name (`SubjectKey.named`), which older versions remembered: a key
  /// does not tell what it was made of. Made once a store has keys at all, since there are a hundred thousand.
  private static let shortNumbers: Set<UInt64> = {
    var keys: Set<UInt64> = []
    var numbers = [""]
    for _ in 1..<SubjectKey.leastDigits {
      numbers = numbers.flatMap { start in (0...9).map { "\(start)\($0)" } }
      for number in numbers { keys.insert(SubjectKey(phone: number).bits) }
    }
    return keys
  }()
}
