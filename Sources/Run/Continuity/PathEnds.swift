/// Knows files again whose folders are others: each night may have a folder of its own (`nights/2`), and a folder may
/// be named by its whole path.
enum PathEnds {
  /// By earlier path, the one among `others` that ends like it: with as many folders as one of them allows, and each
  /// taken once. Of two that end alike nobody knows which is meant, and the first in order is taken.
  static func matched(
    _ paths: some Sequence<String>, with others: some Sequence<String>
  ) -> [String: String] {
    var (left, right) = (Set(paths), Set(others))
    var matched: [String: String] = [:]
    func match(_ ends: (String) -> String) {
      var free = Dictionary(grouping: right.sorted(by: >), by: ends)
      for path in left.sorted() {
        guard let other = free[ends(path)]?.popLast() else { continue }
        matched[path] = other
        left.remove(path)
        right.remove(other)
      }
    }
    match { $0 }
    let longest = left.map { parts($0).count }.max() ?? 0
    for count in stride(from: longest, to: 0, by: -1) {
      // A shorter path has no such end.
      match { path in
        let parts = parts(path)
        return parts.count < count ? path : parts.suffix(count).joined(separator: "/")
      }
    }
    return matched
  }

  private static func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
}
