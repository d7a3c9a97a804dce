import Timestamps

/// Times and numbers for people.
enum HTMLText {
  /// `20 November 2026, 06:00:00 UTC`.
  static func time(_ time: Timestamp) -> String {
    let text = time.rfc3339
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    guard let month = Int(text.dropFirst(5).prefix(2)), months.indices.contains(month - 1),
      let day = Int(text.dropFirst(8).prefix(2))
    else { return text }
    return "\(day) \(months[month - 1]) \(text.prefix(4)), \(text.dropFirst(11).prefix(8)) UTC"
  }

  /// `1,234,567`.
  static func number(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// `1 finding`, `2 findings`.
  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
  }
}

extension HTMLElement {
  @discardableResult
  func time(_ time: Timestamp) -> HTMLElement {
    add("time", HTMLText.time(time)).set("datetime", time.rfc3339)
  }

  /// Adds text in which backquotes mark names, as in messages.
  @discardableResult
  func prose(_ text: String) -> HTMLElement {
    // Splitting by bytes: splitting by characters took half the time of a page.
    let parts = text.utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    // An unpaired backquote marks nothing: it may come from a name.
    guard parts.count % 2 == 1 else { return self.text(text) }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 { add("code", part) } else { self.text(part) }
    }
    return self
  }

  /// Adds a table with its head, which scrolls on a narrow page, and returns its body.
  func table(caption: String, _ columns: [(String, isNumber: Bool)]) -> HTMLElement {
    let table = add("div", class: "scroll").add("table")
    table.add("caption", caption)
    let row = table.add("thead").add("tr")
    for (name, isNumber) in columns {
      row.add("th", class: isNumber ? "number" : nil, name).set("scope", "col")
    }
    return table.add("tbody")
  }
}
