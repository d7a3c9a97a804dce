/// A CSV file of RFC 4180 as rows of cells by their columns. It knows no more than that, and nothing of the program's.
struct CSVTable {
  let columns: [String]
  let rows: [[String: String]]

  init(_ text: String) {
    var lines: [[String]] = [[]]
    var cell = ""
    var isQuoted = false
    var characters = Array(text.unicodeScalars)[...]
    while let next = characters.popFirst() {
      switch (next, isQuoted) {
      case ("\"", true) where characters.first == "\"":
        characters.removeFirst()
        cell.unicodeScalars.append(next)
      case ("\"", _): isQuoted.toggle()
      case (",", false):
        lines[lines.count - 1].append(cell)
        cell = ""
      case ("\r", false) where characters.first == "\n":
        characters.removeFirst()
        lines[lines.count - 1].append(cell)
        lines.append([])
        cell = ""
      default: cell.unicodeScalars.append(next)
      }
    }
    let columns = lines[0]
    self.columns = columns
    rows = lines.dropFirst().filter { !$0.isEmpty }.map { cells in
      Dictionary(zip(columns, cells)) { first, _ in first }
    }
  }

  func column(_ name: String) -> [String] { rows.map { $0[name] ?? "" } }
}
