import Timestamps
import Vocabulary

/// Times and numbers for people.
enum HTMLText {
  /// `20 November 2026, 06:00 UTC`, with seconds where there are some.
  static func time(_ time: Timestamp) -> String { time.readable }

  /// `20 November 2026`.
  static func date(_ time: Timestamp) -> String { time.readableDate }

  /// A sentence with its RFC 3339 times as people write them. Reports of earlier versions have such sentences.
  static func withDates(_ text: String) -> String {
    // No longer and no shorter: `2026-11-20T06:00:00.000Z`.
    let length = 24
    let bytes = Array(text.utf8)
    guard bytes.count >= length, bytes.contains(UInt8(ascii: "T")) else { return text }
    var result = ""
    var done = 0
    var place = 0
    while place + length <= bytes.count {
      let span = place..<(place + length)
      guard bytes[place + 10] == UInt8(ascii: "T"), bytes[span.upperBound - 1] == UInt8(ascii: "Z"),
        let time = Timestamp(rfc3339: String(decoding: bytes[span], as: UTF8.self))
      else {
        place += 1
        continue
      }
      result += String(decoding: bytes[done..<place], as: UTF8.self) + Self.time(time)
      place = span.upperBound
      done = place
    }
    return result + String(decoding: bytes[done...], as: UTF8.self)
  }

  /// `1,234,567`.
  static func number(_ number: Int) -> String { number.grouped }

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
    let parts = HTMLText.withDates(text).utf8.split(separator: UInt8(ascii: "`"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    // An unpaired backquote marks nothing: it may come from a name.
    guard parts.count % 2 == 1 else { return self.text(HTMLText.withDates(text)) }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 { add("code", part) } else { self.text(part) }
    }
    return self
  }

  /// Adds a table with its head, which scrolls on a narrow page, by the keyboard too, and returns its body.
  func table(caption: String, _ columns: [(String, isNumber: Bool)]) -> HTMLElement {
    let frame = add("div", class: "scroll").set("tabindex", "0").set("role", "region").set("aria-label", caption)
    let table = frame.add("table")
    table.add("caption", caption)
    let row = table.add("thead").add("tr")
    for (name, isNumber) in columns {
      row.add("th", class: isNumber ? "number" : nil, name).set("scope", "col")
    }
    return table.add("tbody")
  }

  /// Adds a name and its value to a list of facts.
  func fact(_ name: String, _ body: (HTMLElement) -> Void) {
    add("dt", name)
    body(add("dd"))
  }
}
