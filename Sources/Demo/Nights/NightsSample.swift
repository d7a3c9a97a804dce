package import Timestamps

/// Three nights, each of which shows a part of the evidence, to demonstrate the memory of earlier nights.
package enum NightsSample {
  /// One night of the sample.
  package struct Night: Sendable {
    /// The folder's name.
    package var name: String
    /// The time of the night's audit.
    package var asOf: Timestamp
    /// What the night lacks, in a few words.
    package var story: String
  }

  /// The nights in their order.
  package static let nights = NightStories.all(Stage(asOf: DemoSample.asOf)).map {
    Night(name: $0.name, asOf: $0.asOf, story: $0.story)
  }

  static func write(to folder: String, stage: Stage) throws {
    let config = try SampleFile.configuration(folder, up: "../")
    try config.write(
      "project: relay-audit-nights\nreports: {out: reports}\nhistory: {store: .relay-audit/audit.sqlite}\n")
    try config.finish(at: stage.asOf)
    for night in NightStories.all(stage) {
      for (kind, text) in night.files {
        let file = try SampleFile(folder, "\(night.name)/\(kind)-\(night.date).\(kind == "users" ? "json" : "ndjson")")
        try file.write(text)
        try file.finish(at: night.captured)
      }
      try night.truth.write(folder, "ground-truth-\(night.name).json")
    }
  }
}
