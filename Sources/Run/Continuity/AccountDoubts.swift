import Evidence
import History
import Intake
import Judgement
import Storage

/// Exports of accounts that look whole and do not go with the nights before, or with the evidence beside them: none at
/// all, another project's, another tenant's. They count as ones that break off.
enum AccountDoubts {
  /// - Returns: the same reading, with the sources of accounts marked where their absences prove nothing.
  /// - Throws: `StorageError`.
  static func marked(
    _ reading: EvidenceReading, _ session: EvidenceSession, _ settings: AuditSettings, in store: Connection,
    _ diagnostics: Diagnostics
  ) throws -> EvidenceReading {
    guard !settings.configuration.gate.optional.contains(.accounts) else { return reading }
    let whole = try AccountParts.newestExport(of: settings.project, upTo: settings.asOf, in: store)
    guard let doubt = try session.doubt(of: reading.facts, after: whole) else { return reading }
    let reason = doubt.reason
    diagnostics.warning("the account export proves nobody's absence: \(reason)")
    return EvidenceReading(
      sources: reading.sources.map { source in
        source.facts.kind == .accounts && !source.summary.isSuperseded ? source.doubted(for: reason) : source
      }, unread: reading.unread)
  }
}

extension ExportDoubt {
  /// A clause, and what to do.
  fileprivate var reason: String {
    let release = "set `gate.optional: [accounts]` for one night"
    let withdraw = "if it is another project's, withdraw this run by `relay-audit history --withdraw`"
    switch self {
    case .empty:
      return "it shows no account, and earlier runs of the project had some; if they are all gone, \(release)"
    case .withoutAnybodyNamed:
      return """
        it shows no account, and other evidence names people; if the project has no accounts, set \
        `gate.optional: [accounts]`
        """
    case .unrelated(let count):
      return """
        it shows none of the \(count) accounts in scope that earlier runs of the project had; \(withdraw); if they are \
        all gone, \(release)
        """
    case .tenantsAlone:
      return """
        it shows accounts of tenants alone, and earlier runs of the project had accounts without a tenant; \(withdraw); \
        if those without a tenant are all gone, \(release)
        """
    }
  }
}
