import Timestamps

/// The expected result of an audit of a sample, written beside it.
struct GroundTruth {
  var asOf: Timestamp
  var outcome: String
  var exitStatus: Int64
  var findings: [ExpectedFinding]
  var resolved: [ExpectedResolution] = []
  var population: [(String, Int)] = []

  func write(_ folder: String, _ name: String = "ground-truth.json") throws {
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
          record.add("state", finding.state.map(DemoValue.text))
          return record
        }))
    if !resolved.isEmpty {
      truth.add(
        "resolved",
        .list(
          resolved.map {
            ["rule": .text($0.rule), "object": .text($0.object), "cause": .text($0.cause)]
          }))
    }
    let file = try SampleFile(folder, name)
    try file.write(truth.pretty() + "\n")
    try file.finish(at: asOf)
  }
}
