import Foundation
import Testing

/// The nights of one project: the built program, started once a night on what that night's exports hold, with one
/// store.
final class Nights {
  let place: Workplace
  private let project: String
  /// The hour at which the files of a night were made.
  private let hour: Int
  private let jobs: Int
  /// By id of the run.
  private var runs: [String: Night] = [:]

  init(project: String = "app", place: Workplace? = nil, capturedAt hour: Int = 5, jobs: Int = 1) throws {
    self.place = try place ?? Workplace()
    self.project = project
    self.hour = hour
    self.jobs = jobs
  }

  /// Audits a night at 06:00, and checks that its report adds up and follows from that of the run before.
  ///
  /// - Parameters:
  ///   - day: counted from 2026-11-01, as in `time`.
  ///   - captured: the day on which the files were made, at 05:00, if it was another.
  ///   - files: by name; the folder holds nothing else.
  ///   - failOn: with `none` the status says whether the audit is complete, 0 or 2, whatever was found.
  ///   - config: the text of relay-audit.yaml.
  @discardableResult
  func night(
    _ day: Int, captured: Int? = nil, _ files: [String: String], failOn: String = "none", flags: [String] = [],
    config: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Night {
    try? FileManager.default.removeItem(at: place.path("in"))
    try? FileManager.default.removeItem(at: place.path("reports"))
    try FileManager.default.createDirectory(at: place.path("in"), withIntermediateDirectories: true)
    for (name, text) in files { try place.write("in/\(name)", text, at: time(captured ?? day, hour)) }
    try place.write("relay-audit.yaml", config)
    let outcome = try place.run(
      ["audit", "in", "--as-of", time(day, 6), "--project", project, "--fail-on", failOn, "--jobs", "\(jobs)"] + flags)
    try #require(
      outcome.status <= 2, "\(outcome.status): \(outcome.errors)", sourceLocation: sourceLocation)
    let night = try Night(outcome: outcome, report: place.report())
    try night.checkItself(sourceLocation)
    if let previous = night.previousRun.flatMap({ runs[$0] }) { night.check(after: previous, sourceLocation) }
    runs[night.run] = night
    return night
  }

  /// Runs `forget`. What is then left of the nights before follows from none of their reports.
  @discardableResult
  func forget(_ arguments: String...) throws -> Workplace.Outcome {
    runs = [:]
    return try place.run(["forget"] + arguments + ["--store", ".relay-audit/audit.sqlite"])
  }

  /// Runs another command on the store of the nights.
  @discardableResult
  func run(_ arguments: String...) throws -> Workplace.Outcome {
    try place.run(arguments + ["--store", ".relay-audit/audit.sqlite"])
  }

  var store: Data { get throws { try Data(contentsOf: place.path(".relay-audit/audit.sqlite")) } }
}

/// A time of a night's day; days are counted from 2026-11-01, and the days before that from 0 down.
func time(_ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> String {
  moment(day, hour, minute).formatted(.iso8601)
}

/// The same in milliseconds.
func milliseconds(_ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int {
  Int(moment(day, hour, minute).timeIntervalSince1970) * 1000
}

private func moment(_ day: Int, _ hour: Int, _ minute: Int) -> Date {
  Date(timeIntervalSince1970: 1_793_491_200 + Double(((day - 1) * 24 + hour) * 60 + minute) * 60)
}
