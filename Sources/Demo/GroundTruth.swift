import Timestamps

/// What an audit of a sample must come to, written beside it.
struct GroundTruth {
  var asOf: Timestamp
  var outcome: String
  var exitStatus: Int64
  var findings: [ExpectedFinding]
  var population: [(String, Int)] = []

  func write(_ folder: String) throws {
    let sorted = findings.sorted {
      ($0.rule, $0.uid ?? "", $0.object ?? "", $0.reason) < ($1.rule, $1.uid ?? "", $1.object ?? "", $1.reason)
    }
    var truth: DemoRecord = [
      "as_of": .time(asOf), "outcome": .text(outcome), "exit_status": .number(exitStatus),
    ]
    for (name, count) in population { truth.add(name, .number(Int64(count))) }
    truth.add(
      "findings",
      .list(
        sorted.map { finding in
          var record: DemoRecord = ["rule": .text(finding.rule)]
          record.add("uid", finding.uid.map(DemoValue.text))
          record.add("object", finding.object.map(DemoValue.text))
          record.add("verdict", .text(finding.verdict))
          record.add("reason", .text(finding.reason))
          return record
        }))
    let file = try SampleFile(folder, "ground-truth.json")
    try file.write(truth.pretty() + "\n")
    try file.finish(at: asOf)
  }
}
