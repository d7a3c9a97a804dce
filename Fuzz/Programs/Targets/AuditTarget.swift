import Evidence
import Foundation
import Timestamps

@testable import Intake
@testable import Run

/// A whole audit of a file, beside some that are sound: what one thread reports, four report as well.
enum AuditTarget {
  private static let sound: [String: String] = [
    "users.json": """
    {"users": [{"localId": "u1", "email": "a1@privaterelay.appleid.com", "phoneNumber": "+15550101", "createdAt":
      "1770000000000", "providerUserInfo": [{"providerId": "apple.com", "rawId": "s1"}]}]}
    """,
    "deletions.ndjson": #"{"uid": "u1", "request_id": "r1", "requested_at": "2026-11-01T00:00:00Z"}"#,
  ]

  static let target = FuzzTarget(name: "audit") { run in
    let file = ScratchFile("evidence.dat")
    for (name, text) in sound {
      try text.write(toFile: file.folder + "/" + name, atomically: false, encoding: .utf8)
    }
    let kinds: [EvidenceKind?] = [nil] + EvidenceKind.allCases
    // What is made once lives as long as the process.
    _ = report(of: file, as: nil, jobs: 1)
    try run { input in
      guard input.count >= 2 else { return }
      file.write(UnsafeBufferPointer(rebasing: input[2...]))
      let kind = kinds[Int(input[0]) % kinds.count]
      let reports = [1, 4].map { report(of: file, as: kind, jobs: $0) }
      if reports[0] != reports[1] { defect("one thread and four report otherwise") }
    }
  }

  /// `report.json` without what differs from run to run, or why there is none.
  private static func report(of file: ScratchFile, as kind: EvidenceKind?, jobs: Int) -> NSDictionary {
    do {
      return try TemporaryFolder.with { folder in
        let store = folder.appending(path: "audit.sqlite").path
        try EmptyStore.write(to: store)
        var options = AuditOptions()
        options.inputs = [file.folder]
        options.namedInputs = kind.map { [.init(kind: $0, path: file.path)] } ?? []
        options.asOf = Reading.asOf
        options.store = store
        options.reportFolder = folder.path + "/reports"
        options.formats = ["json"]
        options.jobs = jobs
        _ = try Audit.run(options, diagnostics: Diagnostics(format: .text, isQuiet: true, isVerbose: false))
        let data = try Data(contentsOf: folder.appending(path: "reports/report.json"))
        guard var report = try JSONSerialization.jsonObject(with: data) as? [String: Any],
          var run = report["run"] as? [String: Any]
        else { defect("report.json is no report") }
        for key in ["id", "started_at", "finished_at"] { run[key] = nil }
        report["run"] = run
        report["ledger"] = nil
        // A finding names the run by which it was judged, whose id is drawn by lot.
        report["findings"] = (report["findings"] as? [[String: Any]])?.map { $0.filter { $0.key != "judged_in" } }
        return NSDictionary(dictionary: report)
      }
    } catch {
      guard let error = UserError(error) else { defect("\(type(of: error)) is thrown: \(error)") }
      return NSDictionary(dictionary: ["error": error.problem])
    }
  }
}
