import Crypto
import Evidence
import Foundation

/// Draws a random sample that anybody can draw again: the subjects whose ids have the smallest HMAC-SHA256 under the
/// seed. Which they are depends on the seed and on the population alone.
package struct SampleDraw {
  package struct Drawn: Sendable {
    /// HMAC-SHA256 of the id, with the seed as its key; both as UTF-8. Lower-case hex.
    package var hash: String
    package var judgement: IdentifiedJudgement
  }

  private let size: Int
  private let key: SymmetricKey
  /// At least the drawn ones of all that were added.
  private var candidates: [Drawn] = []
  /// What is not below this is not drawn; nil while it is unknown.
  private var limit: String?

  /// How many candidates are not worth a sorting.
  private static let few = 1_000

  /// - Parameter size: how many to draw, at least 1.
  package init(size: Int, seed: String) {
    self.size = size
    key = SymmetricKey(data: Data(seed.utf8))
  }

  /// - Parameter id: by which it is drawn.
  package mutating func add(_ judgement: IdentifiedJudgement, id: String) {
    let hash = HMAC<SHA256>.authenticationCode(for: Data(id.utf8), using: key).withUnsafeBytes {
      Hexadecimal.text(of: $0[...])
    }
    if let limit, hash >= limit { return }
    candidates.append(Drawn(hash: hash, judgement: judgement))
    if candidates.count > Self.few, candidates.count / 2 > size {
      candidates = drawn
      limit = candidates.last?.hash
    }
  }

  /// In order of their hashes.
  package var drawn: [Drawn] { Array(candidates.sorted { $0.hash < $1.hash }.prefix(size)) }
}
