import Foundation
import Timestamps

/// The texts beside a sample's data.
enum SampleTexts {
  static func write(_ folder: String, inputs: [String], stage: Stage) throws {
    let config = try SampleFile.configuration(folder, up: "")
    try config.write("project: relay-audit-sample\ninputs:\n")
    for input in inputs {
      // Said here, since a copy of the sample would have other modification times.
      try config.write("  - {path: \(input), captured_at: \(stage.captured.rfc3339)}\n")
    }
    try config.write("reports: {out: reports}\nhistory: {store: .relay-audit/audit.sqlite}\n")
    try config.finish(at: stage.asOf)
    let readme = try SampleFile(folder, "README.txt")
    try readme.write(
      """
      A sample for relay-audit. All people, addresses and numbers in it are invented.

        exports/            accounts, in several shapes of Firebase's exports
        evidence/           consent records, link logs, deletion requests, revocations, Apple's notifications
        relay-audit.yaml    names the inputs and when they were captured; relay-audit.schema.json helps editors with it
        ground-truth.json   the findings that an audit must have
        more/               smaller samples, for what one audit cannot show
        nights/             three nights that each show a part of the evidence, to be audited one after the other

      Audit it from the folder above:

        relay-audit audit --config \((folder as NSString).lastPathComponent)/relay-audit.yaml --as-of \(stage.asOf.rfc3339)

      """)
    try readme.finish(at: stage.asOf)
  }
}
