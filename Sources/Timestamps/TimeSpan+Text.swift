extension TimeSpan {
  /// Reads `90m`, `72h` or `30d`; also `45s`. Nil for anything else, and for lengths over 100 years.
  package init?(_ text: some StringProtocol) {
    let units: [Character: Int64] = ["s": 1000, "m": 60_000, "h": 3_600_000, "d": Self.day.milliseconds]
    guard
      let unit = text.last.flatMap({ units[$0] }), text.count > 1,
      text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Int64(text.dropLast()), count <= 100 * 366 * Self.day.milliseconds / unit
    else { return nil }
    self.init(milliseconds: count * unit)
  }

  /// In the configuration's form, as people write it: hours up to three days, then days. `30d`, `72h`, `90m`, `45s`.
  package var text: String {
    for (unit, length) in [("d", Self.day.milliseconds), ("h", 3_600_000), ("m", 60_000)] as [(String, Int64)]
    where milliseconds % length == 0 && milliseconds >= (unit == "d" ? 4 * length : length) {
      return "\(milliseconds / length)\(unit)"
    }
    return "\(milliseconds / 1000)s"
  }

  /// The same in words: `30 days`, `72 hours`, `1 minute`.
  package var words: String {
    let units: [Character: String] = ["s": "second", "m": "minute", "h": "hour", "d": "day"]
    let (count, unit) = (text.dropLast(), text.last.flatMap { units[$0] } ?? "")
    return "\(count) \(unit)\(count == "1" ? "" : "s")"
  }
}
