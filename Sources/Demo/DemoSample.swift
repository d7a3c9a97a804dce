import Foundation
package import Timestamps
import Vocabulary

/// A realistic sample of every kind of input, and the findings that an audit of it must have.
package struct DemoSample {
  /// The time of the sample's audit.
  package static let asOf = Timestamp(milliseconds: 1_795_154_400_000)  // 2026-11-20T06:00:00Z

  private let seed: UInt64
  private let accounts: Int
  private let schema: String
  private let stage = Stage(asOf: Self.asOf)

  /// - Parameters:
  ///   - accounts: how many there are beside those of the scenarios.
  ///   - schema: the JSON Schema of the sample's configurations; without one, a schema that allows everything.
  package init(seed: UInt64, accounts: Int, schema: String = "{}\n") {
    self.seed = seed
    self.accounts = accounts
    self.schema = schema
  }

  /// Writes the sample; under `more/`, smaller ones for what one audit cannot show; and under `nights/`, one of three
  /// nights.
  ///
  /// - Throws: `DemoFailure`.
  package func write(to folder: String) throws {
    if let names = try? FileManager.default.contentsOfDirectory(atPath: folder), !names.isEmpty {
      throw DemoFailure(path: folder, cause: "the folder is not empty; name a new one")
    }
    try SampleFile.makeFolder(folder)
    try writeMain(folder)
    let schema = try SampleFile(folder, EditorSchema.fileName)
    try schema.write(self.schema)
    try schema.finish(at: stage.asOf)
    for sample in FurtherSamples.all(stage) {
      try sample.write(to: folder + "/more/" + sample.name, stage: stage)
    }
    try NightsSample.write(to: folder + "/nights", stage: stage)
  }

  private func writeMain(_ folder: String) throws {
    let scenario =
      RelayScenarios.all(stage) + ConsentScenarios.all(stage) + AppleAccountScenarios.all(stage)
      + DeletionScenarios.all(stage) + RemovalScenarios.all(stage)
    let consents = try SampleFile(folder, "evidence/consents.ndjson")
    let users = try SampleFile(folder, "exports/users.json")
    var bulk = Bulk(seed: seed, stage: stage)
    var links = scenario.linkCount
    try users.write("{\"users\": [\n")
    for (index, (account, _)) in scenario.accounts.filter({ $0.1 == .current }).enumerated() {
      try users.write((index == 0 ? "" : ",\n") + account.commandLineUser.pretty())
    }
    for index in 0..<accounts {
      let (account, consent) = bulk.next(index)
      try users.write(",\n" + account.commandLineUser.pretty())
      if let consent {
        links += 1
        try consents.write(consent.compact + "\n")
      }
    }
    try users.write("]}")
    try users.finish(at: stage.captured)

    let old = try SampleFile(folder, "exports/legacy-users.csv")
    for (account, part) in scenario.accounts where part == .old { try old.write(account.oldRow) }
    try old.finish(at: stage.captured)

    // A customer's tenant, as the Identity Toolkit answers.
    let page = try SampleFile(folder, "exports/tenant-page.json")
    var tenant = stage.anonymized("in-tenant")
    tenant.tenant = "tenant-a"
    let body: DemoRecord = [
      "kind": .text("identitytoolkit#DownloadAccountResponse"), "users": .list([tenant.toolkitUser]),
    ]
    try page.write(body.compact)
    try page.finish(at: stage.captured)

    // This file does not show whether its exporter could write Apple credentials.
    let partners = try SampleFile(folder, "exports/partners.json")
    let partner = DemoAccount(
      uid: "demo-partner", email: "partner@example.com", createdAt: stage.ago(days: 90),
      credentials: [.init(provider: "google.com", id: "g-partner", email: "partner@example.com")])
    try partners.write("{\"users\": [\n" + partner.commandLineUser.pretty() + "]}")
    try partners.finish(at: stage.captured)

    try writeEvidence(scenario, consents: consents, folder)
    try SampleTexts.write(
      folder,
      inputs: [
        "exports/users.json", "exports/legacy-users.csv", "exports/tenant-page.json", "exports/partners.json",
      ] + Self.evidenceFiles, stage: stage)

    var truth = GroundTruth(asOf: stage.asOf, outcome: "fail", exitStatus: 1, findings: scenario.findings)
    truth.findings.append(
      ExpectedFinding(
        rule: "evidence/export-hides-apple", uid: nil, object: "exports/legacy-users.csv", verdict: "fail",
        reason: "export-hides-apple"))
    truth.findings.append(
      ExpectedFinding(
        rule: "evidence/export-hides-apple", uid: nil, object: "exports/partners.json", verdict: "inconclusive",
        reason: "generation-unknown"))
    // On a first night, earlier accounts are unknown.
    truth.findings += ["account-deletions", "deletions", "notifications", "revocations"].map {
      ExpectedFinding(rule: "evidence/orphans", uid: nil, object: $0, verdict: "inconclusive", reason: "no-history")
    }
    truth.population = [
      ("accounts", scenario.accounts.count + accounts + 2), ("links", links),
      ("deletion_requests", Set(scenario.deletions.compactMap { $0["request_id"] }).count),
    ]
    try truth.write(folder)
  }

  private static let evidenceFiles = [
    "evidence/account-deletions.ndjson", "evidence/aliases.csv", "evidence/consents-archive.csv.gz",
    "evidence/consents.ndjson", "evidence/deletions.csv", "evidence/links.ndjson", "evidence/notifications.ndjson",
    "evidence/revocations.ndjson",
  ]

  private func writeEvidence(_ scenario: Scenario, consents: SampleFile, _ folder: String) throws {
    // Half of the consents come from an older tool's archive.
    let half = scenario.consents.count / 2
    let (archived, recent) = (scenario.consents.prefix(half), scenario.consents.dropFirst(half))
    for record in recent { try consents.write(record.compact + "\n") }
    try consents.finish(at: stage.captured)
    let archive = try SampleFile(folder, "evidence/consents-archive.csv.gz")
    try archive.write(DemoGzip.compress(DemoCSV.text(Array(archived))))
    try archive.finish(at: stage.captured)
    func writeLines(_ name: String, _ records: [DemoRecord]) throws {
      let file = try SampleFile(folder, "evidence/\(name).ndjson")
      for record in records { try file.write(record.compact + "\n") }
      try file.finish(at: stage.captured)
    }
    func writeTable(_ name: String, _ records: [DemoRecord]) throws {
      let file = try SampleFile(folder, "evidence/\(name).csv")
      try file.write(DemoCSV.text(records))
      try file.finish(at: stage.captured)
    }
    try writeLines("links", scenario.links)
    try writeTable("deletions", scenario.deletions)
    try writeLines("revocations", scenario.revocations)
    try writeLines("account-deletions", scenario.accountDeletions)
    try writeLines("notifications", scenario.notifications)
    try writeTable("aliases", scenario.aliases)
  }
}

enum DemoCSV {
  /// The columns are all names in the records, in order of first use. The sample's values need no quotes.
  static func text(_ records: [DemoRecord]) -> String {
    var columns: [String] = []
    for record in records {
      for field in record.fields where !columns.contains(field.name) { columns.append(field.name) }
    }
    let rows = records.map { record in columns.map { record[$0] ?? "" }.joined(separator: ",") }
    return ([columns.joined(separator: ",")] + rows).joined(separator: "\r\n") + "\r\n"
  }
}
