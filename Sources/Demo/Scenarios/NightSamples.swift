import Timestamps

/// Samples of two nights: accounts that were there yesterday and are not today.
extension FurtherSamples {
  private static let there = ["stays", "goes-1", "goes-2"]

  private static func requests(_ stage: Stage) -> (name: String, text: String, capturedAt: Timestamp) {
    (
      "deletions.ndjson",
      lines([
        "uid": .text("demo-stays"), "request_id": .text("request-1"), "requested_at": .time(stage.ago(days: 1)),
        "status": .text("cancelled"),
      ]), stage.captured
    )
  }

  /// Of somebody whom no account is known for.
  private static func consents(_ stage: Stage) -> (name: String, text: String, capturedAt: Timestamp) {
    (
      "consents.ndjson",
      lines([
        "uid": .text("somebody-else"), "purpose": .text("link:phone"), "given_at": .time(stage.ago(days: 1)),
        "explicit": .flag(true),
      ]), stage.captured
    )
  }

  static func vanished(_ stage: Stage) -> FurtherSample {
    var tenant = stage.anonymized("in-tenant")
    tenant.tenant = "tenant-a"
    let page: DemoRecord = [
      "kind": .text("identitytoolkit#DownloadAccountResponse"), "users": .list([tenant.toolkitUser]),
    ]
    return FurtherSample(
      name: "vanished",
      files: [
        ("users.json", export([stage.anonymized("stays")]), stage.captured), requests(stage), consents(stage),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("deletion/unrequested-removal", "demo-goes-1", "account", "fail", "vanished"),
          finding("deletion/unrequested-removal", "demo-goes-2", "account", "fail", "vanished"),
          finding("deletion/unrequested-removal", "demo-in-tenant", "account", "inconclusive", "tenant-not-exported"),
          finding("evidence/population-drop", nil, "accounts", "fail", "dropped"),
          finding("evidence/orphans", nil, "consents", "fail", "orphans"),
        ]),
      yesterday: [("users.json", export(there.map { stage.anonymized($0) })), ("tenant-page.json", page.compact)],
      // The company exports the tenant no longer, and knows it.
      config: "gate: {optional: [accounts]}\n")
  }

  /// The broken export lacks an account of somebody who made another since, and one that a transfer brought.
  static func vanishedInHalfAnExport(_ stage: Stage) -> FurtherSample {
    let again = stage.anonymized("again", createdDaysAgo: 0)
    let shown = ["stays", "moves"].map { stage.anonymized($0) } + [again, stage.anonymized("cut-off")]
    let cut = export(shown, isWhole: false)
    var twin = again
    (twin.uid, twin.createdAt) = ("demo-goes-2", stage.ago(days: 300))
    let yesterday = ["stays", "moves", "moved", "goes-1"].map { stage.anonymized($0) } + [twin]
    let moves = lines(alias("moves", "moved", stage.ago(days: 20)))
    return FurtherSample(
      name: "half-an-export",
      files: [
        ("users.json", String(cut.dropLast(40)), stage.captured), requests(stage),
        ("aliases.ndjson", moves, stage.captured), consents(stage),
      ],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "incomplete", exitStatus: 2,
        findings: [
          finding("deletion/unrequested-removal", "demo-goes-1", "account", "inconclusive", "export-incomplete"),
          finding("deletion/unrequested-removal", "demo-goes-2", "account", "inconclusive", "export-incomplete"),
          finding("deletion/unrequested-removal", "demo-moved", "account", "inconclusive", "export-incomplete"),
          finding("evidence/population-drop", nil, "accounts", "inconclusive", "export-incomplete"),
          finding("evidence/orphans", nil, "consents", "inconclusive", "export-incomplete"),
          finding("relay/shared-address", "demo-again", "email", "inconclusive", "export-incomplete"),
          finding("relay/shared-address", "demo-again", "apple.com", "inconclusive", "export-incomplete"),
          finding("transfer/unmigrated", "demo-moves", "apple.com", "inconclusive", "export-incomplete"),
        ]),
      yesterday: [("users.json", export(yesterday))])
  }

  static func vanishedWithoutRequests(_ stage: Stage) -> FurtherSample {
    let names = (1...6).map { "stays-\($0)" }
    return FurtherSample(
      name: "no-deletion-source",
      files: [("users.json", export(names.map { stage.anonymized($0) }), stage.captured)],
      truth: GroundTruth(
        asOf: stage.asOf, outcome: "pass", exitStatus: 0,
        findings: [
          finding("deletion/unrequested-removal", "demo-goes-1", "account", "inconclusive", "no-deletion-source")
        ]),
      yesterday: [("users.json", export((names + ["goes-1"]).map { stage.anonymized($0) }))])
  }
}
