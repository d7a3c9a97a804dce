import Evidence

/// A bounded summary of the values of one field in a file's records.
struct FieldSketch {
  /// As a configuration names it: `ctx.user.id`.
  let path: String
  /// Records that have a value in it.
  private(set) var present = 0
  /// Of them, those whose value is how databases write that there is none.
  private var nothings = 0
  private(set) var forms: [ValueForm: Int] = [:]
  /// Its values, in order of first sight, at most `valueLimit`.
  private(set) var values: [String] = []
  private(set) var hasMoreValues = false
  /// Of the values beyond these, some that say an end in the words of any kind.
  private(set) var laterEnds: [String] = []
  /// Messages about a revocation or a deletion, however many other values there are.
  private(set) var tellingMessages: [String] = []
  /// How many texts are names of exported accounts, by the kind of name.
  private(set) var known: [KnownNames.Name: Int] = [:]

  private var seen: Set<String> = []
  private static let valueLimit = 64
  /// Bytes; of longer texts, only the form is noted.
  private static let textLimit = 120

  init(path: String) { self.path = path }

  /// The names that it goes by, the last part of its path first.
  var names: [String] { NameWords.names(ofPath: path) }

  /// Whether one of its values is meant; of those beyond `values`, the ones that say an end are asked about alone.
  func hasValue(_ isMeant: (String) -> Bool) -> Bool {
    values.contains(where: isMeant) || laterEnds.contains(where: isMeant)
  }

  /// Its values are all different, as those of keys are.
  var isUnique: Bool { present > 1 && (hasMoreValues ? seen.count > Self.valueLimit : seen.count == present) }

  func share(_ isMeant: (ValueForm) -> Bool) -> Double {
    present == 0 ? 0 : Double(forms.filter { isMeant($0.key) }.map(\.value).max() ?? 0) / Double(present)
  }

  /// The share of values that are times, in any form.
  var timeShare: Double {
    let values = present - nothings
    return values == 0 ? 0 : Double(forms.filter { $0.key.isTime }.map(\.value).reduce(0, +)) / Double(values)
  }

  /// Values as comments show them: masked, unless many records share them, or they are times or flags.
  func examples(_ limit: Int) -> [String] {
    if Secrets.isSecret(name: path) { return [] }
    // A word that many records share is not personal. In a few records names and addresses repeat as well.
    let isShared = !hasMoreValues && 2 * values.count <= present
    let isPlain = timeShare > 0.9 || share { $0 == .bool } > 0.9
    return values.prefix(limit).map { value in
      let isShort = value.utf8.count <= Self.shortNumber && value.utf8.allSatisfy(\.isDigit)
      return isPlain || isShort || isShared && Self.isWord(value) || PlainWords.isWhole(value, mayBeNumbered: true)
        ? ShownValue.text(value, of: path) : "`\(value.prefix(1))…`"
    }
  }

  /// Whether it may be the word for a state or a kind: without digits, and with small letters alone behind its first
  /// word.
  private static func isWord(_ value: String) -> Bool {
    value.utf8.count <= 40
      && !value.contains(where: \.isNumber)
      && value.dropFirst().split(separator: " ").dropFirst().allSatisfy {
        $0.first?.isUppercase == false
      }
  }

  /// Digits; a longer number may be personal.
  private static let shortNumber = 6

  var timeForms: Set<ValueForm> { Set(forms.keys.filter(\.isTime)) }

  mutating func add(_ text: String, accounts: KnownNames) {
    present += 1
    if ValueWords.isNothing(text) { nothings += 1 }
    for form in ValueForm.forms(of: text) { forms[form, default: 0] += 1 }
    for name in accounts.names(of: text) { known[name, default: 0] += 1 }
    guard text.utf8.count <= Self.textLimit else {
      hasMoreValues = true
      return
    }
    if seen.count <= Self.valueLimit, seen.insert(text).inserted {
      if values.count < Self.valueLimit { values.append(text) } else { addLater(text) }
    } else if !seen.contains(text) {
      addLater(text)
    }
    if tellingMessages.count < Self.valueLimit, !tellingMessages.contains(text), KindWords.message(text) != nil {
      tellingMessages.append(text)
    }
  }

  private mutating func addLater(_ text: String) {
    hasMoreValues = true
    if laterEnds.count < Self.valueLimit, TellingWords.mayEnd(text), !laterEnds.contains(text) {
      laterEnds.append(text)
    }
  }

  /// An object that a database writes for a time.
  mutating func addTime() {
    present += 1
    forms[.zonedTime, default: 0] += 1
  }
}
