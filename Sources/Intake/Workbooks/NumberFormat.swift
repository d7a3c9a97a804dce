/// A format that puts digits or text around a whole number, as `00000` and `"K-"0` do: without it, an id is
/// another one.
///
/// Formats with a point, with marks between thousands, of shares and of fractions are those of amounts. Their numbers
/// are read as they stand.
///
/// ECMA-376, part 1, section 18.8.31.
struct NumberFormat {
  private enum Token: Equatable {
    case text(String)
    /// Of a digit: `0` is there always, `#` and `?` where the number has one.
    case digit(isAlways: Bool)
    /// All digits.
    case general
  }

  private struct Section {
    var tokens: [Token] = []
    /// Nil where it holds for any number.
    var condition: (comparison: String, bound: Double)?
    var isOrdinary = false
  }

  private let sections: [Section]

  /// Nil for a format that shows whole numbers as they stand.
  init?(_ code: String) {
    sections = Self.sections(of: code)
    // A dash for nothing belongs to amounts.
    guard sections.first?.isOrdinary == false else { return nil }
    let changes = sections.contains { section in
      !section.isOrdinary
        && (section.tokens.contains { if case .text = $0 { true } else { false } }
          || section.tokens.count { $0 == .digit(isAlways: true) } > 1)
    }
    if !changes { return nil }
  }

  // MARK: - The code

  private static func sections(of code: String) -> [Section] {
    var sections = [Section()]
    var rest = Substring(code)
    func add(_ token: Token) { sections[sections.count - 1].tokens.append(token) }
    while let character = rest.popFirst() {
      switch character {
      case ";": sections.append(Section())
      case "\"":
        let text = rest.prefix { $0 != "\"" }
        rest = rest.dropFirst(text.count + 1)
        if !text.isEmpty { add(.text(String(text))) }
      case "\\": if let next = rest.popFirst() { add(.text(String(next))) }
      // The width of a character, and one that fills the cell.
      case "_", "*": rest = rest.dropFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inner.count + 1)
        if let condition = condition(String(inner)) {
          sections[sections.count - 1].condition = condition
        } else if inner.hasPrefix("$") {
          // Of a currency, with the language behind a dash.
          let symbol = inner.dropFirst().prefix { $0 != "-" }
          if !symbol.isEmpty { add(.text(String(symbol))) }
        }
      case "0": add(.digit(isAlways: true))
      case "#", "?": add(.digit(isAlways: false))
      case "G" where rest.hasPrefix("eneral"), "g" where rest.hasPrefix("eneral"):
        rest = rest.dropFirst(6)
        add(.general)
      case ".", ",", "%", "@", "E", "e", "/": sections[sections.count - 1].isOrdinary = true
      default: add(.text(String(character)))
      }
    }
    return sections
  }

  /// `<=9999999`.
  private static func condition(_ text: String) -> (comparison: String, bound: Double)? {
    let comparison = String(text.prefix { "<>=".contains($0) })
    guard !comparison.isEmpty, let bound = Double(text.dropFirst(comparison.count)) else { return nil }
    return (comparison, bound)
  }

  // MARK: - A number

  /// What is shown of a whole number that is not negative; nil where that is the number as it stands.
  ///
  /// - Parameter digits: of the number.
  func shown(_ digits: String) -> String? {
    guard let section = section(for: Double(digits) ?? 0), !section.isOrdinary, !section.tokens.isEmpty else {
      return nil
    }
    let places = section.tokens.count { if case .digit = $0 { true } else { false } }
    let significant = digits.drop { $0 == "0" }
    var left = Array(significant)
    // Digits for which there is no place of their own stand before the first one.
    var surplus = max(0, left.count - places)
    var missing = max(0, places - left.count)
    var text = ""
    for token in section.tokens {
      switch token {
      case .text(let literal): text += literal
      case .general: text += significant.isEmpty ? "0" : String(significant)
      case .digit(let isAlways):
        if missing > 0 {
          missing -= 1
          if isAlways { text += "0" }
          continue
        }
        text += String(left.prefix(surplus + 1))
        left.removeFirst(min(left.count, surplus + 1))
        surplus = 0
      }
    }
    let shown = text.drop { $0 == " " }
    return String(shown.reversed().drop { $0 == " " }.reversed())
  }

  private func section(for number: Double) -> Section? {
    if sections.contains(where: { $0.condition != nil }) {
      return sections.first { $0.condition.map { Self.holds(number, $0.comparison, $0.bound) } ?? true }
    }
    return number == 0 && sections.count > 2 ? sections[2] : sections.first
  }

  private static func holds(_ number: Double, _ comparison: String, _ bound: Double) -> Bool {
    switch comparison {
    case "<": number < bound
    case "<=": number <= bound
    case ">": number > bound
    case ">=": number >= bound
    case "<>": number != bound
    default: number == bound
    }
  }
}
