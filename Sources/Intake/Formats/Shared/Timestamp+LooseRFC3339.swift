import Timestamps

extension Timestamp {
  /// RFC 3339, and what PostgreSQL and Java write in its place: `+00` and `+0000` for the zone.
  init?(looseRFC3339 text: String) {
    var text = text
    let zone = text.suffix(6)
    if let sign = zone.lastIndex(where: { $0 == "+" || $0 == "-" }), text.count > 12 {
      let digits = zone[zone.index(after: sign)...]
      if digits.allSatisfy(\.isNumber), text.contains(":") {
        if digits.count == 2 { text += ":00" }
        if digits.count == 4 { text.insert(":", at: text.index(text.endIndex, offsetBy: -2)) }
      }
    }
    self.init(rfc3339: text)
  }
}
