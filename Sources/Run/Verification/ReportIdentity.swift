import Crypto
import Evidence
import Foundation
package import History
import Reporting
import Storage

/// The run that a file is a report of.
package struct ReportIdentity: Sendable {
  package let run: RunRecord
  /// As the format names it, such as `report.json`.
  package let name: String
  /// Whether it shows a person who was removed from the kept report since.
  package let isBeforeRedaction: Bool

  /// A file that is no run's report.
  struct Stranger: Error {
    /// Follows the file's path in a sentence.
    var problem: String
  }

  /// - Throws: `StorageError`.
  static func find(_ data: Data, in store: Connection) throws -> Result<ReportIdentity, Stranger> {
    let search = try Search(data, in: store)
    return try search.json() ?? search.page() ?? .failure(search.stranger)
  }
}

extension ReportIdentity {
  private struct Search {
    let data: Data
    let store: Connection
    let ledger: LedgerRuns
    let runs: [RunRecord]

    init(_ data: Data, in store: Connection) throws {
      self.data = data
      self.store = store
      ledger = try LedgerRuns(in: store)
      runs = try RunHistory.projects(in: store).flatMap { try RunHistory.all(of: $0, in: store) }
    }

    private func ledger(of run: RunRecord) -> Report.Ledger? {
      guard ledger.run(run.number)?.isAdopted == false else { return nil }
      return ledger.entry(of: run.number).map { Report.Ledger($0, reportSHA256: "") }
    }

    /// Nil where it is no run's `report.json`.
    func json() -> Result<ReportIdentity, Stranger>? {
      let written = WrittenReport(data)
      let hash = written.sha256
      for run in runs {
        let isCurrent = ledger.reportSHA256(of: run.number) == hash
        guard isCurrent || ledger.run(run.number)?.reportSHA256 == hash else { continue }
        guard written.ends(with: ledger(of: run)) else {
          return .failure(Stranger(problem: "is the report of \(run.name) up to its end, which was changed"))
        }
        return .success(ReportIdentity(run: run, name: "report.json", isBeforeRedaction: !isCurrent))
      }
      return nil
    }

    /// Writes the reports of the runs again, of the one that the file names first, until one has the same bytes.
    func page() throws -> Result<ReportIdentity, Stranger>? {
      let hash = Hexadecimal.text(of: SHA256.hash(data: data))
      for run in named.map({ [$0] }) ?? runs {
        guard var report = try? StoredReport.read(run.number, with: ledger, in: store) else { continue }
        let signOffs = report.signOffs
        // As it was written at night, and after each sign-off.
        for count in 0...signOffs.count {
          report.signOffs = Array(signOffs.prefix(count))
          if let name = try name(of: hash, among: ReportRenderers.all.flatMap { $0.files(of: report) }) {
            return .success(ReportIdentity(run: run, name: name, isBeforeRedaction: false))
          }
        }
      }
      return nil
    }

    /// The name of the file with this hash. A statement is one if it names the other files as they are, apart from
    /// `flagged-accounts.csv` where the report does not hold all accounts.
    private func name(of hash: String, among files: [ReportFile]) throws -> String? {
      let claimed = InTotoRenderer.files(in: data)
      var digests: [String: String] = [:]
      for file in files where !file.isClosing {
        let digest = try file.sha256()
        if digest == hash { return file.name }
        digests[file.name] = digest
      }
      let isKnown = { (file: WrittenFile) in
        digests[file.name].map { $0 == file.sha256 } ?? (file.name == FlaggedAccountsCSV().file)
      }
      guard let claimed, claimed.allSatisfy(isKnown) else { return nil }
      return try files.first { try $0.isClosing && $0.sha256(others: claimed) == hash }?.name
    }

    /// The run whose head stands in the file.
    private var named: RunRecord? {
      runs.first { run in
        guard let head = ledger.entry(of: run.number)?.head else { return false }
        return data.range(of: Data(head.description.utf8)) != nil
      }
    }

    var stranger: Stranger {
      guard let named else { return Stranger(problem: "is not a report of any run in the store") }
      return Stranger(
        problem: """
          names \(named.name) but is not its report: it was changed, or written with other personal data or by \
          another version
          """)
    }
  }
}
