/// A line about the work that fits into a terminal.
struct ProgressText {
  /// What is done: `Reading`.
  var action: String
  /// To what: a path, a rule. Its end tells more than its beginning.
  var name: String?
  /// Most telling first.
  var details: [String] = []

  /// How many columns of a name are enough to know it by.
  private static let leastName = 16
  private static let cut = "..."

  /// The line in at most so many columns: the name loses its beginning first, then the last details go.
  func fitted(to width: Int) -> String {
    for count in (0...details.count).reversed() {
      let rest = count == 0 ? "" : ": " + details.prefix(count).joined(separator: ", ")
      let text = action + (name == nil ? "" : " ")
      let room = width - Self.columns(text) - Self.columns(rest)
      guard let name else {
        if room >= 0 { return text + rest }
        continue
      }
      if room >= min(Self.leastName, Self.columns(name)) { return text + Self.shortened(name, to: room) + rest }
    }
    return Self.columns(action) <= width ? action : ""
  }

  private static func shortened(_ name: String, to width: Int) -> String {
    guard columns(name) > width else { return name }
    var rest = name.unicodeScalars[...]
    var columns = columns(name)
    while columns > width - cut.count, let first = rest.popFirst() { columns -= self.columns(of: first) }
    return cut + String(rest)
  }

  private static func columns(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns(of: $1) } }

  /// At least as many as a terminal gives the character: a line that is too short is no harm.
  private static func columns(of scalar: Unicode.Scalar) -> Int { scalar.isASCII ? 1 : 2 }
}

// MARK: - Words

extension ProgressText {
  init(_ activity: Activity, _ reading: ReadingProgress) {
    switch activity {
    case .step(let words): self.init(action: words)
    case .item(let action, let name, let number, let all, let noun):
      self.init(
        action: action, name: name.map(Self.shown),
        details: ["\(Int64(number).grouped) of \(Int64(all).grouped) \(noun)"])
    case .reading(let action, let path, let number, let all):
      self.init(
        action: action, name: Self.shown(path),
        details: reading.details + (all > 1 ? ["file \(Int64(number).grouped) of \(Int64(all).grouped)"] : []))
    }
  }

  private static func shown(_ name: String) -> String { name == "-" ? "standard input" : VisibleText.line(name) }
}

/// How far the reading of a source has come.
struct ReadingProgress {
  /// Between 0 and 1; nil where nobody knows how long the source is.
  var share: Double?
  var records: Int64
  /// Since the reading began.
  var seconds: Double

  /// Before that a rate says little.
  private static let leastSeconds = 0.5

  fileprivate var details: [String] {
    let isSettled = seconds >= Self.leastSeconds
    let rate = records > 0 && isSettled ? "\(Int64(Double(records) / seconds).grouped) records/s" : nil
    let count = records > 0 ? "\(records.grouped) \(records == 1 ? "record" : "records")" : nil
    guard let share else { return [count, rate].compactMap { $0 } }
    let left = isSettled && share > 0.01 ? Self.words(seconds * (1 - share) / share) + " left" : nil
    return ["\(Int(share * 100))%", left, rate, count].compactMap { $0 }
  }

  private static func words(_ seconds: Double) -> String {
    let whole = Int(min(seconds.rounded(.up), 360_000))
    switch whole {
    case ..<60: return "\(whole) s"
    case ..<3600: return "\(whole / 60) min \(whole % 60) s"
    default: return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }
  }
}

extension Int64 {
  /// `1,234,567`
  fileprivate var grouped: String {
    let digits = String(self)
    return digits.enumerated().reduce(into: "") { text, digit in
      let rest = digits.count - digit.offset
      if rest % 3 == 0, digit.offset > 0 { text += "," }
      text.append(digit.element)
    }
  }
}
