import Evidence

/// What was seen of one field of a file's records. Its size is bounded, whatever the file.
struct FieldSketch {
  /// As a configuration names it: `ctx.user.id`.
  let path: String
  /// Records that have a value in it.
  private(set) var present = 0
  private(set) var forms: [ValueForm: Int] = [:]
  /// Its values, in order of first sight, at most `valueLimit`.
  private(set) var values: [String] = []
  private(set) var hasMoreValues = false
  /// Messages that tell of a revocation or a deletion, however many others there are.
  private(set) var tellingMessages: [String] = []
  /// Texts that are no names of accounts, and those that are, by the name.
  private(set) var known: [KnownNames.Name: Int] = [:]

  private var seen: Set<String> = []
  private static let valueLimit = 64
  /// Bytes; of longer texts only the form counts.
  private static let textLimit = 120

  init(path: String) { self.path = path }

  /// The names that it goes by, the last part of its path first.
  var names: [String] { NameWords.names(ofPath: path) }

  /// Its values are all different, as those of keys are.
  var isUnique: Bool { present > 1 && (hasMoreValues ? seen.count > Self.valueLimit : seen.count == present) }

  func share(_ isMeant: (ValueForm) -> Bool) -> Double {
    present == 0 ? 0 : Double(forms.filter { isMeant($0.key) }.map(\.value).max() ?? 0) / Double(present)
  }

  /// The share of values that are times, each in whatever form.
  var timeShare: Double {
    present == 0 ? 0 : Double(forms.filter { $0.key.isTime }.map(\.value).reduce(0, +)) / Double(present)
  }

  /// Values as comments show them: those of persons, and texts that are one's own, are masked.
  func examples(_ limit: Int) -> [String] {
    if Secrets.isSecret(name: path) { return [] }
    // What many records share is no person's.
    let isShared = !hasMoreValues && 2 * values.count <= present
    let isPlain = isShared || timeShare > 0.9 || share { $0 == .bool } > 0.9
    return values.prefix(limit).map { value in
      let isShort = value.utf8.count <= Self.shortNumber && value.utf8.allSatisfy(\.isDigit)
      return isPlain || isShort ? ShownValue.text(value, of: path) : "`\(value.prefix(1))…`"
    }
  }

  /// Digits; a longer number may be somebody's.
  private static let shortNumber = 6

  var timeForms: Set<ValueForm> { Set(forms.keys.filter(\.isTime)) }

  mutating func add(_ text: String, accounts: KnownNames) {
    present += 1
    for form in ValueForm.forms(of: text) { forms[form, default: 0] += 1 }
    for name in accounts.names(of: text) { known[name, default: 0] += 1 }
    guard text.utf8.count <= Self.textLimit else {
      hasMoreValues = true
      return
    }
    if seen.count <= Self.valueLimit, seen.insert(text).inserted {
      if values.count < Self.valueLimit { values.append(text) } else { hasMoreValues = true }
    } else if !seen.contains(text) {
      hasMoreValues = true
    }
    if tellingMessages.count < Self.valueLimit, !tellingMessages.contains(text), KindWords.message(text) != nil {
      tellingMessages.append(text)
    }
  }

  /// An object that a database writes for a time.
  mutating func addTime() {
    present += 1
    forms[.zonedTime, default: 0] += 1
  }
}
