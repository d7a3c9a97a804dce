import Evidence

/// Which styles of a workbook show a number as a date, a time of day, or both, or with digits or text around it.
///
/// ECMA-376, part 1, sections 18.8.30 and 18.8.31.
final class CellStyles: XMLHandler {
  enum Kind {
    case plain, date, time, dateAndTime
  }

  /// By the number of the style.
  private var kinds: [Kind] = []
  private var formats: [NumberFormat?] = []
  private var custom: [Int: (kind: Kind, format: NumberFormat?)] = [:]
  private var isInCells = false

  func kind(of style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .plain }

  /// Nil for a style that shows whole numbers as they stand.
  func format(of style: Int) -> NumberFormat? { formats.indices.contains(style) ? formats[style] : nil }

  func start(_ name: BorrowedText, _ attributes: XMLAttributes) {
    if name.isEqual(to: "numFmt") {
      guard let id = attributes["numFmtId"]?.decimal, let code = attributes["formatCode"] else { return }
      let kind = Self.kind(ofCode: code.string)
      custom[Int(id)] = (kind, kind == .plain ? NumberFormat(code.string) : nil)
    } else if name.isEqual(to: "cellXfs") {
      isInCells = true
    } else if isInCells, name.isEqual(to: "xf") {
      let id = Int(attributes["numFmtId"]?.decimal ?? 0)
      kinds.append(custom[id]?.kind ?? Self.kind(ofBuiltIn: id))
      formats.append(custom[id]?.format)
    }
  }

  func end(_ name: BorrowedText) {
    if name.isEqual(to: "cellXfs") { isInCells = false }
  }

  private static func kind(ofBuiltIn id: Int) -> Kind {
    switch id {
    case 14...17, 27...31, 36, 50...58: .date
    case 18...21, 32...35, 45...47: .time
    case 22: .dateAndTime
    default: .plain
    }
  }

  /// - Parameter code: such as `yyyy\-mm\-dd hh:mm;@`. Its first part is for the numbers above zero.
  static func kind(ofCode code: String) -> Kind {
    var hasDay = false
    var hasClock = false
    var hasMonthOrMinute = false
    var rest = Substring(code.lowercased())
    while let character = rest.popFirst(), character != ";" {
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      // What follows stands for itself, for its width, or fills the cell.
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let inner = rest.prefix { $0 != "]" }
        // Elapsed hours, minutes or seconds; else a colour, a condition or a locale.
        if !inner.isEmpty, inner.allSatisfy({ "hms".contains($0) }) { hasClock = true }
        rest = rest.dropFirst(inner.count + 1)
      case "y", "d": hasDay = true
      case "h", "s": hasClock = true
      case "m": hasMonthOrMinute = true
      // `General` has none of the letters above; `a/p` comes with an hour.
      default: break
      }
    }
    if hasMonthOrMinute, !hasClock { hasDay = true }
    return hasDay ? (hasClock ? .dateAndTime : .date) : (hasClock ? .time : .plain)
  }
}
