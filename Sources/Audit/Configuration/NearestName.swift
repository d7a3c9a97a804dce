/// Guesses which name somebody meant.
package enum NearestName {
  /// The name within a third of its length in edits; nil where none is that near.
  package static func to(_ text: String, among names: [String]) -> String? {
    names.map { ($0, distance(text.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= max(1, $0.0.count / 3) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  private static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (character == right[column] ? 0 : 1))
        diagonal = row[column + 1]
        row[column + 1] = cost
      }
    }
    return row[right.count]
  }
}
