/// Joins the names that a person had before and after a team transfer. The least name of a group stands for all.
struct Aliases {
  private var parents: [UInt64: UInt64] = [:]

  mutating func join(_ left: UInt64, _ right: UInt64) {
    let (left, right) = (canonical(left), canonical(right))
    guard left != right else { return }
    parents[max(left, right)] = min(left, right)
  }

  func canonical(_ key: UInt64) -> UInt64 {
    var key = key
    while let parent = parents[key] { key = parent }
    return key
  }

  var isEmpty: Bool { parents.isEmpty }
}
