package enum EditDistance {
  /// Levenshtein's distance: insertions, deletions and exchanges of one character.
  ///
  /// - Returns: a number above `bound` as soon as the distance must exceed it.
  package static func between(_ left: String, _ right: String, atMost bound: Int = .max) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    guard abs(left.count - right.count) <= bound else { return abs(left.count - right.count) }
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (character == right[column] ? 0 : 1))
        diagonal = row[column + 1]
        row[column + 1] = cost
      }
      if let least = row.min(), least > bound { return least }
    }
    return row[right.count]
  }
}
