/// A share of a whole, from `0%` to `100%`, as a fraction of whole numbers: of 100, 29 are exactly `29%`, which no
/// binary fraction is.
package struct Share: Hashable, Sendable {
  /// As it was written.
  package let text: String
  private let numerator: Int
  private let denominator: Int

  /// With more, numbers could grow beyond what an integer holds.
  private static let decimalPlaces = 12

  /// Reads a percentage such as `5%` or `0.1%`; nil for any other text.
  package init?(_ text: String) {
    guard text.hasSuffix("%") else { return nil }
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
    let places = parts.count > 1 ? parts[1].count : 0
    guard places <= Self.decimalPlaces, let numerator = Int(parts.joined()) else { return nil }
    let denominator = (0..<places).reduce(100) { product, _ in product * 10 }
    guard numerator <= denominator else { return nil }
    self.text = text
    self.numerator = numerator
    self.denominator = denominator
  }

  /// - Parameter permille: from 0 to 1000.
  package init(permille: Int) {
    let isWhole = permille.isMultiple(of: 10)
    text = isWhole ? "\(permille / 10)%" : "\(permille / 10).\(permille % 10)%"
    (numerator, denominator) = isWhole ? (permille / 10, 100) : (permille, 1000)
  }

  /// Whether a part of the total is no greater than the share.
  package func allows(_ count: Int, of total: Int) -> Bool {
    let part = count.multipliedFullWidth(by: denominator)
    let most = total.multipliedFullWidth(by: numerator)
    return (part.high, part.low) <= (most.high, most.low)
  }

  /// As rules calculate with it, rounded.
  package var tenThousandths: Int { (numerator * 20_000 / denominator + 1) / 2 }
}
