import AccountFixtures
import Evidence
import Foundation
import Timestamps

@testable import Intake

/// What reading a file gave, in texts of its own.
struct Reading: Equatable {
  enum Taken: Equatable {
    case account(AccountRecord)
    case record(EvidenceRecord)
  }

  var taken: [Taken] = []
  var places: [Place] = []
  var summary: SourceSummary
  var outcome: RecognisedSource.Outcome

  static let asOf = Timestamp(milliseconds: 1_795_132_800_000)  // 2026-11-20

  static var options: IntakeOptions {
    var options = IntakeOptions(asOf: asOf) {
      String(decoding: $0, as: UTF8.self).hasSuffix("@privaterelay.appleid.com")
    }
    options.mayReadAhead = false
    return options
  }

  init(_ path: String, settings: SourceSettings = SourceSettings(), options: IntakeOptions = Reading.options) {
    let source = Recogniser(options: options).recognise(
      SourceFile(path: path, capturedAt: Self.asOf, settings: settings))
    var sink = Collector()
    do {
      summary = try SourceReader(options: options).read(source, ordinal: 1, into: &sink)
    } catch {
      defect("reading throws \(error)")
    }
    (taken, places, outcome) = (sink.taken, sink.places, source.outcome)
    check()
  }

  /// What holds of every file.
  private func check() {
    // One record may say several things.
    if summary.records == 0, !taken.isEmpty { defect("\(taken.count) taken of no records") }
    if summary.rejected < Int64(summary.rejects.count) { defect("more rejects are named than counted") }
    for reject in summary.rejects where reject.reason.isEmpty || reject.locator.isEmpty {
      defect("a reject without a reason or a place")
    }
    if case .recognised = outcome { return }
    if !taken.isEmpty { defect("records of a file that was not recognised") }
  }

  private struct Collector: EvidenceSink {
    var taken: [Taken] = []
    var places: [Place] = []

    mutating func screen(_ account: AccountSketch, at place: Place) -> Screening { .inScope }

    mutating func accept(_ account: AccountSketch, at place: Place) {
      taken.append(.account(AccountRecord(account)))
      places.append(place)
    }

    mutating func accept(_ record: EvidenceRecord, at place: Place) {
      taken.append(.record(record))
      places.append(place)
    }
  }
}

/// Reads a file whole and piece by piece, which has to give the same.
func readBothWays(
  _ path: String, settings: SourceSettings = SourceSettings(), options: IntakeOptions = Reading.options, chunk: Int
) {
  let whole = Reading(path, settings: settings, options: options)
  var pieces = options
  pieces.chunkSize = chunk
  let other = Reading(path, settings: settings, options: pieces)
  if other == whole { return }
  let differences = [
    other.taken == whole.taken ? nil : "records", other.places == whole.places ? nil : "places",
    other.outcome == whole.outcome ? nil : "what it is", other.summary == whole.summary ? nil : "summary",
  ].compactMap(\.self)
  report("whole: \(whole)\nby \(chunk): \(other)")
  defect("read by \(chunk) bytes it differs: \(differences.joined(separator: ", "))")
}
