import Evidence
import Intake

/// Accounts whose credentials stand in other files, of which one is missing or damaged: what such an account lacks may
/// stand there, so its export counts as one that may leave credentials out.
enum CredentialDoubts {
  static func marked(_ reading: EvidenceReading) -> EvidenceReading {
    let damaged = reading.facts.filter(\.isDamaged).compactMap(\.format)
    let products = Set(damaged.filter(CredentialFiles.have).compactMap(JoinedProduct.init(format:)))
    guard !products.isEmpty else { return reading }
    return EvidenceReading(
      sources: reading.sources.map { source in
        guard let product = source.facts.format.flatMap(JoinedProduct.init(format:)), products.contains(product),
          source.facts.generation == .new
        else { return source }
        return source.withUnknownGeneration
      }, unread: reading.unread)
  }
}
